"""Whether tensors surely hold fractions: of a dtype that is no integer's and not ``bool``, by what computed them.

Said of floating-point and of complex tensors. It follows from the operands alone: what a fraction takes part in is one,
but for operations that give truths, places and counts.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from fullgraph.lint.domain.tensor_reads import FLOATING, INTEGERS
from fullgraph.lint.domain.values import (
    FLOAT,
    Const,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    replace,
)
from fullgraph.lint.torch_data import TorchData
from fullgraph.lint.torch_data.operators import PREDICATES

_CASTS = frozenset("long int short bool char byte type to type_as view as_tensor asarray tensor astype".split())
"""What can give another dtype than its operand has; ``view`` with a dtype."""
_OF_OTHERS = _CASTS | frozenset(
    (
        "nonzero count_nonzero bincount searchsorted bucketize multinomial one_hot isin numel size dim stride equal "
        "allclose unique_consecutive unique all any nan_to_num_ histc combinations logical_and logical_or logical_xor "
        "logical_not is_nonzero signbit frexp"
    ).split()
)
_WITH_PLACES = frozenset("topk sort max min kthvalue mode median nanmedian cummax cummin".split())
"""Those that give values, and with a dimension their places."""
_IN_PARTS = frozenset(
    "aminmax chunk split tensor_split hsplit vsplit dsplit unbind meshgrid broadcast_tensors unsafe_chunk".split()
)
_JOINING = frozenset("cat concat concatenate stack hstack vstack dstack column_stack row_stack block_diag".split())


def of_call(
    data: TorchData,
    name: str,
    value: Value,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    tensors: Sequence[Tensor],
) -> Value:
    """The result of an operation, with whether it holds fractions. ``tensors``: its operands."""
    bare = name.rpartition(".")[2]
    if isinstance(value, SequenceValue):
        if not any(map(is_fractional, tensors)):
            return value
        if bare in _WITH_PLACES and value.items is not None and len(value.items) == 2:
            return replace(value, items=(_marked(value.items[0]), value.items[1]))
        return replace(value, element=_marked(value.element)) if bare in _IN_PARTS and value.items is None else value
    if not isinstance(value, Tensor) or value.floating is not None or "dtype" in kwargs:
        return value
    bare = bare.removesuffix("_") if not bare.endswith("__") else bare
    if bare in PREDICATES or bare in _OF_OTHERS or bare.startswith(("arg", "is", "bitwise", "randint")):
        same = bare in ("view", "to") and not any(map(_is_dtype, args)) and any(map(is_fractional, tensors))
        return _marked(value) if same else value
    by_number = bare in data.pointwise and bool(tensors) and _has_fraction([*args, *kwargs.values()])
    if bare in FLOATING or by_number or any(map(is_fractional, [*tensors, *_joined_of(bare, args)])):
        return _marked(value)
    return value


def of_operator(result: Tensor, operands: Sequence[Value], op: ast.operator) -> Tensor:
    """The result of an arithmetic operator."""
    if isinstance(op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift)):
        return result
    tensors = [one for one in operands if isinstance(one, Tensor)]
    fractional = isinstance(op, ast.Div) or _has_fraction(operands) or any(map(is_fractional, tensors))
    return replace(result, fractional=True) if fractional else result


def is_fractional(tensor: Tensor) -> bool:
    """Return whether a tensor surely holds fractions."""
    return tensor.fractional or bool(tensor.floating)


def _marked(value: Value) -> Value:
    if isinstance(value, Tensor) and value.dtype not in INTEGERS and value.floating is not False:
        return replace(value, fractional=True)
    return value


def _has_fraction(values: Iterable[Value]) -> bool:
    """Return whether a number among the operands surely is a ``float``."""
    return any(
        all(one == FLOAT or (isinstance(one, Const) and one.kind is float) for one in alternatives(value))
        for value in values
    )


def _joined_of(bare: str, args: Sequence[Value]) -> list[Tensor]:
    """The tensors that an operation is given in a list, and puts together."""
    given = args[0] if args and bare in _JOINING else None
    if not isinstance(given, SequenceValue):
        return []
    parts = given.items if given.items is not None else (given.element,)
    return [part for part in parts if isinstance(part, Tensor)]


def _is_dtype(value: Value) -> bool:
    """Return whether an argument may be a dtype, or a tensor whose dtype is taken over."""
    if isinstance(value, PyValue):
        return value.kind not in ("int", "size", "bool", "str", "device")
    return not isinstance(value, (Scalar, SequenceValue)) and not (
        isinstance(value, Const) and isinstance(value.value, (int, str))
    )
