"""The dependencies of a result, which a later run can check again."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from fullgraph.lint.config.options import Options
from fullgraph.lint.config.root_spec import parse_root
from fullgraph.lint.project.module_finder import Finder
from fullgraph.lint.source import digest
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.source_file import MAX_NOTEBOOK_BYTES


class Now:
    """The files of a run as they are now, each looked at once."""

    def __init__(self, files: Sequence[Path], options: Options) -> None:
        self._folders: dict[str, str] = {}
        self.files = {path: self._real(path) for path in files}
        self.given = {real: str(path) for path, real in self.files.items()}
        self.texts = {self._real(path): text for path, text in options.sources.items()}
        self.finder = Finder(options.following)
        self.finder.give({Path(real): name for real, name in self.given.items()})
        self._roots = [root for text in options.roots if (root := parse_root(text)) is not None]
        self._digests: dict[str, str | None] = {}
        self._scans: dict[tuple[str, ...], tuple[str, ...]] = {}

    def digest(self, path: str) -> str | None:
        """The digest of what a file holds; None where it cannot be read."""
        if path not in self._digests:
            self._digests[path] = self._digest(path)
        return self._digests[path]

    def _digest(self, path: str) -> str | None:
        if path in self.texts:
            return digest.of_text(path, self.texts[path])
        try:
            data = read_regular(Path(path), MAX_NOTEBOOK_BYTES)
        except OSError:
            return None
        return digest.of_bytes(path, data) if data is not None else None

    def roots_in(self, path: str) -> tuple[str, ...]:
        """The roots that the settings name in this file."""
        if not self._roots:
            return ()
        names = (path, self.finder.name_of(Path(path))[0])
        return tuple(sorted({str(root) for root in self._roots if root.where in names}))

    def _real(self, path: Path) -> str:
        """A path without symbolic links."""
        if path.is_symlink():
            return os.path.realpath(path)
        folder, name = str(path.parent), path.name
        if folder not in self._folders:
            self._folders[folder] = os.path.realpath(folder)
        return f"{self._folders[folder].rstrip(os.sep)}{os.sep}{name}"

    def scan(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The given files that have one of these words."""
        from fullgraph.lint.project.index import Project

        if words not in self._scans:
            project = Project(None, {Path(path): text for path, text in self.texts.items()})
            project.given = {Path(path): name for path, name in self.given.items()}
            self._scans[words] = tuple(str(path) for path in project.searched(words))
        return self._scans[words]


class Content(NamedTuple):
    """A file has this content, and is named so in reports; no name for one that was not given."""

    path: str
    digest: str
    display: str | None

    def holds(self, now: Now) -> bool:
        return now.given.get(self.path) == self.display and now.digest(self.path) == self.digest


class Located(NamedTuple):
    """A module is found there, or nowhere, by a file whose own package lies in the folder ``home``."""

    home: str
    name: str
    path: str | None

    def holds(self, now: Now) -> bool:
        found = now.finder.locate(self.name, self.home)
        return (str(found) if found is not None else None) == self.path


class Home(NamedTuple):
    """The package of a file, or the file itself, lies in this folder."""

    path: str
    home: str

    def holds(self, now: Now) -> bool:
        return now.finder.name_of(Path(self.path))[1] == self.home


class Rooted(NamedTuple):
    """These of the roots that the settings name are in the file; what others are in other files decides nothing."""

    path: str
    roots: tuple[str, ...]

    def holds(self, now: Now) -> bool:
        return now.roots_in(self.path) == self.roots


class Scanned(NamedTuple):
    """Of the given files, these have one of these words."""

    words: tuple[str, ...]
    found: tuple[str, ...]

    def holds(self, now: Now) -> bool:
        return now.scan(self.words) == self.found


Fact = Content | Located | Home | Rooted | Scanned

_KINDS: dict[str, type[Content] | type[Located] | type[Home] | type[Rooted] | type[Scanned]] = {
    "content": Content,
    "located": Located,
    "home": Home,
    "rooted": Rooted,
    "scanned": Scanned,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}


def to_json(fact: Fact) -> list[Any]:
    return [_NAMES[type(fact)], *fact]


def from_json(data: Any) -> Fact:
    """The fact again. Raises LookupError, TypeError or ValueError for what is none."""
    kind, *values = data
    if kind == "scanned":
        words, found = values
        return Scanned(tuple(words), tuple(found))
    if kind == "rooted":
        path, roots = values
        return Rooted(str(path), tuple(map(str, roots)))
    if not all(value is None or isinstance(value, str) for value in values):
        raise ValueError(values)
    return _KINDS[kind](*values)
