"""What is found behind a break that leaves the rest of its function to eager waits for that break to be gone."""

from __future__ import annotations

import pytest
from checking import Check
from fullgraph.lint.diagnostics.condition import ConditionKind

FORWARD = """
import contextlib
import threading

import torch
from torch import nn

lock = threading.Lock()


class M(nn.Module):
    def note(self, x):
        print("noted")
        return x

    def rows(self, x):
        for row in x:
            yield self.note(row)

    def forward(self, x: torch.Tensor, flag: bool = False):
{body}
        return x
"""
FIRST = FORWARD[: FORWARD.index("{body}")].count("\n") + 1
"""The row of the body's first line."""


def waiting(found: Check, body: str, mode: str = "default") -> list[tuple[int, str]]:
    """The findings in the body, each with the break that it waits for."""
    text = "\n".join(f"        {line}" for line in body.splitlines())
    return [
        (
            finding.location.row - FIRST + 1,
            next((one.text for one in finding.conditions if one.kind is ConditionKind.BREAK), ""),
        )
        for finding in found(FORWARD.format(body=text), mode=mode)
        if finding.location.row >= FIRST
    ]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        pytest.param("print(1)\nprint(2)", [(1, ""), (2, "")], id="resumed"),
        pytest.param(
            "for _ in range(2):\n    print(1)\n    print(2)\nprint(3)",
            [(2, ""), (3, f"once line {FIRST + 1} no longer breaks"), (4, f"once line {FIRST + 1} no longer breaks")],
            id="loop",
        ),
        pytest.param("print(0)\nfor _ in range(2):\n    print(1)", [(1, ""), (3, "")], id="in front"),
        pytest.param(
            "try:\n    print(1)\nfinally:\n    x = x + 1\nprint(2)",
            [(2, ""), (5, f"once line {FIRST + 1} no longer breaks")],
            id="try",
        ),
        pytest.param(
            "with lock:\n    x = x + 1\nprint(2)", [(1, ""), (3, f"once line {FIRST} no longer breaks")], id="context"
        ),
        pytest.param("with torch.no_grad():\n    print(1)\nprint(2)", [(2, ""), (3, "")], id="entered again"),
        pytest.param(
            "quiet = torch.no_grad\nwith quiet():\n    print(1)\nprint(2)", [(3, ""), (4, "")], id="by another name"
        ),
        pytest.param(
            "with contextlib.suppress(ValueError):\n    print(1)\nprint(2)",
            [(2, ""), (3, f"once line {FIRST + 1} no longer breaks")],
            id="not entered again",
        ),
        pytest.param(
            "for _ in range(2):\n    x = self.note(x)\nprint(2)",
            [(3, f"once line {FIRST + 1} no longer breaks")],
            id="called",
        ),
        pytest.param(
            "while x.sum() > 0:\n    print(1)\nprint(2)",
            [(1, ""), (2, ""), (3, f"once line {FIRST + 1} no longer breaks")],
            id="while",
        ),
        pytest.param(
            "if flag:\n    for _ in range(2):\n        print(1)\nprint(2)", [(3, ""), (4, "")], id="other condition"
        ),
        pytest.param(
            "for _ in range(2):\n    if flag:\n        print(1)\n        print(2)",
            [(3, ""), (4, f"once line {FIRST + 2} no longer breaks")],
            id="same condition",
        ),
        pytest.param(
            "y = tuple(row.sum().item() for row in (x, x))\nprint(2)",
            [(1, ""), (2, f"once line {FIRST} no longer breaks")],
            id="generator expression",
        ),
        pytest.param(
            "y = tuple(0 for row in range(x.sum().item()))\nprint(2)",
            [(1, ""), (2, "")],
            id="what a generator goes over",
        ),
        pytest.param(
            "y = any(row.sum() > 0 for row in (x, x))\nprint(2)",
            [(1, ""), (2, f"once line {FIRST} no longer breaks")],
            id="tests of a generator",
        ),
        pytest.param(
            "y = any(x[row].sum() > 0 for row in range(2))\nprint(2)", [(1, ""), (2, "")], id="tests over a range"
        ),
        pytest.param("y = any([row.sum() > 0 for row in (x, x)])\nprint(2)", [(1, ""), (2, "")], id="tests of a list"),
        pytest.param(
            "y = list(self.rows(x))\nprint(2)", [(2, f"once line {FIRST} no longer breaks")], id="generator function"
        ),
    ],
)
def test_what_a_finding_waits_for(found: Check, body: str, expected: list[tuple[int, str]]) -> None:
    assert waiting(found, body) == expected


def test_a_break_of_one_mode_holds_nothing_up_in_the_other(found: Check) -> None:
    body = "for _ in range(2):\n    y = x.sum().item()\n    print(y)"
    assert waiting(found, body) == [(2, ""), (3, f"once line {FIRST + 1} no longer breaks")]
    assert waiting(found, body, mode="fullgraph") == [(3, "")]


CALLED = """
import time

import torch
from torch import nn


class Timer:
    def __enter__(self):
        self.began = time.time()
        return self

    def __exit__(self, *error):
        self.took = time.time() - self.began

    def stop(self):
        self.took = time.time() - self.began

    def stop_with(self, x):
        self.took = time.time() - x


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.timers = [Timer(), Timer()]

    def forward(self, x):
{body}
        return x
"""


@pytest.mark.parametrize("mode", ["default", "fullgraph"])
@pytest.mark.parametrize(
    ("body", "rows"),
    [
        pytest.param(["with Timer():", "    x = x + 1"], {10: False, 14: True}, id="a context leaves after it entered"),
        pytest.param(
            ["for timer in self.timers:", "    print(1)", "self.timers[0].stop()"],
            {17: True},
            id="a method behind a loop",
        ),
        pytest.param(
            ["for timer in self.timers:", "    print(1)", "self.timers[0].stop_with(x)"],
            {20: False},
            id="a method that is compiled by itself",
        ),
        pytest.param(["print(1)", "self.timers[0].stop()"], {17: False}, id="behind a break that is resumed from"),
    ],
)
def test_what_is_found_in_calls_waits_too(found: Check, body: list[str], rows: dict[int, bool], mode: str) -> None:
    text = CALLED.format(body="\n".join(f"        {line}" for line in body))
    waits = {
        finding.location.row: any(one.kind is ConditionKind.BREAK for one in finding.conditions)
        for finding in found(text, mode=mode)
        if finding.code == "FG406"
    }
    assert waits == rows
