"""Suppression comments that silence nothing any more.

A comment is judged where the interpreter came by: on a line that is compiled or, for the rules about the code around
compiled code (FG7xx, FG8xx), one that was run at all. What no root of this run leads to may have findings in another,
which is given more files. A finding counts whatever mode and confidence it has, so that a comment stays which another
run needs. ``# noqa`` without codes is other linters' business.
"""

from __future__ import annotations

import ast
import bisect
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Problem, UnusedIgnore
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.observer import Observer
from fullgraph.lint.registry import codes
from fullgraph.lint.results.file_result import FileResult
from fullgraph.lint.source.source_file import SourceError, SourceFile
from fullgraph.lint.suppression import comments as suppress
from fullgraph.lint.suppression import insertion

_AROUND = ("FG7", "FG8")
"""Rules about code that is not compiled itself."""


class ReachedLinesObserver(Observer):
    """Notes the first rows of the statements that are run, by file: in compile scope, and at all."""

    sees_values = False

    def __init__(self) -> None:
        self.compiled: dict[str, set[int]] = {}
        self.run: dict[str, set[int]] = {}

    def statement(self, frame: Frame, node: ast.stmt) -> None:
        name = frame.source.display
        self.run.setdefault(name, set()).add(node.lineno)
        if frame.root is not None:
            self.compiled.setdefault(name, set()).add(node.lineno)


def unused_after(
    units: Sequence[FileResult], files: Sequence[Path], options: Options, errors: list[Problem]
) -> Iterator[UnusedIgnore]:
    """The comments of these files, or codes in them, that silence nothing of all that the units of a run say.

    What a rule that failed might have said, a comment about it silences; what a function or root might, any comment.
    """
    reached = ReachedLinesObserver()
    failed: dict[str, set[str]] = {}
    for unit in units:
        for fault in unit.faults:
            if fault.part != "fix":
                for name in unit.run:
                    failed.setdefault(name, set()).add(fault.code)
        for rows, known in ((reached.compiled, unit.compiled), (reached.run, unit.run)):
            for name, more in known.items():
                rows.setdefault(name, set()).update(more)
    placed = set().union(*(unit.placed for unit in units))
    found: dict[str, list[Diagnostic]] = {}
    for unit in units:
        for claim in unit.claims:
            if claim.lookup is None or claim.lookup not in placed:
                found.setdefault(claim.diagnostic.filename, []).append(claim.diagnostic)
    for path in files:
        try:
            source = _source(path, options)
        except SourceError as failure:
            errors.append(failure.error)
            continue
        yield from unused_in(source, found.get(str(path), ()), reached, failed.get(str(path), ()))


def _source(path: Path, options: Options) -> SourceFile:
    sources = {one.resolve(): text for one, text in options.sources.items()}
    text = sources.get(path.resolve())
    return SourceFile(path, text) if text is not None else SourceFile.read(path)


def unused_in(
    source: SourceFile, diagnostics: Sequence[Diagnostic], reached: ReachedLinesObserver, failed: Collection[str] = ()
) -> Iterator[UnusedIgnore]:
    """The comments of a file, or codes in them, that silence none of ``diagnostics``, which nothing was left out of.

    ``failed``: the codes of the rules that could not say all, an empty one for all.
    """
    if "" in failed:
        return
    name = source.display
    layout = suppress.layout_of(source.text)
    comments = [comment for row, content in layout.comments for comment in suppress.parse(row, content)]
    silenced = suppress.Silenced(layout, comments)
    used: dict[suppress.Comment, set[str]] = {}
    for one in diagnostics:
        if one.filename == name:
            for comment in silenced.by(one):
                used.setdefault(comment, set()).add(one.code)
    for comment in comments:
        used.setdefault(comment, set()).update(code for code in failed if comment.covers(code))
        words = _unused(comment, used[comment], _Rows(layout, comment, reached, name))
        if words is not None:
            yield UnusedIgnore(name, comment.row, comment.text, words or None, source.cells)


def _unused(comment: suppress.Comment, used: set[str], rows: _Rows) -> tuple[str, ...] | None:
    """The codes and names in a comment that silence nothing, empty for all of it; None where nothing is wrong with it.

    What names no rule is a mistake of another kind.
    """
    if comment.mistake is not None:
        return None
    if comment.words is None:
        return () if comment.bodies and not used and rows.reached(_AROUND[0]) and rows.reached("FG") else None
    mine = {word: code for word in comment.words if (code := codes.code_of(word)) is not None}
    idle = tuple(
        word for word, code in mine.items() if rows.reached(code) and not any(one.startswith(code) for one in used)
    )
    if not idle:
        return None
    return () if set(idle) == set(insertion.listed(comment.text)) else idle


class _Rows:
    """The lines that a comment is about."""

    def __init__(
        self, layout: suppress.Layout, comment: suppress.Comment, reached: ReachedLinesObserver, name: str
    ) -> None:
        self.known = reached.compiled.get(name, set()), reached.run.get(name, set())
        starts = [line.first for line in layout.lines]
        index = bisect.bisect_right(starts, comment.row) - 1
        self.first = self.last = layout.lines[index].first if index >= 0 else comment.row
        if comment.whole_file:
            self.first, self.last = 1, 1 << 60
        elif comment.bodies:
            for header, last in layout.bodies:
                if header.first <= comment.row <= header.last:
                    self.first, self.last = header.first + 1, last

    def reached(self, code: str) -> bool:
        """Return whether a finding with this code could have been made here."""
        compiled, run = self.known
        rows = run if code.startswith(_AROUND) else compiled
        return any(self.first <= row <= self.last for row in rows)
