"""``fullgraph check --watch``: check again what a change on disk has to do with, until Ctrl-C."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from fullgraph.lint.commands.terminal import Failure
from fullgraph.lint.diagnostics import CheckResult
from fullgraph.lint.files import SUFFIXES, Discovered, shorten
from fullgraph.lint.related import affected, imported_by
from fullgraph.lint.report.text import count, printable

QUIET = 100
"""Milliseconds without a change after which changes that came together are looked at."""

STARTING = 250
"""Milliseconds until the watch is taken to stand; after as many it looks for Ctrl-C."""

MAX_NAMES = 3
"""Of the files that changed, so many are named."""


def run(
    discover: Callable[[], Discovered],
    paths: Sequence[str],
    check: Callable[[Sequence[Path]], CheckResult],
    show: Callable[[CheckResult, Sequence[Path]], None],
) -> int:
    """Check the files discovered below some paths and show what is found, then after every change; the exit status.

    ``show`` takes all findings there are and the files that were checked. Raises Failure without watchfiles.
    """
    if importlib.util.find_spec("watchfiles") is None:
        raise Failure("--watch needs watchfiles: pip install 'fullgraph[watch]'")
    try:
        changes = _changes(paths)
        next(changes)  # the watch stands before the first check, so that no change is missed
        watched = Watched(discover, check)
        _show(watched, show, "")
        for changed in filter(None, changes):
            seconds = time.perf_counter()
            update = watched.update(changed)
            if update is not None:
                seconds = time.perf_counter() - seconds
                what = f"{update.changed} changed; checked {count(update.checked, 'file')} in {seconds:.1f} s."
                _show(watched, show, what)
    except KeyboardInterrupt:
        pass
    return 0


def _show(watched: Watched, show: Callable[[CheckResult, Sequence[Path]], None], what: str) -> None:
    click.clear()  # does nothing where the output is no terminal
    show(watched.result(), watched.files)
    click.echo(f"{what} Watching {count(len(watched.files), 'file')}; Ctrl-C ends.".lstrip(), err=True)


class Update(NamedTuple):
    changed: str
    """The names of the files that changed."""
    checked: int
    """How many files were checked for that."""


def _names(paths: Collection[Path]) -> str:
    names = [printable(str(shorten(path))) for path in sorted(paths)[:MAX_NAMES]]
    more = [f"{len(paths) - MAX_NAMES} more"] if len(paths) > MAX_NAMES else []
    return ", ".join([*names, *more])


class Watched:
    """The files that are discovered, and what was found in each when it was checked last."""

    def __init__(self, discover: Callable[[], Discovered], check: Callable[[Sequence[Path]], CheckResult]) -> None:
        self.discover = discover
        self.check = check
        self.found: Discovered = discover()
        self.results: dict[Path, CheckResult] = {}
        """By the name of the file, what is about it."""
        self.others: list[CheckResult] = []
        """What is about no file that was given."""
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
        whole.diagnostics.sort(key=lambda one: one.sort_key)
        return whole

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
        for path in before - real.keys():
            self._words.pop(path, None)
        again = [path for resolved, path in real.items() if resolved in related]
        self._check(sorted(again, key=str))
        return Update(_names(touched), len(again))

    def _check(self, files: Sequence[Path]) -> None:
        result = self.check(files)
        failed = {error.filename for error in result.errors}
        names = {str(path): path for path in files}
        for name, path in names.items():
            own = CheckResult(files_checked=0 if name in failed else 1)
            own.diagnostics = [one for one in result.diagnostics if one.filename == name]
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


def _changes(paths: Sequence[str]) -> Iterator[set[Path]]:
    """Nothing once the watch stands, then the Python files that change, those together that change together."""
    from watchfiles import Change, watch

    given = [Path(path) for path in paths or (".",)]
    folders = [path for path in given if path.is_dir()]
    # A file is watched by its folder: editors put another in its place.
    beside = [path.absolute().parent for path in given if not path.is_dir() and path.absolute().parent.is_dir()]

    def is_python(change: Change, name: str) -> bool:
        return name.endswith(SUFFIXES)

    for changes in watch(
        *dict.fromkeys([*folders, *beside]),
        watch_filter=is_python,
        step=QUIET // 2,
        debounce=1600,
        rust_timeout=STARTING,
        yield_on_timeout=True,
        recursive=bool(folders),
        raise_interrupt=True,
    ):
        yield {Path(name) for _, name in changes}
