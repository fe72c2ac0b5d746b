"""The module finder: the file of a dotted module name, by folders alone."""

# A run looks for thousands of modules, and Path objects cost several times as much.
# ruff: noqa: PTH100, PTH113, PTH114, PTH118, PTH119, PTH120, PTH122

from __future__ import annotations

import importlib.machinery
import importlib.util
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from fullgraph.lint.project.following import Following

_EXTENSIONS = tuple(importlib.machinery.EXTENSION_SUFFIXES)


MAX_NAMESPACE = 3
"""Folders without ``__init__.py`` in a row that can be parts of a package around them."""


class Finder:
    """Finds modules in the packages of the given files, and in packages that are followed."""

    def __init__(self, following: Following | None = None) -> None:
        self.following = following or Following()
        self._tops: dict[str, list[str]] = {}
        """The folders in which a given file's package or module of that name lies."""
        self._names: dict[str, tuple[str, str]] = {}
        self._in_package: dict[str, bool] = {}
        self._packages: dict[str, list[str]] = {}
        self._real: dict[str, str] = {}
        self._located: dict[tuple[str, str | None], Path | None] = {}
        self._compiled: dict[str, bool] = {}

    def give(self, paths: Mapping[Path, str]) -> None:
        """Take in given files, without symbolic links."""
        for path in paths:
            name, root = self.name_of(path)
            self._located.clear()
            self._add(name.partition(".")[0], root)
            folder = str(path.parent)
            if name and not self._is_package(folder):
                self._add(path.stem, folder)  # as a script beside it imports it

    def _add(self, top: str, root: str) -> None:
        roots = self._tops.setdefault(top, [])
        if root not in roots:
            roots.append(root)
            roots.sort()

    def name_of(self, path: Path) -> tuple[str, str]:
        """The dotted name of a file, from the packages around it, and their root.

        Packages are folders with ``__init__.py``, and folders without one inside of them (PEP 420).
        """
        text = str(path)
        if text not in self._names:
            folder, file = os.path.split(text)
            parts = [] if file == "__init__.py" else [os.path.splitext(file)[0]]
            first = os.path.basename(folder)
            while inside := self._inside(folder):
                parts[:0] = inside
                for _ in inside:
                    folder = os.path.dirname(folder)
            self._names[text] = ".".join(parts) or first, folder
        return self._names[text]

    def _inside(self, folder: str) -> list[str]:
        """The names of the folders from the next package around a folder, or from this one, down to it."""
        names: list[str] = []
        while len(names) <= MAX_NAMESPACE and os.path.dirname(folder) != folder:
            names.insert(0, os.path.basename(folder))
            if self._is_package(folder):
                return names
            if not names[0].isidentifier():
                break
            folder = os.path.dirname(folder)
        return []

    def _is_package(self, folder: str) -> bool:
        if folder not in self._in_package:
            self._in_package[folder] = os.path.isfile(os.path.join(folder, "__init__.py"))
        return self._in_package[folder]

    def locate(self, name: str, home: str | None) -> Path | None:
        """The file of a module, for a file whose own package lies in the folder ``home``: that one comes first."""
        key = (name, home)
        if key not in self._located:
            self._located[key] = self._locate(name, home)
        return self._located[key]

    def _locate(self, name: str, home: str | None) -> Path | None:
        top, _, rest = name.partition(".")
        candidates = [
            os.path.join(root, top) for root in sorted(self._tops.get(top, ()), key=lambda root: root != home)
        ]
        if self.is_followed(top):
            candidates += self.installed(top)
        for base in candidates:
            target = os.path.join(base, *rest.split(".")) if rest else base
            for path in (os.path.join(target, "__init__.py"), target + ".py"):
                if os.path.isfile(path):
                    return Path(self._resolved(path))
        return None

    def is_followed(self, top: str) -> bool:
        """Whether an installed package of that name is read: one that is named, or that no given file belongs to."""
        return top in self.following.named or (top not in self._tops and self.following.takes(top))

    def is_compiled(self, name: str) -> bool:
        """Whether a function or class is that of an extension module, of a package that is read."""
        module = name.rpartition(".")[0]
        if module not in self._compiled:
            top, _, rest = module.partition(".")
            bases = self.installed(top) if top and self.is_followed(top) else []
            targets = [os.path.join(base, *rest.split(".")) if rest else base for base in bases]
            self._compiled[module] = any(os.path.isfile(path + suffix) for path in targets for suffix in _EXTENSIONS)
        return self._compiled[module]

    def _resolved(self, path: str) -> str:
        """The path without symbolic links."""
        if os.path.islink(path):
            return os.path.realpath(path)
        folder, file = os.path.split(path)
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        return os.path.join(self._real[folder], file)

    def is_missing(self, top: str) -> bool:
        """Return whether there is no such package in the environment, which is one that has torch."""
        if top in self._tops or top in sys.stdlib_module_names or not self.installed("torch"):
            return False
        try:
            return importlib.util.find_spec(top) is None and not self.installed(top)
        except ValueError:
            return False  # a module without a spec is there

    def installed(self, top: str) -> list[str]:
        """Return where a package is installed, by the import system's finders alone: nothing of it is imported."""
        if top not in self._packages:
            found: list[str] = []
            here = str(Path.cwd())
            others = [path for path in sys.path if path and os.path.abspath(path) != here]
            # What lies in the current folder is not installed, and read only where it is asked for by name.
            folders = [here, *others] if top in self.following.named else others
            spec = importlib.machinery.PathFinder.find_spec(top, folders)
            if spec is not None:
                if spec.submodule_search_locations:
                    found = list(spec.submodule_search_locations)
                elif spec.origin:
                    extension = next((suffix for suffix in _EXTENSIONS if spec.origin.endswith(suffix)), None)
                    found = [spec.origin.removesuffix(extension or os.path.splitext(spec.origin)[1])]
            self._packages[top] = found
        return self._packages[top]
