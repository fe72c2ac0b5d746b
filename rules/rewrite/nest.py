"""Take ``if flag and test:`` apart: ``test`` in an ``if`` of its own, inside of that of ``flag``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Edit
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.text import comments, inside, reindent, rows_in_strings, unit


def inner(node: ast.stmt) -> ast.If | None:
    """The ``if`` of the last operand alone, where ``node`` can be taken apart: an ``else`` would belong to both."""
    if not isinstance(node, ast.If) or node.orelse:
        return None
    if not isinstance(node.test, ast.BoolOp) or not isinstance(node.test.op, ast.And):
        return None
    return ast.copy_location(ast.If(node.test.values[-1], node.body, []), node)


def nest(node: ast.If, test: str, source: SourceFile, outer: Sequence[ast.expr] | None = None) -> Edit | Obstacle:
    """The edit; ``test`` is the text of what stays inside. It does the same, whatever the operands are.

    ``outer``: the operands that the outer ``if`` asks; without it, all but the last.
    """
    operation, last = node.test, node.body[-1]
    assert isinstance(operation, ast.BoolOp)
    rest = source.slice(source.end(operation), source.end(last))
    head = source.slice(source.start(node), source.start(operation))
    if head.split() != ["if"] or not rest.lstrip().startswith(":"):
        return Obstacle("its test stands in parentheses")
    start = source.start(node)
    indent = source.lines[start.row - 1][: start.column - 1]
    if indent.strip():
        return Obstacle("it is an `elif`")
    asked = _standing(joined(operation.values[:-1] if outer is None else outer, source))
    found = comments(source, start, source.end(operation))
    lost = [text for place, text in found if not inside(place, source, operation.values)]
    more = unit(source, indent)
    body = reindent(source, source.end(operation), source.end(last), more)
    lines = [*lost, f"if {asked}:", f"{more}if {_standing(test)}{body}"]
    return Edit(start, source.end(last), f"{source.newline}{indent}".join(lines))


def returned(
    node: ast.If,
    edits: Sequence[Edit],
    following: Sequence[ast.stmt],
    source: SourceFile,
    outer: Sequence[ast.expr] | None = None,
) -> Edit | Obstacle:
    """The edit for ``if flag and test: return a``, where the code behind it returns too.

    ``edits`` are those that write a branch of the last operand alone, with the code behind it as its other arm: they go
    under ``if flag:``, and the code behind stays for the other ways to it.
    """
    operation, edit = node.test, edits[-1]
    assert isinstance(operation, ast.BoolOp)
    start, last = source.start(node), source.end(node)
    indent = source.lines[start.row - 1][: start.column - 1]
    if indent.strip() or not following or edit.location != start or edit.end_location <= last:
        return Obstacle("the code behind it does not return")
    rows = range(start.row, edit.end_location.row + 1)
    if comments(source, last, edit.end_location) or rows_in_strings(source) & set(rows):
        return Obstacle("comments or texts over several lines stand in what would be written twice")
    asked = _standing(joined(operation.values[:-1] if outer is None else outer, source))
    more = unit(source, indent)
    body = edit.content.replace(source.newline, source.newline + more)
    rest = source.slice(last, edit.end_location)
    return Edit(start, edit.end_location, f"if {asked}:{source.newline}{indent}{more}{body}{rest}")


def joined(operands: Sequence[ast.expr], source: SourceFile) -> str:
    """Operands of ``and`` as text."""
    return " and ".join(_operand(value, source) for value in operands)


def _standing(text: str) -> str:
    """Text that can stand outside parentheses."""
    return f"({text})" if "\n" in text or "\r" in text else text


def _operand(value: ast.expr, source: SourceFile) -> str:
    text = source.segment(value)
    return f"({text})" if isinstance(value, (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)) else text
