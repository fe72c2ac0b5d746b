"""Numbers, lists, masks and sizes that are read from tensors: the way from the event to its rewrite."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Call, Test
from fullgraph.lint.domain.frame import Event, Frame
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.number import is_flag
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.choices.branches import selected
from fullgraph.rules.rewrite.messages.guards import skipped_slice
from fullgraph.rules.rewrite.numbers.counting import counted
from fullgraph.rules.rewrite.numbers.host_math import by_math
from fullgraph.rules.rewrite.numbers.reading import keep_tensor
from fullgraph.rules.rewrite.numbers.web import Earlier
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.rows.rows import rows_fix
from fullgraph.rules.rewrite.soundness import answer, vetted


@fix_factory
def number_fix(event: Call) -> Callable[[], Fix]:
    """The tensor itself, detached, where a number is read from it."""
    facts = Facts(event, event.statement)
    _readings(event)[event.frame, event.node] = facts

    def make() -> Fix:
        if not isinstance(event.node, ast.expr):
            return answer(Obstacle("it is not an expression"))
        counted = by_math(event.node, event.frame.source, facts)
        if counted is not None:
            return vetted(counted, facts, computes=False)
        return web(event.node, facts, _readings(event))

    return make


@fix_factory
def count_fix(event: Call) -> Callable[[], Fix]:
    """The number of elements as a tensor, where indices are only counted; else all rows, where data selects some."""
    facts, rows = Facts(event, event.statement), rows_fix(event, event.statement)

    def make() -> Fix:
        if isinstance(event.node, ast.expr):
            found = counted(event.node, event.frame.source, facts, selected)
            if found is not None:
                return vetted(answer(found), facts)
        return rows()

    return make


@fix_factory
def truth_fix(event: Test) -> Callable[[], Fix]:
    """A tensor of the answer, where an expression of truth values gets a name, or decides a branch."""
    facts = Facts(event, event.statement)
    top: ast.AST = event.node
    while is_flag(above := facts.parents[top]):
        top = above
    _readings(event)[event.frame, top] = facts

    def make() -> Fix:
        if (skipped := skipped_slice(event)) is not None:
            return skipped
        holder = facts.parents[top]
        if isinstance(holder, (ast.If, ast.IfExp)) and holder.test is top:
            return vetted(selected(holder, facts), facts)
        if not isinstance(top, ast.expr) or not is_flag(top):
            return answer(Obstacle("it is not a separate expression"))
        return web(top, facts, _readings(event))

    return make


Readings = dict[tuple[Frame, ast.AST], Facts]
"""What is known where numbers and truth values are read, by the run of the function and the expression that reads."""


def _readings(event: Event) -> Readings:
    known: Readings = event.interp.rule_state.setdefault("readings", {})
    return known


def web(node: ast.expr, facts: Facts, known: Readings) -> Fix:
    """The rewrite of what is read and of all its uses, from where the first of the readings that meet is."""
    seen: set[ast.AST] = set()
    frame = facts.frame
    while node not in seen:
        seen.add(node)
        result = keep_tensor(node, frame.source, facts, selected)
        if not isinstance(result, Earlier) or result.node is None:
            return vetted(result, facts)
        inside = next((one for one in ast.walk(result.node) if (frame, one) in known), None)
        if not isinstance(inside, ast.expr):
            return answer(result)
        node, facts = inside, known[frame, inside]
    return answer(Obstacle("it meets readings of which none is the first"))
