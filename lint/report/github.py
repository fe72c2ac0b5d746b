"""Findings as workflow commands, which GitHub Actions shows as annotations of the changed lines.

``::error file=model.py,line=3,col=5,endLine=3,endColumn=9,title=FG101 (branch-on-tensor)::message``, as GitHub
documents it in "Workflow commands for GitHub Actions".
"""

from __future__ import annotations

from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Problem
from fullgraph.lint.registry.severity import severity_of
from fullgraph.lint.report.levels import plain_message
from fullgraph.lint.report.text import printable
from fullgraph.lint.suppression.fingerprint import relative


def render(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem]) -> str:
    """One command a line. GitHub has no places in notebooks: there, the message names the cell."""
    return "".join([*map(_error, errors), *map(_diagnostic, diagnostics)])


def _diagnostic(one: Diagnostic) -> str:
    place: dict[str, object] = {"file": relative(one.filename)}
    if one.cells is None:
        place |= {"line": one.location.row, "endLine": one.end_location.row}
        if one.location.row == one.end_location.row:  # GitHub takes columns of a single line only
            place |= {"col": one.location.column, "endColumn": one.end_location.column}
    return _command(severity_of(one), {**place, "title": f"{one.code} ({one.name})"}, plain_message(one))


def _error(error: Problem) -> str:
    place: dict[str, object] = {"file": relative(error.filename)}
    if error.row is not None and error.cell is None:
        place |= {"line": error.row, "col": error.column or 1}
    return _command("error", {**place, "title": "fullgraph"}, error.message)


def _command(name: str, properties: dict[str, object], message: str) -> str:
    fields = ",".join(
        f"{key}={_escaped(str(value)).replace(':', '%3A').replace(',', '%2C')}" for key, value in properties.items()
    )
    return f"::{'notice' if name == 'note' else name} {fields}::{_escaped(message)}\n"


def _escaped(text: str) -> str:
    """As data of a command: nothing ends it early, and nothing of it reaches the terminal of a log viewer."""
    lines = text.replace("\r\n", "\n").split("\n")
    return "%0A".join(printable(line).replace("%", "%25") for line in lines)
