"""The benchmark for real, on the CPU: small models, each in a process of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.gains import __main__ as command
from benchmarks.gains import captioning, jobs, kernel
from benchmarks.gains.jobs import REPOSITORY, Choices
from benchmarks.gains.store import Store

QUICK = ["--small", "--device", "cpu", "--bench-seconds", "0.05"]


def test_the_plain_script_imports_nothing_of_fullgraph() -> None:
    script = REPOSITORY / "benchmarks" / "gains" / "honesty" / "plain.py"
    code = (
        f"import runpy, sys; sys.argv[1:] = ['benchmarks.gains.targets.classics', 'sines_100']; "
        f"sys.path.insert(0, {str(REPOSITORY)!r}); runpy.run_path({str(script)!r}); "
        "from benchmarks.gains.targets import captioning, classics, vision; "
        "print([name for name in sys.modules if name.partition('.')[0] == 'fullgraph'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.slow
def test_both_tools_clock_the_same_function(tmp_path: Path) -> None:
    path = tmp_path / "honesty.json"
    arguments = ["--part", "honesty", "--only", "sines_10000", "--rounds", "1", "--output-file", str(path), *QUICK]
    assert command.main(arguments) in (0, 1)  # Whether they agree is not for a machine that does other things.
    (kept,) = Store.read(path).extra["rounds"].values()
    assert [one["tool"] for one in kept] == ["plain", "verify"]
    for one in kept:
        assert not one["failure"]
        assert all(0 < low <= middle <= high < 1 for middle, low, high in (one["eager"], one["compiled"]))
    assert set(kept[0]["loop"]) == {"eager", "compiled"}


@pytest.mark.slow
def test_two_sines_become_one_kernel() -> None:
    found = kernel.of_two_sines("cpu")
    assert found["device"] == "cpu"
    (source,) = found["kernels"]
    assert source.count("sin()") == 2 and source.count("::loadu(") in (1, 2) and source.count(".store(") in (1, 2)


@pytest.mark.slow
def test_a_row_is_measured_and_kept_and_not_measured_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "classics.json"
    arguments = ["--part", "classics", "--only", "sines_10000/compiled", "--backend", "aot_eager"]
    arguments += ["--output-file", str(path), *QUICK]
    assert command.main(arguments) == 0
    (result,) = Store.read(path).results.values()
    assert result.run.gains is not None and result.run.gains.graphs == 1
    assert result.run.agrees is not None and result.run.agrees.status == "pass"
    written = json.loads(path.read_text())
    assert written["commands"][0].startswith("python -m benchmarks.gains --part classics")
    assert written["environment"]["torch"] and written["extra"]["kernels"]["kernels"]
    capsys.readouterr()
    assert command.main([*arguments, "--resume"]) == 0
    assert "compiling" not in capsys.readouterr().err


@pytest.mark.slow
def test_the_fix_is_checks_own_and_makes_one_graph_of_two(tmp_path: Path) -> None:
    path = tmp_path / "captioning.json"
    arguments = ["--part", "captioning", "--only", "static/compiled, with", "with the break", "after the fix"]
    arguments += ["--backend", "eager", "--folder", str(tmp_path), "--output-file", str(path), *QUICK]
    assert command.main(arguments) == 0
    store = Store.read(path)
    runs = {result.label: result.run for result in store.results.values()}
    broken, fixed = runs[jobs.BREAK].gains, runs[jobs.FIXED].gains
    assert broken is not None and fixed is not None
    assert (broken.graphs, fixed.graphs) == (2, 1)
    assert broken.what == "training step (forward, loss, backward and optimizer)"
    assert runs[jobs.FULLGRAPH_BREAK].gains is None
    survey = store.results[f"captioning/static/{jobs.BREAK}"].survey
    assert survey is not None and [one["registry_id"] for one in survey["breaks"]] == ["GB0291"]
    assert not survey["passes"]
    assert "+    model.loss_function = ForCausalLMLoss" in store.extra["fix"]


@pytest.mark.slow
def test_without_a_fix_the_rows_that_need_it_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = tmp_path / "train.py"
    example.write_text("x = 1\n")
    monkeypatch.setattr(captioning, "EXAMPLE", example)
    with pytest.raises(captioning.FixError, match="check --fix changes nothing in the example"):
        captioning.prepare(Choices(folder=tmp_path))
