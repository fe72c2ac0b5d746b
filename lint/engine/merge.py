"""Puts together what the units of a run say: one diagnostic for each cause, whatever order they come in."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.diagnostics.diagnostic import CheckResult, Diagnostic, Mode, Problem
from fullgraph.lint.diagnostics.measured import Measured
from fullgraph.lint.diagnostics.reach import Reach
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.results.file_result import FileResult, ReportedFinding, Strength

if TYPE_CHECKING:
    from fullgraph.lint.config.options import Options


def merged(units: Sequence[FileResult]) -> list[Diagnostic]:
    """The surest finding of each place, with the first way that led there; those that comments silence too."""
    best: dict[object, ReportedFinding] = {}
    ways: dict[object, set[str]] = {}
    below: dict[object, dict[tuple[str, int], Step]] = {}
    reached: set[object] = set()
    reaches: dict[object, dict[bool, list[Reach]]] = {}
    costs: dict[object, list[Measured]] = {}
    untaken: dict[object, int] = {}
    raising: set[object] = set()
    for claim in _standing(units):
        ways.setdefault(claim.key, set()).update(claim.roots)
        if claim.is_reached:
            reached.add(claim.key)
        filename, row = claim.place[:2]
        last = claim.diagnostic.evidence[-1:]
        if filename != claim.diagnostic.filename and last and (last[0].filename, last[0].row) == (filename, row):
            below.setdefault(claim.key, {})[filename, row] = last[0]
        known = best.get(claim.key)
        if known is None or _standing_of(known) < _standing_of(claim):
            best[claim.key] = claim
        if claim.diagnostic.measured is not None:
            costs.setdefault(claim.key, []).append(claim.diagnostic.measured)
        if claim.diagnostic.raises:
            raising.add(claim.key)
        never = claim.diagnostic.never_taken
        untaken[claim.key] = min(untaken.get(claim.key, never), never)
        reaches.setdefault(claim.key, {}).setdefault(claim.is_reached, []).append(claim.diagnostic.reach)
    return [
        _with_others(
            replace(
                claim.diagnostic,
                is_reached=key in reached,
                ways=len(ways[key]),
                raises=key in raising,
                never_taken=untaken[key],
                reach=functools.reduce(Reach.joined, reaches[key][key in reached]),
                measured=max(costs.get(key, ()), key=lambda one: one.order, default=None),
            ),
            len(ways[key]) - 1,
            _also(claim, below.get(key, {})),
        )
        for key, claim in best.items()
    ]


def _standing_of(one: ReportedFinding) -> tuple[Strength, bool, bool]:
    """What decides which of the claims of a place is told: of equals, one of what is said to be compiled."""
    return one.strength, one.first, one.is_reached


def _also(one: ReportedFinding, below: Mapping[tuple[str, int], Step]) -> tuple[Step, ...]:
    """Return what stands in followed packages, by file and row, but for what is told itself."""
    return tuple(step for place, step in sorted(below.items()) if place != one.place[:2])


def _standing(units: Sequence[FileResult]) -> Iterator[ReportedFinding]:
    """The claims that are shown and that no other stands for."""
    absorbed = set().union(*(unit.absorbed for unit in units))
    placed = set().union(*(unit.placed for unit in units))
    for unit in units:
        for claim in unit.claims:
            if claim.shown and claim.place not in absorbed and (claim.lookup is None or claim.lookup not in placed):
                yield claim


def _with_others(diagnostic: Diagnostic, more: int, also: tuple[Step, ...]) -> Diagnostic:
    """With the number of the other ways that lead there, and what else is meant."""
    if also:
        diagnostic = replace(diagnostic, also=also)
    if not more:
        return diagnostic
    step = Step(f"and {more} more way{'s' if more > 1 else ''}")
    return replace(diagnostic, trace=(*diagnostic.trace, step))


def result_of(files: Sequence[Path], units: Mapping[Path, FileResult], options: Options) -> CheckResult:
    """The result for some files, in the order of their names. ``units``: by the path as it was given."""
    result = CheckResult()
    names = sorted(set(files), key=str)
    ordered = [units[path].under(options.mode) for path in names]
    involved: set[str] = set()
    errors: dict[Problem, None] = {}
    for unit in ordered:
        errors.update(dict.fromkeys(unit.errors))  # several may have met the same internal error
        result.files_checked += unit.is_checked
        involved.update(unit.files)
        result.with_facts |= unit.with_facts
        result.stale_facts |= unit.stale_facts
    result.errors += errors
    result.involved = set(map(Path, involved))
    if options.scope == "auto":
        result.compiles = {str(path): unit.compiles for path, unit in zip(names, ordered, strict=True)}
    checked = [path for path in names if units[path].is_checked]
    result.in_part.update(path for path in checked if units[path].in_part)
    result.diagnostics = reported(merged(ordered), checked, options)
    for path in checked:
        if units[path].has_comments:
            result.commented.append(path)
    if result.commented:
        from fullgraph.lint.suppression.unused import unused_after

        result.unused += unused_after(ordered, result.commented, options, result.errors)
    return result


def results_of(files: Sequence[Path], units: Mapping[Path, FileResult], options: Options) -> dict[Mode, CheckResult]:
    """The results in each of the modes that the options ask for."""
    return {mode: result_of(files, units, replace(options, mode=mode)) for mode in options.modes}


def within_scope(result: CheckResult) -> CheckResult:
    """The result less what nothing that is compiled leads to, where it is known of everything what it compiles."""
    if set().union(*result.compiles.values()) != {"known"}:
        return result
    reached = [one for one in result.diagnostics if one.is_reached]
    return replace(result, diagnostics=reached, beyond=len(result.diagnostics) - len(reached))


def reported(found: Sequence[Diagnostic], files: Iterable[Path], options: Options) -> list[Diagnostic]:
    """The diagnostics of some files, less what comments and settings silence, by file and place."""
    by_name: dict[str, list[Diagnostic]] = {}
    for diagnostic in found:
        by_name.setdefault(diagnostic.filename, []).append(diagnostic)
    kept: list[Diagnostic] = []
    for path in files:
        mine = by_name.get(str(path), [])
        if mine and (ignored := options.ignored_in(path)):
            mine = [diagnostic for diagnostic in mine if not diagnostic.code.startswith(ignored)]
        if mine:
            kept += [_as_allowed(one, options) for one in unsilenced(mine, path, options)]
    return sorted(kept, key=lambda diagnostic: diagnostic.sort_key)


def unsilenced(diagnostics: Sequence[Diagnostic], path: Path, options: Options) -> list[Diagnostic]:
    """The diagnostics of one file that no comment in it silences."""
    from fullgraph.lint.suppression import comments

    return comments.apply(diagnostics, text_of(path, options))


def text_of(path: Path, options: Options) -> str:
    """A file's text; an empty one where it cannot be read any more."""
    from fullgraph.lint.source.source_file import SourceError, SourceFile

    given = options.sources.get(path)
    if given is None:
        given = options.sources.get(path.resolve()) if options.sources else None
    if given is not None:
        return given
    try:
        return SourceFile.read(path).text
    except SourceError:
        return ""


def _as_allowed(diagnostic: Diagnostic, options: Options) -> Diagnostic:
    """With its fix as a suggestion where it is not to be applied."""
    fix = diagnostic.fix
    if fix is None or options.may_fix(diagnostic.code):
        return diagnostic
    return replace(diagnostic, fix=replace(fix, is_suggestion=True))


def failed(path: Path, why: Problem) -> FileResult:
    """The unit of a file that could not be checked."""
    return FileResult(errors=[why], files={str(path.resolve()): ""})
