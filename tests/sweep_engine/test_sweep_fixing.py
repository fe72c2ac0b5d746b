"""``sweep --fix``: what fixes make of a copy of the code, at each level."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from fullgraph.runtime_check.process import forked
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.results import Failure
from fullgraph.runtime_check.results import Run as Seen
from fullgraph.sweep.engine.fixing import Fixing, repairs_of
from fullgraph.sweep.engine.task import SERVERS, RunSettings, run
from fullgraph.sweep.report.summary import Repaired, summarize
from fullgraph.sweep.report.text import as_text
from fullgraph.sweep.rows import Environment, Planned, RepairRow, RunRow
from fullgraph.sweep.store.store import Store

pytestmark = pytest.mark.skipif(not forked.POSIX, reason="needs Linux")

PACKAGE = {
    "__init__.py": "",
    "parts.py": """
import torch

def scaled(x):
    if x.sum() > 0:
        x = x * 2
    else:
        x = x * 3
    return x
""",
    "models.py": """
import torch
from .parts import scaled
from torch import nn

inputs = [torch.ones(3)]

class Branching(nn.Module):
    def forward(self, x):
        return scaled(x)

class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.calls = 0

    def forward(self, x):
        self.calls += 1
        return x * self.calls

class Whole(nn.Module):
    def forward(self, x):
        return x + 1

class Listing(nn.Module):
    def forward(self, x):
        for number in x.tolist():
            if number > 0:
                return x * number
        return x

class Missed(nn.Module):
    def forward(self, x):
        return x * len(torch._C._show_config())
""",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "zoo"
    package.mkdir()
    for name, text in PACKAGE.items():
        (package / name).write_text(text)
    return tmp_path


@pytest.fixture(scope="module", autouse=True)
def no_servers_stay() -> object:
    yield
    SERVERS.drop(sys.executable, "")


def came(folder: Path, name: str, fixing: Fixing) -> RunRow:
    planned = Planned("identify", f"zoo.models:{name}", "eval", "float32", "cpu", "here", "", "zoo.models")
    settings = RunSettings(str(folder), 120.0, None, fix=fixing)
    return run(planned, Environment("here", sys.executable, "", "", {}), settings)


def content(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in (folder / "zoo").glob("*.py")}


def test_a_safe_fix_in_another_file_of_the_package(folder: Path) -> None:
    row = came(folder, "Branching", "safe")
    assert row.status == "breaks"
    (repaired,) = row.repairs
    assert (repaired.level, repaired.codes, repaired.status, repaired.breaks) == ("safe", ["FG101"], "whole", 0)
    assert repaired.agrees == "pass"
    assert content(folder) == PACKAGE


def test_what_only_an_unsafe_fix_mends(folder: Path) -> None:
    row = came(folder, "Counting", "unsafe")
    assert row.status == "recompiles"
    safe, unsafe = row.repairs
    assert (safe.level, safe.codes, safe.status, safe.agrees) == ("safe", [], "recompiles", None)
    assert "no safe fix" in safe.summary
    assert (unsafe.level, unsafe.codes, unsafe.status, unsafe.agrees) == ("unsafe", ["FG701"], "whole", "pass")
    assert content(folder) == PACKAGE


def test_what_has_no_fix_stays_as_it_is(folder: Path) -> None:
    row = came(folder, "Listing", "unsafe")
    assert [(one.level, one.codes, one.status, one.breaks, one.agrees) for one in row.repairs] == [
        ("safe", [], "breaks", len(row.breaks), None),
        ("unsafe", [], "breaks", len(row.breaks), None),
    ]


def test_nothing_is_run_again_where_there_is_nothing_to_fix(folder: Path) -> None:
    assert came(folder, "Whole", "unsafe").repairs == []
    assert came(folder, "Branching", "no").repairs == []
    missed = came(folder, "Missed", "safe")
    assert missed.status == "breaks"
    assert [(one.codes, one.summary) for one in missed.repairs] == [([], "check predicts none of its breaks")]


def test_what_does_not_run_again_says_so() -> None:
    from fullgraph.runtime_check.process.protocol import Request
    from fullgraph.runtime_check.process.supervise import Observation
    from fullgraph.sweep.engine.outcome import now

    def fails(_request: Request) -> Observation:
        return Observation(Seen(failure=Failure("raised", "it is Tuesday", "eager")))

    row = RunRow("a", "recompiles", 1.0, now(), "here")
    request = Request("zoo.models:Net", "/nowhere")
    assert list(repairs_of(row, request, "safe", Limits(), fails, fails)) == [
        RepairRow("safe", [], 0, "recompiles", 0, None, "cannot be run again to compare with: it is Tuesday")
    ]


def test_the_command_stores_and_tells_of_it(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "fullgraph", "sweep", "zoo.models:Branching", "zoo.models:Whole", "--fix"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
        env={name: value for name, value in os.environ.items() if name != "RAY_ADDRESS"},
    )
    assert done.returncode == 0, done.stderr
    with Store.open(folder / "sweep.duckdb") as store:
        summary = summarize(store)
    (one,) = summary.repaired
    assert one == Repaired("zoo", one.torch, "safe", 1, 1, 0, 1, 1, 0)
    assert "After --fix" in done.stdout
    assert "After --fix" in as_text(summary)
    assert content(folder) == PACKAGE
