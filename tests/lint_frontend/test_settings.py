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
"""FG201 in row 6, in the default mode alone."""


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
        ('roots = ["gate:Longer.other", "gate:Trainer.step.x"]\nscope = "explicit"', []),
        ('roots = ["gate:Trainer.missing"]', [6, 7]),
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
        ('select = ["FG9"]', "select has the unknown rule code FG9"),
        ('ignore = ["FG1011"]', "ignore has the unknown rule code FG1011; did you mean "),
        ('mode = "fast"', "mode must be one of default, fullgraph, not the string 'fast'"),
        ('confidence = "sure"', "confidence must be one of low, medium, high, not the string 'sure'"),
        ("scope = 1", "scope must be one of all, explicit, not the number 1"),
        ('torch-version = "new"', "torch-version is no version: "),
        ('roots = ["gate.py"]', "roots has the root 'gate.py': write package.module:function or "),
        ('force-exclude = "yes"', "force-exclude must be true or false, not the string 'yes'"),
        ('per-file-ignores = ["FG1"]', "per-file-ignores must be a table, not a list"),
        ('per-file-ignores = { "a" = ["XX"] }', "per-file-ignores.a has the unknown rule code XX"),
        ('extend = "missing.toml"', "extend names no file: there is no "),
        ('output-format = "html"', "output-format must be one of text, concise, json, "),
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
    assert told["scope"].split() == ["scope", '"all"']
    assert lines[-1] == "gate.py is not checked with the folder it is in: left out by exclude"
    data = json.loads(run("config", "gate.py", "--output-format", "json").out)
    assert data["select"] == {"value": ["FG4"], "from": f"{here}/fullgraph.toml"}
    assert data["excluded"]["value"] is True
    assert run("config", "missing.py") == Ran(2, "", "error: there is no file or folder missing.py\n")
