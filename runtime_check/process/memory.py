"""The memory that processes hold right now (Linux)."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def resident_memory(pid: int) -> int:
    """Bytes of memory that a process holds right now; 0 where the system does not say (it has no ``/proc``)."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def group_memory(leader: int) -> int:
    """Bytes that a process and those it has started hold: the leader's, and of the others what they do not share."""
    parents: dict[int, int] = {}
    members = {leader}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # Behind the name, which may hold anything, in parentheses: state, parent, process group.
            state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            parents[int(folder.name)] = int(state[1])
            if int(state[2]) == leader:
                members.add(int(folder.name))
    # Those that have left the group are still below one that has not, as long as that runs.
    while more := {pid for pid, parent in parents.items() if parent in members} - members:
        members |= more
    total = resident_memory(leader)
    for pid in members - {leader}:
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += _proportional_memory(pid)
    return total


def _proportional_memory(pid: int) -> int:
    """Bytes of a process, in which pages that several share count in parts."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
