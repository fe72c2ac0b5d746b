"""What counts as tensor data, and what does not."""

from __future__ import annotations

import pytest
from checking import Check

FORWARD = """
import math
from typing import Optional

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class M(nn.Module):
    def __init__(self, width: int = 4):
        super().__init__()
        self.linear = nn.Linear(width, width)
        self.width = width
        self.scale = nn.Parameter(torch.ones(()))
        self.register_buffer("count", torch.zeros(()))
        self.blocks = nn.ModuleList([nn.Linear(width, width)])

    def forward(self, x: Tensor, mask: Optional[Tensor] = None, flag: bool = False):
        {setup}
        if {test}:
            x = x + 1
        return x
"""


def code(test: str, setup: str = "pass") -> str:
    return FORWARD.format(test=test, setup=setup)


@pytest.mark.parametrize(
    ("test", "setup"),
    [
        ("x.sum() > 0", "pass"),
        ("x[0, 0] > self.width", "pass"),
        ("torch.isnan(x).any()", "pass"),
        ("y.max() > 1", "y = self.linear(x)"),
        ("y.max() > 1", "y, i = x.topk(2)"),
        ("y > 1", "y = sum([x.mean(), x.std()])"),
        ("self.scale > 1", "pass"),
        ("self.count > 1", "pass"),
        ("torch.rand(()) < 0.1", "pass"),
        ("F.relu(x).mean() > 0", "pass"),
        ("mask is not None and mask.any()", "pass"),
        ("out['y'].any()", "out = {'y': x * 2}"),
        ("pair[1].any()", "pair = (flag, x * 2)"),
        ("z.any()", "z = x if flag else -x"),
        ("(n := x.norm()) > 1", "pass"),
        ("h.mean() > 0", "h = x\n        for block in self.blocks: h = block(h)"),
        ("x.sum().item() > 0", "pass"),
        ("float(x.sum()) > 0", "pass"),
        ("torch.equal(x, x)", "pass"),
        ("not x.any()", "pass"),
    ],
)
def test_tensor_data(found: Check, test: str, setup: str) -> None:
    diagnostics = found(code(test, setup))
    assert [(d.code, d.confidence) for d in diagnostics] == [("FG101", "high")]
    assert diagnostics[0].evidence[-1].text == "if calls bool() on it"


@pytest.mark.parametrize(
    ("test", "setup"),
    [
        ("x.shape[0] > 1", "pass"),
        ("x.size(0) > 1 and x.dim() == 2", "pass"),
        ("len(x) > 1", "pass"),
        ("x.numel() == 0", "pass"),
        ("x.dtype == torch.float32", "pass"),
        ("x.device.type == 'cuda' or x.is_cuda", "pass"),
        ("mask is None", "pass"),
        ("x is mask", "pass"),
        ("flag", "pass"),
        ("self.training", "pass"),
        ("self.width > 3", "pass"),
        ("isinstance(x, torch.Tensor)", "pass"),
        ("torch.is_tensor(x)", "pass"),
        ("x.shape == x.shape", "pass"),
        ("torch.is_grad_enabled()", "pass"),
        ("x.requires_grad", "pass"),
        ("math.sqrt(self.width) > 1", "pass"),
        ("n > 1", "b, n = x.shape"),
        ("rows > 1", "rows = x.shape[0] // 2"),
        ("not torch.compiler.is_compiling() and x.any()", "pass"),
        ("not torch._dynamo.is_compiling() and x.any()", "pass"),
        ("torch.jit.is_scripting() and x.any()", "pass"),
        ("hasattr(self, 'nothing') and x.any()", "pass"),
    ],
)
def test_no_tensor_data(found: Check, test: str, setup: str) -> None:
    assert found(code(test, setup)) == []


def test_evidence_is_the_chain_from_the_input_to_the_branch(found: Check) -> None:
    (diagnostic,) = found(code("y.all()", "y = x > 0"))
    assert [step.text for step in diagnostic.evidence] == [
        "x: Tensor (annotated)",
        "x > 0: Tensor (a comparison)",
        "y.all(): Tensor",
        "if calls bool() on it",
    ]
    assert all(step.row for step in diagnostic.evidence)


def test_undeclared_inputs_are_less_sure(found: Check) -> None:
    text = (
        "from torch import nn\nclass M(nn.Module):\n    def forward(self, x):\n"
        "        if x.mean() > 0:\n            x = -x\n"
    )
    assert [d.confidence for d in found(text)] == ["medium"]
    assert found(text, confidence="high") == []


def test_the_body_of_an_error_path_is_not_traced_code(found: Check) -> None:
    body = "if x.shape[0] > 4:\n            print(x)\n            raise ValueError(x)"
    assert found(code("flag", body)) == []


def test_early_return_while_compiling_ends_the_scope(found: Check) -> None:
    body = "if torch.compiler.is_compiling(): return x\n        print(x)"
    assert found(code("x.any()", body)) == []


@pytest.mark.parametrize(
    "text",
    [
        "def f(x):\n    return f(x - 1) if x.shape[0] else x\n",
        "def f(x):\n    return g(x)\ndef g(x):\n    return f(x)\n",
        "def f(x):\n    while True:\n        x = f(x)\n",
        "class A(B): pass\nclass B(A):\n    def forward(self, x):\n        return self.forward(x)\n",
        "def f(x):\n    for i in x:\n        for j in i:\n            for k in j:\n"
        "                x = x + k\n    return x\n",
        "from missing import *\nfrom . import nothing\ndef f(x):\n    return y(x)\n",
        "def f(x, *args, **kwargs):\n    a, *b = args\n    return kwargs['k'](*b, **kwargs)\n",
        "def f(x):\n    match x:\n        case [a, *_]:\n            return a\n"
        "        case {'k': v, **rest}:\n            return rest\n",
        "class Meta(type): pass\nclass C(metaclass=Meta):\n    def __getattr__(self, n):\n"
        "        return getattr(self, n)\n"
        "def f(x):\n    return C().anything.at.all(x)\n",
        "Tree = str | list['Tree']\ndef f(x, t: Tree):\n    return x + len(t)\n",
        "async def f(x):\n    async with x as y:\n        return [z async for z in await y]\n",
    ],
)
def test_odd_code_ends_in_unknown_not_in_a_crash(found: Check, text: str) -> None:
    found("import torch\n" + text + "torch.compile(f)\n" if "def f" in text else text)


FLAGS = """
import torch
from typing import Optional
from torch import nn


class M(nn.Module):
    def forward(self, x, output_weights: Optional[torch.Tensor] = None, use_mask: Optional[torch.Tensor] = None):
        y = (x, x) if output_weights else (x, None)
        if use_mask.all():
            return x
        if use_mask:
            return x + 1
        return y
"""


def test_an_annotation_makes_no_tensor_of_what_is_asked_and_called_like_a_flag(found: Check) -> None:
    assert [(one.code, one.location.row) for one in found(FLAGS)] == [("FG101", 10), ("FG101", 12)]


OR = """
import torch
from torch import nn


class M(nn.Module):
    def forward(self, x, mask: torch.Tensor, flag: bool):
        compiling = flag or torch.compiler.is_compiling()
        if not compiling and mask.all():
            return x
        scripting = flag and torch.jit.is_scripting()
        if scripting:
            print(x)
        return x + 1
"""


def test_a_bool_that_ends_an_or_is_true_and_one_that_ends_an_and_is_false(found: Check) -> None:
    assert found(OR) == []


OVERLOADED = """
import torch
from typing import overload
from torch import Tensor, nn

{overloads}
def kept(x, how=None):
    return x[x > 0]


class M(nn.Module):
    def forward(self, x: Tensor):
        return kept(x)
"""


def test_of_overloaded_functions_the_definition_is_what_is_called(found: Check) -> None:
    stubs = "".join(f"@overload\ndef kept(x: Tensor, how: Kind{n}) -> Tensor: ...\n" for n in range(12))
    assert [one.code for one in found(OVERLOADED.format(overloads=stubs))] == ["FG302"]
