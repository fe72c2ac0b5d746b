"""A recurrent layer that a constructor chooses among others is a break under the test that chooses it."""

from __future__ import annotations

import pytest
from checking import Check

HEAD = """
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, config):
        super().__init__()
{init}

    def make(self, config):
        if config.kind == "plain":
            return nn.Linear(4, 4)
        elif config.kind == "gru":
            return nn.GRU(4, 4)

    def forward(self, x):
        return self.made(x)
"""
CHOSEN = {
    "an arm": (
        "if config.kind == 'gru':\n    self.made = nn.GRU(4, 4)\nelse:\n    self.made = nn.Linear(4, 4)",
        ["config.kind == 'gru'"],
    ),
    "another arm": (
        "if config.plain:\n    self.made = nn.Linear(4, 4)\nelif config.deep:\n    self.made = nn.GRU(4, 4)",
        ["not config.plain", "config.deep"],
    ),
    "an expression": ("self.made = nn.GRU(4, 4) if config.deep else nn.Linear(4, 4)", ["config.deep"]),
    "a sequence": (
        "if config.deep:\n    self.made = nn.Sequential(nn.GRU(4, 4))\n"
        "else:\n    self.made = nn.Sequential(nn.Linear(4, 4))",
        ["config.deep"],
    ),
    "a method": ("self.made = self.make(config)", ['config.kind != "plain"', 'config.kind == "gru"']),
    "no other layer": ("if config.deep:\n    config = None\nself.made = nn.GRU(4, 4)", []),
    "the same in both arms": (
        "if config.deep:\n    self.made = nn.GRU(4, 4)\nelse:\n    self.made = nn.GRU(4, 4, 2)",
        [],
    ),
}


@pytest.mark.parametrize("name", CHOSEN)
def test_the_condition_is_that_of_the_choice(found: Check, name: str) -> None:
    init, conditions = CHOSEN[name]
    text = HEAD.format(init="\n".join(f"        {line}" for line in init.splitlines()))
    (one,) = found(text)
    assert one.code == "FG606"
    assert [condition.step.text for condition in one.conditions] == conditions
