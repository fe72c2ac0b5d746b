"""Has a fix kept the speed, and what each way to compile computes?"""

from __future__ import annotations

from dataclasses import dataclass

from fullgraph.runtime_check.report.durations import show_seconds
from fullgraph.runtime_check.results import WORTH_TELLING, Comparison, Gains, Repair, Run, Timing, Verdict

NOT_TOLD = "the times scatter too much to compare them"
AS_EAGER = "not told: eager changed as much, perhaps with the machine"
SCATTER = 0.3
"""The distance of the quartiles, relative to the median, beyond which two times are not compared."""


@dataclass(frozen=True)
class _Change:
    """The change that a fix made to the speed of one way to compile."""

    result: Comparison | None
    """None: nothing is concluded."""
    text: str
    against_eager: Comparison
    """The fixed code, compiled."""


def add_speed(repair: Repair, before: Run, after: Run) -> None:
    """Compare the compiled times before and after the fix, of the checked mode and of every arm.

    Slower is what lies beyond the spread: the quartiles do not overlap, and the medians differ by more than 5 %. A fix
    that makes a break go away may well change nothing: that is said too, and so is whether eager is still faster. The
    two versions run one after the other, so where eager changed by as much or more, the machine may have, and nothing
    is concluded.
    """
    changes = {name: _compared(old, new) for name, old, new in _pairs(before, after)}
    lost = _no_longer_right(before, after)
    slower = [f"{name}: {change.text}" for name, change in changes.items() if change.result == "slower"]
    if not changes and not lost:
        return
    rest = [f"{name}: {change.text}" for name, change in list(changes.items())[1:]]
    if lost or slower:
        others = [text for text in rest if text not in slower]
        repair.speed = Verdict("speed", "fail", (lost + slower)[0], [*(lost + slower)[1:], *others])
        return
    first = next(iter(changes.values()))
    if all(change.result is None for change in changes.values()):
        repair.speed = Verdict("speed", "skipped", first.text, rest)
    else:
        repair.speed = Verdict("speed", "slower" if first.against_eager == "slower" else "pass", first.text, rest)


def _pairs(before: Run, after: Run) -> list[tuple[str, Gains, Gains]]:
    pairs = []
    if before.gains is not None and after.gains is not None:
        pairs.append(("as checked", before.gains, after.gains))
    fixed = {run.arm.name: run.gains for run in after.arms}
    for run in before.arms:
        new = fixed.get(run.arm.name)
        if run.gains is not None and new is not None:
            pairs.append((run.arm.name, run.gains, new))
    return pairs


def _compared(old: Gains, new: Gains) -> _Change:
    before, after = old.compiled, new.compiled
    against = new.against_eager
    times = f"{show_seconds(before.median)} -> {show_seconds(after.median)} per step, compiled"
    if scatters(before) or scatters(after):
        return _Change(None, f"{NOT_TOLD}: {times}", against)
    ratio = before.median / after.median if after.median else 1.0
    own = old.eager.median / new.eager.median if new.eager.median else 1.0
    faster = min(ratio, own) > 1 + WORTH_TELLING and own >= ratio
    slower = max(ratio, own) < 1 - WORTH_TELLING and own <= ratio
    if faster or slower:
        eager = f"{show_seconds(old.eager.median)} -> {show_seconds(new.eager.median)}"
        return _Change(None, f"{AS_EAGER} ({times}; eager {eager})", against)
    result = after.against(before)
    if result == "same":
        text = f"as fast after the fix, within the spread: {times}"
    elif result == "faster":
        text = f"faster after the fix: {times} ({ratio:.2f}x as fast)"
    else:
        text = f"slower after the fix: {times} ({1 / ratio:.2f}x the time)"
    if against == "slower":
        still = "still " if old.against_eager == "slower" else ""
        text += f"; {still}slower than eager, which takes {show_seconds(new.eager.median)}"
    return _Change(result, text, against)


def scatters(timing: Timing) -> bool:
    """Do the quartiles lie so far apart that a busy machine would be taken for the fix? The versions run in turn."""
    return timing.high - timing.low > SCATTER * timing.median


def _no_longer_right(before: Run, after: Run) -> list[str]:
    """The arms that computed what eager does, and no longer do or no longer run."""
    fixed = {run.arm.name: run for run in after.arms}
    lost = []
    for run in before.arms:
        new = fixed.get(run.arm.name)
        if new is None or run.failure is not None:
            continue
        if new.failure is not None:
            lost.append(f"{run.arm.name} fails after the fix: {new.failure.message}")
        elif run.agrees and run.agrees.status == "pass" and new.agrees and new.agrees.status == "fail":
            lost.append(f"{run.arm.name} no longer computes what eager does: {new.agrees.summary}")
    return lost
