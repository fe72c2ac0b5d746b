"""A loop that an arm ends: whether all of its rounds can run, up to the test that ends it."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.rules.rewrite.analysis.bindings import function_of, names, target_name
from fullgraph.rules.rewrite.analysis.grade import NEEDLESSLY, Grade, Level
from fullgraph.rules.rewrite.analysis.new_names import NewNames
from fullgraph.rules.rewrite.analysis.oracle import Stop
from fullgraph.rules.rewrite.analysis.trees import bound_in
from fullgraph.rules.rewrite.branches.obligations import COSTLY, DRAWN, GOES_ON
from fullgraph.rules.rewrite.branches.parse import Parsed


@dataclass(frozen=True)
class EndedLoop:
    """A loop that takes all of its rounds, with a tensor that says whether the program would have left it."""

    loop: ast.For
    flag: str
    """The name of that tensor."""
    device: str
    """A tensor on the device of what is computed."""
    notes: tuple[Obligation, ...]


def ended_loop(parsed: Parsed, loop: ast.For, new_names: NewNames) -> EndedLoop:
    """The loop, where the rounds that the program would leave out can run. Raises ``Stop``."""
    test, oracle, judge = parsed.node.test, parsed.oracle, parsed.judge
    function = function_of(loop, oracle)
    inner = set(ast.walk(loop))
    for target in (node for node in ast.walk(loop.target) if isinstance(node, ast.Name)):
        outside = [node for node in names(function, target.id) if node not in inner] if function is not None else []
        if function is None or any(isinstance(node.ctx, ast.Load) for node in outside):
            raise Stop(f"`{target.id}` is read after the loop that an arm ends")
    counted = isinstance(loop.iter, ast.Call) and oracle.qualname(loop.iter.func) == "range"
    if not counted and (isinstance(loop.iter, ast.Call) or oracle.may_consume(loop.iter)):
        text = judge.text(loop.iter)
        raise Stop(f"an arm ends the loop, and continuing `{text}` may exhaust an iterator or run code")
    notes: list[Obligation] = []
    for statement in parsed.in_round:
        grade = _rebound(statement, loop, function, parsed)
        costly = (*NEEDLESSLY, COSTLY) if grade.level is Level.PURE else ()
        notes += (*grade.notes, *costly, *((DRAWN,) if grade.random else ()))
    grade = judge.grade(test)
    if grade.effect is not None:
        raise Stop(f"its test would be evaluated in every iteration, and {grade.effect}")
    needlessly = NEEDLESSLY[:1] if grade.level is Level.PURE else ()
    notes += (*grade.notes, *needlessly, *((DRAWN,) if grade.random else ()), GOES_ON)
    targets = bound_in(loop.target, *parsed.in_round)
    for part in (part for one in (*parsed.in_round, test) for part in ast.walk(one)):
        early = isinstance(part, ast.Name) and part.id not in targets and oracle.name_bound(part.id)
        if isinstance(part, ast.Name) and early and oracle.tensor(part) is not None:
            return EndedLoop(loop, new_names.fresh("stopped"), part.id, tuple(notes))
    raise Stop("an arm ends the loop, and its test names no tensor from before the loop")


def _rebound(statement: ast.stmt, loop: ast.For, function: ast.AST | None, parsed: Parsed) -> Grade:
    """The grade of a statement in front of the test, where it can run in every round: it binds a name of the round."""
    name = target_name(statement)
    if not isinstance(statement, ast.Assign) or name is None or function is None:
        raise Stop("the code before the test that ends the loop does more than bind names")
    own = set(ast.walk(statement.value))
    inside = {node for one in loop.body if one.lineno >= statement.lineno for node in ast.walk(one)} - own
    if not inside.issuperset(names(function, name)):
        raise Stop(f"`{name}` is bound before the test that ends the loop, and read elsewhere")
    if parsed.oracle.captured(name):
        raise Stop(f"`{name}` is read by other functions")
    grade = parsed.judge.grade(statement.value)
    if grade.effect is not None:
        raise Stop(f"the code before the test that ends the loop always runs, and {grade.effect}")
    return grade
