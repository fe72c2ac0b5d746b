"""What changed between two sweeps, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

ChangeKind = Literal[
    "became-unusable",
    "became-usable",
    "stopped-being-whole",
    "became-whole",
    "new-break",
    "gone-break",
    "changed-break",
    "moved-break",
    "graphs",
    "new-recompile",
    "gone-recompile",
    "check",
    "slower",
    "faster",
]
Cause = Literal["torch", "library", "fullgraph", "surroundings", "unknown", "chance"]
"""``surroundings``: Python or the machine. ``unknown``: it shows in every rerun, and no known difference exists."""
Verdict = Literal["worse", "better", "other"]


@dataclass(frozen=True)
class RunKey:
    """What runs of two sweeps are paired by."""

    target: str
    pass_: str
    mode: str
    dtype: str
    device: str
    environment: str = ""
    """Only where each side has several."""

    def __str__(self) -> str:
        parts = (self.pass_, self.mode, self.dtype, self.device, self.environment)
        return f"{self.target} ({', '.join(filter(None, parts))})"


@dataclass
class Change:
    """One thing that is otherwise in B."""

    kind: ChangeKind
    verdict: Verdict
    text: str
    """One line."""
    about: str = ""
    """By which it is known again in a rerun, together with its kind: an identity, the name of a check."""
    causes: list[Cause] = field(default_factory=list)
    """Several: it is one of them or all together, which cannot be told apart."""
    shown: int | None = None
    """So many reruns show it; None where there was none."""
    reruns: int = 0

    @property
    def is_chance(self) -> bool:
        return self.causes == ["chance"]


@dataclass
class Differences:
    """What differs between the two runs of a pair beside what came of them."""

    torch: str = ""
    """``2.13.0 → 2.15.0``; empty where it is the same."""
    fullgraph: str = ""
    files: list[str] = field(default_factory=list)
    """Files of the libraries, or the project, that the runs reached and that differ."""
    packages: list[str] = field(default_factory=list)
    """Versions that differ, where the files are not known."""
    surroundings: list[str] = field(default_factory=list)
    """Python, and the machine."""

    @property
    def causes(self) -> list[Cause]:
        """What a change can be put down to; empty where nothing differs."""
        found: list[tuple[Cause, object]] = [
            ("torch", self.torch),
            ("library", self.files or self.packages),
            ("fullgraph", self.fullgraph),
            ("surroundings", self.surroundings),
        ]
        return [cause for cause, differs in found if differs]


@dataclass
class PairChanges:
    """The changes of one run."""

    key: RunKey
    library: str
    changes: list[Change]
    differences: Differences
    problem: str = ""
    """The reason why it was not run again."""

    @property
    def told(self) -> list[Change]:
        """Those that are changes, and no chance."""
        return [one for one in self.changes if not one.is_chance]

    @property
    def verdict(self) -> Verdict:
        """The worst of what is no chance."""
        verdicts = {one.verdict for one in self.told}
        order: tuple[Verdict, ...] = ("worse", "better")
        return next((one for one in order if one in verdicts), "other")


@dataclass
class SideAbout:
    """One of the two sweeps."""

    name: str
    """As it was given."""
    fullgraph: str
    torch: list[str]
    python: list[str]
    created: str
    """ISO 8601."""
    runs: int


@dataclass
class SharedBreak:
    """A break that is new or gone in several runs."""

    kind: ChangeKind
    verdict: Verdict
    text: str
    runs: int


@dataclass
class SweepDiff:
    """Two sweeps beside each other."""

    a: SideAbout
    b: SideAbout
    compared: int
    """Pairs."""
    changed: list[PairChanges] = field(default_factory=list)
    """Those with changes, chance among them; the worst first."""
    only_a: list[RunKey] = field(default_factory=list)
    only_b: list[RunKey] = field(default_factory=list)
    not_timed: int = 0
    """Pairs whose times were taken on different machines, or without an interval, and were not compared."""
    reran: int = 0
    """Pairs that were run again."""
    fullgraph: str = ""
    """The version that compared them."""

    @property
    def exit_status(self) -> int:
        """1 where something got worse, and not by chance."""
        return int(any(pair.verdict == "worse" for pair in self.changed))

    def of_verdict(self, verdict: Verdict) -> list[PairChanges]:
        """The pairs of which this is the worst."""
        return [pair for pair in self.changed if pair.told and pair.verdict == verdict]

    @property
    def chance(self) -> list[PairChanges]:
        """The pairs of which all that differs is chance."""
        return [pair for pair in self.changed if not pair.told]

    @property
    def shared_breaks(self) -> list[SharedBreak]:
        """Breaks that are new, gone or changed in several runs, the commonest first."""
        found: dict[tuple[str, str], list[Change]] = {}
        for pair in self.changed:
            for one in pair.told:
                if one.kind.endswith("-break"):
                    found.setdefault((one.kind, one.about), []).append(one)
        shared = [SharedBreak(all_[0].kind, all_[0].verdict, all_[0].text, len(all_)) for all_ in found.values()]
        return sorted((one for one in shared if one.runs > 1), key=lambda one: -one.runs)

    @property
    def counts(self) -> dict[ChangeKind, int]:
        """So many changes of each kind, without chance."""
        found: dict[ChangeKind, int] = {}
        for pair in self.changed:
            for one in pair.told:
                found[one.kind] = found.get(one.kind, 0) + 1
        return found
