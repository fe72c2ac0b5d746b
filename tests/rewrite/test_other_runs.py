"""A fix that is proved for one run of a function has to be right in all of them, and in all classes."""

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import numpy as np
import torch
import torch.nn.functional as F
from torch import nn


class Whole(nn.Module):
    def forward(self, x):
        return -x.abs().long()


"""
HALVED = """\
        if h.sum() > 0:
            h = h / 2
        return h
"""
BASE = f"""\
class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        h = self.layer(x)
{HALVED}

"""
WRAP = f"""\
class Wrap(nn.Module):
    def __init__(self, layer):
        super().__init__()
        self.layer = layer

    def forward(self, x: torch.Tensor):
        h = self.layer(x)
{HALVED}

"""
HELPER = """\
def some(h):
    return h[h > 0].any()


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.layer = nn.Linear(4, 4)

    def forward(self, x: torch.Tensor):
        return some(self.layer(x))
"""
SIZE = """\
def size(shape{default}):
    return int(np.max(shape))


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        return x[: size(x.shape)]{more}
"""
LOSS = """\
class Loss(nn.Module):
    @torch.no_grad()
    def target(self, t: torch.Tensor):
{body}

    def forward(self, t: torch.Tensor):
        return self.target(t)


class Model(nn.Module):
    def forward(self, x: torch.Tensor):
        return Loss()(x)
"""

SHARED = {
    "a subclass sets another layer": BASE
    + "class Model(Base):\n    def __init__(self):\n        super().__init__()\n        self.layer = Whole()\n",
    "a mixin sets another layer": BASE
    + "class Mixin:\n    def __init__(self):\n        super().__init__()\n        self.layer = Whole()\n\n\n"
    "class Model(Mixin, Base):\n    pass\n",
    "a property of a subclass": BASE
    + "class Model(Base):\n    @property\n    def layer(self):\n        return Whole()\n\n"
    "    @layer.setter\n    def layer(self, value):\n        pass\n",
    "a class made by type": BASE.replace("self.layer(x)", "self.made(x)").replace(
        "    def forward", "    def made(self, x):\n        return self.layer(x)\n\n    def forward"
    )
    + 'Model = type("Model", (Base,), {"made": lambda self, x: x.long()})\n',
    "a method of another class": BASE
    + "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.layer = Whole()\n\n"
    "    forward = Base.forward\n",
    "setattr by a name": BASE
    + "def configure(model, **given):\n    for name in given:\n        setattr(model, name, given[name])\n",
    "add_module from outside": BASE + 'def changed(model):\n    model.add_module("layer", Whole())\n',
    "a table of modules": BASE + 'def changed(model):\n    model._modules["layer"] = Whole()\n',
    "another forward": BASE
    + "def changed(model):\n    for one in model.modules():\n        one.forward = lambda x: x.long()\n",
    "another class": BASE + "def changed(model):\n    model.layer.__class__ = Whole\n",
    "other data": BASE + "def changed(tensor):\n    tensor.data = tensor.long()\n",
    "two wrapped modules": WRAP + "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.one, self.other = Wrap(nn.Linear(4, 4)), Wrap(Whole())\n\n"
    "    def forward(self, x: torch.Tensor):\n        return self.one(x), self.other(x)\n",
    "an identity too": WRAP + "class Model(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
    "        self.one, self.other = Wrap(nn.Linear(4, 4)), Wrap(nn.Identity())\n\n"
    "    def forward(self, x: torch.Tensor):\n        return self.one(x), self.other(x.long())\n",
    "two subclasses": WRAP.replace("(self, layer)", "(self)").replace("        self.layer = layer\n", "")
    + "class One(Wrap):\n    def __init__(self):\n        super().__init__()\n"
    "        self.layer = nn.Linear(4, 4)\n\n\n"
    "class Other(Wrap):\n    def __init__(self):\n        super().__init__()\n        self.layer = Whole()\n",
    "a layer that is a default": BASE.replace("(self):", "(self, made=nn.Linear):").replace(
        "nn.Linear(4, 4)", "made(4, 4)"
    ),
    "an activation that is a default": BASE.replace("(self):", "(self, act=F.relu):")
    .replace("self.layer =", "self.act = act\n        self.layer =")
    .replace("self.layer(x)", "self.act(self.layer(x))"),
    "a table that is changed": 'MADE = {"layer": nn.Linear}\n\n\ndef changed():\n    MADE["layer"] = Whole\n\n\n'
    + BASE.replace("nn.Linear(4, 4)\n", 'MADE["layer"](4, 4)\n'),
    "a sequence of layers that grows": BASE.replace(
        "nn.Linear(4, 4)", "nn.Sequential(nn.Linear(4, 4))\n        grow(self.layer)"
    )
    + "def grow(layers):\n    layers.append(Whole())\n",
    "a sequence of another name": BASE.replace(
        "self.layer = nn.Linear(4, 4)",
        "layers = nn.Sequential(nn.Linear(4, 4))\n        self.layer = layers\n        layers.append(Whole())",
    ),
    "a function that is given an array": HELPER + "\n\nOTHER = some(np.array([-1.0]))\n",
    "a method that is given an array": HELPER.replace("def some(h)", "def unused(h)").replace(
        "        return some(", "        return self.some("
    )
    + "\n    def some(self, h):\n        return h[h > 0].any()\n\n\nOTHER = Model().some(np.array([-1.0]))\n",
    "a lambda that is given an array": HELPER.replace("def some(h):\n    return", "some = lambda h:")
    + "\n\nOTHER = some(np.array([-1.0]))\n",
    "a function that is passed on": HELPER + "\n\nOTHERS = list(map(some, [np.array([-1.0])]))\n",
    "a size of a number": SIZE.format(default="", more=", size(7)"),
    "a size of a default": SIZE.format(default="=3", more=", size()"),
    "a size that is asked for elsewhere": SIZE.format(default="", more="") + "\n\nOTHER = size(np.ones((2, 2)))\n",
    "another max": "from torch import max\n\n\n" + SIZE.format(default="", more=""),
    "a list that grows": "SIZES = [1, 2]\n\n\ndef grown(sizes):\n    sizes += [0.5]\n\n\ngrown(SIZES)\n\n\n"
    "class Model(nn.Module):\n    def forward(self, x: torch.Tensor):\n        return x[: int(np.sum(SIZES))]\n",
    "an operation that autocast computes in another dtype": BASE.replace("h / 2", "h.exp()"),
    "a power that autocast computes in another dtype": BASE.replace("h / 2", "h ** 1.0"),
    "tests that were skipped": BASE.replace("if h.sum() > 0:", "if all(t > 0 for t in (h.sum(), h)):"),
    "bounds that are none": BASE.replace("h / 2", "h.clamp(None, None)"),
    "too many arguments": BASE.replace("h / 2", "h.nan_to_num(1, 2, 3, 4)"),
    "a bound that is given twice": BASE.replace("h / 2", "h.clamp(1, min=2)"),
    "the function that was decorated": LOSS.format(body="        return t * 2")
    + "\n\ndef inner(loss):\n    return loss.target.__wrapped__\n",
    "a decorator that is deleted": LOSS.format(body="        return t * 2").replace("@torch.no_grad", "@no_grad")
    + "\n\ndel no_grad\n",
    "nothing but a docstring": LOSS.format(body='        """Nothing."""'),
    "calls within calls": LOSS.format(body="        return self.target(t * 2) if t.ndim > 2 else t * 2").replace(
        "@torch.no_grad()", '@torch.autocast("cpu", dtype=torch.bfloat16)'
    ),
}
SHARED["a decorator that is deleted"] = "from torch import no_grad\n\n\n" + SHARED["a decorator that is deleted"]

ALIKE = {
    "a layer": BASE,
    "a subclass with another float layer": BASE
    + "class Model(Base):\n    def __init__(self):\n        super().__init__()\n"
    "        self.layer = nn.Conv1d(4, 4, 1)\n",
    "a function that is called twice": HELPER.replace(
        "some(self.layer(x))", "some(self.layer(x)), some(self.layer(x * 2))"
    ),
    "a size": SIZE.format(default="", more=""),
    "a size of two": SIZE.format(default="", more=", size(x.t().shape)"),
    "a decorator": LOSS.format(body="        return t * 2"),
}


def applicabilities(tmp_path, text):
    path = tmp_path / "model.py"
    path.write_text(HEAD + text)
    compile(HEAD + text, "model.py", "exec")
    result = check([path], Options())
    assert not result.errors
    return [one.fix.applicability for one in result.diagnostics if one.fix is not None]


@pytest.mark.parametrize("name", SHARED)
def test_what_differs_elsewhere_is_not_safe(tmp_path, name):
    found = applicabilities(tmp_path, SHARED[name])
    assert found
    assert Applicability.SAFE not in found


@pytest.mark.parametrize("name", ALIKE)
def test_what_is_alike_everywhere_is_safe(tmp_path, name):
    assert Applicability.SAFE in applicabilities(tmp_path, ALIKE[name])


def test_a_second_output_size_takes_the_place_of_the_first(tmp_path):
    path = tmp_path / "model.py"
    call = "x.repeat_interleave(torch.tensor([1, 2, 3]), dim=0, output_size=None)"
    path.write_text(HEAD + f"class Model(nn.Module):\n    def forward(self, x: torch.Tensor):\n        return {call}\n")
    result = fix_paths([path], Options(), write=False)
    (file,) = result.files
    assert "output_size=6" in file.text
    compile(file.text, "model.py", "exec")


FILES = {
    "sizes.py": "import numpy as np\n\n\ndef size(shape):\n    return int(np.max(shape))\n",
    "model.py": "import torch\nfrom sizes import size\nfrom torch import nn\n\n\nclass Model(nn.Module):\n"
    "    def forward(self, x: torch.Tensor):\n        return x[: size(x.shape)]\n",
}


@pytest.mark.parametrize(
    "other", ["from sizes import size\n\nSIZE = size(7)\n", "from sizes import size as s\n\nSIZE = s(7)\n"]
)
def test_uses_in_other_files_count(tmp_path, other):
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    (alone,) = [one.fix for one in check(sorted(tmp_path.glob("*.py")), Options()).diagnostics]
    assert alone.applicability is Applicability.SAFE
    (tmp_path / "other.py").write_text(other)
    (shared,) = [one.fix for one in check(sorted(tmp_path.glob("*.py")), Options()).diagnostics]
    assert shared.applicability is Applicability.UNSAFE
