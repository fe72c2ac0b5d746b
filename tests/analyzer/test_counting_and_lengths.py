"""What the rules about recompiles ask: what is counted, what is a length, and what a loop gives each time."""

from __future__ import annotations

import ast

import pytest
from checking import Check, places
from fullgraph.lint.dataflow.counters import counted
from fullgraph.lint.dataflow.size_expressions import length_of
from fullgraph.lint.domain.loop_variance import argument_of


def statement(text: str) -> ast.stmt:
    return ast.parse(text).body[0]


def function(text: str) -> ast.FunctionDef:
    found = statement(text)
    assert isinstance(found, ast.FunctionDef)
    return found


@pytest.mark.parametrize(
    ("text", "target"),
    [
        ("self.n += 1", "self.n"),
        ("self.n -= 2", "self.n"),
        ("self.n = self.n + 1", "self.n"),
        ("self.n = 1 + self.n", "self.n"),
        ("n *= 2", "n"),
        ("self.n += len(x)", None),
        ("self.n += 0", None),
        ("self.n += 0.5", None),
        ("self.n += True", None),
        ("self.n += loss", None),
        ("self.n = (self.n + 1) % 4", None),
        ("self.n = other.n + 1", None),
        ("self.n //= 2", None),
    ],
)
def test_what_a_statement_counts(text: str, target: str | None) -> None:
    found = counted(statement(text))
    assert (ast.unparse(found) if found is not None else None) == target


def test_lengths_count_in_a_function() -> None:
    f = function("def f(self, x):\n    n = x.shape[1]\n    self.p += n\n    self.p += len(x)\n    self.p += self.q")
    assert [counted(node, f) is not None for node in f.body[1:]] == [True, True, False]


@pytest.mark.parametrize(
    ("body", "expression", "length"),
    [
        ("", "x.shape[0]", ("x", 0, "")),
        ("", "x.size(-1)", ("x", -1, "")),
        ("", "len(x)", ("x", 0, "")),
        ("", "x.shape[i]", ("x", None, "")),
        ("", "x.shape[1:]", None),
        ("", "x.numel()", None),
        ("n = x.shape[1]", "n", ("x", 1, "n")),
        ("b, t, *rest = x.shape", "t", ("x", 1, "t")),
        ("*rest, d = x.size()", "d", ("x", -1, "d")),
        ("*rest, d = x.size()", "rest", None),
        ("a = x.shape[0]; n = a", "n", ("x", 0, "n")),
        ("n = x.shape[0]; n += 1", "n", None),
        ("n = x.shape[0]; n = 4", "n", None),
        ("n = n", "n", None),
    ],
)
def test_lengths(body: str, expression: str, length: tuple[str, int | None, str] | None) -> None:
    f = function(f"def f(x, i):\n    {body or 'pass'}")
    found = length_of(ast.parse(expression, mode="eval").body, f)
    assert (None if found is None else (ast.unparse(found.owner), found.dim, found.name)) == length


def test_variables_in_a_circle_have_no_length() -> None:
    f = function("def f(x):\n    a = b\n    b = a")
    assert length_of(ast.parse("a", mode="eval").body, f) is None


def test_argument_of_a_method() -> None:
    init = function("def __init__(self, size, *, index=0): pass")
    for text, name, expected in [
        ("L(4, index=i)", "index", "i"),
        ("L(4, index=i)", "size", "4"),
        ("L(*sizes)", "size", None),
        ("L(4)", "index", None),
    ]:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        found = argument_of(call, init, name)
        assert (ast.unparse(found) if found is not None else None) == expected


COUNTERS = """
    import torch
    from torch import nn

    class Counts(nn.Module):
        def __init__(self):
            super().__init__()
            self.n = 0
            self.built = 0
            self.build()

        def build(self):
            self.built += 1

        def tick(self):
            self.n += 1

        def forward(self, x):
            y = x * self.built
            if self.n > 3:
                y = y + self.n
            return y

    class Plain:
        def __init__(self):
            self.n = 0

        def add(self, x):
            self.n += 1
            return x

    @torch.compile
    def f(x, plain: Plain):
        return plain.add(x)
"""


def test_the_first_read_of_a_counted_attribute_is_reported(found: Check) -> None:
    """Of modules: the numbers of other objects become symbolic."""
    assert places(found(COUNTERS, select=("FG7",))) == [("module.py", 20, "FG701")]


HOST = """
    import torch
    from torch import nn

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.step = 0
            self.size = 0

        def forward(self, x, n=1):
            for _ in range(n):
                x = x + self.step
            return x * self.size

    model = Model()
    compiled = torch.compile(model)
    for i in range(100):
        compiled.step = i
        model.size = 3
        compiled(torch.ones(3), n=i)
"""


def test_what_a_loop_of_the_host_counts(found: Check) -> None:
    assert places(found(HOST, select=("FG7",))) == [("module.py", 12, "FG706"), ("module.py", 13, "FG701")]


def test_what_a_loop_does_not_count(found: Check) -> None:
    host = HOST.replace("compiled.step = i", "compiled.step = i % 2").replace("n=i", "n=2")
    assert places(found(host, select=("FG7",))) == []


def test_loops_that_set_a_number_on_other_objects(found: Check) -> None:
    host = HOST.replace("for i in range(100):", "for i, m in enumerate([model]):").replace("compiled.step", "m.step")
    assert places(found(host.replace("n=i", "n=2"), select=("FG7",))) == []
