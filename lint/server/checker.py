"""The server's end of the process that checks: jobs are asked for one after the other, and can be given up."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import pickle
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from fullgraph.lint.engine import Options
from fullgraph.lint.server.jobs import LENGTH, Answer, Cancel, Job, frame

LONGEST = 300.0
"""Seconds after which a job that gives no answer is ended with its process."""


class CheckerDied(Exception):
    """The process ended without an answer. The next job starts another."""


class Checker:
    """A process that checks files."""

    def __init__(self) -> None:
        self._numbers = itertools.count(1)
        self._turn = asyncio.Lock()
        self._starting = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> asyncio.subprocess.Process:
        """The process, started where there is none."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                # The path is handed over whole: with `-m` or a plain `-c`, the folder that is open in the editor would
                # come first, and code of a project that is only to be read would be imported.
                code = f"import sys; sys.path[:] = {sys.path!r}; from fullgraph.lint.server.worker import main; main()"
                self._process = await asyncio.create_subprocess_exec(
                    sys.executable, "-c", code, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
                )
            return self._process

    async def ask(
        self,
        kind: Literal["check", "fix"],
        files: Sequence[Path],
        options: Options,
        target: Path | None = None,
    ) -> Answer:
        """Have a job done. A caller that is cancelled gives it up. Raises CheckerDied."""
        async with self._turn:
            process = await self.start()
            job = Job(next(self._numbers), kind, tuple(files), options, target)
            self._send(process, job)
            answer = asyncio.ensure_future(self._receive(process, job.number))
            try:
                return await asyncio.wait_for(asyncio.shield(answer), LONGEST)
            except asyncio.CancelledError:
                self._send(process, Cancel(job.number))
                # The answer that it was given up, or one that was on its way, is taken before the next job's turn.
                with contextlib.suppress(CheckerDied, asyncio.TimeoutError):
                    await asyncio.wait_for(asyncio.shield(answer), LONGEST)
                raise
            except asyncio.TimeoutError:
                answer.cancel()
                await self.stop()
                raise CheckerDied(f"no answer for {LONGEST:.0f} s") from None

    async def stop(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    @staticmethod
    def _send(process: asyncio.subprocess.Process, message: Job | Cancel) -> None:
        assert process.stdin is not None
        process.stdin.write(frame(message))

    @staticmethod
    async def _receive(process: asyncio.subprocess.Process, number: int) -> Answer:
        assert process.stdout is not None
        while True:
            try:
                (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
                answer: Answer = pickle.loads(await process.stdout.readexactly(length))
            except (asyncio.IncompleteReadError, ConnectionError):
                raise CheckerDied(f"the process that checks ended with status {await process.wait()}") from None
            if answer.number == number:
                return answer
