"""Edits to a text: which fixes fit together, and the text with them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.diagnostics.diagnostic import CheckResult, Diagnostic, Edit, Position
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.text_edits import apply_edits

if TYPE_CHECKING:
    from fullgraph.lint.config.options import Options

    Check = Callable[[Sequence[Path], Options], CheckResult]


class BadFix(Exception):
    """A fix that cannot be applied as its rule wrote it."""


def apply_fixes(text: str, diagnostics: Sequence[Diagnostic]) -> tuple[str, list[Diagnostic]]:
    """Apply the fixes of one file's diagnostics that do not get in each other's way, first come first served.

    Returns the new text and the diagnostics whose fixes are in it. An import that two fixes insert at one place is
    inserted once. Raises BadFix where an edit lies outside of the text or overlaps another of its own fix.
    """
    lines = SourceFile(Path(), text).lines
    for diagnostic in diagnostics:
        if diagnostic.fix is not None:
            try:
                apply_edits(text, _distinct(diagnostic.fix.written), lines)
            except ValueError as failure:
                raise BadFix(f"the fix of {diagnostic.code} at line {diagnostic.location.row}: {failure}") from None
    chosen, applied = _compatible(diagnostics)
    return apply_edits(text, chosen, lines), applied


def _distinct(edits: Iterable[Edit]) -> list[Edit]:
    return list(dict.fromkeys(edits))


def _compatible(diagnostics: Sequence[Diagnostic]) -> tuple[list[Edit], list[Diagnostic]]:
    """The edits of as many fixes as fit together, in the order of the places that they change.

    A fix is taken or left as a whole. All that lies between its first and its last edit is its own, imports apart.
    """
    candidates = []
    for diagnostic in diagnostics:
        if diagnostic.fix is not None:
            edits = _distinct(diagnostic.fix.written)
            own = sorted(edit for edit in edits if not edit.is_shared)
            candidates.append((own, [edit for edit in edits if edit.is_shared], diagnostic))
    candidates.sort(key=lambda candidate: (candidate[0][:1], candidate[2].sort_key))
    chosen: dict[Edit, None] = {}
    spans: list[tuple[Position, Position]] = []
    applied = []
    known: set[tuple[Edit, ...]] = set()
    for own, imports, diagnostic in candidates:
        if tuple(own) in known:  # one fix that answers two findings
            span = []
        else:
            span = [(own[0].location, max(edit.end_location for edit in own))] if own else []
        if any(_collide(span[0], other) for other in spans if span):
            continue
        inserted = [*imports, *(edit for edit in chosen if edit.is_shared)]
        if any(_splits(one, other) for one in inserted for other in (*chosen, *own)):
            continue
        spans += span
        known.add(tuple(own))
        chosen.update(dict.fromkeys([*imports, *own]))
        applied.append(diagnostic)
    return list(chosen), applied


def _collide(one: tuple[Position, Position], other: tuple[Position, Position]) -> bool:
    """Return whether two spans share text, or touch within a line, where what they write could run together."""
    (start, end), (other_start, other_end) = one, other
    if end <= other_start:
        return end == other_start and end.column != 1
    if other_end <= start:
        return other_end == start and start.column != 1
    return True


def _splits(added: Edit, other: Edit) -> bool:
    """Return whether an insertion, or a longer import, falls inside of what another edit replaces."""
    return added != other and added.location < other.end_location and other.location < added.end_location
