"""Code that grows, recurses or refers to itself ends in "unknown", never in a crash or an endless loop."""

from __future__ import annotations

import textwrap

import pytest
from checking import Check, places

HEAD = "import torch\nfrom torch import nn\n"


def module(body: list[str], rest: str = "") -> str:
    """A module whose forward has these lines."""
    lines = "".join(f"        {line}\n" for line in body)
    return f"{HEAD}class M(nn.Module):\n{rest}    def forward(self, x):\n{lines}"


def nested(head: str, depth: int = 15) -> list[str]:
    lines = ["    " * level + head.format(level) for level in range(depth)]
    return [*lines, "    " * depth + "x = x + 1", "return x"]


CALLS_ITSELF = """
    def fib(n, x):
        if n < 2:
            return x
        return fib(n - 1, x) + fib(n - 2, x)

    def even(n, x):
        return x if n == 0 else odd(n - 1, x)

    def odd(n, x):
        return -x if n == 0 else even(n - 1, x)

    @torch.compile
    def f(x):
        return fib(30, x) + even(99, x)
"""
DYNAMIC_BASES = """
    class Meta(type):
        def __call__(cls, *args):
            return super().__call__(*args)

    def make(base):
        class C(base, metaclass=Meta):
            pass
        return C

    class A(make(nn.Module)):
        def forward(self, x):
            return x

    class B(make(A), make(make(A)), *[A]):
        def forward(self, x):
            return super().forward(x)

    class Q(Q):
        pass

    class R(S):
        pass

    class S(R):
        def forward(self, x):
            return x
"""
GLOBAL_CYCLES = """
    a = b
    b = a
    c = [c]
    f = lambda: f()

    @d
    def d(function):
        def wrapper(*args):
            return function(*args)
        return wrapper

    class M(nn.Module):
        p = property(lambda self: self.p)

        @property
        def q(self):
            return self.r

        @property
        def r(self):
            return self.q

        @d
        @d
        def forward(self, x):
            return f() + a + c[0] + self.p + self.q
"""
STAR_IMPORTS = """
    from torch import *
    from torch.nn import *
    from os.path import *
    from .nothing import *
    from module import *

    class M(Module):
        def forward(self, x):
            return relu(x)
"""
FAN_OUT = (
    HEAD
    + "".join(
        f"def f{i}(x, y):\n    return f{i + 1}(x, y) + f{i + 1}(y, x) + f{i + 1}(x + 1, 3) + f{i + 1}(None, x)\n"
        for i in range(25)
    )
    + "def f25(x, y):\n    return x\n@torch.compile\ndef g(x):\n    return f0(x, 5)\n"
)
GENERATED = module(
    ["return self.m0(x)"],
    "".join(f"    def m{i}(self, x):\n        return self.m{i + 1}(x if self.f{i} else -x)\n" for i in range(1500)),
)
PROGRAMS = {
    "calls itself": HEAD + textwrap.dedent(CALLS_ITSELF),
    "dynamic bases": HEAD + textwrap.dedent(DYNAMIC_BASES),
    "global cycles": HEAD + textwrap.dedent(GLOBAL_CYCLES),
    "star imports": HEAD + textwrap.dedent(STAR_IMPORTS),
    "fan out": FAN_OUT,
    "generated": GENERATED,
    "nested for": module(nested("for i{} in range(self.n):")),
    "nested if": module(nested("if self.a{}:")),
    "nested while": module(nested("while self.a{}:")),
    "nested with": module(nested("with self.a{}:")),
    "nested lists": module(
        ["return [[[[[a + b + c + d + e for a in x] for b in x] for c in x] for d in x] for e in x]"]
    ),
    "many ifs": module([*(f"if self.a{i}: x = x + {i}" for i in range(3000)), "return x"]),
    "many tries": module([*["try: x = x + 1", "except Exception: x = x - 1"] * 500, "return x"]),
    "many arms": module(["if self.a: x = x", *(f"elif self.a == {i}: x = x + {i}" for i in range(400)), "return x"]),
    "wide expression": module(["return " + " + ".join(["x"] * 450)]),
    "growing tuple": module(["t = ()", "while self.a:", "    t = t + (x, t)", "return t"]),
    "growing containers": module(["t = [x]", "for i in range(self.n):", "    t = [t, {'a': t}]", "return t"]),
    "growing constants": module(
        ["t, s = 1, 'a'", "for i in range(self.n):", "    t, s = t * 3 + 1, s + s", "return t"]
    ),
    "huge constants": module(["t = 10 ** 10 ** 10", "u = 1 << (1 << 60)", "v = 'a' * 10**12", "w = [0] * 10**12"]),
    "refers to itself": module(
        ["self.me = self", "d, l = {}, []", "d['d'] = d", "l.append(l)", "return self.me.me.me(x)"]
    ),
    "lambda chain": module(["f = lambda y: y", *["f = (lambda g: lambda y: g(y) + 1)(f)"] * 60, "return f(x)"]),
    "class in a loop": module(
        ["for i in range(3):", "    class A(nn.Module):", "        def forward(self, y): return y", "    x = A()(x)"]
    ),
    "big table": HEAD
    + "D = {"
    + ", ".join(f"'{i}': [{i}, {{'a': {i}}}]" for i in range(5000))
    + "}\nclass M(nn.Module):\n    def forward(self, x, k):\n        for a, b in D.items():\n            x = x + b[0]\n"
    + "        return D[k][0] + x\n",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_it_ends(found: Check, name: str) -> None:
    assert found(PROGRAMS[name], ignore=("FG506", "FG604")) == []  # what is made in forward does break


def test_findings_do_not_multiply_with_the_ways_that_lead_to_them(found: Check) -> None:
    calls = "".join(f"def f{i}(x):\n    return f{i + 1}(x) + f{i + 1}(-x) + f{i + 1}(x[0])\n" for i in range(30))
    code = f"{HEAD}{calls}def f30(x):\n    print(x)\n    return x\n@torch.compile\ndef g(x):\n    return f0(x)\n"
    assert places(found(code)) == [("module.py", 64, "FG401")]


def test_a_long_function_is_followed_to_its_end(found: Check) -> None:
    code = module([*["x = x + 1"] * 10_000, "if x.sum() > 0:", "    x = x - 1", "return x"])
    assert places(found(code)) == [("module.py", 10_005, "FG101")]


def test_imports_in_a_circle(found: Check) -> None:
    files = {
        "one.py": "from two import *\nfrom two import helper\nimport two\ndef base(x):\n    print(x)\n    return x\n",
        "two.py": "from one import *\nimport one\ndef helper(x):\n    return one.base(x)\n",
        "model.py": f"{HEAD}from one import helper, nothing\nclass M(nn.Module):\n    def forward(self, x):\n"
        "        return nothing(helper(x))\n",
    }
    assert places(found(files)) == [("one.py", 5, "FG401")]


def test_layer_of_which_a_partial_gives_the_sizes(found: Check) -> None:
    """The sizes stand in another call than the one that makes the layer."""
    source = """
        import functools
        import torch
        from torch import nn

        def copies(layer, count):
            return nn.ModuleList([layer() for _ in range(count)])

        class M(nn.Module):
            def __init__(self, size):
                super().__init__()
                self.layers = copies(functools.partial(nn.Linear, size, size * 2), 2)

            def forward(self, x: torch.Tensor):
                return self.layers[0](x)
    """
    assert not found(source)
