"""The result of one unit of work, in a form that other processes and later runs understand.

A unit is a given file: what its own roots lead to, here and in the other given files. The units' claims are put
together at the end (``merging``), so that neither their order nor how they are spread over processes matters.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from fullgraph.lint.diagnostics.cells import Cells
from fullgraph.lint.diagnostics.condition import Condition, ConditionKind
from fullgraph.lint.diagnostics.diagnostic import (
    Compiles,
    Diagnostic,
    Edit,
    Fault,
    Fix,
    InputError,
    Mode,
    Position,
    Problem,
)
from fullgraph.lint.diagnostics.obligation import Kind, Obligation, State
from fullgraph.lint.diagnostics.reach import Reach, Repeats
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.facts.coding import measured_from_json, measured_to_json

Place = tuple[str, int, int, str]
"""A place with a finding: file, row, column and code."""
Lookup = tuple[str, str, int, str]
"""The subject of a finding about a look-up: code, the class by its file and row, and the attribute."""
Strength = tuple[int, bool, int, int]
"""By which of the findings of one place one is told: what is stronger compares as more."""


@dataclass(frozen=True)
class ReportedFinding:
    """The surest finding of a place, and all roots that lead there."""

    diagnostic: Diagnostic
    place: Place
    strength: Strength
    first: bool
    """Whether it comes from the code around compiled code or from what that compiles: it goes before its equals."""
    roots: tuple[str, ...]
    is_reached: bool
    """Whether one of these is said to be compiled, and not the ``forward`` of a module alone."""
    mode: Mode
    """How the code is compiled of which it is said: as the settings say, where no ``torch.compile`` decides."""
    shown: bool
    """False for one that the options leave out: it tells which suppression comments are needed."""
    lookup: Lookup | None = None
    """Set where a finding about that look-up which knows its place better stands for this one."""

    @property
    def key(self) -> tuple[str, int, str]:
        return (self.diagnostic.filename, self.diagnostic.location.row, self.diagnostic.code)


@dataclass
class FileResult:
    """The result of one file."""

    errors: list[Problem] = field(default_factory=list)
    claims: list[ReportedFinding] = field(default_factory=list)
    absorbed: set[Place] = field(default_factory=set)
    """Findings that others stand for."""
    placed: set[Lookup] = field(default_factory=set)
    """Look-ups that are reported where the object is made."""
    compiled: dict[str, set[int]] = field(default_factory=dict)
    """Rows whose statements were run in compile scope, of given files with suppression comments."""
    run: dict[str, set[int]] = field(default_factory=dict)
    """Rows whose statements were run at all, of the same."""
    compiles: set[Compiles] = field(default_factory=set)
    """What the file is seen to compile."""
    has_comments: bool = False
    """Whether the file may hold suppression comments of ours."""
    in_part: bool = False
    """Whether some of the code that is compiled was not looked at, since there is too much of it."""
    with_facts: set[str] = field(default_factory=set)
    """Functions of which recorded runs are known, as ``file:name``."""
    stale_facts: set[str] = field(default_factory=set)
    """Functions of the file that have changed since they were recorded."""
    home: str = ""
    """The folder that the file's package, or the file itself, lies in."""
    files: dict[str, str] = field(default_factory=dict)
    """All files that were looked into, without symbolic links, with the digests of what they held."""
    names: dict[str, str | None] = field(default_factory=dict)
    """The modules that were looked for, with their files."""
    scans: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)
    """Words that all given files were searched for, and the files that have them."""

    @property
    def is_checked(self) -> bool:
        """Whether the file was checked, be it with internal errors in places."""
        return not any(error.costs_file for error in self.errors)

    def under(self, mode: Mode) -> FileResult:
        """The result, less what holds only where the settings say another mode."""
        return replace(self, claims=[claim for claim in self.claims if claim.mode == mode])

    @property
    def faults(self) -> list[Fault]:
        """The internal errors."""
        return [error for error in self.errors if isinstance(error, Fault)]


# As JSON


def to_json(unit: FileResult) -> dict[str, Any]:
    """The unit as plain lists and texts."""
    return {
        "errors": [_problem(one) for one in unit.errors],
        "claims": [_claim(one) for one in unit.claims],
        "absorbed": sorted(unit.absorbed),
        "placed": sorted(unit.placed),
        "compiled": {name: sorted(rows) for name, rows in sorted(unit.compiled.items())},
        "run": {name: sorted(rows) for name, rows in sorted(unit.run.items())},
        "compiles": sorted(unit.compiles),
        "has_comments": unit.has_comments,
        "in_part": unit.in_part,
        "with_facts": sorted(unit.with_facts),
        "stale_facts": sorted(unit.stale_facts),
        "home": unit.home,
        "files": unit.files,
        "names": unit.names,
        "scans": unit.scans,
    }


def from_json(data: Mapping[str, Any]) -> FileResult:
    """The unit again. Raises LookupError, TypeError or ValueError for what is none."""
    return FileResult(
        errors=[_read_problem(*one) for one in data["errors"]],
        claims=[_read_claim(one) for one in data["claims"]],
        absorbed={(name, row, column, code) for name, row, column, code in data["absorbed"]},
        placed={(code, name, row, attribute) for code, name, row, attribute in data["placed"]},
        compiled={name: set(rows) for name, rows in data["compiled"].items()},
        run={name: set(rows) for name, rows in data["run"].items()},
        compiles=set(data["compiles"]),
        has_comments=bool(data["has_comments"]),
        in_part=bool(data["in_part"]),
        with_facts=set(data["with_facts"]),
        stale_facts=set(data["stale_facts"]),
        home=data["home"],
        files=dict(data["files"]),
        names=dict(data["names"]),
        scans=[(tuple(words), tuple(found)) for words, found in data["scans"]],
    )


def _problem(one: Problem) -> list[Any]:
    place = [one.filename, one.message, one.row, one.column, one.cell]
    return [*place, one.part, one.code, one.exception, one.traceback] if isinstance(one, Fault) else place


def _read_problem(filename: str, message: str, row: Any, column: Any, cell: Any, *fault: Any) -> Problem:
    if fault:
        return Fault(filename, message, row, column, cell, *fault)
    return InputError(filename, message, row, column, cell)


def _claim(one: ReportedFinding) -> list[Any]:
    return [
        _diagnostic(one.diagnostic),
        one.place,
        one.strength,
        one.first,
        one.roots,
        one.is_reached,
        one.mode,
        one.shown,
        one.lookup,
    ]


def _read_claim(data: Sequence[Any]) -> ReportedFinding:
    diagnostic, place, strength, first, roots, is_reached, mode, shown, lookup = data
    sure, is_reached_so, widely, near = strength
    return ReportedFinding(
        _read_diagnostic(diagnostic),
        _place(place),
        (sure, is_reached_so, widely, near),
        first,
        tuple(roots),
        is_reached,
        mode,
        shown,
        _place_of_lookup(lookup) if lookup is not None else None,
    )


def _place(data: Sequence[Any]) -> Place:
    name, row, column, code = data
    return name, row, column, code


def _place_of_lookup(data: Sequence[Any]) -> Lookup:
    code, name, row, attribute = data
    return code, name, row, attribute


def _diagnostic(one: Diagnostic) -> dict[str, Any]:
    return {
        "code": one.code,
        "name": one.name,
        "message": one.message,
        "filename": one.filename,
        "location": _position(one.location),
        "end_location": _position(one.end_location),
        "confidence": one.confidence,
        "modes": one.modes,
        "raises": one.raises,
        "trace": _steps(one.trace),
        "evidence": _steps(one.evidence),
        "conditions": _conditions(one.conditions),
        "once_changed": one.once_changed,
        "never_taken": one.never_taken,
        "measured": measured_to_json(one.measured) if one.measured is not None else None,
        "registry": one.registry,
        "fix": _fix(one.fix) if one.fix is not None else None,
        "url": one.url,
        "cells": _cells(one.cells),
        "reach": _reach(one.reach),
        "below": _steps([one.below] if one.below is not None else []),
    }


def _read_diagnostic(data: Mapping[str, Any]) -> Diagnostic:
    return Diagnostic(
        code=data["code"],
        name=data["name"],
        message=data["message"],
        filename=data["filename"],
        location=Position(*data["location"]),
        end_location=Position(*data["end_location"]),
        confidence=data["confidence"],
        modes=tuple(data["modes"]),
        raises=data["raises"],
        trace=_read_steps(data["trace"]),
        evidence=_read_steps(data["evidence"]),
        conditions=_read_conditions(data["conditions"]),
        once_changed=data["once_changed"],
        never_taken=data["never_taken"],
        measured=measured_from_json(data["measured"]) if data["measured"] is not None else None,
        registry=tuple(data["registry"]),
        fix=_read_fix(data["fix"]) if data["fix"] is not None else None,
        url=data["url"],
        cells=_read_cells(data["cells"]),
        reach=_read_reach(*data["reach"]),
        below=next(iter(_read_steps(data["below"])), None),
    )


def _reach(one: Reach) -> list[Any]:
    return [one.repeats.value, one.times, one.is_host, one.concerns_all]


def _read_reach(repeats: int, times: float | None, is_host: bool, concerns_all: bool) -> Reach:
    return Reach(Repeats(repeats), times, is_host, concerns_all)


def _position(one: Position) -> tuple[int, int]:
    return one.row, one.column


def _steps(steps: Sequence[Step]) -> list[list[Any]]:
    return [[step.text, step.filename, step.row, _cells(step.cells)] for step in steps]


def _read_steps(data: Sequence[Sequence[Any]]) -> tuple[Step, ...]:
    return tuple(Step(text, filename, row, _read_cells(cells)) for text, filename, row, cells in data)


def _conditions(conditions: Sequence[Condition]) -> list[list[Any]]:
    steps = _steps([one.step for one in conditions])
    return [
        [step, one.kind.value, one.values, one.is_among, one.holds, one.is_telling]
        for step, one in zip(steps, conditions, strict=True)
    ]


def _read_conditions(data: Sequence[Sequence[Any]]) -> tuple[Condition, ...]:
    steps = _read_steps([step for step, *_ in data])
    return tuple(
        Condition(step, ConditionKind(kind), tuple(values), is_among, holds, is_telling)
        for step, (_, kind, values, is_among, holds, is_telling) in zip(steps, data, strict=True)
    )


def _cells(cells: Cells | None) -> list[Sequence[int]] | None:
    return [cells.numbers, cells.heads] if cells is not None else None


def _read_cells(data: Sequence[Sequence[int]] | None) -> Cells | None:
    return Cells(tuple(data[0]), tuple(data[1])) if data is not None else None


def _fix(fix: Fix) -> list[Any]:
    edits = [
        [*_position(edit.location), *_position(edit.end_location), edit.content, edit.is_shared] for edit in fix.edits
    ]
    obligations = [[one.kind.value, one.text, one.state.value] for one in fix.obligations]
    return [fix.summary, edits, obligations, fix.is_suggestion, fix.skips_messages]


def _read_fix(data: Sequence[Any]) -> Fix:
    summary, edits, obligations, is_suggestion, skips_messages = data
    return Fix(
        summary,
        tuple(Edit(Position(a, b), Position(c, d), content, is_shared) for a, b, c, d, content, is_shared in edits),
        tuple(Obligation(Kind(kind), text, State(state)) for kind, text, state in obligations),
        is_suggestion=is_suggestion,
        skips_messages=skips_messages,
    )
