"""What is to be told of a sweep, read from its store by the queries that are documented."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from fullgraph.sweep.report import links
from fullgraph.sweep.rows import STATUSES, Environment
from fullgraph.sweep.store.queries import QUERIES
from fullgraph.sweep.store.store import Store

_Row = TypeVar("_Row")


@dataclass(frozen=True)
class Counts:
    """How many runs ended how."""

    runs: int = 0
    whole: int = 0
    breaks: int = 0
    recompiles: int = 0
    fails: int = 0
    unusable: int = 0
    not_done: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(*(a + b for a, b in zip(dataclasses.astuple(self), dataclasses.astuple(other), strict=True)))

    @property
    def judged(self) -> int:
        """Those that came to a verdict."""
        return self.runs - self.unusable - self.not_done

    @property
    def share(self) -> float | None:
        """The share of the judged that is whole."""
        return self.whole / self.judged if self.judged else None

    @property
    def parts(self) -> list[tuple[str, int]]:
        """The counts by status, what is not done last."""
        return [*((name, getattr(self, name)) for name in STATUSES), ("not_done", self.not_done)]


@dataclass(frozen=True)
class Total:
    """The runs of a library in one environment, mode, dtype, device and version of the code."""

    library: str
    environment: str
    torch: str
    mode: str
    dtype: str
    device: str
    version: str
    counts: Counts


@dataclass(frozen=True)
class Cause:
    """A line of code that breaks graphs, with all that it breaks."""

    identity: str
    file: str
    line: int
    environment: str
    example: str
    function: str | None
    source: str | None
    kind: str
    registry_id: str | None
    reason: str
    models: int
    runs: int
    libraries: list[str]
    codes: list[str]
    missed_in: list[str]
    most_share: float | None
    mean_share: float | None
    most_operators: float | None
    link: str | None = None
    registry_link: str | None = None


@dataclass(frozen=True)
class FailureCause:
    """A reason why runs could not be judged."""

    failure: str | None
    cause: str
    runs: int
    models: int
    libraries: list[str]
    example: str
    message: str | None


@dataclass(frozen=True)
class RecompileCause:
    """A function that is compiled again, and for what."""

    identity: str
    file: str
    line: int
    environment: str
    example: str
    function: str | None
    kind: str
    guard: str
    advice: str
    models: int
    runs: int
    libraries: list[str]
    steady: bool
    over_limit: bool
    link: str | None = None


@dataclass(frozen=True)
class CheckCounts:
    """How a check ended in the runs of a library."""

    name: str
    library: str
    passed: int
    failed: int
    skipped: int
    slower: int


@dataclass(frozen=True)
class Repaired:
    """What fixes of a level made of the runs of a library that were not whole."""

    library: str
    torch: str
    level: str
    runs: int
    fixes: int
    taken_back: int
    whole: int
    agree: int
    differ: int


@dataclass(frozen=True)
class Share:
    """The models of a library that are one graph with a torch."""

    library: str
    torch: str
    models: int
    usable: int
    one_graph: int
    share: float | None


@dataclass(frozen=True)
class Summary:
    """A sweep in figures."""

    command: str
    created: datetime.datetime
    fullgraph: str
    finished: datetime.datetime | None
    seconds: float
    planned: int
    done: int
    environments: list[Environment] = field(default_factory=list)
    totals: list[Total] = field(default_factory=list)
    shares: list[Share] = field(default_factory=list)
    causes: list[Cause] = field(default_factory=list)
    failures: list[FailureCause] = field(default_factory=list)
    recompiles: list[RecompileCause] = field(default_factory=list)
    checks: list[CheckCounts] = field(default_factory=list)
    repaired: list[Repaired] = field(default_factory=list)

    @property
    def counts(self) -> Counts:
        """All runs."""
        return sum((one.counts for one in self.totals), Counts())

    def by(self, *names: str) -> list[tuple[tuple[str, ...], Counts]]:
        """The counts by some of the fields of the totals, in their order."""
        found: dict[tuple[str, ...], Counts] = {}
        for one in self.totals:
            key = tuple(getattr(one, name) for name in names)
            found[key] = found.get(key, Counts()) + one.counts
        return sorted(found.items())

    @property
    def varied(self) -> list[str]:
        """The fields of the totals, but for the library, in which runs differ."""
        names = ("environment", "mode", "dtype", "device", "version")
        return [name for name in names if len({getattr(one, name) for one in self.totals}) > 1]


def summarize(store: Store) -> Summary:
    """Read all that is to be told of a store."""
    about = store.about
    planned, done = store.rows("SELECT (SELECT count(*) FROM planned), (SELECT count(*) FROM runs)")[0]
    finished, seconds = store.rows("SELECT max(finished), coalesce(sum(seconds), 0) FROM runs")[0]
    environments = environments_of(store)
    known = {one.environment: links.prefixes(one) for one in environments}

    def linked(record: Mapping[str, Any]) -> dict[str, Any]:
        return {**record, "link": links.source(known.get(record["environment"], {}), record["file"], record["line"])}

    return Summary(
        command=about.command,
        created=about.created,
        fullgraph=about.fullgraph,
        finished=finished,
        seconds=seconds,
        planned=planned,
        done=done,
        environments=environments,
        totals=[_total(record) for record in _asked(store, "totals")],
        shares=_made(Share, _asked(store, "one_graph")),
        causes=_made(
            Cause,
            (
                {**linked(record), "registry_link": links.registry(record["registry_id"])}
                for record in _asked(store, "causes")
            ),
        ),
        failures=_made(FailureCause, _asked(store, "failures")),
        recompiles=_made(RecompileCause, map(linked, _asked(store, "recompile_causes"))),
        checks=[
            CheckCounts(one["name"], one["library"], one["pass"], one["fail"], one["skipped"], one["slower"])
            for one in _asked(store, "checks")
        ],
        repaired=_made(Repaired, _asked(store, "repaired")),
    )


def environments_of(store: Store) -> list[Environment]:
    """The environments of a store, by name."""
    columns = "environment, executable, python, torch, packages"
    return [
        Environment(name, executable, python, torch, dict(packages))
        for name, executable, python, torch, packages in store.rows(
            f"SELECT {columns} FROM environments ORDER BY environment"
        )
    ]


def _asked(store: Store, name: str) -> list[dict[str, Any]]:
    return store.records(QUERIES[name].sql)


def _made(cls: Callable[..., _Row], records: Iterable[Mapping[str, Any]]) -> list[_Row]:
    return [cls(**record) for record in records]


def _total(record: Mapping[str, Any]) -> Total:
    counted = {item.name for item in dataclasses.fields(Counts)}
    rest = {name: value for name, value in record.items() if name not in counted}
    return Total(**rest, counts=Counts(**{name: record[name] for name in counted}))
