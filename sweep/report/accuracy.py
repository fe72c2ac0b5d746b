"""How often `check` is right, over all runs of a store, with every miss and every false positive as a row."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from fullgraph.sweep.store.queries import QUERIES
from fullgraph.sweep.store.store import Store


@dataclass(frozen=True)
class Miss:
    """A line that breaks in a mode of the compiler, in some run without a prediction."""

    library: str
    file: str
    line: int
    mode: str
    registry_id: str | None
    source: str | None
    reason: str
    runs: int
    targets: list[str]


@dataclass(frozen=True)
class Alarm:
    """A line of which `check` says that it breaks in a mode, where runs went that could have shown it, and none did."""

    library: str
    file: str
    line: int
    mode: str
    codes: list[str]
    message: str
    runs: int
    targets: list[str]


@dataclass
class Accuracy:
    """The predictions for a library in one mode of the compiler."""

    sites: int = 0
    """The lines that break."""
    predicted: int = 0
    """Of these, the ones with a prediction in every run in which they break."""
    alarms: int = 0
    unmet: int = 0
    """Lines with a prediction that did not break, of which no run met the condition that the prediction names."""
    codes: Counter[str] = field(default_factory=Counter)
    """The false positives, by rule."""

    def add(self, other: Accuracy) -> None:
        self.sites += other.sites
        self.predicted += other.predicted
        self.alarms += other.alarms
        self.unmet += other.unmet
        self.codes += other.codes

    @property
    def recall(self) -> float | None:
        return self.predicted / self.sites if self.sites else None

    @property
    def precision(self) -> float | None:
        return self._precision(self.alarms)

    @property
    def precision_of_all(self) -> float | None:
        """The same where predictions under conditions that were not met count as wrong."""
        return self._precision(self.alarms + self.unmet)

    def _precision(self, wrong: int) -> float | None:
        return self.predicted / (self.predicted + wrong) if self.predicted + wrong else None


def misses(store: Store) -> list[Miss]:
    """Every break site that was not predicted, the most frequent first."""
    return [Miss(**record) for record in store.records(QUERIES["misses"].sql)]


def alarms(store: Store) -> list[Alarm]:
    """Every false positive, the most frequent first."""
    return [Alarm(**record) for record in store.records(QUERIES["alarms"].sql)]


def accuracy(store: Store, found: Sequence[Alarm]) -> dict[tuple[str, str], Accuracy]:
    """The figures by library and mode, with the false positives that were found."""
    made: dict[tuple[str, str], Accuracy] = {}
    for library, mode, sites, predicted in store.rows(QUERIES["sites"].sql):
        made[library, mode] = Accuracy(sites, predicted)
    for library, mode, unmet in store.rows(QUERIES["unmet"].sql):
        made.setdefault((library, mode), Accuracy()).unmet = unmet
    for one in found:
        figures = made.setdefault((one.library, one.mode), Accuracy())
        figures.alarms += 1
        figures.codes.update(one.codes)
    return dict(sorted(made.items()))
