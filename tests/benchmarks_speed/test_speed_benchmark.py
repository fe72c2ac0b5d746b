"""The benchmark of speed: its made files are what they are said to be, and a run's costs are all of its processes'."""

from __future__ import annotations

import ast
import json
import os
import sys
import time
from pathlib import Path

import pytest
from fullgraph.lint.engine.api import check

from benchmarks.speed import editor, made
from benchmarks.speed.__main__ import RESULTS, main
from benchmarks.speed.clock import held, processor_time, run
from benchmarks.speed.docs import PAGE, page
from benchmarks.speed.plots import draw
from benchmarks.speed.tools import named_by, type_checkers

MODEL = """import torch


class Model(torch.nn.Module):
    def forward(self, x):
        print(x)
        return x + 1
"""


def test_made_files_grow_in_one_way(tmp_path: Path) -> None:
    small, large = (made.with_findings(tmp_path, count, 40) for count in (3, 30))
    assert small.read_text().count("\n") == large.read_text().count("\n")
    assert [len(check([path]).diagnostics) for path in (small, large)] == [3, 30]
    path = made.with_imports(tmp_path, 12)
    assert check([path]).involved >= {path.parent / f"step{number}.py" for number in range(12)}
    lines = [made.with_lines(tmp_path, blocks).read_text().count("\n") for blocks in (10, 20)]
    assert lines[1] > 1.9 * lines[0]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_run_counts_all_of_its_processes(tmp_path: Path) -> None:
    inner = "held = bytearray(b'x' * 60_000_000); sum(range(8_000_000)); import time; time.sleep(0.7)"
    outer = f"import subprocess, sys; print('a\\nb'); subprocess.run([sys.executable, '-c', {inner!r}]); sys.exit(3)"
    one = run([sys.executable, "-c", outer], 1, tmp_path)
    assert (one.status, one.printed) == (3, 2)
    assert one.memory > 60
    assert one.cpu > 0.05


def test_the_page_is_that_of_the_committed_results() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(json.loads(RESULTS.read_text()))


def test_the_committed_results_are_drawn(tmp_path: Path) -> None:
    draw(json.loads(RESULTS.read_text()), tmp_path)
    committed = Path(__file__).parents[2] / "docs" / "speed"
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(path.name for path in committed.iterdir()) == ["growth.svg", "tools.svg"]
    for name in names:
        assert "<svg" in (tmp_path / name).read_text()


def _program(folder: Path, name: str, prints: str) -> None:
    path = folder / "bin" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\nif [ $1 = --version ]; then echo {name} 1.2; else {prints}; fi\n")
    path.chmod(0o755)


@pytest.mark.skipif(sys.platform == "win32", reason="runs shell scripts")
def test_type_checkers_are_those_of_the_folder(tmp_path: Path) -> None:
    _program(tmp_path, "ty", "echo $TY_MAX_PARALLELISM $4 $7:1 error")
    _program(tmp_path, "pyrefly", "exit 1")
    found = type_checkers(tmp_path, tmp_path, 3)
    assert list(found) == ["ty", "pyrefly", "pyright"]
    ty, pyrefly = found["ty"], found["pyrefly"]
    assert ty is not None and pyrefly is not None and found["pyright"] is None
    assert (ty.name, ty.version) == ("ty", "1.2")
    assert sys.executable in ty.command
    assert run([*ty.command, "a.py"], 1, tmp_path, ty.environment).printed == 1
    assert pyrefly.command[pyrefly.command.index("--threads") + 1] == "3"
    assert set(type_checkers(None, tmp_path, 1).values()) == {None}
    files = [tmp_path / "a.py", tmp_path / "b.py"]
    assert (named_by(ty, files, tmp_path), named_by(pyrefly, files, tmp_path)) == (1, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="runs shell scripts")
def test_a_type_checker_that_skips_the_files_is_not_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    models = tmp_path / "models" / "one"
    models.mkdir(parents=True)
    (models / "modeling_one.py").write_text(MODEL)
    _program(tmp_path, "ty", "echo no files")
    given = ["--models", str(models.parent), "--peers", ".", "--part", "few-models", "--rounds", "1"]
    with pytest.raises(SystemExit, match="ty names only 0 of the 1 files"):
        main([*given, "--output-file", str(tmp_path / "results.json")])


def test_each_edit_adds_a_line_to_another_function() -> None:
    text = "".join(f"def f{number}(x):\n    return x\n\n\n" for number in range(12))
    texts = [text, *editor.edited(text)]
    assert [now.count("\n") - text.count("\n") for now in texts] == list(range(editor.EDITS + 1))
    bodies = [node.body for node in ast.parse(texts[-1]).body if isinstance(node, ast.FunctionDef)]
    assert sorted(map(len, bodies)) == [1] * 7 + [2] * 5
    assert ast.unparse(bodies[1]) == "edit_0 = 0\nreturn x"


def test_the_file_with_the_nearest_number_of_lines_is_opened(tmp_path: Path) -> None:
    for lines in (10, 20, 40):
        (tmp_path / f"{lines}.py").write_text("\n" * lines)
    assert editor.nearest(sorted(tmp_path.iterdir()), 28).name == "20.py"


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_editor_is_shown_the_findings_of_each_text(tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(MODEL + "".join(f"\n    def f{number}(self):\n        pass\n" for number in range(5)))
    found = editor.measure(path, tmp_path, 1)
    assert [found[name]["findings"] for name in ("first", "edit", "again")] == [1, 1, 1]
    for name in ("first", "edit", "again"):
        assert found[name]["wall"] > 0 and found[name]["memory"] > 10
    assert found["first"]["wall"] > found["again"]["wall"]  # the server has to start


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_time_of_a_process_grows() -> None:
    before = processor_time(os.getpid())
    until = time.process_time() + 0.1
    while time.process_time() < until:
        pass
    assert processor_time(os.getpid()) > before
    assert held(os.getpid()) > 5


def test_the_page_says_what_was_not_measured() -> None:
    results = json.loads(RESULTS.read_text())
    for part in ("few-models", "models"):
        for name in ("ty", "pyrefly", "pyright"):
            results[part][f"{name}_one_core"] = results[part][f"{name}_all_cores"] = None
    results.pop("editor", None)
    text = page(results)
    assert text.count("| ty, one core | not measured |") == text.count("| pyright, one core | not measured |") == 2
    assert "| the server starts, and the file is opened | not measured |" in text
    figures = {"cpu": 1.0, "wall": 2.0, "memory": 3.0}
    results["models"]["ty_one_core"] = results["models"]["ty_all_cores"] = figures
    results["editor"] = {"file": "a.py", "lines": 1, "slowest_edit": 4.0, **dict.fromkeys(("first", "edit"), figures)}
    text = page(results)
    assert "| ty, one core | 1.00 s | 2.00 s | 3 MB |" in text
    assert "| ty, 2 cores | 1.00 s | 2.00 s | 3 MB |" in text
    assert "| one line is added to a function (the slowest: 4.00 s) | 1.00 s | 2.00 s | 3 MB |" in text
