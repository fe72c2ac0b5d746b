"""Open documents as the engine reads them, and the way between its places and the protocol's.

The engine counts rows and characters from 1; the protocol counts lines from 0, and in them the units of an encoding
that client and server agree on (UTF-16 unless both know another).
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import Position
from fullgraph.lint.source.source_file import SourceFile
from lsprotocol import types

UNITS = {
    types.PositionEncodingKind.Utf8: lambda text: len(text.encode("utf-8", "surrogatepass")),
    types.PositionEncodingKind.Utf16: lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
    types.PositionEncodingKind.Utf32: len,
}
"""The length of a text in the units of an encoding."""


@dataclass(frozen=True)
class Part:
    """One text document: a whole file, or a cell of a notebook."""

    uri: str
    version: int | None
    text: str
    number: int = 0
    """Of a cell: its place among all cells of the notebook, from 1."""


@dataclass(frozen=True)
class Document:
    """A file or a notebook as it stands in the editor at one moment."""

    uri: str
    path: Path
    """The path for the engine; it need not exist."""
    parts: tuple[Part, ...]
    encoding: types.PositionEncodingKind = types.PositionEncodingKind.Utf16

    @property
    def is_notebook(self) -> bool:
        return self.path.suffix == cells.SUFFIX

    @cached_property
    def text(self) -> str:
        """Return what the engine reads: of a notebook, its code cells as one text."""
        if self.is_notebook:
            return cells.join((part.number, part.text) for part in self.parts)
        return self.parts[0].text

    @cached_property
    def source(self) -> SourceFile:
        return SourceFile(self.path, self.text)

    def part_of(self, row: int) -> tuple[Part, int]:
        """The text document that a row of the engine's text stands in, and the row there."""
        if self.source.cells is None:
            return self.parts[0], row
        number, row = self.source.cells.place(row)
        return next(part for part in self.parts if part.number == number), row

    def place(self, position: Position) -> tuple[Part, types.Position]:
        """A place of the engine's in the protocol's terms; what lies behind the end of a line is at its end."""
        part, row = self.part_of(position.row)
        line = self._line(position.row)
        return part, types.Position(max(row - 1, 0), self._units(line[: max(position.column - 1, 0)]))

    def range(self, start: Position, end: Position) -> tuple[Part, types.Range]:
        """The same of a range. One that would end in another cell ends with its line."""
        part, first = self.place(start)
        other, last = self.place(end)
        if other is not part or (last.line, last.character) < (first.line, first.character):
            last = types.Position(first.line, self._units(self._line(start.row)))
        return part, types.Range(first, last)

    def line_range(self, row: int) -> tuple[Part, types.Range]:
        """A whole line without its indentation."""
        line = self._line(row)
        return self.range(Position(row, len(line) - len(line.lstrip()) + 1), Position(row, len(line) + 1))

    def row(self, uri: str, line: int) -> int | None:
        """The engine's row of a line of a text document; None where it is none of this document's."""
        part = next((part for part in self.parts if part.uri == uri), None)
        if part is None:
            return None
        if not self.is_notebook:
            return line + 1
        return self.source.cells.row(part.number, line + 1) if self.source.cells is not None else None

    def column(self, row: int, character: int) -> int:
        """The engine's column of a character of the protocol's in a row of the engine's."""
        units = UNITS[self.encoding]
        passed = 0
        line = self._line(row)
        for column, letter in enumerate(line, 1):
            passed += units(letter)
            if passed > character:
                return column
        return len(line) + 1

    def line(self, row: int) -> str:
        """The text of a row, without its newline."""
        return self._line(row)

    def edits(self, text: str) -> dict[str, list[types.TextEdit]]:
        """Return what makes the engine's text another one, by text document: whole lines, and no more than change.

        Raises ValueError where, in a notebook, code would move from one cell to another.
        """
        if not self.is_notebook:
            texts = [text]
        else:
            texts = cells.split(text, self.text)
        found = {}
        for part, new in zip(self.parts, texts, strict=True):
            if edits := self._changes(part.text, new):
                found[part.uri] = edits
        return found

    def _changes(self, old: str, new: str) -> list[types.TextEdit]:
        before, after = SourceFile(Path(), old).lines, SourceFile(Path(), new).lines
        edits = []
        matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
        for tag, first, last, start, stop in matcher.get_opcodes():
            if tag != "equal":
                span = types.Range(self._line_start(before, first), self._line_start(before, last))
                edits.append(types.TextEdit(span, "".join(after[start:stop])))
        return edits

    def _line_start(self, lines: Sequence[str], index: int) -> types.Position:
        """The start of a line; behind the last one, where a text without a final newline ends."""
        if index == len(lines) and lines and not lines[-1].endswith(("\n", "\r")):
            return types.Position(index - 1, self._units(lines[-1]))
        return types.Position(index, 0)

    def _line(self, row: int) -> str:
        lines = self.source.lines
        return lines[row - 1].rstrip("\r\n") if 1 <= row <= len(lines) else ""

    def _units(self, text: str) -> int:
        return UNITS[self.encoding](text)
