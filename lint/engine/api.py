"""One run of ``check``: files in, diagnostics out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from fullgraph.lint.config.options import Options
from fullgraph.lint.config.root_spec import parse_root
from fullgraph.lint.diagnostics.diagnostic import CheckResult, Diagnostic, InputError, Mode, Problem
from fullgraph.lint.domain.faults import Faults
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.engine import merge
from fullgraph.lint.engine.file_checker import FileChecker, collector_off, interpreter
from fullgraph.lint.project.index import Module, Project
from fullgraph.lint.registry.rule import Rule
from fullgraph.lint.results import collect
from fullgraph.lint.results.collect import place_of, where
from fullgraph.lint.results.file_result import FileResult
from fullgraph.lint.roots.roots import named_in, problem_of
from fullgraph.lint.source.kept_files import KeptFiles
from fullgraph.lint.source.source_file import SourceError

__all__ = [
    "OnFile",
    "Options",
    "check",
    "check_modes",
    "collector_off",
    "diagnose",
    "interpreter",
    "not_installed",
    "place_of",
    "read",
    "reported",
    "unknown_roots",
    "where",
]


class OnFile(Protocol):
    """Told of each file that is done: how many are by now, in any order, and how many there are in all."""

    def __call__(self, done: int, total: int, path: Path) -> None: ...


def check(
    files: Sequence[Path],
    options: Options | None = None,
    on_file: OnFile | None = None,
    kept: KeptFiles | None = None,
) -> CheckResult:
    """Check files, in this process and without a cache.

    Those that cannot be read or parsed are in ``errors``; the others are checked all the same. ``kept``: the other
    files that earlier checks of this process read.
    """
    options = options or Options()
    return _results(files, options, on_file, kept)[options.mode]


def check_modes(files: Sequence[Path], options: Options) -> dict[Mode, CheckResult]:
    """What `check` says in each of both modes, of one interpretation: how code is compiled changes none of it."""
    return _results(files, replace(options, in_both_modes=True), None)


def _results(
    files: Sequence[Path], options: Options, on_file: OnFile | None, kept: KeptFiles | None = None
) -> dict[Mode, CheckResult]:
    with collector_off():
        units = FileChecker(files, options, kept)
        found: dict[Path, FileResult] = {}
        try:
            for done, path in enumerate(files, 1):
                found[path] = units.check(path)
                units.clean()
                if on_file is not None:
                    on_file(done, len(files), path)
        finally:
            units.close()
        results = merge.results_of(files, found, options)
    for result in results.values():
        result.errors[:0] = not_installed(options)
    return results


def not_installed(options: Options) -> list[InputError]:
    """The packages that are to be followed and are not there."""
    project = Project(options.following)
    return [
        InputError(name, "cannot follow this package: it is not installed here")
        for name in options.follow
        if not project.is_installed(name)
    ]


def unknown_roots(files: Sequence[Path], options: Options) -> list[InputError]:
    """Return what is wrong with the roots that the options name in these files, as far as they can be read."""
    roots = [root for text in options.roots if (root := parse_root(text)) is not None]
    if not roots:
        return []
    sources = {path.resolve(): text for path, text in options.sources.items()}
    project = Project(options.following, sources, {path.resolve(): str(path) for path in files})
    errors = []
    for path in files:
        name = project.finder.name_of(path.resolve())[0]
        if not any(root.where in (name, str(path.resolve())) for root in roots):
            continue
        try:
            module = project.enter(path.resolve())
        except SourceError:
            continue  # the check itself tells of it
        problems = [problem_of(module, root) for root in named_in(module, roots)]
        errors += [InputError(module.source.display, problem) for problem in problems if problem is not None]
    return errors


def read(files: Iterable[Path], options: Options, errors: list[Problem]) -> tuple[Project, list[Module]]:
    """The project and those of its files that were given and could be read; ``errors`` takes the others."""
    errors += not_installed(options)
    project = Project(options.following, {path.resolve(): text for path, text in options.sources.items()})
    modules: list[Module] = []
    for path in files:
        try:
            modules.append(project.add(path))
        except SourceError as failure:
            errors.append(failure.error)
    return project, modules


def diagnose(
    findings: Sequence[Finding], rules: Mapping[str, Rule], options: Options, faults: Faults
) -> list[Diagnostic]:
    """One diagnostic for each cause: the surest finding of a place, with the first way that led there."""
    file_result = FileResult(
        claims=collect.collect(findings, len(findings), rules, options, faults, lambda frame: False),
        absorbed=collect.absorbed(findings),
        placed=collect.placed(findings),
    )
    return merge.merged([file_result])


def reported(
    findings: Sequence[Finding],
    rules: Mapping[str, Rule],
    modules: Sequence[Module],
    options: Options,
    faults: Faults,
) -> list[Diagnostic]:
    """Return what is said of findings, less what comments silence, by file and place."""
    files = [Path(module.source.display) for module in modules]
    return merge.reported(diagnose(findings, rules, options, faults), files, options)
