"""What a break in a loop or a ``try`` does to its function, which runs in eager from the last break before it on."""

from __future__ import annotations

import ast
from typing import NamedTuple

from fullgraph.lint.domain.events import EagerComprehension
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.values import replace
from fullgraph.lint.interpreter import held
from fullgraph.lint.interpreter.compiled_alone import goes_with
from fullgraph.lint.interpreter.evaluator import Evaluator

Place = tuple[int, int]
"""A line and column of a function."""


class _Breaks(NamedTuple):
    """The breaks of a function that are there whatever runs, by where in it they happen."""

    leaving: list[tuple[Place, Finding]]
    """Those that leave the function to eager."""
    resumed: list[tuple[Place, Finding]]
    """Those behind which TorchDynamo goes on."""


def mark(interp: Evaluator, frame: Frame) -> None:
    """Say of what is found behind a break that leaves the function to eager that it waits for that one to be gone.

    Then tell of the comprehensions that eager runs.
    """
    breaks = _breaks(frame)
    if not breaks.leaving:
        return
    frame.findings = [_behind(frame, one, breaks) for one in frame.findings]
    for node, conditions in frame.compiled_alone.items():
        place = _place(node)
        last = min((at for at, one in breaks.resumed if at > place and goes_with(one, conditions)), default=None)
        causes = [one for at, one in breaks.leaving if (last is None or at < last) and goes_with(one, conditions)]
        if causes:
            interp.emit(EagerComprehension(node, frame, interp, tuple(causes), conditions))


def _breaks(frame: Frame) -> _Breaks:
    breaks = _Breaks([], [])
    for finding in frame.findings:
        if not held.breaks(finding) or finding.confidence == "low" or finding.once_changed:
            continue
        at = held.in_frame(frame, finding)
        if at is not None:
            leaves = held.leaves_to_eager(frame, at) or (finding.uncompiled and finding.event.frame is frame)
            (breaks.leaving if leaves else breaks.resumed).append((_place(at), finding))
    return breaks


def _behind(frame: Frame, finding: Finding, breaks: _Breaks) -> Finding:
    """A finding of the function's own code, with the break that has to be gone before the compiler gets to it."""
    if finding.behind is not None or finding.event.in_eager or finding.event.frame is not frame:
        return finding
    place = _place(finding.event.node)
    for at, one in breaks.leaving:
        is_told = set(finding.modes) <= set(one.modes) and goes_with(one, finding.conditions)
        if at < place and is_told and one.event.node is not finding.event.node:
            return replace(finding, behind=one)
    return finding


def _place(node: ast.AST) -> Place:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
