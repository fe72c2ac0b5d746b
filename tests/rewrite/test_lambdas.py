"""Fixes in lambdas, which run when they are called: in real programs, before and after."""

from __future__ import annotations

import ast
import importlib.util
import textwrap
from pathlib import Path
from typing import Any

import pytest
import torch
from fullgraph.lint.diagnostics.diagnostic import Applicability, Diagnostic
from fullgraph.lint.engine import api
from fullgraph.lint.fixes.edits import apply_fixes

HEAD = """\
import random
import warnings

import torch
from torch import nn


class Model(nn.Module):
    def forward(self, x: torch.Tensor, mask: torch.Tensor, n: int = 3):
"""


def checked(tmp_path: Path, body: str) -> tuple[str, list[Diagnostic]]:
    path = tmp_path / "case.py"
    text = HEAD + textwrap.indent(body, " " * 8) + "\n"
    path.write_text(text)
    result = api.check([path], api.Options(confidence="low"))
    assert (result.errors, result.files_checked) == ([], 1)
    return text, result.diagnostics


def ran(tmp_path: Path, text: str) -> Any:
    path = tmp_path / "ran.py"
    path.write_text(text)
    spec = importlib.util.spec_from_file_location("ran", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    torch.manual_seed(0)
    return [module.Model()(x, x > 0) for x in (torch.randn(4), -torch.rand(4), torch.rand(4))]


@pytest.mark.parametrize(
    ("body", "codes"),
    [
        ("return list(map(lambda t: t.exp()[mask], (x, 2 * x)))", ["FG302"]),
        ("return sorted(range(n), key=lambda i: x[i].item())", ["FG103", "FG201"]),
        ("f = lambda t: t * random.random()\nreturn f(x)", ["FG407"]),
        ("f = lambda t: t.repeat_interleave(mask.long())\nreturn f(x)", ["FG306"]),
        ("f = lambda t: (lambda u: u[mask].sum())(t)\nreturn f(x)", ["FG302"]),
        ("f = lambda t=x: [t.nonzero() for _ in range(n)]\nreturn f()", ["FG301"]),
        ("return (lambda t: t.unique())(x) if n > 2 else x", ["FG305"]),
        ("for f in [lambda: x.max().item()]:\n    x = x + f()\nreturn x", ["FG201"]),
        ("with warnings.catch_warnings():\n    return (lambda t: t.tolist())(x)", ["FG203"]),
    ],
)
def test_what_happens_in_a_lambda_is_told(tmp_path: Path, body: str, codes: list[str]) -> None:
    found = [one.code for one in checked(tmp_path, body)[1]]
    assert set(codes) <= set(found)


WHERE = "y + 1.0 if x.sum() > 0 else z + 1.0"
MADE = "y, z = x * 2.0, x * 3.0\n"


@pytest.mark.parametrize(
    "body",
    [
        f"f = lambda: {WHERE}\nreturn f()",
        f"f = lambda y: {WHERE}\nreturn f(y)",
        f"return [f() for f in [lambda: {WHERE}]]",
        f"def f():\n    w = {WHERE}\n    return w\nreturn f()",
        f"f = lambda: (lambda: {WHERE})()\nreturn f()",
    ],
)
def test_an_expression_in_a_lambda_is_rewritten(tmp_path: Path, body: str) -> None:
    text, diagnostics = checked(tmp_path, MADE + body)
    fixed, applied = apply_fixes(text, diagnostics)
    assert [one.code for one in applied] == ["FG103"]
    assert "torch.where(x.sum() > 0, y + 1.0, z + 1.0)" in fixed
    for before, after in zip(ran(tmp_path, text), ran(tmp_path, fixed), strict=True):
        torch.testing.assert_close(after, before, rtol=0, atol=0)
    # What the functions around hold, others may write to, and a parameter can be anything in another call.
    assert all(one.fix is not None and one.fix.applicability is Applicability.UNSAFE for one in applied)


@pytest.mark.parametrize("made", ["f = lambda: {where}\n", "def f():\n    w = {where}\n    return w\n"])
@pytest.mark.parametrize(
    "body",
    [
        "{made}first = f()\nz = x.sum()\nreturn first, f()",
        "{made}first = f()\nz += x\nreturn first, f()",
        "{made}first = f()\nfor z in (x.sum(), x):\n    first = f()\nreturn first",
        "def g():\n    nonlocal z\n    z = x.sum()\n{made}first = f()\ng()\nreturn first, f()",
        "fs = []\nfor _ in range(n):\n    z = z + x\n{loop}    fs.append(f)\nreturn [f() for f in fs]",
        "{made}first = f()\nwith torch.no_grad() as z:\n    pass\nreturn first, f",
        "{made}first = f()\nif (z := x.sum()) is not None:\n    first = f()\nreturn first",
    ],
)
def test_names_that_are_bound_again_are_not_known(tmp_path: Path, made: str, body: str) -> None:
    """The first call proves equal shapes, and a later one has others."""
    made = made.format(where=WHERE)
    body = body.format(made=made, loop=textwrap.indent(made, "    "))
    branches = [one for one in checked(tmp_path, MADE + body)[1] if one.code == "FG103"]
    assert branches
    assert all(one.fix is None or one.fix.applicability is not Applicability.SAFE for one in branches)


@pytest.mark.parametrize("changes", ["y.add_(1)", "y += 1", "y[0] = 1", "g(y)", ""])
@pytest.mark.parametrize("made", ["f = lambda: {where}\n", "def f():\n    w = {where}\n    return w\n"])
def test_what_a_function_around_holds_too_is_no_memory_of_ones_own(tmp_path: Path, made: str, changes: str) -> None:
    made = made.format(where=WHERE.replace("y + 1.0", "y"))
    (branch,) = checked(tmp_path, f"{MADE}{made}g = torch.relu_\nr = f()\n{changes}\nreturn r, y")[1]
    assert branch.fix is not None and branch.fix.applicability is not Applicability.SAFE


@pytest.mark.parametrize(
    "body",
    [
        "f = lambda t: print(t)\nf(x)\nreturn x",
        "(lambda t: print(t))(x)\nreturn x",
        "(lambda t: warnings.warn('x'))(x)\nreturn x",
        "y = (lambda t: t[mask].sum())(x)\nreturn y",
        "z = x.clone()\nz[0] = (lambda t: t[mask].sum())(x)\nreturn z",
        "if (lambda t: t.sum().item())(x) > 0:\n    raise ValueError\nreturn x",
        "if any(map(lambda t: t.item() > 0, (x[0], x[1]))):\n    return x * 2\nreturn x",
        "for i in map(lambda t: t.nonzero(), (x, x)):\n    x = x + i.sum()\nreturn x",
        "assert (lambda t: t[0].item())(x) or n\nreturn x",
        "(lambda t: torch._assert(t.sum() > -100, 'm'))(x)\nreturn x",
        "y = (lambda: __import__('math'))().pi\nreturn x * y",
    ],
)
def test_the_statement_around_a_lambda_is_not_rewritten_for_it(tmp_path: Path, body: str) -> None:
    """A fix for what happens in a lambda changes its body and nothing else, and computes the same."""
    text, diagnostics = checked(tmp_path, body)
    inner = [one for one in diagnostics if inside(text, one)]
    assert inner
    for one in inner:
        if one.fix is not None and one.fix.edits:
            fixed, _ = apply_fixes(text, [one])
            assert around(fixed) == around(text)
            torch.testing.assert_close(ran(tmp_path, fixed), ran(tmp_path, text), rtol=0, atol=0)


def inside(text: str, one: Diagnostic) -> bool:
    """Whether a finding is about what a lambda does."""
    bodies = [node.body for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Lambda)]
    start = (one.location.row, one.location.column - 1)
    return any((node.lineno, node.col_offset) <= start < (node.end_lineno, node.end_col_offset) for node in bodies)


def around(text: str) -> str:
    """The program without the bodies of its lambdas."""
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Lambda):
            node.body = ast.Constant(0)
    return ast.dump(tree)
