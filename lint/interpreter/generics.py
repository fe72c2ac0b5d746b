"""Classes with parameters: ``list[int]``, ``Optional[Box]``, ``Box[int]``."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import Parametrized
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import UNKNOWN, ClassValue, External, GenericAlias, SequenceValue, Value
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.project.index import ClassInfo

_BUILTIN = frozenset(f"builtins.{name}" for name in "list dict set frozenset tuple type".split())
_COLLECTIONS = frozenset(f"collections.{name}" for name in "defaultdict OrderedDict deque Counter ChainMap".split())
_TYPING = ("typing.", "typing_extensions.")


def made(interp: Evaluator, frame: Frame, node: ast.Subscript, owner: Value, parameters: Value) -> Value:
    """``owner[parameters]``, of a class."""
    found = _alias(frame, owner)
    if found is None:
        return UNKNOWN
    several = parameters.items if isinstance(parameters, SequenceValue) and parameters.kind == "tuple" else None
    if frame.tracing:
        interp.emit(Parametrized(node, frame, interp, found, several or (parameters,)))
    return found


def _alias(frame: Frame, owner: Value) -> GenericAlias | None:
    if isinstance(owner, ClassValue):
        return GenericAlias(owner, True, frame.tracing) if _is_generic(owner.cls) else None
    if not isinstance(owner, External):
        return None
    if owner.name.startswith(_TYPING):
        return GenericAlias(owner, True, frame.tracing)
    if owner.name in _BUILTIN or owner.name in _COLLECTIONS or owner.name.startswith("collections.abc."):
        return GenericAlias(owner, False, frame.tracing)
    return None


def _is_generic(cls: ClassInfo) -> bool:
    """Return whether a class has type variables, and no ``__class_getitem__`` of its own."""
    declared = bool(getattr(cls.node, "type_params", ())) or any(
        base.rpartition(".")[2] in ("Generic", "Protocol") and base.startswith(_TYPING) for base in cls.external_bases()
    )
    return declared and cls.find_method("__class_getitem__") is None
