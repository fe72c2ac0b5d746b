"""The lines of source around what a run reports."""

from __future__ import annotations

import linecache
import os
import stat
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from fullgraph.runtime_check.results import Place, Run, SourceLines

OWN_FOLDER = str(Path(__file__).parent) + os.sep
"""The folder of the verifier's own code, whose frames are no part of what a target did."""
CONTEXT = 6
"""Lines above and below."""


LONGEST = 16 * 2**20
"""Bytes; a longer file is no source that is quoted."""


def is_source(path: Path) -> bool:
    """Return whether a file that a target names can be read as source: no device or pipe, and not without end."""
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    return stat.S_ISREG(status.st_mode) and status.st_size <= LONGEST


def lines_of(filename: str) -> list[str]:
    """The lines of a file that a target names, none where it cannot be read."""
    if filename in linecache.cache or is_source(Path(filename)):
        return linecache.getlines(filename)
    return []


def around(run: Run) -> list[SourceLines]:
    """The source around every break, every prediction on a line that ran, and every recompile to be mended."""
    places = [found.place for found in run.breaks]
    places += [prediction.place for prediction in run.unobserved if prediction.reached]
    places += [recompile.used or recompile.place for recompile in run.recompiles if recompile.to_mend]
    return _read(places)


def _read(places: Iterable[Place]) -> list[SourceLines]:
    wanted: dict[str, set[int]] = {}
    for place in places:
        rows = range(max(1, place.line - CONTEXT), place.line + CONTEXT + 1)
        wanted.setdefault(place.filename, set()).update(rows)
    found: list[SourceLines] = []
    for filename in sorted(wanted):
        linecache.checkcache(filename)
        lines = lines_of(filename)
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


def quote(place: Place) -> None:
    """Fill in the text of a place's line; None where it cannot be read."""
    lines = lines_of(place.filename)
    place.source = lines[place.line - 1].strip() or None if 1 <= place.line <= len(lines) else None
