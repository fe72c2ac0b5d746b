"""Which rewrite is offered for what goes through a boolean mask."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call, Index
from fullgraph.lint.project.index import dotted_name
from fullgraph.rules.codemod.change import Change
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import within
from fullgraph.rules.rewrite.branches.branch import where_or_cond
from fullgraph.rules.rewrite.masks.masks import mask_rewrite
from fullgraph.rules.rewrite.masks.reduction import count_over
from fullgraph.rules.rewrite.messages.guard import guard
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer, vetted

SWITCHED = Kind.SOURCES.open("under `{}` the result has no gradient history, where the tensor may have had one")
"""Of a new tensor where one was written in place."""
CHECKED = "the condition is not checked"
_CHECKS = frozenset(f"torch.{name}" for name in ("_check", "_check_value", "_check_index", "_check_with"))


@fix_factory
def mask_fix(event: Index | Call) -> Callable[[], Fix]:
    """``torch.where`` on whole tensors, where elements are updated or reduced through a boolean mask."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, (ast.Subscript, ast.Call)):
            return answer(Obstacle("it is not a separate expression"))
        tested = isinstance(event.statement, ast.If) and within(event.node, event.statement.test)
        if isinstance(event.statement, ast.If) and tested and count_over(event.node, facts) is not None:
            return vetted(where_or_cond(event.statement, event.frame.source, facts, facts.following), facts)
        if _checks(facts, event.statement):
            return answer(guard([event.statement], event.frame.source, facts, CHECKED))
        result = mask_rewrite(event.node, event.statement, event.frame.source, facts)
        fix, switch = vetted(result, facts), facts.grad_mode_switch
        new = isinstance(event.statement, (ast.Assign, ast.AugAssign)) and not _stores_in_place(result, event.statement)
        return fix.but(SWITCHED.about(switch)) if new and switch is not None and not fix.is_suggestion else fix

    return make


def _stores_in_place(result: Fix | Obstacle, statement: ast.stmt) -> bool:
    """Whether an assignment becomes a call that puts the values into a tensor's memory."""
    changes = [one for one in result.edits if isinstance(one, Change)] if isinstance(result, Fix) else []
    return any(change.old[0] is statement and isinstance(change.new[0], ast.Expr) for change in changes)


def _checks(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement only has a condition checked, by torch or by what transformers has for that."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    name = dotted_name(statement.value.func).rpartition(".")[2]
    return name == "torch_compilable_check" or (facts.qualname(statement.value.func) or "") in _CHECKS
