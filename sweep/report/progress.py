"""How far a sweep has come: what there is to tell, and when; `showing` puts it on a terminal, or prints lines."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fullgraph.lint.report.text import count, printable
from fullgraph.sweep.report.text import WORDS, hours
from fullgraph.sweep.rows import STATUSES, Planned, RunRow
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

WINDOW = 60.0
"""Seconds that the rate is taken over."""
EVERY_SECONDS = 30.0
EVERY_SHARE = 0.05
"""Without a terminal there is a line after so many seconds, or after this share of all runs."""
MOST_RUNNING = 6
"""Of what runs, the longest are shown."""
REFRESH_PER_SECOND = 4

Clock = Callable[[], float]


class Progress:
    """What is done, what runs and what failed. Any thread may tell it, and any may ask."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        self.clock = clock
        self.total = 0
        self.before = 0
        """Runs that an earlier process has done."""
        self.counts = dict.fromkeys(STATUSES, 0)
        self._began = clock()
        self._running: dict[str, tuple[Planned, float]] = {}
        self._ended: deque[float] = deque()
        self._lock = threading.Lock()

    def started(self, total: int, done: int = 0) -> None:
        """The sweep has begun, with so many runs, of which some were done before."""
        with self._lock:
            self.total, self.before, self._began = total, done, self.clock()

    def run_started(self, planned: Planned) -> None:
        """A run has begun, or begun again."""
        with self._lock:
            self._running[planned.run] = planned, self.clock()

    def run_done(self, row: RunRow) -> None:
        """A run has ended."""
        with self._lock:
            self._running.pop(row.run, None)
            self.counts[row.status] += 1
            now = self.clock()
            self._ended.append(now)
            while self._ended[0] < now - WINDOW:
                self._ended.popleft()

    @property
    def done(self) -> int:
        """The runs that have ended, those of an earlier process among them."""
        return self.before + sum(self.counts.values())

    @property
    def failed(self) -> int:
        """The runs of this process that could not be judged."""
        return self.counts["unusable"]

    @property
    def elapsed(self) -> float:
        return self.clock() - self._began

    def running(self) -> list[tuple[Planned, float]]:
        """What runs, the longest first, with the seconds since each began."""
        with self._lock:
            now = self.clock()
            return [(one, now - began) for one, began in sorted(self._running.values(), key=lambda item: item[1])]

    @property
    def rate(self) -> float | None:
        """Runs in a second over the last minute, or since the start; None where none has ended in it."""
        with self._lock:
            now = self.clock()
            ended = sum(one >= now - WINDOW for one in self._ended)
            seconds = min(WINDOW, now - self._began)
            return ended / seconds if ended and seconds > 0 else None

    @property
    def seconds_left(self) -> float | None:
        """The time that is left at this rate; None where nobody can say."""
        left, rate = self.total - self.done, self.rate
        return 0.0 if left <= 0 else left / rate if rate is not None else None

    def line(self) -> str:
        """All of it in one line."""
        done, rate, left = self.done, self.rate, self.seconds_left
        share = f" ({100 * done // self.total} %)" if self.total else ""
        parts = [f"{done} of {self.total} done{share}", f"{len(self._running)} running", f"{self.failed} failed"]
        parts.append(_rate(rate) if rate is not None else f"{hours(self.elapsed)} elapsed")
        if left is not None and done < self.total:
            parts.append(f"{hours(left)} left")
        return ", ".join(parts)


def _rate(rate: float) -> str:
    return f"{rate:.1f} runs/s" if rate >= 0.95 else f"{60 * rate:.1f} runs/min"


class Lines:
    """Decides when a line is due: after some seconds, after a share of the runs, and at the end."""

    def __init__(self, progress: Progress, seconds: float = EVERY_SECONDS, share: float = EVERY_SHARE) -> None:
        self.progress = progress
        self.seconds = seconds
        self.share = share
        self._last_time = progress.clock()
        self._last_done: int | None = None

    def due(self) -> str | None:
        """The line to print now, if one is due."""
        done, now = self.progress.done, self.progress.clock()
        if self._last_done is None:
            self._last_done = self.progress.before
        step = max(1.0, self.share * self.progress.total)
        ended = done == self.progress.total and done != self._last_done
        if not ended and now - self._last_time < self.seconds and done - self._last_done < step:
            return None
        self._last_time, self._last_done = now, done
        return self.progress.line()


def draw(progress: Progress) -> RenderableType:
    """A bar, the line, how runs ended, and the ones that have run for the longest."""
    running = progress.running()
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(justify="right", no_wrap=True)
    table.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    for one, seconds in running[:MOST_RUNNING]:
        table.add_row(Text(hours(seconds), "dim"), Text(_named(one)))
    if len(running) > MOST_RUNNING:
        table.add_row("", Text(f"and {len(running) - MOST_RUNNING} more", "dim"))
    ended = ", ".join(f"{number} {WORDS[name]}" for name, number in progress.counts.items() if number)
    bar = Table.grid(expand=True)  # a bar alone does not end its line
    bar.add_row(ProgressBar(total=max(progress.total, 1), completed=progress.done))
    return Group(bar, Text(progress.line()), Text(ended, "dim"), table)


def _named(one: Planned) -> str:
    return printable(
        " ".join(filter(None, (one.target, one.mode, one.dtype, one.device, one.environment, one.version)))
    )


@contextmanager
def showing(progress: Progress, console: Console, seconds: float = EVERY_SECONDS) -> Iterator[None]:
    """Show the progress while something runs: on a terminal a display that is gone in the end, elsewhere lines."""
    if console.is_terminal and not console.is_dumb_terminal:
        live = Live(
            get_renderable=lambda: draw(progress),
            console=console,
            refresh_per_second=REFRESH_PER_SECOND,
            transient=True,
        )
        with live:
            yield
    else:
        yield from _printing(progress, console, seconds)
    if progress.total:
        console.print(f"{count(progress.done, 'run')} done in {hours(progress.elapsed)}", highlight=False)


def _printing(progress: Progress, console: Console, seconds: float) -> Iterator[None]:
    lines, ended = Lines(progress, seconds), threading.Event()

    def show() -> None:
        line = lines.due()
        if line is not None:
            console.print(line, markup=False, highlight=False, soft_wrap=True)

    def watch() -> None:
        while not ended.wait(min(1.0, seconds)):
            show()

    thread = threading.Thread(target=watch, name="progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()
        show()
