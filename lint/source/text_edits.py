"""Edits to a text."""

from __future__ import annotations

import itertools
import keyword
import re
from collections.abc import Sequence
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import Edit, Position
from fullgraph.lint.source.source_file import SourceFile


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
    """Return whether a character goes on a word."""
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
