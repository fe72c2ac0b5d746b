"""States in which code runs: how they are joined, and what a call's arguments are remembered by."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import TYPE_CHECKING

from fullgraph.lint.dataflow import reassigned
from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.frame import Env
from fullgraph.lint.domain.values import (
    UNKNOWN,
    AnyOf,
    ClassValue,
    Const,
    External,
    Mapping,
    ModuleValue,
    Py,
    Tensor,
    Value,
    join,
    join_all,
    options,
    replace,
)
from fullgraph.lint.domain.values import Sequence as Items

if TYPE_CHECKING:
    pass


def join_env(left: Env, right: Env) -> Env:
    if left is right:
        return left
    merged = dict(left)
    for name, value in right.items():
        if name not in left:
            merged[name] = value
        elif left[name] is not value:
            merged[name] = join(left[name], value)
    if len(left) + len(right) != 2 * len(merged):
        for name in [name for name in merged if "." in name and (name not in left or name not in right)]:
            del merged[name]  # what a test said of an attribute holds on both ways or not at all
    return merged


def opened(value: Value) -> Value:
    """A container of which other code may change the contents."""
    if isinstance(value, Mapping):
        return replace(value, open=True)
    if isinstance(value, Items):
        return Items(value.kind, None, join(value.each(), UNKNOWN))
    return value


def changed(value: Value, by: Iterable[ast.AST]) -> Value:
    """An attribute as the constructor leaves it, or as these expressions and nodes (see `reassigned`) set it later.

    What is set to something unknown is still taken to be of the same kind: a flag, a number, a text.
    """
    found = [value]
    for node in by:
        if isinstance(node, ast.Constant):
            found.append(Const(node.value))
        elif node is reassigned.MUTATED:
            found += [_grown(option) for option in options(value)]
        else:
            found += [_another(option) for option in options(value)]
    return join_all(found)


def _another(value: Value) -> Value:
    """Another value of the same kind."""
    if isinstance(value, Const):
        return UNKNOWN if value.value is None else Py(value.kind.__name__)
    return _grown(value)


def _grown(value: Value) -> Value:
    """A container with other items, of the kinds of those that it has."""
    if isinstance(value, Mapping):
        items = tuple((key, join(item, _another(item))) for key, item in value.items)
        others = [*dict(items).values(), *([value.element] if value.open else [])]
        return replace(value, items=items, open=True, element=join_all(others))
    if isinstance(value, Items):
        each = value.each()
        return Items(value.kind, None, join(each, _another(each)))
    return value


def widened(value: Value) -> Value:
    """Without a constant's value, so that fewer contexts differ."""
    if isinstance(value, Const) and value.value is not None and not isinstance(value.value, bool):
        return Py(value.kind.__name__)
    return value


def apart(value: Value) -> bool:
    """Whether no object of the heap can be reached from a value."""
    if isinstance(value, Items):
        return all(map(apart, value.items)) if value.items is not None else apart(value.element)
    if isinstance(value, Mapping):
        return apart(value.each())
    return all(
        isinstance(option, (Const, Py, Tensor, External, ClassValue, ModuleValue)) or type(option) is Value
        for option in options(value)
    )


def key(value: Value) -> object:
    """What of an argument makes a difference to a callee: of tensors' dtypes and shapes, little."""
    if isinstance(value, Tensor):
        return (Tensor, value.confidence, value.dtype == BOOLEAN, value.dynamic)
    if isinstance(value, Items):
        return (Items, value.kind, None if value.items is None else tuple(map(key, value.items)), key(value.element))
    if isinstance(value, Mapping):
        return (Mapping, tuple((name, key(item)) for name, item in value.items), value.open, key(value.element))
    if isinstance(value, AnyOf):
        return (AnyOf, frozenset(map(key, value.options)))
    return value
