"""What a soak came to, as data, as text and as a plot."""

from __future__ import annotations

import json
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.soak.sampling import Sample

MEBI = 2**20
WARM = 0.1
"""The part of the time that is left for everything to be loaded, before figures count as those of the beginning."""


@dataclass
class Soak:
    """One run. ``latencies``: of each kind, when it was (seconds) and how long it took (seconds)."""

    what: str
    seconds: float
    files: int
    lines: int
    actions: dict[str, int] = field(default_factory=dict)
    latencies: dict[str, list[tuple[float, float]]] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)
    """What should not have been: an answer that did not come, an internal error."""

    def did(self, action: str) -> None:
        self.actions[action] = self.actions.get(action, 0) + 1

    def took(self, kind: str, when: float, seconds: float) -> None:
        self.latencies.setdefault(kind, []).append((when, seconds))

    def write(self, path: Path) -> None:
        path.write_text(json.dumps(asdict(self)) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Soak:
        values = json.loads(path.read_text(encoding="utf-8"))
        values["samples"] = [Sample(**one) for one in values["samples"]]
        return cls(**values)

    def halves(self) -> tuple[list[Sample], list[Sample]]:
        """The samples of the first and of the last fifth after the warm-up."""
        warm = [one for one in self.samples if one.seconds >= self.seconds * WARM]
        fifth = max(len(warm) // 5, 1)
        return warm[:fifth], warm[-fifth:]

    def slope(self, value: Callable[[Sample], float]) -> float:
        """By how much a value grows a minute after the warm-up, by least squares."""
        warm = [one for one in self.samples if one.seconds >= self.seconds * WARM]
        if len(warm) < 3:
            return 0.0
        line = statistics.linear_regression([one.seconds / 60 for one in warm], [value(one) for one in warm])
        return float(line.slope)


QUANTITIES: tuple[tuple[str, str, Callable[[Sample], float]], ...] = (
    ("memory", "MiB", lambda one: one.memory / MEBI),
    ("memory of the first process", "MiB", lambda one: one.own_memory / MEBI),
    ("file handles", "", lambda one: one.files),
    ("threads", "", lambda one: one.threads),
    ("processes", "", lambda one: one.processes),
)


def table(soak: Soak) -> str:
    """The figures in Markdown: what was held at the beginning and at the end, and how long answers took."""
    first, last = soak.halves()
    done = ", ".join(f"{name} {count}" for name, count in sorted(soak.actions.items(), key=lambda one: -one[1]))
    loads = [one.load for one in soak.samples]
    text = [
        f"{soak.seconds / 60:.0f} minutes over {soak.files} files, {soak.lines:,} lines: {done}. "
        f"Load of the machine: {min(loads):.1f} to {max(loads):.1f}.",
        "",
        "| held | first fifth | last fifth | largest | growth |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, unit, value in QUANTITIES:
        early, late = (statistics.median(map(value, part)) for part in (first, last))
        most = max(map(value, soak.samples))
        text.append(
            f"| {name}{f' ({unit})' if unit else ''} | {early:.0f} | {late:.0f} | {most:.0f} | "
            f"{soak.slope(value):+.2f} a minute |"
        )
    text += ["", "| answered | times | median, first half | median, second half | 95 % | longest |"]
    text.append("| --- | --- | --- | --- | --- | --- |")
    for kind, taken in sorted(soak.latencies.items()):
        early_times = [took for when, took in taken if when < soak.seconds / 2]
        late_times = [took for when, took in taken if when >= soak.seconds / 2]
        every = sorted(took for _, took in taken)
        text.append(
            f"| {kind} | {len(every)} | {_seconds(early_times)} | {_seconds(late_times)} | "
            f"{every[int(0.95 * (len(every) - 1))]:.2f} s | {every[-1]:.2f} s |"
        )
    text.append("")
    text += [f"- {problem}" for problem in soak.problems] or [
        "No answer was missing, and no internal error was logged."
    ]
    return "\n".join(text) + "\n"


def _seconds(values: Sequence[float]) -> str:
    return f"{statistics.median(values):.2f} s" if values else "none"


def plot(soaks: Sequence[Soak], path: Path) -> None:
    """Memory, handles and latencies over time, a column for each run."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, grid = pyplot.subplots(3, len(soaks), figsize=(5.5 * len(soaks), 7.5), sharex="col", squeeze=False)
    for column, soak in enumerate(soaks):
        minutes = [one.seconds / 60 for one in soak.samples]
        memory, handles, latency = (grid[row][column] for row in range(3))
        memory.set_title(soak.what)
        memory.plot(minutes, [one.memory / MEBI for one in soak.samples], label="all processes", color="#4c72b0")
        memory.plot(minutes, [one.own_memory / MEBI for one in soak.samples], label="the first", color="#dd8452")
        memory.set_ylabel("memory, MiB")
        memory.set_ylim(bottom=0)
        memory.legend(loc="lower right", fontsize="small")
        for name, value, colour in (
            ("file handles", lambda one: one.files, "#4c72b0"),
            ("threads", lambda one: one.threads, "#dd8452"),
            ("processes", lambda one: one.processes, "#55a868"),
        ):
            handles.step(minutes, [value(one) for one in soak.samples], label=name, color=colour, where="post")  # type: ignore[no-untyped-call]
        handles.set_ylim(bottom=0)
        handles.legend(loc="center right", fontsize="small")
        handles.set_ylabel("count")
        for kind, taken in sorted(soak.latencies.items()):
            latency.plot([when / 60 for when, _ in taken], [took for _, took in taken], ".", ms=3, label=kind)
        latency.set_yscale("log")
        latency.set_ylabel("answered after, s")
        latency.set_xlabel("minutes")
        latency.legend(loc="upper right", fontsize="small")
    for axes in grid.flat:
        axes.grid(alpha=0.3)
    figure.tight_layout()
    figure.savefig(path, dpi=110)
