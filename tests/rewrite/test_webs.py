"""Flags and numbers that are read from tensors stay tensors with all their uses: programs run before and after."""

import math
import textwrap

import pytest

torch = pytest.importorskip("torch")

from fullgraph.lint.engine.api import Options, check  # noqa: E402
from fullgraph.lint.fixes.apply import fix_paths  # noqa: E402

HEAD = """\
import math

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.limit = 2

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        h = x.float() * 2
"""


def program(tmp_path, body):
    path = tmp_path / "case.py"
    path.write_text(HEAD + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8) + "\n", encoding="utf-8")
    return path


def fixed(tmp_path, body, unsafe=True):
    """The body as all fixes leave it."""
    path = program(tmp_path, body)
    result = fix_paths([path], Options(), unsafe, write=False)
    assert not result.errors
    text = result.files[0].text if result.files else path.read_text(encoding="utf-8")
    assert text.startswith(HEAD), text
    return textwrap.dedent(text[len(HEAD) :]).rstrip("\n")


def fixes(tmp_path, body):
    found = check([program(tmp_path, body)], Options()).diagnostics
    return [one.fix for one in found if one.fix is not None]


def model(body):
    names = {}
    exec(compile(HEAD + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8) + "\n", "case", "exec"), names)
    torch.manual_seed(0)
    return names["Model"]()


INF, NAN = math.inf, math.nan
INPUTS = [
    [[1.0, 2.0, 3.0]],
    [[-1.0, -2.0, -3.0]],
    [[0.0, 0.0, 0.0]],
    [[0.25, 0.25, -0.1]],
    [[5.0, -7.0, 0.5]],
    [[INF, 1.0, -1.0]],
    [[NAN, 1.0, 2.0]],
    [[1.5, 0.5, 1.0], [0.0, 4.0, -4.0]],
]


def flat(result):
    if isinstance(result, dict):
        return flat(list(result.values()))
    return [part for one in result for part in flat(one)] if isinstance(result, list | tuple) else [result]


def run(module, values, dtype, train):
    x = torch.tensor(values, dtype=dtype, requires_grad=True)
    y = torch.tensor([[0.5, -1.0, 2.0]], dtype=dtype, requires_grad=True)
    module.train(train)
    try:
        result = module(x, y)
    except (ZeroDivisionError, OverflowError, ValueError) as failure:
        return type(failure)
    parts = flat(result)
    total = sum(part.nan_to_num().sum() for part in parts if isinstance(part, torch.Tensor) and part.requires_grad)
    if isinstance(total, torch.Tensor):
        total.backward()
    return [torch.as_tensor(part).detach().double() for part in parts] + [x.grad, y.grad]


def same(before, after, exact, dtype=torch.float32):
    """Both compute the same; what raised in Python may give infinity or NaN, and no gradient a zero or NaN."""
    if isinstance(before, type):
        return
    assert not isinstance(after, type)
    coarse = {torch.float32: 1e-5, torch.float64: 1e-12, torch.bfloat16: 2e-2}[dtype]
    for one, two in zip(before, after, strict=True):
        if one is None or two is None:
            assert not exact or one is two
            continue
        rtol = 0 if exact else coarse
        torch.testing.assert_close(one, two, rtol=rtol, atol=rtol, equal_nan=True, check_dtype=False)


LOOP = "a = bool((h > 1).any())\n"
TWO = "a = bool((h > 3).any())\nb = bool((h < -3).any())\n"
FLAGS = {
    # A flag decides one branch, several, or a conditional expression.
    "overflow = bool(torch.isinf(h).any())\nif overflow:\n    h = h * 0.5\nreturn h": (
        "overflow = torch.isinf(h).any()\nh = torch.where(overflow, h * 0.5, h)\nreturn h"
    ),
    "minus = (h.sum() < 0).item()\nif minus:\n    h = -h\nz = torch.tanh(h)\nif minus:\n    z = -z\nreturn z": (
        "minus = h.sum() < 0\nh = torch.where(minus, -h, h)\nz = torch.tanh(h)\nz = torch.where(minus, -z, z)\nreturn z"
    ),
    "big = h.max().item() > 1\nreturn h * 2 if big else h * 3": (
        "big = h.max() > 1\nreturn torch.where(big, h * 2, h * 3)"
    ),
    "big = h.max() > 1\nif not big:\n    h = h + 1\nreturn h": (
        "big = h.max() > 1\nh = torch.where(torch.logical_not(big), h + 1, h)\nreturn h"
    ),
    # Several flags are one web.
    TWO + "if a and not b:\n    h = h * 2\nelif a or b:\n    h = h * 3\nreturn h": (
        "a = (h > 3).any()\nb = (h < -3).any()\nh = torch.where(\n    torch.logical_and(a, torch.logical_not(b)),\n"
        "    h * 2,\n    torch.where(torch.logical_or(a, b), h * 3, h),\n)\nreturn h"
    ),
    TWO + "c = a and not b\nif c:\n    h = h * 2\nreturn h": (
        "a = (h > 3).any()\nb = (h < -3).any()\nc = torch.logical_and(a, torch.logical_not(b))\n"
        "h = torch.where(c, h * 2, h)\nreturn h"
    ),
    "bad = not torch.isfinite(h).all()\nif bad:\n    h = h * 0.5\nreturn h": (
        "bad = torch.logical_not(torch.isfinite(h).all())\nh = torch.where(bad, h * 0.5, h)\nreturn h"
    ),
    # A Python condition stays a branch.
    "a = bool((h > 3).any())\nif self.training and a:\n    h = h * 2\nreturn h": (
        "a = (h > 3).any()\nif self.training:\n    h = torch.where(a, h * 2, h)\nreturn h"
    ),
    "a = bool((h > 3).any())\nif a and not self.training:\n    h = h * 2\nreturn h": (
        "a = (h > 3).any()\nif not self.training:\n    h = torch.where(a, h * 2, h)\nreturn h"
    ),
    "if (h > 3).any() and self.training and h.sum() > 0:\n    return h * 2\nreturn h": (
        "if self.training:\n    return torch.where(torch.logical_and((h > 3).any(), h.sum() > 0), h * 2, h)\nreturn h"
    ),
    # Questions about several tensors.
    "g = h * y.float()\nif any(torch.isnan(t).any() for t in (h, g)):\n    h = h + 1\nreturn h": (
        "g = h * y.float()\nh = torch.where(torch.logical_or(torch.isnan(h).any(), torch.isnan(g).any()), h + 1, h)\n"
        "return h"
    ),
    "if all([h.sum() > 0, h.max() > 3]):\n    h = h + 1\nreturn h": (
        "h = torch.where(torch.logical_and(h.sum() > 0, h.max() > 3), h + 1, h)\nreturn h"
    ),
    "parts = [h, h * 2]\nif any((t > 9).any() for t in parts):\n    h = h + 1\nreturn h": (
        "parts = [h, h * 2]\nh = torch.where(torch.stack([(t > 9).any() for t in parts]).any(), h + 1, h)\nreturn h"
    ),
    "if torch.equal(h, h.abs()):\n    h = h + 1\nreturn h": (
        "h = torch.where((h == h.abs()).all(), h + 1, h)\nreturn h"
    ),
    "if h.allclose(h.round(), atol=1e-3):\n    h = h + 1\nreturn h": (
        "h = torch.where(torch.isclose(h, h.round(), atol=1e-3).all(), h + 1, h)\nreturn h"
    ),
    "same = torch.equal(h, h.abs())\nif same:\n    h = h + 1\nreturn h": (
        "same = (h == h.abs()).all()\nh = torch.where(same, h + 1, h)\nreturn h"
    ),
    "picked = h.sum().item() in (0, 2)\nif not self.training and picked:\n    h = h + 1\nreturn h": (
        "picked = torch.logical_or(h.sum() == 0, h.sum() == 2)\n"
        "if not self.training:\n    h = torch.where(picked, h + 1, h)\nreturn h"
    ),
    "if 0 < h.mean() < 4:\n    h = h + 1\nreturn h": (
        "h = torch.where(torch.logical_and(0 < h.mean(), h.mean() < 4), h + 1, h)\nreturn h"
    ),
    "inside = 0 < h.mean() < 4\nif inside:\n    h = h + 1\nreturn h": (
        "inside = torch.logical_and(0 < h.mean(), h.mean() < 4)\nh = torch.where(inside, h + 1, h)\nreturn h"
    ),
    "if h.argmax().item() in (1, 2):\n    h = h + 1\nreturn h": (
        "h = torch.where(torch.logical_or(h.argmax() == 1, h.argmax() == 2), h + 1, h)\nreturn h"
    ),
    "a = bool(torch.isnan(h).any())\nb = bool(torch.isinf(h).any())\nif a != b:\n    h = h + 1\nreturn h": (
        "a = torch.isnan(h).any()\nb = torch.isinf(h).any()\nh = torch.where(a != b, h + 1, h)\nreturn h"
    ),
    LOOP + "for i in range(3):\n    if a:\n        h = h * 2\n    a = bool((h > 9).all())\nreturn h": (
        "a = (h > 1).any()\nfor i in range(3):\n    h = torch.where(a, h * 2, h)\n    a = (h > 9).all()\nreturn h"
    ),
    "a = bool((h > 1).any())\nb = bool((h < 0).any())\nif a:\n    return h * 2\nif b:\n    return h * 3\nreturn h": (
        "a = (h > 1).any()\nb = (h < 0).any()\nreturn torch.where(a, h * 2, torch.where(b, h * 3, h))"
    ),
    "if torch.is_nonzero(h.sum()):\n    h = h + 1\nreturn h": ("h = torch.where(h.sum() != 0, h + 1, h)\nreturn h"),
}


@pytest.mark.parametrize("body", FLAGS)
def test_flags_select(tmp_path, body):
    text = fixed(tmp_path, body)
    assert text == FLAGS[body]
    assert fixed(tmp_path, text) == text
    safe = fixed(tmp_path, body, unsafe=False) == text
    for values in INPUTS:
        for dtype in (torch.float32, torch.float64, torch.bfloat16):
            for train in (True, False):
                same(run(model(body), values, dtype, train), run(model(text), values, dtype, train), safe, dtype)
    torch._dynamo.reset()
    compiled = torch.compile(model(text), fullgraph=True, backend="eager")
    for values in INPUTS[:2]:
        same(run(model(body), values, torch.float32, True), run(compiled, values, torch.float32, True), safe)


NUMBERS = {
    "n = (h > 0).sum().item()\nreturn h / max(n, 1)": (
        "n = (h > 0).sum()\nreturn h / max(n, 1)",
        "reciprocal",
    ),
    "n = (h > 0).sum().item()\nif n > 0:\n    h = h * n\nreturn h": (
        "n = (h > 0).sum()\nh = torch.where(n > 0, h * n, h)\nreturn h",
        "differ in dtype",
    ),
    "low, high = h.min().item(), h.max().item()\nreturn (h - low) / (high - low + 1e-5)": (
        "low, high = h.min().detach(), h.max().detach()\nreturn (h - low) / (high - low + 1e-5)",
        "`high - low` is computed in the tensor's precision",
    ),
    "s = h.abs().max().item()\ns = math.sqrt(s)\ns += 1e-6\nreturn h / s": (
        "s = h.abs().max().detach()\ns = torch.sqrt(s)\ns = s + 1e-6\nreturn h / s",
        "`sqrt` is computed in the tensor's precision",
    ),
    "s = h.abs().max().item()\nt = s\ns += 1\nreturn h * s + t": (
        "s = h.abs().max().detach()\nt = s\ns = s + 1\nreturn h * s + t",
        "adds in the tensor's precision",
    ),
    "total = 0.0\nfor i in range(3):\n    total += (h * i).mean().item()\nreturn h * total": (
        "total = 0.0\nfor i in range(3):\n    total = total + (h * i).mean().detach()\nreturn h * total",
        "adds in the tensor's precision",
    ),
    "low, high = torch.stack([h.min(), h.max()]).tolist()\nreturn (h - low) / (high - low)": (
        "low, high = torch.stack([h.min(), h.max()]).detach()\nreturn (h - low) / (high - low)",
        "must have one dimension",
    ),
    "self.last = h.mean().item()\nreturn h": ("self.last = h.mean().detach()\nreturn h", "instead of a Python number"),
    "return h, {'mean': h.mean().item()}": ("return h, {'mean': h.mean().detach()}", "instead of a Python number"),
    "s = round(h.mean().item(), 1)\nreturn h * s": (
        "s = torch.round(h.mean().detach(), decimals=1)\nreturn h * s",
        "of NaN and infinities",
    ),
    "n = int(h.sum())\nk = float(n)\nreturn h * k": ("n = h.sum().long()\nk = n\nreturn h * k", "NaN and infinities"),
    "n = (h > 0).nonzero().shape[0]\nreturn h / max(n, 1)": ("n = (h > 0).sum()\nreturn h / max(n, 1)", "dtype"),
    "i = torch.nonzero(h)\nh = h - i.size(0)\nreturn h / (1 + len(i))": (
        "i = h.count_nonzero()\nh = h - i\nreturn h / (1 + i)",
        "in the tensor's precision",
    ),
    "n = len(torch.where(h > 0)[0])\nif n > 2:\n    h = h * n\nreturn h": (
        "n = (h > 0).sum()\nh = torch.where(n > 2, h * n, h)\nreturn h",
        "differ in dtype",
    ),
    "if torch.where(h > 0)[0].numel() > 1:\n    h = h * 2\nreturn h": (
        "h = torch.where((h > 0).sum() > 1, h * 2, h)\nreturn h",
        "",
    ),
    "return h + torch.tensor((h > 0).nonzero().size(0) / h.numel())": (
        "return h + (h > 0).sum() / h.numel()",
        "the default device",
    ),
    "s = h.mean().item()\nif not torch.compiler.is_compiling():\n    print(f'{s:.3f}')\nreturn h * s": (
        "s = h.mean().detach()\nif not torch.compiler.is_compiling():\n    print(f'{s:.3f}')\nreturn h * s",
        "",
    ),
}


@pytest.mark.parametrize("body", NUMBERS)
def test_numbers_stay_tensors(tmp_path, body):
    new, word = NUMBERS[body]
    text = fixed(tmp_path, body)
    assert text == new
    assert fixed(tmp_path, text) == text
    assert any(word in fix.message for fix in fixes(tmp_path, body))
    for values in INPUTS:
        same(run(model(body), values, torch.float32, True), run(model(text), values, torch.float32, True), False)
    torch._dynamo.reset()
    compiled = torch.compile(model(text), fullgraph=True, backend="eager")
    for values in INPUTS[:2]:
        same(run(model(body), values, torch.float32, True), run(compiled, values, torch.float32, True), False)


DECLINED = {
    "f = h.mean()\ns = f.item()\nf.add_(1)\nreturn h * s": "`f` may be changed in place afterwards",
    "a = bool((h > 1).any())\ndef g():\n    return a\nif a:\n    h = h * 2\nreturn h, g": "used in another function",
    "a = bool((h > 1).any())\nif a is True:\n    h = h * 2\nreturn h": "in line 16 the number is used for more",
    "a = bool((h > 1).any())\nreturn (h, -h)[a]": "in line 16 the number is an index",
    "n = h.sum().item()\nk = n and 3\nreturn h * k": "`n and 3` gives one of its operands",
    "a = bool((h > 1).any())\nb = bool((h < 0).any())\nn = a + b\nreturn h * n": "`a + b` counts truth values",
    "bad = False\nfor i in range(3):\n    bad = bad or bool((h > i).all())\nif bad:\n    h = h * 3\nreturn h": (
        "gives one of its operands"
    ),
    "n = (h > 3).any().item()\nreturn h - n": "`h - n` subtracts a truth value",
    "n = (h > 3).any().item()\nreturn h * abs(n)": "`abs` is given a truth value",
    "n = h.sum().item()\nreturn h": "`n` is not used: the line can go",
    "a = bool((h > 3).any())\nif a and self.seen.pop():\n    h = h * 2\nreturn h": "its test mixes tensor data with",
    "n = (h > 0).sum().item()\nreturn h.view(-1)[:n]": "the number is an index",
    "a = bool((h > 1).any())\nif a:\n    self.seen.append(1)\nreturn h": (
        "in line 16 it decides a branch that is not rewritten: an arm calls something for its effect"
    ),
    "it = iter([h, -h])\nif any((t > 3).any() for t in it):\n    h = h + 1\nreturn h, list(it)": "may be an iterator",
    "i = (h > 0).nonzero()\nreturn h[i[:, 0]] * i.shape[0]": "its result has no known form without it",
    "n = (h > 0).nonzero().numel()\nreturn h * n": "its result has no known form without it",
    "n = (h > 0).nonzero().shape[0]\nreturn h.view(-1)[:n]": "the number is an index",
    "while bool((h > 1).any()):\n    h = h / 2\nreturn h": "",
}


@pytest.mark.parametrize("body", DECLINED)
def test_what_stands_in_the_way_is_named(tmp_path, body):
    assert fixed(tmp_path, body) == body
    assert any(DECLINED[body] in fix.message for fix in fixes(tmp_path, body))
