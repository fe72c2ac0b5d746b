"""Programs that give a name, a number or a layer another meaning in ways that are easy to overlook: no fix is safe."""

from __future__ import annotations

import math
import types

import pytest
import torch
from fullgraph.lint.config.options import Options
from fullgraph.lint.engine.api import check

MODEL = """
{head}

class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layer = nn.Linear(4, 4)
        self.layers = nn.ModuleList([nn.Linear(4, 4)])
        {init}

    def forward(self, x: torch.Tensor):
        h = self.layer(x)
        {before}
        if h.abs().max() > {bound}:
            {arm}
        {behind}
        return h

{tail}
"""
PLAIN = {
    "head": "import torch\nfrom torch import nn",
    "init": "pass",
    "before": "pass",
    "bound": "100.0",
    "arm": "h = h * 0.5",
    "behind": "pass",
    "tail": "",
}


def program(**parts):
    return MODEL.format(**PLAIN | parts)


def run(text):
    """The module that a program makes."""
    module = types.ModuleType("program")
    exec(compile(text, "program.py", "exec", dont_inherit=True), module.__dict__)
    return module


def fixes(tmp_path, text):
    """How far each fix in a program is proved."""
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    result = check([path], Options())
    assert not result.errors
    return [one.fix.applicability for one in result.diagnostics if one.fix is not None]


def test_the_plain_program_has_a_safe_fix(tmp_path):
    assert fixes(tmp_path, program()) == ["safe"]


CONDITIONAL = {
    "type checking": "from typing import TYPE_CHECKING\nfrom torch import nn\nif TYPE_CHECKING:\n    import torch",
    "attribute": "import typing\nfrom torch import nn\nif typing.TYPE_CHECKING:\n    import torch",
    "version": "import sys\nfrom torch import nn\nif sys.version_info < (3, 0):\n    import torch",
    "never": "from torch import nn\nif False:\n    import torch",
    "main": "from torch import nn\nif __name__ == '__main__':\n    import torch",
}
BESIDE = {
    "if": "import sys\nif sys.version_info > (3, 0):\n    import torch\n    from torch import nn",
    "try": "try:\n    import torch\n    from torch import nn\nexcept ImportError:\n    raise",
}


@pytest.mark.parametrize("way", CONDITIONAL)
def test_an_import_under_a_condition(tmp_path, way):
    text = "from __future__ import annotations\n" + program(head=CONDITIONAL[way])
    assert not hasattr(run(text), "torch")
    assert "safe" not in fixes(tmp_path, text)


@pytest.mark.parametrize("way", BESIDE)
def test_an_import_beside_one_that_the_class_needs(tmp_path, way):
    text = "from __future__ import annotations\n" + program(head=BESIDE[way])
    assert run(text).Model()(torch.zeros(1, 4)).shape == (1, 4)
    assert fixes(tmp_path, text) == ["safe"]


OF_GLOBAL = {
    "match": "match {'scale': float('inf')}:\n    case {'scale': K}:\n        pass",
    "match of a list": "match [1.0, float('inf')]:\n    case [_, K]:\n        pass",
    "match of the rest": "match {'a': 1, 'b': 2}:\n    case {'a': 1, **K}:\n        K = float('inf')",
    "walrus": "if (K := float('inf')) > 0:\n    pass",
    "walrus in a comprehension": "[K := one for one in (1.0, float('inf'))]",
    "walrus in a default": "def other(x=(K := float('inf'))):\n    return x",
    "walrus in a lambda's default": "other = lambda x=(K := float('inf')): x",
    "walrus in an assert": "assert (K := float('inf'))",
    "in a case": "match 1:\n    case 1:\n        K = float('inf')",
    "in a class": "class Other:\n    global K\n    K = float('inf')",
}
LOCAL = {
    "walrus in a lambda's default": "f = lambda z=(k := float('inf')): z",
    "walrus in a default": "def f(z=(k := float('inf'))): return z",
    "nonlocal in a class": "class C:\n            nonlocal k\n            k = float('inf')",
    "match": "match float('inf'):\n            case k:\n                pass",
}


@pytest.mark.parametrize("way", OF_GLOBAL)
def test_a_global_number_that_is_bound_again(tmp_path, way):
    text = program(head=PLAIN["head"] + "\n\nK = 2.0", arm="h = h * K", tail=OF_GLOBAL[way])
    assert math.isinf(run(text).K)
    assert "safe" not in fixes(tmp_path, text)


@pytest.mark.parametrize("way", LOCAL)
def test_a_local_number_that_is_bound_again(tmp_path, way):
    text = program(before=f"k = 2.0\n        {LOCAL[way]}", arm="h = h * k")
    assert run(text).Model()(torch.full((1, 4), 1e6)).isinf().any()
    assert "safe" not in fixes(tmp_path, text)


def test_a_pattern_that_makes_torch_a_local_name(tmp_path):
    text = program(behind="match x.dim():\n            case torch:\n                pass")
    assert "torch" in run(text).Model.forward.__code__.co_varnames
    assert "safe" not in fixes(tmp_path, text)


@pytest.mark.parametrize("number", ["s", "s > 1"])
def test_a_number_that_other_functions_see(tmp_path, number):
    stored = f"global LAST\n        s = h.max().item()\n        LAST = {number}"
    text = program(head=PLAIN["head"] + "\n\nLAST = 0.0", before=stored, arm="h = h * s")
    module = run(text)
    module.Model()(torch.zeros(1, 4))
    assert isinstance(module.LAST, (float, bool))
    path = tmp_path / "program.py"
    path.write_text(text, encoding="utf-8")
    reads = [one for one in check([path], Options()).diagnostics if one.code == "FG201"]
    assert reads
    assert all(one.fix is None or one.fix.is_suggestion for one in reads)


FOUND_ELSEWHERE = {
    "__getattr__": "class Made(Model):\n    def __getattr__(self, name):\n"
    "        return (lambda t: t) if name == 'layer' else super().__getattr__(name)",
    "__getattr__ that is a lambda": "class Made(Model):\n    __getattr__ = lambda self, name: (lambda t: t)",
    "__getattribute__": "class Made(Model):\n    def __getattribute__(self, name):\n"
    "        return (lambda t: t) if name == 'layer' else super().__getattribute__(name)",
    "del": "class Made(Model):\n    layer = staticmethod(lambda t: t)\n"
    "    def __init__(self):\n        super().__init__()\n        del self.layer",
    "__delattr__": "class Made(Model):\n    layer = staticmethod(lambda t: t)\n"
    "    def __init__(self):\n        super().__init__()\n        self.__delattr__('layer')",
}


@pytest.mark.parametrize("way", FOUND_ELSEWHERE)
def test_a_layer_that_a_subclass_finds_elsewhere(tmp_path, way):
    text = program(tail=FOUND_ELSEWHERE[way])
    x = torch.zeros(1, 4)
    assert run(text).Made()(x) is x
    assert "safe" not in fixes(tmp_path, text)


CHANGED_LIST = {
    "item": "net.layers[0] = nn.Identity()",
    "insert": "del net.layers[0]\n    net.layers.insert(0, nn.Identity())",
    "another name": "layers = net.layers\n    layers[0] = nn.Identity()",
    "a name that a walrus binds": "(layers := net.layers)[0] = nn.Identity()",
    "a name that a loop binds": "for layers in [net.layers]:\n        layers[0] = nn.Identity()",
    "a method that is called by its name": "net.layers.__setitem__(0, nn.Identity())",
    "added": "del net.layers[:]\n    net.layers += [nn.Identity()]",
}


@pytest.mark.parametrize("way", CHANGED_LIST)
def test_a_list_of_layers_that_is_changed(tmp_path, way):
    make = f"def make():\n    net = Model()\n    {CHANGED_LIST[way]}\n    return net"
    text = f"""
import torch
from torch import nn


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4)])

    def forward(self, x: torch.Tensor):
        for layer in self.layers:
            x = layer(x)
            if x.abs().max() > 100.0:
                x = x * 0.5
        return x


{make}
"""
    x = torch.zeros(1, 4)
    assert run(text).make()(x) is x
    assert "safe" not in fixes(tmp_path, text)
    unchanged = text.replace(CHANGED_LIST[way], "pass")
    assert fixes(tmp_path, unchanged) == ["safe"]


@pytest.mark.parametrize(
    "arm",
    [
        "h = h - self.training",
        "h = True - h",
        "h = h.sub(self.training)",
        "flag = x.dim() == 2\n            h = h - flag",
    ],
)
def test_truth_values_that_cannot_be_subtracted(tmp_path, arm):
    text = program(arm=arm)
    with pytest.raises(RuntimeError, match="bool"):
        run(text).Model()(torch.full((1, 4), 1e6))
    assert "safe" not in fixes(tmp_path, text)


@pytest.mark.parametrize("shown", ['"%s" % h', '"%s %d" % (h, 3)', '"{}".format(h)', 'f"{h}"'])
def test_a_text_that_shows_how_a_tensor_was_made(tmp_path, shown):
    text = program(bound="0.0", behind=f"self.text = {shown}")
    model = run(text).Model()
    model(torch.ones(1, 4))
    assert "MulBackward0" in model.text
    assert "safe" not in fixes(tmp_path, text)
