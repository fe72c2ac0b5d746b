"""The functions of a syntax tree: their digests, their branches, and the names that their recordings speak of."""

from __future__ import annotations

import ast
import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from fullgraph.lint.source import syntax

Definition = ast.FunctionDef | ast.AsyncFunctionDef
Branch = ast.If | ast.While | ast.For | ast.AsyncFor

_IGNORED = frozenset(("ctx", "type_comment", "kind", "type_ignores", "type_params"))
"""Fields that say nothing, or that only some versions of Python have."""
_SIZE = 16
"""Bytes of a digest."""


@dataclass(frozen=True)
class Named:
    """A function with its qualified name, as ``__qualname__`` has it but for ``<locals>``."""

    name: str
    node: Definition

    @property
    def first_line(self) -> int:
        """As code objects count: of the first decorator."""
        return syntax.statement_start(self.node)


def functions_of(tree: ast.AST) -> Iterator[Named]:
    """The functions of a module, the outer before the inner."""
    todo: list[tuple[ast.AST, str]] = [(tree, "")]
    while todo:
        node, prefix = todo.pop()
        for child in syntax.children(node):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield Named(f"{prefix}{child.name}", child)
                todo.append((child, f"{prefix}{child.name}."))
            elif isinstance(child, ast.ClassDef):
                todo.append((child, f"{prefix}{child.name}."))
            elif isinstance(child, ast.stmt) or not isinstance(child, ast.expr):
                todo.append((child, prefix))


def digest_of(node: Definition) -> str:
    """The digest of a function's tree: the same for another layout, other comments and another docstring.

    It is written down here, not left to ``ast.dump``, so that all versions of Python give the same.
    """
    return syntax.remembered(node, "facts digest", lambda: _digest(node))


def _digest(node: Definition) -> str:
    parts: list[str] = []
    todo: list[object] = [node]
    while todo:
        one = todo.pop()
        if isinstance(one, ast.AST):
            parts.append(f"({type(one).__name__}")
            todo.append(_END)
            fields = [(name, getattr(one, name, None)) for name in one._fields if name not in _IGNORED]
            for name, value in reversed(fields):
                if value is None or value == []:
                    continue
                if name == "body" and isinstance(one, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                    value = without_docstring(value)
                if isinstance(one, ast.JoinedStr):
                    value = [part for part in value if not _is_empty_text(part)]
                todo.append(value)
                todo.append(_Field(name))
        elif isinstance(one, list):
            parts.append(f"[{len(one)}")
            todo.extend(reversed(one))
        elif isinstance(one, _Field):
            parts.append(f".{one}")
        elif one is _END:
            parts.append(")")
        else:
            parts.append(f"{type(one).__name__} {one!r}")
    data = "\n".join(parts).encode("utf-8", "surrogatepass")
    return hashlib.blake2b(data, digest_size=_SIZE).hexdigest()


def _is_empty_text(node: ast.AST) -> bool:
    """Whether it is what Python 3.12 alone puts behind the last value of a format."""
    return isinstance(node, ast.Constant) and node.value == ""


class _Field(str):
    """The name of a field, in front of its value."""


_END = object()


def without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    """The statements of a function or class that do something."""
    first = body[0] if body else None
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text and isinstance(first.value.value, str) else body  # type: ignore[union-attr]


def branches_of(node: Definition) -> list[Branch]:
    """The branches and loops of a function, without those of functions and classes in it, in the order of the text."""
    return syntax.remembered(node, "facts branches", lambda: list(_branches(node)))


def _branches(node: ast.AST) -> Iterator[Branch]:
    for child in syntax.children(node):
        if isinstance(child, (ast.expr, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            continue
        if isinstance(child, (ast.If, ast.While, ast.For, ast.AsyncFor)):
            yield child
        yield from _branches(child)


def statements_of(node: Definition) -> list[ast.stmt]:
    """The statements of a function, without its docstring and those of functions and classes in it, in order."""
    return syntax.remembered(
        node, "facts statements", lambda: [one for top in without_docstring(node.body) for one in _statements(top)]
    )


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    if isinstance(node, ast.stmt):
        yield node
    if isinstance(node, (ast.expr, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return
    for child in syntax.children(node):
        yield from _statements(child)


@dataclass(frozen=True)
class Line:
    """A line by the statement that it belongs to, which keeps its number where the text is laid out anew."""

    function: Named
    statement: int
    """Its place in `statements_of`; of a statement that holds others, the line is in its head."""
    row: int
    """The first of the statement, counted from the function's first line."""


def line_at(tree: ast.Module, row: int) -> Line | None:
    """The line of the innermost function around a row of a file; None outside of functions."""
    every = syntax.remembered(tree, "facts functions", lambda: list(functions_of(tree)))
    for one in reversed(every):
        if not one.first_line <= row <= (one.node.end_lineno or row):
            continue
        spans = [
            (last - first, number, first)
            for number, statement in enumerate(statements_of(one.node))
            if (first := syntax.statement_start(statement)) <= row <= (last := statement.end_lineno or first)
        ]
        if spans:
            _, number, first = min(spans)
            return Line(one, number, first - one.first_line + 1)
    return None


def head_lines(branch: Branch) -> range:
    """The lines of the test of a branch, or of what a loop goes over."""
    last = branch.test if isinstance(branch, (ast.If, ast.While)) else branch.iter
    return range(branch.lineno, (last.end_lineno or branch.lineno) + 1)


def is_visible(branch: Branch) -> bool:
    """Whether the lines that run tell which way a branch goes."""
    return branch.body[0].lineno not in head_lines(branch)


def read_names(branch: ast.If) -> frozenset[str]:
    """The variables that a branch reads, and ``self.name`` for attributes."""
    found = {node.id for node in _own(branch) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    return frozenset(found | {f"self.{name}" for name in attributes_of(branch, "self")})


def bound_names(branch: ast.If) -> frozenset[str]:
    """The variables that its arms bind, and the attributes of ``self`` that they set."""
    found = {node.id for node in _own(branch) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    attributes = (node for node in _own(branch) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store))
    return frozenset(found | {f"self.{node.attr}" for node in attributes if _is_named(node.value, "self")})


def _own(node: ast.AST) -> Iterator[ast.AST]:
    """What belongs to a statement, without the functions, lambdas and comprehensions in it."""
    todo = [node]
    while todo:
        one = todo.pop()
        yield one
        todo += [child for child in syntax.children(one) if not isinstance(child, _SCOPES)]


_SCOPES = (
    *(ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda),
    *(ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp),
)


def attributes_of(node: ast.AST, owner: str) -> frozenset[str]:
    """The attributes of a name that are read somewhere below a node."""
    return frozenset(
        one.attr
        for one in syntax.walk(node)
        if isinstance(one, ast.Attribute) and isinstance(one.ctx, ast.Load) and _is_named(one.value, owner)
    )


def _is_named(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def parameters_of(node: Definition) -> list[ast.arg]:
    """All parameters, those that take the rest included."""
    arguments = node.args
    rest = [one for one in (arguments.vararg, arguments.kwarg) if one is not None]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest]


def bound_once(node: Definition) -> frozenset[str]:
    """The variables that a function binds in one place that runs once: what they hold at the end, they held before."""
    counts: dict[str, int] = {one.arg: 2 for one in parameters_of(node)}
    for one in syntax.walk(node):
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Load):
            counts[one.id] = counts.get(one.id, 0) + 1
        elif isinstance(one, (ast.Global, ast.Nonlocal)):
            counts.update(dict.fromkeys(one.names, 2))
    simple = {
        target.id
        for statement in _straight(node.body)
        if isinstance(statement, (ast.Assign, ast.AnnAssign))
        for whole in (statement.targets if isinstance(statement, ast.Assign) else [statement.target])
        for target in (whole.elts if isinstance(whole, ast.Tuple) else [whole])
        if isinstance(target, ast.Name)
    }
    return frozenset(name for name in simple if counts.get(name) == 1)


def _straight(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements that a call runs at most once, and in no arm."""
    for statement in body:
        yield statement
        if isinstance(statement, ast.With):
            yield from _straight(statement.body)
