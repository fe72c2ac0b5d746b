"""One run of the command line: what is known from earlier runs, and the rest checked in as many processes as help."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult, Mode
from fullgraph.lint.engine import merge
from fullgraph.lint.parallel.limits import Limits
from fullgraph.lint.results.file_result import FileResult, from_json

if TYPE_CHECKING:
    from fullgraph.lint.cache.store import Cache
    from fullgraph.lint.engine.api import OnFile

SHARE = 150_000
"""Bytes of source that are worth a further process: it checks them in about the time that it takes to start."""


@dataclass(frozen=True)
class RunOptions:
    """Options of a run that change none of its findings."""

    jobs: int | None = None
    """Processes at a time; None for as many as there are processors."""
    cache: Path | None = None
    """The folder where results are kept; None for none."""
    limits: Limits = field(default_factory=Limits)


def check(files: Sequence[Path], options: Options, how: RunOptions, on_file: OnFile | None = None) -> CheckResult:
    """Check files. Those that cannot be read, parsed or checked are in ``errors``; ``on_file`` is told of each."""
    return _results(files, options, how, on_file)[options.mode]


def check_modes(files: Sequence[Path], options: Options, how: RunOptions) -> dict[Mode, CheckResult]:
    """What `check` says in each of both modes, of one interpretation."""
    return _results(files, replace(options, in_both_modes=True), how, None)


def _results(
    files: Sequence[Path], options: Options, how: RunOptions, on_file: OnFile | None
) -> dict[Mode, CheckResult]:
    store = _open(files, options, how)
    units: dict[Path, FileResult] = {}
    if store is not None:
        units.update(store.known())
    todo = [number for number, path in enumerate(files) if path not in units]
    if todo:
        from fullgraph.lint.engine.file_checker import collector_off

        with collector_off():
            for number, said in _checked(files, todo, options, how):
                units[files[number]] = unit = from_json(json.loads(said))
                if store is not None:
                    store.learn(files[number], unit)
                if on_file is not None:
                    on_file(len(units), len(files), files[number])
    if store is not None:
        store.save()
    results = merge.results_of(files, units, options)
    if options.follow or options.roots:
        from fullgraph.lint.engine.api import not_installed, unknown_roots

        problems = [*not_installed(options), *unknown_roots(files, options)]
        for result in results.values():
            result.errors[:0] = problems
    return results


def _open(files: Sequence[Path], options: Options, how: RunOptions) -> Cache | None:
    if how.cache is None:
        return None
    from fullgraph.lint.cache.store import Cache

    return Cache(how.cache, files, options)


def _checked(
    files: Sequence[Path], todo: Sequence[int], options: Options, how: RunOptions
) -> Iterator[tuple[int, bytes]]:
    """Return what these of the files say, as JSON."""
    from fullgraph.lint.engine.file_checker import FileChecker
    from fullgraph.lint.parallel.pool import Pool, PoolError
    from fullgraph.lint.parallel.processes import can_fork
    from fullgraph.lint.parallel.worker import guarded

    sizes = {number: _size(files[number], options) for number in todo}
    ordered = sorted(todo, key=lambda number: (-sizes[number], number))
    helpful = 1 + sum(sizes.values()) // SHARE
    jobs = max(1, min(how.jobs or processors(), len(todo), helpful))
    forks = can_fork()
    left = dict.fromkeys(ordered)
    if forks or jobs > 1:
        units = FileChecker(files, options) if forks else None
        try:
            for number, said in Pool(files, options, jobs, how.limits, units).check(ordered):
                del left[number]
                yield number, said
        except PoolError:
            pass  # what is left is done here
    if left:
        units = FileChecker(files, options)
        try:
            for number in left:
                yield number, guarded(units, files[number])[0]
                units.clean()
        finally:
            units.close()


def _size(path: Path, options: Options) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return len(options.sources.get(path, ""))


def processors() -> int:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
