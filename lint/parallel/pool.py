"""Has several processes check files, one file at a time each, and replaces those that a file ends."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Fault, InputError, Problem
from fullgraph.lint.engine.merge import failed
from fullgraph.lint.parallel.frames import ENDS
from fullgraph.lint.parallel.limits import TIME, Limits
from fullgraph.lint.parallel.processes import Forked, Listening, Process, Selecting, Spawned, Waiting

if TYPE_CHECKING:
    from fullgraph.lint.engine.file_checker import FileChecker


class PoolError(Exception):
    """Processes cannot be started here."""


class Pool:
    """Processes that take the next file whenever they are done with one, the largest first."""

    def __init__(
        self,
        files: Sequence[Path],
        options: Options,
        jobs: int,
        limits: Limits,
        units: FileChecker | None = None,
    ) -> None:
        """``files``: all that are given. ``units``: where processes are to be forks of this one."""
        self.files = files
        self.options = options
        self.jobs = jobs
        self.limits = limits
        self.units = units
        self.processes: list[Process] = []
        self.waiting: Waiting = Selecting() if units is not None else Listening()
        self.idle_deaths = 0

    def check(self, numbers: Sequence[int]) -> Iterator[tuple[int, bytes]]:
        """Return what these of the files say, as JSON, in the order in which it comes. Raises PoolError."""
        todo = list(reversed(numbers))
        try:
            while todo or any(process.job is not None for process in self.processes):
                while todo and len(self.processes) < min(self.jobs, len(numbers)):
                    self._start()
                for process in self.processes:
                    if process.job is None and todo and not process.ends:
                        process.ask(todo.pop(), time.monotonic() + self.limits.patience)
                for process, data in self.waiting.arrived(self._patience()):
                    yield from self._arrived(process, data)
                self._end_late()
        finally:
            for process in self.processes:
                process.kill()
            for process in list(self.processes):
                process.wait()
                self._forget(process)

    def _start(self) -> None:
        try:
            if self.units is not None:
                process: Process = Forked(self.units, self.files, self.limits, self.processes)
            else:
                process = Spawned(self.files, self.options, self.limits)
        except OSError as failure:
            raise PoolError(f"cannot start a process: {failure.strerror or failure}") from None
        self.processes.append(process)
        self.waiting.add(process)

    def _forget(self, process: Process) -> None:
        self.processes.remove(process)
        self.waiting.drop(process)
        process.close()

    def _patience(self) -> float:
        """Seconds until a process is late."""
        deadlines = [process.deadline for process in self.processes if process.job is not None]
        return max(0.01, min(deadlines, default=time.monotonic() + 1) - time.monotonic())

    def _end_late(self) -> None:
        for process in self.processes:
            if process.job is not None and not process.late and time.monotonic() > process.deadline:
                process.late = True
                process.kill()

    def _arrived(self, process: Process, data: bytes) -> Iterator[tuple[int, bytes]]:
        for answer in process.inbox.take(data):
            if process.job is not None:
                number, process.job = process.job, None
                process.ends = answer[:1] == ENDS
                yield number, answer[1:]
        if data:
            return
        status = process.wait()
        self._forget(process)
        if process.job is not None:
            from fullgraph.lint.parallel.worker import encoded

            path = self.files[process.job]
            yield process.job, encoded(failed(path, self._why(path, process, status)))
        elif not process.ends:
            self.idle_deaths += 1
            if self.idle_deaths > 5 + len(self.files):
                raise PoolError("the processes that check files end as soon as they are started")

    def _why(self, path: Path, process: Process, status: int) -> Problem:
        if process.late:
            return InputError(str(path), f"not checked: no answer for {self.limits.patience:g} s")
        if status == -getattr(signal, "SIGPROF", 0) and status:
            more = f"exclude it, or allow more by {TIME}"
            taken = f"it takes more than {self.limits.seconds:g} s of processor time"
            return InputError(str(path), f"not checked: {taken}; {more}")
        if status == -getattr(signal, "SIGKILL", 9):
            why = "the process that checked it was killed; there may be too little memory"
            return InputError(str(path), f"not checked: {why}")
        ended = f"by signal {-status}" if status < 0 else f"with status {status}"
        return Fault(str(path), f"internal error: the process that checked it ended {ended}; please report")
