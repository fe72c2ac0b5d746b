"""States in which code runs: how they are joined, and what a call's arguments are remembered by."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from fullgraph.lint.dataflow import reassigned
from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.frame import Env
from fullgraph.lint.domain.values import (
    UNKNOWN,
    Bound,
    ClassValue,
    Const,
    External,
    Instance,
    MappingValue,
    ModuleValue,
    PyValue,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join,
    join_all,
    replace,
)


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


def with_unknown_items(value: Value) -> Value:
    """A container of which other code may change the contents."""
    if isinstance(value, MappingValue):
        return replace(value, open=True)
    if isinstance(value, SequenceValue):
        return SequenceValue(value.kind, None, join(value.each(), UNKNOWN), bound=value.bound and Bound())
    return value


def changed(value: Value, by: Iterable[ast.AST], declared: Value = UNKNOWN) -> Value:
    """An attribute as the constructor leaves it, or as these expressions and nodes (see `reassigned`) set it later.

    What is set to something unknown is taken to be as declared, else of the same kind: a flag, a number, a text.
    """
    found = [value]
    for node in by:
        if isinstance(node, ast.Constant):
            found.append(Const(node.value))
        elif node is reassigned.MUTATED:
            found += [_grown(option, declared) for option in alternatives(value)]
        else:
            found += [_another(option, declared) for option in alternatives(value)]
    return join_all(found)


def _another(value: Value, declared: Value = UNKNOWN) -> Value:
    """Another value of the same kind."""
    if isinstance(value, Const):
        if value.value is None:
            return join_all(option for option in alternatives(declared) if option != value)
        return PyValue(value.kind.__name__)
    return _grown(value, declared)


def _grown(value: Value, declared: Value = UNKNOWN) -> Value:
    """A container with other items, as declared, else of the kinds of those that it has."""
    if isinstance(value, MappingValue):
        items = tuple((key, join(item, _another(item))) for key, item in value.items)
        others = [*dict(items).values(), *([value.element] if value.open else [])]
        return replace(value, items=items, open=True, element=_declared_of(declared, MappingValue) or join_all(others))
    if isinstance(value, SequenceValue):
        each = value.each()
        more = _declared_of(declared, SequenceValue) or _another(each)
        held = more if value.items == () else join(each, more)
        return SequenceValue(value.kind, None, held, bound=value.bound and Bound())
    return value


def _declared_of(declared: Value, kind: type[MappingValue | SequenceValue]) -> Value | None:
    """What each item of a container is declared to be; None where that is not said."""
    each = [option.each() for option in alternatives(declared) if isinstance(option, kind)]
    return join_all(each) if each and UNKNOWN not in each else None


MAX_NESTING = 6
"""Containers inside of each other that are known; a loop or a recursion may nest them without end."""


def pruned(value: Value) -> Value:
    """A value without the containers in it that lie deeper than `MAX_NESTING`."""
    return _pruned(value, MAX_NESTING) if _nests(value, MAX_NESTING + 1) else value


def _nests(value: Value, levels: int) -> bool:
    """Return whether so many containers lie inside of each other."""
    if isinstance(value, UnionValue):
        return any(_nests(option, levels) for option in value.alternatives)
    if isinstance(value, SequenceValue):
        inner: Iterable[Value] = value.items if value.items is not None else (value.element,)
    elif isinstance(value, MappingValue):
        inner = (*(item for _, item in value.items), value.element)
    else:
        return False
    return levels == 1 or any(_nests(item, levels - 1) for item in inner)


def _pruned(value: Value, levels: int) -> Value:
    if isinstance(value, UnionValue):
        return join_all([_pruned(option, levels) for option in value.alternatives])
    if not isinstance(value, (SequenceValue, MappingValue)):
        return value
    if not levels:
        return UNKNOWN
    element = _pruned(value.element, levels - 1)
    if isinstance(value, MappingValue):
        return replace(
            value, items=tuple((key, _pruned(item, levels - 1)) for key, item in value.items), element=element
        )
    items = None if value.items is None else tuple(_pruned(item, levels - 1) for item in value.items)
    return replace(value, items=items, element=element)


def widened(value: Value) -> Value:
    """Without a constant's value, so that fewer contexts differ."""
    if isinstance(value, Const) and value.value is not None and not isinstance(value.value, bool):
        return PyValue(value.kind.__name__)
    return value


def is_heap_free(value: Value) -> bool:
    """Return whether no object of the heap can be reached from a value."""
    if isinstance(value, (SequenceValue, MappingValue)) and value.sites:
        return False
    if isinstance(value, SequenceValue):
        return all(map(is_heap_free, value.items)) if value.items is not None else is_heap_free(value.element)
    if isinstance(value, MappingValue):
        return is_heap_free(value.each())
    return all(
        isinstance(option, (Const, PyValue, Tensor, External, ClassValue, ModuleValue)) or type(option) is Value
        for option in alternatives(value)
    )


_PLAIN = frozenset((Value, Const, PyValue, External, ClassValue, Instance))
"""The most frequent of the values that make a difference by themselves."""


def context_key(value: Value) -> object:
    """Return what of an argument makes a difference to a callee: of tensors' dtypes and shapes, little."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Tensor):
        return (Tensor, value.confidence, value.dtype == BOOLEAN, value.dynamic, value.array)
    if isinstance(value, SequenceValue):
        return (
            SequenceValue,
            value.kind,
            None if value.items is None else tuple(map(context_key, value.items)),
            context_key(value.element),
            value.sites,
        )
    if isinstance(value, MappingValue):
        return (
            MappingValue,
            tuple((name, context_key(item)) for name, item in value.items),
            value.open,
            context_key(value.element),
            value.sites,
        )
    if isinstance(value, UnionValue):
        return (UnionValue, frozenset(map(context_key, value.alternatives)))
    return value
