"""Equality of containers, and of objects by their fields: what is compared to find the answer.

Traced, items are compared one by one until two differ; the same item twice is equal without a look at it. What depends
on tensor data ends the graph at the comparison.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain import tensor_reads
from fullgraph.lint.domain.events import Test
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    INT,
    LOW,
    MEDIUM,
    SIZE,
    Const,
    Instance,
    MappingValue,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    replace,
)
from fullgraph.lint.interpreter import dataclass_fields, emission, special_methods

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_DEPTH = 4


class _Different(Exception):
    """Two items surely differ, which decides the whole."""


def of_containers(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, ordered: bool = False
) -> bool:
    """Compare two containers or records; return whether that depends on tensor data, of which rules are told."""
    sized = not ordered and (_is_shape(left) or _is_shape(right))
    try:
        if sized:
            left, right = _as_long(left, right), _as_long(right, left)
        if not all(isinstance(side, (SequenceValue, MappingValue, Instance)) for side in (left, right)):
            return False
        held = _compared(interp, frame, node, left, right, ordered, _DEPTH)
    except _Different:
        return False
    if held is not None and sized:
        held = replace(held, confidence=min(held.confidence, MEDIUM))  # another length may differ
    return _tell(interp, frame, node, held)


def _is_shape(side: Value) -> bool:
    """Return whether it is the shape of a tensor, or a list or tuple of it, of a length that is not known."""
    if isinstance(side, SequenceValue):
        return side.kind in ("list", "tuple") and side.items is None and side.element == INT
    return isinstance(side, PyValue) and side.kind == SIZE.kind


def _as_long(side: Value, other: Value) -> Value:
    """A shape as what it is compared with: as a rule it has that many lengths, where these are plain numbers."""
    if not _is_shape(side) or not isinstance(other, SequenceValue) or other.items is None:
        return side
    if other.kind != (side.kind if isinstance(side, SequenceValue) else "tuple"):
        raise _Different
    return replace(other, items=tuple(INT if isinstance(item, Tensor) else item for item in other.items))


def among(interp: Evaluator, frame: Frame, node: ast.expr, wanted: Value, items: Iterable[Value]) -> bool:
    """Look for an item, up to the first that is it; return whether tensor data decides, of which rules are told."""
    for item in items:
        if item is wanted:
            return False
        try:
            held = _compared(interp, frame, node, item, wanted, False, _DEPTH)
        except _Different:
            continue
        if held is not None:
            return _tell(interp, frame, node, held)
    return False


def count(interp: Evaluator, frame: Frame, node: ast.expr, wanted: Value, items: Iterable[Value]) -> Value:
    """How often an item is there: of tensors, a number that the graph computes."""
    for item in items:
        try:
            held = None if item is wanted else _compared(interp, frame, node, item, wanted, False, _DEPTH)
        except _Different:
            continue
        if held is not None:
            evidence = emission.because(frame, node, "compares it with each", held)
            number = tensor_reads.number(frame, node, held, "int", evidence=evidence)
            return replace(number, given=False) if isinstance(number, Scalar) else number
    return INT


def _tell(interp: Evaluator, frame: Frame, node: ast.expr, held: Tensor | None) -> bool:
    if held is None or not frame.tracing:
        return False
    frame.data_tests.add(node)
    interp.emit(Test(node, frame, interp, node, held, "equality", frame.around(node)))
    return True


def _compared(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, ordered: bool, depth: int
) -> Tensor | None:
    """The tensor data that decides whether two values are equal; None where none does."""
    if left is right or not depth:
        return None
    if isinstance(left, Const) and isinstance(right, Const):
        if left.value != right.value:
            raise _Different
        return None
    for one, two in ((left, right), (right, left)):
        if isinstance(one, Tensor) and one.confidence > LOW and one.array is False:
            return _with_tensor(one, two)
    if isinstance(left, SequenceValue) and isinstance(right, SequenceValue):
        if {left.kind, right.kind} - {"list", "tuple"} or None in (left.items, right.items):
            return None
        if left.kind != right.kind:
            raise _Different
        return _one_by_one(interp, frame, node, left.items or (), right.items or (), ordered, depth)
    if isinstance(left, MappingValue) and isinstance(right, MappingValue):
        if left.open or right.open or left.maybe or right.maybe:
            return None
        mine, other = dict(left.items), dict(right.items)
        if mine.keys() != other.keys():
            raise _Different
        return _one_by_one(interp, frame, node, list(mine.values()), [other[key] for key in mine], False, depth)
    return _of_objects(interp, frame, node, left, right, ordered, depth)


def _with_tensor(tensor: Tensor, other: Value) -> Tensor | None:
    """A tensor and something else: None and texts, containers and objects differ from it whatever it holds."""
    if isinstance(other, Tensor) or (isinstance(other, Const) and isinstance(other.value, (int, float))):
        return tensor
    if isinstance(other, PyValue) and other.kind in ("int", "float", "bool"):
        return tensor
    if isinstance(other, (Const, SequenceValue, MappingValue)):
        raise _Different
    return None


def _one_by_one(
    interp: Evaluator,
    frame: Frame,
    node: ast.expr,
    left: Sequence[Value],
    right: Sequence[Value],
    ordered: bool,
    depth: int,
) -> Tensor | None:
    if len(left) != len(right) and not ordered:
        raise _Different
    for one, two in zip(left, right, strict=False):
        held = _compared(interp, frame, node, one, two, ordered, depth - 1)
        if held is not None:
            return held
        known = isinstance(one, Const) or one is two or isinstance(one, (SequenceValue, MappingValue))
        if not known and not _is_asserted(frame, node):
            return None  # it may decide
    return None


def _is_asserted(frame: Frame, node: ast.expr) -> bool:
    """Return whether code says that what is compared is equal."""
    statement = frame.statement
    compared = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)
    return compared and isinstance(statement, ast.Assert) and statement.test is node


def _of_objects(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, ordered: bool, depth: int
) -> Tensor | None:
    if not isinstance(left, Instance):
        return None
    own = special_methods.call(interp, frame, node, left, "eq", right)
    if own is not None:
        return next((option for option in alternatives(own) if isinstance(option, Tensor)), None)
    if not isinstance(right, Instance) or left.cls != right.cls or not left.exact or not right.exact:
        return None
    record = dataclass_fields.record_of(left.cls)
    if record is None or record != left.cls or not dataclass_fields.is_compared(record, ordered):
        return None
    names = dataclass_fields.field_names(record)
    mine, other = interp.heap.of(left.site), interp.heap.of(right.site)
    if any(name not in mine or name not in other for name in names):
        return None
    return _one_by_one(
        interp, frame, node, [mine[name] for name in names], [other[name] for name in names], ordered, depth
    )
