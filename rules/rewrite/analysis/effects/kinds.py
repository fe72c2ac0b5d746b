"""Kinds of values, as far as effects depend on them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fullgraph.lint.domain.values import (
    UNKNOWN,
    Const,
    External,
    MappingValue,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    tensor_part,
)


def result_of(value: Value) -> Value:
    """What a layer gives that is given a value: a tensor, of which nothing is known."""
    return Tensor() if tensor_part(value) is not None else UNKNOWN


def is_number_value(value: Value) -> bool:
    """Return whether a value is immutable and holds no tensors."""
    return all(
        isinstance(option, Const)
        or (isinstance(option, PyValue) and option.kind in ("int", "float", "bool", "str", "size", "dtype", "device"))
        for option in alternatives(value)
    )


def is_tensor_value(value: Value) -> bool:
    return all(isinstance(option, Tensor) for option in alternatives(value))


def is_data(value: Value) -> bool:
    """Return whether a function of torch that is given a value only reads it: it is nothing that could be called."""
    if isinstance(value, SequenceValue):
        return all(is_data(option) for option in alternatives(value.each()))
    return isinstance(value, (Const, PyValue, Tensor, Scalar)) or type(value) is Value or isinstance(value, External)


def is_plain_container(value: Value) -> bool:
    """Return whether to go through a value runs nothing and uses nothing up."""
    if isinstance(value, SequenceValue):
        return value.kind != "generator"
    return isinstance(value, (Const, PyValue, Tensor, Scalar, MappingValue))


def may_be_mask(value: Value) -> bool:
    """Return whether to index a tensor by a value gives a length that depends on data."""
    tensor = tensor_part(value)
    return tensor is not None and (tensor.dtype == "torch.bool" or not isinstance(tensor.dtype, str))


def holds_tensors(values: Iterable[Value]) -> bool:
    items = (value.each() for value in values if isinstance(value, (SequenceValue, MappingValue)))
    return any(tensor_part(item) is not None for item in items)


def with_items(value: Value) -> Iterator[Value]:
    yield value
    if isinstance(value, (SequenceValue, MappingValue)):
        yield value.each()
