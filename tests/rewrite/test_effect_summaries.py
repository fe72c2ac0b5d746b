"""Summaries of what calls of the project's code do, and programs that call it in an arm, run before and after."""

import textwrap

import pytest
import torch
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths
from fullgraph.rules.rewrite.analysis.effects import functions
from fullgraph.rules.rewrite.analysis.memory import OUTSIDE

HEAD = """\
import functools
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn

TABLE = torch.ones(3)
SEEN = []
COUNT = 0


class Pair(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor

"""

BLOCK = """
class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(3)
        self.net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))

    def forward(self, x: torch.Tensor, scale=None):
        h = self.norm(x)
        if scale is not None:
            h = h * scale
        h += 1
        return x + self.net(h)

"""


@pytest.fixture
def found(tmp_path, monkeypatch):
    """The effects of the call in the arm of a program's branch."""
    known = {}
    of_call = functions.of_call

    def noted(interp, frame, heap, call, values):
        result = of_call(interp, frame, heap, call, values)
        known[frame.text(call)] = result
        return result

    monkeypatch.setattr(functions, "of_call", noted)

    def run(call, made="", extra="", methods="", steps=""):
        init = textwrap.indent(textwrap.dedent(made), " " * 8)
        more = textwrap.indent(textwrap.dedent(methods), " " * 4)
        before = textwrap.indent(textwrap.dedent(steps), " " * 8)
        text = (
            f"{HEAD}{textwrap.dedent(extra)}\n\nclass Model(nn.Module):\n    def __init__(self):\n"
            f"        super().__init__()\n        self.fc = nn.Linear(3, 3)\n        self.scale = 2.0\n"
            f"        self.register_buffer('level', torch.ones(3))\n        self.count = 0\n        self.kept = []\n"
            f"{init}\n\n{more}\n\n    def forward(self, x: torch.Tensor, z: torch.Tensor):\n{before}\n"
            f"        y = {call} if x.sum() > 0 else x\n        return y * 2\n"
        )
        path = tmp_path / "program.py"
        path.write_text(text, encoding="utf-8")
        check([path], Options())
        assert call in known, (list(known), text)
        return known[call]

    return run


def function(body, parameters="t: torch.Tensor"):
    return f"def f({parameters}):\n" + textwrap.indent(body, "    ") + "\n"


FRESH = {
    "arithmetic": "return t * 2 + 1",
    "steps": "h = t * 2\nh = h + t\nreturn h - 1",
    "an update of new memory": "h = t * 2\nh += 1\nh.clamp_(-1, 1)\nh[0] = 3\nreturn h",
    "a list": "out = []\nfor i in range(3):\n    out.append(t * i)\nreturn torch.stack(out)",
    "a comprehension": "return torch.cat([t * i for i in range(3)])",
    "a test of a number": "h = t * 1\nif t.shape[0] > 3:\n    h = h + 1\nelse:\n    h -= 1\nreturn h",
    "a while": "h = t * 1\nn = 0\nwhile n < 3:\n    h = h * 2\n    n += 1\nreturn h",
    "break and continue": "h = t * 1\nfor i in range(3):\n    if i == 1:\n        continue\n    if i > t.shape[0]:\n"
    "        break\n    h = h + i\nreturn h",
    "functions of torch": "return F.softmax(torch.tanh(t) @ t.transpose(0, 1), dim=-1)",
    "a copy of a view": "return t.view(-1).clone()",
    "a global": "return t * TABLE",
    "an unpacking": "a, b = t * 2, t + 1\na, b = b, a\nreturn a - b",
    "a lambda that is not called": "g = lambda v: v\nreturn t * 2",
    "an update of a copy": "h = t.clone()\nh.add_(1)\nreturn h",
}


@pytest.mark.parametrize("name", FRESH)
def test_a_function_that_returns_new_memory(found, name):
    result = found("f(x)", extra=function(FRESH[name]))
    assert result.is_quiet and not result.returned and not result.reads and not result.draws, result


ALIASES = {
    "return t": {"0"},
    "return t.view(-1)": {"0"},
    "return t[0]": {"0"},
    "h = t\nfor i in range(3):\n    h = h.transpose(0, 1)\nreturn h": {"0"},
    "h = t * 2\nif t.shape[0] > 1:\n    h = t\nreturn h": {"0"},
    "out = []\nout.append(t)\nreturn out[0]": {"0"},
    "out = []\nother = out\nother.append(t)\nreturn out[0]": {"0"},
    "return TABLE": {OUTSIDE},
    "return (t, t * 2)": {"0"},
    "return {'a': t}['a']": {"0"},
    "return t.detach()": {"0"},
    "return t.float()": {"0"},
    "return Pair(t, t * 2).first": {"0", OUTSIDE},
    "return F.dropout(t, 0.5, False)": {"0"},
    "h = [t for _ in range(2)]\nreturn h[1]": {"0"},
}


@pytest.mark.parametrize("body", ALIASES)
def test_a_function_that_may_return_what_it_is_given(found, body):
    result = found("f(x)", extra=function(body))
    assert result.is_quiet and result.returned == ALIASES[body], result


WRITES = {
    "t.add_(1)\nreturn t": {"0"},
    "t[0] = 1\nreturn t": {"0"},
    "t += 1\nreturn t * 2": {"0"},
    "h = t.view(-1)\nh.mul_(2)\nreturn t * 2": {"0"},
    "h = t * 2\nif t.shape[0] > 1:\n    h = t\nh += 1\nreturn h": {"0"},
    "h = t * 2\nfor i in range(3):\n    h += 1\n    h = t\nreturn h": {"0"},
    "torch.relu_(t)\nreturn t * 2": {"0"},
    "return F.relu(t, inplace=True)": {"0"},
    "return F.relu(t, True)": {"0"},
    "return F.dropout(t, 0.5, True, True)": {"0"},
    "TABLE.add_(1)\nreturn t * TABLE": {OUTSIDE},
    "t.data.zero_()\nreturn t * 2": {"0"},
    "(a, b) = (t, t * 2)\na += 1\nreturn b": {"0"},
    "for h in [t, t * 2]:\n    h += 1\nreturn t * 2": {"0"},
}


@pytest.mark.parametrize("body", WRITES)
def test_a_function_that_writes(found, body):
    result = found("f(x)", extra=function(body))
    assert result.unknown is None and result.written >= WRITES[body], result


UNKNOWN = {
    "a generator": function("yield t"),
    "with": function("with open('a') as f:\n    return t * 2"),
    "try": function("try:\n    return t * 2\nexcept ValueError:\n    return t"),
    "a function that is not known": function("return unknown(t)"),
    "a decorator": "@functools.lru_cache\n" + function("return t * 2"),
    "recursion": function("if t.shape[0] > 1:\n    return f(t[1:])\nreturn t * 2"),
    "mutual recursion": "def g(t):\n    return f(t)\n" + function("return g(t)"),
    "a method of something unknown": function("return t.cpu().whatever(2)"),
    "memory that is replaced": function("t.set_(TABLE)\nreturn t * 2"),
    "backward": function("t.sum().backward()\nreturn t * 2"),
    "a seed": function("torch.manual_seed(0)\nreturn t * 2"),
    "nonlocal": function("h = t * 2\ndef g():\n    nonlocal h\n    h = t\ng()\nreturn h"),
    "a closure": function("h = t * 2\ndef g():\n    return h\nreturn g()"),
    "getattr": function("return getattr(t, 'T')"),
    "a file": function("torch.save(t, 'a')\nreturn t * 2"),
    "map": function("return sum(map(torch.relu, [t]))"),
    "a walrus": function("return (h := t * 2) + h"),
    "await": "async " + function("return t * 2"),
    "cond": function("return torch.cond(t.sum() > 0, lambda: t * 2, lambda: t + 1)"),
    "a compile question": function("fast = torch.compiler.is_compiling()\nif not fast:\n    unknown(t)\nreturn t * 2"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_is_not_understood(found, name):
    assert found("f(x)", extra=UNKNOWN[name]).unknown is not None


def test_flags(found):
    assert found("f(x)", extra=function("return F.dropout(t, 0.5)")).draws
    assert found("f(x)", extra=function("return t + torch.rand_like(t)")).draws
    assert found("f(x)", extra=function("assert t.shape[0] > 1\nreturn t * 2")).raises
    checked = found("f(x)", extra=function("if t.shape[0] > 9:\n    raise ValueError('big')\nreturn t * 2"))
    assert checked.raises and checked.is_quiet
    shown = found("f(x)", extra=function("print(t)\nreturn t * 2"))
    assert shown.shows and shown.reads and not shown.is_quiet
    assert found("f(x)", extra=function("return t * t.sum().item()")).reads
    assert found("f(x)", extra=function("if t.sum() > 0:\n    return t * 2\nreturn t + 1")).reads
    assert found("f(x)", extra=function("assert t.sum() > 0\nreturn t + 1")).reads
    assert found("f(x)", extra=function("return t[t > 0]")).reads
    assert found("f(x)", extra=function("return t * float(t.sum())")).reads
    assert found("f(x)", extra=function("SEEN.append(t)\nreturn t * 2")).kept == {"0"}
    assert found("f(x)", extra=function("global COUNT\nCOUNT += 1\nreturn t * 2")).assigned == {"COUNT"}
    assert not found("f(x)", extra=function("def g(v):\n    return v * 2\nreturn g(t)")).unknown


def test_arguments(found):
    two = "a: torch.Tensor, b: torch.Tensor"
    assert found("f(x, z)", extra=function("return b", two)).returned == {"1"}
    assert found("f(x, b=z)", extra=function("b += 1\nreturn a * 2", two)).written == {"b"}
    default = function("acc.append(t)\nreturn t * 2", "t: torch.Tensor, acc=[]")
    assert found("f(x)", extra=default).kept == {"0"}
    spread = function("return parts[1]", "*parts")
    assert found("f(x, z)", extra=spread).returned == {"0", "1"}
    assert found("f(*(x, z))", extra=spread).unknown is not None
    assert found("f(x, None)", extra=function("return t if m is None else t * m", "t, m=None")).returned == {"0"}
    rebound = function("if m is None:\n    m = t * 2\nreturn t * m", "t: torch.Tensor, m=None")
    assert found("f(x)", extra=rebound).is_quiet
    assert found("functools.partial(f, x)(z)", extra=function("return a * b", two)).unknown is not None
    partial = found("g(x)", extra=function("return b", two) + "g = functools.partial(f, TABLE)\n")
    assert partial.unknown is not None or partial.returned == {"0"}


def test_methods_and_attributes(found):
    method = "def f(self, t: torch.Tensor):\n"
    assert found("self.f(x)", methods=f"{method}    return self.fc(t) * self.scale").sources == {"0", "self.fc"}
    assert found("self.f(x)", methods=f"{method}    return self.level").returned == {OUTSIDE}
    assert found("self.f(x)", methods=f"{method}    self.level.add_(1)\n    return t * 2").written == {OUTSIDE}
    assert found("self.f(x)", methods=f"{method}    self.count += 1\n    return t * 2").assigned == {"self.count"}
    assert found("self.f(x)", methods=f"{method}    self.last = t\n    return t * 2").kept == {"0"}
    assert found("self.f(x)", methods=f"{method}    self.kept.append(t)\n    return t * 2").unknown is not None
    prop = "@property\ndef rate(self):\n    self.count += 1\n    return 2.0\n\n"
    assert found("self.f(x)", methods=f"{prop}{method}    return t * self.rate").unknown is not None
    hooked = "def __getattr__(self, name):\n    return super().__getattr__(name)\n\n"
    assert found("self.f(x)", methods=f"{hooked}{method}    return self.fc(t)").unknown is not None
    static = "@staticmethod\ndef f(t: torch.Tensor):\n    return t * 2"
    assert found("self.f(x)", methods=static).is_quiet
    nested = f"def g(self, t: torch.Tensor):\n    return self.fc(t)\n\n{method}    return self.g(t) + self.g(t)"
    assert found("self.f(x)", methods=nested).sources == {"0", "self.fc"}


def test_modules(found):
    block = "self.block = Block()\nself.blocks = nn.ModuleList(Block() for _ in range(2))"
    result = found("self.block(x)", extra=BLOCK, made=block)
    assert result.is_quiet and not result.returned and result.exact
    assert result.sources == {"0", "self.block.norm", "self.block.net[0]", "self.block.net[2]"}
    assert found("self.block(x, scale=2.0)", extra=BLOCK, made=block).is_quiet
    assert found("self.blocks[1](x)", extra=BLOCK, made=block).is_quiet
    loop = "def f(self, t):\n    for block in self.blocks:\n        t = block(t)\n    return t"
    every = found("self.f(x)", extra=BLOCK, made=block, methods=loop)
    assert every.is_quiet and every.returned == {"0"} and not every.exact
    chain = found(
        "self.net(x)", extra=BLOCK, made="self.net = nn.Sequential(Block(), nn.Sequential(Block(), nn.ReLU()))"
    )
    assert chain.is_quiet and not chain.returned
    table = found(
        "self.heads['a'](x)", extra=BLOCK, made="self.heads = nn.ModuleDict({'a': Block(), 'b': nn.Linear(3, 3)})"
    )
    assert table.is_quiet


LAYERS = {
    "nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3)": {},
    "nn.Identity(), nn.Flatten()": {"returned": {"0"}},
    "nn.Linear(3, 3), nn.Dropout(0.5)": {"draws": True},
    "nn.Linear(3, 3), nn.BatchNorm1d(3)": {"statistics": True},
    "nn.ReLU(inplace=True), nn.Linear(3, 3)": {"written": {"0"}},
    "nn.Identity(), nn.ReLU(True)": {"written": {"0"}, "returned": {"0"}},
    "nn.Linear(3, 3), nn.ReLU(inplace=True)": {},
    "nn.Flatten(), nn.LeakyReLU(0.1, True)": {"written": {"0"}, "returned": {"0"}},
    "nn.Embedding(4, 3, max_norm=1.0)": {"written": {OUTSIDE}},
    "nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2), 2)": {"draws": True, "returned": {"0"}},
}


@pytest.mark.parametrize("inside", LAYERS)
def test_chains_of_layers(found, inside):
    result = found("self.net(x)", made=f"self.net = nn.Sequential({inside})")
    assert result.unknown is None, result
    for name in ("written", "returned", "draws", "statistics", "kept", "assigned", "reads"):
        assert getattr(result, name) == LAYERS[inside].get(name, type(getattr(result, name))()), name


PLAIN = "self.net = nn.Sequential(nn.Linear(3, 3), nn.ReLU())"
ATTACKS = {
    "a layer that is not known": {"made": "self.net = nn.Sequential(nn.LazyLinear(3))"},
    "a module of another class": {"made": "self.net = nn.Sequential(make())"},
    "replaced in a method": {"made": PLAIN, "methods": "def swap(self):\n    self.net = make()"},
    "replaced from outside": {"made": PLAIN, "extra": "def swap(m):\n    m.net = make()"},
    "replaced by setattr": {"made": PLAIN, "extra": "def swap(m):\n    setattr(m, 'net', make())"},
    "replaced by a name that is not known": {"made": PLAIN, "extra": "def swap(m, n):\n    setattr(m, n, make())"},
    "added again": {"made": PLAIN, "extra": "def swap(m):\n    m.add_module('net', make())"},
    "put among the modules": {"made": PLAIN, "extra": "def swap(m):\n    m._modules['net'] = make()"},
    "an item replaced": {"made": PLAIN, "methods": "def swap(self):\n    self.net[0] = make()"},
    "a hook": {"made": PLAIN, "extra": "def watch(m):\n    m.net[0].register_forward_hook(print)"},
    "a normalized weight": {"made": PLAIN + "\nnn.utils.spectral_norm(self.net[0])"},
    "a flag set later": {
        "made": "self.net = nn.Sequential(nn.ReLU())",
        "extra": "def swap(m):\n    m.net[0].inplace = True",
        "written": True,
    },
    "a subclass of Sequential": {
        "made": "self.net = Chain(nn.Linear(3, 3))",
        "extra": "class Chain(nn.Sequential):\n    pass",
    },
    "an activation that is chosen": {"made": "self.net = nn.Sequential(make('relu'), nn.Linear(3, 3))"},
}


@pytest.mark.parametrize("name", ATTACKS)
def test_modules_that_may_be_something_else(found, name):
    attack = dict(ATTACKS[name])
    written = attack.pop("written", False)
    result = found("self.net(x)", **attack)
    assert bool(result.written) if written else result.unknown is not None, result


def test_a_method_that_a_subclass_overrides(found):
    method = "def f(self, t: torch.Tensor):\n    return self.g(t)\n\ndef g(self, t: torch.Tensor):\n    return t * 2"
    assert found("self.f(x)", methods=method).is_quiet
    extra = "class Base(nn.Module):\n" + textwrap.indent(method, "    ")
    over = f"{extra}\n\nclass Sub(Base):\n    def g(self, t: torch.Tensor):\n        self.n = 1\n        return t\n"
    made = "self.net = Base()\nself.other = Sub()"
    assert found("self.net.f(x)", extra=over, made=made).unknown is not None
    assert found("self.other.f(x)", extra=over, made=made).assigned == {"self.n"}


def test_a_forward_that_is_replaced(found):
    made = "self.block = Block()"
    assert found("self.block(x)", extra=BLOCK, made=f"{made}\nself.block.forward = make()").unknown is not None
    called = BLOCK + "    def __call__(self, x):\n        self.n = 1\n        return super().__call__(x)\n"
    assert not found("self.block(x)", extra=called, made=made).is_quiet


def test_an_annotated_module_may_be_any(found):
    given = "class Held(nn.Module):\n    def __init__(self, inner: nn.Module):\n        super().__init__()\n"
    given += "        self.inner = inner\n\n    def forward(self, t: torch.Tensor):\n        return self.inner(t)\n"
    assert found("self.held(x)", extra=given, made="self.held = Held(make())").unknown is not None
    assert found("self.held(x)", extra=given, made="self.held = Held(nn.Linear(3, 3))").unknown is not None


INNER = """
class Inner(nn.Module):
    def __init__(self, norm=False, act=nn.ReLU, made=nn.Identity(), used=None, deep: bool = False, dim=3):
        super().__init__()
        self.norm = nn.BatchNorm1d(dim) if norm else nn.Identity()
        self.act = act()
        self.made = made
        self.used = used if used is not None else nn.Identity()
        self.deep = nn.Sequential(nn.Linear(dim, dim), nn.BatchNorm1d(3)) if deep else nn.Linear(dim, dim)
        self.plain = nn.Sequential(nn.Linear(dim, dim), nn.ReLU())

    def forward(self, t: torch.Tensor):
        return self.{name}(t)


def make(norm):
    return Inner(norm)

"""


@pytest.mark.parametrize("name", ["norm", "act", "made", "used", "deep"])
@pytest.mark.parametrize("made", ["self.inner = Inner()", "self.inner = make(False)\nself.other = make(True)"])
def test_an_object_that_may_be_made_with_other_arguments(found, name, made):
    assert not found("self.inner(x)", extra=INNER.replace("{name}", name), made=made).is_quiet


def test_an_object_of_which_the_arguments_do_not_matter(found):
    assert found("self.inner(x)", extra=INNER.replace("{name}", "plain"), made="self.inner = Inner()").is_quiet


def test_a_chain_that_two_compiled_objects_have_otherwise(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(
        f"{HEAD}class Both(nn.Module):\n    def __init__(self, deep):\n        super().__init__()\n"
        "        self.net = nn.Sequential(nn.BatchNorm1d(3)) if deep else nn.Sequential(nn.Linear(3, 3))\n\n"
        "    def forward(self, x: torch.Tensor):\n        y = self.net(x) if x.sum() > 0 else x\n"
        "        return y * 2\n\n\na = torch.compile(Both(False))\nb = torch.compile(Both(True))\n",
        encoding="utf-8",
    )
    result = fix_paths([path], Options(), True, write=False)
    assert not result.files


PROGRAM = """\
import torch
import torch.nn.functional as F
from torch import nn


def scaled(t: torch.Tensor, by: float = 2.0):
    parts = []
    for i in range(2):
        parts.append(t * by + i)
    out = torch.stack(parts).mean(0)
    out += 1
    return out


def same(t: torch.Tensor):
    return t


def view(t: torch.Tensor):
    return t.view(3, 2).t()


def checked(t: torch.Tensor):
    if t.shape[0] > 100:
        raise ValueError("large")
    return torch.tanh(t)


class Block(nn.Module):
    def __init__(self):
        super().__init__()
        self.norm = nn.LayerNorm(3)
        self.net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(inplace=True), nn.Linear(3, 3))

    def forward(self, t: torch.Tensor, scale=None):
        h = self.norm(t)
        if scale is not None:
            h = h * scale
        h += 1
        return t + self.net(h)


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.net = nn.Sequential(nn.Linear(3, 3), nn.ReLU(), nn.Linear(3, 3))
        self.head = nn.Linear(3, 3)
        self.tied = nn.Sequential(self.fc, nn.Tanh(), self.fc)
        self.blocks = nn.Sequential(Block(), Block())
        self.layers = nn.ModuleList(Block() for _ in range(2))
        self.heads = nn.ModuleDict({"a": nn.Linear(3, 3), "b": Block()})
        self.drop = nn.Sequential(nn.Linear(3, 3), nn.Dropout(0.5))
        self.batch = nn.Sequential(nn.Linear(3, 3), nn.BatchNorm1d(3))
        self.writing = nn.Sequential(nn.ReLU(inplace=True), nn.Linear(3, 3))
        self.passing = nn.Sequential(nn.Identity(), nn.Flatten())
        self.seen = None

    def every(self, t: torch.Tensor):
        for layer in self.layers:
            t = layer(t)
        return t

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
"""

ARMS = {
    "a chain that returns early": "if h.mean() > 0:\n    return self.head(self.net(h))\nreturn h * 2",
    "a chain of blocks": "y = self.blocks(h) if h.mean() > 0 else h\nreturn y * 2",
    "both arms are chains": "if h.mean() > 0:\n    h = self.net(h)\nelse:\n    h = self.blocks(h)\nreturn h * 2",
    "weights that are tied": "y = self.tied(h) if h.mean() > 0 else h * 3\nreturn y * 2",
    "a block": "y = self.layers[0](h, 2.0) if h.mean() > 0 else h\nreturn y * 2",
    "a method that goes through the blocks": "y = self.every(h) if h.mean() > 0 else h\nreturn y * 2",
    "a module by its key": "if h.mean() > 0:\n    h = self.heads['b'](h)\nreturn h * 2",
    "a function": "y = scaled(h) if h.mean() > 0 else h - 1\nreturn y * 2",
    "a function that returns its argument": "y = same(h) if h.mean() > 0 else h * 2\nreturn y * 2",
    "a function that returns a view": "y = view(h) if h.mean() > 0 else h.view(3, 2).t() * 2\nreturn y * 2",
    "a function that checks": "if h.mean() > 0:\n    h = checked(h)\nelse:\n    h = self.net(h)\nreturn h * 1",
    "layers that pass on": "y = self.passing(h) if h.mean() > 0 else h * 2\nreturn y * 2",
    "steps": "if h.mean() > 0:\n    t = self.net(h)\n    h = scaled(t) + t\nelse:\n    h = self.head(h)\nreturn h * 2",
    "draws": "y = self.drop(h) if h.mean() > 0 else h * 2\nreturn y * 1",
}


@pytest.fixture
def program(tmp_path, load):
    """Write a program, and load it and what its fixes make of it."""

    def make(body):
        path = tmp_path / "program.py"
        text = PROGRAM + textwrap.indent(body, " " * 8) + "\n"
        path.write_text(text, encoding="utf-8")
        result = fix_paths([path], Options(), True, write=False)
        assert not result.errors
        return text, (result.files[0].text if result.files else text), load

    return make


def run(model, x, forward=None):
    """All that a call leaves behind: the result, gradients, buffers and the input."""
    model.zero_grad()
    torch.manual_seed(1)
    x = x.clone().requires_grad_()
    result = (model if forward is None else forward)(x)
    result.square().sum().backward()
    return [result.detach(), x.detach(), x.grad, *(one.grad for one in model.parameters()), *model.buffers()]


def assert_same(before, after):
    for one, other in zip(before, after, strict=True):
        if one is None or other is None:
            assert one is other or not (other if one is None else one).any()
            continue
        torch.testing.assert_close(one, other, rtol=1e-5, atol=1e-6, equal_nan=True)


INPUTS = [torch.linspace(-1, 1, 6).view(2, 3) * factor + shift for factor, shift in ((1, 0), (3, 2), (3, -2), (0, 0))]


@pytest.mark.parametrize("name", ARMS)
def test_programs_are_the_same_before_and_after(program, name):
    text, fixed, load = program(ARMS[name])
    assert fixed != text
    before, after, compiled = load(text, "before"), load(fixed, "after"), load(fixed, "compiled")
    torch._dynamo.reset()
    forward = torch.compile(compiled, fullgraph=True, backend="aot_eager")
    taken = set()
    for x in INPUTS:
        for other in (after, compiled):
            other.load_state_dict(before.state_dict())
        taken.add(bool(before.fc(x).mean() > 0))
        expected = run(before, x)
        assert_same(expected, run(after, x))
        if name != "draws":
            assert_same(expected, run(compiled, x, forward))
    assert taken == {True, False}


REFUSED = (
    "y = self.batch(h) if h.mean() > 0 else h\nreturn y * 2",
    "y = self.writing(h) if h.mean() > 0 else h\nreturn y * 2",
)


@pytest.mark.parametrize("body", REFUSED)
def test_arms_with_effects_stay(program, body):
    text, fixed, _ = program(body)
    assert fixed == text
