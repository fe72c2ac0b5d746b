"""Each kind of obligation, in a program where it is proved, in one where it is open, and where it cannot hold.

The three programs of a kind differ in one thing, on which that kind depends.
"""

import textwrap

import pytest
from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.diagnostics.obligation import Kind, State
from fullgraph.lint.engine.api import Options, check

HEAD = """\
import copy
import random
import torch
from torch import nn
{module}

class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.fc = nn.Linear(3, 3)
        self.norm = nn.BatchNorm1d(3)
        self.drop = nn.Dropout()

    def forward(self, x: torch.Tensor, y: torch.Tensor, t: torch.Tensor):
        h = self.fc(x)
"""
BRANCH = "if h.sum() > 0:\n    z = {}\nelse:\n    z = {}\nreturn {}"


def branch(then, other, result="z + 1", before=""):
    return before + BRANCH.format(then, other, result)


TRIALS = {
    Kind.SHAPE: (branch("h * 2", "h * 3"), branch("h * 2", "h[:2]"), branch("torch.zeros(3)", "torch.zeros(4)")),
    Kind.DTYPE: (
        branch("h * 2", "h * 3"),
        branch("h * 2", "h * y"),
        branch("torch.zeros(3, dtype=torch.float32)", "torch.zeros(3, dtype=torch.float64)"),
    ),
    Kind.VALUE: (
        "s = h.abs().sum()\nif s.item() > 1:\n    z = h * 2\nelse:\n    z = h * 3\nreturn z",
        "s = h.abs().sum()\nif s.item() > 1.1:\n    z = h * 2\nelse:\n    z = h * 3\nreturn z",
        None,
    ),
    Kind.LAYOUT: (branch("h * 2", "h * 3"), "z = h * 1\nz[x > 0] *= 2\nreturn z", None),
    Kind.EXCEPTION: (branch("h * 2", "h * 3"), branch("h * 2", "h + y"), None),
    Kind.EFFECT: (
        branch("h * 2", "h * 3"),
        branch("h * 2", "h * 3", before="") + "\nprint(z)",
        branch("self.norm(h)", "h * 2"),
    ),
    Kind.DERIVATIVE: (
        branch("h + h.mean()", "h * 2"),
        branch("h + s", "h * 2", before="s = torch.sqrt(h.abs().mean())\n"),
        None,
    ),
    Kind.SOURCES: (branch("h * 2", "h * 3"), branch("h * 2", "x * 3"), None),
    Kind.ALIAS: (
        "if h.sum() > 0:\n    h = h * 2\nreturn h + 1",
        "if x.sum() > 0:\n    x = x * 2\nreturn x",
        None,
    ),
    Kind.NAMES: (
        branch("h * 2", "h * 3"),
        "look = lambda: z\n" + branch("h * 2", "h * 3", "z + look()"),
        None,
    ),
    Kind.PLAIN: (branch("h * 2", "h * 3"), branch("h * 2", "h * 3", "z.to_sparse()"), None),
    Kind.COMPILING: (branch("h * 2", "h * 3"), branch("h.softmax(0)", "h.cumsum(0)"), None),
    Kind.DRAW: (branch("h * 2", "h * 3"), "return h * random.random()", None),
    Kind.DEVICE: (
        "n = t.sum()\nk = n.item()\nreturn t * k",
        "n = t.sum()\nk = torch.tensor(n.item())\nreturn t * k",
        None,
    ),
}


@pytest.fixture
def fix_of(tmp_path):
    def find(body, module=""):
        path = tmp_path / "case.py"
        path.write_text(HEAD.format(module=module) + textwrap.indent(body, " " * 8) + "\n")
        result = check([path], Options())
        assert not result.errors
        (fix,) = (one.fix for one in result.diagnostics if one.code != "FG401" and one.fix is not None)
        return fix

    return find


def states(fix, kind):
    return {one.state for one in fix.obligations if one.kind is kind}


def test_the_parameters_of_a_module_are_sources_too(fix_of):
    fix = fix_of(branch("self.fc(h)", "self.drop(h)"))
    assert states(fix, Kind.SOURCES) == {State.OPEN}


def test_each_kind_is_tried():
    assert set(TRIALS) == set(Kind)


@pytest.mark.parametrize("kind", TRIALS, ids=lambda kind: kind.value)
def test_proved(kind, fix_of):
    fix = fix_of(TRIALS[kind][0])
    assert fix.edits and State.OPEN not in states(fix, kind), fix.message


@pytest.mark.parametrize("kind", TRIALS, ids=lambda kind: kind.value)
def test_open(kind, fix_of):
    fix = fix_of(TRIALS[kind][1])
    assert fix.applicability is not Applicability.SAFE, fix.message
    assert State.OPEN in states(fix, kind) and State.PROVED not in states(fix, kind), fix.message
    assert all(one.text in fix.message for one in fix.open)


@pytest.mark.parametrize("kind", [kind for kind, trial in TRIALS.items() if trial[2]], ids=lambda kind: kind.value)
def test_contradicted(kind, fix_of):
    """What is known not to hold is never applied, and the reader learns why."""
    fix = fix_of(TRIALS[kind][2])
    assert fix.applicability is Applicability.DISPLAY
    assert not fix.edits or "do not have the same" in fix.message
