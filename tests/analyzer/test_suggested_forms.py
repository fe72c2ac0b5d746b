"""What is suggested where a number that was read from a tensor has to be known, and another form takes it unknown."""

from __future__ import annotations

from pathlib import Path

import pytest
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

MODEL = """
import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, lengths: torch.Tensor):
        n = lengths.max().item()
        return {}
"""


@pytest.mark.parametrize(
    ("expression", "suggested"),
    [
        ("x[:, n]", "x.select(1, n)"),
        ("x[:, :, n - 1]", "x.select(2, n - 1)"),
        ("(x + 1)[n, :]", "(x + 1).select(0, n)"),
        ("x[0, n]", None),
        ("x[1:, n]", None),
        ("x[..., n]", None),
        ("x[None, n]", None),
        ("torch.as_tensor([n, 2])", "torch.tensor()"),
        ("torch.LongTensor([n])", "torch.tensor()"),
    ],
)
def test_what_takes_the_number(expression: str, suggested: str | None, tmp_path: Path) -> None:
    path = tmp_path / "model.py"
    path.write_text(MODEL.format(expression))
    (found,) = [one for one in check([path], Options(mode="fullgraph")).diagnostics if one.location.row == 9]
    if suggested is None:
        assert found.fix is None
    else:
        assert found.fix is not None
        assert found.fix.is_suggestion
        assert suggested in found.fix.message
