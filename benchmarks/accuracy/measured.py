"""The measured data: what TorchDynamo did with the zoo's models, the cases, and the packages that hold the code."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

DATA = Path(__file__).with_name("data")

Part = Literal["zoo", "cases"]


@dataclass(frozen=True)
class Package:
    """One release as its pinned wheel, which part of the data it belongs to, and the module that it installs."""

    name: str
    version: str
    data: Part
    module: str
    wheel: str
    sha256: str

    @property
    def label(self) -> str:
        return f"{self.name} {self.version}"

    @property
    def folder(self) -> str:
        """Return its folder: one for all packages of the zoo, as installed ones have, and one for each case."""
        return "zoo" if self.data == "zoo" else f"cases/{self.name}-{self.version}"


@dataclass(frozen=True)
class Break:
    """A graph break, at the innermost line inside of the packages."""

    file: str
    line: int
    line_sha256: str
    function: str
    gb_type: str
    kind: str
    visible: str

    @property
    def scored(self) -> bool:
        """Whether reading the code can find it: not if another break induced it, or if no source shows it."""
        return self.kind != "induced" and self.visible != "no"


@dataclass(frozen=True)
class Run:
    """One model, compiled and called in train or eval mode."""

    model: str
    name: str
    package: str
    torch: str
    mode: str
    breaks: Sequence[Break]
    traced: Mapping[str, frozenset[int]]
    """The lines that TorchDynamo traced, by file."""
    graphs: int = 0


@dataclass(frozen=True)
class Case:
    """A graph break or recompile in a released package, at the lines that its maintainers changed to end it."""

    id: str
    package: str
    release: str
    file: str
    lines: Sequence[int]
    line_sha256: Sequence[str]
    construct: str
    effect: str
    description: str

    @property
    def folder(self) -> str:
        return f"cases/{self.package}-{self.release}"


def load_packages(path: Path = DATA / "packages.json") -> list[Package]:
    return [Package(**record) for record in json.loads(path.read_text(encoding="utf-8"))]


def load_zoo(path: Path = DATA / "zoo.jsonl") -> list[Run]:
    return [_run(json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def load_cases(path: Path = DATA / "cases.json") -> list[Case]:
    return [_case(record) for record in json.loads(path.read_text(encoding="utf-8"))]


def _run(record: Mapping[str, Any]) -> Run:
    return Run(
        model=record["model"],
        name=record["name"],
        package=record["package"],
        torch=record["torch"].partition("+")[0],
        mode=record["mode"],
        breaks=[Break(**{name: given[name] for name in Break.__dataclass_fields__}) for given in record["breaks"]],
        traced={file: parse_ranges(text) for file, text in record["traced_lines"].items()},
        graphs=record["graphs"],
    )


def _case(record: Mapping[str, Any]) -> Case:
    fields = {name: record[name] for name in Case.__dataclass_fields__ if name != "release"}
    return Case(**fields, release=record["bad_version"])


def parse_ranges(text: str) -> frozenset[int]:
    """The numbers of ``"3-5,8"``: 3, 4, 5 and 8."""
    numbers: set[int] = set()
    for part in text.split(","):
        first, _, last = part.partition("-")
        numbers.update(range(int(first), int(last or first) + 1))
    return frozenset(numbers)


def line_hash(line: str) -> str:
    """Return how the data names the text of a line: indentation does not count."""
    return hashlib.sha256(line.strip().encode()).hexdigest()[:16]


class Sources:
    """The text of lines in the unpacked packages."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._lines: dict[str, list[str]] = {}

    def line(self, file: str, number: int) -> str:
        """A line without its indentation; empty where there is no such line."""
        if file not in self._lines:
            path = self.root / file
            self._lines[file] = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        lines = self._lines[file]
        return lines[number - 1].strip() if 0 < number <= len(lines) else ""


def differing_lines(runs: Iterable[Run], cases: Iterable[Case], root: Path) -> list[str]:
    """The lines of breaks and cases whose text in the unpacked packages is not the one that was measured."""
    sources = Sources(root)
    expected = {(f"zoo/{found.file}", found.line): found.line_sha256 for run in runs for found in run.breaks}
    for case in cases:
        for number, digest in zip(case.lines, case.line_sha256, strict=True):
            expected[f"{case.folder}/{case.file}", number] = digest
    return [
        f"{file}:{number}"
        for (file, number), digest in sorted(expected.items())
        if line_hash(sources.line(file, number)) != digest
    ]
