"""How findings are ranked: by how often a call of what is compiled meets them."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest
from frontend import Ran
from fullgraph.lint.diagnostics.condition import Condition, ConditionKind
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Position
from fullgraph.lint.diagnostics.measured import Measured, Source
from fullgraph.lint.diagnostics.rank import rank_of
from fullgraph.lint.diagnostics.reach import Reach, Repeats
from fullgraph.lint.diagnostics.step import Step

Run = Callable[..., Ran]

HEAD = """\
import torch
from torch import nn


def helper(x: torch.Tensor):
    print("here")
    return x


class Block(nn.Module):
    def forward(self, x: torch.Tensor):
        return helper(x)


class Head(nn.Module):
    def forward(self, x: torch.Tensor):
        return -x


"""
ROW = 6
"""Of what is found."""


def rank(run: Run, folder: Path, text: str) -> dict[str, Any]:
    """The rank of the print of ``helper``, where the text is all that leads there."""
    (folder / "net.py").write_text(HEAD + dedent(text))
    entries = json.loads(run("check", ".", "--output-format", "json").out)
    (found,) = [one for one in entries if one["location"]["row"] == ROW]
    shown: dict[str, Any] = found["rank"]
    return shown


METHOD = """\
class Net(nn.Module):
    @torch.compile
    def forward(self, x: torch.Tensor, flag: int, verbose=False, quiet=True):
"""


@pytest.mark.parametrize(
    ("body", "level", "reasons"),
    [
        ("return helper(x)", "call", ["call"]),
        ("for _ in range(3):\n    x = helper(x)\nreturn x", "call", ["loop"]),
        ("for row in helper(x):\n    x = x + row\nreturn x", "call", ["call"]),
        ("return torch.stack([helper(row) for row in x])", "call", ["loop"]),
        ("while flag:\n    x = helper(x)\nreturn x", "call", ["loop"]),
        ("y = helper(x)\nfor row in x:\n    y = y + helper(row)\nreturn y", "call", ["loop"]),
        ("if flag:\n    x = helper(x)\nreturn x", "condition", ["condition"]),
        ("if verbose:\n    x = helper(x)\nreturn x", "off", ["off"]),
        ("if not quiet:\n    x = helper(x)\nreturn x", "off", ["off"]),
        ("if quiet:\n    x = helper(x)\nreturn x", "call", ["call"]),
        ("if self.training:\n    x = helper(x)\nreturn x", "training", ["training"]),
        ("if not self.training:\n    return x\nreturn helper(x)", "training", ["training"]),
        ("if self.training:\n    return x\nreturn helper(x)", "condition", ["condition"]),
        (
            "if self.training and flag:\n    for row in x:\n        x = x + helper(row)\nreturn x",
            "training",
            ["loop", "training"],
        ),
    ],
)
def test_what_the_text_tells(run: Run, folder: Path, body: str, level: str, reasons: list[str]) -> None:
    shown = rank(run, folder, METHOD + indent(body, " " * 8) + "\n")
    assert (shown["level"], shown["reasons"]) == (level, reasons)


LAYERS = """
    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.layers = {layers}

        def forward(self, x: torch.Tensor):
            {body}
            return x


    net = torch.compile(Net())
"""
MANY = "nn.ModuleList([Block() for _ in range(12)])"


@pytest.mark.parametrize(
    ("layers", "body", "reasons"),
    [
        (MANY, "for layer in self.layers: x = layer(x)", ["layer"]),
        (MANY, "for i, layer in enumerate(self.layers): x = layer(x)", ["layer"]),
        (MANY, "for i in range(len(self.layers)): x = self.layers[i](x)", ["layer"]),
        (MANY, "for layer in self.layers: x = torch.utils.checkpoint.checkpoint(layer, x)", ["layer"]),
        (MANY, "x = self.layers[0](x)", ["call"]),
        ("Block()", "for _ in range(3): x = self.layers(x)", ["loop"]),
        ("Block()", "x = self.layers(x)", ["call"]),
        ("nn.Sequential(*[Block() for _ in range(12)])", "x = self.layers(x)", ["layer"]),
        ("nn.Sequential(Block(), Block(), Head())", "x = self.layers(x)", ["layer"]),
        ("nn.Sequential(Block(), Head())", "x = self.layers(x)", ["call"]),
        (
            "make()",
            "for layer in self.layers: x = layer(x) if isinstance(layer, Head) else helper(x)",
            ["loop"],
        ),
    ],
)
def test_layers(run: Run, folder: Path, layers: str, body: str, reasons: list[str]) -> None:
    shown = rank(run, folder, LAYERS.format(layers=layers, body=body))
    assert shown["reasons"][:1] == reasons


def test_layers_that_are_compiled_one_by_one(run: Run, folder: Path) -> None:
    text = LAYERS.format(layers=MANY, body="pass").replace(
        "net = torch.compile(Net())", "net = Net()\n    for layer in net.layers:\n        layer.compile()"
    )
    assert rank(run, folder, text)["reasons"] == ["layer"]


def test_a_break_of_the_default_mode(run: Run, folder: Path) -> None:
    (folder / "net.py").write_text(
        "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor):\n    return x.nonzero()\n"
    )
    (one,) = json.loads(run("check", ".", "--output-format", "json").out)
    assert one["rank"] == {"level": "call", "reasons": ["default-mode"], "times": None}


def test_calls_of_compile(run: Run, folder: Path) -> None:
    (folder / "net.py").write_text(
        "import torch\n\n\ndef f(x):\n    return x\n\n\ntorch.compile(f)\ng = torch._dynamo.optimize()(f)\n"
    )
    found = {one["code"]: one["rank"]["level"] for one in json.loads(run("check", ".", "--output-format", "json").out)}
    assert found == {"FG801": "all", "FG807": "start"}


def ranked(
    *conditions: Condition,
    modes: tuple[str, ...] = ("default", "fullgraph"),
    never: int = 0,
    share: float | None = None,
    **reach: Any,
) -> Diagnostic:
    place = Position(1, 1)
    cost = Measured(Source("net.py:Net", "cpu", "eval"), 1.9, share) if share is not None else None
    one = Diagnostic("FG101", "n", "m", "a.py", place, place, never_taken=never, measured=cost, reach=Reach(**reach))
    return replace(one, modes=modes, conditions=conditions)  # type: ignore[arg-type]


def condition(kind: ConditionKind = ConditionKind.OTHER, holds: bool | None = None) -> Condition:
    return Condition(Step("test", "a.py", 1), kind, holds=holds)


OTHER = condition()
GIVEN = condition(ConditionKind.ARGUMENT, False)
TRAINING, HALF, OFF = (
    condition(kind, False) for kind in (ConditionKind.MODE, ConditionKind.DTYPE, ConditionKind.OPTION)
)
BY_DEFAULT = condition(ConditionKind.OPTION, True)


IN_ORDER = [
    ranked(concerns_all=True, is_host=True),
    ranked(OFF, share=0.5),
    ranked(OTHER, share=0.12, modes=("default",)),
    ranked(share=0.02, repeats=Repeats.LAYER),
    ranked(share=0.02),
    ranked(share=0.0),
    ranked(repeats=Repeats.LAYER, times=12.0),
    ranked(repeats=Repeats.LAYER),
    ranked(times=30.0),
    ranked(repeats=Repeats.LOOP),
    ranked(repeats=Repeats.LOOP, modes=("default",)),
    ranked(times=1.0),
    ranked(),
    ranked(modes=("default",)),
    ranked(is_host=True),
    ranked(GIVEN, repeats=Repeats.LAYER),
    ranked(times=0.5),
    ranked(OTHER, BY_DEFAULT),
    ranked(TRAINING, OTHER, repeats=Repeats.LAYER),
    ranked(TRAINING),
    ranked(TRAINING, HALF, repeats=Repeats.LAYER),
    ranked(OFF, TRAINING, repeats=Repeats.LAYER),
    ranked(never=3, repeats=Repeats.LAYER),
]


@pytest.mark.parametrize(("one", "two"), itertools.pairwise(IN_ORDER))
def test_what_costs_more_comes_first(one: Diagnostic, two: Diagnostic) -> None:
    assert rank_of(one) < rank_of(two)


def test_messages_behind_a_test_come_behind_what_breaks_there() -> None:
    warning, counted = (
        replace(ranked(OTHER, repeats=Repeats.LAYER, times=times), code="FG402") for times in (None, 0.5)
    )
    assert rank_of(counted) < rank_of(ranked(OTHER)) < rank_of(warning)
    assert rank_of(warning) < rank_of(ranked(OFF))
    assert rank_of(replace(ranked(repeats=Repeats.LAYER), code="FG402")) == rank_of(ranked(repeats=Repeats.LAYER))


def test_what_was_measured_is_the_first_reason() -> None:
    rank = rank_of(ranked(OTHER, share=0.1, times=3.0))
    assert [one.value for one in rank.reasons] == ["measured", "times", "condition"]
    assert [one.value for one in rank_of(ranked(share=0.1)).reasons] == ["measured"]


def test_what_never_ran_has_no_other_reason() -> None:
    assert [one.value for one in rank_of(IN_ORDER[-1]).reasons] == ["never"]
    assert rank_of(ranked(times=0.0)) == rank_of(ranked(never=1))
