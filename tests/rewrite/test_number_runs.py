"""Tensors instead of their numbers: the same values, dtypes and gradients, for one dtype and hard numbers."""

import ast
import math

import pytest

torch = pytest.importorskip("torch")

from fake_oracle import FakeOracle, apply, source_file, tensor  # noqa: E402
from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix  # noqa: E402
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, TensorFacts  # noqa: E402
from fullgraph.rules.rewrite.numbers.reading import keep_tensor  # noqa: E402
from hypothesis import given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402

D = ("dtype", 1)
"""The dtype of one tensor, without a name."""
FACTS = {
    "x": tensor("x", dtype=D),
    "t": TensorFacts((), D, True, True, frozenset({"t"})),
    "v": TensorFacts("w", D, True, False, frozenset({"v"})),
    "(x > 0).any()": TensorFacts((), "bool", False, True, frozenset(), True),
    "b": TensorFacts((), "bool", False, True, frozenset(), True),
    "n": TensorFacts((), "torch.int64", False, True, frozenset()),
    "y": tensor("x", dtype=D),
    "t.detach()": TensorFacts((), D, True, True, frozenset()),
    "u": TensorFacts((), "other", True, True, frozenset({"u"})),
    "g": TensorFacts((), D, True, True, frozenset({"t"}), confidence="low"),
}
KEEP = "Keep it a tensor, detached: like a number it has no gradients"


def rewritten(body, **known):
    """The body as it becomes, and the fix or the obstacle."""
    text = "def f(x, t, v, b, n, u, g):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    source = source_file(text)
    oracle = FakeOracle({**FACTS, **known.pop("facts", {})}, tree=source.tree, **known)
    reads = [node for node in ast.walk(source.tree) if isinstance(node, ast.Call) and _reads(node)]
    result = keep_tensor(reads[0], source, oracle)
    if isinstance(result, Obstacle):
        return body, result
    new = apply(source, result)
    return "\n".join(line[4:] for line in new.splitlines() if line.startswith("    ")), result


def _reads(node):
    func = node.func
    name = func.attr if isinstance(func, ast.Attribute) else func.id
    return name in ("item", "float", "int", "bool", "exp", "log") and "torch" not in ast.unparse(func)


SAFE = {
    "x + bool(t)": "x + (t != 0)",
    "x * t.item()": "x * t.detach()",
    "t.item() * x": "t.detach() * x",
    "x + t.item()": "x + t.detach()",
    "x - t.item()": "x - t.detach()",
    "t.item() - x": "t.detach() - x",
    "x - -t.item()": "x - -t.detach()",
    "x > t.item()": "x > t",
    "t.item() <= x": "t <= x",
    "x.eq(t.item())": "x.eq(t)",
    "x.mul(t.item())": "x.mul(t.detach())",
    "torch.add(x, t.item())": "torch.add(x, t.detach())",
    "torch.where(x > 0, x, t.item())": "torch.where(x > 0, x, t.detach())",
    "torch.where(x > 0, t.item(), x)": "torch.where(x > 0, t.detach(), x)",
    "x.masked_fill(x > 0, t.item())": "x.masked_fill(x > 0, t.detach())",
    "x * t.detach().item()": "x * t.detach()",
    "x * (t * 2).item()": "x * (t * 2).detach()",
    "x * (x > 0).any().item()": "x * (x > 0).any()",
    "x + (x > 0).any().item()": "x + (x > 0).any()",
}
NUMBERS = st.sampled_from([0.0, -0.0, 1.0, -2.5, 1e-45, 1e30, 3e38, math.inf, -math.inf, math.nan]) | st.floats(
    width=32
)


def run(function, x, t, b, dtype):
    x = torch.tensor(x).to(dtype).requires_grad_()
    t = torch.tensor(t).to(dtype).requires_grad_()
    result = function(x, t, None, torch.tensor(b), None, None, None)
    if result.requires_grad:
        result.sum().backward()
    return result.detach(), x.grad, t.grad


@pytest.mark.parametrize("body", SAFE)
def test_safe_rewrites_are_exact(body):
    text, fix = rewritten(f"return {body}")
    assert isinstance(fix, Fix), fix
    assert text == f"return {SAFE[body]}"
    assert fix.applicability is Applicability.SAFE, fix.message
    before, after = (eval(f"lambda x, t, v, b, n, u, g: {code}", {"torch": torch}) for code in (body, SAFE[body]))

    @settings(max_examples=60, deadline=None)
    @given(
        st.lists(NUMBERS, min_size=0, max_size=5),
        NUMBERS,
        st.booleans(),
        st.sampled_from([torch.float32, torch.float64, torch.bfloat16, torch.float16]),
    )
    def check(x, t, b, dtype):
        for one, two in zip(run(before, x, t, b, dtype), run(after, x, t, b, dtype), strict=True):
            assert (one is None) == (two is None)
            if one is not None:
                assert (one.dtype, one.shape) == (two.dtype, two.shape)
                torch.testing.assert_close(one, two, rtol=0, atol=0, equal_nan=True)

    check()


UNSAFE = {
    "x * bool(b)": ("x * b", "on one device"),
    "x, t.item()": ("x, t.detach()", "instead of a Python number"),
    "[t.item()]": ("[t.detach()]", "see later writes to `t`"),
    "{'x': x, 't': (t.item(), 1)}": ("{'x': x, 't': (t.detach(), 1)}", "instead of a Python number"),
    "x * round(t.item())": ("x * torch.round(t.detach())", "raises no error"),
    "x * round(t.item(), 2)": ("x * torch.round(t.detach(), decimals=2)", "instead of double precision"),
    "x * (t.item() > 0.1)": ("x * (t > 0.1)", "`0.1` is rounded to the dtype of `t` before"),
    "x * float(t)": ("x * t.detach()", "no longer warns"),
    "x.clamp(max=t.item())": ("x.clamp(max=t.detach())", "bounds nothing"),
    "torch.clamp(x, t.item())": ("torch.clamp(x, t.detach())", "bounds nothing"),
    "torch.clamp(x, None, float(t))": ("torch.clamp(x, None, t.detach())", "bounds nothing"),
    "x / t.item()": ("x / t.detach()", "reciprocal"),
    "t.item() / x": ("t.detach() / x", "reciprocal"),
    "x * (t.item() + 1)": ("x * (t.detach() + 1)", "`t.item() + 1` is computed in the tensor's precision"),
    "x * (1 / t.item())": ("x * (1 / t.detach())", "division by zero"),
    "x * b.item()": ("x * b", "`b` and `x` must be on one device"),
    "x * u.item()": ("x * u.detach()", "differ in dtype"),
    "x * n.item()": ("x * n", "differ in dtype"),
    "x * int(n)": ("x * n", "differ in dtype"),
    "x * v.item()": ("x * v.detach().reshape(())", "changing `v` in place"),
    "x > v.item() * 2": ("x > v.reshape(()) * 2", "precision"),
    "x * g.item()": ("x * g.detach()", "only a guess"),
    "x + math.exp(t)": ("x + torch.exp(t.detach())", "instead of double precision"),
    "x + math.log(t * 2)": ("x + torch.log((t * 2).detach())", "NaN or infinity"),
    "x ** t.item()": ("x ** t.detach()", "round differently"),
    "x * (7 // t.item())": ("x * (7 // t.detach())", "where Python raises one"),
    "x * int(t)": ("x * t.long()", "NaN and infinities raise no error"),
    "torch.tensor(int(t))": ("t.detach().long().clone()", "NaN and infinities raise no error"),
    "x * float(n)": ("x * n", "arithmetic with it gives whole numbers"),
    "x / max(1, n.item())": ("x / max(1, n)", "reciprocal"),
    "x * min(t.item(), 3.0)": ("x * min(t.detach(), 3.0)", "takes what comes first"),
    "torch.tensor(t.item())": ("t.detach().clone()", "on the device of `t`"),
    "torch.tensor(n.item())": ("n.clone()", "on the device of `n`"),
    "torch.tensor(n.item(), dtype=x.dtype)": ("n.to(dtype=x.dtype, copy=True)", "2**53"),
    "torch.tensor(t.item(), device=x.device)": ("t.detach().to(device=x.device, copy=True)", "keeps the dtype"),
}


@pytest.mark.parametrize("body", UNSAFE)
def test_unsafe_rewrites_name_what_differs(body):
    text, fix = rewritten(f"return {body}")
    assert isinstance(fix, Fix), fix
    new, word = UNSAFE[body]
    assert text == f"return {new}"
    assert fix.applicability is Applicability.UNSAFE
    assert word in fix.message


def test_a_copy_on_a_named_device_with_a_named_dtype_is_safe():
    text, fix = rewritten("return torch.tensor(t.item(), dtype=x.dtype, device=x.device)")
    assert text == "return t.detach().to(dtype=x.dtype, device=x.device, copy=True)"
    assert fix.applicability is Applicability.SAFE


def test_a_named_number_is_followed_to_all_its_uses():
    text, fix = rewritten("s = t.item()\ny = x * s\nreturn y - s")
    assert text == "s = t.detach()\ny = x * s\nreturn y - s"
    assert fix.applicability is Applicability.SAFE
    assert fix.message == KEEP


def test_a_number_that_is_only_compared_needs_no_detach():
    text, fix = rewritten("s = t.item()\nreturn (x > s) | (x == s)")
    assert text == "s = t\nreturn (x > s) | (x == s)"
    assert fix.message.startswith("Compare with the tensor")


KEPT_THERE = "the number is put into a container: keep the tensor there, and read it outside the graph"
OBSTACLES = {
    "return t.item()": "the number is returned: return the tensor, and read it outside the graph",
    "return x[t.item()]": "the number is an index: pass it in as a Python number",
    "return f'{t.item()}'": (
        "the number is formatted; put the message behind `if not torch.compiler.is_compiling():` first"
    ),
    "print(t.item())\nreturn x": (
        "the number is printed; put the message behind `if not torch.compiler.is_compiling():` first"
    ),
    "y = [t.item()]\nreturn x": KEPT_THERE,
    "return {t.item(): x}": KEPT_THERE,
    "s = t.item()\ndel s\nreturn x": ("not all uses of `s` are known: it is bound again or used in another function"),
    "self.s = t.item()\nreturn x * self.s": ("the number is stored, and `self.s` in line 3 may need it as one"),
    "self.s.r = t.item()\nreturn x": "the number is stored",
    "return x * (2 if t.item() else 3)": "the number decides a branch",
    "return x * (t.item() if q else 3)": "the number is one arm of a conditional expression",
    "return n * float(n)": "`float()` makes floats of whole numbers",
    "return torch.tensor(float(n))": "`float()` makes floats of whole numbers",
    "return x * max(t.item(), w)": "`max` compares it with what is not known to be a number",
    "return x @ t.item()": "only arithmetic and comparisons are rewritten",
    "return foo(t.item())": "it is passed to `foo`",
    "return torch.full((2,), t.item())": "`full` takes it as a number: pass it in as one",
    "return torch.clamp(x, 0, t.item())": "`clamp` takes it as a number: pass it in as one",
    "return x * (w + t.item())": "it meets `w`, which is not known to be a tensor or a number",
    "s = t.item()\nif s > 0:\n    x = x * s\nreturn x": ("in line 3 the number decides a branch"),
    "s = t.item()\nreturn x": "`s` is not used: the line can go",
    "t.item()\nreturn x": "the number is not used",
    "return x * t.item(  # why\n)": "there is a comment inside the expression",
    "x[0] += t.item()\nreturn x": "it updates an attribute or an item",
    "x *= v.item()\nreturn x": "`v` may share memory with what is changed in place",
}


@pytest.mark.parametrize("body", OBSTACLES)
def test_what_stands_in_the_way(body):
    _, found = rewritten(body)
    assert found == Obstacle(OBSTACLES[body])


def test_a_tensor_that_changes_afterwards_stays_a_number():
    _, found = rewritten("z = x * v.item()\nv.add_(1)\nreturn z", mutated={"v"})
    assert found == Obstacle("`v` may be changed in place afterwards, which a number does not notice")


def test_an_update_in_place_by_new_memory():
    text, fix = rewritten("x *= t.item()\nreturn x")
    assert text == "x *= t.detach()\nreturn x"
    assert fix.applicability is Applicability.SAFE
