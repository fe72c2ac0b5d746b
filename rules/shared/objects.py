"""Values of which TorchDynamo makes no constant: objects, and containers with tensors or objects in them."""

from __future__ import annotations

from fullgraph.lint.domain.values import ExternalInstance, Instance, MappingValue, SequenceValue, Value, alternatives
from fullgraph.rules.shared.reads import held_tensor

_PLAIN_BASES = ("torch.", "abc.", "collections.abc.", "typing.", "builtins.object")
"""Bases outside of the project with which a class is an ordinary one: one of an enumeration has constants."""


def is_object(value: Value) -> bool:
    """Return whether something that is no tensor surely is an object, or holds one or a tensor."""
    if isinstance(value, Instance):
        return all(base.startswith(_PLAIN_BASES) for base in value.cls.external_bases())
    if isinstance(value, ExternalInstance):
        return value.cls.startswith(("torch.nn.", "torch.optim.", "torch.distributions."))
    if isinstance(value, SequenceValue):
        if value.kind == "generator":
            return True
        return any(map(_is_held, value.items)) if value.items is not None else _is_held(value.element)
    if isinstance(value, MappingValue):
        return any(_is_held(item) for key, item in value.items if key not in value.maybe)
    return False


def _is_held(value: Value) -> bool:
    """The same of an item of a container, which may be a tensor."""
    return all(is_object(option) or held_tensor(option, depth=0) is not None for option in alternatives(value))
