"""What rules share: how sure a value is, the chain that shows why, and the way to the rewrites."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics import BOTH_MODES, Confidence, Fix, Mode, Step
from fullgraph.lint.events import Assertion, Call, Dispatch, Event, Finding, Test
from fullgraph.lint.interpreter.frame import Frame, render
from fullgraph.lint.values import Value, scalar_part, tensor_part

CONFIDENCE: tuple[Confidence, Confidence, Confidence] = ("low", "medium", "high")


def confidence_of(value: Value) -> Confidence:
    """How sure it is that the value is tensor data."""
    part = tensor_part(value) or scalar_part(value)
    return CONFIDENCE[part.confidence] if part is not None else "low"


def explain(event: Event, value: Value, last: str) -> tuple[Step, ...]:
    """The chain from where the tensor comes from to what breaks."""
    part = tensor_part(value) or scalar_part(value)
    steps = render(part.evidence) if part is not None else ()
    return (*steps, Step(last, event.frame.source.display, event.node.lineno))


def tested_value(event: Test, what: str, fix: Callable[[Test], Fix | None] | None) -> Finding | None:
    """The finding for ``bool()`` on tensor data; None where it is only a number that was read elsewhere."""
    tensor, scalar = tensor_part(event.value), scalar_part(event.value)
    modes: tuple[Mode, ...] = BOTH_MODES
    if tensor is None:
        if scalar is None:
            return None
        rows = range(event.node.lineno, (event.node.end_lineno or event.node.lineno) + 1)
        if scalar.read not in rows:
            modes = ("fullgraph",)  # by default the graph ends where the number is read, and the test sees a number
    kind = "tensor data" if tensor is not None else "a number read from a tensor"
    if tensor is not None and tensor.random:
        kind = "a random draw, which is tensor data"
    return Finding(
        event,
        f"{what} depends on {kind}: {event.text}",
        explain(event, event.value, f"{what} calls bool() on it"),
        confidence_of(event.value),
        modes,
        fix=(lambda: fix(event)) if fix is not None else None,
    )


def branch_fix(event: Test) -> Fix | None:
    """``torch.where`` or ``torch.cond`` for an if statement."""
    return None


def expression_fix(event: Test) -> Fix | None:
    """``torch.where`` for a conditional expression."""
    return None


def assert_fix(event: Assertion) -> Fix | None:
    """The form of an assert that is captured."""
    return None


def guard_fix(event: Call) -> Fix | None:
    """``if not torch.compiler.is_compiling():`` around a statement."""
    return None


def construction(event: Dispatch) -> tuple[Frame, ast.Call] | None:
    """Where, in code that was given, the object of a look-up is made."""
    made = event.machine.sites.get(event.owner.site)
    if made is None or made[0].module.origin != "given":
        return None
    return made


def bind_fix(event: Dispatch, frame: Frame, node: ast.expr | ast.stmt) -> Fix | None:
    """``object.attribute = function`` after the statement that makes the object."""
    return None


__all__ = ["Finding"]
