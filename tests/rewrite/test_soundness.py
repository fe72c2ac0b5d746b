"""Programs in which a rewrite that looks right would change what they compute: it is not applied as a safe fix.

Each body stands behind ``h = self.fc(x)``, with ``y = h + 1; if h.sum() > 0: y = h`` for ``{alias}``. What a safe fix
makes of a program must give what the program gave: values, gradients, aliases, printed text and exceptions.
"""

import contextlib
import io
import textwrap
import types
from pathlib import Path

import pytest
import torch
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
import math
import numpy as np
import operator
import torch
import torch.nn.functional as F
from torch import nn

LOG = []
{module}

class Model(nn.Module):
    def __init__(self, limit: float = 2.0, bare=2.0):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.act = nn.ReLU(inplace=True)
        self.limit = limit
        self.bare = bare
        self.kept = None
        self.register_buffer("n", torch.ones(3))

    @property
    def loud(self):
        LOG.append("read")
        return 2.0

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
"""
ALIAS = "y = h + 1\nif h.sum() > 0:\n    y = h\n"

GRADIENTS = {
    "sqrt upstream": "s = torch.sqrt(h.abs().mean())\nif s > 0:\n    y = h + s\nelse:\n    y = h * 1.0\nreturn y",
    "log upstream": "k = torch.log(h.relu())\nif h.min() > 0:\n    y = k + 1\nelse:\n    y = h * 2\nreturn y",
    "detach in a branch": (
        "y = h * 2\nif x.shape[0] > 1:\n    y = y.detach()\nif h.sum() > 0:\n    z = y * 2\nelse:\n    z = h * 3\n"
        "return z"
    ),
    "saved and overwritten": (
        "k = h * 2\ne = k.exp()\nif h.sum() > 0:\n    y = e * 2\nelse:\n    y = k * 3\ne.add_(1)\nreturn y"
    ),
    "condition overwritten": (
        "c = h.sum() > 0\nif c:\n    y = h * 2\nelse:\n    y = h * 3\nc.logical_not_()\nreturn y"
    ),
    "needed and overwritten": "e = h.exp()\nk = e * 1\nz = k * k\nk[k < 1] *= 0.5\nreturn k + z",
}
ALIASES = {
    "in a list": "g = [h]\n{alias}g[0].mul_(2)\nreturn y",
    "unpacked with a star": "first, *rest = [h * 2, h]\n{alias}for r in rest:\n    r.mul_(3)\nreturn y",
    "in a dictionary": "g = dict(h=h)\n{alias}g.get('h').mul_(2)\nreturn y",
    "a bound method": "bump = h.mul_\n{alias}bump(2)\nreturn y",
    "a lambda": "bump = lambda: h.mul_(2)\n{alias}bump()\nreturn y",
    "by rows": "{alias}for row in h:\n    row.mul_(2)\nreturn y",
    "einsum": "g = torch.einsum('ij->ji', h)\n{alias}g.mul_(2)\nreturn y",
    "numpy": "g = h.detach().numpy()\n{alias}g *= 2\nreturn y",
    "type": "g = h.type(torch.float32)\n{alias}g.mul_(2)\nreturn y",
    "split": "g = h.unsafe_split_with_sizes([1, 2], 1)\n{alias}g[0].mul_(2)\nreturn y",
    "out": "{alias}torch.add(h, 1, out=h)\nreturn y",
    "data": "{alias}h.data = torch.zeros_like(h)\nreturn y",
    "an operator": "{alias}operator.iadd(h, 2)\nreturn y",
    "an in-place module": "{alias}self.act(h)\nreturn y",
    "an in-place function": "{alias}F.relu(h, True)\nreturn y",
    "a helper": "{alias}bump(h)\nreturn y",
    "identity": "{alias}return y * 2, y is h",
    "id": "{alias}return y * 2, id(y) == id(h)",
    "a set": "{alias}return y * 2, y in {{h}}",
    "the pointer": "{alias}return y * 2, y.data_ptr() == h.data_ptr()",
    "both returned": "{alias}return y, h",
    "an attribute": "self.kept = h\n{alias}return y",
    "the argument": "x /= 2\nif x.sum() > 0:\n    x = x * 2\nreturn x",
    "the other arm": "k = h * 2\nk = -k if h.sum() > 0 else h\nh.mul_(2)\nreturn k",
    "a number": "m = h.max()\nn = m.item()\nbump(m)\nreturn h * n",
    "read by the statement": "return bumped(h * 2 if h.sum() > 1e9 else h, h)",
    "written by the statement": "return (h * 2 if h.sum() > 1e9 else h).add_(1) + h",
    "beside itself": "return [h, h * 2 if h.sum() > 1e9 else h]",
    "itself by identity": "return (h * 2 if h.sum() > 1e9 else h) is h",
    "two in a statement": "a, b = h * 2 if h.sum() > 1e9 else h, h * 3 if h.sum() > 1e9 else h\na += 1\nreturn b",
    "in a comprehension": "many = [h * 2 if h.sum() > 1e9 else h for _ in range(2)]\nmany[0] += 1\nreturn many[1]",
    "two names of an arm": ("if h.sum() > 1e9:\n    a, b = h + 1, h + 2\nelse:\n    a, b = h, h\na += 1\nreturn b"),
}
NAMES = {
    "a global": "global G\nG = h.max().item()\nreturn h * G + look()",
    "a captured name": "n = h.max().item()\nf = lambda: type(n).__name__\nreturn h * n, f()",
    "locals": "n = h.max().item()\nreturn h * n, type(locals()['n']).__name__",
    "a frame": "n = h.max().item()\nreturn h * n, names()",
    "a shadowed max": "def max(*a):\n    return 1\nn = int(np.max(h.shape))\nreturn h * n",
    "a deleted global": (
        "drop()\ntry:\n    if h.sum() > 1e9:\n        y = h * SCALE\n    else:\n        y = h * 2\n"
        "except NameError:\n    y = h\nreturn y"
    ),
    "a debugging f-string": "return f'{(h * h.max().item()).ndim=}'",
    "NumPy's product": "n = np.prod([2**40, 2**40])\nreturn h * int(n)",
}
KINDS = {
    "half": "k = h.half()\nbad = k > 1e3\nif bad.any():\n    k = k.masked_fill(bad, -1e9)\nreturn k",
    "strides": (
        "a = h.t() * 1\nb = a.contiguous()\nif h.sum() > 0:\n    y = a * 2\nelse:\n    y = b * 2\nreturn y.stride()"
    ),
    "the mask's strides": "k = h * 2\nm = (h > 0).t().contiguous().t()\nk[m] *= 2\nreturn k.stride()",
    "a property": "if h.sum() > 1e9:\n    h = h * self.loud\nreturn h * 1",
    "a property of an arm": "if h.sum() > 0:\n    h = h @ h.t() @ h * self.loud\nreturn h",
    "results of two kinds": "b = h > 0\nif h.sum() > 0:\n    h = h @ h.t() @ h\n    b = b.any(0)\nreturn h, b",
    "only a default": "if h.sum() > 1e9:\n    h = h - self.bare\nreturn h * 1",
    "another iteration": (
        "k = 2.0\nfor i in range(3):\n    if h.sum() > 0:\n        h = h * k\n    else:\n        h = h + 1\n"
        "    k = k * 1e300\nreturn h"
    ),
    "compared with None": "if h.sum() != None:\n    h = h * 2\nreturn h * 1",
    "a warning": "return h * float(h.max())",
    "gaps": "k = torch.stack([h, h], 2)[..., 0]\nif k.sum() > 1e9:\n    k = k * 0.5\nreturn k.view(-1) + 1",
    "gaps of an attribute": (
        "self.kept = h[:, ::2]\nk = self.kept\nif k.sum() > 1e9:\n    k = k * 0.5\nreturn k.view(-1) + 1"
    ),
    "gaps of a part": "k, m = h.chunk(2, 1)\nif k.sum() > 1e9:\n    k = k * 0.5\nreturn k.view(-1) + m",
    "gaps in both": (
        "k = torch.stack([h, h], 2)[..., 0]\nif h.sum() > 1e9:\n    k = k * 0.5\nelse:\n    k = k.float()\n"
        "return k.view(-1) + 1"
    ),
    "a leaf": "k = torch.zeros(3, 4, requires_grad=True)\nk[k < 1] *= 2\nreturn h.sum() + k",
    "a leaf later": "k = torch.zeros(3, 4)\nk.requires_grad_()\nk[k < 1] *= 2\nreturn h.sum() + k",
}
WRITING = """\
def bump(t):
    t *= 3


def bumped(a, b):
    a += 1
    return a + b
"""
REFLECTIVE = """\
import sys

SCALE = 2.0
G = 0.0


def look():
    return 0.0 if type(G) is float else 1.0


def names():
    return sorted(type(v).__name__ for v in sys._getframe(1).f_locals.values())


def drop():
    globals().pop("SCALE", None)
"""
PROGRAMS = {f"{group}: {name}": body for group, bodies in (
    ("gradients", GRADIENTS), ("aliases", ALIASES), ("names", NAMES), ("kinds", KINDS)
) for name, body in bodies.items()}  # fmt: skip


def write(folder, body, module=None):
    """Write a program; ``module`` is what stands around it: what it calls of the above, which keeps fixes unsafe."""
    path = folder / "program.py"
    if module is None:
        reflects = any(f"{name}()" in body for name in ("look", "names", "drop"))
        module = WRITING + "\n\n" + REFLECTIVE if reflects else WRITING if "bump" in body else ""
    text = textwrap.indent(body.replace("{alias}", ALIAS).replace("{{", "{").replace("}}", "}"), " " * 8)
    path.write_text(HEAD.replace("{module}", module) + text + "\n", encoding="utf-8")
    return path


def fixed(path, unsafe=False):
    result = fix_paths([path], Options(), unsafe, write=False)
    assert not result.errors
    return result.files[0].text if result.files else path.read_text(encoding="utf-8")


def behaviour(text, x):
    """All that can be seen of a call: what it gives, with strides and gradients, who is who, and what it prints."""
    module = types.ModuleType("program")
    exec(compile(text, "program.py", "exec"), module.__dict__)
    torch.manual_seed(0)
    model = module.Model()
    x = x.clone().requires_grad_()
    printed = io.StringIO()
    seen = []
    with contextlib.redirect_stdout(printed):
        try:
            given = model(x * 1)
            outputs = given if isinstance(given, tuple) else (given,)
            for one in outputs:
                tensor = isinstance(one, torch.Tensor)
                seen.append((one.dtype, one.stride(), one.detach().tolist()) if tensor else one)
            seen.append([one is model.kept for one in outputs])
            loss = [one.sum() for one in outputs if isinstance(one, torch.Tensor) and one.requires_grad]
            if loss:
                sum(loss).backward()
        except Exception as failure:
            seen.append(type(failure))
    gradients = [one.grad if one.grad is None else one.grad.tolist() for one in (x, *model.parameters())]
    return repr((seen, gradients, printed.getvalue(), module.LOG))


INPUTS = [torch.ones(2, 3), -torch.ones(2, 3), torch.zeros(2, 3), torch.full((2, 3), float("nan"))]


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_safe_fix_changes_nothing_that_can_be_seen(tmp_path, name):
    path = write(tmp_path, PROGRAMS[name])
    before, after = path.read_text(encoding="utf-8"), fixed(path)
    for x in INPUTS if after != before else ():
        assert behaviour(before, x) == behaviour(after, x), after


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_not_decided_is_not_safe(tmp_path, name):
    found = check([write(tmp_path, PROGRAMS[name])], Options())
    assert not found.errors
    fixes = [one.fix for one in found.diagnostics if one.fix is not None and one.fix.edits]
    assert not [fix.message for fix in fixes if fix.applicability is Applicability.SAFE]


PLAIN = {
    "the limit": "if h.abs().max() > self.limit:\n    h = h * 0.5\nreturn torch.relu(h)",
    "both arms": "k = h * 3\nif k.mean() > 0:\n    k = k + h\nelse:\n    k = k - h\nreturn k",
    "a mask": "k = h * 2\nk[k < 0] *= 0.5\nreturn k",
    "a number": "return h * (h * 2).max().item()",
    "no blanks": "return(h*2)if(h.sum()>0)else(h*3)",
}


@pytest.mark.parametrize("name", PLAIN)
def test_what_is_decided_is_safe_and_the_same(tmp_path, name):
    path = write(tmp_path, PLAIN[name], module="")
    before, after = path.read_text(encoding="utf-8"), fixed(path)
    assert after != before
    for x in INPUTS:
        assert behaviour(before, x) == behaviour(after, x), after


CONTEXT = """\
import contextlib

quiet = torch.no_grad


@contextlib.contextmanager
def frozen():
    with torch.no_grad():
        yield


def off():
    torch.set_grad_enabled(False)


class Frozen:
    def __enter__(self):
        off()

    def __exit__(self, *_):
        torch.set_grad_enabled(True)
"""
INFERENCE = """\
@torch.inference_mode()
def is_positive(h):
    return h.sum() > 0
"""
CAST = """\
class Product(nn.Module):
    @torch.autocast("cuda", dtype=torch.float16)
    def forward(self, x):
        return x @ x.transpose(-1, -2)
"""
BELOW = """

    def test(self, h):
        return h.sum() > 0

    @property
    def ready(self):
        return self.n.sum() > 0


class Other(Model):
    def test(self, h):
        return bool(h.sum() > 1)

    @property
    def ready(self):
        return True
"""
LEFT = "h = h * 2\nwith {}:\n    if h.sum() < 1e9:\n        h = h.neg()\nreturn h * 1"
ELSEWHERE = {
    "a generator's context": (CONTEXT, LEFT.format("frozen()"), ""),
    "a context by another name": (CONTEXT, LEFT.format("quiet()"), ""),
    "an object's context": (CONTEXT, LEFT.format("Frozen()"), ""),
    "entered by hand": (CONTEXT, "k = frozen()\nk.__enter__()\nif h.sum() < 1e9:\n    h = h.neg()\nreturn h * 1", ""),
    "switched by a function": (CONTEXT, "h = h * 2\noff()\nif h.sum() < 1e9:\n    h = h.neg()\nreturn h * 1", ""),
    "a test in inference mode": (INFERENCE, "if is_positive(h):\n    h = h.neg()\nelse:\n    h = h * 2\nreturn h", ""),
    "a device that may be missing": (CAST, "return Product()(h)", ""),
    "NumPy's division": ("", "return h[: 100 // np.min(x.shape)] * 1", ""),
    "another test in a subclass": ("", "if self.test(h):\n    h = h.neg()\nelse:\n    h = h * 2\nreturn h", BELOW),
    "computed by it": ("", "s = self.test(h)\nt = s & True\nreturn h.neg() if t else h * 2", BELOW),
    "another property": ("", "if self.ready:\n    h = h.neg()\nelse:\n    h = h * 2\nreturn h", BELOW),
}


@pytest.mark.parametrize("name", ELSEWHERE)
def test_what_stands_elsewhere_keeps_a_fix_from_being_safe(tmp_path, name):
    module, body, behind = ELSEWHERE[name]
    path = write(tmp_path, body, module=module)
    path.write_text(path.read_text(encoding="utf-8") + behind, encoding="utf-8")
    found = check([path], Options())
    fixes = [one.fix for one in found.diagnostics if one.fix is not None and one.fix.edits]
    assert fixes
    assert all(fix.applicability is Applicability.UNSAFE for fix in fixes), [fix.message for fix in fixes]


@pytest.mark.parametrize("name", ["torch.autocast('cpu', dtype=torch.bfloat16)", "contextlib.nullcontext()"])
def test_contexts_that_leave_gradients_alone_do_not(tmp_path, name):
    path = write(tmp_path, LEFT.format(name), module="import contextlib")
    (found,) = check([path], Options()).diagnostics
    assert found.fix is not None
    assert "gradient history" not in found.fix.message


REFUSED = {
    "a draw in the test": "if h.sum() > 0 and torch.rand([]) > 0.5:\n    h = h @ h.t() @ h\nreturn h",
    "an in-place module": "if h.sum() > 0:\n    h = self.act(h)\nreturn h",
    "a caught exception": (
        "try:\n    if h.sum() > 0:\n        raise ValueError('a')\nexcept ValueError:\n    h = h * 2\nreturn h"
    ),
    "a caught assert": "try:\n    assert (h > 0).all(), f'{x}'\nexcept AssertionError:\n    h = h * 2\nreturn h",
    "a printed property": "print(self.loud)\nreturn h",
    "an iterator": "numbers = iter([1, 2])\nprint(list(numbers))\nreturn h",
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_would_go_wrong_is_refused(tmp_path, name):
    path = write(tmp_path, REFUSED[name], module="")
    found = check([path], Options())
    assert found.diagnostics
    assert fixed(path, unsafe=True) == path.read_text(encoding="utf-8")


def test_a_number_behind_a_test_of_its_type_is_left_alone(tmp_path):
    body = (
        "return self.scaled(h, self.kept)\n\ndef scaled(self, h, scale=None):\n"
        "    if isinstance(scale, torch.Tensor) and scale.ndim == 0:\n        h = h * scale\n"
        "    elif scale is not None:\n        h = h * float(scale)\n    return h"
    )
    text = HEAD.replace("{module}", "") + textwrap.indent(body.split("\n\n")[0], " " * 8) + "\n\n"
    path = tmp_path / "program.py"
    path.write_text(text + textwrap.indent(body.split("\n\n")[1], " " * 4) + "\n", encoding="utf-8")
    assert "float(scale)" in fixed(path, unsafe=True)


STARRED = """
from helpers import *
import torch


class Model(torch.nn.Module):
    def forward(self, x: torch.Tensor):
        return x + 1 if x.sum() > 0 else x * 2
"""


@pytest.mark.parametrize(
    ("helpers", "safe"),
    [
        ({"helpers.py": "BASE = 1\n"}, True),
        ({"helpers.py": "from others import *\n", "others.py": "def scale(x):\n    return x\n"}, True),
        ({"helpers.py": "torch = None\n"}, False),
        ({"helpers.py": "from others import *\n", "others.py": "import numpy as torch\n"}, False),
        ({"helpers.py": "from some_package import *\n"}, False),
        ({}, False),
    ],
)
def test_a_star_import_may_give_torch_another_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, helpers: dict[str, str], safe: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in {**helpers, "model.py": STARRED}.items():
        Path(name).write_text(text)
    (found,) = check(sorted(Path().glob("*.py"))).diagnostics
    assert found.fix is not None
    assert (found.fix.applicability.value == "safe") is safe
