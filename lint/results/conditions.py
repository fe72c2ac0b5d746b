"""The Python tests under which a finding holds: which of them a reader is told."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Step
from fullgraph.lint.domain.condition import Condition
from fullgraph.lint.domain.frame import Event

MANY = 3
"""More conditions than this are not told: the nearest ones are."""


_PLAIN = (ast.Name, ast.Attribute, ast.Call)


def condition_steps(conditions: Sequence[Condition], event: Event) -> tuple[Step, ...]:
    """Return what has to hold for the event to happen, outermost first.

    Negations only of plain names and calls, of what names one thing alone (``x.dtype != torch.half``), and of what the
    event's own line asks before: of ``a == 1 or t.any()``.
    """
    rows = range(event.node.lineno, (event.node.end_lineno or event.node.lineno) + 1)
    steps: dict[Step, None] = {}
    for condition in conditions:
        here = condition.module is event.frame.module and condition.test.lineno in rows
        if condition.holds or here or condition.excludes or isinstance(condition.test, _PLAIN):
            steps[condition.module.source.step(condition.text, condition.test)] = None
    return tuple(steps)[-MANY:]
