"""The operators behind functions and methods: which they are, and what their tags and schemas say."""

from __future__ import annotations

import operator
from typing import Any

import torch

# Dunder methods whose operator is not named as they are.
OPERATORS = {
    "truediv": "div",
    "rtruediv": "div",
    "mod": "remainder",
    "floordiv": "floor_divide",
    "invert": "bitwise_not",
    "bool": "is_nonzero",
    "nonzero": "is_nonzero",
    "int": "item",
    "long": "item",
    "float": "item",
    "complex": "item",
    "index": "item",
    "and": "bitwise_and",
    "or": "bitwise_or",
    "xor": "bitwise_xor",
}


def packets(name: str) -> list[Any]:
    """The overloads of an operator, without those that write to ``out``."""
    packet = getattr(torch.ops.aten, name, None) if not name.startswith("__") or name.endswith("__") else None
    if packet is None or not hasattr(packet, "overloads"):
        return []
    return [getattr(packet, overload) for overload in packet.overloads() if "out" not in overload]


def method_operator(name: str) -> str:
    """The operator behind a method of Tensor; ``__radd__`` is ``add``."""
    if not (name.startswith("__") and name.endswith("__")):
        return name
    bare = name[2:-2]
    bare = OPERATORS.get(bare, bare)
    if bare.startswith("r") and hasattr(operator, f"__{bare[1:]}__"):
        return method_operator(f"__{bare[1:]}__")
    if is_augmented(name):
        return method_operator(f"__{bare[1:]}__") + "_"
    return bare if packets(bare) else name


def is_augmented(name: str) -> bool:
    """Whether a method is that of an augmented assignment: ``__iadd__``."""
    return name.startswith("__i") and name[2:-2] in operator.__all__ and hasattr(operator, f"__{name[3:-2]}__")


def has_tag(ops: list[Any], tag: torch.Tag) -> bool:
    return any(tag in op.tags for op in ops)


def aliases_argument(ops: list[Any]) -> bool:
    """Whether a schema says that a result shares memory with an argument that it does not write to."""
    for op in ops:
        schema = op._schema
        infos = [argument.alias_info for argument in schema.arguments if argument.alias_info is not None]
        if infos and not any(info.is_write for info in infos):
            return True
        if has_tag([op], torch.Tag.maybe_aliasing_or_mutating):
            return True
    return False
