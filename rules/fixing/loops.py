"""The way from an event about a loop or a selection that depends on data to the rewrite of it."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Call, Test
from fullgraph.lint.domain.frame import Event
from fullgraph.lint.domain.values import Const, is_whole
from fullgraph.rules.common import fix_factory
from fullgraph.rules.facts import Facts
from fullgraph.rules.rewrite.answer import answer
from fullgraph.rules.rewrite.loop import steps
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.rows import all_rows

CAPTURED = (
    "compile with fullgraph=True or torch._dynamo.config.capture_dynamic_output_shape_ops = True, which capture it "
    "as it is, or compute all elements and mask the result"
)
UNROLLED = "loop over a number of steps that is known, with torch.where in each"


GROUPS = (
    "how many values there are depends on data: compare with a known number of groups at once "
    "(`group == torch.arange(groups)[:, None]`), or keep the loop out of the graph; fullgraph=True and "
    "torch._dynamo.config.capture_dynamic_output_shape_ops = True capture the values, but no loop over them"
)
PARTS = (
    "the sizes of the parts are data: take them as Python numbers, pad the parts to one length, use a nested "
    "tensor, or, for attention within each part, a block-diagonal mask over the whole"
)


@fix_factory
def suggestion(reason: str) -> Callable[[], Fix]:
    """What is in the way of a rewrite, and what to do by hand."""
    return lambda: answer(Obstacle(reason))


@fix_factory
def rows_fix(event: Event, statement: ast.stmt) -> Callable[[], Fix]:
    """All rows computed, where those are computed that data selects."""
    facts = Facts(event, statement)

    def make() -> Fix:
        result = all_rows(statement, facts.scope, event.frame.source, facts)
        if isinstance(result, Obstacle):
            result = Obstacle(f"{result.reason}; {CAPTURED if isinstance(event, Call) else UNROLLED}")
        return answer(result)

    return make


_OFF = ("no_grad", "inference_mode")


@fix_factory
def steps_fix(event: Test) -> Callable[[], Fix]:
    """A loop of bounded length or ``torch.while_loop`` for a ``while`` statement."""
    facts = Facts(event, event.statement)

    numbers = {name: value for name, value in facts.env.items() if is_whole(value)}
    whole = {name: value.value if isinstance(value, Const) else None for name, value in numbers.items()}

    def make() -> Fix:
        if not isinstance(event.statement, ast.While):
            return answer(Obstacle("the test stands in no while statement"))
        return answer(steps(event.statement, event.frame.source, facts, not _off(facts), whole))

    return make


def _off(facts: Facts) -> bool:
    """Whether gradients are off around the statement, by a decorator or the innermost context of that kind."""
    node: ast.AST | None = facts.statement
    while node is not None and node is not facts.scope:
        node = facts.parents.get(node)
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
