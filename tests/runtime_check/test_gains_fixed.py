"""What a fix does to the speed, told from the times before and after it."""

from __future__ import annotations

import pytest
from fullgraph.runtime_check.arms import parse_arm
from fullgraph.runtime_check.gains.fixed import add_speed
from fullgraph.runtime_check.results import ArmRun, Failure, Gains, Repair, Run, TargetReport, Timing, Verdict


def gains(low: float, median: float, high: float) -> Gains:
    return Gains("forward", Timing(2.0, 2.0, 2.0, 9), Timing(median, low, high, 9), "default mode", 1.0, 1)


def arm(status: str, found: Gains | None = None) -> ArmRun:
    return ArmRun(parse_arm("regional"), found, Verdict("numerics", status, "3 tensors"))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("old", "new", "status", "text"),
    [
        ((0.9, 1.0, 1.1), (1.2, 1.3, 1.4), "fail", "slower after the fix: 1 s -> 1.3 s per step, compiled (1.30x"),
        ((0.9, 1.0, 1.1), (0.7, 0.8, 0.85), "pass", "faster after the fix: 1 s -> 800 ms per step, compiled (1.25x"),
        ((0.9, 1.0, 1.1), (1.0, 1.2, 1.3), "pass", "as fast after the fix, within the spread"),
        ((1.0, 1.0, 1.0), (1.02, 1.02, 1.02), "pass", "as fast after the fix"),
    ],
)
def test_slower_is_what_lies_beyond_the_spread(
    old: tuple[float, ...], new: tuple[float, ...], status: str, text: str
) -> None:
    repair = Repair()
    before, after = Run(gains=gains(*old)), Run(gains=gains(*new))
    add_speed(repair, before, after)
    assert repair.speed is not None
    assert repair.speed.status == status
    assert text in repair.speed.summary
    assert TargetReport("t", before, repair, after).exit_status == (status == "fail")


@pytest.mark.parametrize(
    ("eager", "compiled", "status"),
    [
        ((2.0, 1.5), (1.0, 0.8), "skipped"),  # all of it faster
        ((2.0, 2.6), (1.0, 1.3), "skipped"),  # all of it slower
        ((2.0, 1.9), (1.0, 0.8), "pass"),  # compiled code gained more
        ((2.0, 2.2), (1.0, 1.3), "fail"),  # compiled code lost more
        ((2.0, 1.5), (1.0, 1.3), "fail"),
        ((2.0, 2.6), (1.0, 0.8), "pass"),
        ((2.0, 1.5), (1.0, 1.0), "pass"),
    ],
)
def test_nothing_is_concluded_where_eager_changed_as_much(
    eager: tuple[float, float], compiled: tuple[float, float], status: str
) -> None:
    repair = Repair()
    runs = [Run(gains=gains(value, value, value)) for value in compiled]
    for run, value in zip(runs, eager, strict=True):
        assert run.gains is not None
        run.gains.eager = Timing(value, value, value, 9)
    add_speed(repair, *runs)
    assert repair.speed is not None
    assert repair.speed.status == status
    assert ("not told: eager changed as much" in repair.speed.summary) == (status == "skipped")


def test_each_arm_counts() -> None:
    repair = Repair()
    fine, slow = gains(1.0, 1.0, 1.0), gains(2.0, 2.0, 2.0)
    add_speed(repair, Run(gains=fine, arms=[arm("pass", fine)]), Run(gains=fine, arms=[arm("pass", slow)]))
    assert repair.speed is not None
    assert repair.speed.status == "fail"
    assert repair.speed.summary.startswith("regional: slower after the fix")


def test_an_arm_that_is_no_longer_right_is_told() -> None:
    repair = Repair()
    add_speed(repair, Run(arms=[arm("pass")]), Run(arms=[arm("fail")]))
    assert repair.speed is not None
    assert repair.speed.status == "fail"
    assert repair.speed.summary == "regional no longer computes what eager does: 3 tensors"
    broken = ArmRun(parse_arm("regional"), failure=Failure("crash", "ended by SIGSEGV", "the timing"))
    add_speed(repair, Run(arms=[arm("pass")]), Run(arms=[broken]))
    assert repair.speed.summary == "regional fails after the fix: ended by SIGSEGV"


def test_what_was_not_timed_is_not_judged() -> None:
    repair = Repair()
    add_speed(repair, Run(), Run(gains=gains(1, 1, 1)))
    assert repair.speed is None
