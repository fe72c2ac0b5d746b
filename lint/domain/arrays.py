"""NumPy arrays of texts, dates and objects, of which TorchDynamo cannot make tensors."""

from __future__ import annotations

import re
from typing import TypeGuard

from fullgraph.lint.domain.values import (
    STR,
    Const,
    Evidence,
    External,
    ExternalInstance,
    Instance,
    SequenceValue,
    Slice,
    Tensor,
    Value,
    alternatives,
)

ARRAY = "numpy.ndarray"
"""The class that such an array has here; arrays of numbers are tensors."""
DTYPE_AT = {"array": 1, "asarray": 1, "asanyarray": 1, "empty": 1, "zeros": 1, "ones": 1, "full": 2}
"""Where functions that make arrays take the dtype."""
OF_CONTENTS = frozenset(("array", "asarray", "asanyarray"))
"""Functions that make an array of a list."""
_FOREIGN = frozenset(
    (
        *(f"builtins.{name}" for name in "object str bytes".split()),
        *(f"numpy.{name}" for name in "object_ str_ bytes_ datetime64 timedelta64".split()),
    )
)
_FOREIGN_CODE = re.compile(
    r"[<>|=]?(O|[USMm]\d*(\[\w+\])?|object|str|bytes|datetime64(\[\w+\])?|timedelta64(\[\w+\])?)"
)


def is_foreign_dtype(dtype: Value | None, of_contents: bool) -> bool:
    """Return whether torch has no tensors of a dtype; ``of_contents``: a list of dtypes is one of several fields."""
    if isinstance(dtype, External):
        return dtype.name in _FOREIGN
    if isinstance(dtype, Const) and isinstance(dtype.value, str):
        return bool(_FOREIGN_CODE.fullmatch(dtype.value))
    return isinstance(dtype, SequenceValue) and of_contents


def is_foreign_content(value: Value | None) -> bool:
    """Return whether it surely is a text, None or an object of a class of its own, or a list in which one is."""
    if isinstance(value, SequenceValue):
        if value.items is not None:
            return any(map(is_foreign_content, value.items))
        elements = alternatives(value.element)
        return value.element == STR or (bool(elements) and all(map(_is_plain_object, elements)))
    if _is_plain_object(value):
        return True
    return value == STR or (isinstance(value, Const) and (value.value is None or isinstance(value.value, str)))


def _is_plain_object(value: Value | None) -> bool:
    """Return whether it is an object of a class that gives NumPy neither an array, a number nor items."""
    if not isinstance(value, Instance) or any(base != "builtins.object" for base in value.cls.external_bases()):
        return False
    return all(value.cls.find_method(name) is None for name in _CONVERTING)


_CONVERTING = (
    *("__array__", "__array_interface__", "__array_struct__", "__buffer__", "__float__", "__int__", "__index__"),
    *("__len__", "__getitem__", "__iter__", "__complex__", "__getattr__"),
)


def is_array(value: Value | None) -> TypeGuard[ExternalInstance]:
    """Return whether a value is an array without numbers."""
    return type(value) is ExternalInstance and value.cls == ARRAY


def part(value: ExternalInstance, index: Value) -> Value | None:
    """Return what an index gives of such an array; None for a single item."""
    return value if isinstance(index, (Slice, SequenceValue, Tensor)) else None


def made(evidence: Evidence) -> ExternalInstance:
    """Return an array without numbers."""
    return ExternalInstance(ARRAY, evidence=evidence)
