"""``verify --expect``, end to end: what is new fails, what is gone is told, and ``--update`` writes."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from fullgraph.runtime_check.cli import verify as command
from fullgraph.runtime_check.expect.file import read
from fullgraph.runtime_check.expect.observed import minor

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

QUICK = ("--backend", "eager", "--bench-seconds", "0", "--device", "cpu")
NET = """\
import torch


class Net(torch.nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = x * 2
        torch._dynamo.graph_break()
        return x + 1


def inputs():
    return torch.ones(3, 4)
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(command, [*arguments, *QUICK], catch_exceptions=False)


def words(result: Result) -> str:
    return " ".join(result.output.split())


def compared(result: Result) -> dict[str, Any]:
    (target,) = json.loads(result.stdout)["targets"]
    found: dict[str, Any] = target["expected"]
    return found


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "pyproject.toml").touch()
    (tmp_path / "net.py").write_text(NET)
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.slow
def test_the_ratchet(project: Path) -> None:
    import torch

    net, file = project / "net.py", project / "expected.toml"
    added = run("net.py:Net", "--expect", "expected.toml", "--update")
    assert added.exit_code == 0, added.output
    assert "now accepted break: net.py:7 in forward: " in words(added)
    (entry,) = read(file).values()
    assert (entry.key.target, entry.key.torch) == ("net.py:Net", minor(torch.__version__))
    assert (entry.key.mode, entry.key.device, entry.graphs) == ("train", "cpu", 2)
    (known,) = entry.breaks
    assert (known.file, known.function, known.source) == ("net.py", "forward", "torch._dynamo.graph_break()")
    assert known.modes == ["default", "fullgraph"]

    # Lines move, and the break is the same.
    net.write_text("# a comment\n\n" + NET)
    same = run("net.py:Net", "--expect", "expected.toml", "--format", "json")
    assert same.exit_code == 0
    found = compared(same)
    assert (found["new"], found["gone"], found["accepted"], found["exit_status"]) == ([], [], 1, 0)

    # Another break is new, and named.
    net.write_text(NET.replace("        return x + 1", "        print(x.shape)\n        return x + 1"))
    fails = run("net.py:Net", "--expect", "expected.toml")
    assert fails.exit_code == 1
    assert "new break: net.py:8 in forward: " in words(fails)
    assert "print(x.shape)" in fails.output
    assert "new break: net.py:7" not in words(fails)
    before = file.read_text()

    # Accepted by --update alone, which says so; what people noted stays.
    file.write_text(before.replace("[[expected.break]]\n", '[[expected.break]]\nnote = "wanted"\n'))
    told = run("net.py:Net", "--expect", "expected.toml", "--update")
    assert told.exit_code == 0
    assert "now accepted break: net.py:8" in words(told)
    (entry,) = read(file).values()
    assert [(one.source, one.note) for one in entry.breaks] == [
        ("print(x.shape)", ""),
        ("torch._dynamo.graph_break()", "wanted"),
    ]

    # What is gone does not fail, and --update takes it out.
    net.write_text(NET.replace("        torch._dynamo.graph_break()\n", ""))
    gone = run("net.py:Net", "--expect", "expected.toml")
    assert gone.exit_code == 0
    assert words(gone).count("--update takes it out") == 3
    assert run("net.py:Net", "--expect", "expected.toml", "--update").exit_code == 0
    (entry,) = read(file).values()
    assert (entry.graphs, entry.checks, entry.breaks) == (1, [], [])


@pytest.mark.slow
def test_another_torch_has_no_entry_until_it_is_added(project: Path) -> None:
    assert run("net.py:Net", "--expect", "e.toml", "--update").exit_code == 0
    (key,) = read(project / "e.toml")
    old = (project / "e.toml").read_text().replace(f'torch = "{key.torch}"', 'torch = "2.1"')
    (project / "e.toml").write_text(old)
    missing = run("net.py:Net", "--expect", "e.toml")
    assert missing.exit_code == 2
    line = (
        f"there are no expectations for net.py:Net (torch {key.torch}, train, cpu), only for torch 2.1: --update adds"
    )
    assert line in words(missing)
    assert run("net.py:Net", "--expect", "e.toml", "--update").exit_code == 0
    assert [one.torch for one in read(project / "e.toml")] == ["2.1", key.torch]
    assert run("net.py:Net", "--expect", "e.toml").exit_code == 0


WRONG = """\
import torch


def f(x: torch.Tensor) -> torch.Tensor:
    if torch.compiler.is_compiling():
        return x + 1
    return x


def raises(x: torch.Tensor) -> torch.Tensor:
    raise LookupError("no such thing")


def inputs():
    return torch.ones(3, 4)
"""


@pytest.mark.slow
def test_wrong_values_and_what_raises_cannot_be_accepted(project: Path) -> None:
    (project / "wrong.py").write_text(WRONG)
    for options in (("--update",), ()):
        result = run("wrong.py:f", "--expect", "e.toml", *options)
        assert result.exit_code == 1
        assert "the check numerics fails, which cannot be accepted" in words(result)
    assert "numerics" not in (project / "e.toml").read_text()
    before = (project / "e.toml").read_text()
    result = run("wrong.py:raises", "--expect", "e.toml", "--update")
    assert result.exit_code == 2
    assert "wrong.py:raises could not be run, so nothing was compared" in words(result)
    assert (project / "e.toml").read_text() == before


STATE = """\
import torch


class Net(torch.nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.n = 0

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        self.n += 1
        if not torch.compiler.is_compiling():
            print("eager")
        return x + self.n


def inputs():
    return torch.ones(3, 4)
"""


@pytest.mark.slow
def test_recompiles_and_lost_effects_are_accepted_too(project: Path) -> None:
    (project / "state.py").write_text(STATE)
    assert run("state.py:Net").exit_code == 1
    assert run("state.py:Net", "--expect", "e.toml", "--update").exit_code == 0
    (entry,) = read(project / "e.toml").values()
    assert [one.function for one in entry.recompiles] == ["forward"]
    assert "self.n == N" in entry.recompiles[0].reason
    assert entry.checks == ["effects"]
    again = run("state.py:Net", "--expect", "e.toml", "--format", "json")
    assert again.exit_code == 0, again.output
    assert (compared(again)["new"], compared(again)["gone"]) == ([], [])
    # Without the entry the recompile is new.
    values = tomllib.loads((project / "e.toml").read_text())["expected"][0]["recompile"][0]
    text = (project / "e.toml").read_text()
    (project / "e.toml").write_text(text[: text.index("[[expected.recompile]]")].replace('["effects"]', "[]"))
    new = run("state.py:Net", "--expect", "e.toml", "--format", "json")
    assert new.exit_code == 1
    assert [one["kind"] for one in compared(new)["new"]] == ["recompile", "check"]
    assert compared(new)["new"][0]["found"]["identity"] == values["identity"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--update",), "--update goes with --expect"),
        (("--expect", "none.toml"), "cannot read none.toml: No such file or directory; --update writes it"),
        (("--expect", "none/e.toml", "--update"), "--expect: there is no folder "),
        (("--expect", "e.toml", "--fix"), "--expect checks the code without fixes: leave out --fix"),
        (("--expect", "toml.toml"), "toml.toml is not valid TOML: "),
        (("--expect", "bytes.toml"), "bytes.toml is not valid TOML: 'utf-8' codec can't decode"),
        (("--expect", "old.toml"), "old.toml has version 0 of expectations, this fullgraph reads 1"),
        (("--expect", "old.toml", "--update"), "old.toml has version 0 of expectations, this fullgraph reads 1"),
        (("--expect", "typo.toml"), "typo.toml: expected 1 has 'graph', which is none of target, torch, mode"),
        (("--expect", "."), "is a directory"),
    ],
)
def test_bad_input_is_one_line(project: Path, arguments: tuple[str, ...], said: str) -> None:
    Path("toml.toml").write_text("version = \n")
    Path("bytes.toml").write_bytes(b"\xff\xfe")
    Path("old.toml").write_text("version = 0\n")
    Path("typo.toml").write_text('version = 1\n[[expected]]\ntarget = "a:b"\ntorch = "2.13"\ngraph = 1\n')
    result = CliRunner().invoke(command, ["net.py:Net", *arguments])
    assert result.exit_code == 2
    (line,) = [line for line in result.output.splitlines() if line.lower().startswith("error: ")]
    assert said in line


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root reads and writes everything")
def test_an_unreadable_file_is_one_line(project: Path) -> None:
    Path("e.toml").write_text("version = 1\n")
    Path("e.toml").chmod(0)
    result = CliRunner().invoke(command, ["net.py:Net", "--expect", "e.toml"])
    assert result.exit_code == 2
    assert "cannot read e.toml: Permission denied" in result.output
