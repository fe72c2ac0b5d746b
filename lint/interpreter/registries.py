"""Registries: containers, global or of a class, that statements of a package fill with functions and classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fullgraph.lint.domain.values import (
    ClassValue,
    External,
    Function,
    Instance,
    MappingValue,
    Partial,
    SequenceValue,
    Value,
)
from fullgraph.lint.interpreter import states
from fullgraph.lint.project.index import ClassInfo

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def of_class(interp: Evaluator, cls: ClassInfo, name: str, value: Value) -> Value:
    """What a class's body sets an attribute to, with what statements put into it if that is a registry."""
    if not isinstance(value, (MappingValue, SequenceValue)):
        return value
    if is_registry(value):
        value = interp.registered_of_class(cls, name, value)
    if cls.module.mutated.isdisjoint((f"{cls.name}.{name}", f"cls.{name}", f"self.{name}")):
        return value
    return states.with_unknown_items(value)  # functions may put in more


def is_registry(value: Value) -> bool:
    """Return whether a value may be there to be filled by other statements.

    An empty container, one of functions and classes, or an object that has one.
    """
    if isinstance(value, SequenceValue):
        return value.kind == "list" and value.items is not None and all(map(_is_code, value.items))
    if isinstance(value, MappingValue):
        return not value.open and all(_is_code(held) for _, held in value.items)
    return isinstance(value, Instance) and any(_REGISTERING in name for name in _methods(value.cls))


def _is_code(value: Value) -> bool:
    return isinstance(value, (Function, ClassValue, External, Partial))


def _methods(cls: ClassInfo) -> set[str]:
    return {name for entry in cls.mro if isinstance(entry, ClassInfo) for name in entry.methods}


_REGISTERING = "regist"
"""What the methods of registries have in their names: ``register``, ``register_module``, ``registry``."""
