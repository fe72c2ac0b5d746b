"""What a statement selects by data: the indices of a condition, and pieces of trees that rewrites of them ask for."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import end, is_name, is_number, place
from fullgraph.rules.rewrite.masks.picks import indices


@dataclass
class Selection:
    """``token, slot = torch.where(condition)``, or one name alone."""

    statement: ast.Assign
    condition: ast.expr
    names: tuple[str, ...]


def selection(statement: ast.stmt, oracle: Oracle) -> Selection | None:
    """What a statement selects, where it is of that form."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    if isinstance(target, (ast.Tuple, ast.List)):
        names = tuple(part.id for part in target.elts if isinstance(part, ast.Name))
        condition = indices(value, oracle, True)
        if condition is None or len(names) != len(target.elts) or len(names) > 2 or len(set(names)) < len(names):
            return None
        return Selection(statement, condition, names)
    if not isinstance(target, ast.Name):
        return None
    found = hits(value, oracle)
    condition = found[0] if found is not None and found[1] and not _is_call(value, "tolist") else None
    return Selection(statement, condition, (target.id,)) if condition is not None else None


def hits(value: ast.expr, oracle: Oracle) -> tuple[ast.expr, bool] | None:
    """The condition of ``condition.nonzero()``, also as a list, and whether its rows have lost their dimension."""
    if (condition := indices(value, oracle, False)) is not None:
        return condition, False
    if isinstance(value, ast.Subscript) and is_number(value.slice, 0) and (found := indices(value.value, oracle, True)):
        return found, True
    if not isinstance(value, ast.Call) or not isinstance(value.func, ast.Attribute) or value.keywords:
        return None
    if _is_call(value, "tolist"):
        listed = hits(value.func.value, oracle)
        return listed if listed is not None and listed[1] else None
    shaped = value.func.attr in ("squeeze", "view", "reshape") and len(value.args) == 1
    flat = is_number(value.args[0], -1, 1) if shaped else _is_call(value, "flatten")
    found = indices(value.func.value, oracle, False) if flat else None
    return (found, True) if found is not None else None


def _is_call(value: ast.expr, method: str) -> bool:
    """Whether it calls a method without arguments."""
    called = value.func if isinstance(value, ast.Call) and not value.args else None
    return isinstance(called, ast.Attribute) and called.attr == method


def over_range(loop: ast.For, oracle: Oracle) -> bool:
    return isinstance(loop.iter, ast.Call) and (oracle.qualname(loop.iter.func) or "") == "range"


def mask_of(condition: ast.expr) -> ast.expr | None:
    """The mask of ``mask[index]``, also ``mask[index].squeeze(0)``."""
    if isinstance(condition, ast.Call) and isinstance(condition.func, ast.Attribute):
        condition = condition.func.value
    return condition.value if isinstance(condition, ast.Subscript) else None


def unpacked(value: ast.expr, name: str) -> bool:
    """``name[0]``, ``name.item()``, ``int(name.item())``."""
    if isinstance(value, ast.Call) and is_name(value.func, "int") and len(value.args) == 1 and not value.keywords:
        return is_name(value.args[0], name) or unpacked(value.args[0], name)
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and not value.args:
        inner = value.func.value
        return value.func.attr == "item" and (is_name(inner, name) or unpacked(inner, name))
    return isinstance(value, ast.Subscript) and is_number(value.slice, 0) and is_name(value.value, name)


def statements(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a block and of the blocks in it, in order."""
    for statement in body:
        yield statement
        for name in ("body", "orelse", "finalbody"):
            yield from statements(getattr(statement, name, []))


def walk(body: Sequence[ast.stmt], without: ast.stmt | None = None) -> Iterator[ast.AST]:
    left = set(ast.walk(without)) if without is not None else set()
    for statement in body:
        for node in ast.walk(statement):
            if node not in left:
                yield node


def head_of(statement: ast.stmt) -> Iterator[ast.expr]:
    """The expressions of a statement without those of the statements in it."""
    for _, value in ast.iter_fields(statement):
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, ast.expr):
                yield part
            elif isinstance(part, ast.withitem):
                yield part.context_expr


def is_behind(node: ast.AST, loop: ast.stmt | None) -> bool:
    return loop is None or place(node) >= end(loop)
