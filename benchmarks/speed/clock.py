"""Runs a command and takes its time and memory, its processes' included."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

EVERY = 0.1
"""Seconds between two looks at the memory."""


@dataclass(frozen=True)
class Run:
    """What one run took."""

    wall: float
    """Seconds by the clock."""
    cpu: float
    """Seconds of processor time, of all its processes."""
    memory: float
    """The most memory at a time, in MB: what all its processes held together, shared pages counted once."""
    status: int
    printed: int
    """Lines of its standard output."""


def run(command: Sequence[str], cores: int, folder: Path, extra: Mapping[str, str] | None = None) -> Run:
    """Run a command on so many processors. What it prints is read and counted."""
    environment = {**os.environ, "PYTHONDONTWRITEBYTECODE": "", **(extra or {})}
    allowed = set(sorted(os.sched_getaffinity(0))[:cores])
    began = time.perf_counter()
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        preexec_fn=lambda: os.sched_setaffinity(0, allowed),
    )
    memory = _Memory(process.pid)
    assert process.stdout is not None
    lines = sum(1 for _ in process.stdout)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - began
    peak = memory.stop()
    # A run that is too short to be looked at is one process.
    return Run(wall, usage.ru_utime + usage.ru_stime, max(peak, usage.ru_maxrss / 1024), process.returncode, lines)


class _Memory:
    """Looks again and again at the memory of a process and of those that it has started."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.peak = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look, daemon=True)
        self._thread.start()

    def stop(self) -> float:
        self._over.set()
        self._thread.join()
        return self.peak

    def _look(self) -> None:
        while not self._over.wait(EVERY):
            self.peak = max(self.peak, held(self.pid))


def held(pid: int) -> float:
    """MB that a process and its descendants hold, shared pages divided among those who share them."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Pss:")) / 1024
    return own + sum(held(int(child)) for child in children)


def processor_time(pid: int) -> float:
    """Seconds of processor time that a process, its descendants and those that it has waited for have taken."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return 0.0
    own = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_time(int(child)) for child in children)


def best(command: Sequence[str], cores: int, folder: Path, rounds: int, extra: Mapping[str, str] | None = None) -> Run:
    """The run that took the least processor time: what others do on the machine only adds to it."""
    return min((run(command, cores, folder, extra) for _ in range(rounds)), key=lambda one: one.cpu)


def python(*arguments: str) -> list[str]:
    return [sys.executable, *arguments]
