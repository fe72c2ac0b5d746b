"""What ``check`` makes of facts."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch
from fullgraph.lint.facts.schema import Recorded
from recording import NET, WHERE, Ran

Run = Callable[..., Ran]
Load = Callable[[str], ModuleType]
Record = Callable[..., Recorded]
FACTS = ("--facts", "facts.json")


def plain(function: Any) -> Any:
    """The function under ``torch.compile``."""
    return function._torchdynamo_orig_callable


def found(ran: Ran) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = json.loads(ran.out)
    return entries


def test_parameters_are_what_was_observed(load: Load, record: Record, run: Run) -> None:
    module = load("import torch\n\n\n@torch.compile\ndef pick(x, m, n):\n    return x[m]\n")
    assert found(run("check", "net.py", "--output-format", "json")) == []
    record(lambda: plain(module.pick)(torch.ones(3), torch.ones(3) > 0, 1))
    (one,) = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert (one["code"], one["confidence"]) == ("FG302", "high")
    assert "m: boolean Tensor (observed in 1 run)" in one["evidence"][0]["text"]


def test_what_was_no_tensor_is_taken_for_none(load: Load, record: Record, run: Run) -> None:
    module = load(
        "import torch\n\n\n@torch.compile\ndef f(x, other):\n    if other:\n        return x\n    return -x\n"
    )
    record(lambda: plain(module.f)(torch.ones(3), 3))
    assert found(run("check", "net.py", *FACTS, "--output-format", "json", "--confidence", "low")) == []
    record(lambda: plain(module.f)(torch.ones(3), torch.ones(1)))
    assert [one["code"] for one in found(run("check", "net.py", *FACTS, "--output-format", "json"))] == ["FG101"]


def test_an_annotation_goes_before_what_was_observed(load: Load, record: Record, run: Run) -> None:
    module = load("import torch\n\n\n@torch.compile\ndef f(x, n: int):\n    if n:\n        return x\n    return -x\n")
    record(lambda: plain(module.f)(torch.ones(3), torch.ones(1)))
    assert found(run("check", "net.py", *FACTS, "--output-format", "json")) == []


def test_branches_that_no_run_took_say_so_and_come_last(load: Load, record: Record, run: Run) -> None:
    text = NET
    net = load(text).Net()
    record(*[lambda shift=shift: net(torch.randn(2, 8) + shift) for shift in (9, -9)])
    entries = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    seldom = {one["location"]["row"]: one["never_taken"] for one in entries}
    inner = next(number for number, line in enumerate(text.splitlines(), 1) if line.strip() == "if mask.any():")
    assert seldom.pop(inner) == 2
    assert set(seldom.values()) == {0}
    shown = run("check", "net.py", *FACTS).out
    assert "facts: no recorded run took this branch (in the 2 recorded calls)" in shown
    concise = run("check", "net.py", *FACTS, "--output-format", "concise").out.splitlines()
    assert f":{inner}:" in concise[-3]


def test_code_behind_an_early_return_that_all_runs_took(load: Load, record: Record, run: Run) -> None:
    module = load(
        "import torch\n\n\n@torch.compile\ndef f(x, n):\n    if n > 0:\n        return x\n    print(x)\n    return -x\n"
    )
    record(lambda: plain(module.f)(torch.ones(3), 1))
    (one,) = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert (one["code"], one["never_taken"]) == ("FG401", 1)


def test_a_branch_on_being_compiled_is_not_told_by_eager_runs(load: Load, record: Record, run: Run) -> None:
    module = load(
        "import torch\n\n\n@torch.compile\ndef f(x):\n    if torch.compiler.is_compiling():\n        print(x)\n"
        "        return x\n    return -x\n"
    )
    record(lambda: plain(module.f)(torch.ones(3)))
    (one,) = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert (one["code"], one["never_taken"], one["rank"]["level"]) == ("FG401", 0, "call")


HELPED = """\
import torch


def show(x):
    print(x)


def both(x, debug):
    if debug:
        show(x)
    {other}
    return x


@torch.compile
def f(x, debug):
    return both(x, debug)
"""


@pytest.mark.parametrize(("other", "never"), [("show(x)", 0), ("pass", 1)])
def test_a_call_that_no_run_made_marks_what_is_behind_it(
    load: Load, record: Record, run: Run, other: str, never: int
) -> None:
    """Not where the same is called elsewhere: what that leads to is reported once, by the first way."""
    module = load(HELPED.replace("{other}", other))
    record(lambda: module.both(torch.ones(3), False))
    entries = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert [one["never_taken"] for one in entries if one["code"] == "FG401"] == [never]


def test_what_ran_is_not_marked_whatever_one_caller_did(load: Load, record: Record, run: Run) -> None:
    module = load(HELPED.replace("{other}", "pass"))
    record(lambda: (module.both(torch.ones(3), False), module.show(torch.ones(3))))
    entries = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert [one["never_taken"] for one in entries if one["code"] == "FG401"] == [0]


def test_facts_about_another_text_are_not_used(load: Load, record: Record, run: Run, folder: Path) -> None:
    net = load(NET).Net()
    record(*[lambda shift=shift: net(torch.randn(2, 8) + shift) for shift in (9, -9)])
    path = folder / "net.py"
    path.write_text(NET.replace("y + 1", "y + 2") + "\n\n# a comment\n")
    ran = run("check", "net.py", *FACTS)
    assert "observed in" not in ran.out and "no recorded run" not in ran.out
    assert ran.err.splitlines() == [
        "warning: 1 function has changed since the facts in facts.json were recorded; what is known of them is not used"
    ]
    path.write_text(f"# a comment\n{NET}")
    ran = run("check", "net.py", *FACTS)
    assert "observed in 2 runs" in ran.out and ran.err == ""


def test_the_cache_knows_facts(load: Load, record: Record, run: Run, folder: Path) -> None:
    net = load(NET).Net()
    record(lambda: net(torch.randn(2, 8) + 9))
    first = run("check", "net.py", *FACTS).out
    assert "in 1 run" in first and run("check", "net.py", *FACTS).out == first
    record(*[lambda: net(torch.randn(2, 8) + 9)] * 2)
    assert "in 2 runs" in run("check", "net.py", *FACTS).out
    assert "observed in" not in run("check", "net.py").out


# The level observed


def prepared(load: Load, record: Record, text: str = WHERE, *shapes: int, grad: bool = False) -> ModuleType:
    module = load(text)
    first, second = shapes or (4, 4)
    record(
        *[
            lambda shift=shift: plain(module.choose)(
                torch.randn(first, requires_grad=grad) + shift, torch.randn(second, requires_grad=grad)
            )
            for shift in (9, -9)
        ]
    )
    return module


def test_an_open_obligation_that_held_is_observed(load: Load, record: Record, run: Run, folder: Path) -> None:
    prepared(load, record)
    (one,) = found(run("check", "net.py", "--output-format", "json"))
    assert one["fix"]["applicability"] == "unsafe"
    (one,) = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert one["fix"]["applicability"] == "observed"
    states = {entry["kind"]: entry["state"] for entry in one["fix"]["obligations"]}
    assert {states[kind] for kind in ("shape", "dtype", "sources", "derivative")} == {"observed"}
    assert "that both arms have the same shape was observed in 2 runs" in one["fix"]["message"]
    assert "(observed)" in run("check", "net.py", *FACTS).out
    assert "fix (observed)" in run("explain", "net.py:6", *FACTS).out
    sarif = json.loads(run("check", "net.py", *FACTS, "--output-format", "sarif").out)
    (result,) = sarif["runs"][0]["results"]
    assert result["fixes"][0]["properties"]["applicability"] == "observed"
    assert "observed fix: " in result["message"]["text"]


def test_observed_fixes_are_applied_with_facts_alone(load: Load, record: Record, run: Run, folder: Path) -> None:
    prepared(load, record)
    path = folder / "net.py"
    run("check", "net.py", "--fix")
    assert path.read_text() == WHERE
    run("check", "net.py", "--fix", *FACTS)
    assert "torch.where(x.sum() > 0, w * 2, x + 1)" in path.read_text()


def test_the_setting_is_that_of_the_option(load: Load, record: Record, run: Run, folder: Path) -> None:
    prepared(load, record)
    (folder / "fullgraph.toml").write_text('facts = "facts.json"\n')
    (one,) = found(run("check", "net.py", "--output-format", "json"))
    assert one["fix"]["applicability"] == "observed"


@pytest.mark.parametrize(
    ("text", "shapes", "grad"),
    [
        (WHERE, (1, 4), False),  # the arms have other shapes
        (WHERE.replace("x + 1", "x[:, None]"), (4, 4), False),
        (WHERE.replace("x + 1", "x.double()"), (4, 4), False),
        (WHERE, (4, 4), True),
    ],
)
def test_what_did_not_hold_stays_open(
    load: Load, record: Record, run: Run, text: str, shapes: tuple[int, ...], grad: bool
) -> None:
    prepared(load, record, text, *shapes, grad=grad)
    (one,) = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert one["fix"]["applicability"] != "observed"


def test_an_arm_that_never_ran_shows_nothing(load: Load, record: Record, run: Run) -> None:
    module = load(WHERE)
    record(lambda: plain(module.choose)(torch.randn(4) + 9, torch.randn(4)))
    (one,) = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert one["fix"]["applicability"] == "unsafe"


def test_the_fix_computes_the_same(load: Load, record: Record, run: Run, folder: Path) -> None:
    module = prepared(load, record)
    inputs = [(torch.randn(4) + shift, torch.randn(4)) for shift in (9, -9)]
    before = [plain(module.choose)(*given) for given in inputs]
    run("check", "net.py", "--fix", *FACTS)
    fixed = load((folder / "net.py").read_text())
    assert all(torch.equal(a, plain(fixed.choose)(*given)) for a, given in zip(before, inputs, strict=True))


# Bad input


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (None, "there is no file"),
        ("{", "it is not JSON"),
        ('{"version": 7, "functions": []}', "format 7"),
        ('{"version": 1, "functions": [1]}', "damaged"),
    ],
)
@pytest.mark.parametrize("command", [("check", "net.py"), ("explain", "net.py:1")])
def test_facts_that_cannot_be_used(
    run: Run, folder: Path, command: tuple[str, ...], text: str | None, said: str
) -> None:
    (folder / "net.py").write_text("x = 1\n")
    if text is not None:
        (folder / "facts.json").write_text(text)
    ran = run(*command, *FACTS)
    assert ran.status == 2 and ran.out == ""
    (line,) = ran.err.splitlines()
    assert line.startswith("error: facts: ") and said in line


def test_facts_of_another_project(load: Load, record: Record, run: Run, folder: Path) -> None:
    prepared(load, record)
    (folder / "net.py").rename(folder / "other.py")
    ran = run("check", "other.py", *FACTS)
    assert ran.status == 1
    assert ran.err.splitlines() == [
        "warning: the facts in facts.json are about none of the functions that were checked: of another project?"
    ]


def test_the_language_server_shows_what_was_observed(load: Load, record: Record, folder: Path) -> None:
    from fullgraph.lint.commands.options import engine_options
    from fullgraph.lint.config.settings import SettingsFinder
    from fullgraph.lint.server import worker
    from fullgraph.lint.server.documents import Document, Part
    from fullgraph.lint.server.hover import _finding
    from fullgraph.lint.server.jobs import Job, frame, read

    prepared(load, record)
    (folder / "fullgraph.toml").write_text('facts = "facts.json"\n')
    path = folder / "net.py"
    sent = frame(Job(1, "check", (path,), engine_options(SettingsFinder().of(path))))
    job = read(io.BytesIO(sent))
    assert isinstance(job, Job)
    result = worker.check(job).result
    assert result is not None
    (one,) = result.diagnostics
    document = Document(path.as_uri(), path, (Part(path.as_uri(), 1, path.read_text()),))
    shown = "\n".join(_finding(one, document))
    assert "**Fix (observed)**" in shown
    assert "observed, shape: that both arms have the same shape was observed in 2 runs" in shown


RANKED = """\
import torch


def inner(x):
    print(x)
    return x + 1


@torch.compile
def outer(x, n):
    if n > 5:
        print("many")
    for _ in range(n):
        x = inner(x)
    if n == 3:
        print("three")
        return x
    print("other")
    return -x
"""


def test_ranks_are_what_was_counted(load: Load, record: Record, run: Run) -> None:
    outer = plain(load(RANKED).outer)
    record(*[lambda n=n: outer(torch.ones(3), n) for n in (3, 3, 3, 5)])
    entries = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    ranks = {one["location"]["row"]: one["rank"] for one in entries}
    assert ranks == {
        5: {"level": "call", "reasons": ["loop", "times"], "times": 3.5},
        12: {"level": "never", "reasons": ["never"], "times": None},
        16: {"level": "condition", "reasons": ["times", "condition"], "times": 0.75},
        18: {"level": "condition", "reasons": ["times", "condition"], "times": 0.25},
    }
    without = found(run("check", "net.py", "--output-format", "json"))
    assert {one["rank"]["times"] for one in without} == {None}


MATCHER = """\
import torch
from torch import nn


class Matcher(nn.Module):
    @torch.no_grad()
    def forward(self, x):
        return x.abs().sum()


class Loss(nn.Module):
    def forward(self, x):
        return Matcher()(x)


def outside(matcher, array):
    return matcher.forward(array)
"""


def test_facts_take_no_safe_fix_away(load: Load, record: Record, run: Run) -> None:
    module = load(MATCHER)
    (one,) = found(run("check", "net.py", "--output-format", "json"))
    assert (one["code"], one["fix"]["applicability"]) == ("FG607", "safe")
    record(lambda: module.Loss()(torch.ones(3)))
    (one,) = found(run("check", "net.py", *FACTS, "--output-format", "json"))
    assert one["fix"]["applicability"] == "observed"
