"""Classes derived in ways that are easy to overlook, names that others see, constants set anew: no fix is safe."""

from __future__ import annotations

import importlib
import sys

import pytest
import torch
from written_programs import fixes, run

NET = """
import functools
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def embed(self, x: torch.Tensor) -> torch.Tensor:
        return self.layer(x)

    def forward(self, x: torch.Tensor):
        h = self.embed(x)
        if h.abs().max() > 100.0:
            h = h * 0.5
        return h


def same(self, x):
    return x
"""
DERIVED = {
    "assignment": "class Raw(Net):\n    embed = same",
    "staticmethod": "class Raw(Net):\n    embed = staticmethod(lambda x: x)",
    "partialmethod": "class Raw(Net):\n    embed = functools.partialmethod(same)",
    "module": "class Raw(Net):\n    embed = nn.Identity()",
    "loop": "class Raw(Net):\n    for embed in (same,):\n        pass",
    "import": "class Raw(Net):\n    from operator import pos as _\n    embed = lambda self, x: x",
    "namespace": "class Raw(Net):\n    locals()['embed'] = same",
    "factory": "def raw(base):\n    class Raw(base):\n        embed = same\n    return Raw\nRaw = raw(Net)",
    "method of a factory": (
        "def raw(base):\n    class Raw(base):\n        def embed(self, x):\n            return x\n    return Raw\n"
        "Raw = raw(Net)"
    ),
    "another name": (
        "def raw():\n    Base = Net\n    class Raw(Base):\n        embed = same\n    return Raw\nRaw = raw()"
    ),
    "starred": "bases = (Net,)\nclass Raw(*bases):\n    embed = same",
    "getattr": "import sys\nclass Raw(getattr(sys.modules[__name__], 'Net')):\n    embed = same",
    "metaclass": (
        "class Meta(type):\n    def __new__(cls, name, bases, body):\n        body['embed'] = same\n"
        "        return super().__new__(cls, name, bases, body)\nclass Raw(Net, metaclass=Meta):\n    pass"
    ),
    "mixin": "class Mixin:\n    embed = same\nclass Raw(Mixin, Net):\n    pass",
}
PLAIN = "class Raw(Net):\n    limit = 3\n    def extra(self, x):\n        return x"


@pytest.mark.parametrize("way", DERIVED)
def test_a_method_that_a_derived_class_replaces(tmp_path, way):
    text = f"{NET}\n\n{DERIVED[way]}\n"
    x = torch.zeros(1, 4)
    assert run(text).Raw()(x) is x
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    assert "safe" not in fixes(path)


def test_a_derived_class_that_replaces_nothing(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(f"{NET}\n\n{PLAIN}\n", encoding="utf-8")
    assert fixes(path) == ["safe"]


LAYER = """
from torch import nn


class Net(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x):
        h = self.layer(x)
        if h.abs().max() > 100.0:
            h = h * {factor}
        return h
"""
LISTED = {
    "globals": "NAMES = sorted(name for name in globals() if name[0] != '_')",
    "dir": "NAMES = [name for name in dir() if name[0] != '_']",
    "vars": "NAMES = sorted(vars())",
}


@pytest.mark.parametrize("way", LISTED)
def test_a_module_that_lists_its_names(tmp_path, way):
    path = tmp_path / "layers.py"
    path.write_text(LAYER.format(factor=0.5) + "\n\n" + LISTED[way] + "\n", encoding="utf-8")
    assert "torch" not in run(path.read_text(encoding="utf-8")).NAMES
    assert "safe" not in fixes(path)


@pytest.mark.parametrize("star", ["from .layers import *", "from package.layers import *"])
def test_a_module_of_which_a_package_takes_all_names(tmp_path, star):
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("torch = None\n" + star + "\n", encoding="utf-8")
    layers = package / "layers.py"
    layers.write_text(LAYER.format(factor=0.5), encoding="utf-8")
    assert "safe" not in fixes(layers)
    layers.write_text("__all__ = ['Net']\n" + LAYER.format(factor=0.5), encoding="utf-8")
    assert fixes(layers) == ["safe"]


CONSTANTS = {
    "globals": ("SCALE = 2.0\nglobals()['SCALE'] = float('inf')", "config.SCALE"),
    "setattr": ("import sys\nSCALE = 2.0\nsetattr(sys.modules[__name__], 'SCALE', float('inf'))", "config.SCALE"),
    "exec": ("SCALE = 2.0\nexec('SCALE = float(\"inf\")')", "config.SCALE"),
    "field": (
        "from typing import NamedTuple\nclass C(NamedTuple):\n    SCALE: float = 2.0\nc = C(float('inf'))",
        "config.c.SCALE",
    ),
    "attribute": (
        "class C:\n    SCALE = 2.0\n    def __init__(self, scale):\n        self.SCALE = scale\nc = C(float('inf'))",
        "config.c.SCALE",
    ),
    "init_subclass": (
        "class A:\n    def __init_subclass__(cls):\n        cls.SCALE = float('inf')\nclass C(A):\n    SCALE = 2.0",
        "config.C.SCALE",
    ),
    "metaclass": (
        "class M(type):\n    @property\n    def SCALE(cls):\n        return float('inf')\n"
        "class C(metaclass=M):\n    SCALE = 2.0",
        "config.C.SCALE",
    ),
}


@pytest.mark.parametrize("way", CONSTANTS)
def test_a_constant_that_is_set_anew_where_it_is_defined(tmp_path, monkeypatch, way):
    text, factor = CONSTANTS[way]
    (tmp_path / "config.py").write_text(text + "\n", encoding="utf-8")
    path = tmp_path / "net.py"
    path.write_text("import torch\nimport config\n" + LAYER.format(factor=factor), encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "config", raising=False)
    config = importlib.import_module("config")
    monkeypatch.delitem(sys.modules, "config")
    assert eval(factor, {"config": config}) == float("inf")
    assert "safe" not in fixes(path, tmp_path / "config.py")


def test_a_constant_that_is_set_once(tmp_path):
    (tmp_path / "config.py").write_text("SCALE = 2.0\n", encoding="utf-8")
    path = tmp_path / "net.py"
    path.write_text("import torch\nimport config\n" + LAYER.format(factor="config.SCALE"), encoding="utf-8")
    assert fixes(path, tmp_path / "config.py") == ["safe"]
