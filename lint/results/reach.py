"""How the line of a finding is reached: in loops and layers, and how often in recorded runs."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.reach import Reach
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.facts.observed import Observed, times_run
from fullgraph.lint.facts.schema import FunctionFact

CONCERN_ALL = frozenset(("FG801", "FG803", "FG805", "FG806"))
"""Rules about a torch.compile of which nothing that it is given gets what it promises."""


def reach_of(finding: Finding) -> Reach:
    """How the line of a finding is reached, by the way that this finding came."""
    root = finding.root
    return Reach(
        repeats=max(finding.repeats, root.repeats) if root is not None else finding.repeats,
        times=_times(finding),
        is_host=not finding.event.frame.tracing,
        concerns_all=finding.code in CONCERN_ALL,
    )


def _times(finding: Finding) -> float | None:
    """How often the line ran in a call of the outermost function on the way there of which recorded runs know."""
    observed, event = finding.event.interp.observed, finding.event
    if not observed:
        return None
    here = _fact_of(observed, event.frame)
    outermost = next((fact for frame in event.frame.chain() if (fact := _fact_of(observed, frame)) is not None), None)
    if here is None or outermost is None or not outermost.calls:
        return None
    function = event.frame.function
    assert function is not None and isinstance(function.node, (ast.FunctionDef, ast.AsyncFunctionDef))
    return times_run(here, function.node, event.node) / outermost.calls


def _fact_of(observed: Observed, frame: Frame) -> FunctionFact | None:
    """What recorded runs saw of a frame's function."""
    function = frame.function
    return observed.of(frame.source.path, function.qualname, function.node) if function is not None else None
