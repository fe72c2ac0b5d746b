"""Dates, times, spans of time and decimal numbers: objects of the standard library whose classes are compiled code."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from typing import TYPE_CHECKING

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.externals import COMPILED_CLASSES, DATE, DATETIME, DECIMAL, SPAN, TIME
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    FLOAT,
    HIGH,
    INT,
    STR,
    UNKNOWN,
    ExternalInstance,
    Value,
    join_all,
)
from fullgraph.lint.interpreter.evaluator import Model

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator

_OPERATORS: Mapping[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.Eq: "eq",
    ast.NotEq: "ne",
    ast.Lt: "lt",
    ast.LtE: "le",
    ast.Gt: "gt",
    ast.GtE: "ge",
}
_MAKING = {
    DATETIME: "now utcnow today fromtimestamp utcfromtimestamp fromisoformat strptime combine replace astimezone",
    DATE: "today fromtimestamp fromisoformat replace",
    DECIMAL: "sqrt quantize",
}
"""The methods of the classes and of their objects that give an object of the class."""


def of_operator(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator | ast.cmpop
) -> Value | None:
    """What an operator gives of such an object; None where neither side is one. ``in`` and ``is`` are none."""
    owner = next((side for side in (left, right) if _is_one(side)), None)
    if not isinstance(owner, ExternalInstance) or type(op) not in _OPERATORS:
        return None
    if frame.tracing:
        name = f"{owner.cls}.__{_OPERATORS[type(op)]}__"
        interp.emit(Call(node, frame, interp, name, (left, right), HIGH, frame.around(node)))
    if isinstance(op, ast.cmpop):
        return UNKNOWN
    if owner.cls in (DATETIME, DATE):
        return ExternalInstance(SPAN) if _is_one(left) and left == right else owner
    if owner.cls == SPAN:
        return right if _is_one(right) and right != owner else join_all((owner, FLOAT))
    return owner


def _is_one(value: Value) -> bool:
    return isinstance(value, ExternalInstance) and value.cls in COMPILED_CLASSES


def _gives(value: Value) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        return value

    return model


MODELS: dict[str, Model] = {
    **{cls: _gives(ExternalInstance(cls)) for cls in COMPILED_CLASSES},
    **{f"{cls}.{name}": _gives(ExternalInstance(cls)) for cls, names in _MAKING.items() for name in names.split()},
    f"{DATETIME}.date": _gives(ExternalInstance(DATE)),
    f"{DATETIME}.time": _gives(ExternalInstance(TIME)),
    f"{DATETIME}.timestamp": _gives(FLOAT),
    f"{SPAN}.total_seconds": _gives(FLOAT),
    **{f"{cls}.{name}": _gives(INT) for cls in (DATE, DATETIME) for name in ("weekday", "isoweekday", "toordinal")},
    **{f"{cls}.{name}": _gives(STR) for cls in (DATE, DATETIME, TIME) for name in ("strftime", "isoformat")},
}
