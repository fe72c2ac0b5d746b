"""How many dimensions the results of torch's operations have, where the operation decides it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.values import (
    NONE,
    TRUE,
    Const,
    PyValue,
    SequenceValue,
    Slice,
    Tensor,
    Value,
    alternatives,
    is_whole,
    replace,
    tensor_part,
)
from fullgraph.lint.torch_data import TorchData

_OF_ONE = frozenset("arange linspace logspace range randperm bincount masked_select ravel hann_window".split())
"""Operations that give one dimension, whatever they are given; `flatten` and `unique` do where nothing says which."""
_OF_TWO = frozenset("cartesian_prod combinations tril_indices triu_indices".split())
"""Operations that give two; `cartesian_prod` does of several tensors."""
_SIZED = frozenset("rand randn zeros ones empty full randint new_zeros new_ones new_empty new_full".split())
_LEGACY = frozenset(
    "Tensor FloatTensor DoubleTensor HalfTensor BFloat16Tensor LongTensor IntTensor ShortTensor ByteTensor new".split()
)
"""Constructors that take sizes, or data."""
_KEEPING = frozenset(
    """
    clone contiguous detach to cpu cuda float half bfloat16 double long int short bool type type_as requires_grad_
    pin_memory zeros_like ones_like empty_like full_like rand_like randn_like cumsum cumprod flip roll transpose t
    swapaxes permute movedim index_select sort argsort softmax log_softmax dropout softplus relu gelu clamp clip round
    floor ceil masked_fill gather scatter scatter_add scatter_reduce index_add index_copy index_fill masked_scatter
    tril triu normalize pad interpolate bucketize multinomial linear layer_norm tensor as_tensor asarray
    """.split()
)
_REDUCING = frozenset("sum mean prod amax amin argmax argmin any all logsumexp std var norm median max min".split())

_PAIRS = frozenset("max min median mode kthvalue sort topk cummax cummin".split())
"""Operations that give values and indices, with a dimension."""


def of_call(
    torch: TorchData, name: str, value: Value, args: Sequence[Value], kwargs: Mapping[str, Value], owner: Tensor | None
) -> Value:
    """The result of an operation, with its number of dimensions. ``name``: without what it is a function of."""
    first = owner if owner is not None else tensor_part(args[0]) if args else None
    others = list(args) if owner is not None else list(args[1:])
    if isinstance(value, SequenceValue):
        return _of_parts(name, value, first, others, kwargs)
    if not isinstance(value, Tensor):
        return value
    return ranked(value, _rank(torch, name, first, args, others, kwargs))


def ranked(value: Tensor, rank: int | None) -> Tensor:
    """A tensor of so many dimensions."""
    if rank is None:
        return value
    return replace(value, rank=rank, shape=() if rank == 0 else value.shape)


def of_operands(values: Sequence[Value]) -> int | None:
    """The dimensions of what tensors and numbers give element by element; None where those of one are not known."""
    most = 0
    for value in values:
        if isinstance(value, Tensor):
            if (known := of(value)) is None:
                return None
            most = max(most, known)
        elif not isinstance(value, (Const, PyValue)):
            return None
    return most


def of(value: Tensor) -> int | None:
    """The dimensions of a tensor, where they are known."""
    return 0 if value.shape == () else value.rank


def of_index(owner: Tensor, index: Value) -> int | None:
    """The dimensions of ``owner[index]``."""
    rank = of(owner)
    if rank is None:
        return None
    for part in index.items or () if isinstance(index, SequenceValue) and index.kind == "tuple" else (index,):
        if part == NONE:
            rank += 1
        elif is_whole(part) or (isinstance(part, Tensor) and part.shape == () and part.dtype != BOOLEAN):
            rank -= 1
        elif isinstance(part, Tensor) and index is part and part.dtype != BOOLEAN and (of(part)) is not None:
            rank += (of(part) or 0) - 1
        elif not isinstance(part, Slice) and part != Const(Ellipsis):
            return None
    if isinstance(index, SequenceValue) and index.items is None:
        return None
    return rank if rank >= 0 else None


def of_items(sequence: Value) -> int | None:
    """The dimensions of each of several tensors that have the same number, as those of one of them tell."""
    if not isinstance(sequence, SequenceValue):
        return None
    each = sequence.items if sequence.items is not None else (sequence.element,)
    known = {of(one) for item in each for one in alternatives(item) if isinstance(one, Tensor)} - {None}
    return known.pop() if len(known) == 1 else None


_JOINING = frozenset("cat concat concatenate stack".split())


def of_item(owner: Tensor) -> int | None:
    """The dimensions of what going over a tensor gives."""
    rank = of(owner)
    return rank - 1 if rank else None


def _of_parts(
    name: str, value: SequenceValue, first: Tensor | None, others: Sequence[Value], kwargs: Mapping[str, Value]
) -> Value:
    if name in ("where", "nonzero"):  # the places in each dimension
        items = None if value.items is None else tuple(_line(one) for one in value.items)
        return replace(value, items=items, element=_line(value.element))
    rank = of(first) if first is not None else None
    if rank is None:
        return value
    if value.items and name in _PAIRS:
        known = rank if name in ("sort", "topk", "cummax", "cummin") else _reduced(rank, name, others, kwargs)
        return replace(
            value, items=tuple(ranked(one, known) if isinstance(one, Tensor) else one for one in value.items)
        )
    if not isinstance(value.element, Tensor):
        return value
    if name == "unbind" and rank > 0:
        return replace(value, element=ranked(value.element, rank - 1))
    if name in ("split", "chunk", "tensor_split"):
        return replace(value, element=ranked(value.element, rank))
    return value


def _line(value: Value) -> Value:
    return ranked(value, 1) if isinstance(value, Tensor) else value


def _rank(
    torch: TorchData,
    name: str,
    first: Tensor | None,
    args: Sequence[Value],
    others: Sequence[Value],
    kwargs: Mapping[str, Value],
) -> int | None:
    if name in _OF_ONE or (name in ("flatten", "unique") and not others and not kwargs):
        return 1
    if name in _OF_TWO:
        return 1 if name == "cartesian_prod" and len(args) == 1 else 2
    if name in _JOINING:
        below = of_items(args[0]) if args else None
        return None if below is None else below + (name == "stack")
    if name == "searchsorted":
        values = tensor_part(others[0]) if others else None
        return of(values) if values is not None else None
    if name == "einsum":
        return _of_equation(args[0]) if args else None
    if first is None or name.startswith("new_") or name == "new":
        return _made(name, list(others) if first is not None else list(args), kwargs)
    rank = of(first)
    if name in _GIVEN_SIZES:
        sizes = others[0].items if len(others) == 1 and isinstance(others[0], SequenceValue) else others
        return len(sizes) if sizes and all(map(is_whole, sizes)) and not kwargs else None
    if rank is None:
        return None
    if name in ("unsqueeze", "one_hot"):
        return rank + 1
    if name in _REDUCING:
        return _reduced(rank, name, others, kwargs)
    if name in _KEEPING:
        return rank
    return of_operands([first, *others, *kwargs.values()]) if name in torch.pointwise else None


_GIVEN_SIZES = frozenset(("view", "reshape", "expand", "broadcast_to", "repeat", "permute"))
"""Methods that are told a size, or a place, for each dimension of their result."""
_NOT_THE_DIMENSION = frozenset(("norm", "std", "var", "kthvalue"))
"""Reductions of which the first argument behind the tensor may be something else."""


def _of_equation(equation: Value) -> int | None:
    """The dimensions of what ``einsum`` gives."""
    text = equation.value if isinstance(equation, Const) else None
    if not isinstance(text, str) or "->" not in text or "..." in text:
        return None
    return len(text.partition("->")[2].strip())


def _reduced(rank: int, name: str, others: Sequence[Value], kwargs: Mapping[str, Value]) -> int | None:
    if not others and "dim" not in kwargs:
        return None  # of all elements: the shape says so
    if any(isinstance(other, Tensor) for other in others) or (name in _NOT_THE_DIMENSION and others):
        return None
    keep = kwargs.get("keepdim", others[1] if len(others) > 1 else Const(False))
    dims = kwargs.get("dim", others[0] if others else NONE)
    if keep == TRUE:
        return rank
    if keep != Const(False):
        return None
    if is_whole(dims):
        return max(rank - 1, 0)
    if isinstance(dims, SequenceValue) and dims.items is not None:
        return max(rank - len(dims.items), 0)
    return None


def _made(name: str, args: Sequence[Value], kwargs: Mapping[str, Value]) -> int | None:
    """The dimensions of what is made of numbers alone."""
    if name == "eye":
        return 2
    if name in ("tensor", "as_tensor", "new_tensor"):
        return _depth(args[0]) if args else None
    if name in _LEGACY:
        return len(args) if args and all(map(is_whole, args)) else None
    if name not in _SIZED:
        return None
    given = list(args)
    if name == "randint":
        given = given[-1:] if len(given) > 1 else []
    if "size" in kwargs:
        given = [kwargs["size"]]
    if name in ("full", "new_full"):
        given = given[:1]
    if len(given) == 1 and isinstance(given[0], SequenceValue):
        return None if given[0].items is None else len(given[0].items)
    whole = bool(given) and name not in ("full", "new_full", "randint") and all(map(is_whole, given))
    return len(given) if whole else None


def _depth(value: Value) -> int | None:
    """The dimensions of a tensor of nested lists of numbers, or of a tensor; None where that is not known."""
    if isinstance(value, Tensor):
        return of(value)
    if isinstance(value, SequenceValue):
        below = _depth(value.items[0] if value.items else value.element)
        return None if below is None else below + 1
    return 0 if isinstance(value, (Const, PyValue)) and (is_whole(value) or _is_float(value)) else None


def _is_float(value: Const | PyValue) -> bool:
    return isinstance(value.value, float) if isinstance(value, Const) else value.kind == "float"
