"""Tensors and plain values within others, by a path such as ``output.logits[0]``."""

from __future__ import annotations

import dataclasses
import types
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import torch

Entries = Callable[[Any, str], "Iterator[tuple[str, Any]] | None"]
"""The entries of a value, by their paths; None for a leaf."""


def walk(value: Any, path: str, entries: Entries, seen: set[int] | None = None) -> Iterator[tuple[str, Any]]:
    """The leaves of a value. With ``seen``, the ids of what was looked into, each value is looked into once."""
    inside = entries(value, path)
    if inside is None:
        yield path, value
        return
    if seen is not None:
        if id(value) in seen:
            return
        seen.add(id(value))
    for name, entry in inside:
        yield from walk(entry, name, entries, seen)


def entries_of_containers(value: Any, path: str) -> Iterator[tuple[str, Any]] | None:
    """The entries of a mapping, a tuple, a list or a dataclass; everything else is a leaf."""
    if isinstance(value, Mapping):
        return ((f"{path}.{key}", entry) for key, entry in value.items())
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return ((f"{path}.{name}", entry) for name, entry in zip(value._fields, value, strict=True))
    if isinstance(value, (tuple, list)):
        return ((f"{path}[{index}]", entry) for index, entry in enumerate(value))
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = dataclasses.fields(value)
        return ((f"{path}.{item.name}", getattr(value, item.name, None)) for item in fields)
    return None


PLAIN = (bool, int, float, str, type(None))
"""The plain values that an output may hold beside tensors."""


def entries_of_output(value: Any, path: str) -> Iterator[tuple[str, Any]] | None:
    """The entries of what a call returns, objects' attributes too. Leaves are tensors and plain values."""
    if isinstance(value, (torch.Tensor, *PLAIN)):
        return None
    inside = entries_of_containers(value, path)
    if inside is not None:
        return inside
    skipped = isinstance(value, (type, types.FunctionType, types.ModuleType, torch.nn.Module))
    return ((f"{path}.{name}", entry) for name, entry in ({} if skipped else attributes_of(value)).items())


def attributes_of(value: Any) -> dict[str, Any]:
    """The attributes that an object holds itself."""
    return dict(vars(value)) if hasattr(value, "__dict__") else {}


def equal(left: torch.Tensor, right: torch.Tensor) -> bool:
    """`torch.equal`, for tensors of all layouts: it knows no sparse ones."""
    if left.layout != right.layout:
        return False
    return torch.equal(left, right) if left.layout == torch.strided else torch.equal(left.to_dense(), right.to_dense())


def same_tensor(left: torch.Tensor, right: torch.Tensor) -> bool:
    """Return whether two tensors are equal; NaN is what it was where it was NaN before."""
    if left.shape != right.shape or left.dtype != right.dtype:
        return False
    if equal(left, right):
        return True
    if not left.is_floating_point() or left.layout != right.layout:
        return False
    left, right = (one if one.layout == torch.strided else one.to_dense() for one in (left, right))
    return torch.equal(left.nan_to_num(), right.nan_to_num())
