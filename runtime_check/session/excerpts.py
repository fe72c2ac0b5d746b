"""The source around a line."""

from __future__ import annotations

from fullgraph.runtime_check.results import Excerpt, Place
from fullgraph.runtime_check.source_lines import lines_of

AROUND = 3
"""Lines that are shown before and after."""


def excerpt_of(place: Place) -> Excerpt | None:
    """The lines around a place, blank ones at both ends left out; None where the file cannot be read."""
    lines = lines_of(place.filename)
    if not 1 <= place.line <= len(lines):
        return None
    first, last = max(place.line - AROUND, 1), min(place.line + AROUND, len(lines))
    while first < place.line and not lines[first - 1].strip():
        first += 1
    while last > place.line and not lines[last - 1].strip():
        last -= 1
    return Excerpt(first, place.line, [line.rstrip("\n") for line in lines[first - 1 : last]])
