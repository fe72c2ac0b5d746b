"""Which code counts as compiled."""

from __future__ import annotations

import pytest
from checking import Check, places

HEAD = "import functools\nimport torch\nfrom torch import nn\nfrom torch import compile as tc\n\n"


@pytest.mark.parametrize(
    "code",
    [
        "@torch.compile\ndef f(x):\n    print(x)\n",
        "@torch.compile(dynamic=True)\ndef f(x):\n    print(x)\n",
        "@tc\ndef f(x):\n    print(x)\n",
        "@functools.partial(torch.compile, dynamic=True)\ndef f(x):\n    print(x)\n",
        "fast = functools.partial(torch.compile, dynamic=True)\n@fast\ndef f(x):\n    print(x)\n",
        "def f(x):\n    print(x)\ng = torch.compile(f)\n",
        "def f(x):\n    print(x)\ndef main():\n    g = torch.compile(f, mode='max-autotune')\n"
        "    g(torch.ones(3))\nmain()\n",
        "class T:\n    @torch.compile\n    def step(self, x):\n        print(x)\n",
        "class M(nn.Module):\n    def forward(self, x):\n        print(x)\nm = M()\nm.compile()\n",
        "class M(nn.Module):\n    def run(self, x):\n        print(x)\nm = M()\nm.run = torch.compile(m.run)\n",
        "def outer():\n    def inner(x):\n        print(x)\n    return torch.compile(inner)\n",
        "g = torch.compile(lambda x: print(x))\n",
        "class L(nn.Module):\n    def forward(self, x):\n        print(x)\nclass M(nn.Module):\n"
        "    def __init__(self):\n"
        "        super().__init__()\n        self.layers = nn.ModuleList([L() for _ in range(3)])\n"
        "m = M()\nfor i, layer in enumerate(m.layers):\n    m.layers[i] = torch.compile(layer)\n",
    ],
)
def test_every_way_to_compile_is_a_root(found: Check, code: str) -> None:
    text = HEAD + code
    line = text[: text.index("print")].count("\n") + 1
    assert places(found(text, scope="explicit")) == [("module.py", line, "FG401")]


@pytest.mark.parametrize(
    "code",
    [
        "def f(x):\n    print(x)\n",
        "class M:\n    def forward(self, x):\n        print(x)\n",
        "class M(nn.Module):\n    def reset(self):\n        print(1)\n    def forward(self, x):\n        return x\n",
        "class M(nn.Module):\n    def forward(self, x):\n        return self.log(x)\n"
        "    @torch.compiler.disable\n    def log(self, x):\n        print(x)\n",
        "class F(torch.autograd.Function):\n    @staticmethod\n    def forward(ctx, x):\n        print(x)\n",
    ],
)
def test_other_code_is_not_compiled(found: Check, code: str) -> None:
    assert found(HEAD + code) == []


def test_explicit_scope_leaves_forwards_out(found: Check) -> None:
    code = HEAD + "class M(nn.Module):\n    def forward(self, x):\n        print(x)\n"
    assert len(found(code)) == 1
    assert found(code, scope="explicit") == []


def test_mode_is_the_one_of_the_compile_call(found: Check) -> None:
    body = "def f(x):\n    n = x.sum().item()\n    if n > 0:\n        return x\n    return -x\n"
    default = found(HEAD + body + "g = torch.compile(f)\n")
    assert [(d.code, d.modes) for d in default] == [("FG201", ("default",))]
    strict = found(HEAD + body + "g = torch.compile(f, fullgraph=True)\n")
    assert [(d.code, d.modes) for d in strict] == [("FG101", ("fullgraph",))]


def test_calls_are_followed_with_what_they_are_given(found: Check) -> None:
    code = """
        import torch

        def helper(value, flag):
            if flag:
                return value
            if value.mean() > 1:
                value = value * 2
            return value

        @torch.compile
        def f(x):
            return helper(x, True)

        @torch.compile
        def g(x):
            return helper(x, False)
    """
    diagnostics = found(code)
    assert places(diagnostics) == [("module.py", 7, "FG101")]
    assert [step.text for step in diagnostics[0].trace] == ["@torch.compile", "g", "helper"]


def test_one_cause_is_one_diagnostic_however_many_roots_reach_it(found: Check) -> None:
    forwards = "".join(
        f"class M{i}(nn.Module):\n    def forward(self, x):\n        return shout(x)\n\n" for i in range(5)
    )
    diagnostics = found(HEAD + "def shout(x):\n    print(x)\n    return x\n\n" + forwards)
    assert places(diagnostics) == [("module.py", 7, "FG401")]
    assert diagnostics[0].trace[-1].text == "and 4 more ways"


def test_what_a_function_far_down_the_host_code_sets_is_known(found: Check) -> None:
    code = """
        import torch
        from torch import nn

        class Model(nn.Module):
            def __init__(self):
                super().__init__()
                self._limit = None

            @property
            def limit(self):
                return self._limit

            @limit.setter
            def limit(self, value):
                self._limit = value

            def forward(self, x):
                if self.limit(x):
                    x = x + 1
                return x

        def never(x):
            return False

        def build():
            model = Model()
            model.limit = never
            return model

        def train(steps):
            model = torch.compile(build())
            for _ in range(steps):
                model(torch.ones(3))

        def run(steps):
            train(steps)

        def main():
            run(3)

        main()
    """
    assert found(code, scope="explicit") == []
    assert len(found(code.replace("return False", "return x.sum() > 0"), scope="explicit")) == 1
