"""The Python tests that a finding is said to hold under."""

from __future__ import annotations

import pytest
from checking import Check
from fullgraph.lint.diagnostics.condition import Condition, told
from fullgraph.lint.diagnostics.step import Step

FORWARD = """
import torch
from torch import nn


class M(nn.Module):
    def forward(self, x, flag: bool = False, y=None):
{body}
        return x
"""


def conditions(found: Check, body: str) -> list[tuple[str, ...]]:
    text = "\n".join(f"        {line}" for line in body.splitlines())
    return [tuple(one.step.text for one in told(finding.conditions)) for finding in found(FORWARD.format(body=text))]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if self.training:\n    if x.sum() > 0:\n        x = x + 1", ("self.training",)),
        ("if not self.training and x.sum() > 0:\n    x = x + 1", ("not self.training",)),
        ("if self.training:\n    x = x + 1\nif x.sum() > 0:\n    x = x + 1", ()),
    ],
)
def test_where_the_line_stands(found: Check, body: str, expected: tuple[str, ...]) -> None:
    assert conditions(found, body) == [expected]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("skip = self.training and torch.rand([]) < 0.1\nif not skip or flag:\n    x = x + 1", ("self.training",)),
        ("big = x.sum() > 0 if self.training else False\nif big:\n    x = x + 1", ("self.training",)),
        ("big = False if flag else x.sum() > 0\nif big:\n    x = x + 1", ("not flag",)),
        ("big = None\nif flag:\n    big = x.sum() > 0\nif big:\n    x = x + 1", ("flag",)),
        ("total = None\nif flag:\n    total = x.sum()\nif total > 0:\n    x = x + 1", ("flag",)),
        ("if y:\n    x = x + y.view(-1)", ("y",)),
    ],
)
def test_where_the_tested_value_comes_from(found: Check, body: str, expected: tuple[str, ...]) -> None:
    assert conditions(found, body) == [expected]


@pytest.mark.parametrize(
    "body",
    [
        "big = x.sum() > 0 if self.training else x.mean() > 0\nif big:\n    x = x + 1",
        "big = x.sum() > 0\nif flag:\n    big = x.mean() > 0\nif big:\n    x = x + 1",
        "big = False\nfor _ in range(3):\n    if flag:\n        big = x.sum() > 0\n    big = x.mean() > 0\n"
        "if big:\n    x = x + 1",
        "if y is not None:\n    x = x + y\nif x.sum() > 0:\n    x = x + 1",
    ],
)
def test_a_value_that_depends_on_data_either_way_has_no_condition(found: Check, body: str) -> None:
    assert conditions(found, body)[-1] == ()


def test_what_holds_either_way_has_no_condition(found: Check) -> None:
    code = """
        import functools
        import torch
        from torch import nn

        def traced(forward):
            @functools.wraps(forward)
            def wrapper(self, *args, **kwargs):
                if kwargs.get("debug", False):
                    return forward(self, *args, **kwargs)
                return forward(self, *args, **kwargs)

            return wrapper

        class M(nn.Module):
            @traced
            def forward(self, x: torch.Tensor):
                if self.training:
                    if x.sum() > 0:
                        x = x + 1
                return x
    """
    (finding,) = found(code)
    assert [one.step.text for one in told(finding.conditions)] == ["self.training"]


def test_the_shortest_way_is_told(found: Check) -> None:
    code = """
        import torch
        from torch import nn

        class Inner(nn.Module):
            def forward(self, x: torch.Tensor):
                if x.sum() > 0:
                    x = x + 1
                return x

        class Outer(nn.Module):
            def __init__(self):
                super().__init__()
                self.inner = Inner()

            def forward(self, x: torch.Tensor):
                return self.inner(x)
    """
    (finding,) = found(code)
    assert [step.text for step in finding.trace] == [
        "Inner.forward, the forward of an nn.Module",
        "Inner.forward",
        "and 1 more way",
    ]


def test_what_callers_pass_says_what_an_input_is(found: Check) -> None:
    code = """
        import torch
        from torch import nn

        class Crop(nn.Module):
            def forward(self, x, height, width):
                return x[:, :height, :width]

        class Plain(nn.Module):
            def forward(self, x):
                return x * 2

        class Whole(nn.Module):
            def __init__(self, crop: bool):
                super().__init__()
                self.crop = Crop() if crop else Plain()

            def forward(self, x: torch.Tensor):
                height, width = x.shape[-2:]
                return self.crop(x) if self.training else self.crop(x, height, width)
    """
    assert found(code) == []
    alone = found(code[: code.index("        class Whole")])
    assert [finding.code for finding in alone] == ["FG206"]


UNDECIDED = [
    "x.dtype == torch.float16",
    "x.dtype is torch.half",
    "x.dtype in (torch.float16, torch.bfloat16)",
    "x.dtype.is_floating_point",
    'x.device.type == "cuda"',
    "x.device.index",
    "x.is_cuda",
    "x.ndim == 4",
    "x.dim() > 2",
    "x.shape[0] == 1",
    "x.requires_grad",
    "x.is_contiguous()",
    "self.training",
    "self.config.clip",
    'self.config.mode == "a"',
    "self.limit is None",
    "self.norm.affine",
    "self.norm.running_mean is None",
    "self.other.flag",
    "isinstance(y, torch.Tensor)",
    "torch.is_grad_enabled()",
    "torch.is_autocast_enabled()",
    'kwargs.get("clip")',
    '"clip" in kwargs',
    "flag or self.training",
]
TESTED = """
import torch
from torch import nn
from elsewhere import Other


class M(nn.Module):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.limit = config.limit
        self.norm = nn.BatchNorm1d(4)
        self.other = Other()

    def forward(self, x: torch.Tensor, flag: bool = False, y=None, **kwargs):
{body}
        return x
"""


def broken(found: Check, body: str) -> list[list[str]]:
    text = "\n".join(f"        {line}" for line in body.splitlines())
    findings = [one for one in found(TESTED.format(body=text)) if one.code in ("FG101", "FG102", "FG103", "FG104")]
    return [[one.step.text for one in told(finding.conditions)] for finding in findings]


@pytest.mark.parametrize("test", UNDECIDED)
def test_a_test_that_is_not_decided_hides_nothing_behind_it(found: Check, test: str) -> None:
    whole = f"({test})" if " or " in test else test
    assert broken(found, f"if {whole} and torch.isinf(x).any():\n    x = x + 1") == [[test]]
    assert len(broken(found, f"if {whole} or torch.isinf(x).any():\n    x = x + 1")) == 1
    assert len(broken(found, f"if {test}:\n    x = x + 1\nelif torch.isinf(x).any():\n    x = x + 2")) == 1
    assert len(broken(found, f"if not ({test}):\n    return x\nif torch.isinf(x).any():\n    x = x + 1")) == 1


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("if HALF and x.any():\n    x = x + 1", ["HALF"]),
        ("if flag or HALF and x.any():\n    x = x + 1", ["not flag", "HALF"]),
        ("if not (HALF and x.any()):\n    x = x + 1", ["HALF"]),
        ("if HALF:\n    if x.any():\n        x = x + 1", ["HALF"]),
        ("x = x + 1 if HALF and x.any() else x", ["HALF"]),
        ("y = HALF and x.any() and flag", ["HALF"]),
        ("y = (HALF and x.any()) or flag", ["HALF"]),
        ("y = flag and (self.training or -x.sum()) and HALF", ["flag", "not self.training"]),
        ("while HALF and x.any():\n    x = x - 1", ["HALF"]),
        ("assert HALF and not x.any()", ["HALF"]),
        ("assert flag or (HALF and not x.any())", ["not flag", "HALF"]),
        ("y = [t for t in (x, x) if HALF and t.any()]", ["HALF"]),
        ("y = [t for t in (x, x) if HALF if t.any()]", ["HALF"]),
        ("y = any(HALF and t.any() for t in (x, x))", ["HALF"]),
        ("half = HALF\nif half and x.any():\n    x = x + 1", ["half"]),
        ("if x.dtype != torch.half:\n    return x\nif x.any():\n    x = x + 1", ["x.dtype == torch.half"]),
        ("if x.dtype != torch.half:\n    pass\nelif x.any():\n    x = x + 1", ["x.dtype == torch.half"]),
        (
            "for t in (x, x):\n    if t.dtype != torch.half:\n        continue\n    if t.any():\n        x = x + 1",
            ["t.dtype == torch.half"],
        ),
        ("match y:\n    case _ if HALF:\n        if x.any():\n            x = x + 1", ["HALF"]),
    ],
)
def test_where_the_test_stands(found: Check, body: str, expected: list[str]) -> None:
    test = "x.dtype == torch.float16"
    assert broken(found, body.replace("HALF", test)) == [[text.replace("HALF", test) for text in expected]]


@pytest.mark.parametrize(
    "body",
    [
        "if self.limit is None and x.any():\n    x = x + 1\nif self.limit is not None:\n    print(x)",
        "ok = y is None and flag\nif y is not None:\n    print(x)",
        "z = [x for _ in (1, 2) if y is None]\nif y is not None:\n    print(x)",
        "w = None\nif flag and (w := x.sum()) is not None:\n    pass\nif w is not None:\n    print(x)",
        "w = None\nz = x if (w := y) is None else x\nif w is not None:\n    print(x)",
    ],
)
def test_what_one_test_says_does_not_hold_behind_it(found: Check, body: str) -> None:
    text = "\n".join(f"        {line}" for line in body.splitlines())
    assert "FG401" in [finding.code for finding in found(TESTED.format(body=text))]


def test_attributes_that_change_after_construction_decide_nothing(found: Check) -> None:
    code = """
        import torch
        from torch import nn

        class M(nn.Module):
            warm = False

            def __init__(self):
                super().__init__()
                self.cache = None
                self.step = 0
                self.items = []
                self.flag = False
                self.set_elsewhere = False
                self.never = False
                self.reset()

            def reset(self):
                self.kept = None

            def enable(self):
                self.flag = True

            def ready(self):
                return self.late is not None

            def forward(self, x: torch.Tensor):
                self.late = None
                if self.ready():
                    print("never")
                self.late = x
                if self.ready():
                    print("late")
                if self.cache is not None:
                    print("cache")
                if self.step > 3:
                    print("step")
                if self.items:
                    print("items")
                if self.flag:
                    print("flag")
                if self.set_elsewhere:
                    print("set")
                if self.warm:
                    print("warm")
                if self.never:
                    print("never")
                if self.kept is not None:
                    print("never")
                self.cache = x
                self.step += 1
                self.items.append(1)
                self.warm = True
                return x

        def build():
            net = M()
            net.set_elsewhere = True
            return net
    """
    lines = code.splitlines()
    printed = [lines[one.location.row - 1].strip() for one in found(code) if one.code == "FG401"]
    assert printed == [f'print("{name}")' for name in ("late", "cache", "step", "items", "flag", "set", "warm")]


FREEZING = """
import torch
from torch import nn


class M(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(3, 3)

    def forward(self, x, flag: bool = False):
{body}
        return self.layer(x)
"""


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("self.layer.requires_grad_(False)", [("it is the first call",)]),
        ("self.layer.weight.requires_grad_(False)", [("it is the first call",)]),
        ("self.layer.requires_grad_(False)\nx = self.layer(x)\nself.layer.requires_grad_(True)", [(), ()]),
        (
            "if flag:\n    self.layer.requires_grad_(False)\nelse:\n    self.layer.requires_grad_(True)",
            [("flag", "it is the first call")],
        ),
    ],
)
def test_what_is_frozen_once_breaks_in_the_first_call(found: Check, body: str, expected: list[tuple[str, ...]]) -> None:
    text = "\n".join(f"        {line}" for line in body.splitlines())
    said = [one for one in found(FREEZING.format(body=text)) if one.code == "FG601"]
    assert [tuple(condition.step.text for condition in told(one.conditions)) for one in said] == expected


CHOSEN = """
from functools import partial

import torch
from torch import nn


def counted(function, x):
    return function(x, int(x.sum()))


def plain(function, x):
    return function(x, 3)


class M(nn.Module):
    def inner(self, x, length):
        if length <= 0:
            raise ValueError
        return x

    def forward(self, x, strategy=None):
        if strategy is not None:
            function = partial({first}, self.inner)
        else:
            function = partial({second}, self.inner)
        return function(x)
"""


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("counted", "plain", [("strategy is not None",)]),
        ("plain", "counted", [("strategy is None",)]),
        ("counted", "counted", [()]),
        ("plain", "plain", []),
    ],
)
def test_a_partial_function_that_a_branch_chooses(
    found: Check, first: str, second: str, expected: list[tuple[str, ...]]
) -> None:
    said = [
        one for one in found(CHOSEN.format(first=first, second=second), mode="fullgraph") if "length" in one.message
    ]
    assert [tuple(condition.step.text for condition in told(one.conditions)) for one in said] == expected


def condition(text: str, holds: bool | None = None, is_telling: bool = True) -> Condition:
    return Condition(Step(text, "m.py", 1), holds=holds, is_telling=is_telling)


@pytest.mark.parametrize(
    ("holds", "expected"),
    [
        ([None, None], "ab"),
        ([None, None, None, None, None], "cde"),
        ([False, None, None, None, None], "ade"),
        ([False, None, False, None, None], "ace"),
        ([False, False, False, False, None], "abc"),
        ([True, None, None, None, False], "cde"),
    ],
)
def test_of_many_conditions_those_are_told_that_do_not_hold_by_default(holds: list[bool | None], expected: str) -> None:
    conditions = [condition(text, one) for text, one in zip("abcde", holds, strict=False)]
    assert "".join(one.step.text for one in told(conditions)) == expected
    hidden = [condition("hidden", False, is_telling=False), *conditions]
    assert "".join(one.step.text for one in told(hidden)) == expected
