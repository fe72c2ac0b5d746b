"""Checks one file: what its own roots lead to, in it and in the other files that were given.

Each file has an interpreter of its own, so that what is found does not depend on which files came before; syntax trees
are shared between the files that one process checks.
"""

from __future__ import annotations

import functools
import gc
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import InputError
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.listening import Listeners
from fullgraph.lint.facts.files import FactsError, observed, read
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.index import Module, Project
from fullgraph.lint.registry.rule import Rule, load_rules
from fullgraph.lint.results import collect
from fullgraph.lint.results.file_result import FileResult
from fullgraph.lint.roots.roots import Roots
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.kept_files import KeptFiles
from fullgraph.lint.source.source_file import MAX_NOTEBOOK_BYTES, SourceError
from fullgraph.lint.suppression import comments
from fullgraph.lint.suppression.unused import ReachedLinesObserver
from fullgraph.lint.torch_data import load as load_torch_data

HELD = 8_000_000
"""Characters of source whose syntax trees are kept for the next files."""

GARBAGE = 2_000_000
"""Objects that one file after the other leaves behind until they are looked through for cycles.

Most are trees that are kept; of a file's objects some 5% are in cycles.
"""


class FileChecker:
    """A run over some files, in one process."""

    def __init__(self, files: Sequence[Path], options: Options, kept: KeptFiles | None = None) -> None:
        self.options = options
        self.given = {path.resolve(): str(path) for path in files}
        sources = {path.resolve(): text for path, text in options.sources.items()}
        self.project = Project(options.following, sources, self.given, kept)
        self.rules = {rule.code: rule for rule in load_rules()}  # also those not selected: rules build on each other
        self.torch = load_torch_data(options.torch_version)
        self._frozen = False
        self._problems = _unusable_facts(options)
        self.any_comments = any(self._may_have_comments(path) for path in self.given)

    def check(self, path: Path) -> FileResult:
        """Return what one of the files says."""
        resolved = path.resolve()
        project = self.project
        try:
            module = project.enter(resolved)
        except SourceError as failure:
            return self._used(FileResult(errors=[failure.error]), resolved)
        interp = interpreter(project, self.options, self.rules.values())
        reached = ReachedLinesObserver() if self.any_comments else None
        interp.observer = reached
        options = self.options
        roots = Roots(interp, options.scope, options.roots)
        findings = roots.run([module])
        unit = FileResult(
            claims=collect.collect(findings, roots.first, self.rules, options, interp.faults, self._is_commented),
            absorbed=collect.absorbed(findings),
            placed=collect.placed(findings),
            compiles=roots.compiles,
            has_comments=comments.has_suppressions(module.source.text),
            in_part=interp.budget.cut_short,
        )
        if reached is not None:
            for other in project.by_path.values():
                if other.origin == "given" and _has_comments(other):
                    name = other.source.display
                    unit.compiled[name] = reached.compiled.get(name, set())
                    unit.run[name] = reached.run.get(name, set())
        unit.errors += [*interp.faults.found, *self._problems]
        current, changed = interp.observed.state_of(resolved, module.tree)
        unit.with_facts, unit.stale_facts = current | interp.observed.met, changed
        interp.release()
        return self._used(unit, resolved)

    def clean(self) -> None:
        """Free what no further file needs."""
        self.project.trim(HELD)
        if gc.get_count()[0] > GARBAGE:
            gc.collect()
            gc.freeze()  # the trees that are kept need not be looked through again
            self._frozen = True

    def close(self) -> None:
        """Free everything, in a process that goes on."""
        self.project.trim(-1)
        if self._frozen:
            gc.unfreeze()

    def _may_have_comments(self, path: Path) -> bool:
        text = self.project.sources.get(path)
        try:
            data = read_regular(path, MAX_NOTEBOOK_BYTES) if text is None else text.encode("utf-8", "surrogatepass")
        except OSError:
            return False
        return data is not None and comments.has_suppressions(data.decode("latin-1"))

    def _is_commented(self, frame: Frame) -> bool:
        return self.any_comments and _has_comments(frame.module)

    def _used(self, unit: FileResult, own: Path) -> FileResult:
        project = self.project
        unit.files = {str(path): found for path, found in sorted(project.touched.items())}
        unit.home = project.finder.name_of(own)[1]
        unit.names = {name: str(path) if path is not None else None for name, path in sorted(project.asked.items())}
        unit.scans = [(words, tuple(map(str, found))) for words, found in sorted(project.scans.items())]
        return unit


def _unusable_facts(options: Options) -> list[InputError]:
    """Return why the facts of recorded runs cannot be used."""
    if options.facts is not None:
        try:
            read(options.facts)
        except FactsError as failure:
            return [InputError(str(options.facts), str(failure))]
    return []


def _has_comments(module: Module) -> bool:
    return comments.has_suppressions(module.source.text)


RECURSION_LIMIT = 12_000
"""Python frames that the interpretation of deeply nested code may take."""


def interpreter(project: Project, options: Options, rules: Iterable[Rule]) -> Interpreter:
    """Return an interpreter that calls these rules; the process may recurse deep enough for it from now on."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_LIMIT))
    torch_data = load_torch_data(options.torch_version)
    return Interpreter(project, torch_data, _listeners(tuple(rules)), observed(options.facts))


@functools.lru_cache(maxsize=8)
def _listeners(rules: tuple[Rule, ...]) -> Listeners:
    """The rules' functions; one object for all interpreters, since names of calls recur from file to file."""
    return Listeners(listener for rule in rules for listener in rule.listeners)


@contextmanager
def collector_off() -> Iterator[None]:
    """Without the garbage collector: a run makes many objects and few cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
