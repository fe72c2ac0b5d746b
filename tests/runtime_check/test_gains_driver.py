"""Arms in processes of their own: private caches, crashes that stay theirs, timing that nothing disturbs."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check import Settings, verify
from fullgraph.runtime_check.arms import choose_arms, parse_arm
from fullgraph.runtime_check.process.measure_arms import measure_arms, shared_cores
from fullgraph.runtime_check.process.protocol import RecordingRequest, Request
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.results import ArmRun, Run, from_json, to_json

ZOO = Path(__file__).with_name("gains_zoo.py")
LIMITS = Limits(300)
THREADS = "TORCHINDUCTOR_COMPILE_THREADS"


def request(name: str, backend: str = "aot_eager", **values: Any) -> Request:
    return Request(f"{ZOO}:{name}", str(ZOO.parent), backend=backend, device="cpu", bench_seconds=0.1, **values)


def arms(name: str, *names: str, backend: str = "aot_eager", **options: Any) -> list[ArmRun]:
    return measure_arms([(request(name, backend), parse_arm(text)) for text in names], LIMITS, **options)


@pytest.mark.slow
def test_a_crash_is_one_arms_own() -> None:
    lines: list[str] = []
    crashed, fine, idle = arms("brittle", "buckets", "static", "regional", jobs=3, progress=lines.append)
    assert crashed.failure is not None
    assert crashed.failure.kind == "crash"
    assert "SIGABRT during the setup of the arm" in crashed.failure.message
    assert crashed.gains is None
    assert fine.failure is None
    assert fine.gains is not None
    assert fine.gains.graphs == 2
    assert fine.gains.side_by_side == 3
    assert fine.agrees is not None
    assert fine.agrees.status == "pass"
    assert idle.gains is None
    assert idle.failure is None
    assert "no ModuleList or Sequential" in idle.note
    assert any(line.endswith("static: timing") for line in lines)
    assert not any(line.endswith("buckets: timing") for line in lines)


def test_processes_that_compile_side_by_side_share_the_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.cpu_count", lambda: 32)
    monkeypatch.delenv(THREADS, raising=False)
    assert shared_cores(1) == {}
    assert shared_cores(4) == {THREADS: "8"}
    assert shared_cores(30) == {THREADS: "2"}
    monkeypatch.setenv(THREADS, "3")
    assert shared_cores(4) == {}, "what the user has set holds"


@pytest.mark.slow
def test_timing_is_exclusive() -> None:
    pairs = [(request("halves"), parse_arm("default")), (request("shrug"), parse_arm("static"))] * 2
    found = measure_arms(pairs, LIMITS, jobs=4, again=False)
    assert [run.arm.name for run in found] == ["default", "static"] * 2
    times = sorted((run.timed for run in found), key=lambda pair: pair[0])
    for (_, end), (start, _) in itertools.pairwise(times):
        assert end <= start
    assert all(begin < end for begin, end in times)


@pytest.mark.slow
def test_what_the_memory_does_not_suffice_for_is_measured_again_with_fewer(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FULLGRAPH_TEST_FOLDER", str(tmp_path))
    lines: list[str] = []
    kept: dict[int, ArmRun] = {}
    found = arms(
        "crowded", "static", "static", "static", jobs=3, again=False, progress=lines.append, keep=kept.__setitem__
    )
    assert [run.failure for run in found] == [None] * 3
    assert [kept[place] for place in range(3)] == found
    assert sorted(run.gains.side_by_side for run in found if run.gains is not None) == [1, 1, 3]
    assert sum(line.endswith("static: compiling") for line in lines) == 5


@pytest.mark.slow
def test_a_limit_of_its_own_is_no_reason_to_measure_again() -> None:
    lines: list[str] = []
    pairs = [(request("halves"), parse_arm("static"))] * 2
    found = measure_arms(pairs, Limits(300, memory=2**20), jobs=2, progress=lines.append)
    assert ["--memory" in run.failure.message for run in found if run.failure is not None] == [True, True]
    assert len(lines) == 2


@pytest.mark.slow
def test_waiting_is_not_working() -> None:
    """The time limit stands still while an arm waits for its turn, and still ends one that never comes to it."""
    (run,) = measure_arms([(request("halves"), parse_arm("default"))], Limits(1.0))
    assert run.failure is not None
    assert run.failure.kind == "timeout"


@pytest.mark.slow
def test_caches_are_private_and_warm_in_the_second_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TORCHINDUCTOR_CACHE_DIR", str(tmp_path))
    first, second = arms("halves", "default", "artifacts", backend="inductor")
    for run in (first, second):
        assert run.failure is None, run.failure
        assert run.gains is not None
        assert run.gains.cache_hits == 0, "the arm before has compiled the same code"
        assert run.gains.cache_hits_warm == run.gains.graphs == 1
        assert run.gains.compile_seconds_warm is not None
        assert run.gains.compile_seconds_warm < run.gains.compile_seconds
    assert not any(tmp_path.iterdir()), "the caches of the user are left alone"
    assert first.gains is not None
    assert first.gains.artifact_bytes is None
    assert second.gains is not None
    assert second.gains.artifact_bytes
    assert second.gains.compile_seconds_artifacts is not None


@pytest.mark.slow
def test_each_arm_is_timed_in_several_processes() -> None:
    (run,) = arms("halves", "default", processes=3)
    assert run.failure is None, run.failure
    assert (run.note, run.gains is not None) == ("", True)
    assert run.gains is not None and run.gains.ratio is not None
    assert run.gains.ratio.processes == 3
    assert run.gains.ratio.rounds == len(run.gains.eager.rounds) == len(run.gains.compiled.rounds)
    assert run.gains.compile_seconds_warm is not None


@pytest.mark.slow
def test_verify_measures_arms_after_the_checks() -> None:
    settings = Settings(
        device="cpu",
        backend="aot_eager",
        bench_seconds=0.1,
        arms=choose_arms(["regional+bfloat16"]),
        limits=LIMITS,
        processes=2,
    )
    report = verify(f"{ZOO}:one_length", settings)
    run = report.targets[0].before
    assert run.failure is None
    assert run.gains is not None
    assert run.gains.items == 4
    assert run.gains.ratio is not None and run.gains.ratio.processes == 2
    verdict = run.verdict("gains")
    assert verdict is not None and ", 2 processes): " in verdict.summary
    (arm,) = run.arms
    assert arm.failure is None, arm.failure
    assert arm.gains is not None
    assert arm.agrees is not None
    assert arm.agrees.status == "pass"
    assert arm.gains.compiled_with == "backend='aot_eager', of 2 Block"
    data = json.loads(json.dumps(to_json(report)))
    assert data["targets"][0]["before"]["arms"][0]["gains"]["throughput"] == arm.gains.throughput
    assert from_json(Run, data["targets"][0]["before"]).arms == run.arms


def test_jobs_must_be_positive() -> None:
    with pytest.raises(ValueError, match="jobs is 0"):
        measure_arms([], LIMITS, jobs=0)


@pytest.mark.slow
def test_what_a_script_compiles_can_be_measured(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import torch\n\n@torch.compile\ndef wave(x):\n    return x.sin() + 1\n\n"
        "wave(torch.ones(4))\nwave(torch.ones(6))\n"
    )
    recorded = Request(
        f"{script}:main", str(tmp_path), backend="aot_eager", device="cpu", bench_seconds=0.1, record=RecordingRequest()
    )
    (run,) = measure_arms([(recorded, parse_arm("static"))], LIMITS, again=False)
    assert run.failure is None, run.failure
    assert run.gains is not None, run.note
    assert run.gains.graphs == 2
    assert run.gains.items == 5
