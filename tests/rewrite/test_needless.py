"""Tests that ask whether a mask selects anything, around writes through that mask."""

import ast

import pytest
from fake_oracle import FakeOracle, apply, find, source_file, tensor
from fullgraph.rules.rewrite.branches.needless import needless

FACTS = {
    "x": tensor("x"),
    "m": tensor("m", "s", "b", floating=False, boolean=True),
    "n": tensor("n", "s", "i", floating=False),
}


def rewrite(text):
    source = source_file(text)
    node, _ = find(source, ast.If, 0)
    result = needless(node, source, FakeOracle(FACTS))
    return None if result is None else (result, apply(source, result))


@pytest.mark.parametrize("test", ["m.any()", "torch.any(m)", "m.sum() > 0", "m.sum() != 0"])
def test_the_test_goes(test):
    fix, new = rewrite(f"def f(x, m):\n    if {test}:  # why\n        # what\n        x[m] = 0  # how\n    return x\n")
    assert new == "def f(x, m):\n    # why\n    # what\n    x[m] = 0  # how\n    return x\n"
    assert "NaN" not in fix.message


def test_an_extreme_can_be_a_nan():
    fix, new = rewrite("def f(x):\n    if x.max() > 3:\n        x[x > 3] = 3\n    return x\n")
    assert new == "def f(x):\n    x[x > 3] = 3\n    return x\n"
    assert "NaN" in fix.message


def test_other_tests_stay():
    _, new = rewrite("def f(x, m):\n    if a and b and m.any():  # why\n        x.masked_fill_(m, 0)\n")
    assert new == "def f(x, m):\n    if a and b:  # why\n        x.masked_fill_(m, 0)\n"


def test_a_suite_on_the_line_of_its_header():
    _, new = rewrite("def f(x, m):\n    if m.any(): x[m] = 0  # how\n    return x\n")
    assert new == "def f(x, m):\n    x[m] = 0  # how\n    return x\n"


def test_an_elif():
    text = "def f(x, m):\n    if x is None:\n        return m\n    elif m.any():\n        x[m] = 0\n    return x\n"
    source = source_file(text)
    fix = needless(find(source, ast.If, 1)[0], source, FakeOracle(FACTS))
    assert apply(source, fix) == text.replace("elif m.any():", "else:")


@pytest.mark.parametrize(
    "text",
    [
        "if m.any():\n    x[m] = x",  # a value for each element: their number is data
        "if m.any():\n    x[~m] = 0",
        "if m.any():\n    x[m] = 0\nelse:\n    x = x + 1",
        "if m.any():\n    x[m] = 0\n    count = 1",
        "if m.all():\n    x[m] = 0",
        "if n.any():\n    x[n] = 0",  # indices, and no mask
        "if m.sum() > 1:\n    x[m] = 0",
        "if x.max() > 3:\n    x[x >= 3] = 3",
        "if m.any():\n    m[m] = False\n    x[m] = 0",  # the second write sees another mask
        "if m.any(0):\n    x[m] = 0",
        "if m.any() or a:\n    x[m] = 0",
    ],
)
def test_what_is_left(text):
    assert rewrite(text + "\n") is None


@pytest.mark.parametrize(
    ("body", "copies", "writes"),
    [
        ("x = x.masked_fill(m, 0)", True, False),
        ("x[m] = 0", False, True),
        ("x.masked_fill_(m, 0)", False, True),
        ("x = x.masked_fill(m, 0)\n        x[m] = 0", True, True),
    ],
)
def test_what_is_named(body, copies, writes):
    fix, _ = rewrite(f"def f(x, m):\n    if m.any():\n        {body}\n    return x\n")
    assert ("copy" in fix.message) is copies
    assert ("always writes" in fix.message) is writes
