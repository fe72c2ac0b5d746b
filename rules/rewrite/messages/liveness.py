"""What a function surely does for more than its messages, by the form of its statements alone.

A part of what ``slices`` finds out, which needs no values: most branches and reads are in the slice of what the
function returns, and about those nothing more has to be worked out.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Mapping

from fullgraph.lint.project.index import dotted_name
from fullgraph.rules.rewrite.analysis.chains import ENTRY, Chains, everything_inside
from fullgraph.rules.rewrite.analysis.trees import is_of_self
from fullgraph.rules.rewrite.messages.slices import Slices


def surely_live(chains: Chains, parents: Mapping[ast.AST, ast.AST], methods: Collection[str]) -> set[ast.stmt]:
    """Statements of a function that ``Slices`` never finds dead. ``methods``: those of tensors."""
    guarded: set[ast.stmt] = set()
    for unit in chains.reads:
        if isinstance(unit, ast.If) and unit not in guarded and _may_ask(unit, chains, methods):
            guarded.update(everything_inside(unit))
    todo = [unit for unit in chains.reads if _stays(unit)]
    live: set[ast.stmt] = set()
    while todo:
        unit = todo.pop()
        if unit in live or unit in guarded or unit not in chains.reads:
            continue
        live.add(unit)
        todo += [one for found in chains.reads[unit].values() for one in found if one is not ENTRY]
        around = parents.get(unit)
        while isinstance(around, (ast.ExceptHandler, ast.match_case)):
            around = parents.get(around)
        todo += [around] if isinstance(around, ast.stmt) else []
    return live


def _stays(unit: ast.stmt) -> bool:
    """Whether it is not a statement that can be skipped, whatever the values in it are."""
    if isinstance(unit, ast.Return) or not hasattr(Slices, f"_{type(unit).__name__.lower()}"):
        return True
    if not isinstance(unit, ast.Assign):
        return False
    target = unit.targets[0]
    own = is_of_self(target)
    return isinstance(target, ast.Attribute) and not own


def _may_ask(branch: ast.If, chains: Chains, methods: Collection[str]) -> bool:
    """Whether the test of an ``if`` may ask whether code is being compiled."""
    test = branch.test
    first = test.values[0] if isinstance(test, ast.BoolOp) else test
    if isinstance(first, ast.Name):
        bound = chains.reads[branch].get(first.id, frozenset())
        if any(isinstance(one, ast.Assign) and _mayanswer(one.value, methods) for one in bound):
            return True
    return _mayanswer(test, methods)


def _mayanswer(test: ast.expr, methods: Collection[str]) -> bool:
    if isinstance(test, ast.UnaryOp):
        return _mayanswer(test.operand, methods)
    if isinstance(test, ast.BoolOp):
        return any(_mayanswer(value, methods) for value in test.values)
    if not isinstance(test, ast.Call) or test.args or test.keywords or not dotted_name(test.func):
        return False
    return not (isinstance(test.func, ast.Attribute) and test.func.attr in methods)
