"""Edits to a text: which fixes fit together, and the text with them."""

from __future__ import annotations

import itertools
import keyword
import re
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.diagnostics.diagnostic import CheckResult, Diagnostic, Edit, Position
from fullgraph.lint.source.source_file import SourceFile

if TYPE_CHECKING:
    from fullgraph.lint.engine.api import Options

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
                apply_edits(text, _distinct(diagnostic.fix.edits), lines)
            except ValueError as failure:
                raise BadFix(f"the fix of {diagnostic.code} at line {diagnostic.location.row}: {failure}") from None
    chosen, applied = _compatible(diagnostics)
    return apply_edits(text, chosen, lines), applied


def apply_edits(text: str, edits: Sequence[Edit], lines: Sequence[str] | None = None) -> str:
    """The text after edits that do not overlap; insertions at one place follow each other in the order given.

    Newlines in what is inserted become those of the text's first line. Raises ValueError for an edit that overlaps
    another or lies outside of the text. ``lines`` are those of the text, where they are known.
    """
    lines = SourceFile(Path(), text).lines if lines is None else lines
    starts = [0, *itertools.accumulate(map(len, lines))]
    newline = SourceFile(Path(), "".join(lines[:1])).newline
    spans = sorted(
        ((_offset(edit.location, lines, starts), _offset(edit.end_location, lines, starts), edit) for edit in edits),
        key=lambda span: span[:2],
    )
    parts = []
    done = 0
    for start, end, edit in spans:
        if end < start:
            raise ValueError(f"an edit ends before it starts, at {_name(edit.location)}")
        if start < done:
            raise ValueError(f"two edits overlap at {_name(edit.location)}")
        parts += [text[done:start], _set_off(_with_newlines(edit.content, newline), text, start, end)]
        done = end
    return "".join([*parts, text[done:]])


def _set_off(content: str, text: str, start: int, end: int) -> str:
    """The content, with a space where it would run together with the keyword in front of it or behind it.

    ``return(x)if(y)else(z)`` needs none around the expression, and does once that begins with a name.
    """
    if start == end or not content:
        return content
    before, after = _LAST_WORD.search(text, max(start - 10, 0), start), _FIRST_WORD.match(text, end)
    head = before is not None and keyword.iskeyword(before[0]) and _joins(content[0]) and not _joins(text[start])
    tail = after is not None and keyword.iskeyword(after[0]) and _joins(content[-1]) and not _joins(text[end - 1])
    return f"{' ' * head}{content}{' ' * tail}"


def _joins(character: str) -> bool:
    """Whether a character goes on a word."""
    return character == "_" or character.isalnum()


_LAST_WORD = re.compile(r"\w+$")
_FIRST_WORD = re.compile(r"\w+")


def _offset(position: Position, lines: Sequence[str], starts: Sequence[int]) -> int:
    row, column = position.row, position.column
    width = len(lines[row - 1]) if 1 <= row <= len(lines) else 0
    if not (1 <= row <= len(lines) + 1 and 1 <= column <= width + 1):
        raise ValueError(f"an edit lies outside of the file, at {_name(position)}")
    return starts[row - 1] + column - 1


def _name(position: Position) -> str:
    return f"line {position.row}, column {position.column}"


def _with_newlines(content: str, newline: str) -> str:
    """The content with its plain newlines as ``newline``; a part copied from the file may have them already."""
    return content if newline == "\n" else content.replace("\r\n", "\n").replace("\n", newline)


def _distinct(edits: Iterable[Edit]) -> list[Edit]:
    return list(dict.fromkeys(edits))


_AT_THE_HEAD = re.compile(r"import |from |[A-Z][A-Z0-9_]* = ")


def _is_import(edit: Edit) -> bool:
    """Whether an edit only inserts imports or constants of the module: the same one serves any number of fixes."""
    statements = [line for line in edit.content.splitlines() if line.strip()]
    return (
        edit.location == edit.end_location
        and edit.location.column == 1
        and bool(statements)
        and all(_AT_THE_HEAD.match(line) for line in statements)
    )


def _compatible(diagnostics: Sequence[Diagnostic]) -> tuple[list[Edit], list[Diagnostic]]:
    """The edits of as many fixes as fit together, in the order of the places that they change.

    A fix is taken or left as a whole. All that lies between its first and its last edit is its own, imports apart.
    """
    candidates = []
    for diagnostic in diagnostics:
        if diagnostic.fix is not None:
            edits = _distinct(diagnostic.fix.edits)
            own = sorted(edit for edit in edits if not _is_import(edit))
            candidates.append((own, [edit for edit in edits if _is_import(edit)], diagnostic))
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
        inserted = [*imports, *(edit for edit in chosen if _is_import(edit))]
        if any(_splits(one, other) for one in inserted for other in (*chosen, *own)):
            continue
        spans += span
        known.add(tuple(own))
        chosen.update(dict.fromkeys([*imports, *own]))
        applied.append(diagnostic)
    return list(chosen), applied


def _collide(one: tuple[Position, Position], other: tuple[Position, Position]) -> bool:
    """Whether two spans share text, or touch within a line, where what they write could run together."""
    (start, end), (other_start, other_end) = one, other
    if end <= other_start:
        return end == other_start and end.column != 1
    if other_end <= start:
        return other_end == start and start.column != 1
    return True


def _splits(insertion: Edit, other: Edit) -> bool:
    """Whether an insertion falls inside of what another edit replaces."""
    return other.location < insertion.location < other.end_location
