"""Draws of the host that become draws of the graph: the text, what stands in the way, and what is drawn."""

import textwrap

import pytest
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """
import random

import numpy as np
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, rate: float = 0.5):
        super().__init__()
        self.rate = rate
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList([nn.Linear(3, 3)])

    def forward(self, x: torch.Tensor, y: torch.Tensor):
        h = self.fc(x)
"""
START = HEAD.lstrip("\n")


def program(body):
    return START + textwrap.indent(textwrap.dedent(body).strip("\n"), " " * 8) + "\n"


@pytest.fixture
def fixed(tmp_path):
    """The body with all its fixes made."""

    def fix(body, version="2.13"):
        path = tmp_path / "case.py"
        path.write_text(program(body), encoding="utf-8")
        result = fix_paths([path], Options(torch_version=version), True, write=False)
        assert not result.errors
        text = result.files[0].text if result.files else program(body)
        assert text.startswith(START)
        return textwrap.dedent(text[len(START) :])

    return fix


@pytest.fixture
def said(tmp_path):
    """What the fixes of a body's findings say."""

    def messages(body):
        path = tmp_path / "case.py"
        path.write_text(program(body), encoding="utf-8")
        return [(d.code, d.fix.edits, d.fix.message) for d in check([path]).diagnostics if d.fix is not None]

    return messages


EXPRESSIONS = {
    "h * random.random()": "h * torch.rand((), device=h.device)",
    "random.gauss(0, 1) * h": "torch.randn((), device=h.device) * h",
    "h * random.gauss(1.0, sigma=self.rate)": "h * (1.0 + self.rate * torch.randn((), device=h.device))",
    "h + random.normalvariate(0.0, 0.1)": "h + 0.1 * torch.randn((), device=h.device)",
    "h / np.random.uniform(1, 2)": "h / torch.empty((), device=h.device).uniform_(1, 2)",
    "h * np.random.uniform()": "h * torch.rand((), device=h.device)",
    "h * np.random.uniform(-self.rate, 1)": None,
    "h * np.random.uniform(0, self.rate)": "h * (0 + (self.rate - 0) * torch.rand((), device=h.device))",
    "h * (1 - self.rate * np.random.rand())": "h * (1 - self.rate * torch.rand((), device=h.device))",
    "h * -np.random.randn()": "h * -torch.randn((), device=h.device)",
    "h * np.random.normal(scale=2.0)": "h * (2.0 * torch.randn((), device=h.device))",
    "(h + 1) * np.random.rand()": "(h + 1) * torch.rand(())",
    "h * (h < random.random())": "h * (h < torch.rand((), device=h.device))",
    "h ** random.random()": None,
    "h * (random.random() // 0.1)": None,
    "h * int(random.random() * 3)": None,
    "h * random.gauss(*self.rates)": None,
    "h * unknown(random.random())": None,
}


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_arithmetic(fixed, expression):
    expected = EXPRESSIONS[expression]
    assert fixed(f"return {expression}") == f"return {expected or expression}\n"


def test_name_that_meets_tensors_alone(fixed):
    body = "scale = 1 + random.random()\nh = h * scale\nreturn h + scale"
    assert fixed(body) == "scale = 1 + torch.rand((), device=h.device)\nh = h * scale\nreturn h + scale\n"


def test_in_place(fixed):
    assert fixed("h *= np.random.rand()\nreturn h") == "h *= torch.rand((), device=h.device)\nreturn h\n"


BRANCHES = {
    "early return": (
        "if random.random() < self.rate:\n    return h * 2\nreturn h + 1",
        "return torch.where(torch.rand((), device=h.device) < self.rate, h * 2, h + 1)",
    ),
    "one of two draws with one name": (
        """
        p = np.random.rand()
        if p < self.rate:
            h = h * 2
        p = np.random.rand()
        if p < self.rate:
            h = h + 1
        return h * 2
        """,
        """
        p = torch.rand((), device=h.device)
        h = torch.where(p < self.rate, h * 2, h)
        p = torch.rand((), device=h.device)
        h = torch.where(p < self.rate, h + 1, h)
        return h * 2
        """,
    ),
    "in a loop": (
        """
        for _ in range(2):
            if random.uniform(0, 1) > self.rate:
                h = h * 2
        return h * 2
        """,
        """
        for _ in range(2):
            h = torch.where(torch.rand((), device=h.device) > self.rate, h * 2, h)
        return h * 2
        """,
    ),
    "one line": (
        "if self.training and random.uniform(0, 1) > self.rate: h = h * 2\nreturn h * 2",
        """
        if self.training:
            h = torch.where(torch.rand((), device=h.device) > self.rate, h * 2, h)
        return h * 2
        """,
    ),
    "in parentheses": (
        "if (self.training and\n        random.random() < 0.5):\n    h = h * 2\nreturn h * 2",
        """
        if self.training:
            h = torch.where(torch.rand((), device=h.device) < 0.5, h * 2, h)
        return h * 2
        """,
    ),
    "two flags": (
        """
        if (self.training or x.ndim > 2) and y is not None and random.uniform(0, 1) > self.rate:  # why
            # more
            h = h * 2
        return h * 2
        """,
        """
        if (self.training or x.ndim > 2) and y is not None:
            # more
            h = torch.where(torch.rand((), device=h.device) > self.rate, h * 2, h)  # why
        return h * 2
        """,
    ),
    "cond": (
        "if random.random() < 0.5:\n    return h @ h\nreturn h @ h.clone()",
        """
        return torch.cond(
            torch.rand((), device=h.device) < 0.5,
            lambda: h @ h,
            lambda: h @ h.clone(),
        )
        """,
    ),
    "dice": (
        "if random.randint(0, 1):\n    h = h * 2\nreturn h * 2",
        "h = torch.where(torch.randint(0, 2, (), device=h.device) != 0, h * 2, h)\nreturn h * 2",
    ),
}


@pytest.mark.parametrize("case", BRANCHES)
def test_branches(fixed, case):
    body, expected = BRANCHES[case]
    dedented = textwrap.dedent(body).strip("\n")
    assert fixed(body) == textwrap.dedent(expected or dedented).strip("\n") + "\n"


OBSTACLES = {
    "if random.random() < 0.5:\n    h = h.long()\nelse:\n    h = h.double()\nreturn h": "do not have the same",
    "if random.random() < 0.5:\n    h = torch.zeros(2)\nelse:\n    h = torch.ones(3)\nreturn h": "do not have the same",
    "if random.random() < 0.5:\n    self.count = 1\nreturn h": "the Python number `1`",
    "p = random.random()\nif p < 0.5:\n    h = h * 2\nreturn h * p": "is used elsewhere too",
    "if random.random() < 0.5 and self.training:\n    h = h * 2\nreturn h * 2": "mixes the draw",
    "if self.training and random.random() < 0.5:\n    h = h * 2\nelse:\n    h = h + 1\nreturn h": "mixes the draw",
    "if self.training and random.random() < 0.5:\n    return h * 2\nreturn h": "one arm returns",
    "p = random.random()\nif self.training:\n    p = 0.5\nreturn h * p": "assigned in several places",
    "n = int(random.random() * 3)\nreturn h * n": "a tensor would do in `int(random.random() * 3)`",
    "with torch.no_grad():\n    if random.random() < 0.5:\n        h = h * 2\nreturn h": "no gradient history",
}


@pytest.mark.parametrize("body", OBSTACLES)
def test_obstacles(fixed, said, body):
    (_, edits, message), *_ = said(body)
    assert not edits
    assert OBSTACLES[body] in message
    assert fixed(body) == body + "\n"


LAYER_DROP = {
    "p = random.uniform(0, 1)\nif self.training and (p < self.rate):\n    continue\nh = layer(h)": (
        "p = torch.rand((), device=h.device)\nprevious_h = h\nh = layer(h)\n"
        "if self.training:\n    h = torch.where(p < self.rate, previous_h, h)"
    ),
    "p = torch.rand([])\nif self.training and (p < self.rate):\n    continue\nh = layer(h)": (
        "p = torch.rand([], device=h.device)\nprevious_h = h\nh = layer(h)\n"
        "if self.training:\n    h = torch.where(p < self.rate, previous_h, h)"
    ),
    "p = np.random.random()\nif not self.training or (p > self.rate):\n    h = layer(h)": (
        "p = torch.rand((), device=h.device)\nprevious_h = h\nh = layer(h)\n"
        "if self.training:\n    h = torch.where(p > self.rate, h, previous_h)"
    ),
    "skip = torch.rand([]) < self.rate\nif not skip or self.training:\n    h = layer(h)": (
        "skip = torch.rand([], device=h.device) < self.rate\nprevious_h = h\nh = layer(h)\n"
        "if not self.training:\n    h = torch.where(skip, previous_h, h)"
    ),
    "if random.random() > self.rate:  # why\n    h = layer(h)": (
        "# why\nkept = torch.rand((), device=h.device) > self.rate\nprevious_h = h\nh = layer(h)\n"
        "h = torch.where(kept, h, previous_h)"
    ),
    "drop = False\nif torch.rand([]) < self.rate:\n    drop = True\nif not drop:\n    h = layer(h)": (
        "drop = False\ndrop = torch.rand([], device=h.device) < self.rate\n"
        "previous_h = h\nh = layer(h)\nh = torch.where(drop, previous_h, h)"
    ),
    "if self.training:\n    if torch.rand([]) < self.rate:\n        continue\nh += layer(h)": (
        "if self.training:\n    dropped = torch.rand([], device=h.device) < self.rate\n"
        "previous_h = h.clone()\nh += layer(h)\nif self.training:\n    h = torch.where(dropped, previous_h, h)"
    ),
}


@pytest.mark.parametrize("body", LAYER_DROP)
def test_layer_drop(fixed, said, body):
    def loop(text):
        return "for layer in self.layers:\n" + textwrap.indent(text, "    ") + "\nreturn h"

    assert fixed(loop(body)) == loop(LAYER_DROP[body]) + "\n"
    (_, _, message), *_ = said(loop(body))
    assert "zero gradients instead of none" in message


def test_a_flag_that_a_layer_sets_is_not_chosen(fixed, said):
    text = (
        "flag = True\nfor layer in self.layers:\n    p = torch.rand([])\n    if p < self.rate:\n        continue\n"
        "    if self.training and flag:\n        flag = False\n    h = layer(h)\nreturn h if flag else -h"
    )
    new = fixed(text)
    assert "p = torch.rand([], device=h.device)" in new
    assert new.count("torch.where(") == 1
    assert "previous_flag" not in new
    (_, _, message), *_ = said(text)
    assert "`flag` is set by a dropped layer too" in message


NO_LAYER_DROP = {
    "p = torch.rand([])\nif p < self.rate:\n    continue\nself.count = 1\nh = layer(h)": "writes to `self.count`",
    "p = torch.rand([])\nif p < self.rate:\n    continue\nif len(h) > 2:\n    break\nh = layer(h)": "leaves the loop",
    "p = torch.rand([])\nif p < self.rate:\n    kept = None\nelse:\n    h, _ = layer(h)\nkept": "`kept` is",
    "p = torch.rand([])\nif p < self.rate:\n    h = None\nelse:\n    h = layer(h)": "`h` is None after a skipped layer",
    "p = torch.rand([])\nif p < self.rate:\n    continue\nlast = layer(h)\nprint(last, n)\nn = last": "is not a tensor",
    "p = torch.rand([])\nif p < self.rate and len(h) > 2:\n    continue\nh = layer(h)": "tested after the layer",
}


@pytest.mark.parametrize("body", NO_LAYER_DROP)
def test_what_is_in_the_way_of_layer_drop(fixed, said, body):
    text = "n = 0\nfor layer in self.layers:\n" + textwrap.indent(body, "    ") + "\nreturn h"
    (_, edits, message), *_ = (one for one in said(text) if one[0] == "FG101")
    assert not edits
    assert NO_LAYER_DROP[body] in message
    assert fixed(text) == text + "\n" or "print" in body


def test_the_difference_is_named(said):
    ((code, edits, message),) = said("return h * random.random()")
    assert code == "FG407" and edits
    assert "from torch's generator and in float32; the numbers differ from those of random.random()" in message


DISTRIBUTIONS = (
    "random.random()",
    "random.uniform(-1.0, 3.0)",
    "random.uniform(3.0, -1.0)",
    "random.gauss(1.0, 2.0)",
    "np.random.rand()",
    "np.random.randn()",
    "np.random.normal(2.0, 0.5)",
    "np.random.uniform(1, high=4)",
    "float(random.randint(2, 5))",
)


@pytest.mark.parametrize("draw", DISTRIBUTIONS)
def test_the_same_distribution_is_drawn(draw):
    """Kolmogorov and Smirnov's distance of two samples stays below what chance leaves in one of a million."""
    import ast
    import random

    np, torch = pytest.importorskip("numpy"), pytest.importorskip("torch")
    from fake_oracle import FakeOracle, source_file
    from fullgraph.rules.rewrite.draws.draw import torch_draw

    source = source_file(draw)
    call = next(
        node for node in ast.walk(source.tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
    )
    name = ast.unparse(call.func).replace("np.", "numpy.")
    made = torch_draw(call, name, "torch", "like", source, FakeOracle())
    assert isinstance(made, ast.expr)
    text = ast.unparse(made)
    scope = {"torch": torch, "np": np, "random": random, "like": torch.zeros(3)}
    random.seed(0), np.random.seed(0), torch.manual_seed(0)
    count = 4000
    before = np.sort([eval(draw, scope) for _ in range(count)])
    drawn = eval(text, scope)
    assert drawn.shape == () and drawn.device == scope["like"].device
    after = np.sort([float(eval(text, scope)) for _ in range(count)])
    values = np.concatenate([before, after])
    distance = np.abs(np.searchsorted(before, values, "right") - np.searchsorted(after, values, "right")).max() / count
    assert distance < np.sqrt(np.log(2e6) / count)
