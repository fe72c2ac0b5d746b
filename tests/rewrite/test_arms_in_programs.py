"""Arms that do more than name tensors: numbers, attributes, updates in place, structures, loops, draws.

Every program stands behind ``h = self.fc(x)`` and runs before and after its fix, on inputs that take every arm.
"""

import textwrap

import pytest
import torch
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.engine.api import Options, check
from fullgraph.lint.fixes.apply import fix_paths

HEAD = """\
from typing import NamedTuple

import torch
import torch.nn.functional as F
from torch import nn


def pair(t: torch.Tensor):
    return t * 3, t - 1


class Pair(NamedTuple):
    first: torch.Tensor
    second: torch.Tensor


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.norm = nn.BatchNorm1d(3, affine=False)
        self.drop = nn.Dropout(0.5)
        self.layers = nn.ModuleList(nn.Linear(3, 3) for _ in range(3))
        self.register_buffer("level", torch.ones(3))
        self.seen = None

    def forward(self, x: torch.Tensor):
        h = self.fc(x)
"""

ALIKE = {
    "a divisor inside of a structure": (
        "t = torch.tanh(h)\nif t.mean() > 0:\n    return {'a': t - 1.0, 'b': h / t}\nreturn {'a': t + t, 'b': -t}",
        "t = torch.tanh(h)\ncondition = t.mean() > 0\n"
        "return {\n    'a': torch.where(condition, t - 1.0, t + t),\n"
        "    'b': torch.where(condition, h / torch.where(condition, t, 1), -t),\n}",
        set(),
    ),
    "a reciprocal, which autocast computes in another dtype": (
        "t = torch.tanh(h)\nif t.mean() > 0:\n    t = 1 / t\nreturn t",
        "t = torch.tanh(h)\ncondition = t.mean() > 0\n"
        "t = torch.where(condition, 1 / torch.where(condition, t, 1), t)\nreturn t",
        {Kind.DTYPE},
    ),
    "a number or a tensor": (
        "if h.mean() > 0:\n    s = 1.0\nelse:\n    s = h.abs().mean()\nreturn h * s",
        "s = torch.where(h.mean() > 0, 1.0, h.abs().mean())\nreturn h * s",
        {Kind.SOURCES, Kind.DERIVATIVE, Kind.DTYPE},
    ),
    "one of two numbers": (
        "s = 0.5 if h.mean() > 0 else 2.0\nreturn h * s",
        "s = torch.where(h.mean() > 0, 0.5, 2.0)\nreturn h * s",
        {Kind.DTYPE},
    ),
    "a number that is rounded": (
        "return h * (1.0 if h.mean() > 0 else 1 / 255)",
        "return h * torch.where(h.mean() > 0, 1.0, 1 / 255)",
        {Kind.DTYPE, Kind.VALUE},
    ),
    "a number that an arm keeps": (
        "s = 2.0\nif h.mean() > 0:\n    s = 0.5\nreturn h - s",
        "s = 2.0\ns = torch.where(h.mean() > 0, 0.5, s)\nreturn h - s",
        {Kind.DTYPE},
    ),
    "an update in place": (
        "y = h * 2\nif h.mean() > 0:\n    y += 1\nreturn y",
        "y = h * 2\ny = torch.where(h.mean() > 0, y + 1, y)\nreturn y",
        set(),
    ),
    "an update in place of what a layer made": (
        "if h.mean() > 0:\n    h += 1\nelse:\n    h.clamp_(-1, 1)\nreturn h * 2",
        "h = torch.where(h.mean() > 0, h + 1, h.clamp(-1, 1))\nreturn h * 2",
        set(),
    ),
    "an update in place of what an activation made": (
        "y = torch.sigmoid(h)\nif h.mean() > 100:\n    y += 1\nreturn y * 2",
        "y = torch.sigmoid(h)\ny = torch.where(h.mean() > 100, y + 1, y)\nreturn y * 2",
        {Kind.EXCEPTION},
    ),
    "a method in place": (
        "y = h * 2\nif h.mean() > 0:\n    y.clamp_(-1, 1)\n    y.mul_(3)\nreturn y + h",
        "y = h * 2\nnew_y = y.clamp(-1, 1)\ny = torch.where(h.mean() > 0, new_y.mul(3), y)\nreturn y + h",
        set(),
    ),
    "an update that an alias sees": (
        "y = h * 2\ng = y\nif h.mean() > 0:\n    y += 1\nreturn y + g",
        "y = h * 2\ng = y\ny.copy_(torch.where(h.mean() > 0, y + 1, y))\nreturn y + g",
        {Kind.EXCEPTION},
    ),
    "an update of a buffer": (
        "if h.mean() > 0:\n    self.level.add_(1)\nelse:\n    self.level.zero_()\nreturn h",
        "self.level.copy_(torch.where(h.mean() > 0, self.level.add(1), torch.zeros_like(self.level)))\nreturn h",
        {Kind.EXCEPTION},
    ),
    "an attribute": (
        "if h.mean() > 0:\n    self.level = self.level * 2\nreturn h * self.level",
        "self.level = torch.where(h.mean() > 0, self.level * 2, self.level)\nreturn h * self.level",
        {Kind.EFFECT, Kind.LAYOUT},
    ),
    "an attribute in both arms": (
        "if h.mean() > 0:\n    self.seen = h * 2\nelse:\n    self.seen = h + 1\nreturn h",
        "self.seen = torch.where(h.mean() > 0, h * 2, h + 1)\nreturn h",
        set(),
    ),
    "a swap": (
        "a, b = h * 2, h + 1\nif h.mean() > 0:\n    a, b = b, a\nreturn a - 2 * b",
        "a, b = h * 2, h + 1\ncondition = h.mean() > 0\n"
        "a, b = torch.where(condition, b, a), torch.where(condition, a, b)\nreturn a - 2 * b",
        {Kind.SOURCES, Kind.DERIVATIVE, Kind.LAYOUT},
    ),
    "a value that is unpacked": (
        "a, b = h * 2, h + 1\nif h.mean() > 0:\n    a, b = pair(h)\nreturn a - 2 * b",
        None,
        None,
    ),
    "steps": (
        "if h.mean() > 0:\n    t = h * 2\n    u = t + 1\n    h = u - t * 0.5\nelse:\n    h = h + 1\nreturn h * 2",
        "t = h * 2\nu = t + 1\nh = torch.where(h.mean() > 0, u - t * 0.5, h + 1)\nreturn h * 2",
        set(),
    ),
    "steps of one name": (
        "if h.mean() > 0:\n    h = h * 2\n    h = h + 1\nelse:\n    h = h - 1\nreturn h * 2",
        "new_h = h * 2\nh = torch.where(h.mean() > 0, new_h + 1, h - 1)\nreturn h * 2",
        set(),
    ),
    "one local name in both arms": (
        "if h.mean() > 0:\n    t = h * 2\n    h = t * 3 + t\nelse:\n    t = h + 1\n    h = t * 2 - t\nreturn h * 2",
        "new_t = h * 2\nnew_t_2 = h + 1\nh = torch.where(h.mean() > 0, new_t * 3 + new_t, new_t_2 * 2 - new_t_2)\n"
        "return h * 2",
        set(),
    ),
    "a tuple": (
        "if h.mean() > 0:\n    return h * 2, h + 1\nreturn h - 1, h * 3",
        "condition = h.mean() > 0\nreturn torch.where(condition, h * 2, h - 1), torch.where(condition, h + 1, h * 3)",
        set(),
    ),
    "a dictionary": (
        "if h.mean() > 0:\n    out = {'a': h * 2, 'n': None}\nelse:\n    out = {'a': h * 3, 'n': None}\nreturn out",
        "out = {'a': torch.where(h.mean() > 0, h * 2, h * 3), 'n': None}\nreturn out",
        set(),
    ),
    "a named tuple": (
        "if h.mean() > 0:\n    return Pair(h * 2, second=h + 1)\nreturn Pair(h * 3, second=h - 1)",
        "condition = h.mean() > 0\n"
        "return Pair(\n    torch.where(condition, h * 2, h * 3),\n"
        "    second=torch.where(condition, h + 1, h - 1),\n)",
        set(),
    ),
    "continue": (
        "y = h * 1\nfor i in range(3):\n    if y.mean() > i:\n        continue\n"
        "    t = y * 2\n    y = t + 1\nreturn y * 1",
        "y = h * 1\nfor i in range(3):\n    t = y * 2\n    y = torch.where(y.mean() > i, y, t + 1)\nreturn y * 1",
        set(),
    ),
    "continue in the other arm": (
        "y = h * 1\nfor i in range(3):\n    if y.mean() > i:\n        y = y * 2\n    else:\n        continue\n"
        "    y = y + 1\nreturn y * 1",
        "y = h * 1\nfor i in range(3):\n    new_y = y * 2\n"
        "    y = torch.where(y.mean() > i, new_y + 1, y)\nreturn y * 1",
        set(),
    ),
    "continue before a layer": (
        "y = h * 1\nfor layer in self.layers:\n    if y.mean() > 0:\n        continue\n    y = layer(y)\nreturn y * 1",
        "y = h * 1\nfor layer in self.layers:\n"
        "    y = torch.cond(y.mean() > 0, lambda: y.clone(), lambda: layer(y).clone())\nreturn y * 1",
        None,
    ),
    "break": (
        "y = h * 1\nfor i in range(4):\n    if y.mean() > i:\n        break\n"
        "    t = y * 2\n    y = t + 1\nreturn y * 1",
        "y = h * 1\nstopped = torch.zeros((), dtype=torch.bool, device=y.device)\nfor i in range(4):\n"
        "    stopped = torch.logical_or(stopped, y.mean() > i)\n    t = y * 2\n"
        "    y = torch.where(stopped, y, t + 1)\nreturn y * 1",
        {Kind.EXCEPTION},
    ),
    "break of two results": (
        "y, z = h * 1, h + 1\nfor i in range(4):\n    if y.mean() > i:\n        break\n    y, z = z * 2, y + 1\n"
        "return y * z",
        "y, z = h * 1, h + 1\nstopped = torch.zeros((), dtype=torch.bool, device=y.device)\nfor i in range(4):\n"
        "    stopped = torch.logical_or(stopped, y.mean() > i)\n"
        "    y, z = torch.where(stopped, y, z * 2), torch.where(stopped, z, y + 1)\nreturn y * z",
        None,
    ),
    "break before a layer": (
        "y = h * 1\nfor layer in self.layers:\n    if y.mean() > 0:\n        break\n    y = layer(y)\nreturn y * 1",
        "y = h * 1\nstopped = torch.zeros((), dtype=torch.bool, device=y.device)\nfor layer in self.layers:\n"
        "    stopped = torch.logical_or(stopped, y.mean() > 0)\n"
        "    y = torch.cond(stopped, lambda: y.clone(), lambda: layer(y).clone())\nreturn y * 1",
        None,
    ),
    "None that is tested for": (
        "if h.mean() > 0:\n    bias = h * 2\nelse:\n    bias = None\n"
        "if bias is not None:\n    h = h + bias\nreturn h * 1",
        "bias = h * 2\nh = torch.where(h.mean() > 0, h + bias, h)\nreturn h * 1",
        set(),
    ),
    "None from before": (
        "bias = None\nif h.mean() > 0:\n    bias = h * 2\nif bias is None:\n    h = h * 3\nelse:\n    h = h - bias\n"
        "return h * 1",
        "bias = None\nbias = h * 2\nh = torch.where(h.mean() > 0, h - bias, h * 3)\nreturn h * 1",
        set(),
    ),
    "None and returns": (
        "if h.mean() > 0:\n    bias = h * 2\nelse:\n    bias = None\n"
        "if bias is None:\n    return h * 3\nreturn h + bias",
        "bias = h * 2\nreturn torch.where(h.mean() > 0, h + bias, h * 3)",
        set(),
    ),
    "a flag": (
        "flag = False\nif h.mean() > 0:\n    flag = True\nif not flag:\n    h = h * 2\nreturn h * 1",
        "flag = False\nh = torch.where(h.mean() > 0, h, h * 2)\nreturn h * 1",
        set(),
    ),
    "under no_grad": (
        "with torch.no_grad():\n    if h.mean() > 0:\n        k = h * 2\n    else:\n        k = h + 1\nreturn h * k",
        "with torch.no_grad():\n    k = torch.where(h.mean() > 0, h * 2, h + 1)\nreturn h * k",
        set(),
    ),
    "a test in an arm": (
        "if h.mean() > 0:\n    a = h * 2\n    if a.sum() > 40:\n        y = a + 1\n    else:\n        y = a - 1\n"
        "else:\n    y = h + 2\nreturn y * 1",
        "a = h * 2\ny = torch.where(h.mean() > 0, torch.where(a.sum() > 40, a + 1, a - 1), h + 2)\nreturn y * 1",
        None,
    ),
    "an early return and what a later one asks": (
        "if h.mean() > 0:\n    return h * 2\na = torch.tanh(h)\n"
        "if a.abs().max() > 0.5:\n    return a * 2\nreturn a + 1",
        "a = torch.tanh(h)\nreturn torch.where(h.mean() > 0, h * 2, torch.where(a.abs().max() > 0.5, a * 2, a + 1))",
        None,
    ),
    "a name that is another one in front": (
        "a = h + 1\nif h.mean() > 0:\n    a = h * 2\n    if a.sum() > 40:\n        y = a + 1\n"
        "    else:\n        y = a - 1\nelse:\n    y = a + 2\nreturn y * a",
        None,
        None,
    ),
    "break behind a step": (
        "for _ in range(3):\n    step = torch.tanh(h)\n    if step.abs().mean() > 0.6:\n        break\n"
        "    h = h * 2 + step\nreturn h * 1",
        "stopped = torch.zeros((), dtype=torch.bool, device=h.device)\nfor _ in range(3):\n    step = torch.tanh(h)\n"
        "    stopped = torch.logical_or(stopped, step.abs().mean() > 0.6)\n"
        "    h = torch.where(stopped, h, h * 2 + step)\nreturn h * 1",
        None,
    ),
    "a structure that a layer computes": (
        "if h.mean() > 0:\n    return {'a': h + 1, 'b': self.layers[0](h)}\n"
        "return {'a': h * 2, 'b': -self.layers[0](h)}",
        "condition = h.mean() > 0\nreturn {\n    'a': torch.where(condition, h + 1, h * 2),\n"
        "    'b': torch.where(condition, self.layers[0](h), -self.layers[0](h)),\n}",
        None,
    ),
    "an attribute that an arm computes from what may not fit": (
        "m = x.mean(0)\nif torch.isfinite(m).all():\n    self.level = 0.9 * self.level + 0.1 * m\n"
        "return h - self.level",
        "m = x.mean(0)\nself.level = torch.where(torch.isfinite(m).all(), 0.9 * self.level + 0.1 * m, self.level)\n"
        "return h - self.level",
        {Kind.SHAPE, Kind.DTYPE, Kind.EXCEPTION, Kind.DERIVATIVE, Kind.SOURCES, Kind.LAYOUT, Kind.EFFECT},
    ),
    "a view of a layer's result": (
        "m = self.layers[0](h)\nif m.sum() > 1:\n    m = self.layers[1](m.mT).mT if m.shape[0] == 3 else m.mT.mT * 2\n"
        "return m * 1",
        None,
        None,
    ),
    "a mean over what is masked, where nothing may be": (
        "mask = x > 1\nif not mask.any():\n    return h.sum() * 0.0\nreturn (h * mask).sum() / mask.sum()",
        "mask = x > 1\ncondition = torch.logical_not(mask.any())\nreturn torch.where(\n    condition,\n"
        "    h.sum() * 0.0,\n    (h * mask).sum() / torch.where(condition, 1, mask.sum()),\n)",
        None,
    ),
    "steps of a round, one from the other": (
        "a = h * 1\nb = h > 9\nfor _ in range(3):\n    if b.all():\n        break\n    h = h + a.max(-1, True).values\n"
        "    a = self.fc(h)\n    b = b | (a > 1)\nreturn h * b",
        "a = h * 1\nb = h > 9\nstopped = torch.zeros((), dtype=torch.bool, device=b.device)\nfor _ in range(3):\n"
        "    stopped = torch.logical_or(stopped, b.all())\n    new_h = h + a.max(-1, True).values\n"
        "    new_a = self.fc(new_h)\n    h = torch.where(stopped, h, new_h)\n    a = torch.where(stopped, a, new_a)\n"
        "    b = torch.where(stopped, b, b | (new_a > 1))\nreturn h * b",
        None,
    ),
    "a buffer that methods write one behind the other": (
        "m = x.mean(0)\nif m.abs().max() < 10:\n    self.level.mul_(0.9).add_(m, alpha=0.1)\nreturn h - self.level",
        "m = x.mean(0)\nnew_level = self.level.mul(0.9)\n"
        "self.level.copy_(torch.where(m.abs().max() < 10, new_level.add(m, alpha=0.1), self.level))\n"
        "return h - self.level",
        None,
    ),
    "a chain that reads what it writes": (
        "y = h * 1\nif h.mean() > 0:\n    y.mul_(2).add_(y).clamp_(max=3.0)\nreturn y + h",
        None,
        set(),
    ),
    "updates by what keeps its result, in both arms": (
        "y = h * 1\nif h.mean() > 0:\n    y.relu_()\nelse:\n    y += 1\nreturn y",
        None,
        set(),
    ),
    "an update of what a sum in front does not need": (
        "y = h * 1\ns = y.sum()\nif h.mean() > 0:\n    y *= 2\nreturn y + s",
        None,
        set(),
    ),
    "a buffer that another dtype is copied to": (
        "if h.mean() > 0:\n    self.level.copy_(x.double().mean(0))\n    self.level.lerp_(x[0], 0.5)\n"
        "return h * 2 - self.level",
        None,
        None,
    ),
    "a buffer that is copied to in both arms": (
        "m = x[0] * 2\nif h.mean() > 0:\n    self.level.copy_(m)\nelse:\n    self.level.zero_()\n"
        "return h * 2 - self.level",
        "m = x[0] * 2\nself.level.copy_(\n"
        "    torch.where(h.mean() > 0, m.to(self.level.dtype), torch.zeros_like(self.level)),\n)\n"
        "return h * 2 - self.level",
        None,
    ),
    "a tensor of the function that is copied to": (
        "y = h * 1\nif h.mean() > 0:\n    y.copy_(h * 2)\nreturn y + h",
        "y = h * 1\ny = torch.where(h.mean() > 0, h * 2, y)\nreturn y + h",
        {Kind.LAYOUT},
    ),
    "break behind the steps": (
        "v = h * 1\nfor _ in range(4):\n    new = torch.tanh(v) * 2 + h  # one step\n"
        "    change = (new - v).abs().max()\n    v = new\n    if change < 0.1:\n        break\nreturn v * 2",
        "v = h * 1\nstopped = torch.zeros((), dtype=torch.bool, device=v.device)\nfor _ in range(4):\n"
        "    new = torch.tanh(v) * 2 + h  # one step\n    change = (new - v).abs().max()\n"
        "    v = torch.where(stopped, v, new)\n    stopped = torch.logical_or(stopped, change < 0.1)\nreturn v * 2",
        None,
    ),
    "break behind what a round keeps, with a step of its own": (
        "best = h * 0\nsecond = h * 0\nfor layer in self.layers:\n    h = torch.tanh(layer(h))\n"
        "    if h.mean() > 0.2:\n        best = h\n        second = h + 1\n        break\n    second = second - h\n"
        "return best * 2, second * 1",
        "best = h * 0\nsecond = h * 0\nstopped = torch.zeros((), dtype=torch.bool, device=h.device)\n"
        "for layer in self.layers:\n    h = torch.where(stopped, h, torch.tanh(layer(h)))\n"
        "    stops = torch.logical_and(torch.logical_not(stopped), h.mean() > 0.2)\n"
        "    best = torch.where(stops, h, best)\n    second = torch.where(stops, h + 1, second)\n"
        "    stopped = torch.logical_or(stopped, stops)\n    second = torch.where(stopped, second, second - h)\n"
        "return best * 2, second * 1",
        None,
    ),
    "two breaks": (
        "for i in range(4):\n    if h.mean() > 4:\n        break\n    h = torch.tanh(h) * 3 + i\n"
        "    if h.abs().max() < 0.5 or not h.min() > -3:\n        break\n    h = h + 1\nreturn h * 2",
        None,
        None,
    ),
    "return in a loop": (
        "for layer in self.layers:\n    h = torch.tanh(layer(h)) * 2\n    if h.mean() > 0.1:\n        return h + 1\n"
        "return h * 2",
        "stopped = torch.zeros((), dtype=torch.bool, device=h.device)\nfor layer in self.layers:\n"
        "    h = torch.where(stopped, h, torch.tanh(layer(h)) * 2)\n"
        "    stopped = torch.logical_or(stopped, h.mean() > 0.1)\nreturn torch.where(stopped, h + 1, h * 2)",
        None,
    ),
    "return of a pair from a loop over rows": (
        "a = h[0] * 1\nb = h[1] * 1\nfor i, row in enumerate(h):\n"
        "    a, b = torch.sin(row + b), a + i\n    n = row * 2\n    n -= b\n    a = a * n.cos()\n"
        "    if a.mean() > 1.5:\n        return a, b * 2\nreturn b * 1, a * 1",
        None,
        None,
    ),
    "a loop in a loop": (
        "for _ in range(2):\n    for part in h.chunk(2):\n        h = h + part.mean()\n        if h.mean() > 9:\n"
        "            break\n        h = h * 1.5\n    h = h - 1\nreturn h",
        None,
        None,
    ),
    "a flag that decides later": (
        "f = False\nif h.mean() > 0:\n    h = h * 2\n    f = True\nz = torch.sin(h)\nif f:\n    z = -z\n"
        "return z * 1 if not f else z * 2",
        "f = False\ncondition = h.mean() > 0\nh = torch.where(condition, h * 2, h)\n"
        "f = torch.where(condition, True, f)\nz = torch.sin(h)\nz = torch.where(f, -z, z)\n"
        "return torch.where(torch.logical_not(f), z * 1, z * 2)",
        set(),
    ),
    "a flag that is one of several, and a test": (
        "f = h.max() > 9\nif h.mean() > 0:\n    f = True\nelif h.sum() < -3:\n    f = h.min() > -2\n"
        "if f or h.sum() > 5:\n    h = h * 3\nreturn h - 1",
        None,
        None,
    ),
    "a counter": (
        "n = 0\nfor row in h:\n    if row.sum() > 1:\n        n += 1\nn += 2\nreturn h * n",
        "n = 0\nfor row in h:\n    n = torch.where(row.sum() > 1, n + 1, n)\nn = n + 2\nreturn h * n",
        None,
    ),
    "a counter of steps": (
        "n = 0\nif h.mean() > 0:\n    n = n + 1\nif h.max() > 4:\n    n += 1\n"
        "if n >= 2:\n    h = h - 1\nreturn h * (1.0 + n)",
        "n = 0\nn = torch.where(h.mean() > 0, n + 1, n)\nn = torch.where(h.max() > 4, n + 1, n)\n"
        "h = torch.where(n >= 2, h - 1, h)\nreturn h * (1.0 + n)",
        None,
    ),
    "a divisor that is the largest magnitude": (
        "n = h.abs().max()\nif n > 1:\n    h = h / n\nreturn h * 1",
        "n = h.abs().max()\ncondition = n > 1\nh = torch.where(condition, h / torch.where(condition, n, 1), h)\n"
        "return h * 1",
        set(),
    ),
    "a tensor that passes zeros on": (
        "n = torch.clamp(F.relu(h), max=3).min()\nif h.mean() > 0:\n    h = h - n\nreturn h * 1",
        "n = torch.clamp(F.relu(h), max=3).min()\nh = torch.where(h.mean() > 0, h - n, h)\nreturn h * 1",
        set(),
    ),
    "a name that an expression keeps": (
        "h = h if h.mean() > 0 else -h\nreturn h * 2",
        "h = torch.where(h.mean() > 0, h, -h)\nreturn h * 2",
        set(),
    ),
    "a name that is read beside the result": (
        "g = h if h.mean() > 0 else -h\nreturn g, h",
        "g = torch.where(h.mean() > 0, h, -h)\nreturn g, h",
        {Kind.ALIAS},
    ),
    "a choice of a number": (
        "h = torch.tanh(h)\nif h.mean() > 0:\n    h = torch.where(h > 0, 0.0, h)\nreturn h * 2",
        "h = torch.tanh(h)\nh = torch.where(h.mean() > 0, torch.where(h > 0, 0.0, h), h)\nreturn h * 2",
        set(),
    ),
    "a divisor": (
        "n = h.abs().sum()\nif n > 40:\n    h = h / n\nreturn h * 1",
        "n = h.abs().sum()\ncondition = n > 40\nh = torch.where(condition, h / torch.where(condition, n, 1), h)\n"
        "return h * 1",
        None,
    ),
}


@pytest.fixture
def program(tmp_path):
    def make(body):
        path = tmp_path / "program.py"
        path.write_text(HEAD + textwrap.indent(body, " " * 8) + "\n", encoding="utf-8")
        return path

    return make


def fixes(path):
    return [one.fix for one in check([path], Options()).diagnostics if one.fix is not None]


def fixed(path):
    result = fix_paths([path], Options(), True, write=False)
    assert not result.errors
    return result.files[0].text if result.files else path.read_text(encoding="utf-8")


def flat(result):
    if isinstance(result, torch.Tensor):
        return [result]
    parts = result.values() if isinstance(result, dict) else result if isinstance(result, tuple) else []
    return [leaf for part in parts for leaf in flat(part)]


def run(model, x, forward=None):
    """All that a call leaves behind: results, gradients, buffers and attributes, and the state of the generator."""
    model.zero_grad()
    torch.manual_seed(1)
    results = flat((model if forward is None else forward)(x))
    sum(result.sum() for result in results).backward()
    gradients = [parameter.grad for parameter in model.parameters()]
    left = [*model.buffers(), model.seen]
    return [results, gradients, left]


def assert_same(before, after):
    for one, other in zip(before, after, strict=True):
        assert len(one) == len(other)
        for left, right in zip(one, other, strict=True):
            zero_for_none = left is None and right is not None and not right.any()
            if zero_for_none or (left is None and right is None):
                continue
            assert left.dtype == right.dtype
            torch.testing.assert_close(left, right, rtol=1e-6, atol=1e-6, equal_nan=True)


INPUTS = [torch.full((2, 3), value) for value in (0.0, 5.0, -5.0, 30.0, float("nan"))]


@pytest.mark.parametrize("name", ALIKE)
def test_both_arms_become_a_selection(program, load, name):
    body, expected, kinds = ALIKE[name]
    path = program(body)
    text = fixed(path)
    new = textwrap.dedent(text[len(HEAD) :]).rstrip("\n")
    if expected is not None:
        assert new == expected
    assert new != body
    fix, *_ = fixes(path)
    if kinds is not None:
        assert {one.kind for one in fix.open} == kinds, fix.message
    before, after = load(path.read_text(encoding="utf-8"), "before"), load(text, "after")
    compiled = load(text, "compiled")
    torch._dynamo.reset()
    forward = torch.compile(compiled, fullgraph=True, backend="aot_eager")
    for x in INPUTS:
        for other in (after, compiled):
            other.load_state_dict(before.state_dict())
        expected = run(before, x)
        assert_same(expected, run(after, x))
        assert_same(expected, run(compiled, x, forward))


def test_a_norm_makes_more_of_a_zero(program, load):
    path = program("n = h.norm()\nif h.mean() > 100:\n    h = h - n\nreturn h * 1")
    fix, *_ = fixes(path)
    assert {Kind.SOURCES, Kind.DERIVATIVE} <= {one.kind for one in fix.open}
    before, after = load(path.read_text(encoding="utf-8"), "before"), load(fixed(path), "after")
    after.load_state_dict(before.state_dict())
    with torch.no_grad():
        for model in (before, after):
            model.fc.bias[0] = -float("inf")
    x = torch.ones(2, 3)
    run(before, x)
    run(after, x)
    assert not before.fc.bias.grad.isnan().any()
    assert after.fc.bias.grad.isnan().any()


DECLINED = {
    "if h.mean() > 0:\n    h = h - 1\nelse:\n    h.data.mul_(3)\n    h = h * 2\nreturn h": (
        "an arm writes to `h.data`, which belongs to a tensor"
    ),
    "global kept\nif h.mean() > 0:\n    kept = 1.0\nelse:\n    kept = 2.0\nreturn h": "and `kept` is read elsewhere",
    "s = 1 if h.mean() > 0 else 2\nreturn h[:s]": "the number `s` is an index",
    "s = 1 if h.mean() > 0 else 2\nreturn h.reshape(s, -1)": "is passed to a function that may need it as a number",
    "s = 1 if h.mean() > 0 else 2\nfor _ in range(s):\n    h = h * 2\nreturn h": "is passed to a function",
    "s = 1 if h.mean() > 0 else 2\nif s:\n    h = h * 2\nreturn h": "decides a branch",
    "if h.mean() > 0:\n    s = 1.0\nelse:\n    s = 2.0\ns //= 1\nreturn h * s": "updated in place",
    "f = False\nif h.mean() > 0:\n    f = True\nreturn h, f": "the number `f` is needed as a Python value",
    "f = False\nif h.mean() > 0:\n    f = 1\nif f:\n    h = h * 2\nreturn h": "the truth value",
    "f = False\nif h.mean() > 0:\n    f = True\nif f:\n    print(1)\n    h = h * 2\nreturn h": (
        "in line 32 it decides a branch that is not rewritten"
    ),
    "f = False\nfor _ in range(2):\n    if f:\n        h = h * 2\n    if h.mean() > 0:\n        f = True\nreturn h": (
        "an arm gives the truth value"
    ),
    "if h.mean() > 0:\n    s = 1.0\nelse:\n    s = 2.0\nreturn (lambda: h * s)()": "another function reads",
    "if h.mean() > 0:\n    self.seen = 1.0\nelse:\n    self.seen = 2.0\nreturn h": "the Python number `1.0`",
    "y = h * 1\nif h.mean() > 0:\n    g = y.view(-1)\n    y += 1\n    h = g * 2\nreturn y, h": "may share memory",
    "y = h * 1\ng = y\nif h.mean() > 0:\n    y += 1\nelse:\n    y = h\nreturn y, g": "binds it to something else",
    "if h.mean() > 0:\n    a = h * 2\n    b = a\n    b += 1\n    h = a + b\nreturn h": "which may be `a`",
    "if h.mean() > 0:\n    a = h * 2\n    b = a.view(-1)\n    a += 1\n    h = b.sum() + a\nreturn h": "`b` may share",
    "if h.mean() > 0:\n    g = h\n    g += 1\n    h = g * 2\nreturn h": "which may be `h`",
    "b = None\nif h.mean() > 0:\n    b = h\nif b is not None:\n    h = h + b\nreturn h, b": "`b` is not known",
    "if h.mean() > 0:\n    b = self.drop\nelse:\n    b = None\nif b is not None:\n    h = b(h)\nreturn h": "self.drop",
    "if h.mean() > 0:\n    o = (h, h)\nelse:\n    o = h\nreturn o": "has another structure",
    "if h.mean() > 0:\n    o = (h, None)\nelse:\n    o = (h, h)\nreturn o": "`None` is not known to be a tensor",
    "for i in range(99):\n    h = h * 2\n    if h.mean() > i:\n        break\nreturn h": "too many iterations",
    "for i in range(3):\n    h = self.norm(h)\n    if h.mean() > i:\n        break\nreturn h": "running statistics",
    "for i in range(3):\n    h[0] = 1\n    if h.mean() > i:\n        break\nreturn h": "does more than bind names",
    "for i in range(3):\n    h = h * 2\n    if h.mean() > i:\n        return h * i\nreturn h": "`i` of the iteration",
    "n = 0\nfor i in range(3):\n    h = h * 2\n    n = n + 1\n    if h.mean() > i:\n        break\nreturn h * n": (
        "`n` is not known to hold a tensor"
    ),
    "a = h\nfor i in range(3):\n    h += 1\n    if h.mean() > i:\n        break\nreturn h * a": "which others may hold",
    "k = None\nfor i in range(3):\n    k = h * 2\n    if k.mean() > i:\n        break\nreturn k": "`k` is not known",
    "for i in range(3):\n    if h.mean() > i:\n        break\n    h = h * 2\nreturn h * i": "`i` is read",
    "for i in range(3):\n    if h.mean() > i:\n        break\n    h = h + 1\nelse:\n    h = -h\nreturn h": "an `else`",
    "for i in iter([1, 2]):\n    if h.mean() > i:\n        break\n    h = h * 2\nreturn h": "exhaust an iterator",
    "for i in range(3):\n    if x.mean() > i:\n        break\n    t = h * 2\n    h = t\nreturn t": "`t` may not be",
    "for i in range(3):\n    if i > 1:\n        if h.mean() > i:\n            continue\n    h = h * 2\nreturn h": (
        "from inside another statement"
    ),
    "for i in range(3):\n    if h.mean() > i:\n        continue\n    h[0] = 1\nreturn h": "writes into a tensor",
}


@pytest.mark.parametrize("body", DECLINED)
def test_what_is_in_the_way(program, body):
    path = program(body)
    assert DECLINED[body] in " ".join(fix.message for fix in fixes(path))


def test_what_is_always_contiguous_has_other_strides(program):
    """``masked_fill`` gives a contiguous tensor also for one that is not, found by generated programs."""
    path = program("if h.mean() > 0:\n    return h.masked_fill(h > 0, 0.0)\nreturn h * 2")
    [fix] = fixes(path)
    assert Kind.LAYOUT in {one.kind for one in fix.open}


@pytest.mark.parametrize(
    "arm", ["v.mul_(2)\n    h = h + 1", "v.mul_(2)\n    h = torch.sin(h)", "z = h * 1\n    v.mul_(2)\n    h = z + h"]
)
def test_what_is_read_behind_a_write_to_its_memory_is_named(program, arm):
    """Also where the arm binds the name that it reads so, found by programs that were written to fool it."""
    path = program(f"h = h * 1\nv = h.detach()\nif h.mean() > 0:\n    {arm}\nreturn h, v")
    [fix] = fixes(path)
    assert "`h` is read before `v` is written, which is seen where the two share memory" in fix.message


def test_one_tensor_under_two_names_becomes_two(program):
    path = program("y = h * 1\nif h.mean() > 0:\n    y = h * 2\n    h = y\nelse:\n    h = h + 1\nreturn h, y")
    [fix] = fixes(path)
    assert Kind.ALIAS in {one.kind for one in fix.open}


def test_a_global_that_both_arms_assign_is_chosen_too(program):
    path = program("global kept\nif h.mean() > 0:\n    kept = h * 2\nelse:\n    kept = h + 1\nreturn h")
    assert "kept = torch.where(h.mean() > 0, h * 2, h + 1)" in fixed(path)


def test_both_arms_draw(program, load):
    path = program("if h.mean() > 0:\n    h = self.drop(h)\nreturn h")
    text = fixed(path)
    assert "h = torch.where(h.mean() > 0, self.drop(h), h)" in text
    [fix] = fixes(path)
    assert Kind.DRAW in {one.kind for one in fix.open}
    before, after = load(path.read_text(encoding="utf-8"), "before"), load(text, "after")
    for x in INPUTS:
        assert_same(run(before, x), run(after, x))


def test_a_tensor_that_is_left_alone_under_no_grad_loses_its_history(program):
    path = program("with torch.no_grad():\n    if h.mean() > 0:\n        h = h * 2\nreturn h")
    [fix] = fixes(path)
    assert any("under `no_grad`" in one.text and one.kind is Kind.SOURCES for one in fix.open)


@pytest.mark.parametrize(
    "body",
    [
        "y = h * 1\nif h.mean() > 0:\n    y *= y\nreturn y",
        "y = h * 1\nif h.mean() > 0:\n    y.mul_(y)\nreturn y",
        "y = h * 1\ns = y.sin()\nif h.mean() > 0:\n    y *= 2\nreturn y + s",
        "y = h * 1\ny[y > 0] = (y * y)[y > 0]\nreturn y",
        "y = h * 1\nif h.mean() > 0:\n    y.relu_().add_(1)\nreturn y",
        "y = h * 1\nif h.mean() > 0:\n    y.relu_()\n    y -= y.mean()\nreturn y",
        "y = h * 1\nif h.mean() > 0:\n    y.sigmoid_()\n    y *= 2\nreturn y",
        "y = h * 1\nif h.mean() > 0:\n    y = h * 2\n    y.relu_()\n    y += 1\nreturn y",
        "y = h * 1\nif h.mean() > 0:\n    y = h + 1\n    y *= y\nreturn y",
        "y = h * 1\ns = y.detach() * h\nif h.mean() > 0:\n    y *= 2\nreturn y + s",
        "y = h * 1\ns = y.reshape(-1).sin().sum()\nif h.mean() > 0:\n    y *= 2\nreturn y + s",
        "y = h * 1\ns = y[..., :2].sin().sum()\nif h.mean() > 0:\n    y *= 2\nreturn y + s",
        "y = h * 1\ns = (+y).sin()\nif h.mean() > 0:\n    y *= 2\nreturn y + s",
    ],
)
def test_a_backward_pass_that_fails_no_more_is_named(program, load, body):
    path = program(body)
    fix, *_ = fixes(path)
    assert "backward pass" in fix.message and Kind.EXCEPTION in {one.kind for one in fix.open}, fix.message
    before, after = load(path.read_text(encoding="utf-8"), "before"), load(fixed(path), "after")
    x = torch.full((2, 3), 5.0)
    for parameter in before.parameters():
        torch.nn.init.constant_(parameter, 1.0)
    after.load_state_dict(before.state_dict())
    with pytest.raises(RuntimeError, match="modified by an inplace operation"):
        before(x).sum().backward()
    after(x).sum().backward()


@pytest.mark.parametrize("made", ["torch.rand_like(x)", "torch.zeros_like(x.float())", "x.new_ones(x.shape)", "x.data"])
def test_what_has_no_history_hands_no_gradient_on(program, made):
    fix, *_ = fixes(program(f"if h.mean() > 0:\n    y = h * x\nelse:\n    y = h.detach() + {made}\nreturn y"))
    assert Kind.SOURCES in {one.kind for one in fix.open}, fix.message
