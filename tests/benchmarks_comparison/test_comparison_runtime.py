"""What run-time tools report is read as they report it, and held against the recorded breaks."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path

import pytest

from benchmarks.accuracy.measured import Break, Run, load_zoo
from benchmarks.comparison import rewrites, runtime, runtime_docs
from benchmarks.comparison.reports import from_logs, from_tlparse, innermost
from benchmarks.comparison.runtime_results import Measured, Results, score
from benchmarks.comparison.runtime_worker import TOOLS, Looked

SITE = "/e/lib/python3.11/site-packages"
REASON = f"""\
Graph break in user code at {SITE}/torch/nn/modules/module.py:1798
Graph Break Reason: Data-dependent branching
  The branch condition involves a tensor computed as follows:
    # File "{SITE}/transformers/models/m/modeling_m.py", line 5, in forward, code: s = x.sum()

User code traceback:
  File "{SITE}/transformers/models/m/modeling_m.py", line 7, in forward
    if self.gate(x):
  File "{SITE}/torch/nn/modules/module.py", line 1798, in _call_impl
    return forward_call(*args, **kwargs)

Traceback (most recent call last):
  File "{SITE}/transformers/models/m/other.py", line 99, in wrapper
"""
AGAIN = (
    "Graph break (user stack suppressed due to duplicate graph break) in user code at "
    f"{SITE}/transformers/models/m/modeling_m.py:9\nGraph Break Reason: the same\n"
)
PACKAGES = ("transformers", "torchvision")
MODELING = "transformers/models/m/modeling_m.py"


def logged(label: str, text: str) -> str:
    """The text as torch's logger writes it."""
    prefix = f"V1126 05:31:22.983000 24196 torch/_dynamo/symbolic_convert.py:5577] [0/1] [__{label}] "
    return "".join(f"{prefix}{line}\n" for line in text.splitlines())


def test_the_log_of_breaks_and_recompiles() -> None:
    again = f"Recompiling function forward in {SITE}/{MODELING}:3\n    triggered by the following guard failure(s):\n"
    noise = f"Graph break in user code at {SITE}/{MODELING}:77\n"
    text = logged("graph_breaks", REASON) + noise + logged("recompiles", again) + logged("graph_breaks", REASON + AGAIN)
    found = from_logs(text, PACKAGES)
    assert (found.breaks, found.recompiles) == ([(MODELING, 7), (MODELING, 9)], 1)
    assert from_logs(noise, PACKAGES).breaks == from_logs("", PACKAGES).breaks == []


def test_the_files_of_tlparse(tmp_path: Path) -> None:
    for name, text in (
        ("-_0_0_0/dynamo_graph_break_reason_1.txt", REASON),
        ("-_0_1_0/dynamo_graph_break_reason_5.txt", AGAIN),
        ("-_0_1_0/recompile_reasons_4.json", "0/0: tensor 'x' size mismatch"),
        ("-_0_0_0/dynamo_cpp_guards_str_3.txt", "TREE_GUARD_MANAGER"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    found = from_tlparse(tmp_path, PACKAGES)
    assert (sorted(found.breaks), found.recompiles, found.guards) == ([(MODELING, 7), (MODELING, 9)], 1, 1)


def test_the_innermost_frame_of_the_packages() -> None:
    frames = [(f"{SITE}/transformers/a.py", 1), (f"{SITE}/torchvision/ops/b.py", 2), (f"{SITE}/torch/c.py", 3)]
    assert innermost(frames, PACKAGES) == ("torchvision/ops/b.py", 2)
    assert innermost(frames, ("timm",)) is None


def test_the_score_of_a_tool() -> None:
    first = Break(MODELING, 7, "", "forward", "Data-dependent branching", "branch", "local")
    second = dataclasses.replace(first, line=40)
    induced = dataclasses.replace(first, line=60, kind="induced")
    runs = [
        Run("M", "m", "transformers", "2.15", "eval", [first, second, induced], {}),
        Run("N", "n", "transformers", "2.15", "eval", [], {}),
    ]
    measured = [
        Measured("logs", "transformers", "m", "eval", Looked(seconds=2.0, breaks=[(MODELING, 8), (MODELING, 60)])),
        Measured("logs", "transformers", "n", "eval", Looked(seconds=4.0, breaks=[(MODELING, 7)], recompiles=2)),
        Measured("explain", "transformers", "m", "eval", Looked("TypeError: no")),
    ]
    found = score("logs", runs, measured)
    assert (found.named, len(found.recorded)) == ({(MODELING, 7)}, 2)
    assert found.other == found.wrong == {(MODELING, 7)}
    assert (found.recompiles, found.median) == (2, 3.0)
    failed = score("explain", runs, measured)
    assert (failed.tried, failed.ended, failed.failures) == (1, 0, ["m (eval): TypeError: no"])


def test_results_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "runtime.json"
    one = Measured("logs", "transformers", "m", "eval", Looked(seconds=2.0, breaks=[(MODELING, 8)]))
    results = Results([one], {"logs": {"torch": "2.15.0"}}, "2026-11-26")
    results.write(path)
    assert Results.read(path) == results
    results.add([dataclasses.replace(one, looked=Looked("ended"))])
    assert [kept.looked.failure for kept in results.measured] == ["ended"]


def test_every_tool_has_a_row() -> None:
    assert {*runtime_docs.NAMES, "compile"} == {*TOOLS}
    assert {*runtime.VARIABLES} <= {*TOOLS}


def test_an_environment_that_is_none_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert runtime.main(["--environment", str(tmp_path), "--results", str(tmp_path / "none.json")]) == 2
    assert "is not an environment to run the tools in" in capsys.readouterr().err


def test_the_page_has_what_was_measured() -> None:
    page = runtime_docs.PAGE.read_text(encoding="utf-8")
    assert "\n".join(runtime_docs.lines(Results.read(), load_zoo())) in page
    assert "\n".join(runtime_docs.rewrite_lines(json.loads(rewrites.RESULTS.read_text(encoding="utf-8")))) in page


def test_the_programs_still_give_what_was_recorded() -> None:
    recorded = {one["name"]: one for one in json.loads(rewrites.RESULTS.read_text(encoding="utf-8"))["programs"]}
    for program in rewrites.PROGRAMS:
        one = recorded[program.name]
        assert one["texts"]["before"] == rewrites.module(program.function)
        for version in ("before", "after"):
            found = rewrites.outcome(one["texts"][version], program.call)
            assert found.partition(":")[0] == one["outcomes"][version].partition(":")[0]
        assert one["outcomes"]["before"] == one["outcomes"]["fix"] != one["outcomes"]["after"]
