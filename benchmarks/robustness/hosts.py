"""Processes that try files, replaced where one dies or does not answer."""

from __future__ import annotations

import contextlib
import json
import select
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from typing import Any

PATIENCE = 180.0
"""Seconds that a process may take for a file and all its steps, waiting included."""
RECYCLED = 300
"""Files after which a process is replaced, so that memory that one of them costs does not add up."""


@dataclass
class Answer:
    """How a file went. ``where`` names the kind of failure; both are empty where all was well."""

    problem: str = ""
    where: str = ""
    checked: bool = False
    findings: int = 0
    fixed: int = 0
    seconds: float = 0.0


class Host:
    """One process."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None
        self.errors = tempfile.TemporaryFile("w+")  # noqa: SIM115, closed with the host
        self.tried = 0

    def ask(self, order: dict[str, Any]) -> Answer:
        """Try one file."""
        if self.process is None or self.tried >= RECYCLED:
            self._start()
        assert self.process is not None and self.process.stdin is not None and self.process.stdout is not None
        began = time.monotonic()
        self.tried += 1
        with contextlib.suppress(BrokenPipeError):  # it has ended; why is told below
            self.process.stdin.write(json.dumps(order) + "\n")
            self.process.stdin.flush()
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        seconds = time.monotonic() - began
        if line:
            told = json.loads(line)
            return Answer(told.get("problem", ""), told.get("where", ""), **told.get("kept", {}), seconds=seconds)
        if not ready:
            self.process.kill()
        status = self.process.wait()
        frames = self._traceback()
        self.process = None
        hung = not ready or status == -signal.SIGPROF
        ending = "more than its time" if hung else _named(status)
        last = next((frame for frame in frames if "/lint/" in frame or "/rules/" in frame), "nowhere")
        where = f"{'hang' if hung else f'process ended: {ending}'} in {_place(last)}"
        return Answer(f"{ending}: {' < '.join(frames[:6])}", where, seconds=seconds)

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None
        with contextlib.suppress(OSError):
            self.errors.close()

    def _start(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.wait()
        self.errors.seek(0)
        self.errors.truncate()
        self.tried = 0
        self.process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.robustness.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            text=True,
        )

    def _traceback(self) -> list[str]:
        """The frames of the last traceback, the innermost first."""
        self.errors.seek(0)
        text = self.errors.read()
        return [line.strip() for line in text.rpartition("most recent call first")[2].splitlines() if "File" in line]


def _named(status: int) -> str:
    try:
        return signal.Signals(-status).name
    except ValueError:
        return f"status {status}"


def _place(frame: str) -> str:
    """``interpreter.py in run`` of a frame of faulthandler."""
    file, _, function = frame.partition(", line ")
    return f"{file.rpartition('/')[2].rstrip(chr(34))}{function.partition(' ')[2] and ' '}{function.partition(' ')[2]}"
