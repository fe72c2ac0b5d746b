"""One run of ``check``: files in, diagnostics out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Protocol

from fullgraph.lint import merging, telling
from fullgraph.lint.claims import Unit
from fullgraph.lint.diagnostics import CheckResult, Diagnostic, InputError
from fullgraph.lint.events import Finding
from fullgraph.lint.options import Options
from fullgraph.lint.project import Module, Project
from fullgraph.lint.source import SourceError
from fullgraph.lint.telling import place_of, where
from fullgraph.lint.units import Units, collector_off, interpreter
from fullgraph.rules.base import Rule

__all__ = [
    "OnFile",
    "Options",
    "check",
    "collector_off",
    "diagnose",
    "interpreter",
    "not_installed",
    "place_of",
    "read",
    "reported",
    "where",
]


class OnFile(Protocol):
    """Told of each file that is done: how many are by now, in any order, and how many there are in all."""

    def __call__(self, done: int, total: int, path: Path) -> None: ...


def check(files: Sequence[Path], options: Options | None = None, on_file: OnFile | None = None) -> CheckResult:
    """Check files, in this process and without a cache.

    Those that cannot be read or parsed are in ``errors``; the others are checked all the same.
    """
    options = options or Options()
    with collector_off():
        units = Units(files, options)
        found: dict[Path, Unit] = {}
        try:
            for done, path in enumerate(files, 1):
                found[path] = units.check(path)
                units.clean()
                if on_file is not None:
                    on_file(done, len(files), path)
        finally:
            units.close()
        result = merging.result_of(files, found, options)
    result.errors[:0] = not_installed(options)
    return result


def not_installed(options: Options) -> list[InputError]:
    """The packages that are to be followed and are not there."""
    project = Project(options.follow)
    return [
        InputError(name, "cannot follow this package: it is not installed here")
        for name in options.follow
        if not project.is_installed(name)
    ]


def read(files: Iterable[Path], options: Options, errors: list[InputError]) -> tuple[Project, list[Module]]:
    """The project and those of its files that were given and could be read; ``errors`` takes the others."""
    errors += not_installed(options)
    project = Project(options.follow, {path.resolve(): text for path, text in options.sources.items()})
    modules: list[Module] = []
    for path in files:
        try:
            modules.append(project.add(path))
        except SourceError as failure:
            errors.append(failure.error)
    return project, modules


def diagnose(findings: Sequence[Finding], rules: Mapping[str, Rule], options: Options) -> list[Diagnostic]:
    """One diagnostic for each cause: the surest finding of a place, with the first way that led there."""
    said = Unit(
        claims=telling.claims(findings, len(findings), rules, options, lambda frame: False),
        absorbed=telling.absorbed(findings),
        placed=telling.placed(findings),
    )
    return merging.merged([said])


def reported(
    findings: Sequence[Finding], rules: Mapping[str, Rule], modules: Sequence[Module], options: Options
) -> list[Diagnostic]:
    """What is said of findings, less what comments silence, by file and place."""
    files = [Path(module.source.display) for module in modules]
    return merging.reported(diagnose(findings, rules, options), files, options)
