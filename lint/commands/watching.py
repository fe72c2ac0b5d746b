"""``fullgraph check --watch``: check again what a change on disk has to do with, until Ctrl-C."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

import click
from fullgraph.lint.commands.terminal import Failure
from fullgraph.lint.config.toml_tables import OWN_FILE, PROJECT_FILE
from fullgraph.lint.diagnostics.diagnostic import CheckResult
from fullgraph.lint.engine.incremental import IncrementalCheck
from fullgraph.lint.report.text import count, printable
from fullgraph.lint.source.discovery import EXCLUDED, SUFFIXES, shorten

QUIET = 100
"""Milliseconds without a change after which changes that came together are looked at."""

STARTING = 250
"""Milliseconds until the watch is taken to stand; after as many it looks for Ctrl-C."""

CONFIGURATION = (OWN_FILE, PROJECT_FILE, ".gitignore")
"""Files that decide what is checked, and how."""

MAX_NAMES = 3
"""Of the files that changed, so many are named."""


def run(
    start: Callable[[], IncrementalCheck],
    paths: Sequence[str],
    show: Callable[[CheckResult, Sequence[Path]], None],
) -> int:
    """Check the files discovered below some paths and show what is found, then after every change; the exit status.

    ``start`` reads the configuration and checks all files, again when configuration or ignore files change. ``show``
    takes all findings there are and the files that were checked. Raises Failure without watchfiles, or for a
    configuration that cannot be used from the beginning; one that cannot be used any more leaves the older in place.
    """
    if importlib.util.find_spec("watchfiles") is None:
        raise Failure("--watch needs watchfiles: pip install 'fullgraph[watch]'")
    try:
        changes = _changes(paths)
        next(changes)  # the watch stands before the first check, so that no change is missed
        watched = start()
        _show(watched, show, "")
        for changed in filter(None, changes):
            seconds = time.perf_counter()
            configured = [path for path in changed if path.name in CONFIGURATION]
            if configured:
                try:
                    watched = start()
                except Failure as failure:
                    failure.show()
                    continue
                _show(watched, show, f"{_names(configured)} changed.")
                continue
            update = watched.update(changed)
            if update is not None:
                seconds = time.perf_counter() - seconds
                checked = count(len(update.checked), "file")
                what = f"{_names(update.changed)} changed; checked {checked} in {seconds:.1f} s."
                _show(watched, show, what)
    except KeyboardInterrupt:
        pass
    return 0


def _show(watched: IncrementalCheck, show: Callable[[CheckResult, Sequence[Path]], None], what: str) -> None:
    click.clear()  # does nothing where the output is no terminal
    show(watched.result(), watched.files)
    click.echo(f"{what} Watching {count(len(watched.files), 'file')}; Ctrl-C ends.".lstrip(), err=True)


def _names(paths: Collection[Path]) -> str:
    names = [printable(str(shorten(path))) for path in sorted(paths)[:MAX_NAMES]]
    more = [f"{len(paths) - MAX_NAMES} more"] if len(paths) > MAX_NAMES else []
    return ", ".join([*names, *more])


def _changes(paths: Sequence[str]) -> Iterator[set[Path]]:
    """Nothing once the watch stands, then the files that change and count, those together that change together."""
    from watchfiles import Change, watch

    given = [Path(path) for path in paths or (".",)]
    folders = [path for path in given if path.is_dir()]
    # A file is watched by its folder: editors put another in its place.
    beside = [path.absolute().parent for path in given if not path.is_dir() and path.absolute().parent.is_dir()]

    def counts(change: Change, name: str) -> bool:
        path = Path(name)
        return name.endswith(SUFFIXES) or (path.name in CONFIGURATION and path.parent.name not in EXCLUDED)

    for changes in watch(
        *dict.fromkeys([*folders, *beside]),
        watch_filter=counts,
        step=QUIET // 2,
        debounce=1600,
        rust_timeout=STARTING,
        yield_on_timeout=True,
        recursive=bool(folders),
        raise_interrupt=True,
    ):
        yield {Path(name) for _, name in changes}
