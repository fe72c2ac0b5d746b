"""Programs that make, nest, alias and change lists and dictionaries, and what Python does with them."""

from __future__ import annotations

import random
import signal
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import Any

HELPERS = """
import copy


def add(items, x):
    items.append(x)


def put(table, x):
    table["m"] = x


def each(groups, x):
    for group in groups:
        group.append(x)


def kept(groups):
    out = []
    for group in groups:
        group.append(1)
        out.append(group)
    return out


def first(groups):
    return groups[0]


def nest(items):
    return [items, []]


def renamed(items, x):
    mine = items
    mine.append(x)


class Holder:
    def __init__(self, held):
        self.held = held


def make():
    return {"a": [], "b": {}}


def both(items, table):
    table["a"] = items
    items.append(1)
    return table
"""

_NEW = """
[]
{}
[[], []]
{"a": []}
[{} for _ in range(2)]
[[] for _ in range(2)]
[{}, {}]
{"a": {}, "b": []}
dict()
list()
[1]
{"m": 1}
""".split("\n")[1:-1]

# V, W and U are variables; ` / ` parts lines.
_STEPS = """
V = W
V = W[0]
V = W["a"]
V = W if self.flag else U
V = W or U
V, W = W, V
V = (W, U)
V = [W, U]
V = [W] * 2
V = W + U
V = {"a": W, "c": U}
V = dict(a=W)
V = [W for _ in range(2)]
V = list(W)
V = dict(W)
V = W.copy()
V = copy.copy(W)
V = copy.deepcopy(W)
V = W[:1]
V = [*W]
V = {**W}
V, *U = W
V = [e for e in W]
V = [e for e in W if e]
V = {k: e for k, e in W.items()}
V = sorted(W)
V = list(reversed(W))
V += [1]
V.append(1)
V["m"] = 1
V.append(W)
V["b"] = W
V.insert(0, W)
V.extend(W)
V.update(W)
W[0].append(1)
W["a"].append(1)
W[0]["m"] = 1
V.setdefault("a", []).append(1)
V = W.append / V(1)
V.pop()
V.pop("m")
V.pop("a", None)
V.clear()
V.remove(1)
del V[0]
del V["m"]
add(V, x)
put(V, x)
put(x=1, table=V)
each(V, x)
V = kept(W)
V = first(W)
V = nest(W)
V = both(W, U)
for e in V: /     e.append(1)
for e in V: /     e["m"] = 1
for e, f in zip(V, W): /     e.append(f)
for i, e in enumerate(V): /     e.append(i)
for k, e in V.items(): /     e.append(k)
for e in V.values(): /     e.append(1)
for i in range(2): /     V.append([])
for i in range(2): /     V.append({})
for e in list(V): /     V.append(e)
for e in V: /     if e: /         break /     e.append(1)
while len(V) < 2: /     V.append([])
[e.append(1) for e in V]
if self.flag: /     V.append(1) / else: /     W.append(2)
if self.flag: /     V = W
if self.flag: /     V["m"] = W
try: /     V.append(1) / except AttributeError: /     pass
def inner(): /     V.append(3) / inner()
(lambda a: a.append(4))(V)
self.c = V
V = self.c
V = self.c = W
self.c.append(1)
self.c["m"] = 1
self.c = [V]
self.c = {"a": V}
V = getattr(self, "c")
setattr(self, "c", V)
V = self.keep(W)
renamed(V, x)
V = make()
V, W = make(), make()
V, W = [make() for _ in range(2)]
V = Holder({"a": []}).held
V = Holder(W).held
h = Holder(V) / h.held.append(1)
def push(item): /     V.append(item) / push(1) / push(2)
self.twice(V) / self.twice(V)
""".split("\n")[1:-1]

_TESTS = """
if V:
if not V:
if "m" in V:
if "m" not in V:
if len(V) > 1:
if len(V) == 0:
if V[0]:
if "a" in V and V["a"]:
if V is not None and len(V) == 1:
for e in V:
if any(V):
""".split("\n")[1:-1]

_NAMES = "pqrs"
_LARGEST = 300
"""Objects that a program may come to hold."""


@dataclass(frozen=True)
class Program:
    """A module whose ``forward`` reads a tensor behind tests of containers."""

    text: str
    reached: frozenset[int]
    """The lines of the reads that Python comes to, whatever ``self.flag`` is."""
    reads: frozenset[int]


class _Tensor:
    def __int__(self) -> int:
        return 1


class _Model:
    def __init__(self, flag: bool) -> None:
        self.c: Any = []
        self.flag = flag

    def keep(self, value: Any) -> Any:
        self.c = value
        return value

    def twice(self, items: Any) -> None:
        items.append(1)


def program(seed: str) -> Program:
    """The program of a seed: each step is one that Python can do where it stands."""
    rng = random.Random(seed)
    steps = [f"{name} = {rng.choice(_NEW)}" for name in _NAMES]
    count, reads, reached = rng.randint(10, 22), 0, frozenset[int]()
    for _ in range(400):
        if len(steps) >= count:
            break
        names = {"V": rng.choice(_NAMES), "W": rng.choice(_NAMES), "U": rng.choice(_NAMES)}
        is_test = rng.random() < 0.25
        step = "".join(names.get(letter, letter) for letter in rng.choice(_TESTS if is_test else _STEPS))
        step = step.replace(" / ", "\n")
        if is_test:
            step += f"\n    hit.add({reads}); int(x)"
        hit = _run([*steps, step])
        if hit is not None:
            steps.append(step)
            reached, reads = hit, reads + is_test
    body = "\n".join(steps).split("\n")
    head = [
        "import torch",
        "from torch import nn",
        *HELPERS.split("\n"),
        "class Model(nn.Module):",
        "    def __init__(self, flag):",
        "        super().__init__()",
        "        self.c = []",
        "        self.flag = flag",
        "",
        "    def keep(self, value):",
        "        self.c = value",
        "        return value",
        "",
        "    def twice(self, items):",
        "        items.append(1)",
        "",
        "    def forward(self, x):",
    ]
    rows = {}
    for row, line in enumerate(body, len(head) + 1):
        if "hit.add(" in line:
            rows[int(line.split("hit.add(")[1].split(")")[0])] = row
            body[row - len(head) - 1] = "    int(x)"
    text = "\n".join([*head, textwrap.indent("\n".join([*body, "return x"]), " " * 8), ""])
    return Program(text, frozenset(rows[number] for number in reached), frozenset(rows.values()))


def _run(steps: list[str]) -> frozenset[int] | None:
    """The reads that are reached with either flag; None where a step fails, or makes too much."""
    hit: set[int] = set()
    for flag in (True, False):
        names: dict[str, Any] = {"self": _Model(flag), "x": _Tensor(), "hit": hit}
        try:
            with _limited():
                exec(HELPERS + "\n".join(steps), names)
        except Exception:
            return None
        if _size([names[name] for name in _NAMES]) > _LARGEST:
            return None
    return frozenset(hit)


@contextmanager
def _limited() -> Iterator[None]:
    """Raises `TimeoutError` after two seconds: a loop may add to what it goes over."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(2)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _size(value: Any) -> int:
    waiting, count = [value], 0
    while waiting and count <= _LARGEST:
        one = waiting.pop()
        count += 1
        if isinstance(one, (list, tuple, dict)):
            waiting += list(one.values() if isinstance(one, dict) else one)[: _LARGEST + 1]
    return count
