"""The Python tests under which a finding holds: which of them a reader is told, and which are the exception."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics import Step
from fullgraph.lint.events import Condition, Event

MANY = 3
"""More conditions than this are not told: the nearest ones are."""

_HALF = frozenset(("float16", "half"))


def told(conditions: Sequence[Condition], event: Event) -> tuple[Step, ...]:
    """What has to hold for the event to happen, outermost first.

    Negations only of plain names and calls, and of what the event's own line asks before: of ``a == 1 or t.any()``.
    """
    rows = range(event.node.lineno, (event.node.end_lineno or event.node.lineno) + 1)
    steps: dict[Step, None] = {}
    for condition in conditions:
        here = condition.module is event.frame.module and condition.test.lineno in rows
        if condition.holds or here or isinstance(condition.test, (ast.Name, ast.Attribute, ast.Call)):
            steps[Step(condition.text, condition.module.source.display, condition.test.lineno)] = None
    return tuple(steps)[-MANY:]


def exceptional(conditions: Sequence[Condition]) -> bool:
    """Whether a line is reached in half precision only: models are seldom compiled in it, bfloat16 being at hand."""
    return any(condition.holds and _asks_for_half(condition.test) for condition in conditions)


def _asks_for_half(test: ast.expr) -> bool:
    if isinstance(test, ast.BoolOp):
        asked = [_asks_for_half(value) for value in test.values]
        return any(asked) if isinstance(test.op, ast.And) else all(asked)
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], (ast.Eq, ast.Is)):
        return False
    return any(isinstance(side, ast.Attribute) and side.attr in _HALF for side in (test.left, *test.comparators))
