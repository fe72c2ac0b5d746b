"""Early returns in front of more than an arm can hold: what is returned, and what stands in the way."""

import linecache
import textwrap

import pytest
import torch
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.layers = nn.ModuleList(nn.Linear(3, 3) for _ in range(2))
        self.norm = nn.BatchNorm1d(3)
        self.drop = nn.Dropout()
        self.last = None

    def forward(self, x: torch.Tensor, y: torch.Tensor):
"""
LOOP = "h = x\nfor layer in self.layers:\n    h = torch.relu(layer(h)) + y\n"
FIXED = {
    "if x.sum() > 0:\n    return x * 2\n" + LOOP + "return h": (
        "returns_early = x.sum() > 0\nearly = x * 2\n" + LOOP + "return torch.where(returns_early, early, h)"
    ),
    "large = x.sum() > 0\nif large:  # at once\n    return y\n" + LOOP + "return h": (
        "large = x.sum() > 0\n# at once\n" + LOOP + "return torch.where(large, y, h)"
    ),
    "if x.sum() > 0:\n    return x, y * 2\n" + LOOP + "return h, y": (
        "returns_early = x.sum() > 0\nearly_1 = y * 2\n"
        + LOOP
        + "return torch.where(returns_early, x, h), torch.where(returns_early, early_1, y)"
    ),
    "if x.sum() > 0:\n    z = x + 1\n    return {'out': z, 'aux': None}\n" + LOOP + "return {'out': h, 'aux': None}": (
        "returns_early = x.sum() > 0\nz = x + 1\n"
        + LOOP
        + "return {'out': torch.where(returns_early, z, h), 'aux': None}"
    ),
    "if x.sum() > 0:\n    return x\n" + LOOP + "if self.training:\n    return h + 1\nelse:\n    return h": (
        "returns_early = x.sum() > 0\n"
        + LOOP
        + "if self.training:\n    return torch.where(returns_early, x, h + 1)\n"
        + "else:\n    return torch.where(returns_early, x, h)"
    ),
    "if x.sum() > 0:\n    return x\n" + LOOP + "if y.sum() > 0:\n    return h * 2\nh = h - 1\nreturn h": None,
}
FIXED["if x.sum() > 0:\n    return x, y\n" + LOOP + "y = y + 1\nreturn h, y"] = None
DECLINED = {
    "global KEPT\nif x.sum() > 0:\n    return x\n" + LOOP + "KEPT = h\nreturn h": "read by other functions",
    "if x.sum() > 0:\n    return x\n" + LOOP + "k = h * 2\nlook = lambda: k\nreturn look()": "read by other functions",
    "if x.sum() > 0:\n    return x\n" + LOOP + "self.last = h\nreturn h": "does more than compute",
    "if x.sum() > 0:\n    return x\n" + LOOP + "print(h.shape)\nreturn h": "would be evaluated always",
    "if x.sum() > 0:\n    return x\n" + LOOP + "return self.norm(h)": "updates the running statistics",
    "if x.sum() > 0:\n    return x\n" + LOOP + "x += h\nreturn x": "changed in place",
    "k = x * 1\nif x.sum() > 0:\n    return k\nfor _ in range(2):\n    k += y\nreturn k": "changed in place",
    "if x.sum() > 0:\n    return x\n" + LOOP + "y.mul_(2)\nreturn h": "writes to a tensor",
    "if x.sum() > 0:\n    return x\n" + LOOP: "does not always return",
    "if x.sum() > 0:\n    return None\n" + LOOP + "return h": "not known to be a tensor",
    "if x.sum() > 0:\n    return x\nwhile y.sum() > 0:\n    y = y - 1\nreturn y": "does more than compute",
    "if x.sum() > 0:\n    h = x\n    return h * 2\n" + LOOP + "return h": "means something else",
}


def written(tmp_path, body):
    path = tmp_path / "case.py"
    path.write_text(HEAD + textwrap.indent(body, " " * 8) + "\n")
    return path


def model_of(text, name):
    linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    names = {}
    exec(compile(text, name, "exec"), names)
    torch.manual_seed(3)
    return names["Model"]()


def parts(result):
    if isinstance(result, dict):
        return list(result.values())
    return list(result) if isinstance(result, tuple) else [result]


def run(model, sign, compiled=False):
    torch._dynamo.reset()
    x = (sign * torch.rand(2, 3, generator=torch.Generator().manual_seed(1))).requires_grad_()
    y = torch.randn(2, 3, generator=torch.Generator().manual_seed(2)).requires_grad_()
    call = torch.compile(model, fullgraph=True, backend="eager") if compiled else model
    model.zero_grad()
    results = parts(call(x, y))
    torch.stack([one.sum() for one in results if one is not None]).sum().backward()
    gradients = [one.grad for one in (x, y, *model.parameters())]
    # Where nothing was given before, a zero is given now, as the message says.
    return results, [torch.zeros(()) if one is None else one for one in gradients]


@pytest.mark.parametrize("body", FIXED)
def test_what_it_returns(body, tmp_path):
    path = written(tmp_path, body)
    before = model_of(path.read_text(), str(path) + "0")
    result = fix_paths([path], Options(), True)
    assert not result.errors and not result.diagnostics
    text = path.read_text()
    if FIXED[body] is not None:
        assert textwrap.dedent(text[len(HEAD) :]).rstrip() == FIXED[body]
    after = model_of(text, str(path))
    for sign in (1, -1):
        for compiled in (False, True):
            expected, seen = run(before, sign), run(after, sign, compiled)
            for one, other in zip(expected[0], seen[0], strict=True):
                assert one is other is None or torch.equal(one, other)
            for one, other in zip(expected[1], seen[1], strict=True):
                assert torch.allclose(one, other)


@pytest.mark.parametrize("body", DECLINED)
def test_what_stands_in_the_way(body, tmp_path):
    path = written(tmp_path, body)
    first = next(one for one in check([path], Options()).diagnostics if one.code == "FG101")
    assert first.fix is not None and not first.fix.edits
    assert DECLINED[body] in first.fix.message


def test_what_it_names(tmp_path):
    body = "if x.sum() > 0:\n    return y\n" + LOOP + "return self.drop(h)"
    (one,) = check([written(tmp_path, body)], Options()).diagnostics
    assert one.fix is not None
    kinds = {obligation.kind for obligation in one.fix.open}
    assert kinds >= {Kind.EXCEPTION, Kind.DRAW, Kind.SHAPE, Kind.DTYPE, Kind.SOURCES, Kind.DERIVATIVE, Kind.ALIAS}
