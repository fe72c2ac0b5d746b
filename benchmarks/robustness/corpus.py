"""The files that are tried: those of installed packages, found without importing them."""

from __future__ import annotations

import importlib.util
import sysconfig
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

STANDARD_LIBRARY = "stdlib"
"""Stands for Python's own library, with its tests: they hold the syntax that no project writes."""


def files(packages: Iterable[str], folders: Sequence[Path] = ()) -> list[Path]:
    """The ``.py`` files of packages, in an order that does not depend on the file system.

    ``folders``: where packages are unpacked that are not installed. Raises ValueError for one that is nowhere.
    """
    return [file for package in packages for file in sorted(_files(package, folders))]


def _files(package: str, folders: Sequence[Path]) -> Iterator[Path]:
    if package == STANDARD_LIBRARY:
        top = Path(sysconfig.get_path("stdlib"))
        for file in top.rglob("*.py"):
            if "site-packages" not in file.parts and "dist-packages" not in file.parts:
                yield file
        return
    for folder in folders:
        if (folder / package).is_dir():
            yield from (folder / package).rglob("*.py")
            return
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ValueError(f"{package} is not installed, or no package")
    for location in spec.submodule_search_locations:
        yield from Path(location).rglob("*.py")
