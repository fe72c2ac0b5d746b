"""Arms that choose between a new floating-point tensor and what is computed of it: of layers, losses, residuals."""

from __future__ import annotations

import pytest
import torch
from fullgraph.lint.config.options import Options
from fullgraph.lint.fixes.apply import fix_paths
from written_programs import fixes, program, run

HEAD = """\
import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self, inplace: bool = False):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.act = nn.GELU()
        self.net = nn.Sequential(nn.Linear(3, 3), nn.LayerNorm(3), nn.SiLU())
        self.drop = nn.Dropout(0.0)
        self.perhaps = nn.ReLU(inplace)
        self.kept = None

    def forward(self, x: torch.Tensor):
"""
PROVED = {
    "an activation": """
        h = self.act(self.fc(x))
        if h.mean() > 0.1:
            h = h * 0.5
        return h
    """,
    "a chain of layers": """
        h = self.net(x)
        if h.mean() > 0.1:
            h = h - 1
        return h
    """,
    "an early return": """
        h = self.fc(x)
        if h.mean() > 0.1:
            return h * 0.5
        return h
    """,
    "a loss": """
        loss = F.mse_loss(self.fc(x), x)
        if loss > 1:
            loss = loss * 0.1
        return loss
    """,
    "a loss by hand": """
        y = self.fc(x)
        loss = (y - x).pow(2).mean()
        if loss > 1:
            loss = loss * 0.1
        return loss
    """,
    "a residual": """
        h = x + self.fc(x)
        if h.mean() > 0.1:
            h = h * 0.5
        return h
    """,
    "cross entropy": """
        loss = F.cross_entropy(self.fc(x), torch.zeros(len(x), dtype=torch.long))
        if loss > 1:
            loss = loss / 2
        return loss
    """,
}
NOT_PROVED = {
    "dropout, which may return what it is given": """
        h = self.drop(x)
        if h.mean() > 0.1:
            h = h * 0.5
        return h
    """,
    "an activation that may write to what it is given": """
        h = self.perhaps(x)
        if h.mean() > 0.1:
            h = h * 0.5
        return h
    """,
    "a loss that may be an integer": """
        loss = F.l1_loss(x, x + 1, reduction="sum")
        if loss > 1:
            loss = loss * 0.1
        return loss
    """,
    "an early return beside itself": """
        h = self.act(self.fc(x))
        if h.mean() > 0.1:
            return h * 0.5, h
        return h, h
    """,
    "an early return beside what holds it": """
        h = self.fc(x)
        if h.mean() > 0.1:
            return {"a": h * 0.5, "b": [h]}
        return {"a": h, "b": [h]}
    """,
    "an early return of what is kept": """
        h = self.fc(x)
        self.kept = h
        if h.mean() > 0.1:
            return h * 0.5
        return h
    """,
    "an early return of what another function reads": """
        h = self.fc(x)
        self.kept = lambda: h
        if h.mean() > 0.1:
            return h * 0.5
        return h
    """,
    "an early return of what is read in the end": """
        h = self.fc(x)
        try:
            if h.mean() > 0.1:
                return h * 0.5
            return h
        finally:
            self.kept = h
    """,
}


def written(body):
    return program(HEAD, body)


def made(text):
    """The model of a program."""
    torch.manual_seed(0)
    return run(text).Model()


def outcome(model, x):
    """What a call gives, whether that is what it was given, and the gradients."""
    given = x.clone().requires_grad_()
    result = model(given)
    result.sum().backward()
    gradients = [parameter.grad for parameter in model.parameters()]
    return [result.detach(), torch.tensor(result is given), given.grad, *gradients]


@pytest.mark.parametrize("name", PROVED)
@pytest.mark.parametrize("dtype", [torch.float32, torch.float64, torch.bfloat16], ids=str)
def test_both_arms_are_computed(tmp_path, name, dtype):
    path = tmp_path / "program.py"
    path.write_text(written(PROVED[name]), encoding="utf-8")
    assert fixes(path) == ["safe"]
    text = fix_paths([path], Options(), False, write=False).files[0].text
    assert "torch.where(" in text
    for value in (0.0, 3.0, -3.0, 100.0, float("inf"), float("nan")):
        x = torch.full((2, 3), value, dtype=dtype)
        before = outcome(made(path.read_text(encoding="utf-8")).to(dtype), x)
        after = outcome(made(text).to(dtype), x)
        for one, other in zip(before, after, strict=True):
            assert (one is None) == (other is None)
            if one is not None:
                assert one.dtype == other.dtype
                torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)


@pytest.mark.parametrize("name", NOT_PROVED)
def test_what_others_may_hold_is_not_copied_in_a_safe_fix(tmp_path, name):
    path = tmp_path / "program.py"
    path.write_text(written(NOT_PROVED[name]), encoding="utf-8")
    assert len(fixes(path)) == 1
    assert "safe" not in fixes(path)
