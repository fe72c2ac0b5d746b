"""The results of one set of settings, by the files that they are about."""

from __future__ import annotations

import hashlib
import os
import time
from collections.abc import Sequence
from pathlib import Path

from fullgraph.lint.cache import files
from fullgraph.lint.cache.facts import Content, Fact, Home, Located, Now, Rooted, Scanned
from fullgraph.lint.cache.key import run_key
from fullgraph.lint.cache.pack import Entry, Pack, Result
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Fault
from fullgraph.lint.results.file_result import FileResult, from_json, to_json

PACKS = 64
"""Files that the results of one set of settings are spread over."""

FLUSH = 20.0
"""Seconds after which what is new is written, so that a run that is ended has not worked in vain."""

FRESH = 7
"""Days after which an entry is noted as used again."""


class Cache:
    """The results of earlier runs about the files of a run.

    Results lie in packs, one for each group of folders: a run over few files reads little, and one that finds little
    new writes little.
    """

    def __init__(self, root: Path, files: Sequence[Path], options: Options) -> None:
        self.root = root
        self.folder = root / run_key(options)
        self.now = Now(files, options)
        self._packs: dict[str, Pack] = {}
        self._new: dict[str, dict[str, list[Result]]] = {}
        """By pack and path, the results to write."""
        self._written = time.monotonic()

    def known(self) -> dict[Path, FileResult]:
        """The results of those files about which nothing has changed."""
        found: dict[Path, FileResult] = {}
        for path, resolved in self.now.files.items():
            name = _pack_of(resolved)
            pack = self._pack(name)
            for entry in pack.entries.get(resolved, ()):
                unit = self._taken(entry, pack)
                if unit is not None:
                    found[path] = unit
                    if files.today() - entry.day > FRESH:
                        self._new.setdefault(name, {}).setdefault(resolved, []).append(pack.result(entry))
                    break
        return found

    def _taken(self, entry: Entry, pack: Pack) -> FileResult | None:
        """The result of an entry; None where it does not hold any more, or is none."""
        try:
            if not all(pack.holds(place, self.now) for place in entry.facts):
                return None
            unit = from_json(entry.record)
        except (LookupError, TypeError, ValueError, AttributeError):
            return None
        facts = [pack.facts[place] for place in entry.facts]
        unit.files = {fact.path: fact.digest for fact in facts if isinstance(fact, Content)}
        return unit

    def learn(self, path: Path, unit: FileResult) -> None:
        """Note a result. What may have come of circumstances, such as an error, is not kept, internal ones included."""
        resolved = self.now.files[path]
        passing = any(error.row is None or isinstance(error, Fault) for error in unit.errors)
        if passing or not all(unit.files.values()):
            return
        facts: list[Fact] = [Home(resolved, unit.home), Rooted(resolved, self.now.roots_in(resolved))]
        facts += (Content(name, found, self.now.given.get(name)) for name, found in unit.files.items())
        facts += (Located(unit.home, name, found) for name, found in unit.names.items())
        facts += (Scanned(words, found) for words, found in unit.scans)
        record = to_json(unit)
        for name in ("files", "names", "scans"):
            record[name] = type(record[name])()
        self._new.setdefault(_pack_of(resolved), {}).setdefault(resolved, []).append((facts, record))
        if time.monotonic() - self._written > FLUSH:
            self.save()

    def save(self) -> None:
        """Write what is new, beside what other runs have written meanwhile."""
        if self._new and files.prepare(self.root, self.folder):
            files.sweep(self.root, self.folder)
            for name, new in self._new.items():
                path = self.folder / f"{name}.json"
                pack = Pack.read(files.load(path))
                files.save(path, pack.with_these(new, files.today()))
        self._new = {}
        self._written = time.monotonic()

    def _pack(self, name: str) -> Pack:
        if name not in self._packs:
            self._packs[name] = Pack.read(files.load(self.folder / f"{name}.json"))
        return self._packs[name]


def _pack_of(path: str) -> str:
    """The pack of a file: files of one folder are in one."""
    folder = path.rpartition(os.sep)[0].encode("utf-8", "surrogateescape")
    return f"{hashlib.blake2b(folder, digest_size=1).digest()[0] % PACKS:02}"
