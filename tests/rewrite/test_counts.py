"""Numbers that recompile: when a tensor can stand in their place, and what needs the number."""

import textwrap

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

CLASS = """\
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self, start=0):
        super().__init__()
        {start}
        self.table = [1.0, 2.0, 3.0]

    def forward(self, x: torch.Tensor):
        self.n += 1
        {body}
"""
ZERO = "self.n = 0"
REGISTERED = 'self.register_buffer("n", torch.zeros((), dtype=torch.long), persistent=False)'


def program(body, start=ZERO):
    return CLASS.format(start=start, body=textwrap.indent(body, " " * 8).lstrip())


@pytest.fixture
def fixed(tmp_path):
    """A text with all fixes of FG7 made."""

    def fix(text):
        path = tmp_path / "case.py"
        path.write_text(text, encoding="utf-8")
        result = fix_paths([path], Options(select=("FG7",)), True, write=False)
        assert not result.errors
        return result.files[0].text if result.files else text

    return fix


@pytest.fixture
def said(tmp_path):
    """The message of the first finding, whose fix is only shown."""

    def message(text):
        path = tmp_path / "case.py"
        path.write_text(text, encoding="utf-8")
        fix = check([path], Options(select=("FG7",))).diagnostics[0].fix
        assert fix is not None
        assert fix.applicability is Applicability.DISPLAY
        assert not fix.edits
        return fix.message

    return message


READ = [
    "return x * self.n",
    "return x * (self.n + 1) / 2",
    "n = self.n * 2\nreturn x + n",
    "return torch.add(x, self.n)",
    "x *= self.n\nreturn x",
    "return x * (2 if x.shape[0] > 3 else self.n)",
    "return x * -self.n",
    "y = x.clone()\ny[0] = self.n\nreturn y",
]


@pytest.mark.parametrize("body", READ)
def test_what_is_read_is_set_anew(fixed, body):
    expected = program(body, REGISTERED).replace("self.n += 1", "self.n = self.n + 1")
    assert fixed(program(body)) == expected
    assert fixed(expected) == expected


@pytest.mark.parametrize("body", ["return x", "self.n = self.n * 2\nreturn x"])
def test_what_is_only_counted_is_counted_in_place(fixed, body):
    assert fixed(program(body)) == program(body, REGISTERED).replace("self.n = self.n * 2", "self.n *= 2")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("if self.n > 3:\n    return x\nreturn x + 1", "`self.n > 3` tests it"),
        ("while self.n < 3:\n    pass\nreturn x", "`self.n < 3` tests it"),
        ("n = self.n\nreturn x if n == 1 else -x", "`n == 1` tests it"),
        ("return x[: self.n]", "needs `self.n` as a number"),
        ("return x * self.table[self.n]", "`self.table[self.n]` needs `self.n` as a number"),
        ("for _ in range(self.n):\n    x = x + 1\nreturn x", "`range(self.n)` needs `self.n` as a number"),
        ("text = f'{self.n}'\nreturn x * len(text)", "needs `self.n` as a number"),
        ("return x * float(self.n)", "`float(self.n)` needs `self.n` as a number"),
        ("return x, self.n", "needs `self.n` as a number"),
        ("return self.n", "it is returned"),
        ("self.last = self.n\nreturn x * self.last", "needs `self.n` as a number"),
        ("return x * len([0] * self.n)", "needs `self.n` as a number"),
        ("self.n, y = 3, x\nreturn y", "set in a statement that sets more"),
        ("return x * getattr(self, 'n')", "is used as text, too"),
    ],
)
def test_what_needs_the_number(said, fixed, body, reason):
    text = program(body)
    assert reason in said(text)
    assert fixed(text) == text


@pytest.mark.parametrize(
    ("start", "reason"),
    [
        ("self.n = start", None),
        ("self.n = 3", None),
        ("self.n: int = 3", None),
        ("self.n = self.m = 0", "under a condition, with something else"),
        ("if start:\n            self.n = 0\n        else:\n            self.n = 1", "under a condition"),
        ("self.n = int(start)", "is not a literal integer"),
    ],
)
def test_the_first_value(said, fixed, start, reason):
    text = program("return x * self.n", start)
    if reason is not None:
        assert reason in said(text)
        assert fixed(text) == text
        return
    value = "start" if "start" in start else "3"
    registered = f'self.register_buffer("n", torch.tensor({value}), persistent=False)'
    assert registered in fixed(text)


def test_there_are_no_buffers_before_the_constructor_of_the_base(said):
    text = program("return x * self.n", "").replace("super().__init__()", "self.n = 0\n        super().__init__()")
    assert "before that of its base is called" in said(text)


@pytest.mark.parametrize("mode", ["reduce-overhead", "max-autotune"])
def test_cuda_graphs_overwrite_what_is_set_anew(said, fixed, mode):
    compiled = f'\n\nmodel = torch.compile(Model(), mode="{mode}")\n'
    text = program("return x * self.n") + compiled
    assert "CUDA graphs overwrite" in said(text)
    counted = program("return x") + compiled
    assert fixed(counted) == counted.replace(ZERO, REGISTERED)


def test_another_class_with_the_attribute_is_left_alone(fixed):
    other = "\n\nclass Other:\n    def __init__(self):\n        self.n = 5\n"
    text = program("return x * self.n") + other
    assert fixed(text).endswith(other)


def test_which_of_two_classes_is_set_from_outside_is_not_known(said):
    other = "\n\nclass Other:\n    def __init__(self):\n        self.n = 5\n\n\ndef reset(model):\n    model.n = 1\n"
    assert "another class has an attribute of this name" in said(program("return x * self.n") + other)


GLOBAL = """\
import torch

n = 0


@torch.compile
def f(x: torch.Tensor):
    {body}


def train(x):
    global n
    f(x)
    n += 1
"""


def test_a_global_number(fixed, said):
    text = GLOBAL.format(body="return x * n")
    expected = text.replace("n = 0", "n = torch.zeros((), dtype=torch.long)").replace("n += 1", "n = n + 1")
    assert fixed(text) == expected
    assert "`range(n)` needs `n` as a number; pass it as an argument" in said(
        GLOBAL.format(body="return x * len(range(n))")
    )
    late = text.replace("import torch\n\nn = 0", "n = 0\n\nimport torch")
    assert "torch is imported after it" in said(late)


COMPUTED = {
    "return x * min(1, self.n / 4)": "return x * (self.n / 4).clamp(max=1)",
    "return x * max(0.5, self.n)": "return x * self.n.clamp(min=0.5)",
    "return x * min(self.n, 2)": "return x * self.n.clamp(max=2)",
    "scale = min(1.0, self.n / 4)\nreturn x * scale": "scale = (self.n / 4).clamp(max=1.0)\nreturn x * scale",
    "return x * math.exp(-self.n / 10)": "return x * torch.exp(-self.n / 10)",
    "a = 0.5 * (1 + math.cos(math.pi * self.n / 100))\nreturn x * a": (
        "a = 0.5 * (1 + torch.cos(math.pi * self.n / 100))\nreturn x * a"
    ),
    "return x * min(1, math.sqrt(self.n) / 2)": "return x * (torch.sqrt(self.n) / 2).clamp(max=1)",
    "w = 1.0 if self.n > 2 else 0.5\nreturn x * w": "w = torch.where(self.n > 2, 1.0, 0.5)\nreturn x * w",
    "w = (\n    1.0  # late\n    if self.n > 2\n    else 0.5\n)\nreturn x * w": (
        "# late\nw = torch.where(self.n > 2, 1.0, 0.5)\nreturn x * w"
    ),
    "self.n -= max(1, self.n)  # back\nreturn x * self.n": (
        "self.n = self.n - self.n.clamp(min=1)  # back\nreturn x * self.n"
    ),
}


@pytest.mark.parametrize("body", COMPUTED)
def test_what_numbers_are_computed_with_is_computed_by_torch(fixed, body):
    text = "import math\n" + program(body)
    expected = "import math\n" + program(COMPUTED[body], REGISTERED).replace("self.n += 1", "self.n = self.n + 1")
    assert fixed(text) == expected
    assert fixed(expected) == expected
    torch = pytest.importorskip("torch")
    before, after = {}, {}
    exec(text, before)
    exec(expected, after)
    one, other = before["Model"](), after["Model"]()
    torch._dynamo.reset()
    compiled = torch.compile(after["Model"](), backend="eager", fullgraph=True)
    with torch._dynamo.config.patch(error_on_recompile=True):
        for _ in range(6):
            x = torch.arange(1.0, 4.0)
            expected_value = one(x)
            torch.testing.assert_close(other(x), expected_value)
            torch.testing.assert_close(compiled(x), expected_value)
    assert not other.state_dict()


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("return x * min(self.n / 2, self.n)", "as a number"),
        ("return x * min(x.shape[0], 3, self.n)", "as a number"),
        ("return x * min([1, self.n])", "as a number"),
        ("return x * math.factorial(self.n)", "as a number"),
        ("return x * math.log(self.n, 2)", "as a number"),
        ("w = self.n if self.n > 2 else 0.5\nreturn x * w", "tests it"),
        ("w = x if self.n > 2 else x + 1\nreturn x * w", "tests it"),
        ("return min(1, self.n / 4)", "it is returned"),
    ],
)
def test_what_torch_does_not_compute_of_it(said, fixed, body, reason):
    text = "import math\n" + program(body)
    assert reason in said(text)
    assert fixed(text) == text


def test_what_differs_then_is_said(tmp_path):
    path = tmp_path / "case.py"
    path.write_text("import math\n" + program("return x * min(1, math.exp(self.n))"), encoding="utf-8")
    fix = check([path], Options(select=("FG7",))).diagnostics[0].fix
    assert "`clamp` gives a tensor of one dtype where `min` gave a whole number or a float" in fix.message
    assert "`torch.exp` gives infinity or NaN where `math.exp` raises" in fix.message
