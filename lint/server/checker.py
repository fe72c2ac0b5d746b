"""The server's end of the process that checks: jobs are asked for one after the other, and can be given up."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import subprocess
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from fullgraph.lint.config.options import Options
from fullgraph.lint.server.jobs import Answer, Cancel, Job, Kind, frame, read
from fullgraph.lint.server.launch import launch

LONGEST = 300.0
"""Seconds after which a job that gives no answer is ended with its process."""


class CheckerDied(Exception):
    """The process ended without an answer. The next job starts another."""


class _Process:
    """One such process, and a thread that takes its answers into the event loop."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self._loop = asyncio.get_running_loop()
        self._waiting: dict[int, asyncio.Future[Answer]] = {}
        self.is_alive = True
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, message: Job | Cancel) -> None:
        data = memoryview(frame(message))
        with contextlib.suppress(OSError):  # it has died: the thread notices
            while data:
                data = data[self._stdin.write(data) :]

    def answer(self, number: int) -> asyncio.Future[Answer]:
        """The answer to the job of this number, to be; or CheckerDied."""
        self._waiting[number] = self._loop.create_future()
        if not self.is_alive:
            self._ended()
        return self._waiting[number]

    def forget(self, number: int) -> None:
        self._waiting.pop(number, None)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def _stdin(self) -> BinaryIO:
        assert self._process.stdin is not None
        return self._process.stdin  # type: ignore[return-value]

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with contextlib.suppress(RuntimeError), open(self._process.stdout.fileno(), "rb", closefd=False) as stream:
            while isinstance(message := read(stream), Answer):
                self._loop.call_soon_threadsafe(self._arrived, message)
            self._process.wait()
            self._loop.call_soon_threadsafe(self._ended)

    def _arrived(self, answer: Answer) -> None:
        waiting = self._waiting.pop(answer.number, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(answer)

    def _ended(self) -> None:
        self.is_alive = False
        for waiting in self._waiting.values():
            if not waiting.done():
                died = f"the process that checks ended with status {self._process.returncode}"
                waiting.set_exception(CheckerDied(died))


class Checker:
    """Checks files, in a process that is started when there is something to do and none runs."""

    def __init__(self, launched: subprocess.Popen[bytes] | None = None) -> None:
        """``launched``: the first such process, where it runs already."""
        self._launched = launched
        self._numbers = itertools.count(1)
        self._turn = asyncio.Lock()
        self._process: _Process | None = None
        self._closed = False

    def start(self) -> _Process:
        """The process, started where there is none. Raises CheckerDied for one that was closed."""
        if self._closed:
            raise CheckerDied("it was closed")
        if self._process is None or not self._process.is_alive:
            launched, self._launched = self._launched, None
            self._process = _Process(launched or launch())
        return self._process

    async def ask(
        self,
        kind: Kind,
        files: Sequence[Path],
        options: Options,
        target: Path | None = None,
        longest: float = LONGEST,
        row: int = 0,
    ) -> Answer:
        """Have a job done, in ``longest`` seconds. A caller that is cancelled gives it up. Raises CheckerDied."""
        async with self._turn:
            process = self.start()
            job = Job(next(self._numbers), kind, tuple(files), options, target, row)
            answer = process.answer(job.number)
            process.send(job)
            try:
                return await asyncio.wait_for(answer, longest)
            except asyncio.CancelledError:
                process.send(Cancel(job.number))  # its answer, whichever it is, is nobody's
                raise
            except asyncio.TimeoutError:
                self.stop()
                raise CheckerDied(f"no answer for {longest:.0f} s") from None
            finally:
                process.forget(job.number)

    def close(self) -> None:
        """End the process, and start no other."""
        self._closed = True
        self.stop()

    def stop(self) -> None:
        """End the process. The next job starts another."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
