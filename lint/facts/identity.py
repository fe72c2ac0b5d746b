"""The name by which facts know a file, wherever the project or the package lies: a path of ``/`` without a beginning.

It is relative to the installed packages, else to the project (the nearest folder above with its configuration or
repository), else to the folder that the file's package lies in.
"""

from __future__ import annotations

import functools
from pathlib import Path

_INSTALLED = frozenset(("site-packages", "dist-packages"))
_MARKS = ("fullgraph.toml", "pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")


@functools.lru_cache(maxsize=4096)
def of_file(path: Path) -> str:
    """The name of a file, of which the path is absolute and without symbolic links."""
    parts = path.parts
    for place in range(len(parts) - 2, -1, -1):
        if parts[place] in _INSTALLED:
            return "/".join(parts[place + 1 :])
    return path.relative_to(_base(path.parent)).as_posix()


@functools.lru_cache(maxsize=1024)
def _base(folder: Path) -> Path:
    for above in (folder, *folder.parents):
        if any((above / mark).exists() for mark in _MARKS):
            return above
    while (folder / "__init__.py").is_file() and folder.parent != folder:
        folder = folder.parent
    return folder
