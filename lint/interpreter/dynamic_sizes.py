"""Lengths that depend on data: which dimension of a result has one, and what is known of the length itself.

TorchDynamo gives such a dimension a size without a value where it captures the operation, as it does under
``fullgraph=True``; by default the graph has ended at the operation, and the size is a number.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain import tensor_reads
from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    BOOL,
    HELD,
    INT,
    LOW,
    MEDIUM,
    NONE,
    SIZE,
    UNKNOWN,
    ComputedCount,
    Const,
    DynamicSize,
    Evidence,
    Origin,
    PyValue,
    Scalar,
    SequenceValue,
    Slice,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    count_of,
    replace,
    tensor_part,
)
from fullgraph.lint.interpreter.sizes import is_size

if TYPE_CHECKING:
    from fullgraph.lint.torch_data import TorchData

LENGTH = "length"
"""The kind of number that a length is."""
UNSURE = -1
"""Some dimension: it is not known which."""

_SAME = frozenset(
    (
        "clone contiguous detach float double half bfloat16 long int bool short to type type_as cpu cuda softmax "
        "log_softmax cumsum cumprod layer_norm normalize dropout linear embedding zeros_like ones_like empty_like "
        "full_like rand_like randn_like masked_fill requires_grad_ flip roll argsort relu gelu silu leaky_relu pad "
        "one_hot bucketize diff scatter scatter_add scatter_reduce index_add index_copy index_fill "
        "masked_scatter tril triu"
    ).split()
)
"""Operations, beside the elementwise ones, after which the first argument's dimensions are where they were."""
_OF_ARGUMENT = {"searchsorted": 1, "gather": 2, "take_along_dim": 1, "expand_as": 1, "view_as": 1, "reshape_as": 1}
"""Operations whose result has the dimensions of another argument than the first."""
_PRODUCTS = frozenset("matmul mm bmm".split())
_MADE = frozenset("zeros ones empty full rand randn eye randperm new_zeros new_ones new_empty new_full".split())
"""Functions that make a tensor of the lengths that they are told."""
_SIZED = frozenset("view reshape expand repeat tile broadcast_to".split())
"""Functions that give a tensor the lengths, or the multiples of them, that they are told."""
_JOINED = frozenset("cat concat concatenate".split())
_SIDE_BY_SIDE = frozenset("hstack vstack dstack column_stack row_stack".split())
_SWAPPED = frozenset("transpose swapaxes swapdims".split())
_REDUCED = frozenset(
    (
        "sum nansum mean nanmean prod std var norm vector_norm any all amax amin argmax argmin logsumexp count_nonzero "
        "max min median nanmedian mode kthvalue"
    ).split()
)
"""Operations that take a dimension away, or leave it one item."""
_ORDERED = frozenset("sort cummax cummin".split())
"""Operations that give several tensors, each with the first argument's dimensions."""
_PARTED = {"split": 2, "chunk": 2, "tensor_split": 2, "unsafe_split": 2, "unsafe_chunk": 2, "unbind": 1}
"""Operations that give parts along a dimension, and the place of that dimension."""
_MODULES = (
    "Linear",
    "LayerNorm",
    "RMSNorm",
    "Embedding",
    "Dropout",
    "Identity",
    "ReLU",
    "GELU",
    "SiLU",
    "Sigmoid",
    "Tanh",
)


def of_call(
    data: TorchData,
    node: ast.AST,
    name: str,
    value: Value,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    owner: Tensor | None,
) -> Value:
    """``value``, which a call of torch gave, with the dimension whose length depends on data."""
    bare = name.rpartition(".")[2]
    given = [tensor_part(value) or value for value in ([owner, *args] if owner is not None else args)]
    value = _with_dimension(data, name, bare, value, given, kwargs)
    if bare in _COUNTING:
        counted: Hashable = _selection(given[0]) if bare in _SELECTING and given else _place(node)
    elif bare in _SIZED and isinstance(given[0], Tensor) and isinstance(value, Tensor) and _is_resized(given):
        counted = _computed(given[0].counted, node)
    else:
        counted = None if bare in _RESIZING else counted_once([*given, *kwargs.values()])
    return value if counted is None else _with_count(value, counted)


def _with_count(value: Value, counted: Hashable) -> Value:
    """Tensors with lengths that depend on data, with what was counted for them."""
    if isinstance(value, Tensor):
        return value if value.dynamic is None else replace(value, counted=counted)
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(_with_count(item, counted) for item in value.items)
        return replace(value, items=items, element=_with_count(value.element, counted))
    return value


def counted_once(values: Sequence[Value]) -> Hashable:
    """Return what was counted for all the lengths of these tensors that depend on data; None where that differs.

    An operation on tensors of two such lengths has TorchDynamo take them for the same from there on.
    """
    parts = [part for value in values for part in _tensors(value) if part.dynamic is not None]
    found = {part.counted for part in parts}
    return found.pop() if len(found) == 1 else None


def _tensors(value: Value) -> Iterator[Tensor]:
    """The tensor that a value is, or those that a sequence holds."""
    if isinstance(value, SequenceValue):
        for item in value.items if value.items is not None else (value.element,):
            yield from _tensors(item)
    elif (part := tensor_part(value)) is not None:
        yield part


def counted_by_index(owner: Tensor, index: Value) -> Hashable:
    """Return what is counted for the length of ``owner[index]``, if it is one that depends on data."""
    several = isinstance(index, SequenceValue) and index.kind == "tuple"
    parts = list(index.items or ()) if isinstance(index, SequenceValue) and several else [index]
    selecting = [part for part in parts if isinstance(part, Tensor) and _selects(part)]
    if selecting:
        first = selecting[0]
        return first.counted if first.dynamic == 0 and first.dtype != BOOLEAN else _selection(first)
    return None if any(isinstance(part, Slice) for part in parts) else owner.counted


def _selection(value: Value) -> Hashable:
    """What stands for the number of items of a tensor that are not zero, which TorchDynamo gives one size."""
    link = value.evidence if isinstance(value, Tensor) else None
    while link is not None and link.parent is not None and _hands_on(link):
        link = link.parent
    return None if link is None or link.origin in HELD else ("selection", link.module.name, _place(link.node))


def _hands_on(link: Evidence) -> bool:
    """Return whether a link of the chain to a tensor is, or may be, that tensor itself, made at an earlier one."""
    node = link.node
    is_cast = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CASTS
    return isinstance(node, ast.arg) or link.origin in _SEEN or is_cast


_CASTS = frozenset("bool to type type_as contiguous flatten cpu cuda requires_grad_ view_as expand_as".split())
"""Methods that give the tensor itself, where it is already as they are asked to make it."""


def _place(node: ast.AST) -> Hashable:
    return type(node), getattr(node, "lineno", 0), getattr(node, "col_offset", 0), getattr(node, "end_col_offset", 0)


_SEEN = HELD | {Origin.RETURNED}
"""The origins of a tensor that is seen at one place and made at another."""


def _with_dimension(
    data: TorchData, name: str, bare: str, value: Value, given: Sequence[Value], kwargs: Mapping[str, Value]
) -> Value:
    if bare in _COUNTING and name in data.dynamic_shape and not (bare == "where" and len(given) + len(kwargs) > 1):
        return _counted(bare, value, given, kwargs)
    if not given or bare.endswith("_"):
        return value
    if isinstance(value, SequenceValue):
        return _several(bare, value, given, kwargs)
    if not isinstance(value, Tensor):
        return value
    if bare in data.pointwise or bare == "where" or (bare in ("min", "max") and _is_pair(given, kwargs)):
        return replace(value, dynamic=common([*given, *kwargs.values()]))
    first = given[0]
    if bare in _MADE:
        return replace(value, dynamic=_first_unknown(given[bare.startswith("new_") :]))
    if bare == "randint":
        told = next((one for one in given if isinstance(one, SequenceValue)), kwargs.get("size", NONE))
        return replace(value, dynamic=_first_unknown([told]))
    if bare == "multinomial" and len(given) > 1 and _is_unknown(given[1]):
        return replace(value, dynamic=_last(first))
    if bare == "outer":
        sides = [tensor_part(side) for side in given[:2]]
        return replace(value, dynamic=next((n for n, one in enumerate(sides) if one and one.dynamic is not None), None))
    if bare == "cartesian_prod":
        return replace(value, dynamic=0 if counts_data(given) else None)
    if bare == "as_strided" and len(given) > 1 and (axis := _first_unknown(given[1:2])) is not None:
        return replace(value, dynamic=axis)
    if bare == "pad" and len(given) > 1 and (axis := _first_unknown(given[1:2])) is not None:
        return replace(value, dynamic=_last(first, axis // 2))
    if bare == "arange":
        return replace(value, dynamic=0 if any(map(_is_unknown, given)) else None)
    if bare in _PRODUCTS and len(given) == 2:
        return replace(value, dynamic=of_product(*given))
    if isinstance(first, SequenceValue):
        return replace(value, dynamic=_together(bare, first, given, kwargs))
    if bare == "index_select" and len(given) == 3 and isinstance(given[2], Tensor) and given[2].dynamic == 0:
        along = _whole(given[1])
        return replace(value, dynamic=UNSURE if along is None or along < 0 else along)
    if bare in _OF_ARGUMENT:
        first = given[_OF_ARGUMENT[bare]] if len(given) > _OF_ARGUMENT[bare] else NONE
        return replace(value, dynamic=first.dynamic) if isinstance(first, Tensor) else value
    if bare in _SIZED and (axis := _first_unknown(given[1:])) is not None:
        return replace(value, dynamic=axis)
    if bare == "narrow" and len(given) > 3 and _is_unknown(given[3]):
        return replace(value, dynamic=_whole(given[1]))
    if not isinstance(first, Tensor) or first.dynamic is None:
        return value
    if bare in _SIZED and _is_resized(given):
        return replace(value, dynamic=list(_listed(given[1:])).index(Const(-1)))
    return replace(value, dynamic=_moved(bare, first.dynamic, given, kwargs))


def _is_resized(given: Sequence[Value]) -> bool:
    """Return whether a tensor is given other lengths, ``x.view(-1, 3)``, of which one follows from its own."""
    sizes = list(_listed(given[1:]))
    return sizes.count(Const(-1)) == 1 and all(_whole(one) is not None or one == INT for one in sizes)


def counts_data(values: Sequence[Value]) -> bool:
    """Return whether one of these tensors has a dimension whose length depends on data."""
    return any(part.dynamic is not None for value in values for part in _tensors(value))


def _last(tensor: Value, before: int = 0) -> int:
    """The last dimension of a tensor, or one before it."""
    rank = tensor.rank if isinstance(tensor, Tensor) else None
    return UNSURE if rank is None or rank <= before else rank - 1 - before


def _is_pair(given: Sequence[Value], kwargs: Mapping[str, Value]) -> bool:
    """Return whether ``torch.min`` and ``torch.max`` are given two tensors, whose items they compare."""
    return any(isinstance(value, Tensor) for value in [*given[1:2], kwargs.get("other", NONE)])


def _moved(name: str, dynamic: int, given: Sequence[Value], kwargs: Mapping[str, Value]) -> int | None:
    """Return where the dimension of an operation's first argument is in its result."""
    if name in _SWAPPED and dynamic != UNSURE:
        one, other = (_whole(given[n] if len(given) > n else kwargs.get(f"dim{n - 1}", NONE)) for n in (1, 2))
        return _swapped(dynamic, one, other)
    if name == "t":
        return _swapped(dynamic, 0, 1)
    if name == "permute":
        order = [_whole(value) for value in _listed(given[1:])]
        return order.index(dynamic) if dynamic in order else UNSURE
    if name in ("view", "reshape"):
        sizes = [_whole(value) for value in _listed(given[1:])]
        return sizes.index(-1) if -1 in sizes else None  # the length is in what is left over
    if name in ("diag", "diagonal"):
        return 0 if dynamic == 0 else UNSURE
    place = 2 if name in ("norm", "vector_norm") else 1  # behind the order of the norm
    along = _whole(given[place] if len(given) > place else _along(kwargs))
    if name == "expand":
        return dynamic if along == -1 else UNSURE
    if name == "repeat":
        rank, count = given[0].rank if isinstance(given[0], Tensor) else None, len(_listed(given[1:]))
        return dynamic if rank is None or dynamic == UNSURE else dynamic + count - rank
    if name in _REDUCED:
        kept = (given[place + 1] if len(given) > place + 1 else kwargs.get("keepdim", NONE)) == Const(True)
        return _reduced(dynamic, along, kept)
    return _kept(name, dynamic, along)


def _swapped(dynamic: int, one: int | None, other: int | None) -> int:
    if one is None or other is None or dynamic == UNSURE:
        return UNSURE
    if dynamic in (one, other):
        moved = other if dynamic == one else one
        return moved if moved >= 0 else UNSURE
    return dynamic if min(one, other) >= 0 else UNSURE


def _reduced(dynamic: int, along: int | None, kept: bool) -> int | None:
    """Return where the dimension is after ``along`` was reduced: the last one is taken for another one."""
    if along is None or dynamic == UNSURE or along == dynamic:
        return None
    if kept or along > dynamic or along == -1:
        return dynamic
    return dynamic - 1 if along >= 0 else UNSURE


def _several(name: str, value: SequenceValue, given: Sequence[Value], kwargs: Mapping[str, Value]) -> Value:
    """The tensors of an operation that gives several."""
    first = given[0]
    if not isinstance(first, Tensor):
        return value
    axis = None
    if name == "meshgrid":
        unknown = [place for place, one in enumerate(given) if isinstance(one, Tensor) and one.dynamic is not None]
        by_row = kwargs.get("indexing", Const("ij")) == Const("ij")
        axis = None if not unknown else unknown[0] if by_row or unknown[0] > 1 else 1 - unknown[0]
    elif name == "topk":
        axis = _of_largest(first, given, kwargs)
    elif name in _PARTED:
        place = _PARTED[name]
        told = given[place] if len(given) > place else _along(kwargs)
        along = 0 if told == NONE else _whole(told)
        axis = _of_part(name, first.dynamic, along, given[1] if len(given) > 1 else NONE)
    elif first.dynamic is not None and name in _ORDERED:
        axis = first.dynamic
    elif first.dynamic is not None and name in _REDUCED:
        axis = _moved(name, first.dynamic, given, kwargs)
    if axis is None:
        return value
    items = None if value.items is None else tuple(_with(item, axis) for item in value.items)
    return replace(value, items=items, element=_with(value.element, axis))


def _of_largest(first: Tensor, given: Sequence[Value], kwargs: Mapping[str, Value]) -> int | None:
    """The dimension of what ``topk`` gives: the one along which it takes as many as data say, or another one."""
    count = given[1] if len(given) > 1 else kwargs.get("k", NONE)
    told = given[2] if len(given) > 2 else _along(kwargs)
    along = _whole(told) if told != NONE else -1
    if along == -1:
        along = _last(first)
    if _is_unknown(count):
        return UNSURE if along is None or along < 0 else along
    return first.dynamic if along is not None and along >= 0 and first.dynamic not in (along, UNSURE) else None


def _of_part(name: str, dynamic: int | None, along: int | None, sizes: Value) -> int | None:
    """Return the dimension of each part along ``along``: that one itself, where the parts' sizes are data."""
    if name == "split" and isinstance(sizes, SequenceValue) and _is_length(sizes.each()):
        return UNSURE if along is None or along < 0 else along
    if dynamic is None or (dynamic == along and dynamic != UNSURE):
        return None
    if name != "unbind" or dynamic == UNSURE or along == -1:
        return dynamic
    return UNSURE if along is None or along < 0 else dynamic - (along < dynamic)


def _together(name: str, parts: SequenceValue, given: Sequence[Value], kwargs: Mapping[str, Value]) -> int | None:
    """The dimension of tensors that are put together to one."""
    tensors = [part for value in parts.items or (parts.each(),) if (part := tensor_part(value)) is not None]
    found = {tensor.dynamic for tensor in tensors} - {None}
    if not found or name not in _JOINED | _SIDE_BY_SIDE | {"stack"}:
        return None
    axis = next(iter(found)) if len(found) == 1 else UNSURE
    if name == "stack" and axis is not None:
        return _kept("unsqueeze", axis, _stacked_along(given, kwargs))
    return axis if name in _JOINED else UNSURE


def _first_unknown(sizes: Sequence[Value]) -> int | None:
    """The first dimension whose length, of those that are told, depends on data."""
    return next((place for place, size in enumerate(_listed(sizes)) if _is_unknown(size)), None)


def _is_unknown(size: Value) -> bool:
    """Return whether it is a length that depends on data, or surely another number that was read from a tensor.

    Also a computed tensor without dimensions that stands for one: where it is captured, it is read there.
    """
    if isinstance(size, Tensor):
        return _is_computed(size) and size.array is False
    if not isinstance(size, Scalar):
        return False
    return size.size or (size.captured and not size.given and size.confidence > LOW)


def _listed(values: Sequence[Value]) -> Sequence[Value]:
    """Numbers that are given one by one, or as one sequence."""
    if values and isinstance(values[0], SequenceValue):
        return values[0].items or ()
    return values


def _is_length(value: Value) -> bool:
    return any(isinstance(option, Scalar) for option in alternatives(value))


_COUNTING = frozenset(
    (
        "nonzero argwhere where masked_select bincount unique unique_consecutive repeat_interleave nms batched_nms "
        "remove_small_boxes"
    ).split()
)
"""Operations whose result has a number of items that depends on data, where they are captured."""
_SELECTING = frozenset("nonzero argwhere where".split())
"""Those of them that count what is not zero."""
_RESIZING = frozenset(
    (
        "cat concat concatenate hstack vstack dstack column_stack row_stack view reshape flatten ravel unflatten "
        "expand repeat tile narrow pad diff unfold broadcast_to topk cartesian_prod diag as_strided repeat_interleave"
    ).split()
)
"""Operations whose result may have another length than what they are given."""
_PLACE_OF_DIM = {"unique": 4, "unique_consecutive": 3, "repeat_interleave": 2}


def _counted(name: str, value: Value, given: Sequence[Value], kwargs: Mapping[str, Value]) -> Value:
    axis = 0
    along: Value = NONE
    if name in _PLACE_OF_DIM:
        place = _PLACE_OF_DIM[name]
        along = given[place] if len(given) > place else _along(kwargs)
        known = _whole(along)
        axis = 0 if along == NONE else known if known is not None and known >= 0 else UNSURE
    if name == "repeat_interleave":
        repeats = given[1] if len(given) > 1 else kwargs.get("repeats", given[0] if given else NONE)
        first = given[0] if given else NONE
        if _is_unknown(repeats) or (isinstance(first, Tensor) and first.dynamic is not None and along == NONE):
            return _with(value, axis)
        if kwargs.get("output_size", NONE) != NONE or tensor_part(repeats) is None:
            return replace(value, dynamic=first.dynamic) if isinstance(first, Tensor) and first.dynamic else value
    if not isinstance(value, SequenceValue):
        return _with(value, axis)
    if value.items is None:
        return replace(value, element=_with(value.element, axis))
    if name in ("where", "nonzero"):
        return replace(value, items=tuple(_with(item, 0) for item in value.items))
    items = list(value.items)
    items[0] = _with(items[0], axis)
    if kwargs.get("return_inverse", NONE) == Const(True) and isinstance(given[0], Tensor):
        whole = given[0].dynamic  # the inverse has the shape of the input, or the length of the dimension
        items[1] = _with(items[1], whole if along == NONE else 0 if whole == axis else None)
    if len(items) == 3 or kwargs.get("return_counts", NONE) == Const(True):
        items[-1] = _with(items[-1], 0)  # how often each value occurs
    return replace(value, items=tuple(items))


def _with(value: Value, axis: int | None) -> Value:
    return replace(value, dynamic=axis) if isinstance(value, Tensor) else value


def _stacked_along(given: Sequence[Value], kwargs: Mapping[str, Value]) -> int | None:
    """The dimension along which tensors are stacked: the first where nothing is said."""
    told = given[1] if len(given) > 1 else _along(kwargs)
    return 0 if told == NONE else _whole(told)


def _kept(name: str, dynamic: int, argument: int | None) -> int | None:
    if name in _SAME:
        return dynamic
    if dynamic == UNSURE:
        return None
    if name == "squeeze" and argument is not None and (argument == -1 or argument > dynamic):
        return dynamic
    if name == "squeeze" and argument is None:
        return 0 if dynamic == 0 else UNSURE  # what may be of one item goes, and TorchDynamo takes a count for more
    if name == "unsqueeze" and argument is not None:
        return dynamic + (0 <= argument <= dynamic) if argument >= -1 else UNSURE
    if name == "flatten":
        begin = argument if argument is not None else 0
        return min(dynamic, begin) if begin >= 0 else UNSURE
    return 0 if name == "ravel" else None


def of_attribute(owner: Tensor, name: str) -> int | None:
    """The dimension of a view of ``owner`` that is an attribute."""
    if owner.dynamic is None or name in ("real", "imag", "data"):
        return owner.dynamic
    return _swapped(owner.dynamic, 0, 1) if name in ("T", "H") else UNSURE


def of_module(cls: str, tensors: Sequence[Tensor]) -> int | None:
    """The dimension of what a module of torch gives."""
    return tensors[0].dynamic if len(tensors) == 1 and cls.rpartition(".")[2] in _MODULES else None


def common(values: Sequence[Value]) -> int | None:
    """The dimension of an elementwise result."""
    parts = map(tensor_part, values)
    tensors = [part for part in parts if part is not None and part.shape != ()]
    found = {tensor.dynamic for tensor in tensors}
    if found <= {None}:
        return None
    unknown = found - {None}
    axis = unknown.pop() if len(unknown) == 1 and len({one.rank for one in tensors} - {None}) <= 1 else UNSURE
    return axis if all(one.dynamic == axis or _is_single(one, axis) for one in tensors) else UNSURE


def _is_single(tensor: Tensor, axis: int | None) -> bool:
    """Return whether a dimension surely has one item: all have, or it was put in where the tensor is made."""
    node = tensor.evidence.node if tensor.evidence is not None else None
    if axis is None or axis == UNSURE:
        return False
    if isinstance(node, ast.Call) and _makes_single(node):
        return True
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "unsqueeze":
        return [one.value for one in node.args if isinstance(one, ast.Constant)] == [axis]
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple) or len(node.slice.elts) <= axis:
        return False
    before = node.slice.elts[:axis]
    put_in = node.slice.elts[axis]
    plain = all(isinstance(one, ast.Slice) for one in before)
    return plain and isinstance(put_in, ast.Constant) and put_in.value is None


def _makes_single(call: ast.Call) -> bool:
    """Return whether a call makes a tensor with one item, by the sizes that it is given: ``x.new_ones(1)``."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    sizes: list[ast.expr] = list(call.args[:1] if name.endswith("full") else call.args)
    if len(sizes) == 1 and isinstance(sizes[0], (ast.Tuple, ast.List)):
        sizes = sizes[0].elts
    ones = all(isinstance(size, ast.Constant) and size.value == 1 for size in sizes)
    return name.removeprefix("new_") in _FILLED and bool(sizes) and ones


_FILLED = frozenset("ones zeros empty full rand randn".split())
"""Functions and methods that are given the sizes first."""


def of_product(left: Value, right: Value) -> int | None:
    """The dimension of ``left @ right``: the last of ``left`` and the last but one of ``right`` are gone.

    Both are taken for matrices. Where the first of ``right`` depends on data, a first one of ``left`` is its last, too.
    """
    one, two = (part.dynamic if (part := tensor_part(side)) is not None else None for side in (left, right))
    if two == 0 or (one is not None and two is not None and one == two + 1):
        return None
    if one == 0:
        return 0
    return two if two is not None and two > 0 else None


def of_index(owner: Tensor, index: Value) -> int | None:
    """The dimension of ``owner[index]``."""
    several = isinstance(index, SequenceValue) and index.kind == "tuple"
    parts = list(index.items or ()) if isinstance(index, SequenceValue) and several else [index]
    read, given, numbers = 0, 0, False
    for place, part in enumerate(parts):
        if _selects(part):
            return given if not numbers else UNSURE
        if isinstance(part, Tensor):
            return UNSURE if part.dynamic is not None or owner.dynamic not in (None, read) else None
        if part == Const(...):
            return UNSURE if any(map(_selects, parts[place:])) else None
        if part == NONE:
            given += 1
            continue
        if isinstance(part, Slice):
            if owner.dynamic == read:
                return given
            given += 1
        elif owner.dynamic == read or (_whole(part) is None and part != INT):
            return None
        else:
            numbers = True
        read += 1
    if owner.dynamic is None or owner.dynamic == UNSURE:
        return None if numbers else owner.dynamic
    return owner.dynamic - read + given


def _selects(part: Value) -> bool:
    """Return whether an index gives a number of items that depends on data."""
    if isinstance(part, Slice):
        return part.dynamic
    if not isinstance(part, Tensor):
        return False
    return part.dynamic == 0 or (part.dtype == BOOLEAN and part.shape != ())


def slice_of(bounds: Sequence[Value]) -> Slice:
    """A slice with these bounds, and perhaps a step."""
    return Slice(dynamic=any(_is_unknown(bound) or _is_computed(bound) for bound in bounds))


def _is_computed(bound: Value) -> bool:
    return isinstance(bound, Tensor) and bound.confidence > LOW and not tensor_reads.given(bound)


def _along(kwargs: Mapping[str, Value]) -> Value:
    return kwargs.get("dim", kwargs.get("axis", NONE))


def _whole(value: Value) -> int | None:
    if isinstance(value, Const) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return value.value
    return None


# The lengths themselves


def length(frame: Frame, node: ast.AST, owner: Tensor) -> Scalar:
    """A length of ``owner`` that depends on data."""
    evidence = Evidence(node, frame.module, "a length that depends on tensor data", owner.evidence)
    counted = owner.counted
    return Scalar(LENGTH, size=True, least=0, counted=counted, confidence=owner.confidence, evidence=evidence)


def sizes(frame: Frame, node: ast.AST, owner: Tensor) -> Value:
    """``owner.shape``."""
    return SIZE if owner.dynamic is None else DynamicSize("size", owner.dynamic, length(frame, node, owner))


def of_method(frame: Frame, node: ast.AST, name: str, owner: Tensor, args: Sequence[Value]) -> Value | None:
    """Return what ``owner.numel()``, ``owner.size()`` and ``owner.size(dim)`` give where it depends on data."""
    if owner.dynamic is None:
        return None
    if name in ("numel", "nelement"):
        return replace(length(frame, node, owner), counted=_computed(owner.counted, node))
    if name == "size":
        if not args:
            return sizes(frame, node, owner)
        return length(frame, node, owner) if _whole(args[0]) == owner.dynamic != UNSURE else INT
    return None


def item(owner: DynamicSize, index: Value) -> Value:
    """``owner[index]`` of a shape."""
    return owner.length if _whole(index) == owner.axis != UNSURE else INT


def unpacked(owner: DynamicSize, count: int) -> list[Value]:
    """The items of a shape with so many dimensions."""
    return [owner.length if place == owner.axis else INT for place in range(count)]


def arithmetic(frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator) -> Value:
    """An operator on a length and something else."""
    mine = left if isinstance(left, Scalar) and left.size else right
    other = right if mine is left else left
    assert isinstance(mine, Scalar)
    number = _whole(other)
    sure = mine.confidence
    if number is None and not isinstance(other, Scalar):
        if not isinstance(op, (ast.Sub, ast.Div, ast.Mod, ast.FloorDiv)) or not isinstance(other, PyValue):
            return INT  # a length plus a size is seldom asked for what is not decided
        sure = min(sure, MEDIUM)
    return Scalar(
        LENGTH if isinstance(op, _WHOLE_RESULTS) else "number",
        size=True,
        least=_least(mine, other, op, is_left=mine is left),
        counted=None if isinstance(other, Scalar) else _computed(mine.counted, node),
        confidence=sure,
        evidence=Evidence(node, frame.module, "a length that depends on tensor data", mine.evidence),
    )


def _computed(counted: Hashable, node: ast.AST) -> Hashable:
    """What stands for a number that is computed from a count at a place: another one than the count."""
    return None if counted is None else ComputedCount(count_of(counted), _place(node))


_WHOLE_RESULTS = (ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod)


def _least(mine: Scalar, other: Value, op: ast.operator, is_left: bool) -> int | None:
    """Return the least that an operator on a length gives; None where that is not known."""
    if isinstance(op, ast.Mod):
        number = _whole(other)
        return 0 if is_left and number is not None and number > 0 else None
    least = other.least if isinstance(other, Scalar) else _whole(other)
    if mine.least is None or least is None:
        return None
    if isinstance(op, ast.Add):
        return mine.least + least
    if isinstance(op, ast.Mult) and mine.least >= 0 and least >= 0:
        return mine.least * least
    if not is_left or isinstance(other, Scalar):
        return None
    if isinstance(op, ast.Sub):
        return mine.least - least
    return mine.least // least if isinstance(op, ast.FloorDiv) and least > 0 else None


def compared(frame: Frame, node: ast.expr, left: Value, op: ast.cmpop, right: Value) -> Value:
    """A comparison of a length: TorchDynamo knows that it is not negative, and nothing else of it."""
    mine, other = left, right
    if not (isinstance(left, Scalar) and left.size):
        mine, other, op = right, left, _MIRRORED.get(type(op), op)
    assert isinstance(mine, Scalar)
    if isinstance(other, UnionValue):
        # Such as `4000 if on_cpu else 100_000`, of which one is compiled: all have to give the same.
        answers = [compared(frame, node, mine, op, option) for option in other.alternatives]
        return answers[0] if all(answer == answers[0] for answer in answers) else BOOL
    number = _whole(other)
    evidence = Evidence(node, frame.module, "compares a length that depends on tensor data", mine.evidence)
    answer = replace(mine, kind="bool", evidence=evidence)
    if isinstance(other, Scalar):
        differ = (
            mine.counted is not None and other.counted is not None and count_of(mine.counted) != count_of(other.counted)
        )
        return replace(answer, confidence=min(mine.confidence, other.confidence, MEDIUM)) if differ else BOOL
    if number is None:
        # What is not known is a limit that the code was given; an int may be the length of what items were taken from.
        equality = isinstance(op, (ast.Eq, ast.NotEq))
        limit = (other is UNKNOWN and not (equality and _compares_lengths(node))) or _compares_setting(node)
        # It knows of the items taken that there are no more than there were.
        limit = limit or (isinstance(other, PyValue) and not is_size(other, parts=False))
        undecided = limit or (isinstance(op, (ast.Eq, ast.NotEq, ast.Lt, ast.GtE)) and isinstance(other, PyValue))
        return replace(answer, confidence=min(mine.confidence, MEDIUM)) if undecided else BOOL
    if mine.least is not None:
        if number < mine.least:
            return Const(isinstance(op, (ast.NotEq, ast.Gt, ast.GtE)))
        if number == mine.least and isinstance(op, (ast.Lt, ast.GtE)):
            return Const(isinstance(op, ast.GtE))
    if number > 1:
        # It knows too that there are no more items than were asked: with few, a large limit decides.
        answer = replace(answer, confidence=min(mine.confidence, MEDIUM))
    return answer


def _compares_setting(node: ast.expr) -> bool:
    """Return whether a side is an attribute of ``self``, such as a limit that the constructor was given."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    return any(
        isinstance(side, ast.Attribute) and isinstance(side.value, ast.Name) and side.value.id == "self"
        for side in sides
    )


def _compares_lengths(node: ast.expr) -> bool:
    """Return whether both sides are read as lengths: of one that is not known, it may be the same."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    calls = [side.func for side in sides if isinstance(side, ast.Call)]
    names = [func.attr for func in calls if isinstance(func, ast.Attribute)]
    return len(sides) > 1 and len(names) == len(sides) and all(name in ("numel", "nelement", "size") for name in names)


def compared_shapes(frame: Frame, node: ast.expr, shape: DynamicSize, op: ast.cmpop, other: Value) -> Value:
    """``owner.shape == (3, 4)``."""
    if not isinstance(op, (ast.Eq, ast.NotEq)) or not isinstance(other, (DynamicSize, SequenceValue)):
        return BOOL  # another shape often has the same rows, by a way that is not followed
    return compared(frame, node, shape.length, op, other.length if isinstance(other, DynamicSize) else INT)


_MIRRORED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.Gt(),
    ast.Gt: ast.Lt(),
    ast.LtE: ast.GtE(),
    ast.GtE: ast.LtE(),
}
