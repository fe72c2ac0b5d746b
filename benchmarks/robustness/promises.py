"""What is promised of every file, whatever is in it; a promise that does not hold is raised as `Broken`."""

from __future__ import annotations

import ast
import json
import re
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from unittest import mock
from xml.etree import ElementTree as xml

from fullgraph.lint.commands.reading import reader
from fullgraph.lint.diagnostics.diagnostic import CheckResult, Diagnostic, Fault, Position, Problem
from fullgraph.lint.engine import api
from fullgraph.lint.fixes import apply
from fullgraph.lint.fixes.edits import apply_fixes
from fullgraph.lint.report.formats import FORMATS, render
from fullgraph.lint.report.text import Look
from fullgraph.lint.source.source_file import SourceError, SourceFile


class Broken(Exception):
    """A promise that does not hold; the message says which and how."""


@dataclass(frozen=True)
class Kept:
    """What there was to see in a file about which every promise held."""

    checked: bool
    """Whether it is Python that could be checked; else it got its one line."""
    findings: int
    fixed: int


def hold(path: Path, options: api.Options, step: Callable[[str], None], *, write: bool) -> Kept:
    """Check a file, report on it in every format, fix it, and fix it again.

    ``step`` is told what begins, so that each can have its own time limit. ``write``: whether the file is ours to
    change. Raises `Broken`, or whatever the check itself raises.
    """
    step("check")
    found = api.check([path], options)
    _errors_are_lines(found.errors)
    source = _source(path)
    if found.files_checked != (0 if found.errors else 1):
        raise Broken(f"{found.files_checked} files checked, {len(found.errors)} errors")
    _places_lie_inside(found.diagnostics, source)
    step("report")
    _reports_parse(found)
    if found.errors or source is None:
        return Kept(False, 0, 0)
    if not any(one.fix is not None and one.fix.edits for one in found.diagnostics) and "fullgraph" not in source.text:
        return Kept(True, len(found.diagnostics), 0)
    step("fix")
    before = path.read_bytes()
    with mock.patch.object(apply, "apply_fixes", _watched):
        fixed = apply.fix_paths([path], options, unsafe=True, write=write, check=_limited(step))
    _errors_are_lines(fixed.errors)
    if write and fixed.files:
        _parses(path)
        _only_edits_differ(before, path.read_bytes(), source, fixed.files[0].text)
    elif path.read_bytes() != before:
        raise Broken("a file without fixes was written")
    step("fix again")
    texts = {path: fixed.files[0].text} if fixed.files and not write else {}
    again_options = api.Options(**{**vars(options), "sources": texts})
    again = apply.fix_paths([path], again_options, unsafe=True, write=False, check=_limited(step))
    if again.files and not fixed.errors:
        codes = sorted({one.code for file in again.files for one in file.fixed})
        raise Broken(f"fixing again changes the file: {', '.join(codes)}")
    if list(map(_plain, again.diagnostics)) != list(map(_plain, fixed.diagnostics)):
        raise Broken("what remains after fixing is not what a new check finds")
    return Kept(True, len(found.diagnostics), fixed.fixed)


def _limited(step: Callable[[str], None]) -> Callable[[Sequence[Path], api.Options], CheckResult]:
    def check(files: Sequence[Path], options: api.Options) -> CheckResult:
        step("fix")
        return api.check(files, options)

    return check


def _plain(one: Diagnostic) -> tuple[object, ...]:
    return one.sort_key, one.message


def _errors_are_lines(errors: Sequence[Problem]) -> None:
    for error in errors:
        if isinstance(error, Fault):
            raise Broken(error.message)
        if len(error.message) > 600:
            raise Broken(f"an error of {len(error.message)} characters: {error.message[:100]}")


def _source(path: Path) -> SourceFile | None:
    try:
        source = SourceFile.read(path)
        _ = source.tree
    except SourceError:
        return None
    return source


def _places_lie_inside(diagnostics: Sequence[Diagnostic], source: SourceFile | None) -> None:
    if diagnostics and source is None:
        raise Broken("findings in a file that cannot be read")
    for one in diagnostics:
        assert source is not None
        for place in (one.location, one.end_location):
            _inside(place, source, one.code)
        if one.end_location < one.location:
            raise Broken(f"{one.code} ends before it starts")
        for edit in one.fix.written if one.fix is not None else ():
            for place in (edit.location, edit.end_location):
                _inside(place, source, f"a fix of {one.code}")
        for step in (*one.trace, *one.evidence, *(condition.step for condition in one.conditions)):
            if step.filename == source.display and not 1 <= (step.row or 1) <= len(source.lines):
                raise Broken(f"a step of {one.code} lies outside of the file")


def _inside(place: Position, source: SourceFile, what: str) -> None:
    rows = len(source.lines) + 1
    width = len(source.lines[place.row - 1]) if place.row <= len(source.lines) else 0
    if not (1 <= place.row <= rows and 1 <= place.column <= width + 1):
        raise Broken(f"{what} lies outside of the file, at {place.row}:{place.column}")


def _reports_parse(found: CheckResult) -> None:
    """Each format is what it says, and nothing in it reaches a terminal as a control sequence."""
    for form in FORMATS:
        text = render(form, found, reader(found, {}), Look())
        if re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text):
            raise Broken(f"a control character in the {form} report")
        if form in ("json", "sarif", "gitlab"):
            json.loads(text)
        elif form == "json-lines":
            for line in text.splitlines():
                json.loads(line)
        elif form == "junit":
            xml.fromstring(text)
        elif form == "github":
            lines = text.splitlines()
            commands = [line for line in lines if re.fullmatch(r"::(error|warning|notice) file=[^:]*::.*", line)]
            if len(commands) != len(lines) or len(lines) != len(found.diagnostics) + len(found.errors):
                raise Broken("the github report has lines that are no command of ours")


def _watched(text: str, diagnostics: Sequence[Diagnostic]) -> tuple[str, list[Diagnostic]]:
    """Applies fixes, and sees that what lies outside of their edits is as it was."""
    new, applied = apply_fixes(text, diagnostics)
    lines = SourceFile(Path(), text).lines
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    edits = sorted({edit for one in applied if one.fix is not None for edit in one.fix.written})
    kept, done = [], 0
    for edit in edits:
        start = starts[edit.location.row - 1] + edit.location.column - 1
        end = starts[edit.end_location.row - 1] + edit.end_location.column - 1
        kept.append(text[done : max(start, done)])
        done = max(done, end)
    kept.append(text[done:])
    place = 0
    for piece in kept:
        found = new.find(piece, place)
        if found < 0:
            raise Broken(f"fixes change text that is not theirs: {piece[:80]!r}")
        place = found + len(piece)
    if not (new.startswith(kept[0]) and new.endswith(kept[-1])):
        raise Broken("fixes change the beginning or the end of the file")
    _edits_are_near(text, applied)
    return new, applied


def _edits_are_near(text: str, applied: Sequence[Diagnostic]) -> None:
    """A fix changes the statements of the module that its finding stands in or speaks of, and inserts imports."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        body = ast.parse(text).body
    spans = [(_first_row(node), node.end_lineno or node.lineno) for node in body]
    for one in applied:
        steps = (*one.trace, *one.evidence, *(condition.step for condition in one.conditions))
        rows = [one.location.row, *(step.row for step in steps if step.row and step.filename == one.filename)]
        mine = [span for span in spans if any(span[0] <= row <= span[1] for row in rows)]
        for edit in one.fix.written if one.fix is not None else ():
            if edit.location == edit.end_location and edit.location.column == 1:
                continue  # an import, a constant or a helper of its own
            if not any(first <= edit.location.row and edit.end_location.row <= last + 1 for first, last in mine):
                raise Broken(f"the fix of {one.code} at line {one.location.row} edits line {edit.location.row}")


def _first_row(node: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _parses(path: Path) -> None:
    try:
        _ = SourceFile.read(path).tree
    except SourceError as failure:
        raise Broken(f"the fixed file is no Python: {failure.error.message}") from None


def _only_edits_differ(before: bytes, after: bytes, source: SourceFile, text: str) -> None:
    """The bytes around the edits are those of the old file, in its encoding, with its byte order mark."""
    old = source.text
    head = next((i for i, (a, b) in enumerate(zip(old, text, strict=False)) if a != b), min(len(old), len(text)))
    with suppress(UnicodeEncodeError):
        if not after.startswith(before[: len(source.encode(old[:head]))]) and "utf-16" not in source.encoding:
            raise Broken("bytes before the first edit changed")
    if after != source.encode(text):
        raise Broken("what was written is not the fixed text in the file's encoding")
