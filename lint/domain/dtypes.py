"""The dtype of what torch's functions give, where the call itself decides it.

What is said here is certain: rewrites are proved with it. A dtype goes by the name that the torch data has for it
(``torch.bool``); other terms say only that two tensors have the same.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.values import (
    NONE,
    Const,
    External,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    replace,
    tensor_part,
)
from fullgraph.lint.torch_data import known_dtypes

if TYPE_CHECKING:
    from fullgraph.lint.torch_data import TorchData

BOOLEAN, INTEGER = "torch.bool", "torch.int64"
_FLOATS = frozenset(("torch.float32", "torch.float64", "torch.float16", "torch.bfloat16"))

_STATED = frozenset(
    (
        "zeros ones empty full rand randn randint randperm arange linspace logspace eye tensor as_tensor zeros_like "
        "ones_like empty_like full_like rand_like randn_like randint_like new_zeros new_ones new_empty new_full "
        "new_tensor to type sum prod mean cumsum cumprod softmax log_softmax"
    ).split()
)
"""Operations of which the argument ``dtype`` is the dtype of the result."""
KEPT = frozenset(
    (
        "reshape flatten unflatten squeeze unsqueeze expand expand_as view_as reshape_as permute transpose t swapaxes "
        "swapdims movedim moveaxis repeat tile contiguous clone detach cpu cuda narrow select index_select gather take "
        "take_along_dim roll flip fliplr flipud rot90 diagonal broadcast_to repeat_interleave masked_select "
        "masked_fill tril triu ravel unfold amax amin requires_grad_ pin_memory index_fill index_copy nan_to_num "
        "unique unique_consecutive chunk split unbind tensor_split hsplit vsplit dsplit split_with_sizes new_zeros "
        "new new_ones new_empty new_full new_tensor as_tensor from_numpy"
    ).split()
)
"""Operations whose result has the dtype of their first argument."""
_WITH_INDICES = frozenset("max min sort topk kthvalue median nanmedian mode cummax cummin".split())
"""Operations that give such a tensor and another of indices, where they give two."""
_JOINING = frozenset("cat concat concatenate stack hstack vstack dstack column_stack row_stack".split())
_INDICES = frozenset("nonzero argwhere argmax argmin argsort nonzero_static count_nonzero".split())


def with_dtype(
    data: TorchData,
    name: str,
    value: Value,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    owner: Tensor | None,
) -> Value:
    """``value``, which a call gave, with the dtype that the call decides; ``owner`` is a method's object."""
    given = [owner, *args] if owner is not None else list(args)
    if isinstance(value, SequenceValue):
        first = _of_call(data, name, given, kwargs)
        second: Hashable = INTEGER if name in _WITH_INDICES or name.startswith("unique") else first
        if name in _WITH_INDICES and given and isinstance(given[0], Tensor):
            first = given[0].dtype
        if value.items is None:
            return replace(value, element=_named(value.element, first))
        rest = [_named(item, second) for item in value.items[1:]]
        return replace(value, items=(*(_named(item, first) for item in value.items[:1]), *rest))
    return _named(value, _of_call(data, name, given, kwargs))


def _named(value: Value, dtype: Hashable) -> Value:
    if dtype is None or not isinstance(value, Tensor) or isinstance(value.dtype, str):
        return value
    floating = False if dtype in (BOOLEAN, INTEGER) else True if dtype in _FLOATS else value.floating
    return replace(value, dtype=dtype, floating=floating)


def _of_call(data: TorchData, name: str, given: Sequence[Value], kwargs: Mapping[str, Value]) -> Hashable:
    first = given[0] if given else kwargs.get("input", NONE)
    if name in _STATED and kwargs.get("dtype", NONE) != NONE:
        return dtype_named(data, kwargs["dtype"])
    if name in ("to", "type"):
        return _cast(data, first, [*given[1:], *(kwargs[key] for key in ("device", "other") if key in kwargs)])
    if name == "view":
        sized = all(_is_size(value) for value in given[1:]) and not kwargs
        return first.dtype if sized and isinstance(first, Tensor) else None
    if name in KEPT and isinstance(first, Tensor):
        return first.dtype
    if name == "type_as" and len(given) == 2 and isinstance(given[1], Tensor):
        return given[1].dtype
    if name in ("tensor", "as_tensor"):
        return _of_data(first)
    if name == "full":
        fill = given[1] if len(given) > 1 else kwargs.get("fill_value", NONE)
        return BOOLEAN if isinstance(fill, Const) and isinstance(fill.value, bool) else None
    if name == "arange":
        return INTEGER if all(_is_whole(value) for value in given) and given else None
    if name == "isin" or (name in ("any", "all") and isinstance(first, Tensor) and first.dtype != "torch.uint8"):
        return BOOLEAN
    if name.endswith("Tensor") and f"torch.{name}" in LEGACY:
        return LEGACY[f"torch.{name}"]
    if name in _INDICES or (name == "where" and len(given) + len(kwargs) == 1) or name == "randperm":
        return INTEGER
    if name in _JOINING and isinstance(first, SequenceValue):
        dtypes = {item.dtype if isinstance(item, Tensor) else None for item in alternatives(first.each())}
        dtype = dtypes.pop() if len(dtypes) == 1 else None
        return dtype if isinstance(dtype, str) or first.items is not None else None  # a term is of one item only
    return None


IN_SINGLE = frozenset(
    (
        "acos arccos asin arcsin cosh erfinv exp expm1 kl_div ldexp log log10 log1p log2 mvlgamma pow reciprocal rsqrt "
        "sinh softplus square tan"
    ).split()
)
"""Elementwise operations that CUDA's autocast computes in float32.

Those of ``AT_FORALL_FP32`` in ATen's autocast_mode.h, and what is made of them: of all operations that work element by
element, asked on a GPU with torch 2.11, these gave float32 of float16 (``python -m tools.torch_data.autocast``).
"""


def in_single(dtype: Hashable) -> Hashable:
    """The dtype of what such an operation gives: half precision may become float32, others stay."""
    if dtype in ("torch.float32", "torch.float64") or (isinstance(dtype, tuple) and dtype[:1] == ("single",)):
        return dtype
    return ("single", dtype) if dtype is not None else None


def dtype_named(data: TorchData, value: Value) -> str | None:
    """The dtype that a value is: ``torch.bool``, or Python's ``bool``."""
    if not isinstance(value, External):
        return None
    return BOOLEAN if value.name == "builtins.bool" else data.dtypes.get(value.name)


def _cast(data: TorchData, first: Value, to: Sequence[Value]) -> Hashable:
    """``tensor.to(device, dtype)``, ``tensor.to(other)``, in any order."""
    if not isinstance(first, Tensor):
        return None
    dtype = first.dtype
    for value in to:
        if isinstance(value, External):
            known = dtype_named(data, value) or LEGACY.get(value.name.replace("torch.cuda.", "torch."))
            if known is None:
                return None
            dtype = known
        elif isinstance(value, Tensor):
            dtype = value.dtype
        elif not (isinstance(value, Const) or (isinstance(value, PyValue) and value.kind in ("device", "bool", "str"))):
            return None
        elif isinstance(value, Const) and isinstance(value.value, str) and value.value.startswith("torch."):
            return None  # .type("torch.BoolTensor")
    return dtype


LEGACY = {
    f"torch.{kind}Tensor": f"torch.{dtype}"
    for kind, dtype in (
        ("Float", "float32"),
        ("Double", "float64"),
        ("Half", "float16"),
        ("BFloat16", "bfloat16"),
        ("Long", "int64"),
        ("Int", "int32"),
        ("Short", "int16"),
        ("Char", "int8"),
        ("Byte", "uint8"),
        ("Bool", "bool"),
    )
}
"""The older constructors, with the dtype of what each makes."""


def _is_size(value: Value) -> bool:
    """Return whether an argument of ``view`` is a length, and so not a dtype."""
    if isinstance(value, SequenceValue):
        return True
    return _is_whole(value) or (isinstance(value, PyValue) and value.kind == "size")


def _is_whole(value: Value) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, int) and not isinstance(value.value, bool)
    return isinstance(value, PyValue) and value.kind == "int"


def _of_data(value: Value) -> str | None:
    """The dtype of ``torch.tensor(value)`` for bools or whole numbers, in lists or alone."""
    if isinstance(value, SequenceValue):
        if value.items is None:
            return BOOLEAN if all(_of_data(one) == BOOLEAN for one in alternatives(value.element)) else None
        dtypes = {_of_data(item) for item in value.items}
        return dtypes.pop() if len(dtypes) == 1 else None
    if isinstance(value, (PyValue, Scalar)) and value.kind == "bool":
        return BOOLEAN
    if isinstance(value, Const) and isinstance(value.value, bool):
        return BOOLEAN
    return INTEGER if _is_whole(value) else None


def kind_word(value: Value) -> str:
    """The kind of an argument in the vocabulary of the torch data."""
    if isinstance(value, UnionValue):
        kinds = {kind_word(option) for option in value.alternatives}
        return kinds.pop() if len(kinds) == 1 else "tensor" if kinds == {"tensor", "mask"} else "any"
    if isinstance(value, Tensor):
        return "mask" if value.dtype == BOOLEAN else "tensor"
    if isinstance(value, Const):
        if value.value is None:
            return "none"
        if isinstance(value.value, bool):
            return str(value.value)
        return {int: "int", float: "float", str: "str"}.get(value.kind, "any")
    if isinstance(value, PyValue):
        return value.kind if value.kind in ("int", "float", "bool", "str", "size", "dtype", "device") else "any"
    if isinstance(value, Scalar):
        return "number"
    if isinstance(value, SequenceValue):
        return "tensors" if tensor_part(value.each()) else "list"
    return "dtype" if isinstance(value, External) and value.name in known_dtypes() else "any"
