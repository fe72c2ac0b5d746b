"""Asserts: the values that one tests, and those of which Dynamo makes an assert of the graph."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, NamedTuple

from fullgraph.lint.domain.events import Assertion, AssertionKind, Test
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import Value, scalar_part, tensor_part, truth
from fullgraph.lint.interpreter import narrowing, operators

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def assertion(interp: Evaluator, frame: Frame, node: ast.Assert) -> bool | None:
    """An assert: where it has no message or a literal one, Dynamo puts what it tests last into the graph."""
    tested: list[_Tested] = []
    known = _assert_operands(interp, frame, node.test, tested, node.msg is None or _literal(node.msg))
    for one in tested:
        at = node.test
        if not _is_data(one.value):
            if not one.becomes_assert or truth(one.value) is False:
                continue
            why: AssertionKind = "object"
        elif one.becomes_assert:
            continue
        elif one.node is node.test and node.msg is not None and not _is_chain(one.node):
            why, at = "message", node.msg
        else:
            why = "operator"
        around, frame.conditions = frame.conditions, one.conditions
        interp.emit(Assertion(at, frame, interp, one.value, why, node))
        frame.conditions = around
        if why != "object":
            return None
    return known


class _Tested(NamedTuple):
    """A value that an assert tests on its way."""

    node: ast.expr
    value: Value
    conditions: list[PathCondition]
    becomes_assert: bool
    """Whether Dynamo puts it into the graph, as an assert of its own, unless it is a constant."""


def _is_data(value: Value) -> bool:
    """Return whether a value is tensor data while it is traced, in one of the modes."""
    scalar = scalar_part(value)
    return tensor_part(value) is not None or (scalar is not None and scalar.captured)


def _assert_operands(interp: Evaluator, frame: Frame, node: ast.expr, found: list[_Tested], last: bool) -> bool | None:
    """The values that an assert tests on its way; ``last``: the end of this part of the test is that of the assert."""
    if isinstance(node, ast.BoolOp):
        stop, conditions = isinstance(node.op, ast.Or), len(frame.conditions)
        result: bool | None = not stop
        for operand in node.values:
            known = _assert_operands(interp, frame, operand, found, last and operand is node.values[-1])
            if known is stop:
                result = stop
                break
            if known is None:
                result = None
                operators.depends(interp, frame, operand, not stop)
            narrowing.assume(interp, frame, operand, not stop)
        del frame.conditions[conditions:]
        return result
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        known = _assert_operands(interp, frame, node.operand, found, last=False)
        return None if known is None else not known
    kept = len(frame.findings)
    value = interp.evaluate(frame, node)
    if _is_chain(node):  # the assert is the finding, not the comparison
        frame.findings[kept:] = [one for one in frame.findings[kept:] if not isinstance(one.event, Test)]
    found.append(_Tested(node, value, [*frame.conditions], last and not _is_chain(node)))
    return truth(value)


def _literal(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr):
        return all(isinstance(part, ast.Constant) for part in node.values)
    return isinstance(node, ast.Constant)


def _is_chain(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare) and len(node.ops) > 1
