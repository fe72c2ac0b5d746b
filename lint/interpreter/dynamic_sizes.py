"""Lengths that depend on data: which dimension of a result has one, and what is known of the length itself.

TorchDynamo gives such a dimension a size without a value where it captures the operation, as it does under
``fullgraph=True``; by default the graph has ended at the operation, and the size is a number.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    BOOL,
    INT,
    MEDIUM,
    NONE,
    SIZE,
    UNKNOWN,
    Const,
    DynamicSize,
    Evidence,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    replace,
    tensor_part,
)

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
        "full_like rand_like randn_like masked_fill requires_grad_ flip roll argsort relu gelu silu leaky_relu"
    ).split()
)
"""Operations, beside the elementwise ones, after which the first argument's dimensions are as they were."""
_MADE = frozenset("arange zeros ones empty full rand randn".split())
"""Functions that make a tensor of the length that they are told."""
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
    name: str,
    value: Value,
    args: Sequence[Value],
    kwargs: Mapping[str, Value],
    owner: Tensor | None,
) -> Value:
    """``value``, which a call of torch gave, with the dimension whose length depends on data."""
    bare = name.rpartition(".")[2]
    given = [owner, *args] if owner is not None else list(args)
    if bare in _COUNTING and name in data.dynamic_shape and not (bare == "where" and len(given) + len(kwargs) > 1):
        return _counted(bare, value, given, kwargs)
    if not isinstance(value, Tensor) or not given or bare.endswith("_"):
        return value
    if bare in data.pointwise or bare == "where":
        return replace(value, dynamic=common([*given, *kwargs.values()]))
    first = given[0]
    if bare in _MADE and isinstance(first, Scalar) and first.size and (bare == "full" or len(given) == 1):
        return replace(value, dynamic=0)
    if bare == "stack" and isinstance(first, SequenceValue):
        part = tensor_part(first.each())
        if part is None or part.dynamic is None:
            return value
        return replace(value, dynamic=_kept("unsqueeze", part.dynamic, _stacked_along(given, kwargs)))
    if not isinstance(first, Tensor) or first.dynamic is None:
        return value
    return replace(value, dynamic=_kept(bare, first.dynamic, _whole(given[1] if len(given) > 1 else _along(kwargs))))


_COUNTING = frozenset(
    (
        "nonzero argwhere where masked_select bincount unique unique_consecutive repeat_interleave nms batched_nms "
        "remove_small_boxes"
    ).split()
)
"""Operations whose result has a number of items that depends on data, where they are captured."""
_PLACE_OF_DIM = {"unique": 4, "unique_consecutive": 3, "repeat_interleave": 2}


def _counted(name: str, value: Value, given: Sequence[Value], kwargs: Mapping[str, Value]) -> Value:
    axis = 0
    if name in _PLACE_OF_DIM:
        place = _PLACE_OF_DIM[name]
        along = given[place] if len(given) > place else _along(kwargs)
        known = _whole(along)
        axis = 0 if along == NONE else known if known is not None and known >= 0 else UNSURE
    if name == "repeat_interleave":
        repeats = given[1] if len(given) > 1 else kwargs.get("repeats", given[0] if given else NONE)
        if kwargs.get("output_size", NONE) != NONE or tensor_part(repeats) is None:
            return value
    if not isinstance(value, SequenceValue):
        return _with(value, axis)
    if value.items is None:
        return replace(value, element=_with(value.element, axis))
    if name in ("where", "nonzero"):
        return replace(value, items=tuple(_with(item, 0) for item in value.items))
    items = list(value.items)
    items[0] = _with(items[0], axis)
    if len(items) == 3 or kwargs.get("return_counts", NONE) == Const(True):
        items[-1] = _with(items[-1], 0)  # how often each value occurs; the inverse has the shape of the input
    return replace(value, items=tuple(items))


def _with(value: Value, axis: int) -> Value:
    return replace(value, dynamic=axis) if isinstance(value, Tensor) else value


def _stacked_along(given: Sequence[Value], kwargs: Mapping[str, Value]) -> int | None:
    """The dimension along which tensors are stacked: the first where nothing is said."""
    told = given[1] if len(given) > 1 else _along(kwargs)
    return 0 if told == NONE else _whole(told)


def _kept(name: str, dynamic: int, argument: int | None) -> int | None:
    """Return where the dimension of an operation's first argument is in its result."""
    if name in _SAME:
        return dynamic
    if dynamic == UNSURE:
        return None
    if name == "squeeze" and argument is not None and (argument == -1 or argument > dynamic):
        return dynamic
    if name == "unsqueeze" and argument is not None:
        return dynamic + (0 <= argument <= dynamic) if argument >= -1 else UNSURE
    first = dynamic == 0
    if (name in ("view", "reshape") and argument == -1 and first) or (name == "flatten" and first):
        return 0
    return None


def of_module(cls: str, tensors: Sequence[Tensor]) -> int | None:
    """The dimension of what a module of torch gives."""
    return tensors[0].dynamic if len(tensors) == 1 and cls.rpartition(".")[2] in _MODULES else None


def common(values: Sequence[Value]) -> int | None:
    """The dimension of an elementwise result."""
    tensors = [value for value in values if isinstance(value, Tensor) and value.shape != ()]
    found = {tensor.dynamic for tensor in tensors}
    if found <= {None}:
        return None
    return found.pop() if len(found) == 1 else UNSURE


def of_index(owner: Tensor, index: Value) -> int | None:
    """The dimension of ``owner[index]``."""
    several = isinstance(index, SequenceValue) and index.kind == "tuple"
    parts = list(index.items or ()) if isinstance(index, SequenceValue) and several else [index]
    read, given, numbers = 0, 0, False
    for place, part in enumerate(parts):
        if isinstance(part, Tensor):
            if _selects(part):
                return given if not numbers else UNSURE
            return UNSURE if part.dynamic is not None or owner.dynamic not in (None, read) else None
        if part == Const(...):
            return UNSURE if any(isinstance(rest, Tensor) and _selects(rest) for rest in parts[place:]) else None
        if part == NONE:
            given += 1
            continue
        if part == PyValue("slice"):
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


def _selects(part: Tensor) -> bool:
    """Return whether an index gives a number of items that depends on data."""
    return part.dynamic == 0 or (part.dtype == BOOLEAN and part.shape != ())


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
    return Scalar(LENGTH, size=True, confidence=owner.confidence, evidence=evidence)


def sizes(frame: Frame, node: ast.AST, owner: Tensor) -> Value:
    """``owner.shape``."""
    return SIZE if owner.dynamic is None else DynamicSize("size", owner.dynamic, length(frame, node, owner))


def of_method(frame: Frame, node: ast.AST, name: str, owner: Tensor, args: Sequence[Value]) -> Value | None:
    """Return what ``owner.numel()``, ``owner.size()`` and ``owner.size(dim)`` give where it depends on data."""
    if owner.dynamic is None:
        return None
    if name in ("numel", "nelement"):
        return length(frame, node, owner)
    if name == "size":
        if not args:
            return sizes(frame, node, owner)
        return length(frame, node, owner) if _whole(args[0]) == owner.dynamic else INT
    return None


def item(owner: DynamicSize, index: Value) -> Value:
    """``owner[index]`` of a shape."""
    return owner.length if _whole(index) == owner.axis else INT


def unpacked(owner: DynamicSize, count: int) -> list[Value]:
    """The items of a shape with so many dimensions."""
    return [owner.length if place == owner.axis else INT for place in range(count)]


def arithmetic(frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator) -> Value:
    """An operator on a length and something else."""
    mine = left if isinstance(left, Scalar) and left.size else right
    other = right if mine is left else left
    assert isinstance(mine, Scalar)
    number = _whole(other)
    if (isinstance(op, ast.Add) or number is None) and not isinstance(other, Scalar):
        return INT  # a length plus one is never zero: tests of it can be decided
    evidence = Evidence(node, frame.module, "a length that depends on tensor data", mine.evidence)
    multiple = number is not None and number > 0 and isinstance(op, (ast.Mult, ast.FloorDiv)) and mine is left
    return replace(mine, kind=mine.kind if multiple else "number", evidence=evidence)


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
    if number is None:
        # What is not known is a limit that the code was given; an int may be the length of what items were taken from.
        equality = isinstance(op, (ast.Eq, ast.NotEq))
        limit = other is UNKNOWN and not (equality and _compares_lengths(node))
        undecided = limit or (equality and isinstance(other, PyValue))
        return replace(answer, confidence=min(mine.confidence, MEDIUM)) if undecided else BOOL
    if mine.kind == LENGTH:
        if number < 0 and isinstance(op, (ast.Eq, ast.LtE, ast.NotEq, ast.Gt)):
            return Const(isinstance(op, (ast.NotEq, ast.Gt)))
        if number <= 0 and isinstance(op, (ast.Lt, ast.GtE)):
            return Const(isinstance(op, ast.GtE))
    if number > 1:
        # It knows too that there are no more items than were asked: with few, a large limit decides.
        answer = replace(answer, confidence=min(mine.confidence, MEDIUM))
    return answer


def _compares_lengths(node: ast.expr) -> bool:
    """Return whether both sides are read as lengths: of one that is not known, it may be the same."""
    sides = [node.left, *node.comparators] if isinstance(node, ast.Compare) else []
    calls = [side.func for side in sides if isinstance(side, ast.Call)]
    names = [func.attr for func in calls if isinstance(func, ast.Attribute)]
    return len(sides) > 1 and len(names) == len(sides) and all(name in ("numel", "nelement", "size") for name in names)


def compared_shapes(frame: Frame, node: ast.expr, shape: DynamicSize, op: ast.cmpop, other: Value) -> Value:
    """``owner.shape == (3, 4)``."""
    if not isinstance(op, (ast.Eq, ast.NotEq)) or not isinstance(other, SequenceValue):
        return BOOL
    return compared(frame, node, shape.length, op, INT)


_MIRRORED: dict[type[ast.cmpop], ast.cmpop] = {
    ast.Lt: ast.Gt(),
    ast.Gt: ast.Lt(),
    ast.LtE: ast.GtE(),
    ast.GtE: ast.LtE(),
}
