"""Limits on time and memory of one file, enforced inside the process that checks it."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from dataclasses import dataclass

TIME = "FULLGRAPH_TIME_LIMIT"
MEMORY = "FULLGRAPH_MEMORY_LIMIT"


@dataclass(frozen=True)
class Limits:
    """The limits of one file."""

    seconds: float = 30.0
    """Of processor time, so that a busy machine changes nothing."""
    megabytes: int = 4096
    """Of address space that the process takes beside what it has from the start; 0 for no limit."""

    @property
    def patience(self) -> float:
        """Seconds by the clock after which a process that does not answer is ended, whatever it does."""
        return 4 * self.seconds + 30

    @classmethod
    def from_environment(cls) -> Limits:
        """Return the limits that the environment sets. Raises ValueError, with one line, for no number."""
        seconds, megabytes = _number(TIME), _number(MEMORY)
        return cls(cls.seconds if seconds is None else seconds, cls.megabytes if megabytes is None else int(megabytes))


def _number(name: str) -> float | None:
    text = os.environ.get(name)
    if not text:
        return None
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < 1e6:
        raise ValueError(f"{name} is {text!r}: write a number above 0")
    return value


def restrain(limits: Limits) -> None:
    """Limit the memory of this process, where the system can; Ctrl-C is the business of the process that asked."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform == "win32":
        return
    import resource

    signal.signal(signal.SIGPROF, signal.SIG_DFL)  # ends the process, in native code too
    with contextlib.suppress(OSError, ValueError):
        _, most = resource.getrlimit(resource.RLIMIT_AS)
        wanted = (limits.megabytes << 20) + _taken() if limits.megabytes else 0
        if wanted and (most == resource.RLIM_INFINITY or wanted < most):
            resource.setrlimit(resource.RLIMIT_AS, (wanted, most))


def _taken() -> int:
    """Bytes of address space that this process has by now: a fork of one that has loaded much begins with that."""
    try:
        with open("/proc/self/statm", encoding="ascii") as stream:  # noqa: PTH123 - on the way to every answer
            return int(stream.read().split()[0]) * os.sysconf("SC_PAGESIZE")
    except (OSError, ValueError, IndexError):
        return 0


def begin(limits: Limits) -> None:
    """One file begins."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, limits.seconds)


def end() -> None:
    """It is done."""
    if sys.platform != "win32":
        signal.setitimer(signal.ITIMER_PROF, 0)
