"""Diagnostics of the engine's as diagnostics of the protocol's."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fullgraph.lint.diagnostics.diagnostic import Diagnostic, InputError, Position, Problem
from fullgraph.lint.diagnostics.rank import rank_of
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.registry.severity import severity_of
from fullgraph.lint.report.json import conditions_of, obligations_of
from fullgraph.lint.report.overview import cause_of, why
from fullgraph.lint.server.documents import Document
from lsprotocol import types
from pygls.uris import from_fs_path

SOURCE = "fullgraph"

SEVERITIES = {
    "error": types.DiagnosticSeverity.Warning,
    "warning": types.DiagnosticSeverity.Information,
    "note": types.DiagnosticSeverity.Hint,
}
"""A step below what reports say: in an editor, an error is what does not run, and code that breaks the graph runs."""

TAGS = {
    "FG801": types.DiagnosticTag.Unnecessary,
    "FG807": types.DiagnosticTag.Deprecated,
}
"""Rules about code that has no effect, and about names that a public one has replaced."""


@dataclass(frozen=True)
class Abilities:
    """The parts of a diagnostic that the client shows."""

    related: bool = True
    href: bool = True
    data: bool = True
    tags: frozenset[types.DiagnosticTag] = frozenset(types.DiagnosticTag)

    @staticmethod
    def of(capabilities: types.ClientCapabilities) -> Abilities:
        documents = capabilities.text_document
        capability = documents.publish_diagnostics if documents is not None else None
        if capability is None:
            return Abilities(False, False, False, frozenset())
        tags = capability.tag_support.value_set if capability.tag_support is not None else ()
        return Abilities(
            bool(capability.related_information),
            bool(capability.code_description_support),
            bool(capability.data_support),
            frozenset(tags),
        )


@dataclass(frozen=True)
class Found:
    """The findings in one state of a document."""

    document: Document
    diagnostics: tuple[Diagnostic, ...] = ()
    errors: tuple[Problem, ...] = ()

    def at(self, uri: str, position: types.Position) -> list[Diagnostic]:
        """The diagnostics at a place: those whose range it lies in, else those that begin on its line."""
        row = self.document.row(uri, position.line)
        if row is None:
            return []
        here = Position(row, self.document.column(row, position.character))
        inside = [one for one in self.diagnostics if one.location <= here <= one.end_location]
        return inside or [one for one in self.diagnostics if one.location.row == row]

    def within(self, uri: str, span: types.Range) -> list[Diagnostic]:
        """The diagnostics that a range touches."""
        first, last = self.document.row(uri, span.start.line), self.document.row(uri, span.end.line)
        if first is None or last is None:
            return []
        start = Position(first, self.document.column(first, span.start.character))
        end = Position(last, self.document.column(last, span.end.character))
        return [one for one in self.diagnostics if one.location <= end and start <= one.end_location]


def published(found: Found, abilities: Abilities) -> dict[str, list[types.Diagnostic]]:
    """The diagnostics of each text document of a document; also those that have none, so that old ones go."""
    parts: dict[str, list[types.Diagnostic]] = {part.uri: [] for part in found.document.parts}
    for error in found.errors:
        uri, shown = _error(error, found.document)
        parts[uri].append(shown)
    for one in found.diagnostics:
        uri, shown = diagnostic(one, found.document, abilities)
        parts[uri].append(shown)
    return parts


def diagnostic(one: Diagnostic, document: Document, abilities: Abilities) -> tuple[str, types.Diagnostic]:
    """One diagnostic, and the text document that it stands in."""
    part, span = document.range(one.location, one.end_location)
    tag = TAGS.get(one.code)
    related = list(_related(one, document)) if abilities.related else []
    return part.uri, types.Diagnostic(
        range=span,
        message=one.headline,
        severity=SEVERITIES[severity_of(one)],
        code=one.code,
        code_description=types.CodeDescription(one.url) if one.url is not None and abilities.href else None,
        source=SOURCE,
        tags=[tag] if tag is not None and tag in abilities.tags else None,
        related_information=related or None,
        data=_data(one) if abilities.data else None,
    )


def _data(one: Diagnostic) -> dict[str, Any]:
    data: dict[str, Any] = {
        "name": one.name,
        "confidence": one.confidence,
        "modes": list(one.modes),
        "registry": list(one.registry),
        "raises": one.raises,
        "conditions": conditions_of(one.conditions),
        "cause": _cause(one),
    }
    if one.fix is not None:
        data["fix"] = {
            "applicability": one.fix.applicability.value,
            "message": one.fix.message,
            "obligations": obligations_of(one.fix),
        }
    return data


def _cause(one: Diagnostic) -> dict[str, Any]:
    """What a client groups findings by, and ranks them by: the most costly first, by the first number that differs."""
    rank = rank_of(one)
    code, filename, row = cause_of(one)
    place = {"uri": uri_of(filename), "line": row - 1} if one.below is not None and filename and row else None
    numbers = (0.0 if math.isinf(number) else float(number) for number in rank.numbers)
    return {"key": f"{code}:{filename}:{row}", "place": place, "rank": list(numbers), "why": why(one, rank)}


def _related(one: Diagnostic, document: Document) -> Iterator[types.DiagnosticRelatedInformation]:
    """The chain of evidence, then how the line came into compile scope; without what is on the line itself."""
    seen = set()
    for title, steps in (("because", one.evidence), ("in scope", one.trace), ("also", one.also)):
        for step in steps:
            place = (step.filename, step.row)
            on_line = step.filename == one.filename and step.row == one.location.row
            if step.filename is None or step.row is None or on_line or (title, *place) in seen:
                continue
            seen.add((title, *place))
            yield types.DiagnosticRelatedInformation(location(step, document), f"{title}: {step.text}")


def location(step: Step, document: Document) -> types.Location:
    """Return where a step that has a file and a row stands."""
    assert step.filename is not None and step.row is not None
    if step.filename == str(document.path):
        part, span = document.line_range(step.row)
        return types.Location(part.uri, span)
    start = types.Position(step.row - 1 if step.cells is None else 0, 0)
    return types.Location(uri_of(step.filename), types.Range(start, start))


def uri_of(filename: str) -> str:
    return from_fs_path(str(Path(filename).absolute())) or ""


def _error(error: Problem, document: Document) -> tuple[str, types.Diagnostic]:
    """Return a diagnostic for an error, at its place (of a syntax error) or at the beginning."""
    part, row = document.parts[0], error.row
    if error.cell is not None:
        part = next((one for one in document.parts if one.number == error.cell), part)
        row = document.source.cells.row(error.cell, row or 1) if document.source.cells is not None else None
    if row is None:
        start = types.Position(0, 0)
        span = types.Range(start, start)
    else:
        line = document.line(row)
        column = min(error.column or 1, len(line) + 1)
        _, span = document.range(Position(row, column), Position(row, max(column, len(line)) + 1))
    severity = types.DiagnosticSeverity.Error if error.costs_file else types.DiagnosticSeverity.Warning
    is_syntax = isinstance(error, InputError) and error.row is not None
    code = "syntax-error" if is_syntax else "not-checked" if error.costs_file else "internal-error"
    return part.uri, types.Diagnostic(range=span, message=error.message, severity=severity, code=code, source=SOURCE)


def same(one: Diagnostic, shown: types.Diagnostic, document: Document) -> bool:
    """Return whether the client's diagnostic is this one of ours."""
    _, span = document.range(one.location, one.end_location)
    return shown.source == SOURCE and shown.code == one.code and shown.range == span


def any_of(one: Diagnostic, shown: Sequence[types.Diagnostic], document: Document) -> types.Diagnostic | None:
    """The client's copy of a diagnostic."""
    return next((its for its in shown if same(one, its, document)), None)
