"""``verify --facts``, and the pytest plugin: whole commands, each in processes of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.measured import Measured, Source
from fullgraph.lint.diagnostics.rank import rank_of
from fullgraph.lint.engine.api import check
from fullgraph.lint.facts import files
from fullgraph.lint.facts.schema import FunctionFact
from fullgraph.runtime_check.cli import verify
from recording import NET, Ran

QUICK = ("--backend", "eager", "--bench-seconds", "0", "--device", "cpu")
SETS_UP = """\
import torch

TABLES = {}


class Net(torch.nn.Module):
    def forward(self, x):
        if x.shape not in TABLES:
            TABLES[x.shape] = torch.arange(x.shape[-1])
        return x + TABLES[x.shape]
"""
SCRIPT = """\
import torch
from net import Net

net = torch.compile(Net())
for n in range(5):
    net(torch.randn(2 + n % 2, 8))
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(verify, [*QUICK, *arguments], catch_exceptions=False)


def facts(path: Path) -> dict[str, FunctionFact]:
    return {fact.name: fact for fact in files.read(path).functions.values()}


@pytest.mark.slow
def test_verify_adds_to_a_file(folder: Path) -> None:
    (folder / "net.py").write_text(NET)
    for runs in (4, 8):
        result = run("net.py:Net", "--input", "x=f32[2|3,8]", "--facts", "facts.json")
        assert "facts of 1 function, 4 calls, in facts.json" in result.output
        found = facts(folder / "facts.json")["Net.forward"]
        assert (found.runs, found.calls, found.file) == (runs, runs, "net.py")
    assert result.exit_code == 1  # it has a break


@pytest.mark.slow
def test_the_first_run_is_recorded_and_one_behind_it(folder: Path) -> None:
    (folder / "net.py").write_text(SETS_UP)
    run("net.py:Net", "--input", "x=f32[2,8]", "--facts", "facts.json")
    (branch,) = facts(folder / "facts.json")["Net.forward"].branches.values()
    assert (branch.taken, branch.not_taken) == (1, 1)


@pytest.mark.slow
def test_a_script_is_recorded_as_it_runs(folder: Path) -> None:
    (folder / "net.py").write_text(NET)
    (folder / "train.py").write_text(SCRIPT)
    report = json.loads(run("--format", "json", "--facts", "facts.json", "--record", "train.py").stdout)
    assert report["targets"][0]["before"]["facts"].startswith("facts of ")
    found = facts(folder / "facts.json")
    assert found["Net.forward"].calls == 5
    assert found["Net.__init__"].calls == 1


TWO_BREAKS = """\
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self, refines=True):
        super().__init__()
        self.first = nn.Linear(128, 128)
        self.last = nn.Linear(128, 128)
        self.refines = refines

    def forward(self, x):
        x = self.noted(self.first(x))
        x = self.noted(x + 1)
        if self.refines:
            x = self.refined(x)
        return self.last(x)

    def noted(self, x):
        print("noted")
        return x

    def refined(self, x):
        try:
            print("refined")
            for _ in range(120):
                x = torch.tanh(x @ self.last.weight)
        finally:
            self.refines = True
        return x
"""
"""The second break leaves its whole function to eager. By the text it is behind the first: a message on a condition."""


def ranks(path: Path) -> list[tuple[int, Measured | None]]:
    """The rows that are found in ``net.py``, the most costly first, with what was measured of them."""
    found = check([Path("net.py")], Options(facts=path)).diagnostics
    return [(one.location.row, one.measured) for one in sorted(found, key=rank_of)]


@pytest.mark.slow
def test_findings_are_ranked_by_what_was_measured(folder: Path) -> None:
    (folder / "net.py").write_text(TWO_BREAKS)
    target = ("net.py:Net", "--input", "x=f32[128,128]")
    result = run(*target, "--facts", "facts.json")
    assert [row for row, _ in ranks(folder / "facts.json")] == [20, 25]
    assert "what breaks cost" not in result.output  # nothing was timed
    result = run(*target, "--facts", "facts.json", "--bench-seconds", "0.1")
    assert "what breaks cost at 2 lines, in facts.json" in " ".join(result.output.split())
    (first, dear), (second, cheap) = ranks(folder / "facts.json")
    assert (first, second) == (25, 20)
    assert dear is not None and cheap is not None
    assert dear.share > cheap.share and dear.milliseconds > cheap.milliseconds  # some hundred times on an idle machine
    assert (dear.calls, cheap.calls) == (1, 2)
    assert dear.operators >= 240 and cheap.operators == 0
    assert dear.source == cheap.source == Source("net.py:Net", "cpu", "train")


@pytest.mark.slow
def test_each_callable_of_a_script_has_its_costs(folder: Path) -> None:
    (folder / "net.py").write_text(TWO_BREAKS)
    (folder / "train.py").write_text(
        "import torch\nfrom net import Net\n\nnets = [torch.compile(Net(False)), torch.compile(Net.noted)]\n"
        "for _ in range(3):\n    nets[0](torch.randn(2, 128))\n    nets[1](nets[0], torch.randn(2, 128)) + 1\n"
    )
    run("--bench-seconds", "0.05", "--facts", "facts.json", "--record", "train.py")
    (cost,) = facts(folder / "facts.json")["Net.noted"].costs.values()
    assert {one.source.target for one in cost.measured} == {"train.py: Net.noted", "train.py: Net"}


@pytest.mark.slow
def test_under_coverage_verify_says_why_there_are_none(folder: Path) -> None:
    (folder / "net.py").write_text(f"import sys\nsys.settrace(lambda *_: None)\n{NET}")
    result = run("net.py:Net", "--input", "x=f32[2,8]", "--facts", "facts.json")
    assert "no facts were recorded: something else traces this process" in " ".join(result.output.split())
    assert not (folder / "facts.json").exists()


@pytest.mark.parametrize("text", ["{", '{"version": 9, "functions": []}'])
def test_a_file_that_cannot_be_added_to(folder: Path, text: str) -> None:
    (folder / "facts.json").write_text(text)
    result = run("net.py:Net", "--facts", "facts.json")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: --facts: facts.json ")
    assert len(result.stderr.splitlines()) == 1
    assert (folder / "facts.json").read_text() == text


def test_a_folder_that_is_not_there(folder: Path) -> None:
    result = run("net.py:Net", "--facts", "no/facts.json")
    assert result.exit_code == 2 and "there is no folder" in result.stderr


TESTS = """\
import pytest
import torch
from net import Net


@pytest.mark.parametrize("n", [1, 2])
def test_it(n):
    Net()(torch.randn(n, 8))


@pytest.mark.fullgraph
def test_compiled():
    torch.compile(torch.sin, backend="eager")(torch.ones(2))
"""


def pytest_run(folder: Path, *arguments: str, head: str = "") -> Ran:
    code = f"{head}import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "-q", "-p", "no:cacheprovider", "test_net.py", *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return Ran(done.returncode, done.stdout, done.stderr)


@pytest.mark.slow
def test_the_plugin_records_tests(folder: Path) -> None:
    (folder / "net.py").write_text(NET)
    (folder / "test_net.py").write_text(TESTS)
    ran = pytest_run(folder, "--fullgraph-facts", "facts.json")
    assert ran.status == 0
    assert "fullgraph: facts of 2 functions, 4 calls, in " in ran.out
    found = facts(folder / "facts.json")
    assert {name: (fact.runs, fact.calls) for name, fact in found.items()} == {
        "Net.__init__": (2, 2),
        "Net.forward": (2, 2),
    }
    ran = pytest_run(folder, "--fullgraph-facts", "facts.json", head="import sys; sys.settrace(lambda *_: None)\n")
    assert ran.status == 0
    assert "fullgraph: no facts were recorded: something else traces this process" in ran.out
    assert facts(folder / "facts.json") == found


@pytest.mark.slow
def test_the_plugin_refuses_a_file_that_it_cannot_add_to(folder: Path, load: Callable[..., object]) -> None:
    (folder / "test_net.py").write_text("def test_it(): pass\n")
    (folder / "facts.json").write_text("{")
    ran = pytest_run(folder, "--fullgraph-facts", "facts.json")
    assert ran.status == 4 and "--fullgraph-facts: " in ran.err
