"""What is done only once, or not at all, changes nothing of what is found."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from checking import Check
from fullgraph.lint.domain.events import Call, HostCall
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.listening import CallNames, Listener, Listeners
from fullgraph.lint.domain.values import (
    FALSE,
    NONE,
    TRUE,
    UNKNOWN,
    Const,
    External,
    PyValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join_all,
    replace,
)
from fullgraph.lint.source import syntax

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "lint").rglob("*.py"))
SHARED = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)


@pytest.mark.parametrize("path", SOURCES[::7], ids=lambda path: path.stem)
def test_walks_give_the_nodes_of_ast_in_the_same_order(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = [node for node in ast.walk(tree) if not isinstance(node, SHARED)]
    assert list(syntax.walk(tree)) == nodes
    assert list(syntax.statements(tree)) == [node for node in nodes if isinstance(node, ast.stmt)]
    around = {child: node for node in nodes for child in ast.iter_child_nodes(node) if not isinstance(child, SHARED)}
    parents = syntax.Parents(tree)
    asked = nodes[len(nodes) // 2]
    assert parents.get(asked) is around[asked]
    assert all(parents[node] is around[node] for node in nodes[1:])
    assert parents.get(tree) is None
    assert parents.get(ast.Pass()) is None
    assert dict(syntax.Parents(tree)) == around


def test_statements_of_every_kind_of_block_are_walked() -> None:
    match = "match x:\n    case 1:\n        a\n    case _:\n        b\n"
    tree = ast.parse(match + "try:\n    c\nexcept E:\n    d\nelse:\n    e\nfinally:\n    f\n")
    assert list(syntax.statements(tree)) == [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]


def test_a_rule_is_called_for_the_names_that_it_lists() -> None:
    def found(event: Call) -> Finding | None:
        return Finding(event, "found")

    names = [["a.b"], ["a.*"], ["?.b", "*.d_"], None]
    listeners = Listeners(
        Listener(str(number), Call, found, CallNames(wanted) if wanted is not None else None)
        for number, wanted in enumerate(names)
    )
    calls = ("a.b", "a.c", "?.b", "x.b", "x.d_")
    called = {name: [one.code for one in listeners.to_call(Call, name)] for name in calls}
    assert called == {"a.b": ["0", "1", "3"], "a.c": ["1", "3"], "?.b": ["2", "3"], "x.b": ["3"], "x.d_": ["2", "3"]}
    assert listeners.to_call(HostCall, "a.b") == ()


def test_copies_of_a_state_change_by_themselves() -> None:
    first = Heap()
    first["a"] = {"x": TRUE}
    second = first.copy()
    third = second.copy()
    second["a"] = {"x": FALSE}
    first["b"] = {}
    assert (first.of("a"), second.of("a"), third.of("a")) == ({"x": TRUE}, {"x": FALSE}, {"x": TRUE})
    assert "b" not in second
    assert second.changes_since(third) == {"a": {"x": FALSE}}
    assert first.joined(second).of("a")["x"] == join_all([TRUE, FALSE])


def test_alternatives_compare_by_what_they_are() -> None:
    one, two = UnionValue((Tensor(), NONE)), UnionValue((NONE, Tensor()))
    assert one == two
    assert hash(one) == hash(two)
    assert join_all([one, two]) == one
    assert join_all([Const(number) for number in range(20)]) == PyValue("int")
    assert join_all([UNKNOWN, Value()]) is UNKNOWN
    assert replace(Tensor(dtype="torch.bool"), fresh=True) == Tensor(dtype="torch.bool", fresh=True)


BASE = """
import torch
from torch import nn

class Base(nn.Module):
    def __init__(self):
        super().__init__()
        self.build()

    def build(self):
        self.mask = torch.ones(3)
"""
MODEL = """
from lib.base import Base

class Model(Base):
    def forward(self, x):
        if self.mask.all():
            return x
        return x + 1
"""


def test_a_constructor_of_another_file_is_followed(found: Check) -> None:
    files = {"lib/__init__.py": "", "lib/base.py": BASE, "lib/model.py": MODEL}
    alone = found(files, only=["lib/model.py"])
    both = found(files)
    assert [(one.code, one.location.row) for one in alone] == [("FG101", 6)]
    assert [(one.code, one.location.row) for one in both] == [("FG101", 6)]


SOME = (
    UNKNOWN,
    NONE,
    TRUE,
    Const(1),
    Const(1.0),
    Const("a"),
    PyValue("int"),
    PyValue("float"),
    External("torch.relu"),
    Tensor(),
)


@pytest.mark.parametrize("left", SOME, ids=repr)
@pytest.mark.parametrize("right", SOME, ids=repr)
def test_two_values_are_joined_as_if_they_were_more(left: Value, right: Value) -> None:
    """Two simple values take a short way, three the long one."""
    short, long = join_all((left, right)), join_all((left, right, right))
    assert short == long
    assert alternatives(short) == alternatives(long)
