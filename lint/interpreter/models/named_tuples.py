"""Models of named tuples: ``collections.namedtuple("Point", "x y")``, and torch's ``PackedSequence``."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    NONE,
    UNKNOWN,
    Const,
    Evidence,
    MappingValue,
    NamedTupleClass,
    Origin,
    SequenceValue,
    Tensor,
    Value,
    join,
)
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.evaluator import Evaluator, Model
from fullgraph.lint.project.index import ClassInfo


def _class(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    fields = _names(given.get(1, "field_names") or given.get(1, "fields") or UNKNOWN)
    defaults = given.kwargs.get("defaults")
    if fields is None or given.rest or "rename" in given.kwargs:
        return UNKNOWN
    if isinstance(defaults, SequenceValue) and defaults.items is not None:
        return NamedTupleClass(fields, defaults.items)
    return NamedTupleClass(fields) if defaults is None else UNKNOWN


def _names(value: Value) -> tuple[str, ...] | None:
    """The names of fields, in a text or a list, or with their types."""
    if isinstance(value, Const) and isinstance(value.value, str):
        return tuple(value.value.replace(",", " ").split())
    if not isinstance(value, SequenceValue) or value.items is None:
        return None
    firsts = [item.items[0] if isinstance(item, SequenceValue) and item.items else item for item in value.items]
    names = [item.value for item in firsts if isinstance(item, Const) and isinstance(item.value, str)]
    return tuple(names) if len(names) == len(firsts) else None


def is_class(cls: ClassInfo) -> bool:
    """Return whether a class of the project is a named tuple."""
    return "typing.NamedTuple" in cls.external_bases()


def made(cls: NamedTupleClass, given: Arguments) -> SequenceValue:
    """An object of the class."""
    defaults = dict(zip(reversed(cls.fields), reversed(cls.defaults), strict=False))
    values = {**defaults, **dict(zip(cls.fields, given.args, strict=False)), **given.kwargs}
    return _of_fields(cls.fields, values)


def field(owner: SequenceValue, name: str) -> Value | None:
    """``owner.name``; None for what is no field."""
    if owner.items is None or name not in owner.fields or len(owner.items) != len(owner.fields):
        return None
    return owner.items[owner.fields.index(name)]


def method(owner: SequenceValue, name: str, given: Arguments) -> Value | None:
    """The result of a method that named tuples have beside those of tuples; None for others."""
    if owner.items is None or len(owner.items) != len(owner.fields):
        return None
    held = dict(zip(owner.fields, owner.items, strict=True))
    if name == "_replace" and not given.rest:
        return _of_fields(owner.fields, {**held, **given.kwargs})
    if name == "_asdict":
        return MappingValue(tuple((Const(field), value) for field, value in held.items()))
    return None


def _of_fields(fields: tuple[str, ...], values: Mapping[str, Value]) -> SequenceValue:
    return SequenceValue("tuple", tuple(values.get(name, UNKNOWN) for name in fields), fields=fields)


_PACKED = ("data", "batch_sizes", "sorted_indices", "unsorted_indices")


def _packed(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``torch.nn.utils.rnn.pack_padded_sequence(...)``: tensors whose lengths come from data."""

    def tensor(name: str) -> Tensor:
        return Tensor(evidence=Evidence(node, frame.module, f"Tensor (.{name})", origin=Origin.COMPUTED))

    data, sizes, order, back = map(tensor, _PACKED)
    return _of_fields(_PACKED, dict(zip(_PACKED, (data, sizes, join(order, NONE), join(back, NONE)), strict=True)))


MODELS: dict[str, Model] = {
    "collections.namedtuple": _class,
    "typing.NamedTuple": _class,
    "torch.nn.utils.rnn.pack_padded_sequence": _packed,
    "torch.nn.utils.rnn.pack_sequence": _packed,
}
"""By the dotted name of a function."""
