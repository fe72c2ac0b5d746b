"""The display while a verification runs: a table on a terminal, a line for each step elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from fullgraph.lint.report.text import printable
from fullgraph.runtime_check.progress import Observer, Progress, Version
from fullgraph.runtime_check.results import CHECKS
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

REFRESH_PER_SECOND = 8
HEADINGS = {
    "eager": "eager",
    "breaks": "breaks",
    "fullgraph": "fullgraph",
    "steady": "recompiles",
    "numerics": "values",
    "effects": "effects",
    "gains": "gains",
}
"""A check in one word."""
_SIGNS = {"pass": ("✓", "green"), "fail": ("✗", "bold red"), "skipped": ("-", "yellow"), "slower": ("slow", "yellow")}
_ASCII = {"✓": "ok", "✗": "X"}
_VERSIONS = {"before": "", "after": " (fixed)"}


@dataclass
class _Row:
    """One version of one target, and how far it has come."""

    signs: dict[str, str] = field(default_factory=dict)
    now: Progress | None = None
    began: float = 0.0
    """The start of the version, by the clock of the table."""
    step_began: float = 0.0
    ended: float | None = None
    error: str = ""


class LiveTable:
    """The state of all targets, fed with `Progress` and drawn anew at each refresh."""

    def __init__(self, targets: Sequence[str], clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        self.start = clock()
        self.rows: dict[tuple[str, Version], _Row] = {}
        self.waiting = list(dict.fromkeys(targets))
        self.spinner = Spinner("dots")

    def __call__(self, progress: Progress) -> None:
        now = self.clock()
        row = self.rows.get((progress.target, progress.version))
        if row is None:
            row = self.rows[progress.target, progress.version] = _Row(began=now)
        if progress.step == "done":
            row.ended, row.error, row.now = now, progress.summary if progress.status == "error" else "", None
        elif progress.status is None:
            row.now, row.step_began, row.ended = progress, now, None
        elif not progress.arm and progress.status != "error":
            row.signs[progress.step] = progress.status

    def draw(self, *, ascii_only: bool = False, height: int | None = None) -> RenderableType:
        """Targets down, checks across, and what runs now; of more targets than ``height`` lines those around it."""
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        table.add_column("", no_wrap=True, overflow="ellipsis", ratio=1)
        for name, _ in CHECKS:
            table.add_column(HEADINGS[name], justify="center", no_wrap=True)
        table.add_column("time", justify="right", no_wrap=True)
        table.add_column("now", no_wrap=True, overflow="ellipsis", min_width=24)
        lines = self._lines()
        shown = _window(len(lines), max((i for i, (_, row) in enumerate(lines) if row), default=0), height)
        for name, row in lines[shown.start : shown.stop]:
            table.add_row(*self._cells(name, row, ascii_only)) if row else table.add_row(Text(printable(name), "dim"))
        ended = sum(row is not None and row.ended is not None for _, row in lines)
        hidden = f", {len(shown)} of {len(lines)} shown" if len(shown) < len(lines) else ""
        passed = f"{_elapsed(self.clock() - self.start)} elapsed, {ended} of {len(lines)} done{hidden}"
        return Group(table, Text(passed, style="dim"))

    def _lines(self) -> list[tuple[str, _Row | None]]:
        """Every version of every target, in the order of the targets; no row where it has not begun."""
        lines: list[tuple[str, _Row | None]] = []
        for target in dict.fromkeys([*self.waiting, *(name for name, _ in self.rows)]):
            begun = [(version, row) for (name, version), row in self.rows.items() if name == target]
            lines += [(f"{target}{_VERSIONS[version]}", row) for version, row in begun] or [(target, None)]
        return lines

    def _cells(self, name: str, row: _Row, ascii_only: bool) -> Iterator[RenderableType]:
        yield Text(printable(name))
        for check, _ in CHECKS:
            if check in row.signs:
                sign, style = _SIGNS[row.signs[check]]
                yield Text(_ASCII.get(sign, sign) if ascii_only else sign, style)
            elif row.now is not None and row.now.step == check:
                yield Text("*", "cyan") if ascii_only else self.spinner
            else:
                yield ""
        now = self.clock()
        yield Text(_elapsed((row.ended if row.ended is not None else now) - row.began), "dim")
        if row.error:
            yield Text(printable(row.error), "red")
        elif row.now is not None:
            yield Text(f"{printable(row.now.text)} {_elapsed(now - row.step_began)}", "cyan")
        else:
            yield ""


def _window(count: int, current: int, height: int | None) -> range:
    """The part of so many lines to show, so that the current one is among them."""
    room = count if height is None else max(height, 1)
    start = max(0, min(current - room // 2, count - room))
    return range(start, min(start + room, count))


def _elapsed(seconds: float) -> str:
    whole = int(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60}:{whole % 60:02d} min" if whole < 3600 else f"{whole // 3600}:{whole // 60 % 60:02d} h"


def lines(show_line: Callable[[str], None]) -> Observer:
    """Print one line when a version of a target begins to run, and for each arm."""
    versions = {"before": "running", "after": "running with fixes applied to a copy"}
    shown: set[tuple[str, Version]] = set()

    def show(progress: Progress) -> None:
        version = (progress.target, progress.version)
        if progress.arm:
            show_line(printable(f"{progress.target}{_VERSIONS[progress.version]}: {progress.text}"))
        elif version not in shown:
            shown.add(version)
            show_line(printable(f"{progress.target}: {versions[progress.version]}"))

    return show


@contextmanager
def showing(targets: Sequence[str], console: Console) -> Iterator[Observer]:
    """An observer that shows what runs: a table that is gone in the end, or lines where the console is no terminal."""
    if not console.is_terminal or console.is_dumb_terminal:
        yield lines(lambda line: console.print(line, markup=False, highlight=False, soft_wrap=True))
        return
    state = LiveTable(targets)
    ascii_only = "utf" not in console.encoding.lower()
    with Live(
        get_renderable=lambda: state.draw(ascii_only=ascii_only, height=console.height - 4),
        console=console,
        refresh_per_second=REFRESH_PER_SECOND,
        transient=True,
    ):
        yield state
