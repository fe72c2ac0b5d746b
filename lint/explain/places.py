"""The code on a line: statements, the headers of compound ones, lambdas, or nothing that runs."""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fullgraph.lint.project.index import Module

_NO_CODE = frozenset(
    {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
)
FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


@dataclass(frozen=True)
class Part:
    """A statement, the header of a compound statement, or a lambda that has code on the line."""

    node: ast.stmt | ast.Lambda
    first: int
    last: int
    opener: bool = False
    """The line only opens the block (``else:``, ``except …:``) in which this statement comes first."""


def parts(module: Module, row: int) -> list[Part]:
    """Return what stands on the line, in the order of the text; empty for a line without code."""
    found = list(_in_block(module.tree.body, row))
    lambdas = [
        Part(node, node.lineno, node.end_lineno or node.lineno)
        for part in found
        for expr in own_expressions(part.node)
        for node in ast.walk(expr)
        if isinstance(node, ast.Lambda) and node.body.lineno <= row <= (node.body.end_lineno or node.body.lineno)
    ]
    return found + lambdas


def _in_block(body: Sequence[ast.stmt], row: int) -> Iterator[Part]:
    for statement in body:
        if first_row(statement) <= row <= (statement.end_lineno or statement.lineno):
            yield from _in_statement(statement, row)


def _in_statement(statement: ast.stmt, row: int) -> Iterator[Part]:
    inner = blocks(statement)
    end = header_end(statement)
    found = False
    if row <= end:
        found = True
        yield Part(statement, first_row(statement), end)
    for block in inner:
        for part in _in_block(block, row):
            found = True
            yield part
    if not found:
        following = next((block for block in inner if first_row(block[0]) > row), None)
        if following is not None:
            yield Part(following[0], first_row(following[0]), header_end(following[0]), opener=True)


def first_row(statement: ast.stmt) -> int:
    """The row in which a statement begins, its decorators counted."""
    if isinstance(statement, Definition) and statement.decorator_list:
        return statement.decorator_list[0].lineno
    return statement.lineno


def header_end(statement: ast.stmt) -> int:
    """The last row of a simple statement, or of what stands before the first block of a compound one."""
    if not blocks(statement):
        return statement.end_lineno or statement.lineno
    rows = [statement.lineno]
    for name, child in ast.iter_fields(statement):
        if name not in ("body", "orelse", "finalbody", "handlers", "cases"):
            rows += [end for node in _nodes(child) for inner in ast.walk(node) if (end := _end(inner)) is not None]
    return max(rows)


def _end(node: ast.AST) -> int | None:
    return getattr(node, "end_lineno", None)


def _nodes(child: object) -> list[ast.AST]:
    if isinstance(child, list):
        return [node for node in child if isinstance(node, ast.AST)]
    return [child] if isinstance(child, ast.AST) else []


def blocks(statement: ast.stmt) -> list[list[ast.stmt]]:
    """The blocks of a compound statement in the order of the text."""
    found: list[list[ast.stmt]] = []
    if isinstance(statement, ast.Match):
        return [case.body for case in statement.cases]
    for name in ("body", "handlers", "orelse", "finalbody"):
        child = getattr(statement, name, None)
        if isinstance(child, list) and child:
            found += [handler.body for handler in child] if name == "handlers" else [child]
    return found


def own_expressions(node: ast.stmt | ast.Lambda) -> list[ast.expr]:
    """The expressions that a statement (of a compound one: its header) or a lambda evaluates when it runs."""
    if isinstance(node, ast.Lambda):
        return [node.body]
    if isinstance(node, Definition):
        return list(node.decorator_list)
    if isinstance(node, ast.AnnAssign):
        return [expr for expr in (node.value, node.target) if expr is not None]
    if isinstance(node, (ast.With, ast.AsyncWith)):
        parts = [expr for item in node.items for expr in (item.context_expr, item.optional_vars)]
        return [expr for expr in parts if expr is not None]
    if isinstance(node, ast.Try):
        return []
    if isinstance(node, (ast.For, ast.AsyncFor)):
        return [node.iter, node.target]
    if isinstance(node, ast.Assign):
        return [node.value, *node.targets]
    return [child for child in ast.iter_child_nodes(node) if isinstance(child, ast.expr)]


def function_around(module: Module, node: ast.AST) -> FunctionNode | ast.Lambda | None:
    """The innermost function whose body, not header, holds the node."""
    child, around = node, module.parents.get(node)
    while around is not None:
        if isinstance(around, ast.Lambda) and child is around.body:
            return around
        if isinstance(around, FunctionNode) and child in around.body:
            return around
        child, around = around, module.parents.get(around)
    return None


def class_around(module: Module, node: ast.AST) -> ast.ClassDef | None:
    """The class in whose body the node stands directly."""
    around = module.parents.get(node)
    while around is not None and not isinstance(around, (ast.Module, ast.Lambda, *_FUNCTIONS)):
        if isinstance(around, ast.ClassDef):
            return around
        around = module.parents.get(around)
    return None


_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def is_string(node: ast.AST) -> bool:
    """A docstring, or another string that stands alone."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def code_rows(lines: Sequence[str]) -> set[int]:
    """The rows that hold more than blanks and comments."""
    rows: set[int] = set()
    # Python's tokenizer breaks lines as the parser does only where they all end in "\n".
    rest = iter([line.rstrip("\r\n") + "\n" for line in lines])
    try:
        for token in tokenize.generate_tokens(lambda: next(rest, "")):
            if token.type not in _NO_CODE:
                rows.update(range(token.start[0], token.end[0] + 1))
    except (tokenize.TokenError, SyntaxError):
        pass  # the text has been parsed: at most its end is read otherwise here
    return rows


def innermost(body: Sequence[ast.stmt], row: int) -> Iterator[ast.stmt]:
    """The simple statement, or the header of a compound one, of more than one line, around the row."""
    for statement in body:
        if first_row(statement) < row < (statement.end_lineno or statement.lineno):
            if row < header_end(statement):
                yield statement
            for block in blocks(statement):
                yield from innermost(block, row)
