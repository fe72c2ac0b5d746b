"""What changed, in words that all reports share."""

from __future__ import annotations

from collections.abc import Sequence

from fullgraph.lint.report.text import count
from fullgraph.sweep.compare.model import Cause, Change, ChangeKind, Differences, PairChanges, SideAbout, SweepDiff

KINDS: dict[ChangeKind, str] = {
    "became-unusable": "no longer usable",
    "became-usable": "now usable",
    "stopped-being-whole": "no longer whole",
    "became-whole": "now whole",
    "new-break": "new break",
    "gone-break": "gone break",
    "changed-break": "changed break",
    "moved-break": "moved break",
    "graphs": "graphs",
    "new-recompile": "new recompile",
    "gone-recompile": "gone recompile",
    "check": "check",
    "slower": "slower",
    "faster": "faster",
}
UNKNOWN = "shows in every rerun, and no known difference exists"
MOST_FILES = 3
"""So many of the files that differ are named in a line."""


def summary(diff: SweepDiff) -> str:
    """All of it in one line."""
    worse, told, chance = len(diff.of_verdict("worse")), sum(bool(pair.told) for pair in diff.changed), len(diff.chance)
    parts = [f"{count(diff.compared, 'run')} in both"]
    parts.append(f"{told} changed, {worse} for the worse" if told else "no change")
    if chance:
        parts.append(f"{chance} by chance")
    for keys, name in ((diff.only_a, "A"), (diff.only_b, "B")):
        if keys:
            parts.append(f"{len(keys)} only in {name}")
    return "; ".join(parts)


def side(about: SideAbout) -> str:
    """What a side is, in one line."""
    torch, python = ", ".join(about.torch) or "none", ", ".join(about.python) or "none"
    return f"{about.name}: torch {torch}, fullgraph {about.fullgraph}, Python {python}, {count(about.runs, 'run')}"


def counts(diff: SweepDiff) -> str:
    """The changes by kind, without chance."""
    return ", ".join(f"{KINDS[kind]}: {number}" for kind, number in diff.counts.items())


def sections(diff: SweepDiff) -> list[tuple[str, list[PairChanges]]]:
    """The pairs under the headings that they come under; none that is empty."""
    found = [
        ("Worse", diff.of_verdict("worse")),
        ("Better", diff.of_verdict("better")),
        ("Otherwise", diff.of_verdict("other")),
        ("By chance", diff.chance),
    ]
    return [(title, pairs) for title, pairs in found if pairs]


def notes(diff: SweepDiff) -> list[str]:
    """What was not compared, or not run again."""
    found = []
    if diff.not_timed:
        found.append(
            f"the times of {count(diff.not_timed, 'run')} were not compared: from different machines or backends, "
            "compiled in different ways, or without an interval"
        )
    if diff.changed and not diff.reran:
        found.append("nothing was run again, so a change may be chance; --rerun repeats runs")
    return found


def put_down(pair: PairChanges, change: Change) -> str:
    """What a change is put down to."""
    counted = f"seen in {change.shown} of {change.reruns} reruns" if change.shown is not None else ""
    if change.is_chance:
        return f"chance: {counted}" if counted else "chance, or something not recorded: no known difference exists"
    if change.causes == ["unknown"]:
        return UNKNOWN
    told = " or ".join(_cause(cause, pair.differences) for cause in change.causes)
    return f"{told}; {counted}" if counted else told


def together(pair: PairChanges) -> list[tuple[str, list[Change]]]:
    """The changes of a pair by what they are put down to."""
    found: dict[str, list[Change]] = {}
    for change in pair.changes:
        found.setdefault(put_down(pair, change), []).append(change)
    return list(found.items())


def _cause(cause: Cause, differs: Differences) -> str:
    if cause == "torch":
        return f"torch {differs.torch}"
    if cause == "fullgraph":
        return f"fullgraph {differs.fullgraph}"
    if cause == "surroundings":
        return ", ".join(differs.surroundings)
    return f"library ({_first(differs.files or differs.packages)})"


def _first(names: Sequence[str]) -> str:
    more = f" and {len(names) - MOST_FILES} more" if len(names) > MOST_FILES else ""
    return f"{', '.join(names[:MOST_FILES])}{more}"
