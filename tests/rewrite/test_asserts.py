"""Asserts on tensor data in the forms that are captured."""

import ast

import pytest
from fake_oracle import FakeOracle, apply, find, source_file, tensor
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.branches.asserts import assert_rewrite

FACTS = {
    "x": tensor("x"),
    "m": tensor("m", "s", "bool", floating=False, boolean=True),
    "t": tensor("t", (), "bool", floating=False, boolean=True),
    "u": tensor("u", (), "bool", floating=False, boolean=True),
    "s": tensor("s", ()),
}


def rewrite(text, **options):
    source = source_file(text)
    node, _ = find(source, ast.Assert)
    result = assert_rewrite(node, source, FakeOracle(FACTS, **options))
    return result if isinstance(result, Obstacle) else (result, apply(source, result))


CAPTURED = [
    ("assert not t", "assert torch.logical_not(t)"),
    ("assert not m.any()", "assert torch.logical_not(m.any())"),
    ("assert not m.any(), 'bad'", "assert torch.logical_not(m.any()), 'bad'"),
    ("assert t and u", "assert t\n    assert u"),
    ("assert t and not u, 'bad'", "assert t, 'bad'\n    assert torch.logical_not(u), 'bad'"),
    ("assert not (t or u)", "assert torch.logical_not(t)\n    assert torch.logical_not(u)"),
    ("assert not (t and u)", "assert torch.logical_or(torch.logical_not(t), torch.logical_not(u))"),
    ("assert t or u", "assert torch.logical_or(t, u)"),
    ("assert 0 <= s < 100", "assert 0 <= s\n    assert s < 100"),
    ("assert flag and t", "assert flag\n    assert t"),
    ("assert not (flag or t)", "assert not flag\n    assert torch.logical_not(t)"),
    ('assert m.all(), f"bad {x.shape}"', 'assert m.all(), "bad x.shape"'),
    ('assert m.all(), f"{x.sum():.3f} is bad"', 'assert m.all(), "x.sum() is bad"'),
    ('assert m.all(), "bad {} of {n}".format(x, n=2)', 'assert m.all(), "bad x of 2"'),
    ('assert m.all(), "bad {1} {0}".format(x, m)', 'assert m.all(), "bad m x"'),
    ('assert m.all(), "bad %s, %.2f%%" % (x, s)', 'assert m.all(), "bad x, s%"'),
    ('assert m.all(), "bad %s" % x', 'assert m.all(), "bad x"'),
    ('assert m.all(), "bad " + str(x)', 'assert m.all(), "bad x"'),
    ('assert m.all(), ("bad", x)', 'assert m.all(), "bad x"'),
    ("assert m.all(), x.shape", 'assert m.all(), "m.all() does not hold"'),
    ("assert m.all(), message", 'assert m.all(), "m.all() does not hold"'),
    ("""assert m.all(), f'a "quoted" {x}'""", "assert m.all(), 'a \"quoted\" x'"),
    ('assert m.all(), f"two\\nlines {x}"', 'assert m.all(), "two\\nlines x"'),
    ("assert t and u; y = 1", "assert t\n    assert u\n    y = 1"),
]


@pytest.mark.parametrize(("line", "expected"), [*CAPTURED, ("assert not not t", "assert t")])
def test_text(line, expected):
    result = rewrite(f"def f(x, m, t, u, s, flag, message):\n    {line}\n    return x + 1\n")
    assert not isinstance(result, Obstacle), result.reason
    fix, new = result
    assert new == f"def f(x, m, t, u, s, flag, message):\n    {expected}\n    return x + 1\n"
    assert fix.applicability is Applicability.UNSAFE
    assert "RuntimeError" in fix.message and "device-side assert" in fix.message


@pytest.mark.parametrize(("line", "_"), CAPTURED)
def test_captured_in_one_graph_and_checks_the_same(line, _):
    torch = pytest.importorskip("torch")
    text = f"def f(x, m, t, u, s, flag, message):\n    {line}\n    return x + 1\n"
    _, new = rewrite(text)
    functions = []
    for code in (text, new):
        scope = {"torch": torch}
        exec(code, scope)
        functions.append(scope["f"])
    original, rewritten = functions

    def outcome(function, values):
        try:
            return function(*values).tolist()
        except AssertionError:
            return "violated"
        except RuntimeError:
            return "violated"

    torch._dynamo.reset()
    compiled = torch.compile(rewritten, backend="aot_eager", fullgraph=True)
    seen = set()
    for flag in (True, False):
        for t in (True, False):
            for u in (True, False):
                m = torch.tensor([t, u])
                s = torch.tensor(50.0 if t else -1.0)
                values = (torch.ones(2), m, torch.tensor(t), torch.tensor(u), s, flag, "text")
                expected = outcome(original, values)
                seen.add(str(expected))
                assert outcome(rewritten, values) == expected
                if "flag" not in line or flag or "or" in line:
                    assert outcome(compiled, values) == expected
    assert len(seen) == 2
    with pytest.raises((torch._dynamo.exc.Unsupported, torch._dynamo.exc.InternalTorchDynamoError, TypeError)):
        torch._dynamo.reset()
        torch.compile(original, backend="eager", fullgraph=True)(*values[:5], flag, "text")


def test_a_message_over_several_lines_stays_in_parentheses():
    _, new = rewrite("assert not t, (\n    'a'\n    'b'\n)\n")
    assert new == "assert torch.logical_not(t), ('a'\n    'b')\n"


def test_the_message_says_when_values_are_lost():
    fix, _ = rewrite('assert m.all(), f"bad {x}"\n')
    assert "the message has no values" in fix.message
    fix, _ = rewrite("assert not t, 'bad'\n")
    assert "no values" not in fix.message


def test_comments_survive():
    _, new = rewrite("def f(x):\n    assert m.all(), (  # why\n        f'a {x}'  # values\n    )  # end\n")
    assert new == 'def f(x):\n    # why\n    # values\n    assert m.all(), "a x"  # end\n'


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("assert (z := t)", "binds a name"),
        ("assert 0 < x.bernoulli().sum() < 1", "would be evaluated twice"),
        ("assert flag or t", "one tensor cannot express"),
        ("assert t or x.add_(1).any()", "writes to a tensor"),
        ("assert m.all()", "already has a form that is captured"),
        ("assert m.all(), 'text'", "already has a form that is captured"),
    ],
)
def test_obstacles(line, reason):
    source = source_file(line + "\n")
    node, _ = find(source, ast.Assert)
    facts = {**FACTS, "x.add_(1).any()": FACTS["t"], "x.add_(1)": FACTS["x"]}
    result = assert_rewrite(node, source, FakeOracle(facts))
    assert isinstance(result, Obstacle), result
    assert reason in result.reason
