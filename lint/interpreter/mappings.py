"""Objects of the project's dictionary classes: which items they hold, and what they answer for others."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import UNKNOWN, Const, Instance, MappingValue, Value
from fullgraph.lint.interpreter import special_methods

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator

_DICTIONARIES = frozenset(("builtins.dict", "collections.OrderedDict", "collections.UserDict"))
FILLING = frozenset(("__init__", "update", "setdefault"))
"""The methods of dictionaries by which they get items."""
_OTHERS = "[]"
"""The heap's name for items of keys that are not known; no attribute can have it."""


def put(interp: Evaluator, frame: Frame, node: ast.AST, owner: Value, key: Value, value: Value) -> None:
    """``owner[key] = value``."""
    if not isinstance(owner, Instance):
        return
    if special_methods.call(interp, frame, node, owner, "setitem", key, value) is None:
        set_item(interp, owner, key, value)


def set_item(interp: Evaluator, owner: Instance, key: Value, value: Value) -> None:
    """``dict.__setitem__(owner, key, value)``."""
    if is_dictionary(owner):
        interp.heap[owner.site] = {**interp.heap.of(owner.site), _name(key): value}


def missing(interp: Evaluator, frame: Frame, node: ast.AST, owner: Instance, key: Value) -> Value | None:
    """What a dictionary gives for a key: its item, or what ``__missing__`` gives; None where neither is known."""
    if not is_dictionary(owner) or not isinstance(key, Const):
        return None
    held = interp.heap.of(owner.site)
    if (item := held.get(_name(key))) is not None:
        return item
    filled = owner.site not in interp.heap or _OTHERS in held
    return None if filled else special_methods.call(interp, frame, node, owner, "missing", key)


def fill(interp: Evaluator, owner: Instance, given: Arguments | None = None) -> None:
    """Note that a dictionary was given items: those of another one and of keywords, or some that are not followed."""
    if not is_dictionary(owner):
        return
    items: dict[str, Value] = {}
    if given is None or given.rest or not all(isinstance(one, MappingValue) for one in given.args):
        items[_OTHERS] = UNKNOWN
    if given is not None:
        for one in given.args:
            if isinstance(one, MappingValue):
                items.update((_name(key), value) for key, value in one.items)
                items.update({_OTHERS: UNKNOWN} if one.open else {})
        items.update((_name(Const(name)), value) for name, value in given.kwargs.items())
    interp.heap[owner.site] = {**interp.heap.of(owner.site), **items}


def as_attributes(interp: Evaluator, owner: Instance) -> None:
    """``owner.__dict__ = owner``: the items of a dictionary are its attributes too."""
    held = interp.heap.of(owner.site)
    items = {ast.literal_eval(name[1:-1]): value for name, value in held.items() if name[:2] in ("['", '["')}
    interp.heap[owner.site] = {**held, **items}


def is_dictionary(owner: Instance) -> bool:
    """Return whether the object is a dictionary of a class of the project."""
    return any(base in _DICTIONARIES for base in owner.cls.external_bases())


def _name(key: Value) -> str:
    return f"[{key.value!r}]" if isinstance(key, Const) else _OTHERS
