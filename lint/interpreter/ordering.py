"""Putting values in order: what ``sorted``, ``list.sort``, ``max`` and ``min`` compare."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain import tensor_reads
from fullgraph.lint.domain.events import Keyed, Test
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    NONE,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    NumpyNumber,
    SequenceValue,
    Value,
    alternatives,
    join_all,
    scalar_part,
)
from fullgraph.lint.interpreter import dataclass_fields, overloads
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.project.module_classes import is_module_class

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_DEPTH = 4
_CONSTANTS = frozenset(f"builtins.{name}" for name in "str bytes int float bool complex tuple".split())
"""Bases whose objects TorchDynamo takes for constants."""


def items_of(value: Value) -> tuple[Value, ...]:
    """Return the items of a sequence, or one that stands for all; none for other values."""
    if not isinstance(value, SequenceValue):
        return ()
    return (value.element,) if value.items is None else value.items


def order(interp: Evaluator, frame: Frame, node: ast.Call, items: Sequence[Value], key: Value) -> None:
    """Sorting compares the items, or what the key gives of them, and calls ``bool()`` on what that gives.

    Traced, it takes constants alone: a tuple with a tensor or an object in it is none, whatever its first entry
    decides. ``items`` are those that there are, or one that stands for all.
    """
    each = [_compared(interp, frame, node, item, key) for item in items]
    if frame.tracing and any(isinstance(option, SequenceValue) for item in each for option in alternatives(item)):
        held = next((found for found in map(_unordered, each) if found is not None), None)
        if held is not None:
            interp.emit(Test(node, frame, interp, node, held, "sorted", frame.around(node)))
            return
        number = tensor_reads.held_number(join_all(each))
        if number is not None:
            interp.test(frame, node, number, "sort")
            return
    compared = join_all(each)
    if interp.torch.at_least("2.14"):
        own = [overloads.compared(interp, frame, node, one, compared, ast.Lt()) for one in alternatives(compared)]
        found = [one for one in own if one is not None]
        compared = join_all(found) if found else compared
    elif _tell_objects(interp, frame, node, compared):
        return
    interp.test(frame, node, compared, "sort")


def extreme(interp: Evaluator, frame: Frame, node: ast.Call, items: Sequence[Value], key: Value) -> None:
    """``max`` and ``min`` take tensors and constants. With a key they take constants alone, before torch 2.14 as items
    too; and neither tuples that hold a tensor or an object nor objects.
    """
    each = [_compared(interp, frame, node, item, key) for item in items]
    element, compared = join_all(items), join_all(each)
    if not frame.tracing or _tell_objects(interp, frame, node, compared):
        return
    held: Value | None = None
    if key != NONE:
        held = tensor_reads.held_tensor(compared)
        if held is None and not interp.torch.at_least("2.14"):
            held = tensor_reads.held_tensor(element)
    elif any(isinstance(option, SequenceValue) for option in alternatives(compared)):
        held = next((found for found in map(_unordered, each) if found is not None), None)
        if held is None and (number := tensor_reads.held_number(compared)) is not None:
            interp.test(frame, node, number, "sort")
            return
    before = len(frame.findings)
    if held is not None:
        interp.emit(Test(node, frame, interp, node, held, "ordered", frame.around(node)))
    elif key != NONE and scalar_part(element) is None:
        interp.test(frame, node, compared, "builtin")
    if key != NONE and scalar_part(element) is None and len(frame.findings) == before:
        interp.emit(Keyed(node, frame, interp, element, key))


def _compared(interp: Evaluator, frame: Frame, node: ast.Call, item: Value, key: Value) -> Value:
    """Return what stands for an item in comparisons, named tuples as the tuples that they are."""
    value = item if key == NONE else interp.call_value(frame, node, key, Arguments([item], {}))
    options = list(alternatives(value))
    if any(isinstance(option, Instance) and dataclass_fields.is_named_tuple(option.cls) for option in options):
        return join_all([_as_tuple(interp, option) for option in options])
    return value


def _as_tuple(interp: Evaluator, value: Value) -> Value:
    if isinstance(value, Instance) and dataclass_fields.is_named_tuple(value.cls):
        return SequenceValue("tuple", tuple(interp.heap.of(value.site).values()))
    return value


def _tell_objects(interp: Evaluator, frame: Frame, node: ast.Call, compared: Value) -> bool:
    """Tell the rules of objects of the project's classes that are put in order, whatever their methods for it do."""
    options = alternatives(compared)
    surely = all(isinstance(option, Instance) and not is_module_class(option.cls) for option in options)
    if surely and frame.tracing:
        interp.emit(Test(node, frame, interp, node, options[0], "ordered", frame.around(node)))
    return surely


def _unordered(value: Value) -> Value | None:
    """Return the tensor or the object that a value is or that its containers hold."""
    return tensor_reads.held_tensor(value) or _held_object(value, _DEPTH)


def _held_object(value: Value, depth: int) -> Value | None:
    for option in alternatives(value):
        if isinstance(option, MappingValue) or (isinstance(option, SequenceValue) and option.kind != "sequential"):
            found = _held_in(option, depth - 1) if depth else None
        else:
            found = option if _is_object(option) else None
        if found is not None:
            return found
    return None


def _held_in(container: SequenceValue | MappingValue, depth: int) -> Value | None:
    items = items_of(container) if isinstance(container, SequenceValue) else (container.each(),)
    found = (_held_object(item, depth) for item in items)
    return next((one for one in found if one is not None), None)


def _is_object(value: Value) -> bool:
    """Return whether a value is no constant: a module, an object, a method of one, a number of NumPy's."""
    if isinstance(value, Instance):
        return not _CONSTANTS.intersection(value.cls.external_bases()) and not dataclass_fields.is_named_tuple(
            value.cls
        )
    if isinstance(value, Function):
        return isinstance(value.bound, Instance)
    if isinstance(value, SequenceValue):
        return value.kind == "sequential"
    return isinstance(value, NumpyNumber) or (isinstance(value, ExternalInstance) and value.cls.startswith("torch.nn."))
