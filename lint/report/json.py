"""Findings as JSON: an array of objects with the fields of ruff's JSON, and what only this linter knows.

Beside ruff's ``cell``, ``code``, ``end_location``, ``filename`` (absolute), ``fix``, ``location``, ``message``,
``name``, ``noqa_row`` and ``url``, each object has

- ``conditions``: what has to hold beside that the line is compiled, outermost first: lists of ``{text, filename, row,
  kind, values, among, holds}``. ``kind`` is ``mode``, ``dtype``, ``device``, ``argument``, ``option``, ``environment``,
  ``package``, ``break`` or ``other``; ``values`` the modes, dtypes or devices, of which it has to be one, or with
  ``among`` false none; ``holds`` whether it does by default or by what ``--assume`` says, null where that is not known;
- ``confidence``: ``high``, ``medium`` or ``low``;
- ``modes``: the compile modes in which the finding holds, of ``default`` and ``fullgraph``;
- in notebooks ``cell``, also in the edits of the fix and in steps: rows are those in the cell;
- ``measured``: what a recorded run measured of the breaks there, in the target where they are dearest: ``target``,
  ``device``, ``mode``, and of a step ``milliseconds``, ``share``, ``calls``, ``operators``, ``syncs`` and ``kernels``
  (null without a GPU); null where that is not known;
- ``never_taken``: how many recorded calls took another branch than the one that the line is in, where none took it;
  0 where that is not known;
- ``trace`` and ``evidence``: lists of ``{text, filename, row}``, how the line came into compile scope and why the
  value is what the message says; filename and row may be null;
- ``rank``: what it costs, as far as that is known: the ``level`` (``all``, ``call``, ``start``, ``condition``,
  ``training``, ``dtype``, ``off``, ``never``; the first costs most), the ``reasons`` for it, and ``times``, how often
  recorded runs ran the line in a call, or null; null for what could not be checked;
- ``raises``: whether compiling raises an error there without ``fullgraph=True`` too, as within
  ``torch._dynamo.error_on_graph_break(True)``;
- ``registry``: the ids of PyTorch's graph-break registry that the finding predicts;
- ``severity``: ``error`` for what makes ``fullgraph=True`` fail or results differ, ``warning`` for what costs time, and
  ``note`` for what is of low confidence;
- ``ways``: the number of roots that lead there.

A file that cannot be parsed gives an object with the code ``invalid-syntax``, as ruff does; a path that cannot be read
or checked for another reason gives one with ``invalid-input``, and an internal error one with ``internal-error`` and
``fault``: the ``part`` that it costs (``rule``, ``fix``, ``function``, ``root``, ``file``), the ``rule``'s code or
null, and the ``exception``'s type. All have no fix and empty lists.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from fullgraph.lint.diagnostics.cells import Cells
from fullgraph.lint.diagnostics.condition import Condition
from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, Diagnostic, Fault, Fix, Position, Problem
from fullgraph.lint.diagnostics.rank import rank_of
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.facts.coding import measured_to_json
from fullgraph.lint.registry.severity import severity_of
from fullgraph.lint.report.levels import error_code


def render(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem]) -> str:
    """The JSON text. Characters beyond ASCII are escaped, so that no terminal or pipe can garble them."""
    return json.dumps(_entries(diagnostics, errors), indent=2, sort_keys=True) + "\n"


def render_lines(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem]) -> str:
    """JSON lines: each of these objects on a line of its own."""
    return "".join(f"{json.dumps(entry, sort_keys=True)}\n" for entry in _entries(diagnostics, errors))


def _entries(diagnostics: Sequence[Diagnostic], errors: Sequence[Problem]) -> list[dict[str, Any]]:
    entries = [_diagnostic(diagnostic) for diagnostic in diagnostics]
    entries += [_error(error) for error in errors]
    return sorted(entries, key=lambda entry: (entry["filename"], entry["location"]["row"], entry["location"]["column"]))


def _absolute(filename: str) -> str:
    return filename if filename == "-" else str(Path.cwd() / filename)


def _position(position: Position, cells: Cells | None = None) -> dict[str, int]:
    row = position.row if cells is None else cells.place(position.row)[1]
    return {"row": row, "column": position.column}


def _fix(fix: Fix, cells: Cells | None) -> dict[str, Any]:
    edits = [
        {
            "content": edit.content,
            "location": _position(edit.location, cells),
            "end_location": _position(edit.end_location, cells),
            **({"cell": cells.place(edit.location.row)[0]} if cells is not None else {}),
        }
        for edit in fix.edits
    ]
    return {
        "applicability": fix.applicability.value,
        "message": fix.message,
        "obligations": obligations_of(fix),
        "edits": edits,
    }


def obligations_of(fix: Fix) -> list[dict[str, str]]:
    """What must hold for a fix to change nothing, as objects with ``kind``, ``state`` and ``text``."""
    return [{"kind": one.kind.value, "state": one.state.value, "text": one.text} for one in fix.obligations]


def steps_of(steps: Iterable[Step]) -> list[dict[str, Any]]:
    """Steps as objects with ``text``, ``filename``, ``row`` and, in a notebook, ``cell``."""
    found = []
    for step in steps:
        entry: dict[str, Any] = {
            "text": step.text,
            "filename": _absolute(step.filename) if step.filename is not None else None,
            "row": step.row,
        }
        if step.cells is not None and step.row is not None:
            entry["cell"], entry["row"] = step.cells.place(step.row)
        found.append(entry)
    return found


def conditions_of(conditions: Sequence[Condition]) -> list[dict[str, Any]]:
    """Conditions as their steps, with what each asks about and whether it holds by default."""
    steps = steps_of(one.step for one in conditions)
    return [
        {**step, "kind": one.kind.value, "values": list(one.values), "among": one.is_among, "holds": one.holds}
        for step, one in zip(steps, conditions, strict=True)
    ]


def _diagnostic(diagnostic: Diagnostic) -> dict[str, Any]:
    cells = diagnostic.cells
    return {
        "also": steps_of(diagnostic.also),
        "cell": cells.place(diagnostic.location.row)[0] if cells is not None else None,
        "code": diagnostic.code,
        "conditions": conditions_of(diagnostic.conditions),
        "confidence": diagnostic.confidence,
        "end_location": _position(diagnostic.end_location, cells),
        "evidence": steps_of(diagnostic.evidence),
        "filename": _absolute(diagnostic.filename),
        "fix": _fix(diagnostic.fix, cells) if diagnostic.fix is not None else None,
        "location": _position(diagnostic.location, cells),
        "message": diagnostic.message,
        "modes": list(diagnostic.modes),
        "name": diagnostic.name,
        "measured": measured_to_json(diagnostic.measured) if diagnostic.measured is not None else None,
        "never_taken": diagnostic.never_taken,
        "raises": diagnostic.raises,
        "rank": _rank(diagnostic),
        # a range may begin inside of a string that goes on; where it ends, a comment can stand
        "noqa_row": _position(diagnostic.end_location, cells)["row"],
        "registry": list(diagnostic.registry),
        "severity": severity_of(diagnostic),
        "trace": steps_of(diagnostic.trace),
        "url": diagnostic.url,
        "ways": diagnostic.ways,
    }


def _rank(diagnostic: Diagnostic) -> dict[str, Any]:
    rank = rank_of(diagnostic)
    return {"level": rank.level.value, "reasons": [one.value for one in rank.reasons], "times": rank.times}


def _error(error: Problem) -> dict[str, Any]:
    code = error_code(error)
    place = Position(error.row or 1, error.column or 1)
    fault = (
        {"fault": {"part": error.part, "rule": error.code or None, "exception": error.exception}}
        if isinstance(error, Fault)
        else {}
    )
    return {
        **fault,
        "also": [],
        "cell": error.cell,
        "code": code,
        "conditions": [],
        "confidence": "high",
        "end_location": _position(place),
        "evidence": [],
        "filename": _absolute(error.filename),
        "fix": None,
        "location": _position(place),
        "message": error.message,
        "modes": list(BOTH_MODES),
        "name": code,
        "measured": None,
        "never_taken": 0,
        "raises": False,
        "rank": None,
        "noqa_row": None,
        "registry": [],
        "severity": "error",
        "trace": [],
        "url": None,
        "ways": 0,
    }
