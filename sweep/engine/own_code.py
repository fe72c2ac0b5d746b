"""This fullgraph, for interpreters that have none, or another one."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

import fullgraph

PACKAGES = ("lint", "rules", "runtime_check", "sweep")


def lay_out(folder: Path) -> str:
    """Make a folder that holds the package ``fullgraph``, of links to what runs here; it goes onto ``PYTHONPATH``."""
    package = folder / "fullgraph"
    package.mkdir(parents=True, exist_ok=True)
    for path in map(Path, fullgraph.__path__):
        for entry in path.glob("*.py"):
            _link(package / entry.name, entry)
    for name in PACKAGES:
        found = importlib.util.find_spec(f"fullgraph.{name}")
        if found is not None and found.submodule_search_locations:
            _link(package / name, Path(next(iter(found.submodule_search_locations))))
    return str(folder)


def path_with(own_code: str) -> str:
    """The value of ``PYTHONPATH`` with that folder in front."""
    given = os.environ.get("PYTHONPATH")
    return os.pathsep.join([own_code, *([given] if given else [])])


def _link(link: Path, target: Path) -> None:
    if not link.is_symlink():
        link.symlink_to(target.resolve())
