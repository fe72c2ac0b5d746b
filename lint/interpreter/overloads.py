"""Operators of objects of the project's classes: the methods that Python calls for them."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.events import ObjectOperand, Overloaded
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import LOW, Instance, MappingValue, SequenceValue, Tensor, UnionValue, Value, join_all
from fullgraph.lint.domain.values import truth as known_truth
from fullgraph.lint.interpreter import special_methods

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.MatMult: "matmul",
    ast.Div: "truediv",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
    ast.LShift: "lshift",
    ast.RShift: "rshift",
    ast.BitAnd: "and",
    ast.BitOr: "or",
    ast.BitXor: "xor",
}
_COMPARED: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("eq", "eq"),
    ast.NotEq: ("ne", "ne"),
    ast.Lt: ("lt", "gt"),
    ast.LtE: ("le", "ge"),
    ast.Gt: ("gt", "lt"),
    ast.GtE: ("ge", "le"),
}
"""The methods of the left operand and of the right one."""
_UNARY: dict[type[ast.unaryop], str] = {ast.USub: "neg", ast.UAdd: "pos", ast.Invert: "invert"}


def binary(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator
) -> Value | None:
    """What an arithmetic operator gives; None where no method of the project's classes stands for it."""
    if not isinstance(left, Instance) and not isinstance(right, Instance):
        return None
    name = _BINARY[type(op)]
    _tell_of_tensor(interp, frame, node, left, right)
    _tell(interp, frame, node, (left, right), name)
    return _either(interp, frame, node, left, right, (name, f"r{name}"))


def _tell(interp: Evaluator, frame: Frame, node: ast.expr, operands: Sequence[Value], method: str) -> None:
    """Tell of an operator that a method stands for; where the other side is a tensor, that is told."""
    owner = next((one for one in operands if isinstance(one, Instance)), None)
    if frame.tracing and owner is not None and not any(isinstance(one, Tensor) for one in operands):
        interp.emit(Overloaded(node, frame, interp, owner, method))


def _tell_of_tensor(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value) -> None:
    for one, two in ((left, right), (right, left)):
        if isinstance(one, Instance) and isinstance(two, Tensor) and two.confidence > LOW and frame.tracing:
            interp.emit(ObjectOperand(node, frame, interp, one, two))


def is_augmented(left: Value, op: ast.operator) -> bool:
    """Return whether an object has a method of its own for ``left op= right``."""
    return isinstance(left, Instance) and left.cls.find_method(f"__i{_BINARY[type(op)]}__") is not None


def augmented(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator
) -> Value | None:
    """What ``left op= right`` gives by an object's own method for it."""
    _tell_of_tensor(interp, frame, node, left, right)
    _tell(interp, frame, node, (left, right), _BINARY[type(op)])
    return special_methods.call(interp, frame, node, left, f"i{_BINARY[type(op)]}", right)


def compared(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.cmpop) -> Value | None:
    """What a comparison gives; None where no method of the project's classes stands for it."""
    if not isinstance(left, Instance) and not isinstance(right, Instance):
        return None
    if isinstance(op, (ast.In, ast.NotIn)):
        return special_methods.call(interp, frame, node, right, "contains", left)
    return _either(interp, frame, node, left, right, _COMPARED[type(op)])


def unary(interp: Evaluator, frame: Frame, node: ast.expr, value: Value, op: ast.unaryop) -> Value | None:
    """What ``-value`` and its like give; None where no method of the project's classes stands for them."""
    _tell(interp, frame, node, (value,), _UNARY[type(op)])
    return special_methods.call(interp, frame, node, value, _UNARY[type(op)])


def truth(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> Value:
    """What decides a test: what an object's ``__bool__`` says, else its length; the value itself for all others.

    Of a container or a tensor, as ``values: dict[str, Tensor] | Tensor`` says, that is the container: it may be empty,
    while a tensor of several items has no truth in eager either.
    """
    if isinstance(value, UnionValue) and any(map(_may_be_empty, value.alternatives)):
        return join_all(one for one in value.alternatives if not _is_given(one))
    if not isinstance(value, Instance):
        return value
    answer = special_methods.call(interp, frame, node, value, "bool")
    answer = special_methods.call(interp, frame, node, value, "len") if answer is None else answer
    return value if answer is None else answer


def _may_be_empty(value: Value) -> bool:
    return isinstance(value, (SequenceValue, MappingValue)) and known_truth(value) is None


def _is_given(value: Value) -> bool:
    """Return whether something is a tensor that a parameter is said to be, of which the dimensions are not known."""
    if not isinstance(value, Tensor) or value.fresh or value.rank is not None or value.evidence is None:
        return False
    return isinstance(value.evidence.node, ast.arg)


def length(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> Value | None:
    """What ``len(value)`` gives; None where no method of the project's classes says it."""
    return special_methods.call(interp, frame, node, value, "len")


def _either(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, names: tuple[str, str]
) -> Value | None:
    own = special_methods.call(interp, frame, node, left, names[0], right)
    return own if own is not None else special_methods.call(interp, frame, node, right, names[1], left)
