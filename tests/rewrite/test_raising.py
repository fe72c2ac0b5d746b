"""Branches that only raise: the check in the graph, and eager mode as it was."""

import ast

import pytest
from fake_oracle import FakeOracle, apply, find, source_file, tensor
from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.fixes.apply import fix_paths
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.branches.raising import raise_rewrite, raises

X = {
    "x": tensor("x"),
    "n": tensor("n", (), "i", floating=False),
    "m": tensor("m", "s", "b", floating=False, boolean=True),
}


def rewrite(text, index=0):
    source = source_file(text)
    node, _ = find(source, ast.If, index)
    assert raises(node)
    result = raise_rewrite(node, source, FakeOracle(X, numbers={"self.size": None}))
    return result if isinstance(result, Obstacle) else (result, apply(source, result))


def check(text, expected, index=0):
    result = rewrite(text, index)
    assert not isinstance(result, Obstacle), result.reason
    fix, new = result
    assert new == source_file(expected).text
    assert fix.applicability is Applicability.UNSAFE
    return fix


def test_a_plain_raise_keeps_its_message():
    fix = check(
        """
        def f(x):
            if not (x > 0).all():  # why
                raise ValueError("not positive")
            return x
        """,
        """
        def f(x):
            if torch.compiler.is_compiling():
                assert (x > 0).all(), "not positive"
            elif not (x > 0).all():  # why
                raise ValueError("not positive")
            return x
        """,
    )
    assert "RuntimeError" in fix.message and "no values" not in fix.message


@pytest.mark.parametrize(
    ("before", "said"),
    [("", 'f"of {self.size}"'), ("self.size = 3", '"of self.size"'), ("del self.size", '"of self.size"')],
)
def test_a_message_takes_no_values_that_the_arm_may_change(tmp_path, before, said):
    path = tmp_path / "model.py"
    lines = f"{before}\n            " if before else ""
    path.write_text(
        f"""
import torch
from torch import nn


class Model(nn.Module):
    size = 4

    def forward(self, x: torch.Tensor):
        if (x < 0).any():
            {lines}raise ValueError(f"of {{self.size}}")
        return x
"""
    )
    (file,) = fix_paths([path], Options(), True, write=False).files
    check, _, _ = file.text.partition("elif")
    assert said in check


def test_tests_of_python_values_stand_around_the_assert():
    fix = check(
        """
        def f(x, flag):
            if flag is not None and not self.done and x.max() > 3:
                raise ValueError(f"{x} is too large")
        """,
        """
        def f(x, flag):
            if torch.compiler.is_compiling():
                if flag is not None and not self.done:
                    assert torch.logical_not(x.max() > 3), "x is too large"
            elif flag is not None and not self.done and x.max() > 3:
                raise ValueError(f"{x} is too large")
        """,
    )
    assert "no values" in fix.message


def test_comparisons_of_whole_numbers_are_turned_around_and_others_are_not():
    """With a NaN neither ``x > 3`` nor ``x <= 3`` holds."""
    for test, opposite in [
        ("n > 3", "n <= 3"),
        ("n >= 3", "n < 3"),
        ("x.max() == 3", "x.max() != 3"),
        ("x.max() > 3", "torch.logical_not(x.max() > 3)"),
    ]:
        _, new = rewrite(f"def f(x, n):\n    if {test}:\n        raise ValueError\n")
        assert f"        assert {opposite}\n" in new


def test_alternatives_are_asserted_one_by_one():
    _, new = rewrite("def f(x, m):\n    if x.isnan().any() or not m.all():\n        raise ValueError('x')\n")
    assert "assert torch.logical_not(x.isnan().any()), 'x'\n        assert m.all(), 'x'\n" in new


def test_two_tensors_that_have_to_meet_are_one_check():
    _, new = rewrite("def f(x, m):\n    if m.any() and x.isnan().any():\n        raise ValueError\n")
    assert "assert torch.logical_not(torch.logical_and(m.any(), x.isnan().any()))\n" in new


def test_a_flag_behind_the_tensor_is_asked_first():
    _, new = rewrite("def f(x):\n    if x.isnan().any() and self.strict:\n        raise ValueError\n")
    assert "        if self.strict:\n            assert torch.logical_not(x.isnan().any())\n" in new


def test_an_elif_stays_one():
    check(
        """
        def f(x, flag):
            if flag:
                return x
            elif x.isnan().any():
                raise ValueError("nan")
            return x
        """,
        """
        def f(x, flag):
            if flag:
                return x
            elif torch.compiler.is_compiling():
                assert torch.logical_not(x.isnan().any()), "nan"
            elif x.isnan().any():
                raise ValueError("nan")
            return x
        """,
        index=1,
    )


def test_an_elif_with_an_arm_behind_it_stands_behind_else():
    check(
        """
        def f(x, flag):
            if flag: pass
            elif x.isnan().any():
                raise ValueError("nan")
            else:
                x = 1  # one
        """,
        """
        def f(x, flag):
            if flag: pass
            else:
                if torch.compiler.is_compiling():
                    assert torch.logical_not(x.isnan().any()), "nan"
                if not torch.compiler.is_compiling() and x.isnan().any():
                    raise ValueError("nan")
                else:
                    x = 1  # one
        """,
        index=1,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(x):\n    if (bad := x.isnan().any()):\n        raise ValueError\n", ":="),
        ("def f(x):\n    if x.isnan().any() and self.strict():\n        raise ValueError\n", "mixes"),
    ],
)
def test_what_is_not_rewritten(text, reason):
    result = rewrite(text)
    assert isinstance(result, Obstacle) and reason in result.reason


def test_what_does_not_only_raise():
    for body in ("x = 1", "assert x.any()", "torch._assert(ok, 'text')"):
        source = source_file(f"def f(x):\n    if x.isnan().any():\n        {body}\n")
        assert not raises(find(source, ast.If, 0)[0])
