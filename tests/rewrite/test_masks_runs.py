"""Whole tensors instead of what a mask picks out: the same values, dtypes and gradients, for hard numbers."""

import ast
import math

import pytest

torch = pytest.importorskip("torch")

from fake_oracle import FakeOracle, apply, source_file, tensor  # noqa: E402
from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix  # noqa: E402
from fullgraph.rules.rewrite.analysis.layout import LAYOUT  # noqa: E402
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, TensorFacts  # noqa: E402
from fullgraph.rules.rewrite.masks.masks import mask_rewrite  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

FACTS = {
    "x": tensor("x", fresh=True),
    "y": tensor("y"),
    "w": tensor("w", dtype="e"),
    "a": tensor("a"),
    "self.b": tensor("b"),
    "k": TensorFacts("s", None, None, True, frozenset({"k"})),
    "i": TensorFacts("s", "torch.int64", False, True, frozenset()),
    "m": TensorFacts("s", "bool", False, True, frozenset(), True),
    "q": TensorFacts("s", "bool", False, True, frozenset(), True),
    "rows": TensorFacts("r", "bool", False, True, frozenset(), True),
    "n": TensorFacts("s", None, None, True, frozenset()),
}
ORDER = "it adds in another order, which can change the last digits"


def rewritten(body, **known):
    """The body as it becomes, and the fix or the obstacle."""
    text = "def f(x, y, m, i, q):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    source = source_file(text)
    oracle = FakeOracle({**FACTS, **known.pop("facts", {})}, numbers={"c": None}, tree=source.tree, **known)
    node = next(n for n in ast.walk(source.tree) if isinstance(n, ast.Subscript))
    statement = next(n for n in source.tree.body[0].body if node in ast.walk(n))
    result = mask_rewrite(node, statement, source, oracle)
    if isinstance(result, Obstacle):
        return body, result
    new = apply(source, result)
    return "\n".join(line[4:] for line in new.splitlines() if line.startswith("    ")), result


UPDATES = {
    "x[m] *= 2": "x = torch.where(m, x * 2, x)",
    "x[m] *= -0.1": "x = torch.where(m, x * -0.1, x)",
    "x[m] += 1": "x = torch.where(m, x + 1, x)",
    "x[m] -= 0.5": "x = torch.where(m, x - 0.5, x)",
    "x[m] /= 3": "x = torch.where(m, x / 3, x)",
    "x[m] = y[m]": "x = torch.where(m, y, x)",
    "x[m] += y[m]": "x = torch.where(m, x + y, x)",
    "x[m] = -x[m]": "x = torch.where(m, -x, x)",
    "x[m] = 2 * y[m] + 1": "x = torch.where(m, 2 * y + 1, x)",
    "x[m] = (y[m] - 1) * 2": "x = torch.where(m, (y - 1) * 2, x)",
    "x[m] = 1 - (y[m] - 2)": "x = torch.where(m, 1 - (y - 2), x)",
    "x[m] = -(y[m] + x[m]) / 4": "x = torch.where(m, -(y + x) / 4, x)",
    "x[y > 0] *= 2": "x = torch.where(y > 0, x * 2, x)",
}
REDUCTIONS = {
    "return q[m].any()": "return torch.where(m, q, False).any()",
    "return q[m].all()": "return torch.where(m, q, True).all()",
    "return q[m].sum()": "return torch.where(m, q, 0).sum()",
    "return i[m].sum()": "return torch.where(m, i, 0).sum()",
    "return x[m].any()": "return torch.where(m, x, False).any()",
    "return ~x[m].all()": "return ~torch.where(m, x, True).all()",
}
HARD = [0.0, -0.0, 1.0, -2.5, 1e-45, 1e30, 3e38, math.inf, -math.inf, math.nan]
NUMBERS = st.sampled_from(HARD) | st.floats(width=32)


@st.composite
def inputs(draw):
    size = draw(st.integers(0, 4))
    x, y = ([draw(NUMBERS) for _ in range(size)] for _ in range(2))
    m, q = ([draw(st.booleans()) for _ in range(size)] for _ in range(2))
    i = [draw(st.integers(-(2**63), 2**63 - 1)) for _ in range(size)]
    dtype = draw(st.sampled_from([torch.float32, torch.float64, torch.bfloat16]))
    return torch.tensor(x).to(dtype), torch.tensor(y).to(dtype), *_kinds(m, i, q)


def _kinds(m, i, q):
    return torch.tensor(m, dtype=torch.bool), torch.tensor(i, dtype=torch.int64), torch.tensor(q, dtype=torch.bool)


def run(code, x, y, m, i, q):
    scope = {"torch": torch}
    exec("def f(x, y, m, i, q):\n" + "".join(f"    {line}\n" for line in code.splitlines()), scope)
    x, y = x.clone().requires_grad_(), y.clone().requires_grad_()
    result = scope["f"](x * 1, y, m, i, q)
    if result.requires_grad:
        result.sum().backward()
    return result.detach(), x.grad, y.grad


@pytest.mark.parametrize("body", [*UPDATES, *REDUCTIONS])
def test_safe_rewrites_are_exact(body):
    expected = UPDATES.get(body) or REDUCTIONS[body]
    code = body if body.startswith("return") else f"{body}\nreturn x"
    text, fix = rewritten(code)
    assert isinstance(fix, Fix), fix
    assert text == (expected if body.startswith("return") else f"{expected}\nreturn x")
    # What the mask's strides are is not told here.
    assert fix.open in ((), (LAYOUT,)), fix.message

    @settings(max_examples=60, deadline=None)
    @given(inputs())
    def check(given):
        for one, two in zip(run(code, *given), run(text, *given), strict=True):
            assert (one is None) == (two is None)
            if one is not None:
                assert (one.dtype, one.shape) == (two.dtype, two.shape)
                torch.testing.assert_close(one, two, rtol=0, atol=0, equal_nan=True)

    check()


UNSAFE = {
    "a[m] += 1\nreturn a": ("a.copy_(torch.where(m, a + 1, a))\nreturn a", "expanded"),
    "self.b[m] *= 2\nreturn x": ("self.b.copy_(torch.where(m, self.b * 2, self.b))\nreturn x", "expanded"),
    "x[m] *= c\nreturn x": ("x = torch.where(m, x * c, x)\nreturn x", "gradients become NaN"),
    "x[m] *= y[m]\nreturn x": ("x = torch.where(m, x * y, x)\nreturn x", "gradients become NaN"),
    "x[m] = 1 / y[m]\nreturn x": ("x = torch.where(m, 1 / y, x)\nreturn x", "gradients become NaN"),
    "x[m] /= 0\nreturn x": ("x = torch.where(m, x / 0, x)\nreturn x", "gradients become NaN"),
    "k[m] += 0.5\nreturn k": ("k = torch.where(m, k + 0.5, k)\nreturn k", "raises for some dtypes"),
    "k[m] = k[m] * 2\nreturn k": ("k = torch.where(m, k * 2, k)\nreturn k", "another dtype"),
    "x[m] = w[m]\nreturn x": ("x = torch.where(m, w, x)\nreturn x", "where `w` has another dtype than `x`"),
    "x[m] += w[m]\nreturn x": ("x = torch.where(m, x + w, x)\nreturn x", "where `w` has another dtype than `x`"),
    "return x[m].sum()": ("return torch.where(m, x, 0).sum()", ORDER),
    "return x[m].mean()": ("return torch.where(m, x, 0).sum() / m.sum()", ORDER),
    "return 2 / x[m].mean()": ("return 2 / (torch.where(m, x, 0).sum() / m.sum())", ORDER),
    "x[  # none\nm] /= 0\nreturn x": ("# none\nx = torch.where(m, x / 0, x)\nreturn x", "gradients become NaN"),
    "return x[  # some\nm].sum()": ("# some\nreturn torch.where(m, x, 0).sum()", ORDER),
    "x[m] = x[m].exp()\nreturn x": ("x = torch.where(m, torch.exp(torch.where(m, x, 1)), x)\nreturn x", "last digit"),
    "return x[m].max()": ('return torch.where(m, x, -float("inf")).max()', "raised an error"),
    "return torch.amin(x[m])": ('return torch.where(m, x, float("inf")).amin()', "raised an error"),
    "return i[m].max()": ("return torch.where(m, i, torch.iinfo(torch.int64).min).max()", "raised an error"),
    "return y / x[m].numel()": ("return y / m.sum()", "reciprocal"),
    "return y / len(x[rows])": ("return y / rows.sum()", "reciprocal"),
}


@pytest.mark.parametrize("body", UNSAFE)
def test_unsafe_rewrites_name_what_differs(body):
    text, fix = rewritten(body)
    assert isinstance(fix, Fix), fix
    new, word = UNSAFE[body]
    assert text == new
    assert fix.applicability is Applicability.UNSAFE
    assert word in fix.message


@pytest.mark.parametrize("body", ["x[rows] *= 2\nreturn x", "return x[rows].sum()", "x[rows] = y[rows]\nreturn x"])
def test_a_mask_of_another_shape_is_unsafe(body):
    text, fix = rewritten(body)
    assert fix.applicability is Applicability.UNSAFE
    assert "that `rows` has as many dimensions as `x` could not be proved" in fix.message
    assert "torch.where(rows.expand_as(x), " in text


@pytest.mark.parametrize("body", ["x[n] *= 2\nreturn x", "return x[n].sum()"])
def test_a_mask_of_unknown_dtype_is_unsafe(body):
    text, fix = rewritten(body)
    assert fix.applicability is Applicability.UNSAFE
    assert "that `n` is boolean could not be proved" in fix.message
    assert "torch.where(n, " in text


def test_a_tensor_that_others_hold_is_written_in_place():
    text, fix = rewritten("x[m] += 1\nreturn x", shared={"x"})
    assert text == "x.copy_(torch.where(m, x + 1, x))\nreturn x"
    assert fix.applicability is Applicability.UNSAFE


OBSTACLES = {
    "x[:, m] *= 2\nreturn x": "the mask is one part of several of the index",
    "x[m] **= 2\nreturn x": "only `+=`, `-=`, `*=` and `/=` are rewritten",
    "x[m] = y[q]\nreturn x": "`y[q]` picks by another mask",
    "x[m] += a\nreturn x": "`a` is not computed element by element from what the mask picks out",
    "foo()[m] *= 2\nreturn x": "`foo()` would be evaluated several times; give it a name first",
    "z[m] *= 2\nreturn z": "`z` is not known to be a tensor",
    "return x[m]": (
        "how much the mask picks out is data, and shapes what follows: keep all elements and the mask, or set "
        "`torch._dynamo.config.capture_dynamic_output_shape_ops`"
    ),
    "x[m] = x[m].cumsum(0)\nreturn x": (
        "`x[m].cumsum(0)` is not computed element by element from what the mask picks out"
    ),
    "return x[m].sum(0)": "what the mask picks out is passed to `x[m].sum`",
    "return k[m].max()": "what to put outside the mask depends on the dtype of `k`, which is not known",
    "return z[m].sum()": "`z` is not known to be a tensor",
    "return x[m].numel()": "how many elements the mask picks out is needed as a Python number",
    "return len(x[m]) in y": "how many elements the mask picks out is needed as a Python number",
    "return range(len(x[m]))": "how many elements the mask picks out is needed as a Python number",
    "return x[y > 0].mean()": "`y > 0` would be evaluated twice; give it a name first",
}


@pytest.mark.parametrize("body", OBSTACLES)
def test_what_stands_in_the_way(body):
    _, found = rewritten(body)
    assert found == Obstacle(OBSTACLES[body])
