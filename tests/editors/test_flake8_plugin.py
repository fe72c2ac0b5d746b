"""The flake8 plugin, found and run by the real flake8."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import tomllib

ROOT = Path(__file__).resolve().parents[2]
GATE = """\
import os
import torch


class Gate(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        print("é", x)
        if x.sum() > 0: x = x * 2
        print(x)  # noqa: FG401
        print(x)  # noqa
        print(x)  # fullgraph: ignore[FG401]
        return x
"""
ALONE = ["8:12: FG101 if depends on tensor data: x.sum() > 0"]
FOUND = ["7:9: FG401 print breaks the graph", *ALONE]

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def metadata(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The entry points of pyproject.toml as an installed package has them, whether or not this one is installed."""
    folder = tmp_path_factory.mktemp("metadata")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    info = folder / "fullgraph-0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: fullgraph\nVersion: 0\n")
    points = project["entry-points"]["flake8.extension"]
    lines = [f"{name} = {target}\n" for name, target in points.items()]
    (info / "entry_points.txt").write_text("".join(["[flake8.extension]\n", *lines]))
    return folder


@pytest.fixture
def flake8(metadata: Path, tmp_path: Path) -> Run:
    path = os.pathsep.join([str(metadata), *filter(None, [os.environ.get("PYTHONPATH")])])

    def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "flake8", *arguments],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": path, "PYTHONUTF8": "1"},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
        )

    return run


def test_findings_have_their_codes_and_columns_and_noqa_is_flake8s_own(flake8: Run, tmp_path: Path) -> None:
    (tmp_path / "gate.py").write_text(GATE, encoding="utf-8")
    found = flake8("--select", "FG", "gate.py")
    assert (found.stderr, found.returncode) == ("", 1)
    assert found.stdout.splitlines() == [f"gate.py:{line}" for line in FOUND]

    everything = flake8("--extend-ignore", "E", "gate.py").stdout.splitlines()
    assert everything == ["gate.py:1:1: F401 'os' imported but unused", *(f"gate.py:{line}" for line in FOUND)]

    loud = flake8("--select", "FG4", "--disable-noqa", "gate.py").stdout.splitlines()
    assert [line.split(": ")[0] for line in loud] == ["gate.py:7:9", "gate.py:9:9", "gate.py:10:9"]
    assert flake8("--select", "FG", "--ignore", "FG401", "gate.py").stdout.splitlines() == [f"gate.py:{ALONE[0]}"]


def test_standard_input_is_read(flake8: Run) -> None:
    found = flake8("--select", "FG", "-", stdin=GATE)
    assert found.stdout.splitlines() == [f"stdin:{line}" for line in FOUND]
    named = flake8("--select", "FG", "--stdin-display-name", "models/gate.py", "-", stdin=GATE)
    assert named.stdout.splitlines() == [f"models/gate.py:{line}" for line in FOUND]


def test_options_come_from_the_command_line_and_the_configuration(flake8: Run, tmp_path: Path) -> None:
    (tmp_path / "gate.py").write_text(GATE, encoding="utf-8")
    assert flake8("--select", "FG", "--fullgraph-scope", "explicit", "gate.py").stdout == ""
    (tmp_path / ".flake8").write_text("[flake8]\nselect = FG\nfullgraph-scope = explicit\n")
    done = flake8("gate.py")
    assert (done.stdout, done.stderr, done.returncode) == ("", "", 0)
    wrong = flake8("--fullgraph-torch-version", "newest", "gate.py")
    assert wrong.returncode == 2
    assert "--fullgraph-torch-version" in wrong.stderr


def test_the_settings_of_the_nearest_file_hold_under_flake8s_own(flake8: Run, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "gate.py").write_text(GATE, encoding="utf-8")
    settings = tmp_path / "one" / "fullgraph.toml"
    settings.write_text('ignore = ["FG1"]\nscope = "explicit"\nroots = ["gate.py:Gate.forward"]\n')
    (tmp_path / "pyproject.toml").write_text('[tool.fullgraph]\nper-file-ignores = { "two/**" = ["FG4"] }\n')
    one, two = f"one/gate.py:{FOUND[0]}", f"two/gate.py:{ALONE[0]}"
    assert sorted(flake8("--select", "FG", "one", "two").stdout.splitlines()) == [one, two]
    settings.write_text('scope = "explicit"\n')
    assert flake8("--select", "FG", "one").stdout == ""
    assert len(flake8("--select", "FG", "--fullgraph-scope", "all", "one").stdout.splitlines()) == 2
    settings.write_text('roots = ["gate.py:Gat"]\n')
    assert flake8("--select", "FG", "one").stdout.splitlines()[0] == (
        "one/gate.py:1:1: FG000 the root Gat is no function, method or class here; did you mean Gate?"
    )
    settings.write_text("scop = 1\n")
    lines = flake8("--select", "FG", "one", "two").stdout.splitlines()
    assert lines[0].startswith(f"one/gate.py:1:1: FG000 {settings}: scop is no setting (did you mean scope?)")
    assert lines[1:] == [two]


def test_files_that_are_no_python_are_left_to_flake8(flake8: Run, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("def f(:\n")
    (tmp_path / "gate.py").write_text(GATE, encoding="utf-8")
    lines = flake8("--select", "FG,E9", "broken.py", "gate.py").stdout.splitlines()
    assert lines[0].startswith("broken.py:1:")
    assert "E999" in lines[0]
    assert lines[1:] == [f"gate.py:{line}" for line in FOUND]
