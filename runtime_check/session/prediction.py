"""Set what ``check`` predicts beside what TorchDynamo did, in each of both modes."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.condition import ConditionKind
from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CheckResult, Diagnostic, Mode
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.engine.api import check_modes
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.runtime_check.process.supervise import Observation
from fullgraph.runtime_check.results import ObservedBreak, Place, Prediction, Run
from fullgraph.runtime_check.source_lines import is_source
from fullgraph.runtime_check.statements import branches_of, first_lines_of

Checked = Callable[[Sequence[Path], Options], Mapping[Mode, CheckResult]]
ABOUT_DATA = ("FG1", "FG2", "FG3")
"""Families that depend on what values are."""
INTO_PACKAGES = ("FG502",)
"""Rules that name a call of a package, inside of which the graph may break."""


def add_predictions(
    observation: Observation, files: Sequence[Path], follow: Sequence[str], checked: Checked = check_modes
) -> None:
    """Check the files in both modes; note at each break who predicted it, and list what did not happen.

    ``checked`` is what checks files: here and without a cache, unless it is another one.
    """
    run = observation.run
    reached = {_resolved(name): lines for name, lines in observation.reached.items()}
    roots = observation.roots
    compiled = {_resolved(root.rpartition(":")[0]) for root in roots} & reached.keys()
    files = [*files, *filter(is_source, sorted(compiled - {_resolved(str(path)) for path in files}))]
    predicted, run.check_errors = diagnostics_of(files, follow, roots, checked)
    match(run.breaks, predicted)
    followed = reached.keys() - {_resolved(str(path)) for path in files}
    missed = [found for found in run.breaks if found.missed_in and _resolved(found.place.filename) in followed]
    if missed:
        # From the user's files check may not get there: a factory that builds a library's model compiles nothing.
        # They say what the model is given.
        way = {_resolved(frame.filename) for found in missed for frame in (found.place, *found.stack)}
        match(missed, [*predicted, *diagnostics_of([*files, *sorted(way & followed)], follow, roots, checked)[0]])
    asked = {_resolved(str(path)) for path in files} | reached.keys()
    for found in run.breaks:
        if found.missed_in and _resolved(found.place.filename) not in asked:
            found.not_followed = _package_of(found.place.filename, follow)
    untraced = _untraced(run)
    run.unobserved = []
    for diagnostic in predicted:
        modes = [mode for mode in diagnostic.modes if not any(_names(diagnostic, b, mode) for b in run.breaks)]
        tested = [mode for mode in modes if not _lies_behind(diagnostic, run, mode)]
        if not modes:
            continue
        ran = (
            bool(tested)
            and not run.compile_raises
            and _is_reached(diagnostic, reached)
            and not untraced & _own_lines(diagnostic)
        )
        holds = not (
            _decides(diagnostic) or _never_held(diagnostic, reached) or _asks_for_others(diagnostic, observation)
        )
        place = Place(str(_resolved(diagnostic.filename)), diagnostic.location.row)
        run.unobserved.append(
            Prediction(
                diagnostic.code,
                diagnostic.message,
                place,
                ran and holds,
                list(tested if ran else modes),
                ran and not holds,
            )
        )


def diagnostics_of(
    files: Sequence[Path], follow: Sequence[str] = (), roots: Sequence[str] = (), checked: Checked = check_modes
) -> tuple[list[Diagnostic], list[str]]:
    """The claims of ``check`` about breaks in the files, each once with its modes; and what it cannot read.

    ``roots``: what is compiled beside what the files say.
    """
    found: dict[tuple[object, ...], Diagnostic] = {}
    errors: list[str] = []
    options = Options(follow=tuple(follow), roots=tuple(roots), writes_edits=False)
    for result in checked(list(files), options).values():
        errors = errors or [str(error) for error in result.errors]
        for one in result.diagnostics:
            if is_about_break(one.code):
                # The mode decides which place is told of those in followed packages that the line leads to.
                below = tuple(step for step in one.evidence[-1:] if step.filename != one.filename)
                key = (one.code, one.filename, one.location, one.end_location, below, one.also)
                known = found.get(key, one)
                modes = tuple(each for each in BOTH_MODES if each in known.modes or each in one.modes)
                found[key] = dataclasses.replace(known, modes=modes)
    return sorted(found.values(), key=lambda one: one.sort_key), errors


def match(breaks: Iterable[ObservedBreak], diagnostics: Sequence[Diagnostic]) -> None:
    """Fill ``predicted_by``: the diagnostics whose own line, or a line of whose chain, is the line that broke.

    A finding in a followed package is reported at the user's line; its chain leads to the library's line. A diagnostic
    that stands at the line itself is preferred to one whose chain only passes through. A claim about one mode predicts
    nothing in the other: ``missed_in`` has the modes that nobody spoke of. ``predicted_at`` has the lines of those
    whose chain ends at the line that broke.
    """
    for found in breaks:
        place = (_resolved(found.place.filename), found.place.line)
        codes: set[str] = set()
        rows: set[tuple[str, int]] = set()
        found.missed_in = []
        for mode in found.modes:
            own = [d for d in diagnostics if mode in d.modes and place in _own_lines(d)]
            here = own or [d for d in diagnostics if _names(d, found, mode)]
            codes.update(d.code for d in here)
            rows.update((str(_resolved(d.filename)), d.location.row) for d in here if _is_about(d, found))
            if not here and found.kind != "induced":
                found.missed_in.append(mode)
        found.predicted_by = sorted(codes)
        found.predicted_at = [Place(filename, row) for filename, row in sorted(rows)]


def at_line(diagnostics: Sequence[Diagnostic], filename: str, line: int) -> list[Diagnostic]:
    """The predictions of a break in the default mode or under ``fullgraph=True`` that stand at a line."""
    place = (_resolved(filename), line)
    return [one for one in diagnostics if is_about_break(one.code) and place in _own_lines(one)]


def _names(diagnostic: Diagnostic, found: ObservedBreak, mode: str) -> bool:
    if mode not in diagnostic.modes or mode not in found.modes:
        return False
    place = (_resolved(found.place.filename), found.place.line)
    return (
        place in _own_lines(diagnostic)
        or _statement(*place) in _chain_lines(diagnostic)
        or (diagnostic.code in INTO_PACKAGES and _leads_there(diagnostic, found))
    )


def _is_about(diagnostic: Diagnostic, found: ObservedBreak) -> bool:
    """Return whether the claim is about the line that broke, wherever it is reported: its chain ends there."""
    place = (_resolved(found.place.filename), found.place.line)
    last = _last_step(diagnostic)
    steps = (*((last,) if last is not None else ()), *diagnostic.also)
    return (
        place in _own_lines(diagnostic)
        or _statement(*place) in _lines_of(steps)
        or (diagnostic.code in INTO_PACKAGES and _leads_there(diagnostic, found))
    )


def _leads_there(diagnostic: Diagnostic, found: ObservedBreak) -> bool:
    """Return whether the call at the line led to the break."""
    return bool(_own_lines(diagnostic) & {(_resolved(one.filename), one.line) for one in found.stack})


def _own_lines(diagnostic: Diagnostic) -> set[tuple[Path, int]]:
    """Dynamo names the line of an instruction, which may be any line of the reported expression."""
    rows = range(diagnostic.location.row, max(diagnostic.end_location.row, diagnostic.location.row) + 1)
    return {(_resolved(diagnostic.filename), row) for row in rows}


def _chain_lines(diagnostic: Diagnostic) -> set[tuple[Path, int]]:
    return _lines_of((*diagnostic.trace, *diagnostic.evidence, *diagnostic.also))


def _lines_of(steps: Iterable[Step]) -> set[tuple[Path, int]]:
    return {_statement(_resolved(step.filename), step.row) for step in steps if step.filename and step.row}


def _statement(path: Path, row: int) -> tuple[Path, int]:
    """The place with the first row of its statement."""
    return path, first_lines_of(path).get(row, row)


def _is_reached(diagnostic: Diagnostic, reached: dict[Path, set[int]]) -> bool:
    """Return whether the claim's innermost line ran, or the last one where its chain leads into another file."""
    last = _last_step(diagnostic)
    if last is not None and _resolved(str(last.filename)) != _resolved(diagnostic.filename):
        return last.row in reached.get(_resolved(str(last.filename)), set())
    return any(row in reached.get(path, set()) for path, row in _own_lines(diagnostic))


def _last_step(diagnostic: Diagnostic) -> Step | None:
    """The innermost line of the claim's chain."""
    return next((step for step in reversed(diagnostic.evidence) if step.filename and step.row), None)


def _decides(diagnostic: Diagnostic) -> bool:
    """Return whether the line itself asks if the claim holds there, as in ``if self.training and drawn < rate:``.

    Or the line that the claim's chain leads to. That it runs then says nothing of the part that the claim is about.
    """
    own = _own_lines(diagnostic)
    if (last := _last_step(diagnostic)) is not None:
        own.add((_resolved(str(last.filename)), last.row or 0))
    steps = [condition.step for condition in diagnostic.conditions]
    return any(step.filename and step.row and (_resolved(step.filename), step.row) in own for step in steps)


def _never_held(diagnostic: Diagnostic, reached: dict[Path, set[int]]) -> bool:
    """Return whether a test under which the claim holds is that of an ``if`` of which the run took the other arm."""
    for step in (condition.step for condition in diagnostic.conditions):
        path = _resolved(str(step.filename))
        branch = branches_of(path).get(step.row or 0)
        lines = reached.get(path, set())
        arm = branch.arm(step.text) if branch is not None and step.row in lines else range(0)
        if arm and not lines.intersection(arm):
            return True
    return False


def _asks_for_others(diagnostic: Diagnostic, observation: Observation) -> bool:
    """Return whether the claim holds only in a mode, dtype or on a device that the run was not in, or in a first call.

    The module has run in eager before it is compiled.
    """
    if any(condition.kind is ConditionKind.FIRST for condition in diagnostic.conditions):
        return True
    mode = {True: ["training"], False: ["evaluation"], None: []}[observation.training]
    met = [*mode, *observation.met]
    return any(condition.under(met) is False for condition in diagnostic.conditions)


def _lies_behind(diagnostic: Diagnostic, run: Run, mode: Mode) -> bool:
    """Return whether the claim may be about what another break under ``fullgraph=True`` gives.

    What is behind that break was traced with what it gives as a plain input, which has a value: the claim holds, or
    fails, only once the break is gone. In the default mode some claims hold only once that value has changed, or once
    a break no longer is there that leaves to eager what follows it.
    """
    if mode == "default":
        waits = any(one.kind is ConditionKind.BREAK for one in diagnostic.conditions)
        return diagnostic.once_changed or (waits and any(mode in found.modes for found in run.breaks))
    ended = mode == "fullgraph" and any("fullgraph" in found.modes for found in run.breaks)
    return ended and diagnostic.code.startswith(ABOUT_DATA)


def _untraced(run: Run) -> set[tuple[Path, int]]:
    """Lines behind a break for which the rest of the function, or all of it, was left to eager: no graph got there."""
    found: set[tuple[Path, int]] = set()
    for one in run.breaks:
        path, line = here = _resolved(one.place.filename), one.place.line
        if one.kind == "skip":
            for place in one.left or [one.place]:
                path = _resolved(place.filename)
                found |= {(path, row) for row in _function_lines(path, place.line)} - {here}
        if not one.resumes:
            found |= {(path, row) for row in _function_lines(path, line) if row > line}
    return found


def _function_lines(path: Path, line: int) -> Iterable[int]:
    """The lines of the innermost function around a line; none if the file cannot be read."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ()
    holders = [
        range(min([node.lineno, *(one.lineno for one in node.decorator_list)]), (node.end_lineno or node.lineno) + 1)
        for node in ast.walk(tree)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    ]
    return min((rows for rows in holders if line in rows), key=len, default=range(0))


def _package_of(filename: str, follow: Sequence[str]) -> str | None:
    """The installed package of a file, if `check` does not read it."""
    parts = Path(filename).parts
    behind = next((i + 1 for i, part in enumerate(parts) if part in ("site-packages", "dist-packages")), len(parts))
    package = Path(*parts[behind : behind + 1]).stem
    return package if package and not Options(follow=tuple(follow)).following.takes(package) else None


def _resolved(filename: str) -> Path:
    return Path(filename).resolve()
