"""The file of facts about the data's models: as `check --facts` reads it, compressed, with the runs that it is from."""

from __future__ import annotations

import dataclasses
import gzip
import json
from dataclasses import dataclass, field
from pathlib import Path

from fullgraph.lint.facts import files, identity
from fullgraph.lint.facts.coding import to_json
from fullgraph.lint.facts.schema import Recorded


@dataclass(frozen=True)
class Made:
    """One run in eager, or why there is none."""

    package: str
    model: str
    name: str
    mode: str
    failure: str = ""
    versions: dict[str, str] = field(default_factory=dict, hash=False)
    """Of Python, torch and the packages that it ran."""

    @property
    def label(self) -> str:
        return f"{self.package} {self.name} ({self.mode})"


@dataclass
class Recording:
    """The facts of some runs; without ``runs`` where `fullgraph verify --facts` wrote them."""

    facts: Recorded
    runs: list[Made] = field(default_factory=list)

    @property
    def good(self) -> list[Made]:
        return [one for one in self.runs if not one.failure]

    @property
    def versions(self) -> dict[str, list[str]]:
        """The versions that ran, by name."""
        found: dict[str, set[str]] = {}
        for one in self.good:
            for name, version in one.versions.items():
                found.setdefault(name, set()).add(version)
        return {name: sorted(versions) for name, versions in found.items()}

    def write(self, path: Path) -> None:
        """Make the file: the same bytes for the same content."""
        content = {"runs": [dataclasses.asdict(one) for one in self.runs], **to_json(self.facts)}
        data = json.dumps(content, separators=(",", ":")).encode()
        path.write_bytes(gzip.compress(data, mtime=0))

    @classmethod
    def read(cls, path: Path) -> Recording:
        """Read such a file, or a plain one of facts. Raises `files.FactsError` or `OSError`."""
        data = path.read_bytes()
        if data.startswith(b"\x1f\x8b"):
            data = gzip.decompress(data)
        facts = files.decode(data, str(path))
        return cls(facts, [Made(**one) for one in json.loads(data).get("runs", [])])

    def plain(self, path: Path, folder: Path) -> None:
        """Write the facts alone, for `check --facts`, about the packages as they lie in the folder."""
        names = {fact.file: identity.of_file((folder / fact.file).resolve()) for fact in self.facts.functions.values()}
        files.write(path, self.facts.renamed(names))
