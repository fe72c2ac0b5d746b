"""Texts of objects that TorchDynamo cannot make: of which classes, by ``str`` or ``repr``, in which versions of torch.

Proved by the cases of FG205. An f-string, ``format`` and the operator ``%`` make no text until something needs it.
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.externals import COMPILED_CLASSES
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import ExternalInstance, Instance, SequenceValue, Value, alternatives
from fullgraph.lint.project.index import ClassInfo, dotted_name
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.objects import is_object

WAYS = ("builtins.str", "builtins.repr")
"""The functions that ask for a text, as events name them."""
_DISTRIBUTIONS = "torch.distributions."


def ends_graph(event: Call, value: Value) -> bool:
    """Return whether the graph ends at the text of a value, whatever of its alternatives it is."""
    return all(_ends(event, option, event.name == WAYS[0]) for option in alternatives(value))


def called(value: Value) -> str:
    """Return how a message calls the value."""
    first = alternatives(value)[0]
    if isinstance(first, Instance):
        return f"an object of {first.cls.name}"
    return f"a {first.cls.rpartition('.')[2]}" if isinstance(first, ExternalInstance) else "a container of objects"


def _ends(event: Call, value: Value, by_str: bool) -> bool:
    """The same of one alternative, or of an item of one, of which a container asks the ``repr``."""
    if isinstance(value, SequenceValue) and value.kind in ("list", "tuple"):
        return any(_ends(event, item, by_str=False) for item in value.items or ())
    if isinstance(value, ExternalInstance) and value.cls in COMPILED_CLASSES:
        return True
    if isinstance(value, ExternalInstance):
        return value.cls.startswith(_DISTRIBUTIONS) and (not by_str or in_versions(event, since="2.14"))
    if not isinstance(value, Instance) or not is_object(value):
        return False
    cls = value.cls
    if _has_generated_repr(cls):
        if not by_str:
            return True
        told = cls.find_method("__str__") is None
        return told and (in_versions(event, since="2.14") or _is_made_here(event.frame, value))
    plain = cls.find_method("__repr__") is None and not cls.external_bases()
    return plain and not by_str and in_versions(event, before="2.13")


def _has_generated_repr(cls: ClassInfo) -> bool:
    """Return whether a dataclass was given the ``__repr__`` that its objects have."""
    for entry in cls.mro:
        if not isinstance(entry, ClassInfo) or "__repr__" in entry.methods:
            return False
        made = next(filter(_makes_dataclass, entry.node.decorator_list), None)
        if made is not None:
            return not _asks_for_none(made)
    return False


def _makes_dataclass(decorator: ast.expr) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    return dotted_name(named).rpartition(".")[2] == "dataclass"


def _asks_for_none(decorator: ast.expr) -> bool:
    named = decorator.keywords if isinstance(decorator, ast.Call) else []
    return any(one.arg == "repr" and isinstance(one.value, ast.Constant) and not one.value.value for one in named)


def _is_made_here(frame: Frame, value: Instance) -> bool:
    at: Frame | None = frame
    while at is not None:
        if value.site in at.made:
            return True
        at = at.caller
    return False
