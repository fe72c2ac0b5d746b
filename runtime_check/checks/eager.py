"""The check ``eager``: the target runs."""

from __future__ import annotations

from fullgraph.runtime_check.checks.context import CheckContext, count
from fullgraph.runtime_check.step import numerics
from fullgraph.runtime_check.step.step import Outcome

OTHER_SEED = 12345


def check_eager(context: CheckContext) -> None:
    stepper = context.stepper
    stepper.settle()
    context.run.what = stepper.what
    context.eager = [stepper.observe(stepper.target.fn, call) for call in context.calls]
    context.random = _draws_random_numbers(context)
    loss = context.eager[0].loss
    text = f"{stepper.what}, {count(len(context.calls), 'input set')}"
    if loss is not None:
        text += f", loss {loss:.6g}"
    notes = list(stepper.target.notes)
    context.verdict("eager", "pass", text, notes)


def _draws_random_numbers(context: CheckContext) -> bool:
    """Return whether another seed gives another output, beyond the rounding of operations with atomic adds."""
    stepper = context.stepper
    again = [stepper.observe(stepper.target.fn, call, seed=OTHER_SEED) for call in context.calls]
    first, second = ([Outcome(outputs=outcome.outputs) for outcome in some] for some in (context.eager, again))
    return bool(numerics.compare(first, second, None).problems)
