"""Branches and asserts on tensor data: the way from the event to its rewrite."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Iterate, Test
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Const, PyValue, alternatives, is_whole, tensor_part
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.grade import Judge, Level
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.text import comments
from fullgraph.rules.rewrite.analysis.trees import is_not, outward
from fullgraph.rules.rewrite.branches.branch import where_or_cond
from fullgraph.rules.rewrite.branches.early_return import early_return, is_early
from fullgraph.rules.rewrite.branches.leaving import leave, leaves
from fullgraph.rules.rewrite.branches.loop import steps
from fullgraph.rules.rewrite.branches.needless import needless
from fullgraph.rules.rewrite.branches.nest import nest
from fullgraph.rules.rewrite.branches.raising import raise_rewrite, raises
from fullgraph.rules.rewrite.draws.draws import layer_drop, layer_dropped, unfinished
from fullgraph.rules.rewrite.messages.guards import skipped_slice
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer, vetted

EARLIER = Kind.EXCEPTION.open("where `{}` is false the test of the tensor is not evaluated, and raises nothing")
APART = "Move the test of tensor data into an if of its own, inside that of the other conditions, then rewrite it"


@fix_factory
def branch_fix(event: Test) -> Callable[[], Fix]:
    """``torch.where`` or ``torch.cond`` for an if statement."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.statement, ast.If):
            return answer(Obstacle("the test is not in an if statement"))
        if (skipped := skipped_slice(event)) is not None:
            return skipped
        if raises(event.statement):
            return answer(raise_rewrite(event.statement, event.frame.source, facts))
        result = where_or_cond(event.statement, event.frame.source, facts, facts.following)
        if isinstance(result, Obstacle) and (apart := _taken_apart(event.statement, facts)) is not None:
            result = apart
        if isinstance(result, Obstacle) and is_early(event.statement, facts):
            result = early_return(event.statement, facts.following, event.frame.source, facts)
        if isinstance(result, Obstacle) and (left := _left(event)) is not None:
            return left
        proved = isinstance(result, Fix) and result.applicability is Applicability.SAFE
        if not proved and (bare := needless(event.statement, event.frame.source, facts)) is not None:
            return bare
        dropped = layer_dropped(facts) if unfinished(result) else None
        if isinstance(dropped, Fix):
            return dropped
        if isinstance(result, Obstacle) and dropped is not None:
            result = dropped
        tensor = tensor_part(event.value)
        if isinstance(result, Obstacle) and tensor is not None and tensor.random:
            advice = layer_drop(event.statement, event.frame.source, event.operand, facts.parents)
            why = f"{result.reason}; " if result is dropped else ""
            result = Obstacle(f"{why}{advice}") if advice is not None else result
        return vetted(result, facts)

    return make


def selected(holder: ast.If | ast.IfExp, oracle: Oracle) -> Fix | Obstacle:
    """The rewrite of a branch whose test will be a tensor, as the facts at its statement suppose."""
    assert isinstance(oracle, Facts)
    source = oracle.frame.source
    if isinstance(holder, ast.IfExp):
        return where_or_cond(holder, source, oracle)
    if raises(holder):
        return raise_rewrite(holder, source, oracle)
    result = where_or_cond(holder, source, oracle, oracle.following)
    if isinstance(result, Obstacle) and (apart := _taken_apart(holder, oracle)) is not None:
        return apart
    return result


def _is_data(test: ast.expr, facts: Facts) -> bool:
    """Whether a test asks tensor data, or a number that was read from it."""
    if isinstance(test, ast.BoolOp):
        return any(_is_data(value, facts) for value in test.values)
    if is_not(test):
        return _is_data(test.operand, facts)
    return facts.tensor(test) is not None or facts.reads_number(test)


def _taken_apart(statement: ast.stmt, facts: Facts) -> Fix | None:
    """``if flag and tensor:`` as two, where the inner one can be rewritten then.

    A flag behind the tensor, ``if tensor and flag:``, is asked first where to ask it does nothing else.
    """
    if not isinstance(statement, ast.If) or statement.orelse or not isinstance(statement.test, ast.BoolOp):
        return None
    source, values = facts.frame.source, statement.test.values
    data = [value for value in values if _is_data(value, facts)] or values[-1:]
    outer = [value for value in values if value not in data]
    behind = values[values.index(data[0]) + 1 :]
    if not isinstance(statement.test.op, ast.And) or not outer:
        return None
    asked = [value for value in outer if value in behind]
    grades = [Judge(source, facts).grade(value) for value in data]
    if asked and any(grade.random or grade.effect is not None or grade.runs is not None for grade in grades):
        return None
    if not all(_is_flag(value, facts) for value in asked):
        return None
    test = data[0] if len(data) == 1 else ast.copy_location(ast.BoolOp(ast.And(), data), statement.test)
    alone = ast.copy_location(ast.If(test, statement.body, []), statement)
    leaving = isinstance(alone.body[-1], ast.Return)
    binds = any(isinstance(node, ast.NamedExpr) for node in ast.walk(statement.test))
    inside = facts if binds else facts.assuming(outer)
    result = where_or_cond(alone, source, inside, facts.following if leaving else ())
    if isinstance(result, Obstacle) or result.is_suggestion:
        return None
    following = facts.following if leaving else []
    if leaving and not (following and isinstance(following[-1], ast.Return)):
        return None
    if leaving and comments(source, source.end(statement), source.end(following[-1])):
        return None  # they would be written twice
    change = nest(statement, data, source, outer, following)
    fix = Fix(f"{APART}. {result.summary}", (change,), result.obligations)
    total = all(grade.level < Level.PURE and _one(value, facts) for value, grade in zip(data, grades, strict=True))
    return fix if not asked or total else fix.but(EARLIER.about(source.segment(asked[0])))


def _one(test: ast.expr, facts: Facts) -> bool:
    """Whether a test is surely a tensor of one element, which has a truth value."""
    known = facts.tensor(test)
    return known is not None and known.zero_dim


def _is_flag(test: ast.expr, facts: Facts) -> bool:
    """Whether a test only asks what a name or a plain attribute holds, a number, a string or None."""
    if is_not(test):
        return _is_flag(test.operand, facts)
    if isinstance(test, ast.Attribute) and facts.runs_code(test) is not False:
        return False
    value = facts.value(test) if isinstance(test, (ast.Name, ast.Attribute)) else None
    known = value is not None and all(isinstance(option, (Const, PyValue)) for option in alternatives(value))
    return known and (not isinstance(test, ast.Name) or facts.name_bound(test.id))


Loops = dict[tuple[Frame, ast.AST], Facts]
"""What is known in front of loops that an ``if`` may end, by the run of the function and the statement."""


def note_loop(event: Iterate) -> None:
    loop = event.statement
    if event.kind == "for" and isinstance(loop, ast.For) and any(leaves(one, loop) for one in loop.body):
        known: Loops = event.interp.rule_state.setdefault("loops", {})
        known.setdefault((event.frame, event.statement), Facts(event, event.statement))


def _left(event: Test) -> Fix | None:
    """The rewrite of the loop that the branch ends; None where it ends none."""
    loop = event.frame.module.parents.get(event.statement)
    known: Loops = event.interp.rule_state.get("loops", {})
    facts = known.get((event.frame, loop)) if loop is not None else None
    if facts is None or not isinstance(loop, ast.For) or not leaves(event.statement, loop):
        return None
    return vetted(answer(leave(loop, event.frame.source, facts)), facts)


@fix_factory
def expression_fix(event: Test) -> Callable[[], Fix]:
    """``torch.where`` for a conditional expression."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if (skipped := skipped_slice(event)) is not None:
            return skipped
        if isinstance(dropped := layer_dropped(facts), Fix):
            return dropped
        for node in ast.walk(facts.body or event.statement):
            if isinstance(node, ast.IfExp) and event.node in list(ast.walk(node.test)):
                return vetted(where_or_cond(node, event.frame.source, facts), facts)
        return answer(Obstacle("the test is not in a conditional expression"))

    return make


@fix_factory
def steps_fix(event: Test) -> Callable[[], Fix]:
    """A loop of bounded length or ``torch.while_loop`` for a ``while`` statement."""
    facts = Facts(event, event.statement)

    numbers = {name: value for name, value in facts.env.items() if is_whole(value)}
    whole = {name: value.value if isinstance(value, Const) else None for name, value in numbers.items()}

    def make() -> Fix:
        if not isinstance(event.statement, ast.While):
            return answer(Obstacle("the test is not in a while statement"))
        return answer(steps(event.statement, event.frame.source, facts, not _off(facts), whole))

    return make


_OFF = ("no_grad", "inference_mode")


def _off(facts: Facts) -> bool:
    """Whether gradients are off around the statement, by a decorator or the innermost context of that kind."""
    for node in outward(facts.statement, facts.parents.get, facts.scope):
        if isinstance(node, ast.With):
            called = [item.context_expr.func for item in node.items if isinstance(item.context_expr, ast.Call)]
            names = [ast.unparse(func).rpartition(".")[2] for func in called]
            if any(name in ("enable_grad", "set_grad_enabled") for name in names):
                return False
            if any(name in _OFF for name in names):
                return True
    decorators = getattr(facts.scope, "decorator_list", [])
    made = [one.func if isinstance(one, ast.Call) else one for one in decorators]
    return any(ast.unparse(one).rpartition(".")[2] in _OFF for one in made)
