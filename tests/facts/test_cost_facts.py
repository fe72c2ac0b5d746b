"""What graph breaks cost: how it is merged, written, looked up and shown."""

from __future__ import annotations

import ast
import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fullgraph.lint.diagnostics.measured import Measured, Mode, Source
from fullgraph.lint.facts import files, functions, identity
from fullgraph.lint.facts.coding import Malformed, from_json, measured_from_json, measured_to_json
from fullgraph.lint.facts.schema import MOST_COSTS, CostFact, FunctionFact, Recorded
from fullgraph.runtime_check.results import (
    BreakCost,
    BreakCosts,
    Environment,
    Failure,
    ObservedBreak,
    Place,
    Run,
    Verdict,
)
from fullgraph.runtime_check.session.measured_costs import costs_of
from fullgraph.runtime_check.session.observed_facts import add_facts
from hypothesis import given, settings
from hypothesis import strategies as st
from recording import Ran

NET = """\
import torch


def scaled(x):
    \"\"\"A helper.\"\"\"
    scale = x.max().item()
    return x * scale


@torch.compile
def f(x: torch.Tensor, refine: bool = False):
    for row in range(2):
        print("cheap")
    if refine:
        print(
            "dear",
        )
    return scaled(x)
"""
CHEAP, DEAR, ITEM = 13, 15, 6


def source(target: str = "net.py:f", device: str = "cpu", mode: Mode = "eval") -> Source:
    return Source(target, device, mode)


costs = st.builds(
    lambda targets: CostFact(3, ()).join(CostFact(2, tuple(targets))),
    st.lists(
        st.builds(
            Measured,
            st.builds(source, st.sampled_from("abcdefghij"), st.sampled_from(["cpu", "H100"])),
            st.sampled_from([0.5, 1.0]),
            st.sampled_from([0.0, 0.1, 0.2]),
        ),
        min_size=1,
        max_size=14,
    ),
)


@settings(max_examples=150, deadline=None)
@given(costs, costs, costs)
def test_the_join_of_costs_is_that_of_a_lattice(a: CostFact, b: CostFact, c: CostFact) -> None:
    assert a.join(a) == a
    assert a.join(b) == b.join(a)
    assert a.join(b).join(c) == a.join(b.join(c))
    assert a.join(b).join(a) == a.join(b)
    both = a.join(b).measured
    assert len(both) <= MOST_COSTS and len({one.source for one in both}) == len(both)
    assert both[0] == max((*a.measured, *b.measured), key=lambda one: one.order)
    assert all(one.share >= two.share for one, two in itertools.pairwise(both))


@settings(max_examples=50, deadline=None)
@given(costs)
def test_what_is_written_is_read_again(one: CostFact) -> None:
    fact = FunctionFact("net.py", "f", "0" * 32, costs={3: one})
    recorded = Recorded({fact.key: fact})
    assert from_json(json.loads(files.encode(recorded))) == recorded


def test_a_file_without_costs_is_as_before() -> None:
    fact = FunctionFact("net.py", "f", "0" * 32, runs=1, calls=2)
    assert "costs" not in files.encode(Recorded({fact.key: fact})).decode()


GOOD = measured_to_json(Measured(source(), 1.9, 0.12))


@pytest.mark.parametrize(
    "wrong",
    [
        {"share": 1.5},
        {"share": float("nan")},
        {"milliseconds": float("inf")},
        {"milliseconds": 10**400},
        {"calls": -1},
        {"syncs": True},
        {"kernels": "3"},
        {"mode": "both"},
        {"mode": ["eval"]},
        {"target": "a\x1b[2J"},
        {"target": ""},
        {"device": "x" * 201},
        {"device": None},
    ],
)
def test_figures_that_are_none_are_refused(wrong: dict[str, Any]) -> None:
    assert measured_from_json(GOOD) == Measured(source(), 1.9, 0.12)
    with pytest.raises(Malformed):
        measured_from_json({**GOOD, **wrong})


# From a run


def seen(row: int, seconds: float, share: float, reason: str = "r", kernels: float | None = None) -> BreakCost:
    place = Place(str(Path("net.py").resolve()), row)
    return BreakCost(place, reason, calls=1, operators=2, syncs=1, seconds=seconds, share=share, kernels=kernels)


def run_of(*causes: BreakCost, **more: Any) -> Run:
    run = Run(Environment("cpu", "AMD EPYC, 2 threads"), verdicts=[Verdict("breaks", "fail", "")], **more)
    run.break_costs = BreakCosts(list(causes), step_seconds=0.01) if causes else None
    return run


def write(folder: Path, *causes: BreakCost, target: str = "net.py:f", **more: Any) -> None:
    costs = costs_of(run_of(*causes, **more), target, training=False)
    assert costs is not None
    add_facts(folder / "facts.json", Recorded(), costs)


def by_row(folder: Path) -> dict[tuple[str, int], list[tuple[str, float]]]:
    """By function and row in it, the targets and shares."""
    recorded = files.read(folder / "facts.json")
    return {
        (fact.name, cost.line): [(one.source.target, one.share) for one in cost.measured]
        for fact in recorded.functions.values()
        for cost in fact.costs.values()
    }


@pytest.fixture
def net(folder: Path) -> Path:
    (folder / "net.py").write_text(NET)
    return folder


def test_costs_are_those_of_the_lines_of_functions(net: Path) -> None:
    write(net, seen(DEAR + 1, 0.005, 0.5, kernels=3), seen(ITEM, 0.00012345678, 0.0123456, "x"), seen(1, 0.1, 0.1))
    assert by_row(net) == {("f", 6): [("net.py:f", 0.5)], ("scaled", 3): [("net.py:f", 0.01235)]}
    text = (net / "facts.json").read_text()
    assert '"milliseconds":0.1235' in text and '"kernels":3.0' in text and str(net) not in text


def test_causes_of_one_line_are_added(net: Path) -> None:
    write(net, seen(ITEM, 0.001, 0.1), seen(ITEM, 0.002, 0.2, "other"))
    (fact,) = files.read(net / "facts.json").functions.values()
    ((cost,),) = (one.measured for one in fact.costs.values())
    assert (cost.milliseconds, cost.share, cost.calls, cost.operators, cost.syncs) == (3, 0.3, 2, 4, 2)
    assert cost.source == source()


def test_a_line_that_leads_to_the_break_has_its_cost_too(net: Path) -> None:
    cost = seen(ITEM, 0.001, 0.1)
    found = ObservedBreak(cost.place, cost.reason, None, None, "", "break")
    found.predicted_at = [Place(cost.place.filename, row) for row in (ITEM, 18)]
    write(net, cost, breaks=[found])
    assert by_row(net) == {("f", 9): [("net.py:f", 0.1)], ("scaled", 3): [("net.py:f", 0.1)]}


def test_a_target_that_is_measured_anew_replaces_what_it_gave(net: Path) -> None:
    write(net, seen(ITEM, 0.001, 0.1), seen(DEAR, 0.001, 0.2))
    write(net, seen(ITEM, 0.002, 0.3), target="other")
    assert by_row(net)["scaled", 3] == [("other", 0.3), ("net.py:f", 0.1)]
    write(net, seen(ITEM, 0.001, 0.05))
    assert by_row(net) == {("scaled", 3): [("other", 0.3), ("net.py:f", 0.05)]}
    write(net, target="other")  # it has no break any more
    assert by_row(net) == {("scaled", 3): [("net.py:f", 0.05)]}


@pytest.mark.parametrize(
    "run",
    [
        Run(break_costs=BreakCosts(note="not measured: no profiler")),
        Run(verdicts=[Verdict("breaks", "pass", "")], failure=Failure("crash", "it crashed", "eager")),
        Run(verdicts=[Verdict("breaks", "pass", "")], compile_raises=True),
        Run(),
    ],
)
def test_what_was_not_measured_takes_nothing_away(run: Run) -> None:
    assert costs_of(run, "net.py:f", training=None) is None


@pytest.mark.parametrize(
    ("device", "what", "training", "expected"),
    [
        ("cpu", "forward", True, ("cpu", "train")),
        ("cpu", "forward and backward", False, ("cpu", "eval")),
        ("cuda:0", "forward and backward", None, ("NVIDIA H100", "train")),
        ("cuda", "forward", None, ("NVIDIA H100", "eval")),
    ],
)
def test_where_it_was_measured(device: str, what: str, training: bool | None, expected: tuple[str, str]) -> None:
    run = Run(Environment(device, "NVIDIA H100"), what, verdicts=[Verdict("breaks", "pass", "")])
    costs = costs_of(run, "t", training=training)
    assert costs is not None and (costs.source.device, costs.source.mode) == expected


# What check makes of it


Run_ = Callable[..., Ran]
FACTS = ("--facts", "facts.json")


def entries(run: Run_, *arguments: str) -> dict[int, dict[str, Any]]:
    found = json.loads(run("check", "net.py", "--output-format", "json", *arguments).out)
    return {one["location"]["row"]: one for one in found}


def test_what_is_dear_comes_first(net: Path, run: Run_) -> None:
    without = run("check", "net.py").out
    assert without.index("print breaks") < without.index(f"net.py:{DEAR}:")
    write(net, seen(CHEAP, 0.0001, 0.01), seen(DEAR, 0.0019, 0.12))
    text = run("check", "net.py", *FACTS).out
    assert text.index(f"net.py:{DEAR}:") < text.index(f"net.py:{CHEAP}:") < text.index(f"net.py:{ITEM}:")
    assert "= measured: 1.9 ms of each step, 12 %, on the CPU (net.py:f, eval)" in text
    found = entries(run, *FACTS)
    assert found[DEAR]["measured"] == {**GOOD, "calls": 1, "operators": 2, "syncs": 1}
    assert found[DEAR]["rank"] == {"level": "off", "reasons": ["measured", "off"], "times": None}
    assert found[ITEM]["measured"] is None


def test_costs_stay_where_the_text_is_laid_out_anew_and_go_where_it_changes(net: Path, run: Run_) -> None:
    write(net, seen(DEAR, 0.0019, 0.12), seen(ITEM, 0.001, 0.06))
    (net / "net.py").write_text(NET.replace("    for row", "    # about\n\n    for row").replace("A helper", "Helps"))
    found = entries(run, *FACTS)
    assert found[DEAR + 2]["measured"]["share"] == 0.12 and found[ITEM]["measured"]["share"] == 0.06
    (net / "net.py").write_text(NET.replace("range(2)", "range(3)"))
    found = entries(run, *FACTS)
    assert found[DEAR]["measured"] is None and found[ITEM]["measured"]["share"] == 0.06
    assert "1 function has changed" in run("check", "net.py", *FACTS).err


def test_a_cost_says_nothing_else_of_a_function(net: Path, run: Run_) -> None:
    """Nothing counts as never run, or as observed, for want of calls."""
    before = entries(run)
    write(net, seen(DEAR, 0.0019, 0.12))
    found = entries(run, *FACTS)
    for row, one in found.items():
        assert one["fix"] == before[row]["fix"]
        assert one["never_taken"] == 0 and one["rank"]["level"] == before[row]["rank"]["level"]


def test_what_is_about_no_break_has_no_cost(net: Path, run: Run_) -> None:
    (net / "net.py").write_text(
        "import os\nimport torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n"
        "    return x * len(os.getenv('A', '')) * x.max().item()\n"
    )
    write(net, seen(7, 0.0019, 0.12))
    found = json.loads(run("check", "net.py", "--output-format", "json", *FACTS).out)
    assert {one["code"]: one["measured"] is not None for one in found} == {"FG201": True, "FG611": False}


def test_other_formats_and_explain_show_it(net: Path, run: Run_) -> None:
    write(net, seen(DEAR, 0.0019, 0.12))
    (net / "fullgraph.toml").write_text('facts = "facts.json"\n')  # the setting does what the option does
    said = "measured: 1.9 ms of each step, 12 %, on the CPU (net.py:f, eval)"
    results = json.loads(run("check", "net.py", "--output-format", "sarif").out)["runs"][0]["results"]
    shares = [one["properties"]["measured"] and one["properties"]["measured"]["share"] for one in results]
    assert sorted(shares, key=str) == [0.12, None, None]
    for form in ("github", "gitlab", "junit", "sarif"):
        assert said in run("check", "net.py", "--output-format", form).out.replace("%25", "%")
    assert said in " ".join(run("explain", f"net.py:{DEAR}").out.split())
    (claim,) = json.loads(run("explain", f"net.py:{DEAR}", "--output-format", "json").out)["findings"]
    assert claim["measured"]["milliseconds"] == 1.9


def test_kept_results_know_it(net: Path, run: Run_) -> None:
    write(net, seen(DEAR, 0.0019, 0.12))
    fresh, kept = (entries(run, *FACTS) for _ in range(2))
    assert fresh == kept and kept[DEAR]["measured"]["share"] == 0.12
    write(net, seen(DEAR, 0.0019, 0.24))
    assert entries(run, *FACTS)[DEAR]["measured"]["share"] == 0.24


def test_the_editor_shows_it(net: Path) -> None:
    from fullgraph.lint.config.options import Options
    from fullgraph.lint.engine.api import check
    from fullgraph.lint.server.documents import Document, Part
    from fullgraph.lint.server.hover import _finding

    write(net, seen(DEAR, 0.0019, 0.12))
    path = net / "net.py"
    document = Document(path.as_uri(), path, (Part(path.as_uri(), 1, path.read_text()),))
    (one,) = [one for one in check([path], Options(facts=net / "facts.json")).diagnostics if one.location.row == DEAR]
    assert any(text.startswith("**Measured** 1.9 ms of each step, 12 %") for text in _finding(one, document))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (1, None),
        (4, None),
        (5, None),
        (6, ("scaled", 0, 3)),
        (12, ("f", 0, 3)),
        (13, ("f", 1, 4)),
        (14, ("f", 2, 5)),
        (15, ("f", 3, 6)),
        (17, ("f", 3, 6)),
        (18, ("f", 4, 9)),
    ],
)
def test_a_row_is_a_statement(row: int, expected: tuple[str, int, int] | None) -> None:
    found = functions.line_at(ast.parse(NET), row)
    assert (found and (found.function.name, found.statement, found.row)) == expected


def test_the_innermost_function_has_the_line() -> None:
    tree = ast.parse(
        "def f():\n    x = 1\n    @g\n    def h():\n        if x: y = 2\n        return (\n            x)\n"
    )
    found = {
        row: line and (line.function.name, line.statement)
        for row in range(1, 8)
        if (line := functions.line_at(tree, row)) or not line
    }
    assert found == {1: None, 2: ("f", 0), 3: ("f", 1), 4: ("f", 1), 5: ("f.h", 0), 6: ("f.h", 2), 7: ("f.h", 2)}


def test_the_name_of_a_file_is_no_secret(net: Path) -> None:
    assert identity.of_file((net / "net.py").resolve()) == "net.py"


def test_a_renamed_copy_keeps_its_costs() -> None:
    fact = FunctionFact("net.py", "f", "0" * 32, costs={0: CostFact(1, (Measured(source(), 1, 0.1),))})
    (moved,) = Recorded({fact.key: fact}).renamed({"net.py": "copy/net.py"}).functions.values()
    assert moved == replace(fact, file="copy/net.py")
