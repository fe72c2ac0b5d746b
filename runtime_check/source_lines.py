"""The lines of source around what a run reports."""

from __future__ import annotations

import linecache
from collections.abc import Iterable
from dataclasses import replace

from fullgraph.runtime_check.results import Place, Run, SourceLines

CONTEXT = 6
"""Lines above and below."""


def around(run: Run) -> list[SourceLines]:
    """The source around every break, every prediction on a line that ran, and every recompile after the warm-up."""
    places = [found.place for found in run.breaks]
    places += [prediction.place for prediction in run.unobserved if prediction.reached]
    places += [recompile.used or recompile.place for recompile in run.recompiles if recompile.steady]
    return _read(places)


def _read(places: Iterable[Place]) -> list[SourceLines]:
    wanted: dict[str, set[int]] = {}
    for place in places:
        rows = range(max(1, place.line - CONTEXT), place.line + CONTEXT + 1)
        wanted.setdefault(place.filename, set()).update(rows)
    found: list[SourceLines] = []
    for filename in sorted(wanted):
        linecache.checkcache(filename)
        lines = linecache.getlines(filename)
        last: SourceLines | None = None
        for row in sorted(row for row in wanted[filename] if row <= len(lines)):
            if last is None or row > last.line + len(last.lines):
                last = SourceLines(filename, row, [])
                found.append(last)
            last.lines.append(lines[row - 1].rstrip("\r\n"))
    return [_trimmed(part) for part in found]


def _trimmed(part: SourceLines) -> SourceLines:
    """Without blank lines at the ends."""
    first, lines = part.line, list(part.lines)
    while lines and not lines[0].strip():
        del lines[0]
        first += 1
    while lines and not lines[-1].strip():
        del lines[-1]
    return replace(part, line=first, lines=lines)
