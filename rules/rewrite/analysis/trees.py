"""Small questions about pieces of syntax trees that all rewrites ask."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeGuard, TypeVar

_Node = TypeVar("_Node", bound=ast.AST)
Parent = Callable[[ast.AST], ast.AST | None]
"""What a node stands in."""
LOOPS = (ast.For, ast.AsyncFor, ast.While)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
BLOCKS = ("body", "orelse", "finalbody")
"""The fields that hold the statements of a compound one."""


# Names


def is_name(node: ast.AST | None, name: str) -> TypeGuard[ast.Name]:
    return isinstance(node, ast.Name) and node.id == name


def loads(node: ast.AST, name: str) -> TypeGuard[ast.Name]:
    """Whether a node reads a name."""
    return is_name(node, name) and isinstance(node.ctx, ast.Load)


def names_in(*trees: ast.AST) -> set[str]:
    """The names that are read or bound anywhere in trees."""
    return {part.id for tree in trees for part in ast.walk(tree) if isinstance(part, ast.Name)}


def bound_in(*trees: ast.AST) -> set[str]:
    """The names that are bound or deleted anywhere in trees."""
    names = (part for tree in trees for part in ast.walk(tree) if isinstance(part, ast.Name))
    return {name.id for name in names if not isinstance(name.ctx, ast.Load)}


def is_of_self(node: ast.AST) -> TypeGuard[ast.Attribute]:
    """Whether a node is ``self.attribute``."""
    return isinstance(node, ast.Attribute) and is_name(node.value, "self")


def root_of(expr: ast.expr) -> ast.expr:
    """``x`` of ``x.a.b``."""
    while isinstance(expr, ast.Attribute):
        expr = expr.value
    return expr


def is_path(expr: ast.expr) -> bool:
    """A name, or attributes of one: to read it again costs nothing and gives the same."""
    return isinstance(root_of(expr), ast.Name)


def name_at(name: str, place: ast.expr) -> ast.Name:
    """A name as it would be read at the place of an expression."""
    return ast.copy_location(ast.Name(name, ast.Load()), place)


# Expressions


def given_to(call: ast.Call) -> list[ast.expr]:
    """All that a call is given, by place and by keyword."""
    return [*call.args, *(keyword.value for keyword in call.keywords)]


def keywords_of(call: ast.Call) -> dict[str | None, ast.expr]:
    """What a call is given by keyword; under None what ``**`` passes."""
    return {keyword.arg: keyword.value for keyword in call.keywords}


def number_in(node: ast.expr | None) -> int | float | None:
    """The number that an expression is written as."""
    try:
        value = ast.literal_eval(node) if node is not None else None
    except (ValueError, TypeError):
        return None
    return value if type(value) in (int, float) else None


def is_number(node: ast.expr, *numbers: int) -> bool:
    """Whether an expression is written as one of these whole numbers."""
    value = number_in(node)
    return type(value) is int and value in numbers


def counted(count: ast.AST | None) -> tuple[ast.expr, bool] | None:
    """The tensor whose length an expression takes, and whether it counts all elements, not those of one dimension.

    ``len(t)``, ``t.size(0)`` and ``t.shape[0]``; ``t.numel()``.
    """
    if isinstance(count, ast.Call) and not count.keywords:
        if is_name(count.func, "len"):
            return (count.args[0], False) if len(count.args) == 1 else None
        if isinstance(count.func, ast.Attribute) and count.func.attr in ("numel", "nelement") and not count.args:
            return count.func.value, True
        if isinstance(count.func, ast.Attribute) and count.func.attr == "size" and len(count.args) == 1:
            return (count.func.value, False) if is_number(count.args[0], 0) else None
    elif isinstance(count, ast.Subscript) and isinstance(count.value, ast.Attribute) and is_number(count.slice, 0):
        return (count.value.value, False) if count.value.attr == "shape" else None
    return None


def both(operands: Sequence[ast.expr]) -> ast.expr:
    """Operands of ``and``."""
    return operands[0] if len(operands) == 1 else ast.BoolOp(ast.And(), list(operands))


def is_not(node: ast.AST | None) -> TypeGuard[ast.UnaryOp]:
    """Whether a node is ``not operand``."""
    return isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


# Statements


def targets_of(statement: ast.Assign | ast.AnnAssign | ast.AugAssign) -> list[ast.expr]:
    return statement.targets if isinstance(statement, ast.Assign) else [statement.target]


def plain(target: ast.expr) -> bool:
    """A name, or names side by side."""
    if isinstance(target, (ast.Tuple, ast.List)):
        return all(plain(part) for part in target.elts)
    return isinstance(target, ast.Name)


def is_text(statement: ast.stmt) -> bool:
    """Whether a statement is a string that stands alone, such as a docstring, or another constant."""
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def block_around(parent: ast.AST | None, statement: ast.stmt) -> list[ast.stmt]:
    """The statements of ``parent`` among which one stands; it alone where it stands in none of its blocks."""
    for name in BLOCKS:
        block = getattr(parent, name, None)
        if isinstance(block, list) and statement in block:
            return block
    return [statement]


def outward(node: ast.AST | None, parent: Parent, until: ast.AST | None = None) -> Iterator[ast.AST]:
    """A node and what it stands in, from the inside out; without ``until`` and what is around that."""
    while node is not None and node is not until:
        yield node
        node = parent(node)


def nearest(node: ast.AST | None, kind: type[_Node] | tuple[type[_Node], ...], parent: Parent) -> _Node | None:
    """The innermost node of a kind that a node is, or stands in."""
    return next((one for one in outward(node, parent) if isinstance(one, kind)), None)


# Places


def place(node: ast.AST) -> tuple[int, int]:
    """Row and column of where a node begins."""
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def end(node: ast.AST) -> tuple[int, int]:
    """Row and column behind a node."""
    return getattr(node, "end_lineno", 0) or 0, getattr(node, "end_col_offset", 0) or 0


def within(inner: ast.AST, outer: ast.expr) -> bool:
    """Whether a node begins inside of an expression of the same file."""
    return place(outer) <= place(inner) < end(outer)


def is_before(node: ast.AST, statement: ast.AST) -> bool:
    """Whether a node begins in front of a statement."""
    return place(node) < place(statement)


# New names


def fresh(stem: str, taken: Iterable[str]) -> str:
    """A name like ``stem`` that is not taken."""
    known, name, count = set(taken), stem, 2
    while name in known:
        name, count = f"{stem}_{count}", count + 1
    return name
