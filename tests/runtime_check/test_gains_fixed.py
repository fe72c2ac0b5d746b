"""What a fix does to the speed, told from what was timed in pairs."""

from __future__ import annotations

import pytest
from fullgraph.runtime_check.arms import parse_arm
from fullgraph.runtime_check.gains.fixed import add_speed
from fullgraph.runtime_check.process.measure_pairs import combined
from fullgraph.runtime_check.results import (
    ArmRun,
    Failure,
    FixedSpeed,
    Gains,
    Repair,
    Run,
    TargetReport,
    Timing,
    Verdict,
)

SCATTER = (0.99, 1.0, 1.01)
"""What the ratio is multiplied by, from process to process."""


def timing(seconds: float) -> Timing:
    return Timing(seconds, seconds, seconds, 9, [seconds] * 3)


def speed(
    before: float, after: float, eager: float = 2.0, eager_fixed: float = 2.0, arm: str = "", processes: int = 3
) -> FixedSpeed:
    """As if each process had found this, give or take a hundredth."""
    found = [
        FixedSpeed(arm, timing(eager), timing(before), timing(eager_fixed * by), timing(after * by))
        for by in SCATTER[:processes]
    ]
    found[0].compile_seconds = 60.0
    if processes > 1:
        found[1].compile_seconds_fixed = 50.0
    return combined(arm, found)


def gains() -> Gains:
    return Gains("forward", timing(9.0), timing(9.0), "default mode", 1.0, 1)


def arm(status: str, found: Gains | None = None) -> ArmRun:
    return ArmRun(parse_arm("regional"), found, Verdict("numerics", status, "3 tensors"))  # type: ignore[arg-type]


def judged(*speeds: FixedSpeed, before: Run | None = None, after: Run | None = None) -> Verdict:
    repair, before, after = Repair(speeds=list(speeds)), before or Run(gains=gains()), after or Run(gains=gains())
    add_speed(repair, before, after)
    assert repair.speed is not None
    assert TargetReport("t", before, repair, after).exit_status == (repair.speed.status == "fail")
    return repair.speed


@pytest.mark.parametrize(
    ("before", "after", "status", "text"),
    [
        (1.0, 1.3, "fail", "slower than before the fix, 1.30x the time (1.27 to 1.33, 3 processes): 1 s -> 1.3 s per"),
        (1.0, 0.8, "pass", "1.25x as fast as before the fix (1.22 to 1.28, 3 processes): 1 s -> 800 ms per step"),
        (1.0, 1.01, "pass", "no difference from before the fix was measured (0.97 to 1.02, 3 processes): 1 s"),
        (1.0, 1.04, "slower", "slower than before the fix, 1.04x the time (1.01 to 1.07, 3 processes)"),
    ],
)
def test_a_difference_is_one_that_the_interval_tells(before: float, after: float, status: str, text: str) -> None:
    verdict = judged(speed(before, after))
    assert verdict.status == status
    assert text in verdict.summary
    assert "; compile time 60 s -> 50 s with empty caches" in verdict.summary


def test_a_few_processes_are_not_enough_to_tell_and_it_is_said() -> None:
    verdict = judged(speed(1.0, 1.04, processes=2))
    assert "no difference from before the fix was measured (0.91 to 1.03, 2" in verdict.summary
    assert verdict.notes == ["two processes give a wide interval (--processes 3)"]
    verdict = judged(speed(1.0, 0.5, processes=1))
    assert "2.02x as fast as before the fix (2.02 to 2.02, 1 process)" in verdict.summary
    assert "compile time" not in verdict.summary
    assert "in one process: the difference between processes is unknown" in verdict.notes[0]


@pytest.mark.parametrize(("before", "after"), [(8.0, 4.0), (4.0, 4.01)])
def test_what_is_slower_than_eager_gets_no_green_pass(before: float, after: float) -> None:
    verdict = judged(speed(before, after))
    assert verdict.status == "slower"
    assert verdict.summary.endswith("; still slower than eager, which takes 2 s")


def test_a_fix_that_changes_eager_too_says_so() -> None:
    assert "; in eager 2.00x as fast as before (1.95 to 2.05, 3 processes)" in judged(speed(1, 0.5, 2, 1)).summary


def test_both_runs_tell_the_times_that_compare() -> None:
    before, after = Run(gains=gains()), Run(gains=gains())
    before.verdicts = [Verdict("gains", "pass", "2.00x as fast as eager: 9 s -> 9 s")]
    judged(speed(1.0, 0.5), before=before, after=after)
    assert before.gains is not None and after.gains is not None
    assert (before.gains.eager.median, before.gains.compiled.median, after.gains.compiled.median) == (2.0, 1.0, 0.5)
    assert before.gains.ratio is not None and before.gains.speedup == pytest.approx(2.0)
    assert before.verdicts[0].summary.startswith("2.00x as fast as eager (2.00 to 2.00, 3 processes): 2 s -> 1 s")


def test_each_arm_counts() -> None:
    before, after = Run(arms=[arm("pass", gains())]), Run(arms=[arm("pass", gains())])
    verdict = judged(speed(1, 1), speed(1, 2, arm="regional"), before=before, after=after)
    assert verdict.status == "fail"
    assert verdict.summary.startswith("regional: slower than before the fix, 2.00x the time")
    assert verdict.notes[0].startswith("no difference from before the fix was measured")
    changed = after.arms[0].gains
    assert changed is not None and changed.compiled.median == 2.0


def test_an_arm_that_is_no_longer_right_is_told() -> None:
    repair = Repair()
    add_speed(repair, Run(arms=[arm("pass")]), Run(arms=[arm("fail")]))
    assert repair.speed is not None
    assert repair.speed.status == "fail"
    assert repair.speed.summary == "regional no longer computes what eager does: 3 tensors"
    broken = ArmRun(parse_arm("regional"), failure=Failure("crash", "ended by SIGSEGV", "the timing"))
    add_speed(repair, Run(arms=[arm("pass")]), Run(arms=[broken]))
    assert repair.speed.summary == "regional fails after the fix: ended by SIGSEGV"


def test_what_could_not_be_timed_in_pairs_says_why() -> None:
    verdict = judged(combined("", [FixedSpeed("", note="no end after 12 s")]))
    assert (verdict.status, verdict.summary) == ("skipped", "not compared: no end after 12 s")


def test_what_was_not_timed_is_not_judged() -> None:
    repair = Repair()
    add_speed(repair, Run(), Run(gains=gains()))
    assert repair.speed is None
