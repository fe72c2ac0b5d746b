"""Many findings: one line for each cause, the most costly first."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from frontend import Ran
from fullgraph.lint.diagnostics.condition import Condition, ConditionKind
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Edit, Fix, Position
from fullgraph.lint.diagnostics.measured import Measured, Source
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.diagnostics.reach import Reach, Repeats
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.report.formats import AT_LENGTH
from fullgraph.lint.report.overview import WIDTH, causes, render
from fullgraph.lint.report.text import Look

Run = Callable[..., Ran]
PLAIN = Look()


def finding(row: int, filename: str = "a.py", message: str = "print breaks the graph", **more: Any) -> Diagnostic:
    return Diagnostic("FG401", "print-in-graph", message, filename, Position(row, 5), Position(row, 9), **more)


LAYER = Reach(Repeats.LAYER)
TRAINING = (Condition(Step("self.training", "a.py", 1), ConditionKind.MODE, ("training",), holds=False),)
GIVEN = (Condition(Step("mask is not None", "a.py", 1), ConditionKind.ARGUMENT, holds=False),)
DEBUG = (Condition(Step("debug", "a.py", 1), ConditionKind.OPTION, holds=False),)


def lines(*diagnostics: Diagnostic, unsafe: bool = False) -> list[str]:
    return render(diagnostics, PLAIN, unsafe).splitlines()


def test_order_and_words() -> None:
    assert lines(
        finding(1, conditions=TRAINING),
        finding(50, "b.py"),
        finding(90, never_taken=4),
        finding(60, conditions=GIVEN),
        finding(70, conditions=DEBUG),
        finding(20, "b.py", reach=LAYER, ways=3),
        finding(20),
    ) == [
        "b.py:20:5: FG401 (in every layer) print breaks the graph [3 ways]",
        "a.py:20:5: FG401 (in every call) print breaks the graph",
        "b.py:50:5: FG401 (in every call) print breaks the graph",
        "a.py:60:5: FG401 (only if mask is not None) print breaks the graph",
        "a.py:1:5: FG401 (only in training) print breaks the graph",
        "a.py:70:5: FG401 (only if debug, off by default) print breaks the graph",
        "a.py:90:5: FG401 (never ran) print breaks the graph",
        "",
        "7 causes, the most costly first: 3 in every call, 1 in some calls, 1 only in training, 1 off by default, "
        "1 never ran.",
        "Each finding in full, with why it breaks and what to do: --output-format full",
    ]


@pytest.mark.parametrize(
    ("times", "words"), [(1.0, "once a call"), (24.0, "24 times a call"), (0.3333, "0.333 times a call")]
)
def test_what_recorded_runs_counted(times: float, words: str) -> None:
    assert lines(finding(1, reach=Reach(times=times)))[0] == f"a.py:1:5: FG401 ({words}) print breaks the graph"


def measured(share: float, milliseconds: float, device: str = "NVIDIA H100") -> Measured:
    return Measured(Source("net.py:Net", device, "train"), milliseconds, share)


def test_what_was_measured_comes_first() -> None:
    assert lines(
        finding(1, reach=LAYER),
        finding(20, measured=measured(0.0004, 0.036, "cpu")),
        finding(50, measured=measured(0.12, 1.9), conditions=TRAINING),
    )[:5] == [
        "a.py:50:5: FG401 (measured: 1.9 ms of each step, 12 %, on NVIDIA H100; only in training) print breaks the "
        "graph",
        "a.py:20:5: FG401 (measured: 36 us of each step, <0.1 %, on the CPU) print breaks the graph",
        "a.py:1:5: FG401 (in every layer) print breaks the graph",
        "",
        "3 causes, the most costly first: 2 measured, 1 in every call.",
    ]


def test_lines_close_together_are_one_cause() -> None:
    assert len(causes([finding(10, measured=measured(0.2, 1)), finding(11, measured=measured(0.1, 1))])) == 2
    close = [finding(row, ways=2) for row in (10, 11, 14)]
    assert lines(*close)[0] == "a.py:10:5: FG401 (in every call) print breaks the graph [3 such lines, to 14]"
    assert len(causes([finding(10), finding(14)])) == 2
    assert len(causes([finding(10), finding(11, "b.py")])) == 2
    assert len(causes([finding(10), finding(11, reach=LAYER)])) == 2
    assert len(causes([finding(10, conditions=TRAINING), finding(11, conditions=GIVEN)])) == 2
    others = replace(GIVEN[0], step=Step("mask.ndim == 2", "a.py", 9))
    assert len(causes([finding(10, conditions=GIVEN), finding(11, conditions=(others,))])) == 2


def test_lines_that_lead_to_one_line_of_a_package_are_one_cause() -> None:
    below = Step("x.item()", "/lib/site-packages/zoo/nets.py", 7)
    found = lines(finding(10, below=below), finding(90, "b.py", below=below, reach=LAYER), finding(11))
    assert found[:2] == [
        "b.py:90:5: FG401 (in every layer) print breaks the graph [2 lines lead there]",
        "a.py:11:5: FG401 (in every call) print breaks the graph",
    ]


def test_what_can_be_fixed_is_marked() -> None:
    edit = Edit(Position(1, 1), Position(1, 2), "")
    safe, unsafe = Fix("Drop it", (edit,)), Fix("Skip it", (edit,), (Kind.COMPILING.open("it is silent"),))
    assert "FG401 [*] (in every call)" in lines(finding(1, fix=safe))[0]
    assert "[*]" not in lines(finding(1, fix=unsafe))[0]
    assert "FG401 [*] (in every call)" in lines(finding(1), finding(2, fix=unsafe), unsafe=True)[0]


def test_messages_are_short_and_cannot_move_the_cursor() -> None:
    (line, *_) = lines(finding(1, message="x\x1b[2J" + "日本" * 200))
    assert line.isprintable() and line.endswith("…") and len(line) < WIDTH + 40
    coloured = render([finding(1)], Look(colour=True))
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == render([finding(1)], PLAIN)


def program(number: int) -> str:
    """A file with so many findings, each apart from the others."""
    apart = "    x = x + 1\n" * 4
    rows = "".join(f"    print({row})\n{apart}" for row in range(number))
    return f"import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n{rows}    return x\n"


@pytest.mark.parametrize(("number", "is_full"), [(AT_LENGTH, True), (AT_LENGTH + 1, False)])
def test_text_is_full_up_to_a_number(run: Run, folder: Path, number: int, is_full: bool) -> None:
    (folder / "net.py").write_text(program(number))
    shown = run("check", ".")
    assert ("= in scope:" in shown.out) is is_full
    assert ("--output-format full" in shown.out) is not is_full
    assert f"Found {number} findings in 1 file" in shown.out and shown.status == 1
    full = run("check", ".", "--output-format", "full")
    assert full.out.count("= in scope:") == number


def test_the_formats_for_programs_keep_their_order(run: Run, folder: Path) -> None:
    (folder / "net.py").write_text(program(AT_LENGTH + 5))
    (folder / "a.py").write_text(program(1).replace("    print(0)\n", "    for row in x:\n        print(row)\n"))
    entries = json.loads(run("check", ".", "--output-format", "json").out)
    places = [(one["filename"], one["location"]["row"]) for one in entries]
    assert places == sorted(places) and len(places) == AT_LENGTH + 7
    concise = run("check", ".", "--output-format", "concise").out.splitlines()
    assert concise[0].startswith("a.py:") and len(concise) == AT_LENGTH + 8
