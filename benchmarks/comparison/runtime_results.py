"""What run-time tools reported of the recorded models, kept in ``runtime.json``, and how much of it was recorded."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

from ..accuracy.measured import Run
from ..accuracy.score import SLACK
from .reports import Place
from .runtime_worker import Looked

RESULTS = Path(__file__).with_name("runtime.json")


@dataclass
class Measured:
    """One tool on one run of the data."""

    tool: str
    package: str
    name: str
    mode: str
    looked: Looked

    @property
    def key(self) -> tuple[str, str, str, str]:
        return self.tool, self.package, self.name, self.mode


@dataclass
class Results:
    """All that was measured, the versions that each tool ran with, and when."""

    measured: list[Measured] = field(default_factory=list)
    versions: dict[str, dict[str, str]] = field(default_factory=dict)
    date: str = ""

    @classmethod
    def read(cls, path: Path = RESULTS) -> Results:
        if not path.is_file():
            return cls()
        data = json.loads(path.read_text(encoding="utf-8"))
        measured = []
        for one in data["measured"]:
            looked = Looked(**one.pop("looked"))
            looked.breaks = [(file, line) for file, line in looked.breaks]
            measured.append(Measured(**one, looked=looked))
        return cls(measured, data["versions"], data["date"])

    def write(self, path: Path = RESULTS) -> None:
        """One run a line."""
        self.measured.sort(key=lambda one: one.key)
        runs = ",\n".join(json.dumps(dataclasses.asdict(one)) for one in self.measured)
        head = f'"date": {json.dumps(self.date)},\n"versions": {json.dumps(self.versions, sort_keys=True)}'
        path.write_text(f'{{\n{head},\n"measured": [\n{runs}\n]\n}}\n', encoding="utf-8")

    def add(self, new: Iterable[Measured]) -> None:
        """Put these in the place of what was measured of the same tools and runs."""
        kept = {one.key: one for one in self.measured}
        kept |= {one.key: one for one in new}
        self.measured = list(kept.values())


@dataclass
class Score:
    """One tool over all runs that it was tried on."""

    tool: str
    tried: int = 0
    ended: int = 0
    """Runs that gave a report."""
    named: set[Place] = field(default_factory=set)
    """Recorded sites that it names, in the run in which they were recorded."""
    recorded: set[Place] = field(default_factory=set)
    """All recorded sites of the runs that it was tried on."""
    other: set[Place] = field(default_factory=set)
    """Lines that it names in a run that did not record a break there."""
    wrong: set[Place] = field(default_factory=set)
    """Of them, those in models that never broke."""
    recompiles: int = 0
    guards: int = 0
    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def median(self) -> float:
        return median(self.seconds) if self.seconds else 0.0


def score(tool: str, runs: Sequence[Run], measured: Iterable[Measured]) -> Score:
    """Hold what a tool reported against the data. Give or take a line, as for `fullgraph check`."""
    data = {(run.package, run.name, run.mode): run for run in runs}
    result = Score(tool)
    for one in measured:
        if one.tool != tool:
            continue
        run, looked = data[one.key[1:]], one.looked
        sites = {(found.file, found.line) for found in run.breaks if found.scored}
        every = {(found.file, found.line) for found in run.breaks}
        result.tried += 1
        result.recorded |= sites
        if looked.failure:
            result.failures.append(f"{one.name} ({one.mode}): {looked.failure}")
            continue
        result.ended += 1
        result.named |= {site for site in sites if any(_at(site, place) for place in looked.breaks)}
        other = {place for place in looked.breaks if not any(_at(site, place) for site in every)}
        result.other |= other
        if not every:
            result.wrong |= other
        result.recompiles += looked.recompiles
        result.guards += looked.guards
        result.seconds.append(looked.seconds)
    return result


def _at(site: Place, place: Place) -> bool:
    return site[0] == place[0] and abs(site[1] - place[1]) <= SLACK
