"""What a change can be put down to: what differs between two runs beside what came of them."""

from __future__ import annotations

from fullgraph.sweep.compare.model import Differences
from fullgraph.sweep.store.loading import Stored

TORCH = "torch/"
"""Where torch's own files lie."""


def differences(a: Stored, b: Stored, fullgraph: tuple[str, str]) -> Differences:
    """What differs between two runs, which versions of fullgraph made."""
    old, new = ({one.file: one.hash for one in stored.row.sources} for stored in (a, b))
    both = old.keys() & new.keys()
    changed = sorted(file for file in both if old[file] != new[file])
    torch = _told(a.environment.torch, b.environment.torch)
    if not torch and any(file.startswith(TORCH) for file in changed):
        torch = f"{a.environment.torch}, with other files"
    files = [file for file in changed if not file.startswith(TORCH)]
    version = _told(*fullgraph)
    if not (files or torch or version) and old and new:
        # With all else equal, a run that reaches other files has come to other code.
        files = sorted(file for file in old.keys() ^ new.keys() if not file.startswith(TORCH))
    return Differences(
        torch=torch,
        fullgraph=version,
        files=files,
        packages=[] if old and new else _packages(a, b),
        surroundings=_surroundings(a, b),
    )


def _told(a: str, b: str) -> str:
    return f"{a} → {b}" if a != b else ""


def _packages(a: Stored, b: Stored) -> list[str]:
    """The versions that differ; of a run that reached no file nothing more is known."""
    old, new = a.environment.packages, b.environment.packages
    names = sorted((old.keys() | new.keys()) - {"torch"})
    return [
        f"{name} {old.get(name, 'none')} → {new.get(name, 'none')}" for name in names if old.get(name) != new.get(name)
    ]


def _surroundings(a: Stored, b: Stored) -> list[str]:
    python = _told(a.environment.python, b.environment.python)
    known = a.row.device_name and b.row.device_name
    device = _told(a.row.device_name or "", b.row.device_name or "") if known else ""
    return ([f"Python {python}"] if python else []) + ([device] if device else [])
