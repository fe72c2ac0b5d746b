"""Models of ``itertools``: what the items of each iterator are, and what it tests or calls on the way."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    INT,
    NONE,
    UNKNOWN,
    Const,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    join,
    join_all,
)
from fullgraph.lint.interpreter import containers, operators
from fullgraph.lint.interpreter.arguments import Arguments, Rest
from fullgraph.lint.interpreter.evaluator import Evaluator, Model

_MOST = 16
"""Up to so many items are followed one by one."""


def _items(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments, first: int = 0) -> Iterator[Value]:
    """What an item of each iterable among the arguments can be; ``first``: the number of the first iterable."""
    written = [*node.args, *[node] * len(given.args)]
    for number, value in enumerate(given.args[first:], first):
        yield containers.iterate(interp, frame, written[number], value)


def _some(element: Value) -> Value:
    return SequenceValue("list", None, element)


def _known(value: Value) -> tuple[Value, ...] | None:
    """The items of a sequence one by one, where they are few and known."""
    known = isinstance(value, SequenceValue) and value.items is not None and len(value.items) <= _MOST
    return value.items if known and isinstance(value, SequenceValue) else None


def _joined(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``chain(*iterables)``."""
    parts = [_known(value) for value in given.args]
    if not given.rest and all(part is not None for part in parts):
        return SequenceValue("list", tuple(item for part in parts if part is not None for item in part))
    return _some(join_all(_items(interp, frame, node, given)))


def _chained(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``chain.from_iterable(iterables)``."""
    parts = _known(given.args[0]) if given.args else None
    if parts is not None:
        return _joined(interp, frame, node, Arguments(list(parts), {}))
    inner = join_all(_items(interp, frame, node, given))
    return _some(containers.iterate(interp, frame, node, inner))


def _first(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """Items of the first argument."""
    return _some(next(_items(interp, frame, node, given), UNKNOWN))


def _longest(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    fill = given.kwargs.get("fillvalue", NONE)
    return _some(SequenceValue("tuple", tuple(join(item, fill) for item in _items(interp, frame, node, given))))


def _pairs(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    item = next(_items(interp, frame, node, given), UNKNOWN)
    return _some(SequenceValue("tuple", (item, item)))


def _product(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    items = tuple(_items(interp, frame, node, given))
    times = given.kwargs.get("repeat", Const(1))
    if isinstance(times, Const) and isinstance(times.value, int) and 0 < times.value * len(items) <= _MOST:
        return _some(SequenceValue("tuple", items * times.value))
    return _some(SequenceValue("tuple", None, join_all(items)))


def _choices(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``combinations(items, length)`` and its like."""
    item, length = next(_items(interp, frame, node, given), UNKNOWN), given.get(1, "r")
    if isinstance(length, Const) and isinstance(length.value, int) and 0 < length.value <= _MOST:
        return _some(SequenceValue("tuple", (item,) * length.value))
    return _some(SequenceValue("tuple", None, item))


def _accumulated(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``accumulate(items, function)``: any result may be met again with any item."""
    item, function = next(_items(interp, frame, node, given), UNKNOWN), given.get(1, "func")
    value = join(item, given.kwargs["initial"]) if "initial" in given.kwargs else item
    if function is None or function == NONE:
        return _some(join(value, operators.arithmetic(interp, frame, node, value, item, ast.Add())))
    return _some(join(value, interp.call_value(frame, node, function, Arguments([value, item], {}))))


def _starred(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if len(given.args) != 2:
        return UNKNOWN
    pair = next(_items(interp, frame, node, given, 1), UNKNOWN)
    known = _known(pair)
    if known is not None:
        args = Arguments(list(known), {})
    else:
        args = Arguments([], {}, Rest(containers.iterate(interp, frame, node, pair)))
    return _some(interp.call_value(frame, node, given.args[0], args))


def _selected(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``takewhile(test, items)`` and its like: the test's answer decides."""
    if len(given.args) != 2:
        return UNKNOWN
    item = next(_items(interp, frame, node, given, 1), UNKNOWN)
    test = given.args[0]
    kept = item if test == NONE else interp.call_value(frame, node, test, Arguments([item], {}))
    interp.test(frame, node, kept, "builtin")
    return _some(item)


def _repeated(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return _some(given.get(0, "object") or UNKNOWN)


def _copies(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``tee(items, number)``."""
    number = given.get(1, "n") or Const(2)
    item = _first(interp, frame, node, Arguments(given.args[:1], {}))
    if isinstance(number, Const) and isinstance(number.value, int) and 0 < number.value <= _MOST:
        return SequenceValue("tuple", (item,) * number.value)
    return SequenceValue("tuple", None, item)


def next_of(interp: Evaluator, frame: Frame, node: ast.Call, iterator: Value) -> Value:
    """What ``next`` gives of an iterator; UNKNOWN for what is none that is followed."""
    if not isinstance(iterator, (SequenceValue, Tensor)):
        return UNKNOWN
    found = containers.iterate(interp, frame, node.args[0] if node.args else node, iterator)
    return containers.unsure(found) if isinstance(found, UnionValue) else found  # which one is not known


_MODELS: dict[str, Callable[[Evaluator, Frame, ast.Call, Arguments], Value]] = {
    "chain": _joined,
    "chain.from_iterable": _chained,
    "islice": _first,
    "cycle": _first,
    "compress": _first,
    "zip_longest": _longest,
    "pairwise": _pairs,
    "product": _product,
    "combinations": _choices,
    "combinations_with_replacement": _choices,
    "permutations": _choices,
    "accumulate": _accumulated,
    "starmap": _starred,
    "takewhile": _selected,
    "dropwhile": _selected,
    "filterfalse": _selected,
    "repeat": _repeated,
    "tee": _copies,
    "count": lambda interp, frame, node, given: _some(INT),
}
MODELS: dict[str, Model] = {f"itertools.{name}": model for name, model in _MODELS.items()}
