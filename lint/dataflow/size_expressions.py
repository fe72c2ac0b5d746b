"""The expressions of a function that are the length of something."""

from __future__ import annotations

import ast
from typing import NamedTuple

from fullgraph.lint.project.index import own_nodes
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction


class Length(NamedTuple):
    """A dimension's length."""

    owner: ast.expr
    """The value that it is the length of."""
    dim: int | None
    """The dimension; None where that is computed."""
    name: str
    """The variable that holds it, or nothing."""


def length_of(node: ast.expr, function: AnyFunction, seen: frozenset[str] = frozenset()) -> Length | None:
    """``x.shape[i]``, ``x.size(i)``, ``len(x)``, and a variable that is set to one of these and to nothing else."""
    if isinstance(node, ast.Subscript) and _shape(node.value) is not None and not isinstance(node.slice, ast.Slice):
        return Length(_shape(node.value) or node, _number(node.slice), "")
    if isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords:
        if isinstance(node.func, ast.Name) and node.func.id == "len":
            return Length(node.args[0], 0, "")
        if isinstance(node.func, ast.Attribute) and node.func.attr == "size":
            return Length(node.func.value, _number(node.args[0]), "")
    if isinstance(node, ast.Name) and node.id not in seen:
        return _of_variable(node.id, function, seen | {node.id})
    return None


def _of_variable(name: str, function: AnyFunction, seen: frozenset[str]) -> Length | None:
    found = [
        _assigned(target, value, name, function, seen) if value is not None else None
        for target, value in syntax.remembered(function, "stores", lambda: _stores(function)).get(name, ())
    ]
    if not found or None in found:
        return None
    first = found[0]
    return first._replace(name=name) if first is not None else None


def _stores(function: AnyFunction) -> dict[str, list[tuple[ast.expr, ast.expr | None]]]:
    """The targets in which each name stands, with what plain assignments set them to; None for other statements."""
    found: dict[str, list[tuple[ast.expr, ast.expr | None]]] = {}
    targets: list[tuple[ast.expr, ast.expr | None]]
    for node in own_nodes(function):
        if isinstance(node, ast.Assign):
            targets = [(target, node.value) for target in node.targets]
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.For, ast.NamedExpr)):
            targets = [(node.target, None)]
        else:
            continue
        for target, value in targets:
            for name in {part.id for part in syntax.walk(target) if isinstance(part, ast.Name)}:
                found.setdefault(name, []).append((target, value))
    return found


def _assigned(
    target: ast.expr, value: ast.expr, name: str, function: AnyFunction, seen: frozenset[str]
) -> Length | None:
    if isinstance(target, ast.Name):
        return length_of(value, function, seen)
    owner = _shape(value)
    if owner is None or not isinstance(target, (ast.Tuple, ast.List)):
        return None
    place = next(i for i, element in enumerate(target.elts) if _binds(element, name))
    star = next((i for i, element in enumerate(target.elts) if isinstance(element, ast.Starred)), None)
    if star is not None and place >= star:
        return None if place == star else Length(owner, place - len(target.elts), "")
    return Length(owner, place, "")


def _binds(target: ast.expr, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in syntax.walk(target))


def _shape(node: ast.expr) -> ast.expr | None:
    """The tensor of ``x.shape`` or ``x.size()``."""
    if isinstance(node, ast.Attribute) and node.attr == "shape":
        return node.value
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "size":
        return node.func.value if not node.args else None
    return None


def _number(node: ast.expr) -> int | None:
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError):
        return None
    return value if type(value) is int else None
