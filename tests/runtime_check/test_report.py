"""Reports survive JSON, and their text shows what matters."""

from __future__ import annotations

import dataclasses
import json

import pytest
from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.gains.fixed import add_speed
from fullgraph.runtime_check.report.text import as_text
from fullgraph.runtime_check.results import (
    AppliedFix,
    ArmRun,
    Environment,
    Excerpt,
    Failure,
    FixedSpeed,
    Gains,
    GeneratedCode,
    Numerics,
    ObservedBreak,
    ObservedRecompile,
    Place,
    Prediction,
    Ratio,
    Repair,
    Report,
    Run,
    SourceLines,
    TargetReport,
    Timing,
    Verdict,
    from_json,
    to_json,
)


def full_run(*, status: str = "fail", speed: float = 0.002) -> Run:
    return Run(
        environment=Environment("cpu", "a processor", "2.13.0", "3.11.7"),
        what="training step (forward, loss and backward)",
        input_sets=["x=f32[2,3]", "x=f32[4,3]"],
        graphs=2,
        verdicts=[Verdict("eager", "pass", "forward"), Verdict("breaks", status, "1 graph break", ["a note"])],  # type: ignore[arg-type]
        breaks=[
            ObservedBreak(
                place=Place("/src/model.py", 7, "forward", "if x[0] > 1:"),
                reason="Data-dependent branching",
                registry_id="GB0170",
                url="https://example.org/gb0170",
                explanation="why",
                kind="break",
                stack=[Place("/src/outer.py", 3, "call"), Place("/src/model.py", 7, "forward")],
                predicted_by=["FG101"],
            )
        ],
        unobserved=[
            Prediction("FG401", "print breaks", Place("/src/model.py", 9), reached=True),
            Prediction("FG402", "logging breaks", Place("/src/model.py", 11), reached=False),
        ],
        recompiles=[ObservedRecompile(Place("/src/model.py", 5, "forward"), "self.n == 3", steady=True)],
        numerics=Numerics(3, 1e-7, 1e-6, "output", "float64", 1e-8, 2e-8, 1.5, 1.5, 2),
        gains=Gains(
            "forward", Timing(0.004, 0.003, 0.005, 9), Timing(speed, 0.001, 0.003, 9), "fullgraph=True", 3.0, 1
        ),
        seconds=4.0,
    )


def test_json_round_trip() -> None:
    run = full_run()
    run.failure = Failure("crash", "it crashed", "eager")
    assert from_json(Run, json.loads(json.dumps(dataclasses.asdict(run)))) == run


def test_a_report_comes_back_from_json() -> None:
    run = full_run()
    run.arms = [ArmRun(Arm("max", mode="max-autotune", options={"shape_padding": True}), run.gains, run.verdicts[0])]
    run.arms.append(ArmRun(Arm("other"), failure=Failure("crash", "gone", "eager"), note="n"))
    run.code = [GeneratedCode("graph 0, forward", "x = 1", ["k"])]
    run.source = [SourceLines("/src/model.py", 6, ["a", "b"])]
    report = Report([TargetReport("a.py:f", run, Repair(diff="d"), full_run())], "fullgraph verify", "1", "2026")
    assert from_json(Report, json.loads(json.dumps(to_json(report)))) == report


def test_json_carries_derived_values() -> None:
    data = to_json(Report([TargetReport("a.py:f", full_run())]))
    assert data["exit_status"] == data["targets"][0]["before"]["exit_status"] == 1
    assert data["targets"][0]["before"]["gains"]["speedup"] == 2.0


def test_text_of_one_run() -> None:
    text = as_text(Report([TargetReport("a.py:f", full_run())]))
    for part in (
        "a.py:f",
        "a processor",
        "FAIL  no graph break",
        "a note",
        "/src/model.py:7 in forward: predicted by FG101",
        "if x[0] > 1:",
        "reached from /src/outer.py:3 in call",
        "https://example.org/gb0170",
        "/src/model.py:9: FG401 print breaks",
        "Predicted by check, and not tested by these inputs\n  /src/model.py:11: FG402 logging breaks",
        "/src/model.py:5 in forward: self.n == 3",
        "4 ms (3 ms to 5 ms)",
        "not run",
    ):
        assert part in text


def test_of_many_findings_that_were_not_tested_the_first_are_listed() -> None:
    run = full_run()
    run.unobserved = [Prediction("FG402", "logging", Place("/src/model.py", n), reached=False) for n in range(1, 31)]
    text = as_text(Report([TargetReport("a.py:f", run)]))
    assert "/src/model.py:20: FG402 logging\n  and 10 more (--output-format json has all)" in text
    assert "/src/model.py:21:" not in text


def test_what_the_recompile_limit_was_hit_for_is_listed_once() -> None:
    run = full_run()
    again = ObservedRecompile(Place("/src/model.py", 5, "forward"), "self.n == 7", False, "make n a buffer")
    run.recompiles = [again, dataclasses.replace(again, over_limit=True), dataclasses.replace(again, over_limit=True)]
    text = as_text(Report([TargetReport("a.py:f", run)]))
    told = "Recompiled up to the limit\n  /src/model.py:5 in forward: self.n == 7\n      make n a buffer\n"
    assert text.count(told) == text.count("self.n == 7") == 1


def test_missed_break_is_named() -> None:
    run = full_run()
    run.breaks[0].predicted_by = []
    assert "/src/model.py:7 in forward: missed by check" in as_text(Report([TargetReport("a.py:f", run)]))


def test_before_and_after_side_by_side() -> None:
    after = full_run(status="pass", speed=0.001)
    after.breaks = []
    repair = Repair(
        [AppliedFix("FG101", "/src/model.py", 7, "use torch.where")],
        "-if x[0] > 1:\n+x = 1\n",
        agrees=Verdict("agreement", "pass", "3 tensors equal"),
    )
    report = Report([TargetReport("a.py:f", full_run(), repair, after)])
    text = as_text(report)
    for part in ("as it is", "fixed", "4.00x", "2.00x", "use torch.where", "-if x[0] > 1:", "3 tensors equal", "1.5"):
        assert part in text
    assert report.exit_status == 0
    repair.agrees = Verdict("agreement", "fail", "1 difference")
    assert report.exit_status == 1


def test_it_is_said_of_the_original_and_of_the_fixed_copy_whether_they_pass() -> None:
    fixed = full_run(status="pass")
    fixed.breaks = []
    repair = Repair([AppliedFix("FG101", "/src/model.py", 7, "use torch.where")])
    target = TargetReport("a.py:f", full_run(), repair, fixed)
    lines = [" ".join(line.split()) for line in as_text(Report([target])).splitlines()]
    assert lines.index("as it is failed not: no graph break (1 graph break)") + 1 == lines.index("fixed passed")
    assert "With --fix the exit status is that of the fixed copy; the original is unchanged." in lines
    repair.agrees = Verdict("agreement", "fail", "1 difference")
    lines = [" ".join(line.split()) for line in as_text(Report([target])).splitlines()]
    assert "fixed failed 1 difference" in lines
    repair.agrees = None
    lines = [
        " ".join(line.split()) for line in as_text(Report([target, TargetReport("b.py:g", full_run())])).splitlines()
    ]
    assert lines[-3:] == [
        "failed a.py:f, as it is not: no graph break (1 graph break)",
        "passed a.py:f, fixed",
        "failed b.py:g not: no graph break (1 graph break)",
    ]


def test_failure_shows_the_end_of_the_output_only() -> None:
    output = "\n".join(f"line {n}" for n in range(40))
    run = Run(failure=Failure("crash", "ended by SIGSEGV", "eager", output=output))
    text = as_text(Report([TargetReport("a.py:f", run)]))
    assert "error: ended by SIGSEGV" in text
    assert "| line 39" in text
    assert "| line 20" not in text


def test_nothing_to_fix() -> None:
    report = Report([TargetReport("a.py:f", full_run(), Repair(note="check has no fix to apply here"))])
    assert "check has no fix to apply here" in as_text(report)
    assert report.exit_status == 1


def faster(median: float) -> Gains:
    """Gains with all that a GPU tells."""
    timing = Timing(median, median * 0.9, median * 1.1, 9)
    return Gains(
        "forward",
        Timing(0.004, 0.003, 0.005, 9),
        timing,
        "fullgraph=True",
        3.0,
        1,
        peak_memory_eager=3 << 30,
        peak_memory_compiled=1 << 30,
        compile_seconds_warm=0.5,
        items=8.0,
        kernels_eager=40,
        kernels_compiled=7,
        cudagraphs=False,
        cudagraph_skips=["mutated inputs"],
        hints=["the reduction is not fused"],
    )


def test_everything_that_is_known_of_the_gains_is_shown() -> None:
    run = full_run()
    run.gains = faster(0.002)
    lines = [" ".join(line.split()) for line in as_text(Report([TargetReport("f", run)])).splitlines()]
    for line in (
        "speedup 2.00x (fullgraph=True)",
        "throughput, compiled 4000/s",
        "compile time 3 s, warm 500 ms",
        "peak memory 3.00 GiB → 1.00 GiB",
        "kernels per step 40 → 7",
        "CUDA graphs no",
        "Not in CUDA graphs",
        "mutated inputs",
        "Hints of the compiler",
        "the reduction is not fused",
    ):
        assert line in lines


def test_each_arm_has_a_row_and_one_that_failed_says_why() -> None:
    run = full_run()
    run.gains = faster(0.002)
    run.arms = [
        ArmRun(Arm("max-autotune"), faster(0.001), Verdict("numerics", "fail", "2 differences")),
        ArmRun(Arm("reduce-overhead"), failure=Failure("crash", "ended by SIGSEGV", "the timing")),
    ]
    text = as_text(Report([TargetReport("f", run)]))
    rows = [" ".join(row.split()) for row in text.splitlines()]
    for row in (
        "arm values eager compiled speedup throughput compile warm",
        "arm memory kernels graphs CUDA graphs",
        "max-autotune: computes something else: 2 differences",
        "reduce-overhead: ended by SIGSEGV",
        "reduce-overhead - - - - - - -",
        "reduce-overhead - - - -",
        "the reduction is not fused (default, checked, max-autotune)",
    ):
        assert row in rows, row
    assert any(row.startswith("default, checked - 4 ms") and "2.00x" in row for row in rows)
    assert any(row.startswith("max-autotune FAIL 4 ms 1 ms") and "4.00x" in row for row in rows)
    after = full_run()
    after.arms = [ArmRun(Arm("max-autotune"), faster(0.0005))]
    text = as_text(Report([TargetReport("f", run, Repair(), after)]), width=250)
    row = next(line for line in text.splitlines() if line.startswith("  max-autotune"))
    assert "4.00x" in row and "8.00x" in row


@pytest.mark.parametrize(
    ("ratio", "status", "said"),
    [
        (Ratio(2.0, 1.9, 2.1, 3, 30), "pass", "pass 2.00x as fast as before the fix (1.90 to 2.10, 3 processes)"),
        (Ratio(0.5, 0.4, 0.6, 3, 30), "fail", "FAIL slower than before the fix, 2.00x the time (1.67 to 2.50, 3"),
        (Ratio(1.0, 0.9, 1.1, 3, 30), "pass", "pass no difference from before the fix was measured (0.90 to 1.10, 3"),
    ],
)
def test_what_the_fix_costs_is_said(ratio: Ratio, status: str, said: str) -> None:
    runs = full_run(), full_run(status="pass")
    repair = Repair(speeds=[FixedSpeed("", *[Timing(0.002, 0.001, 0.003, 9)] * 4, ratio=ratio)])
    add_speed(repair, *runs)
    report = Report([TargetReport("f", runs[0], repair, runs[1])])
    assert repair.speed is not None and repair.speed.status == status
    assert report.exit_status == int(status == "fail")
    row = next(line for line in as_text(report, width=250).splitlines() if "fixed as fast as original" in line)
    assert said in row
    assert from_json(Report, json.loads(json.dumps(to_json(report)))) == report


def test_no_difference_from_eager_is_no_speed_up() -> None:
    run = full_run()
    assert run.gains is not None
    run.gains.ratio = Ratio(1.1, 0.9, 1.3, 3, 30)
    assert "none (0.90-1.30)" in as_text(Report([TargetReport("f", run)]))
    run.gains.ratio = Ratio(1.22, 1.19, 1.25, 3, 30)
    assert "1.22x (1.19-1.25)" in as_text(Report([TargetReport("f", run)]))


def test_a_break_is_shown_with_the_lines_around_it_and_its_modes() -> None:
    run = full_run()
    lines = ["a = 1", "b = 2", "if y:", "\tif x[0] > 1:", "c\x1b[1m", "d", "e"]
    run.breaks[0].excerpt = Excerpt(4, 7, lines)
    run.breaks[0].modes = ["fullgraph"]
    text = as_text(Report([TargetReport("f", run)]))
    assert "Graph breaks\n" in text
    assert "predicted by FG101, only under fullgraph=True" in text
    assert "      5 | b = 2\n      6 | if y:\n    > 7 |     if x[0] > 1:\n      8 | c\\x1b[1m\n      9 | d\n" in text
    assert "a = 1" not in text
    run.breaks[0].modes, run.breaks[0].missed_in = ["default", "fullgraph"], ["default"]
    assert "predicted by FG101, but not in the default mode, in both modes" in as_text(Report([TargetReport("f", run)]))


def test_the_guard_of_a_recompile_comes_with_advice() -> None:
    run = full_run()
    run.recompiles[0].advice = "make n a buffer"
    assert "self.n == 3\n      make n a buffer\n" in as_text(Report([TargetReport("f", run)]))


def test_nothing_of_a_target_reaches_the_terminal_unescaped() -> None:
    bad = "\x1b[2J\u202e\x07"
    run = Run(
        environment=Environment("cpu", bad, "2.13", "3.11"),
        what=bad,
        input_sets=[bad],
        verdicts=[Verdict("eager", "fail", bad, [bad])],
        breaks=[
            ObservedBreak(Place(bad, 7, bad, bad), bad, bad, bad, bad, "break", [Place(bad, 1, bad)], [bad], [bad])
        ],
        unobserved=[Prediction(bad, bad, Place(bad, 9, bad), reached=True, modes=[bad])],
        recompiles=[ObservedRecompile(Place(bad, 5, bad), bad, True, bad)],
        gains=dataclasses.replace(faster(0.002), what=bad, compiled_with=bad, cudagraph_skips=[bad], hints=[bad]),
        arms=[ArmRun(Arm(bad), note=bad)],
        failure=Failure("crash", bad, bad, bad, bad),
        check_errors=[bad],
    )
    repair = Repair([AppliedFix(bad, bad, 1, bad)], f"+{bad}\n", bad, Verdict("a", "fail", bad, [bad]))
    for target in (TargetReport(bad, run), TargetReport(bad, run, repair, run)):
        text = as_text(Report([target, target]))
        assert "\\x1b[2J" in text
        assert not [character for character in text if character != "\n" and not character.isprintable()]
