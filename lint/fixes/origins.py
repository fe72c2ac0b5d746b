"""The lines of a rewritten text: where each was in the text as it was, and what has written it."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace

from fullgraph.lint.diagnostics.diagnostic import Edit


@dataclass(frozen=True)
class Line:
    """One line."""

    row: int
    """Its row in the text as it was; of a new one, the row that it stands in the place of, or beside."""
    by: frozenset[Hashable] = frozenset()
    """All that has written in it."""


class Origins:
    """The lines of a text through all that rewrites it, and one behind the last."""

    def __init__(self, rows: int) -> None:
        self.lines = [Line(min(row, max(rows, 1))) for row in range(1, rows + 2)]

    def row(self, row: int) -> int:
        """The row in the text as it was."""
        return self.lines[min(row, len(self.lines)) - 1].row

    def rows_by(self, writer: Hashable) -> list[int]:
        """The rows that something has written, in the text as it is now."""
        return [row for row, line in enumerate(self.lines, 1) if writer in line.by]

    def edited(self, written: Mapping[Edit, frozenset[Hashable]]) -> None:
        """Take in edits that do not overlap, each with what makes it."""
        found: list[Line] = []
        taken = 0  # rows of the old text so far
        for edit in sorted(written, key=lambda one: (one.location, one.end_location)):
            first, last = edit.location.row, edit.end_location.row
            if taken < first:
                found += self.lines[taken:first]
            old = self.lines[first - 1 : last]
            by = written[edit].union(*(line.by for line in old))
            head, *more = edit.content.split("\n")
            whole_lines = not edit.content and last > first and edit.location.column == 1
            if head.strip() or not (more or whole_lines):
                found[-1] = replace(found[-1], by=found[-1].by | by)
            found += [Line(old[0].row, by) for _ in more]
            if whole_lines or (more and not more[-1].strip()):
                found[-1] = old[-1]  # the rest of the last line is as it was
            taken = max(taken, last)
        self.lines = [*found, *self.lines[taken:]]

    def changed(self, old: Sequence[str], new: Sequence[str]) -> None:
        """Take in another text that nothing in particular has written."""
        lines: list[Line] = []
        for what, start, end, _, stop in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            taken = self.lines[start:end]
            lines += taken if what == "equal" else taken[: stop - len(lines)]
            lines += [Line(self.row(end or 1))] * (stop - len(lines))
        self.lines = [*lines, *self.lines[len(old) :]]
