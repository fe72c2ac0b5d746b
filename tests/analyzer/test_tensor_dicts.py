"""What an annotation as a TensorDict says: its items are tensors, and copies of it are such dictionaries too."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

HEAD = """
from typing import Optional

import torch
from tensordict import TensorDict, TensorDictBase
from torch import nn


class Model(nn.Module):
"""


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("def forward(self, td: TensorDict):\n        while not td['done'].all():\n            td = td", ["FG102"]),
        (
            "def forward(self, td: TensorDict):\n        if td.clone().get('done').any():\n            return td",
            ["FG101"],
        ),
        ("def forward(self, td: TensorDictBase):\n        return td['x'].sum().item()", ["FG201"]),
        (
            "def forward(self, td: Optional[TensorDict] = None):\n        if td.set('y', 1)['x'].sum() > 0:\n"
            "            return td",
            ["FG101"],
        ),
        ("def forward(self, td: TensorDict):\n        if td.batch_size[0] > 3 or td.shape:\n            return td", []),
        ("def forward(self, td: TensorDict):\n        if 'x' in td.keys():\n            return td['x'] + 1", []),
    ],
)
def test_items_are_tensors(tmp_path: Path, body: str, codes: list[str]) -> None:
    path = tmp_path / "model.py"
    path.write_text(f"{HEAD}    {body}\n")
    found = [one for one in check([path], Options()).diagnostics if one.code < "FG7"]
    assert [one.code for one in found] == codes
    assert all(one.confidence == "medium" for one in found)
