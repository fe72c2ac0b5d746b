"""What is proved of a branch's arms: programs that get a safe fix and keep what they compute, and programs that don't.

Each body stands in a ``forward(self, x: torch.Tensor, y: torch.Tensor)`` and is run on what tells tensors apart: shapes
that broadcast or don't, dtypes, strides, NaN, leaves with and without gradients.
"""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

from benchmarks.fix_fuzz.observe import differences, observe

HEAD = """\
import contextlib
import torch
import torch.nn.functional as F
from torch import nn


class Model(nn.Module):
    def __init__(self, dim: int = 4, damping: float = 0.5, limit: float = float("inf")):
        super().__init__()
        self.proj = nn.Linear(dim, dim)
        self.down = nn.Linear(dim, 1)
        self.drop = nn.Dropout(0.5)
        self.layers = nn.ModuleList([nn.Linear(dim, dim), nn.Linear(dim, dim)])
        self.mixed = nn.ModuleList([nn.Linear(dim, dim), nn.Identity(), nn.LayerNorm(dim)])
        self.alpha = nn.Parameter(torch.tensor(0.1))
        self.alpha64 = nn.Parameter(torch.tensor(0.1, dtype=torch.float64))
        self.vec = nn.Parameter(torch.ones(1))
        self.register_buffer("count", torch.ones(dim, dtype=torch.int64))
        self.damping = damping
        self.limit = limit
        self.infinite = float("inf")

    def forward(self, x: torch.Tensor, y: torch.Tensor):
"""
TAIL = """

def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)

    def leaf(*sizes):
        return torch.randn(*sizes).requires_grad_()

    special = torch.tensor([[1.0, 0, float("nan"), float("inf")]] * 3)
    return [
        (leaf(3, 4), leaf(3, 4)),
        (-leaf(3, 4).detach().abs().requires_grad_(), leaf(3, 4)),
        (leaf(3, 4), torch.randn(3, 4)),
        (torch.randn(3, 4), leaf(3, 4)),
        (leaf(4), leaf(3, 4)),
        (leaf(3, 1), leaf(1, 4)),
        (leaf(3, 4), leaf(2, 4)),
        (leaf(()), leaf(3, 4)),
        (leaf(3, 4), leaf(())),
        (leaf(0, 4), leaf(0, 4)),
        (torch.randn(4, 3).t().requires_grad_(), leaf(3, 4)),
        (torch.randn(4).expand(3, 4).requires_grad_(), leaf(3, 4)),
        (torch.randn(3, 4).half().requires_grad_(), leaf(3, 4)),
        (torch.randn(3, 4).half().requires_grad_(), torch.randn(3, 4).bfloat16().requires_grad_()),
        (torch.randn(3, 4).double().requires_grad_(), leaf(3, 4)),
        (torch.randn(()).double().requires_grad_(), leaf(3, 4)),
        (torch.arange(12).reshape(3, 4), torch.arange(12).reshape(3, 4) - 5),
        (torch.arange(12).reshape(3, 4) > 5, leaf(3, 4)),
        (leaf(3, 4), torch.arange(12).reshape(3, 4)),
        (special.clone().requires_grad_(), leaf(3, 4)),
        (leaf(3, 4), special.clone().requires_grad_()),
        (torch.full((3, 4), 6e4).half().requires_grad_(), torch.full((3, 4), 6e4).half().requires_grad_()),
    ]
"""


def arms(before: str, test: str, then: str, other: str, after: str = "return z") -> str:
    return "\n".join(part for part in (before, f"if {test}:\n    z = {then}\nelse:\n    z = {other}", after) if part)


H = "h = self.proj(x)"
FLOATS = "x, y = x.float(), y.float()\nx, y = x * 1, y * 1"
SAFE = {
    "the textbook": f"{H}\nout = x + h if h.mean() > 0 else x - self.damping * h\nreturn out",
    "as an if": arms(H, "h.mean() > 0", "x + h", "x - self.damping * h"),
    "an early return": f"{H}\nif h.mean() > 0:\n    return x + h\nreturn x - h",
    "an elif": f"{H}\nif h.mean() > 1:\n    z = x + h\nelif h.mean() < -1:\n    z = x - h\n"
    "else:\n    z = x + 0.5 * h\nreturn z",
    "promoted": arms("a = x.softmax(-1) + y.softmax(-1)", "a.mean() > 0", "x + y", "x - y", "return z, a"),
    "a scalar parameter in both": arms(H, "h.mean() > 0", "h + self.alpha", "h - self.alpha"),
    "one of float64 in both": arms(H, "h.mean() > 0", "h + self.alpha64", "h - self.alpha64"),
    "one of one element": arms(H, "h.mean() > 0", "h + self.vec", "h - self.vec"),
    "a mean": arms(f"{H}\nm = h.mean()", "m > 0", "h + m", "h * 1"),
    "a kept mean": arms(f"{H}\nm = h.mean(dim=-1, keepdim=True)", "m.mean() > 0", "h - m", "h * 1"),
    "two kept means": arms(
        "x = x.float()\nm = x.mean(dim=0, keepdim=True)\nn = x.mean(dim=-1, keepdim=True)",
        "m.mean() > 0",
        "m + n",
        "m - n",
    ),
    "a guard": f"{H}\nif torch.isnan(h).any():\n    h = torch.nan_to_num(h)\nreturn h * 2",
    "a guard by where": f"{H}\nb = torch.isnan(h)\nif b.any():\n    h = torch.where(b, torch.zeros_like(h), h)\n"
    "return h + 1",
    "layers": "for layer in self.layers:\n    h = layer(x)\n    if h.mean() > 0:\n        x = x + h\n    else:\n"
    "        x = x - 0.5 * h\nreturn x",
    "a clamp in a loop": f"{H}\nfor layer in self.layers:\n    h = layer(h)\n    if h.abs().max() > 1:\n"
    "        h = h.clamp(-1, 1)\nreturn h * 1",
    "dropped": arms("h = self.drop(self.proj(x))", "h.abs().sum() > 0", "x + h", "x + 0.1 * h"),
    "a mean proves floats": arms("", "x.mean() > 0", "x.clamp(-1.5, 1.5)", "x * 1"),
    "a quantile does": arms("", "x.quantile(0.5) > 0", "x / 2", "x * 1"),
    "an assert does": arms("assert x.is_floating_point()", "x.sum() > 0", "x / 2", "x * 1"),
    "a named dtype does": arms("if x.dtype != torch.float32:\n    return y", "x.sum() > 0", "x / 2", "x * 1"),
    "equal shapes": arms(
        "assert x.shape == y.shape and x.dtype == y.dtype and x.is_floating_point()", "x.sum() > 0", "x + y", "x - y"
    ),
}
UNSAFE = {
    "no proof of floats": arms("", "x.sum() > 0", "x + y", "x - y"),
    "only of one": arms("", "x.mean() > 0", "x + y", "x - y"),
    "complex numbers have a norm": arms("", "x.norm() > 1", "x.clamp(-1, 1)", "x * 1"),
    "the broadcast in one arm": arms(FLOATS, "x.mean() > 0", "x + y", "x * 2"),
    "another one in the other": arms(FLOATS, "x.mean() > 0", "x + y", "y * 2"),
    "the order of operands": arms(f"{FLOATS}\nw = x + y", "x.mean() > 0", "x + y", "y - x", "return z, w"),
    "one arm's parameter": arms(H, "h.mean() > 0", "h + self.alpha", "h * 1"),
    "one arm's input": arms(H, "h.mean() > 0", "y + h", "y * 1"),
    "a scalar of another dtype": arms(
        "h = x.float().mean()", "h > 0", "h + self.alpha64", "h * 1 + 0 * self.alpha64.float()"
    ),
    "a larger shape": arms("h = x.float().mean()", "h > 0", "h + self.vec", "h + 0 * self.vec.sum()"),
    "an infinite factor": arms(H, "h.mean() > 0", "x + h", "x - self.infinite * h"),
    "one by default": arms(H, "h.mean() > 0", "x + h", "x - self.limit * h"),
    "a square root on the way": arms(f"{H}\ns = torch.sqrt(h.abs())", "h.mean() > 0", "h + s", "h * 1"),
    "a quotient on the way": arms(f"{H}\nn = h / h.norm()", "h.mean() > 0", "h + n", "h * 1"),
    "a deviation on the way": arms("x = x.float() * 1\ns = x.std()", "s > 0", "x + s", "x * 1"),
    "detached": arms(f"{H}\nd = h.detach()", "h.mean() > 0", "h + d", "d * 1"),
    "detached on the way": arms(
        "x = x.float() * 1\nh = self.proj(x.detach())", "h.mean() > 0", "h + x.float(), 1", "h, 1"
    ),
    "detached in place": arms("x = x.float() * 1\nh = x * 2\nh.detach_()", "x.mean() > 0", "h + x", "h * 1"),
    "overwritten on the way": arms(
        "x, y = x.float() * 1, y.float()\nh = x * 2\nh.copy_(y)", "x.mean() > 0", "h + x", "h * 1"
    ),
    "bound anew": arms(f"{FLOATS}\nh = x * 2\nx = y * 1", "h.mean() > 0", "h + x", "h * 1"),
    "bound in a branch": arms(
        f"{FLOATS}\nh = y * 1\nif self.training:\n    h = x * 2", "h.mean() > 0", "h + x", "h * 1"
    ),
    "reduced": arms("x = x.float() * 1\nm = x.mean(dim=0)", "m.mean() > 0", "x + m", "x * 1"),
    "not every layer": "for layer in self.mixed:\n    h = layer(x)\n    if h.sum() > 0:\n        x = x / 2\n    else:\n"
    "        x = x * 1\nreturn x",
    "another shape in the next round": "x = x.float() * 1\nw = x * 1\nfor i in range(3):\n    if x.mean() > 0:\n"
    "        z = x + 1\n    else:\n        z = w + 1\n    x = x[None]\nreturn z",
    "another dtype in the next round": "x = x.float() * 1\nfor i in range(3):\n    if x.sum() > 0:\n        z = x / 2\n"
    "    else:\n        z = x * 1\n    x = y\nreturn z",
    "fewer features": arms("h = self.down(x)", "h.mean() > 0", "h + x", "h * 1"),
    "a test that may be skipped": arms("", "x.sum() != 0 and x.mean() > 0", "x / 2", "x * 1"),
    "a mean that may fail": arms(
        "try:\n    m = x.mean()\nexcept RuntimeError:\n    m = x.sum()", "m > 0", "x / 2", "x * 1"
    ),
    "a mean that is suppressed": arms(
        "with contextlib.suppress(RuntimeError):\n    k = x.mean() > 0", "x.sum() > 0", "x / 2", "x * 1"
    ),
    "a mean in a branch": arms("m = x.sum()\nif self.training:\n    m = x.mean()", "m > 0", "x / 2", "x * 1"),
    "a mean in a lambda": arms("f = lambda: x.mean() > 0", "x.sum() > 0", "x / 2", "x * 1"),
    "a mean in a loop": arms("for _ in range(0):\n    m = x.mean() > 0", "x.sum() > 0", "x / 2", "x * 1"),
    "a mean of what it was": arms("m = x.mean() > 0\nx = y", "x.sum() > 0", "x / 2", "x * 1"),
    "a mean in another dtype": arms("m = x.mean(dtype=torch.float32)", "m > 0", "x / 2", "x * 1"),
    "the larger of two": arms("", "x.max(y).mean() > 0", "x / 2", "x * 1"),
    "an assert of what it was": arms("assert x.is_floating_point()\nx = y", "x.sum() > 0", "x / 2", "x * 1"),
    "an assert of one of two": arms(
        "assert x.is_floating_point() or y.is_floating_point()", "x.sum() > 0", "x / 2", "x * 1"
    ),
    "unequal shapes": arms("assert x.shape != y.shape and x.dtype == y.dtype", "x.mean() > 0", "x + y", "x * 1"),
    "too much for half": arms("h = x.half()", "torch.isnan(h).any()", "torch.nan_to_num(h, nan=1e6)", "h * 1"),
    "integers": arms(H, "h.sum() > 0", "self.count / 2", "self.count * 2"),
    "another mask": f"{H}\nb = torch.isnan(y)\nif b.any():\n    h = h.masked_fill(b, 0.0)\nreturn h * 1",
}


def program(folder: Path, body: str) -> Path:
    path = folder / "program.py"
    path.write_text(HEAD + textwrap.indent(body, " " * 8) + "\n" + TAIL, encoding="utf-8")
    return path


def fixed(path: Path) -> Path:
    """The program with its safe fixes."""
    result = fix_paths([path], Options(), False, write=False)
    assert not result.errors
    new = path.with_name("fixed.py")
    new.write_text(result.files[0].text if result.files else path.read_text(encoding="utf-8"), encoding="utf-8")
    return new


@pytest.mark.parametrize("name", SAFE)
def test_what_is_proved_is_safe_and_changes_nothing(tmp_path: Path, name: str) -> None:
    path = program(tmp_path, SAFE[name])
    new = fixed(path)
    assert "torch.where(" in new.read_text(encoding="utf-8").replace("torch.where(b,", "")
    assert not check([new], Options()).diagnostics
    assert not differences(observe(path), observe(new))


@pytest.mark.parametrize("name", UNSAFE)
def test_what_is_not_proved_is_not_safe(tmp_path: Path, name: str) -> None:
    found = check([program(tmp_path, UNSAFE[name])], Options())
    assert not found.errors and found.diagnostics
    fixes = [one.fix for one in found.diagnostics if one.fix is not None and one.fix.edits]
    assert not [fix.message for fix in fixes if fix.applicability is Applicability.SAFE]


ANNOTATED = """\
import torch
from jaxtyping import Bool, Float, Float32, Int
from torch import Tensor, nn


class Model(nn.Module):
    def forward(self, x: {x}, y: {y}):
        return {arms}
"""


@pytest.mark.parametrize(
    ("x", "y", "text", "safe"),
    [
        ('Float[Tensor, "batch dim"]', 'Float[Tensor, "batch dim"]', "x + y if x.sum() > 0 else x - y", True),
        ("\"Float[Tensor, 'n m']\"", 'Float[torch.Tensor, "n m"]', "x + y if x.sum() > 0 else x - y", True),
        ('Bool[Tensor, "b d"]', 'Bool[Tensor, "b d"]', "x & y if x.any() else x | y", True),
        ('Float[Tensor, "*batch dim"]', 'Float[Tensor, "*batch dim"]', "x + y if x.sum() > 0 else x - y", True),
        ('Float[Tensor, ""]', 'Float[Tensor, "b"]', "x / 2 if y.any() else x * 2", True),
        ("torch.FloatTensor", "Tensor", "x / 2 if y.any() else x * 2", True),
        ('Float[Tensor, "b d"]', 'Float[Tensor, "b e"]', "(x + y) * 2 if x.sum() > 0 else x * 2 + 0 * y.sum()", False),
        (
            'Float[Tensor, "... d"]',
            'Float[Tensor, "... d"]',
            "x + 0 * y if x.sum() > 0 else x * 1 + 0 * y.sum()",
            False,
        ),
        ('Float[Tensor, "_ d"]', 'Float[Tensor, "_ d"]', "x + 0 * y if x.sum() > 0 else x * 1 + 0 * y.sum()", False),
        ('Int[Tensor, "b d"]', 'Int[Tensor, "b d"]', "x / 2 if x.sum() > 0 else y * 1", False),
    ],
)
def test_annotations_of_jaxtyping(tmp_path: Path, x: str, y: str, text: str, safe: bool) -> None:
    path = tmp_path / "program.py"
    path.write_text(ANNOTATED.format(x=x, y=y, arms=text), encoding="utf-8")
    (found,) = check([path], Options()).diagnostics
    assert found.fix is not None
    assert (found.fix.applicability is Applicability.SAFE) is safe
