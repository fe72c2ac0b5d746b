"""What a process and those below it hold at a moment, from Linux's ``/proc``."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass
class Sample:
    """``seconds`` since the start; memory in bytes, over the process and its descendants, and of itself alone."""

    seconds: float
    memory: int
    own_memory: int
    files: int
    """Open file handles."""
    threads: int
    processes: int
    load: float
    """The machine's load average of the last minute: what else runs shows in latencies."""


def descendants(root: int) -> list[int]:
    """The processes that a process has started, and those in turn."""
    parents: dict[int, int] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text(errors="replace")
        except OSError:
            continue
        parents[int(folder.name)] = int(stat.rpartition(")")[2].split()[1])
    found = {root}
    while more := {pid for pid, parent in parents.items() if parent in found} - found:
        found |= more
    return sorted(found - {root})


def sample(pid: int, start: float) -> Sample | None:
    """Return what a process and those below it hold now; None where it has ended."""
    own = _held(pid)
    if own is None:
        return None
    below = [held for child in descendants(pid) if (held := _held(child)) is not None]
    total = [sum(values) for values in zip(own, *below, strict=True)]
    return Sample(time.monotonic() - start, total[0], own[0], total[1], total[2], 1 + len(below), os.getloadavg()[0])


def _held(pid: int) -> tuple[int, int, int] | None:
    """Bytes of resident memory, file handles and threads."""
    folder = Path(f"/proc/{pid}")
    try:
        memory = int((folder / "statm").read_text().split()[1]) * PAGE
        return memory, len(os.listdir(folder / "fd")), len(os.listdir(folder / "task"))  # noqa: PTH208
    except (OSError, IndexError):
        return None


@dataclass
class Sampler:
    """Takes samples of a process in a thread of its own until it is stopped or the process ends."""

    pid: int
    every: float
    samples: list[Sample] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._start = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def stop(self) -> list[Sample]:
        self._stop.set()
        self._thread.join()
        return self.samples

    def _run(self) -> None:
        while not self._stop.wait(self.every):
            taken = sample(self.pid, self._start)
            if taken is None:
                return
            self.samples.append(taken)
