"""Reports survive JSON, and their text shows what matters."""

from __future__ import annotations

import dataclasses
import json

from fullgraph.runtime_check.report import as_text
from fullgraph.runtime_check.results import (
    AppliedFix,
    Environment,
    Failure,
    Gains,
    Numerics,
    ObservedBreak,
    ObservedRecompile,
    Place,
    Prediction,
    Repair,
    Report,
    Run,
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
        "one more finding on lines that these inputs do not reach",
        "/src/model.py:5 in forward: self.n == 3",
        "4 ms (3 ms to 5 ms)",
        "not run",
    ):
        assert part in text
    assert "FG402" not in text


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
