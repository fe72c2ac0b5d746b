"""Global dictionaries that a module fills with functions and classes, by statements and by decorators."""

from __future__ import annotations

from pathlib import Path

import pytest
from checking import Check, places
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

MODEL = """
import torch
from torch import nn

{registry}


class Model(nn.Module):
    def __init__(self, kind="hard"):
        super().__init__()
        self.kind = kind

    def forward(self, x):
        return TABLE[self.kind](x)
"""
BODY = "def hard(x):\n    return x[x > 0]"


@pytest.mark.parametrize(
    "registry",
    [
        f"TABLE = {{}}\n{BODY}\nTABLE['hard'] = hard",
        f"TABLE = {{}}\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n@register\n{BODY}",
        "TABLE = {}\ndef register(name):\n    def add(fn):\n        TABLE[name] = fn\n        return fn\n"
        "    return add\n"
        f"@register('hard')\n{BODY}",
        "TABLE = dict()\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n"
        f"@register\ndef soft(x):\n    return x * 2\n@register\n{BODY}",
    ],
)
def test_what_a_module_registers_is_followed(found: Check, registry: str) -> None:
    assert [code for _, _, code in places(found(MODEL.format(registry=registry)))] == ["FG302"]


def test_a_function_that_is_not_registered_is_not_followed(found: Check) -> None:
    registry = f"TABLE = {{}}\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n{BODY}"
    assert found(MODEL.format(registry=registry)) == []


def test_what_is_taken_out_again_is_not_followed(found: Check) -> None:
    registry = f"TABLE = {{}}\n{BODY}\nTABLE['hard'] = hard\nTABLE.clear()"
    assert found(MODEL.format(registry=registry)) == []


def test_too_many_are_not_followed(found: Check) -> None:
    made = "".join(f"@register\ndef f{number}(x):\n    return x[x > {number}]\n" for number in range(17))
    registry = f"TABLE = {{}}\ndef register(fn):\n    TABLE[fn.__name__] = fn\n    return fn\n{made}"
    assert found(MODEL.format(registry=registry)) == []


REGISTRY = """
class Registry:
    def __init__(self):
        self._held = {}

    def register(self, name=None):
        def add(one):
            self._held[name or one.__name__] = one
            return one

        return add

    def build(self, config):
        given = dict(config)
        return self._held[given.pop("type")](**given)


MODELS = Registry()
LOSSES = {}
STEPS = []


def register_loss(name):
    def add(one):
        LOSSES[name] = one
        return one

    return add


def add_loss(name, loss):
    LOSSES[name] = loss
"""
REGISTERED = """
from torch import nn

from ..registry import LOSSES, MODELS, STEPS, add_loss, register_loss


@MODELS.register()
class Net(nn.Module):
    def __init__(self, scale=1):
        super().__init__()
        self.scale = scale

    def forward(self, x):
        print("net")
        return x * self.scale


@MODELS.register("quiet")
class Other(nn.Module):
    def forward(self, x):
        return x


@register_loss("absolute")
def absolute(x):
    print("absolute")
    return x.abs().mean()


def square(x):
    print("square")
    return (x * x).mean()


LOSSES["square"] = square


def cube(x):
    print("cube")
    return (x * x * x).mean()


add_loss("cube", cube)


def scaled(scale):
    def loss(x):
        print(scale)
        return x * scale

    return loss


def quartic(x):
    print("quartic")
    return x.pow(4).mean()


try:
    LOSSES["quartic"] = quartic
except ImportError:
    LOSSES["quartic"] = square

for scale in (2, 3):
    add_loss(f"scaled by {scale}", scaled(scale))


def step(x):
    print("step")
    return x


STEPS.append(step)
"""
BUILDING = """
import torch

from zoo.registry import LOSSES, MODELS, STEPS


def steps(x):
    for one in STEPS:
        x = one(x)
    return x


torch.compile({built})(torch.ones(3))
"""


def printed(tmp_path: Path, built: str, given: str) -> list[str]:
    """What is found to be printed by something built in ``main.py``; ``given``: the paths that are checked."""
    for name, text in (
        ("zoo/__init__.py", ""),
        ("zoo/registry.py", REGISTRY),
        ("zoo/models/__init__.py", ""),
        ("zoo/models/net.py", REGISTERED),
        ("main.py", BUILDING.format(built=built)),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    result = check([tmp_path / name for name in given.split()], Options(scope="explicit"))
    assert not result.errors
    lines = REGISTERED.splitlines()
    return [lines[one.location.row - 1].strip() for one in result.diagnostics if one.filename.endswith("net.py")]


@pytest.mark.parametrize(
    ("built", "said"),
    [
        ('MODELS.build(dict(type="Net", scale=2))', ["net"]),
        ('MODELS.build(dict(type="quiet"))', []),
        ('LOSSES["absolute"]', ["absolute"]),
        ('LOSSES["square"]', ["square"]),
        ('LOSSES["cube"]', ["cube"]),
        ('LOSSES["quartic"]', ["quartic"]),
        ("steps", ["step"]),
    ],
)
def test_what_another_module_registers_is_found_by_its_key(tmp_path: Path, built: str, said: list[str]) -> None:
    found = printed(tmp_path, built, "main.py zoo/__init__.py zoo/registry.py zoo/models/__init__.py zoo/models/net.py")
    assert found == [f'print("{one}")' for one in said]


def test_what_a_loop_registers_is_found(tmp_path: Path) -> None:
    given = "main.py zoo/__init__.py zoo/registry.py zoo/models/__init__.py zoo/models/net.py"
    assert printed(tmp_path, 'LOSSES["scaled by 2"]', given) == ["print(scale)"]
