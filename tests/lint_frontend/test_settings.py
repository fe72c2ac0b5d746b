"""Settings from files: which apply to a file, that each reaches the run, and what is said of wrong ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran

Run = Callable[..., Ran]

BOTH = """\
import torch


class Gate(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if x.sum() > 0:
            print("positive")
        return x


class Trainer:
    def step(self, x: torch.Tensor) -> torch.Tensor:
        print("step")
        return x


class Longer(Trainer):
    def skip(self, x: torch.Tensor, rate: float) -> torch.Tensor:
        return x if rate > 0.5 else x + 1
"""
"""FG101 in row 6, FG401 in row 7, and FG401 in row 13 if Trainer.step is compiled."""


ITEM = """\
import torch


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x.sum().item()
"""
"""FG201 in row 6, only in the default mode."""


def write(path: str, text: str) -> None:
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_text(text)


def found(run: Run, *arguments: str) -> list[tuple[str, int, str]]:
    ran = run("check", "--output-format", "json", *arguments)
    assert ran.status in (0, 1), ran.err
    return [
        (Path(one["filename"]).relative_to(Path.cwd()).as_posix(), one["location"]["row"], one["code"])
        for one in json.loads(ran.out)
    ]


def rows(run: Run, *arguments: str) -> list[int]:
    return [row for _, row, _ in found(run, *arguments)]


@pytest.fixture
def gate(folder: Path) -> Path:
    path = folder / "gate.py"
    path.write_text(BOTH)
    return path


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ("", [6, 7]),
        ('select = ["FG4"]', [7]),
        ('select = "FG4"', [7]),
        ('select = ["FG4"]\nextend-select = ["FG101"]', [6, 7]),
        ('ignore = ["FG4"]', [6]),
        ('per-file-ignores = { "*.py" = ["FG101"] }', [7]),
        ('per-file-ignores = { "tests/" = ["FG101"] }', [6, 7]),
        ('scope = "explicit"', []),
        ('roots = ["gate.py:Trainer.step"]', [6, 7, 13]),
        ('roots = ["gate:Trainer.step"]\nscope = "explicit"', [13]),
        ('roots = ["gate.py:Longer.skip(rate)"]\nscope = "explicit"', [19]),
        ('roots = ["gate.py:Longer.skip( x, rate )"]\nscope = "explicit"', [19]),
        ('roots = ["gate.py:Longer.skip(x)"]\nscope = "explicit"', []),
        ('roots = ["gate.py:Longer.skip()"]\nscope = "explicit"', []),
        ('roots = ["gate:Longer.step"]\nscope = "explicit"', [13]),
        ('exclude = ["gate.py"]', []),
        ('exclude = ["*.txt"]', [6, 7]),
    ],
)
def test_what_is_found(run: Run, gate: Path, settings: str, expected: list[int]) -> None:
    write("fullgraph.toml", settings)
    assert rows(run, "--torch-version", "2.13") == expected


def test_the_nearest_file_counts_for_each_file(run: Run, folder: Path) -> None:
    write("pyproject.toml", '[tool.fullgraph]\nselect = ["FG4"]\n')
    write("a/gate.py", BOTH)
    write("b/fullgraph.toml", 'select = ["FG1"]')
    write("b/deep/gate.py", BOTH)
    write("c/pyproject.toml", '[project]\nname = "other"\n')
    write("c/gate.py", BOTH)
    assert found(run) == [("a/gate.py", 7, "FG401"), ("b/deep/gate.py", 6, "FG101"), ("c/gate.py", 7, "FG401")]


def test_the_command_line_wins(run: Run, gate: Path) -> None:
    write("fullgraph.toml", 'select = ["FG4"]\nscope = "explicit"')
    assert rows(run, "--scope", "all") == [7]
    assert rows(run, "--scope", "all", "--select", "FG1") == [6]
    assert rows(run, "--isolated") == [6, 7]
    write("other.toml.d/fullgraph.toml", 'select = ["FG1"]')
    assert rows(run, "--config", "other.toml.d/fullgraph.toml") == [6]
    assert rows(run, "--isolated", "--root", "gate.py:Trainer.step") == [6, 7, 13]
    assert rows(run, "--isolated", "--exclude", "gate.*") == []


def test_extend(run: Run, gate: Path) -> None:
    write("base/fullgraph.toml", 'select = ["FG4"]\nexclude = ["gate.py"]\nper-file-ignores = { "x.py" = ["FG401"] }')
    write("base/gate.py", BOTH)
    write("fullgraph.toml", 'extend = "base/fullgraph.toml"\nextend-select = ["FG101"]')
    assert found(run) == [("gate.py", 6, "FG101"), ("gate.py", 7, "FG401")]
    write("base/fullgraph.toml", 'extend = "../fullgraph.toml"')
    ran = run("check")
    assert ran.status == 2 and ran.err.count("\n") == 1 and "leads back to" in ran.err


def test_excluded_files_that_are_given(run: Run, gate: Path) -> None:
    write("fullgraph.toml", 'exclude = ["gate.py", "third_party/"]')
    write("third_party/code.py", BOTH)
    assert rows(run, "gate.py") == [6, 7]
    assert rows(run, "gate.py", "third_party/code.py", "--force-exclude") == []
    write("fullgraph.toml", 'exclude = ["gate.py"]\nforce-exclude = true')
    assert rows(run, "gate.py") == []


def test_what_may_be_fixed(run: Run, folder: Path) -> None:
    write("model.py", BREAKS)
    write("fullgraph.toml", 'unfixable = ["FG401"]')
    ran = run("check", "--fix", "--unsafe-fixes")
    assert ran.status == 1 and Path("model.py").read_text() == BREAKS
    assert "fix (suggestion): " in ran.out
    write("fullgraph.toml", 'fixable = ["FG4"]')
    assert run("check", "--fix", "--unsafe-fixes").status == 0
    assert Path("model.py").read_text() != BREAKS


def test_mode_confidence_and_version_reach_the_engine(run: Run, folder: Path) -> None:
    write("item.py", ITEM)
    assert rows(run) == [6]
    write("fullgraph.toml", 'mode = "fullgraph"')
    assert rows(run) == []
    assert rows(run, "--mode", "default") == [6]


def test_a_baseline_and_a_format(run: Run, folder: Path) -> None:
    write("model.py", BREAKS)
    write("fullgraph.toml", 'baseline = "known.json"\noutput-format = "concise"')
    assert run("check", "--write-baseline", "known.json").status == 0
    assert run("check", "--quiet") == Ran(0, "", "")
    write("model.py", BREAKS + "\n\n@torch.compile\ndef again(x):\n    print(x)\n    return x + 1\n")
    ran = run("check", "--quiet")
    assert ran.status == 1 and ran.out.count("\n") == 1 and ran.out.startswith("model.py:12:5: FG401 ")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("selekt = []", "selekt is no setting (did you mean select?): use extend, select, "),
        ("select = [1]", "select must be a list of strings, not a list"),
        ('select = ["FG9"]', "select has the unknown rule FG9"),
        ('ignore = ["FG1011"]', "ignore has the unknown rule FG1011; did you mean "),
        ('mode = "fast"', "mode must be one of default, fullgraph, not the string 'fast'"),
        ('confidence = "sure"', "confidence must be one of low, medium, high, not the string 'sure'"),
        ("scope = 1", "scope must be one of auto, all, explicit, not the number 1"),
        ('torch-version = "new"', "torch-version cannot be used: not a torch version"),
        ('roots = ["gate.py"]', "roots has the root 'gate.py': write package.module:function or "),
        ('force-exclude = "yes"', "force-exclude must be true or false, not the string 'yes'"),
        ('per-file-ignores = ["FG1"]', "per-file-ignores must be a table, not a list"),
        ('per-file-ignores = { "a" = ["XX"] }', "per-file-ignores.a has the unknown rule XX"),
        ('extend = "missing.toml"', "extend names no file: there is no "),
        ('output-format = "html"', "output-format must be one of text, full, concise, grouped, json, "),
        ("select = [", "is not valid TOML: "),
    ],
)
def test_a_wrong_setting_is_one_line(run: Run, gate: Path, settings: str, message: str) -> None:
    for name, head in (("fullgraph.toml", ""), ("pyproject.toml", "[tool.fullgraph]\n")):
        write(name, head + settings)
        ran = run("check")
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"error: {gate.parent / name}: ") and ran.err.count("\n") == 1
        assert message in ran.err
        Path(name).unlink()


def test_explain_goes_by_the_settings(run: Run, gate: Path) -> None:
    write("fullgraph.toml", 'roots = ["gate.py:Trainer.step"]\nmode = "fullgraph"')
    out = run("explain", "gate.py:13").out
    assert "fullgraph mode" in out or "fullgraph=True" in out
    assert "Trainer.step, a root that the settings name" in out


def test_config_tells_what_applies_and_from_where(run: Run, gate: Path) -> None:
    write("base/fullgraph.toml", 'mode = "fullgraph"')
    write("fullgraph.toml", 'extend = "base/fullgraph.toml"\nselect = ["FG4"]\nexclude = ["gate.py"]')
    here = gate.parent
    lines = run("config", "gate.py", "--confidence", "high").out.splitlines()
    told = {line.split()[0]: line for line in lines}
    assert told["select"].endswith(f'["FG4"]  ({here}/fullgraph.toml)')
    assert told["mode"].endswith(f'"fullgraph"  ({here}/base/fullgraph.toml)')
    assert told["confidence"].endswith('"high"  (the command line)')
    assert told["scope"].split() == ["scope", '"auto"']
    assert lines[-1] == "gate.py is not checked with the folder it is in: left out by exclude"
    data = json.loads(run("config", "gate.py", "--output-format", "json").out)
    assert data["select"] == {"value": ["FG4"], "from": f"{here}/fullgraph.toml"}
    assert data["excluded"]["value"] is True
    assert run("config", "missing.py") == Ran(2, "", "error: there is no file or folder missing.py\n")


WRONG_ROOTS = [
    ("gate.py:Nope", "the root Nope is no function, method or class here"),
    (
        "gate:Trainer.stp",
        "the root Trainer.stp is no function, method or class here; did you mean Trainer.step, Trainer?",
    ),
    (
        "gate.py:Trainer.step.x",
        "the root Trainer.step.x is no function, method or class here; did you mean Trainer.step",
    ),
    ("gate.py:Longer.other", "the root Longer.other is no function, method or class here"),
    ("gate.py:Trainer", "the root Trainer is a class without forward or __call__; name a method, Trainer.method"),
    ("gate.py:Longer.skip(x, rat)", "the root Longer.skip has no parameter rat; did you mean rate?"),
]


@pytest.mark.parametrize(("root", "message"), WRONG_ROOTS)
def test_a_root_that_is_not_there_is_told(run: Run, gate: Path, root: str, message: str) -> None:
    """The findings of the file stand all the same, in every command and from either place."""
    known = run("check", "--output-format", "concise")
    write("fullgraph.toml", f'roots = ["{root}"]')
    ways = {
        "settings": run("check", "--output-format", "concise"),
        "settings, kept": run("check", "--output-format", "concise"),
        "command line": run("check", "--isolated", "--root", root, "--output-format", "concise"),
    }
    for name, ran in ways.items():
        assert (ran.status, ran.err.startswith(f"gate.py: error: {message}")) == (2, True), (name, ran.err)
        assert ran.err.count("\n") == 1, name
        assert set(known.out.splitlines()[:-1]) <= set(ran.out.splitlines()), name
    for command in (["check", "--diff"], ["explain", "gate.py:6"]):
        ran = run(*command)
        assert ran.status == 2
        assert ran.err.splitlines()[0].startswith(f"gate.py: error: {message}")


def test_a_root_in_a_file_that_is_not_there_is_one_line(run: Run, gate: Path) -> None:
    said = f"the root 'nope.py:step': there is no file {gate.parent / 'nope.py'}\n"
    assert run("check", "--root", "nope.py:step") == Ran(2, "", f"error: --root: {said}")
    write("fullgraph.toml", 'roots = ["nope.py:step"]')
    assert run("check") == Ran(2, "", f"error: {gate.parent / 'fullgraph.toml'}: roots has {said}")
    written = run("check", "--isolated", "--root", "src/gate:step")
    assert (written.status, written.out) == (2, "")
    assert written.err.startswith("error: --root: the root 'src/gate:step': write package.module:function or ")


def test_a_root_in_a_file_that_is_not_checked_is_told(run: Run, gate: Path) -> None:
    """A hook is given the files of a commit alone: that is no mistake, and it says why nothing comes of the root."""
    write("other.py", "x = 1\n")
    passed = "All checks passed! (1 file)\n"
    warned = "warning: --root gate.py:Trainer.step: the file is not among those that are checked\n"
    assert run("check", "other.py", "--root", "gate.py:Trainer.step") == Ran(0, passed, warned)
    warned = "warning: --root gate:Trainer.step: none of the files that are checked is the module gate\n"
    assert run("check", "other.py", "--root", "gate:Trainer.step") == Ran(0, passed, warned)
    write("fullgraph.toml", 'roots = ["gate.py:Trainer.step"]')
    assert run("check", "other.py") == Ran(0, passed, "")


def test_a_function_of_a_notebook_is_a_root(run: Run, folder: Path) -> None:
    source = "import torch\ndef step(x: torch.Tensor):\n    print(x)\n    return x\n"
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": source}
    write("train.ipynb", json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    assert run("check", "--output-format", "concise").status == 0
    ran = run("check", "--output-format", "concise", "--root", "train.ipynb:step")
    assert ran.out.startswith("train.ipynb:cell 1:3:5: FG401 ")
