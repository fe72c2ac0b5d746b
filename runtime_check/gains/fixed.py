"""Has a fix kept the speed, and what each way to compile computes?"""

from __future__ import annotations

from fullgraph.runtime_check.gains.timing import show_seconds
from fullgraph.runtime_check.results import Gains, Repair, Run, Timing, Verdict

WORTH_TELLING = 0.05
"""A difference of medians below it is none, however little the samples scatter."""
SCATTER = 0.3
"""The distance of the quartiles, relative to the median, beyond which two times are not compared."""


def add_speed(repair: Repair, before: Run, after: Run) -> None:
    """Compare the compiled times before and after the fix, of the checked mode and of every arm.

    Slower is what lies beyond the spread: the quartiles do not overlap, and the medians differ by more than 5 %. A fix
    that makes a break go away may well change nothing: that is said too.
    """
    pairs = _pairs(before, after)
    texts = {name: _compared(old, new) for name, old, new in pairs}
    lost = _no_longer_right(before, after)
    slower = [f"{name}: {text}" for name, text in texts.items() if text.startswith("slower")]
    if not texts and not lost:
        return
    summary = next(iter(texts.values()), "not timed")
    rest = [f"{name}: {text}" for name, text in list(texts.items())[1:]]
    if lost or slower:
        repair.speed = Verdict("speed", "fail", (lost + slower)[0], [*(lost + slower)[1:], *_others(rest, slower)])
    else:
        repair.speed = Verdict("speed", "pass", summary, rest)


def _others(rest: list[str], told: list[str]) -> list[str]:
    return [text for text in rest if text not in told]


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


def _compared(old: Gains, new: Gains) -> str:
    before, after = old.compiled, new.compiled
    times = f"{show_seconds(before.median)} -> {show_seconds(after.median)} per step, compiled"
    if scatters(before) or scatters(after):
        return f"not told: the times scatter too much to compare them: {times}"
    ratio = before.median / after.median if after.median else 1.0
    if after.low > before.high and ratio < 1 - WORTH_TELLING:
        return f"slower after the fix: {times} ({1 / ratio:.2f}x the time)"
    if after.high < before.low and ratio > 1 + WORTH_TELLING:
        return f"faster after the fix: {times} ({ratio:.2f}x as fast)"
    return f"as fast after the fix, within the spread: {times}"


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
