"""Files under watch: what was found in each, kept as they change by checking again what a change has to do with."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from fullgraph.lint.diagnostics.diagnostic import CheckResult
from fullgraph.lint.engine.merge import within_scope
from fullgraph.lint.source.discovery import Discovered
from fullgraph.lint.source.related import affected, imported_by


class Update(NamedTuple):
    """The effect of a change."""

    changed: frozenset[Path]
    """The files that changed, resolved."""
    checked: Collection[Path]
    """The files that were checked for that."""


class IncrementalCheck:
    """The files that are discovered, and what was found in each when it was checked last."""

    def __init__(self, discover: Callable[[], Discovered], check: Callable[[Sequence[Path]], CheckResult]) -> None:
        self.discover = discover
        self.check = check
        self.found: Discovered = discover()
        self.results: dict[Path, CheckResult] = {}
        """By the name of the file, what is about it."""
        self.others: list[CheckResult] = []
        """Results about none of the given files."""
        self.involved: set[Path] = set()
        self._words: dict[Path, tuple[int, frozenset[str]]] = {}
        self._check(self.files)

    @property
    def files(self) -> list[Path]:
        return self.found.files

    def result(self) -> CheckResult:
        """Everything that is known now."""
        whole = CheckResult(errors=list(self.found.errors), files_checked=0)
        for part in [*self.others, *(self.results[path] for path in self.files if path in self.results)]:
            whole.diagnostics += part.diagnostics
            whole.errors += part.errors
            whole.files_checked += part.files_checked
            whole.compiles |= part.compiles
        whole.diagnostics.sort(key=lambda one: one.sort_key)
        return within_scope(whole)

    def update(self, changed: set[Path]) -> Update | None:
        """Check again what changed files have to do with. None where no finding depends on any of them."""
        before = {path.resolve() for path in self.files}
        self.found = self.discover()
        real = {path.resolve(): path for path in self.files}
        touched = {path.resolve() for path in changed} & (before | real.keys() | self.involved)
        if not touched:
            return None
        # Connections as they were count too: what a file imported until now, or a file that is gone, may be missed.
        earlier = {path: words for path, (_, words) in self._words.items()}
        words = {path: self._words_of(path) for path in self.involved | real.keys() | touched}
        related = affected(touched, real.keys(), words) | affected(touched, real.keys(), {**words, **earlier})
        self._forget(path for path in before | self.involved if path not in real and not path.is_file())
        self.results = {path: self.results[path] for path in self.files if path in self.results}
        again = [path for resolved, path in real.items() if resolved in related]
        self._check(sorted(again, key=str))
        return Update(frozenset(touched), again)

    def _forget(self, gone: Iterable[Path]) -> None:
        """Return what is known of files that are there no more."""
        for path in list(gone):
            self._words.pop(path, None)
            self.involved.discard(path)

    def _check(self, files: Sequence[Path]) -> None:
        result = self.check(files)
        failed = {error.filename for error in result.errors if error.costs_file}
        names = {str(path): path for path in files}
        for name, path in names.items():
            own = CheckResult(files_checked=0 if name in failed else 1)
            own.diagnostics = [one for one in result.diagnostics if one.filename == name]
            own.compiles = {name: result.compiles[name]} if name in result.compiles else {}
            own.errors = [error for error in result.errors if error.filename == name]
            self.results[path] = own
        self.others = [CheckResult(errors=[error for error in result.errors if error.filename not in names])]
        self.involved |= result.involved
        for path in self.involved | {path.resolve() for path in files}:
            self._words_of(path)

    def _words_of(self, path: Path) -> frozenset[str]:
        """The words in a file's imports, read again where the file has changed."""
        try:
            changed = path.stat().st_mtime_ns
            known = self._words.get(path)
            if known is None or known[0] != changed:
                self._words[path] = known = changed, imported_by(path)
            return known[1]
        except OSError:
            return frozenset()
