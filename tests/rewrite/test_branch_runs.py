"""Rewritten branches do what the originals did: values, gradients, dtypes and shapes, eager and in one graph."""

import ast
import math

import pytest

torch = pytest.importorskip("torch")

import torch.nn.functional as F  # noqa: E402
from fake_oracle import FakeOracle, apply, find, source_file, tensor  # noqa: E402
from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix  # noqa: E402
from fullgraph.rules.rewrite.branches.branch import where_or_cond  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from torch._dynamo.testing import CompileCounterWithBackend  # noqa: E402

FACTS = {
    "x": tensor("x", fresh=True),
    "y": tensor("y"),
    "h": tensor("x", fresh=True),
    "c": tensor("c", (), "bool", floating=False, boolean=True),
    "p": tensor("p", (1,), "d"),
    "s": tensor("x", ()),
    "m": tensor("m", "s", "bool", floating=False, boolean=True),
}

SAFE = {
    "assign": "if c:\n    z = x * 2\nelse:\n    z = x + 1\nreturn z",
    "return": "if c:\n    return x / 3\nelse:\n    return -x",
    "early return": "if c:\n    return 1 - x\nreturn x - 1",
    "one-armed": "if c:\n    x = x * 2\nreturn x + 1",
    "one element": "if p:\n    x = x * 2\nreturn x + 1",
    "number": "if x.sum() > 0:\n    x = x * 2\nreturn x + 1",
    "not": "if not c:\n    x = x * 2\nreturn x + 1",
    "and": "if c and x.sum() > 0:\n    x = x * 2\nreturn x + 1",
    "or": "if c or x.sum() > 0:\n    x = x * 2\nreturn x + 1",
    "chain": "s = x.sum()\nif -1 < s < 1:\n    x = x * 2\nreturn x + 1",
    "elif": "if c:\n    z = x * 2\nelif x.sum() > 0:\n    z = x * 3\nelse:\n    z = x\nreturn z + 1",
    "two names": "if c:\n    x = x * 2\n    y = y * 3\nelse:\n    y = y + 1\n    x = x + 1\nreturn x + 2 * y",
    "one of two names": "if c:\n    x = x * 2\n    y = y * 2\nelse:\n    y = y * 3\nreturn x + 2 * y",
    "relu": "if c:\n    z = F.relu(x)\nelse:\n    z = x.relu() * 2\nreturn z",
    "clamp": "if c:\n    z = x.clamp(min=-1, max=1)\nelse:\n    z = torch.clamp(x, min=0)\nreturn z",
    "where": "if c:\n    z = torch.where(x > 0, x, x * 2)\nelse:\n    z = torch.where(x > 1, x, x * 0.5)\nreturn z",
    "sum": "if c:\n    z = x.sum()\nelse:\n    z = x.mean() * 2\nreturn z",
    "clone": "if c:\n    z = x.clone()\nelse:\n    z = x + x\nreturn z",
    "bool": "if c:\n    z = torch.isnan(x)\nelse:\n    z = (x > 1) & m\nreturn z",
    "ternary": "return (x * 2 if c else x / 4)",
    "sqrt": "if c:\n    z = x.sqrt()\nelse:\n    z = x * 2\nreturn z",
    "divisor": "if x.sum() > 0:\n    z = x / x.sum()\nelse:\n    z = x * 1\nreturn z",
    "log in the other arm": "return (x * 2 if c else x + x.log())",
    "power": "if c:\n    z = x ** 0.5\nelse:\n    z = -x\nreturn z",
}
UNSAFE = {
    "module-like": "if c:\n    z = x @ x\nelse:\n    z = x.exp()\nreturn z",
    "product": "if c:\n    z = x * y\nelse:\n    z = x + y\nreturn z",
    "division": "if c:\n    z = x / y\nelse:\n    z = y / x.exp()\nreturn z",
    "identity": "if c:\n    y = y * 2\nreturn y",
    "identity of cond": "if c:\n    x = x @ x\nreturn x",
    "steps": "if c:\n    h = x @ x\n    x = h + 1\nelse:\n    x = x * 2\n    x = x + 3\nreturn x",
    "rest": "if c:\n    return x * 2\nh = x @ x\nreturn h + 1",
    "two of cond": "if c:\n    x = x @ x\n    y = y * 2\nelse:\n    y = y @ y\nreturn x, y",
    "nested cond": "if c:\n    x = x @ x\nelif x.sum() > 0:\n    x = x * 2\nelse:\n    x = x.exp()\nreturn x",
    "other strides": "if c:\n    z = torch.isnan(x)\nelse:\n    z = m & m\nreturn z",
    "other source": "if c:\n    z = x * 2\nelse:\n    z = y * 2\nreturn z",
    "ternary cond": "return (x @ x if c else x)",
    "and of cond": "if c and x.sum() > 0:\n    x = x @ x\nreturn x * 1",
}


def build(body):
    """The original function, the rewritten one, and the fix."""
    text = "def f(x, y, c, p, m):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    source = source_file(text)
    node, following = find(source, ast.IfExp if body.startswith("return") else ast.If)
    escaping = {"x"} if body.endswith("return x") else ()
    oracle = FakeOracle(FACTS, unbound={"h", "z"}, unused={"h"}, escaping=escaping)
    fix = where_or_cond(node, source, oracle, following)
    assert isinstance(fix, Fix), fix
    functions = []
    for code in (text, apply(source, fix)):
        scope = {"torch": torch, "F": F}
        exec(code, scope)
        functions.append(scope["f"])
    return (*functions, fix)


def run(function, x, y, c, p, m):
    """Results and gradients, or the exception's type."""
    x, y = x.clone().requires_grad_(), y.clone().requires_grad_()
    results = function(x, y, c, p, m)
    results = results if isinstance(results, tuple) else (results,)
    total = sum((result.sum() for result in results if result.requires_grad), torch.zeros(()))
    if total.requires_grad:
        total.backward()
    return [*(result.detach() for result in results), x.grad, y.grad]


def same(left, right):
    assert len(left) == len(right)
    for one, other in zip(left, right, strict=True):
        assert (one is None) == (other is None)
        if one is not None:
            assert one.dtype == other.dtype
            assert one.shape == other.shape
            assert torch.equal(one.isnan(), other.isnan()), (one, other)
            torch.testing.assert_close(one, other, rtol=0, atol=0, equal_nan=True)


NUMBERS = st.sampled_from([0.0, -0.0, 1.0, -2.5, 1e-30, 1e30, math.inf, -math.inf, math.nan]) | st.floats(width=32)


@st.composite
def inputs(draw):
    x, y = (torch.tensor([[draw(NUMBERS) for _ in range(2)] for _ in range(2)]) for _ in range(2))
    mask = torch.tensor([[draw(st.booleans()) for _ in range(2)] for _ in range(2)])
    return x, y, torch.tensor(draw(st.booleans())), torch.tensor([draw(NUMBERS)]), mask


@pytest.mark.parametrize("case", SAFE)
def test_safe_rewrites_are_exact(case):
    original, rewritten, fix = build(SAFE[case])
    assert fix.applicability is Applicability.SAFE, fix.message

    @settings(max_examples=50, deadline=None)
    @given(inputs())
    def check(values):
        same(run(original, *values), run(rewritten, *values))

    check()


def both_sides():
    """Ordinary inputs that take every arm."""
    generator = torch.Generator().manual_seed(0)
    mask = torch.tensor([[True, False], [False, True]])
    for sign in (1, -1):
        for flag in (True, False):
            x, y = (sign * torch.rand(2, 2, generator=generator) for _ in range(2))
            yield x, y, torch.tensor(flag), torch.tensor([float(flag)]), mask


@pytest.mark.parametrize("case", UNSAFE)
def test_unsafe_rewrites_are_exact_on_ordinary_inputs(case):
    original, rewritten, fix = build(UNSAFE[case])
    assert fix.applicability is Applicability.UNSAFE
    for values in both_sides():
        if case != "other source":
            same(run(original, *values), run(rewritten, *values))


@pytest.mark.parametrize("case", [*SAFE, *UNSAFE])
def test_rewrites_compile_to_one_graph(case):
    original, rewritten, _ = build({**SAFE, **UNSAFE}[case])
    counter = CompileCounterWithBackend("aot_eager")
    torch._dynamo.reset()
    compiled = torch.compile(rewritten, backend=counter, fullgraph=True)
    for values in both_sides():
        expected = run(rewritten, *values)
        same(expected, run(compiled, *values))
    assert counter.frame_count == 1
    with pytest.raises(torch._dynamo.exc.Unsupported):
        torch._dynamo.reset()
        torch.compile(original, backend="eager", fullgraph=True)(*next(both_sides()))


def test_the_named_gradient_difference_is_real():
    original, rewritten, fix = build(UNSAFE["product"])
    assert "gradients become NaN" in fix.message
    assert "torch.where" in fix.message
    x, y, _, p, m = next(both_sides())
    values = (x, torch.full_like(y, torch.inf), torch.tensor(False), p, m)
    assert not run(original, *values)[1].isnan().any()
    assert run(rewritten, *values)[1].isnan().all()


@pytest.mark.parametrize("case", ["division"])
def test_arms_that_ordinary_inputs_make_infinite_are_not_computed_needlessly(case):
    original, rewritten, fix = build(UNSAFE[case])
    assert "torch.cond" in fix.message
    x, y, _, p, m = next(both_sides())
    values = (torch.zeros_like(x), torch.zeros_like(y), torch.tensor(False), p, m)
    same(run(original, *values), run(rewritten, *values))


def test_the_named_zero_gradient_is_real():
    original, rewritten, fix = build(UNSAFE["other source"])
    assert "zero gradient instead of none" in fix.message
    values = next(both_sides())
    assert run(original, *values)[2] is None
    assert (run(rewritten, *values)[2] == 0).all()


def test_more_than_one_element_is_an_error_as_before():
    original, rewritten, _ = build("if m:\n    x = x * 2\nreturn x + 1")
    values = next(both_sides())
    for function in (original, rewritten):
        with pytest.raises(RuntimeError):
            function(*values)
