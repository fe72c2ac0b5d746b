"""docs/gains.md from results, and what it claims of them."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest
from fullgraph.runtime_check.results import ArmRun, Failure, FixedSpeed, Gains, Ratio, Timing

from benchmarks.gains import docs, jobs, kernel
from benchmarks.gains.honesty.agreement import compare
from benchmarks.gains.honesty.rounds import Measured
from benchmarks.gains.jobs import Choices, jobs_of
from benchmarks.gains.store import Store

ENVIRONMENT: dict[str, Any] = {
    "device": "a GPU",
    "driver": "1",
    "cuda": "13",
    "cores": 4,
    "python": "3.12",
    "torch": "2.11.0",
    "date": "2026-11-21",
    "captions": 64,
}


def gains(eager: float, compiled: float, spread: float = 0.001) -> Gains:
    times = [Timing(value, value * (1 - spread), value * (1 + spread), 30) for value in (eager, compiled)]
    return Gains("step", times[0], times[1], "default mode", 50.0, 1)


def captioning(path: Path, seconds: dict[str, float]) -> Store:
    """Results in which each static row takes so many seconds a step, and eager one."""
    store = Store(path / "captioning.json", environment=ENVIRONMENT, commands=["python -m benchmarks.gains"])
    for job in jobs_of("captioning", Choices()):
        if job.fails:
            store.add(job, ArmRun(job.arm, failure=Failure("raised", "Unsupported | a logger", "the compile")))
        elif job.label in seconds:
            store.add(job, ArmRun(job.arm, gains(1.0, seconds[job.label])))
    return store


def text(store: Store, section: str) -> str:
    return "\n".join(docs.SECTIONS[section](store, []))


def turns(seconds: float) -> Timing:
    return Timing(seconds, seconds * 0.999, seconds * 1.001, 30, [seconds] * 10)


def processes(name: str, with_it: float, without: float) -> list[dict[str, Any]]:
    found = [
        FixedSpeed(name, turns(1.0), turns(with_it), turns(1.0), turns(without * by), graphs=2, graphs_fixed=1)
        for by in (0.999, 1.0, 1.001)
    ]
    found[0].compile_seconds, found[1].compile_seconds_fixed = 62.9, 50.0
    return [dataclasses.asdict(one) for one in found]


def test_what_the_break_costs_is_told_from_pairs(tmp_path: Path) -> None:
    kept = {
        "default": processes("default", 0.554, 0.554),
        "reduce-overhead": processes("reduce-overhead", 0.6, 0.5),
        "another": [dataclasses.asdict(FixedSpeed("another", note="out of memory"))],
    }
    found = text(Store(tmp_path / "pairs.json", environment=ENVIRONMENT, extra={"processes": kept}), "pairs")
    assert (
        "| default | 1000.00 ms | 554.00 ms | 554.00 ms | no difference was measured (1.00 to 1.00, 3 processes) | "
        "63 s → 50 s | 2 → 1 |"
    ) in found
    assert "| 1.20x as fast (1.20 to 1.20, 3 processes) |" in found
    assert "| another |  |  |  | not compared: out of memory |" in found


def test_several_gpus_are_told_against_eager_there(tmp_path: Path) -> None:
    def one(seconds: float) -> dict[str, Any]:
        return {"timing": dataclasses.asdict(turns(seconds)), "graphs": 7, "seconds": 60.0}

    runs = [{"eager": one(1.0), "compiled": one(0.5 * by), "compiled inside": one(by)} for by in (0.99, 1.0, 1.01)]
    found = text(Store(tmp_path / "ddp.json", environment=ENVIRONMENT, extra={"ddp": runs}), "ddp")
    assert "| `DDP(model)` | 1.00 |  |  |  |  |" in found
    assert "| `torch.compile(DDP(model))` | 2.00 | 2.00x as fast as eager (1.95 to 2.05, 3 processes) | 7 |" in found
    assert "no difference from eager was measured (0.98 to 1.03, 3 processes) | 7 | 60 s | +66 % |" in found


def test_a_gain_is_told_with_its_interval(tmp_path: Path) -> None:
    store = captioning(tmp_path, {jobs.BREAK: 0.5, jobs.FIXED: 0.5})
    for label, ratio in ((jobs.BREAK, Ratio(1.8, 1.7, 1.9, 3, 30)), (jobs.FIXED, Ratio(1.01, 0.98, 1.04, 1, 10))):
        measured = store.results[f"captioning/static/{label}"].run.gains
        assert measured is not None
        measured.ratio = ratio
    found = text(store, "captioning")
    assert f"| {jobs.BREAK} | 1.00 | 2.00 | +80 % (+70 % to +90 %, 3 processes) |" in found
    assert f"| {jobs.FIXED} | 1.00 | 2.00 | none (-2 % to +4 %, 1 process) |" in found


def test_rows_are_in_the_order_of_the_list_however_they_were_measured(tmp_path: Path) -> None:
    store = captioning(tmp_path, {jobs.FIXED: 0.5, "max-autotune": 0.5})
    store.results = dict(reversed(store.results.items()))
    store.sort([job.key for job in jobs_of("captioning", Choices())])
    assert [row.label for row in store.rows("captioning", "static")] == [
        jobs.FULLGRAPH_BREAK,
        jobs.FIXED,
        "max-autotune",
    ]


def test_gains_are_against_eager_in_the_same_process(tmp_path: Path) -> None:
    store = captioning(tmp_path, {jobs.BREAK: 0.5, jobs.FIXED: 0.5, "reduce-overhead": 0.4})
    for label, seconds in ((jobs.BREAK, 1.3), (jobs.FIXED, 0.8), ("reduce-overhead", 1.0)):
        measured = store.results[f"captioning/static/{label}"].run.gains
        assert measured is not None
        measured.eager.median = seconds
    found = text(store, "captioning")
    assert f"| {jobs.BREAK} | 0.77 | 2.00 | +160 % |" in found
    assert f"| {jobs.FIXED} | 1.25 | 2.00 | +60 % |" in found
    assert "| best of fixed lengths | +78 % | +160 % (compiled, with the break) |" in found


def test_a_table_without_rows_says_that_nothing_is_measured(tmp_path: Path) -> None:
    found = text(captioning(tmp_path, {jobs.FIXED: 0.5}), "captioning")
    assert found.count(docs.NOT_YET) == 2


def test_rows_without_a_result_are_named(tmp_path: Path) -> None:
    found = text(captioning(tmp_path, dict.fromkeys((jobs.BREAK, jobs.FIXED), 0.5)), "captioning")
    (line,) = [line for line in found.splitlines() if line.startswith("Rows not measured yet: ")]
    assert "static: reduce-overhead, max-autotune, " in line
    assert "; lengths: as they come, mark_dynamic, " in line
    assert jobs.FIXED not in line


def test_a_row_that_fails_has_its_reason(tmp_path: Path) -> None:
    found = text(captioning(tmp_path, {}), "captioning")
    assert f"| {jobs.FULLGRAPH_BREAK} |  | fails |" in found
    assert "Unsupported \\| a logger" in found


def test_a_vision_row_has_both_modes_and_what_was_published(tmp_path: Path) -> None:
    store = Store(tmp_path / "vision.json", environment=ENVIRONMENT)
    for job in jobs_of("vision", Choices()):
        if job.group == "detr_1":
            store.add(job, ArmRun(job.arm, gains(0.02, 0.01 if job.label == "compiled" else 0.005)))
    store.results["vision/detr_1/compiled"].survey = {
        "graphs": 2,
        "breaks": [{"file": "transformers/m.py", "line": 3, "reason": "r", "registry_id": "GB0170"}],
        "fullgraph": "r (GB0170)",
        "passes": False,
        "failure": "",
    }
    found = text(store, "vision")
    row = next(line for line in found.splitlines() if line.startswith("| DETR |"))
    assert "| 20.00 ms | 10.00 ms (2.00x, ±0.1 %) | 5.00 ms (4.00x, ±0.1 %) | 1.82x | 1 | 1 |" in row
    assert "breaks at transformers/m.py:3 (GB0170); fullgraph=True: r (GB0170)" in row
    assert "### Batch 4" not in found


def test_the_page_is_written_with_its_plots(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    captioning(tmp_path, {jobs.BREAK: 0.6, jobs.FIXED: 0.5}).write()
    page = tmp_path / "docs" / "gains.md"
    page.parent.mkdir()
    page.write_text(f"# Gains\n\n{docs.BEGIN}\n\nold\n{docs.END}\ntail\n")
    docs.write(tmp_path, page)
    written = page.read_text()
    assert "old" not in written and written.startswith("# Gains\n") and written.endswith(f"{docs.END}\ntail\n")
    plot = page.parent / "gains" / "captioning.svg"
    assert f"]({plot.parent.name}/{plot.name})" in written
    first = plot.read_bytes()
    docs.write(tmp_path, page)
    assert plot.read_bytes() == first and page.read_text() == written


def test_without_results_there_is_no_page(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there are no results"):
        docs.write(tmp_path, tmp_path / "gains.md")


def rounds(plain: list[list[float]], verify: list[list[float]]) -> list[Measured]:
    return [
        Measured(tool, number, 1.0, times, times)
        for tool, every in (("plain", plain), ("verify", verify))
        for number, times in enumerate(every)
    ]


@pytest.mark.parametrize(
    ("plain", "verify", "agrees"),
    [
        pytest.param([[1.0, 0.99, 1.01]], [[1.015, 1.014, 1.016]], True, id="closer than the floor"),
        pytest.param([[1.0, 0.99, 1.01]], [[1.05, 1.04, 1.06]], False, id="further than both scatter"),
        pytest.param([[1.0, 0.9, 1.1]], [[1.05, 1.04, 1.06]], True, id="within the script's spread"),
        pytest.param([[1.0, 0.99, 1.01]], [[1.05, 0.98, 1.2]], True, id="within verify's spread"),
        pytest.param([[1.0, 1.0, 1.0], [1.1, 1.1, 1.1]], [[1.06, 1.06, 1.06]], True, id="within the rounds' spread"),
    ],
)
def test_two_tools_agree_within_what_they_saw(
    plain: list[list[float]], verify: list[list[float]], agrees: bool
) -> None:
    found = compare(rounds(plain, verify), "eager")
    assert found is not None and found.agrees is agrees


def test_targets_with_fewer_rounds_are_named_and_have_no_warm_process(tmp_path: Path) -> None:
    kept = [dataclasses.asdict(one) for one in rounds([[1.0, 0.9, 1.1]] * 2, [[1.0, 0.9, 1.1]] * 2)]
    kept[1]["wall"], kept[3]["wall"] = 2.0, 3.0
    extra = {"rounds": {"sines_10000": kept, "vit_1": [kept[0], kept[2]]}}
    found = text(Store(tmp_path / "honesty.json", environment=ENVIRONMENT, extra=extra), "honesty")
    (line,) = [line for line in found.splitlines() if line.startswith("Targets with rounds not measured yet: ")]
    assert "ViT, batch 1, inference (1 of 2)" in line and "BERT, batch 16, inference (0 of 2)" in line
    assert "two sines, 10,000 numbers (" not in line
    assert "| two sines, 10,000 numbers | 1 s | 1 s | 2 s | 3 s |" in found
    assert "| ViT, batch 1, inference | 1 s | 1 s |  |  |" in found


def test_what_one_tool_could_not_measure_is_not_compared() -> None:
    assert compare(rounds([[1.0, 1.0, 1.0]], [[]]), "eager") is None


def test_kernels_are_cut_out_of_the_generated_module() -> None:
    triton = "@triton.jit\ndef k(p):\n    pass"
    source = f"k = async_compile.triton('k', '''\nimport x\n\n{triton}\n''', device_str='cuda')\n"
    assert kernel.kernels_in(source) == [triton]
    cpp = "k = async_compile.cpp('''\n#include <x>\nextern \"C\"  void  kernel(int* p)\n{\n}\n''')\n"
    assert kernel.kernels_in(cpp) == ['extern "C"  void  kernel(int* p)\n{\n}']
    assert kernel.kernels_in("x = 1\n") == []
