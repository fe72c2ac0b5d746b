"""The Python tests that a finding is said to hold under."""

from __future__ import annotations

import pytest
from checking import Check

FORWARD = """
import torch
from torch import nn


class M(nn.Module):
    def forward(self, x, flag: bool = False, y=None):
{body}
        return x
"""


def conditions(found: Check, body: str) -> list[tuple[str, ...]]:
    text = "\n".join(f"        {line}" for line in body.splitlines())
    return [tuple(step.text for step in finding.conditions) for finding in found(FORWARD.format(body=text))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if self.training:\n    if x.sum() > 0:\n        x = x + 1", ("self.training",)),
        ("if not self.training and x.sum() > 0:\n    x = x + 1", ("not self.training",)),
        ("if self.training:\n    x = x + 1\nif x.sum() > 0:\n    x = x + 1", ()),
    ],
)
def test_where_the_line_stands(found: Check, body: str, expected: tuple[str, ...]) -> None:
    assert conditions(found, body) == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("skip = self.training and torch.rand([]) < 0.1\nif not skip or flag:\n    x = x + 1", ("self.training",)),
        ("big = x.sum() > 0 if self.training else False\nif big:\n    x = x + 1", ("self.training",)),
        ("big = False if flag else x.sum() > 0\nif big:\n    x = x + 1", ("not flag",)),
        ("big = None\nif flag:\n    big = x.sum() > 0\nif big:\n    x = x + 1", ("flag",)),
        ("total = None\nif flag:\n    total = x.sum()\nif total > 0:\n    x = x + 1", ("flag",)),
    ],
)
def test_where_the_tested_value_comes_from(found: Check, body: str, expected: tuple[str, ...]) -> None:
    assert conditions(found, body) == [expected]


@pytest.mark.parametrize(
    "body",
    [
        "big = x.sum() > 0 if self.training else x.mean() > 0\nif big:\n    x = x + 1",
        "big = x.sum() > 0\nif flag:\n    big = x.mean() > 0\nif big:\n    x = x + 1",
        "big = False\nfor _ in range(3):\n    if flag:\n        big = x.sum() > 0\n    big = big or x.mean() > 0\n"
        "if big:\n    x = x + 1",
        "if y is not None:\n    x = x + y\nif x.sum() > 0:\n    x = x + 1",
    ],
)
def test_a_value_that_depends_on_data_either_way_has_no_condition(found: Check, body: str) -> None:
    assert conditions(found, body)[-1] == ()
