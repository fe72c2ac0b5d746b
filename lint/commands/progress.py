"""A progress line on standard error, if that is a terminal."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import TaskID

DELAY = 1.0
"""Seconds that a run may take before anything is shown."""
EVERY = 0.1
"""Seconds between two updates."""


class Progress:
    """Shows how many files are done, while the block runs and once it has run for a while; then takes it away again."""

    def __init__(self, wanted: bool = True) -> None:
        self.wanted = wanted and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._due = time.monotonic() + DELAY
        self._bar: Any = None
        self._task: TaskID | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        if self._bar is not None:
            self._bar.stop()

    def on_file(self, done: int, total: int, path: Path) -> None:
        """Return what the engine tells of each file."""
        now = time.monotonic()
        if not self.wanted or now < self._due:
            return
        self._due = now + EVERY
        from fullgraph.lint.report.text import printable

        if self._bar is None:
            self._bar = _bar()
            self._bar.start()
        name = printable(path.name)
        if self._task is None:
            self._task = self._bar.add_task("", total=total, name=name)
        self._bar.update(self._task, completed=done, total=total, name=name)


def _bar() -> Any:
    """A line that is gone when it is stopped, without a thread that draws."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    class Drawn(Bar):
        def update(self, *arguments: Any, **values: Any) -> None:
            super().update(*arguments, **values)
            self.refresh()

    name = TextColumn("{task.fields[name]}", markup=False)
    return Drawn(
        TextColumn("Checking"),
        BarColumn(bar_width=24),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        name,
        console=Console(stderr=True, highlight=False, emoji=False),
        transient=True,
        auto_refresh=False,
        redirect_stdout=False,
        redirect_stderr=False,
    )
