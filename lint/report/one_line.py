"""Findings in one line each, as other linters and servers have them: grouped by file, pylint's, Azure Pipelines'."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Problem
from fullgraph.lint.registry.severity import severity_of
from fullgraph.lint.report.levels import error_code, plain_message
from fullgraph.lint.report.text import Look, columns, is_fixable, place_name, printable
from fullgraph.lint.suppression.fingerprint import relative


def render_grouped(diagnostics: Sequence[Diagnostic], look: Look, unsafe: bool = False) -> str:
    """The findings of each file below its name; ``[*]`` marks what ``--fix`` fixes."""
    parts = []
    ordered = sorted(diagnostics, key=lambda one: (one.filename, one.location, one.code))
    for filename, group in groupby(ordered, lambda one: one.filename):
        members = list(group)
        places = [f"{cells.at(one.cells, one.location.row)}:{one.location.column}" for one in members]
        width = max(map(columns, places))
        lines = [f"{look.style(place_name(filename), bold=True)}{look.style(':', 'cyan')}\n"]
        for place, one in zip(places, members, strict=True):
            mark = look.style("[*] ", "cyan") if is_fixable(one, unsafe) else ""
            code = look.style(one.code, "red", bold=True)
            lines.append(f"  {place:<{width}}  {code} {mark}{printable(one.headline)}\n")
        parts.append("".join(lines) + "\n")
    return "".join(parts)


def render_pylint(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem]) -> str:
    """``model.py:6: [FG401] print breaks the graph``, as pylint's parseable format has it. Cells have no rows there."""
    lines = [
        f"{relative(error.filename)}:{1 if error.cell is not None else error.row or 1}: "
        f"[{error_code(error)}] {_in_cell(error)}{error.message}"
        for error in errors
    ]
    for one in diagnostics:
        row = 1 if one.cells is not None else one.location.row
        place = f"{cells.named(one.cells, one.location.row)}: " if one.cells is not None else ""
        lines.append(f"{relative(one.filename)}:{row}: [{one.code}] {place}{one.headline}")
    return "".join(f"{printable(' '.join(line.splitlines()))}\n" for line in lines)


def render_azure(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem]) -> str:
    """Logging commands of Azure Pipelines, which shows them as issues of the run. Nothing is less than a warning."""
    commands = [
        _logged(
            "error",
            relative(error.filename),
            None if error.row is None or error.cell is not None else (error.row, error.column or 1),
            error_code(error),
            f"{_in_cell(error)}{error.message}",
        )
        for error in errors
    ]
    for one in diagnostics:
        kind = "error" if severity_of(one) == "error" else "warning"
        place = None if one.cells is not None else (one.location.row, one.location.column)
        commands.append(_logged(kind, relative(one.filename), place, one.code, plain_message(one)))
    return "".join(commands)


def _in_cell(error: Problem) -> str:
    return f"cell {error.cell}, line {error.row or 1}: " if error.cell is not None else ""


def _logged(kind: str, path: str, place: tuple[int, int] | None, code: str, message: str) -> str:
    where = {"linenumber": place[0], "columnnumber": place[1]} if place is not None else {}
    properties: dict[str, object] = {"type": kind, "sourcepath": path, **where, "code": code}
    fields = "".join(
        f"{key}={_data(str(value)).replace(']', '%5D').replace(';', '%3B')};" for key, value in properties.items()
    )
    return f"##vso[task.logissue {fields}]{_data(message)}\n"


def _data(text: str) -> str:
    """As Azure's task library escapes it, so that nothing ends the command early."""
    return "%0A".join(printable(line).replace("%", "%AZP25") for line in text.splitlines())
