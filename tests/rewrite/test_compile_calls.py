"""How torch.compile is called: the text of the fixes, and what stands in the way."""

import textwrap

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import time

import torch
from torch import nn
from torch.utils.data import DataLoader


class Net(nn.Module):
    def forward(self, x):
        return x * 2


def scale(x):
    return x * 2


def run(x, function, data):
"""


@pytest.fixture
def fixed(tmp_path):
    """The body with all fixes made."""

    def fix(body):
        path = tmp_path / "case.py"
        path.write_text(HEAD + textwrap.indent(body, "    ") + "\n", encoding="utf-8")
        result = fix_paths([path], Options(select=("FG7", "FG8")), True, write=False)
        assert not result.errors
        assert not fix_paths([path], Options(select=("FG7", "FG8")), False, write=False).files
        text = result.files[0].text if result.files else path.read_text(encoding="utf-8")
        assert text.startswith(HEAD)
        return textwrap.dedent(text[len(HEAD) :]).rstrip("\n")

    return fix


@pytest.fixture
def said(tmp_path):
    """The first finding's fix, which is only shown."""

    def message(body):
        path = tmp_path / "case.py"
        path.write_text(HEAD + textwrap.indent(body, "    ") + "\n", encoding="utf-8")
        fix = check([path], Options(select=("FG7", "FG8"))).diagnostics[0].fix
        assert fix is not None
        assert fix.applicability is Applicability.DISPLAY
        return fix.message

    return message


FIXED = {
    # FG801
    "model = Net()\ntorch.compile(model)\nreturn model(x)": "model = Net()\nmodel.compile()\nreturn model(x)",
    "model = Net()\ntorch.compile(model, dynamic=True)  # why\nreturn model(x)": (
        "model = Net()\nmodel.compile(dynamic=True)  # why\nreturn model(x)"
    ),
    "model = nn.Sequential(Net())\ntorch.compile(model)\nreturn model(x)": (
        "model = nn.Sequential(Net())\nmodel = torch.compile(model)\nreturn model(x)"
    ),
    "torch.compile(function)\nreturn function(x)": "function = torch.compile(function)\nreturn function(x)",
    # FG803
    'return torch.compile(scale, mode="max_autotune")(x)': 'return torch.compile(scale, mode="max-autotune")(x)',
    'return torch.compile(scale, mode="default", options={"max_autotune": True})(x)': (
        'return torch.compile(scale, options={"max_autotune": True})(x)'
    ),
    'return torch.compile(scale, mode="reduce-overhead", options={})(x)': (
        'return torch.compile(scale, options={"triton.cudagraphs": True})(x)'
    ),
    'return torch.compile(scale, mode="reduce-overhead", options={\n    "a": 1,\n    "b": 2})(x)': (
        'return torch.compile(scale, options={"triton.cudagraphs": True, "a": 1, "b": 2})(x)'
    ),
    "return torch.compile(scale, dynamic=0)(x)": "return torch.compile(scale, dynamic=False)(x)",
    # FG804
    'return torch.compile(scale, dynamic=True, mode="max-autotune")(x)': (
        'return torch.compile(scale, dynamic=True, mode="max-autotune-no-cudagraphs")(x)'
    ),
    # FG805
    "torch.manual_seed(0)\ntorch._dynamo.config.suppress_errors = True\nreturn x": "torch.manual_seed(0)\nreturn x",
    "torch.manual_seed(0)\ntorch._dynamo.config.suppress_errors = True  # for now\nreturn x": (
        "torch.manual_seed(0)\ntorch._dynamo.config.suppress_errors = False  # for now\nreturn x"
    ),
    "if data:\n    torch._dynamo.config.suppress_errors = True\nreturn x": (
        "if data:\n    torch._dynamo.config.suppress_errors = False\nreturn x"
    ),
    "x = x + 1; torch._dynamo.config.suppress_errors = True\nreturn x": "x = x + 1\nreturn x",
    # FG806
    "return torch.compile(\n    scale,  # fast\n    backend='eager',  # slow\n    dynamic=True\n)(x)": (
        "# slow\nreturn torch.compile(\n    scale,  # fast\n    dynamic=True\n)(x)"
    ),
    'return torch.compile(scale, backend="eager")(x)': "return torch.compile(scale)(x)",
    '@torch.compile(backend="eager", dynamic=True)\ndef inner(x):\n    return x\nreturn inner(x)': (
        "@torch.compile(dynamic=True)\ndef inner(x):\n    return x\nreturn inner(x)"
    ),
    # FG809
    "fast = torch.compile(scale)\ntorch.cuda.synchronize()\nstart = time.time()\nfor _ in range(9):\n"
    "    fast(x)\nprint(time.time() - start)": (
        "fast = torch.compile(scale)\nfast(x)\ntorch.cuda.synchronize()\nstart = time.time()\nfor _ in range(9):\n"
        "    fast(x)\nprint(time.time() - start)"
    ),
    # FG707
    "fast = torch.compile(scale)\nfor batch in DataLoader(data, 8, shuffle=True):\n    fast(batch)": (
        "fast = torch.compile(scale)\nfor batch in DataLoader(data, 8, shuffle=True, drop_last=True):\n    fast(batch)"
    ),
    "fast = torch.compile(scale)\nloader = DataLoader(\n    data,\n    batch_size=8,  # few\n)\n"
    "for batch in loader:\n    fast(batch)": (
        "fast = torch.compile(scale)\n"
        "loader = DataLoader(\n    data,\n    batch_size=8,  # few\n    drop_last=True,\n)\n"
        "for batch in loader:\n    fast(batch)"
    ),
}


@pytest.mark.parametrize("body", FIXED)
def test_text(fixed, body):
    assert fixed(body) == FIXED[body]
    assert fixed(FIXED[body]) == FIXED[body]


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("torch.compile(scale)\nreturn scale(x)", "not a variable of this function"),
        ("torch.compile(function)", "nothing reads `function` afterwards"),
        ("for layer in data:\n    torch.compile(layer)\n    layer(x)", "the variable of a loop"),
        ("torch.compile(data[0])", "has no name to be assigned to"),
        ('return torch.compile(scale, mode="fast")(x)', "no mode is called like 'fast'"),
        ('return torch.compile(scale, dynamic="maybe")(x)', "which of True, False and None is meant"),
        ('return torch.compile(scale, mode="reduce-overhead", dynamic=True)(x)', "if few sizes repeat often"),
        ('kind = "max_autotune"\nreturn torch.compile(scale, mode=kind)(x)', "is given elsewhere"),
        (
            "fast = torch.compile(scale)\nstart = time.time()\nwith torch.no_grad():\n    y = fast(x)\n"
            "print(time.time() - start, y)",
            "is in a `with`",
        ),
        (
            "fast = torch.compile(scale)\nstart = time.time()\nfor part in data:\n    fast(part)\n"
            "print(time.time() - start)",
            "uses a value created after the clock is read",
        ),
        (
            "fast = torch.compile(scale)\nstart = time.time()\ny = fast(x.cos())\nprint(time.time() - start, y)",
            "its arguments are more than names",
        ),
    ],
)
def test_what_stands_in_the_way(said, fixed, body, reason):
    assert reason in said(body)
    assert fixed(body) == body
