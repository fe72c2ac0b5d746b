"""Set what ``check`` predicts beside what TorchDynamo did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from fullgraph.lint.diagnostics import Diagnostic
from fullgraph.lint.engine import Options, check
from fullgraph.rules.base import HAZARDS
from fullgraph.runtime_check.launch import Observation
from fullgraph.runtime_check.results import ObservedBreak, Place, Prediction

OTHER_FAMILIES = ("FG7", "FG8")
"""Findings that predict no break, as hazards do: recompiles, for which inputs would have to vary, and wrong calls."""


def add_predictions(observation: Observation, files: Sequence[Path], follow: Sequence[str]) -> None:
    """Check the files in the default mode; note at each break who predicted it, and list what did not happen."""
    result = check(list(files), Options(follow=tuple(follow)))
    run = observation.run
    run.check_errors = [str(error) for error in result.errors]
    predicted = [
        diagnostic
        for diagnostic in result.diagnostics
        if not diagnostic.code.startswith(OTHER_FAMILIES) and diagnostic.code not in HAZARDS
    ]
    match(run.breaks, predicted)
    fulfilled = {id(d) for d in predicted for b in run.breaks if _names(d, b)}
    reached = {_resolved(name): lines for name, lines in observation.reached.items()}
    run.unobserved = [
        Prediction(
            code=diagnostic.code,
            message=diagnostic.message,
            place=Place(str(_resolved(diagnostic.filename)), diagnostic.location.row),
            reached=_is_reached(diagnostic, reached),
        )
        for diagnostic in predicted
        if "default" in diagnostic.modes and id(diagnostic) not in fulfilled
    ]


def match(breaks: Iterable[ObservedBreak], diagnostics: Sequence[Diagnostic]) -> None:
    """Fill ``predicted_by``: the diagnostics whose own line, or a line of whose chain, is the line that broke.

    A finding in a followed package is reported at the user's line; its chain leads to the library's line. A diagnostic
    that stands at the line itself is preferred to one whose chain only passes through.
    """
    for found in breaks:
        place = (_resolved(found.place.filename), found.place.line)
        own = [d.code for d in diagnostics if "default" in d.modes and place in _own_lines(d)]
        chained = [d.code for d in diagnostics if _names(d, found)]
        found.predicted_by = sorted(set(own or chained))


def at_line(diagnostics: Sequence[Diagnostic], filename: str, line: int) -> list[Diagnostic]:
    """The predictions of a break in the default mode or under ``fullgraph=True`` that stand at a line."""
    place = (_resolved(filename), line)
    return [
        one
        for one in diagnostics
        if not one.code.startswith(OTHER_FAMILIES) and one.code not in HAZARDS and place in _own_lines(one)
    ]


def _names(diagnostic: Diagnostic, found: ObservedBreak) -> bool:
    if "default" not in diagnostic.modes:
        return False
    place = (_resolved(found.place.filename), found.place.line)
    return place in _own_lines(diagnostic) or place in _chain_lines(diagnostic)


def _own_lines(diagnostic: Diagnostic) -> set[tuple[Path, int]]:
    """Dynamo names the line of an instruction, which may be any line of the reported expression."""
    rows = range(diagnostic.location.row, max(diagnostic.end_location.row, diagnostic.location.row) + 1)
    return {(_resolved(diagnostic.filename), row) for row in rows}


def _chain_lines(diagnostic: Diagnostic) -> set[tuple[Path, int]]:
    steps = (*diagnostic.trace, *diagnostic.evidence)
    return {(_resolved(step.filename), step.row) for step in steps if step.filename and step.row}


def _is_reached(diagnostic: Diagnostic, reached: dict[Path, set[int]]) -> bool:
    """Did the innermost line of the claim run? Where its chain leads into another file, the last line there."""
    last = next((step for step in reversed(diagnostic.evidence) if step.filename and step.row), None)
    if last is not None and _resolved(str(last.filename)) != _resolved(diagnostic.filename):
        return last.row in reached.get(_resolved(str(last.filename)), set())
    return any(row in reached.get(path, set()) for path, row in _own_lines(diagnostic))


def _resolved(filename: str) -> Path:
    return Path(filename).resolve()
