"""Objects of the project's classes that derive from ``nn.Sequential``, ``nn.ModuleList`` or ``nn.ModuleDict``."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    Const,
    External,
    ExternalInstance,
    Instance,
    MappingValue,
    SequenceValue,
    Value,
    alternatives,
    join_all,
)
from fullgraph.lint.interpreter.arguments import Arguments

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_BASES = ("Sequential", "ModuleList", "ModuleDict")
_MODULES = (Instance, ExternalInstance, SequenceValue, MappingValue)
"""What modules are; classes and functions are none, whatever else a variable may hold."""
METHODS = frozenset(("items", "keys", "values", "append"))
"""The methods that they have beside those of all modules."""
_HELD = "[modules]"
"""The heap's name for the modules that a container holds; no attribute can have it."""


def fill(interp: Evaluator, frame: Frame, node: ast.AST, owner: Instance, given: Arguments) -> None:
    """The constructor of the base is called: what it is given, the object holds."""
    base = _base(owner)
    if base is None or not isinstance(node, ast.Call):
        return
    with interp.muted(frame):
        value = interp.call_value(frame, node, External(f"torch.nn.{base}"), given)
    interp.heap[owner.site] = {**interp.heap.of(owner.site), _HELD: value}


def held(interp: Evaluator, owner: Value) -> SequenceValue | MappingValue | None:
    """Return the modules of a container, as a list or a dictionary; None for other objects and where none are known."""
    found = interp.heap.of(owner.site).get(_HELD) if isinstance(owner, Instance) else None
    return found if isinstance(found, (SequenceValue, MappingValue)) else None


def add(interp: Evaluator, owner: Instance, module: Value, name: Value | None = None) -> None:
    """A container gets one more module."""
    known = held(interp, owner)
    if known is None:
        return
    module = join_all([one for one in alternatives(module) if isinstance(one, _MODULES)])
    more: Value
    if isinstance(known, MappingValue):
        more = MappingValue(known.items, True, join_all([known.each(), module]))
        if isinstance(name, Const):
            more = MappingValue((*known.items, (name, module)), known.open, known.element)
    elif known.items is not None and len(known.items) < _LONGEST:
        more = SequenceValue(known.kind, (*known.items, module))
    else:
        more = SequenceValue(known.kind, None, join_all([known.each(), module]))
    interp.heap[owner.site] = {**interp.heap.of(owner.site), _HELD: more}


_LONGEST = 16
"""Longer lists are known by what any of their items can be."""


def _base(owner: Instance) -> str | None:
    names = {base.rpartition(".")[2] for base in owner.cls.external_bases() if base.startswith("torch.nn.")}
    return next((base for base in _BASES if base in names), None)
