"""Findings as GitLab's Code Quality report, a JSON array that merge requests show the changes of.

Each entry has the fields that GitLab requires of a report ("Code Quality report format"): ``description``,
``check_name``, ``fingerprint``, ``severity`` and ``location``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Problem
from fullgraph.lint.registry.severity import severity_of
from fullgraph.lint.report.levels import error_code, plain_message
from fullgraph.lint.source.source_file import ReadLines
from fullgraph.lint.suppression.fingerprint import fingerprints, relative

_SEVERITIES = {"error": "major", "warning": "minor", "note": "info"}


def render(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem], read_lines: ReadLines) -> str:
    prints = fingerprints(diagnostics, read_lines)
    entries = [_diagnostic(one, key) for one, key in zip(diagnostics, prints, strict=True)]
    entries += [_error(error) for error in errors]
    return json.dumps(entries, indent=2) + "\n"


def _diagnostic(one: Diagnostic, fingerprint: str) -> dict[str, Any]:
    def position(row: int, column: int) -> dict[str, int]:
        return {"line": 1, "column": 1} if one.cells is not None else {"line": row, "column": column}

    return {
        "check_name": one.code,
        "description": f"{one.code}: {plain_message(one)}",
        "fingerprint": fingerprint,
        "severity": _SEVERITIES[severity_of(one)],
        "location": {
            "path": relative(one.filename),
            "positions": {
                "begin": position(one.location.row, one.location.column),
                "end": position(one.end_location.row, one.end_location.column),
            },
        },
    }


def _error(error: Problem) -> dict[str, Any]:
    place = {"line": error.row if error.row is not None and error.cell is None else 1, "column": error.column or 1}
    path = relative(error.filename)
    return {
        "check_name": error_code(error),
        "description": str(error),
        "fingerprint": hashlib.sha256(f"{path}\0{error.message}".encode("utf-8", "surrogatepass")).hexdigest(),
        "severity": "critical",
        "location": {"path": path, "positions": {"begin": place, "end": place}},
    }
