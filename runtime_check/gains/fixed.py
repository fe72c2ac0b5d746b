"""Has a fix kept the speed, and what each way to compile computes?"""

from __future__ import annotations

from fullgraph.lint.diagnostics.amounts import show_seconds
from fullgraph.runtime_check.gains.speed import speed_verdict
from fullgraph.runtime_check.report.ratios import few_processes, show_ratio
from fullgraph.runtime_check.results import FixedSpeed, Gains, Ratio, Repair, Run, Status, Timing, Verdict

TOLERATED = 0.02
"""A fix fails only where it surely costs more. Of a hundred fixes that change nothing, two or three are told to be
slower by chance, and by less."""


def add_speed(repair: Repair, before: Run, after: Run) -> None:
    """Judge ``repair.speeds``, what was timed in pairs; give both runs the figures of these processes.

    A fix that makes a break go away may well change nothing: that is said too, and so is whether eager is faster.
    """
    for speed in repair.speeds:
        _take_over(speed, before, after)
    lost = _no_longer_right(before, after)
    told = [(_status(speed), _text(speed, named=bool(speed.arm))) for speed in repair.speeds]
    if not told and not lost:
        return
    failed = lost + [text for status, text in told if status == "fail"]
    few = next((few for speed in repair.speeds if speed.ratio and (few := few_processes(speed.ratio))), "")
    if failed:
        others = [text for status, text in told if status != "fail"]
        repair.speed = Verdict("speed", "fail", failed[0], [*failed[1:], *others])
        return
    repair.speed = Verdict("speed", told[0][0], told[0][1], [*(text for _, text in told[1:]), *([few] if few else [])])


def _status(speed: FixedSpeed) -> Status:
    if speed.ratio is None:
        return "skipped"
    if speed.ratio.high < 1 - TOLERATED:
        return "fail"
    return "slower" if "slower" in (speed.ratio.told, _told(speed.fixed_against_eager)) else "pass"


def _told(ratio: Ratio | None) -> str:
    return ratio.told if ratio is not None else ""


def _text(speed: FixedSpeed, *, named: bool) -> str:
    name = f"{speed.arm}: " if named else ""
    if speed.ratio is None or speed.compiled is None or speed.compiled_fixed is None:
        return f"{name}not compared: {speed.note}"
    text = f"{show_ratio(speed.ratio, 'before the fix')}: {_change(speed.compiled, speed.compiled_fixed)} per step"
    if speed.compile_seconds is not None and speed.compile_seconds_fixed is not None:
        first = f"{show_seconds(speed.compile_seconds)} -> {show_seconds(speed.compile_seconds_fixed)}"
        text += f"; compile time {first} with empty caches"
    if speed.ratio_eager is not None and speed.ratio_eager.told != "same":
        text += f"; in eager {show_ratio(speed.ratio_eager, 'before')}"
    if _told(speed.fixed_against_eager) == "slower" and speed.eager_fixed is not None:
        still = "still " if _told(speed.original_against_eager) == "slower" else ""
        text += f"; {still}slower than eager, which takes {show_seconds(speed.eager_fixed.median)}"
    return name + text + (f" ({speed.note})" if speed.note else "")


def _change(before: Timing, after: Timing) -> str:
    return f"{show_seconds(before.median)} -> {show_seconds(after.median)}"


def _take_over(speed: FixedSpeed, before: Run, after: Run) -> None:
    """Have the runs tell the times that compare: those of the processes that had both versions."""
    if speed.ratio is None:
        return
    for run, eager, compiled, ratio in (
        (before, speed.eager, speed.compiled, speed.original_against_eager),
        (after, speed.eager_fixed, speed.compiled_fixed, speed.fixed_against_eager),
    ):
        gains = _gains(run, speed.arm)
        if gains is None or eager is None or compiled is None:
            continue
        gains.eager, gains.compiled, gains.ratio = eager, compiled, ratio
        if not speed.arm:
            retell(run)


def retell(run: Run) -> None:
    """Put the verdict on the gains in the place of the one from the first process."""
    if run.gains is not None:
        verdict = speed_verdict(run.gains)
        run.verdicts = [verdict if one.check == verdict.check else one for one in run.verdicts]


def _gains(run: Run, arm: str) -> Gains | None:
    return next((one.gains for one in run.arms if one.arm.name == arm), None) if arm else run.gains


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
