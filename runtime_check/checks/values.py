"""The check ``numerics``: the compiled target computes what eager does."""

from __future__ import annotations

import torch
from fullgraph.runtime_check.checks.context import NOT_COMPILED, CheckContext, attempt, brief, count, eager_randomness
from fullgraph.runtime_check.step import numerics
from fullgraph.runtime_check.step.step import Outcome


def check_numerics(context: CheckContext) -> None:
    if context.compiled is None:
        context.verdict("numerics", "skipped", NOT_COMPILED)
        return
    stepper, compiled = context.stepper, context.compiled
    if not context.steady:
        # The recompiles so far may have used up the limit, beyond which calls run in eager.
        torch._dynamo.reset()
    with eager_randomness(context):
        found: list[Outcome] = []
        error = attempt(lambda: found.extend(stepper.observe(compiled, call) for call in context.calls))
    if error is not None:
        context.verdict("numerics", "fail", f"the compiled target raises: {brief(error)}")
        return
    context.outcomes = found
    wide, reason = (None, "it draws random numbers") if context.random else numerics.reference(stepper)
    result = numerics.compare(context.eager, found, wide, precision=numerics.precision_of(stepper))
    context.run.numerics = result.numerics
    n = result.numerics
    what = f"{count(n.compared, 'tensor')}" + (f", {n.gradients} of them gradients" if n.gradients else "")
    notes = list(result.remarks)
    notes += [] if wide else [f"{numerics.AGAINST_EAGER}: {reason}"]
    if context.random and context.options.backend == "inductor":
        notes.append("random numbers came from eager's generator (inductor's fallback_random), so that dropout agrees")
    if result.problems:
        notes = result.problems[:10] + notes
        context.verdict("numerics", "fail", f"{count(len(result.problems), 'difference')} in {what}", notes)
    else:
        context.verdict("numerics", "pass", f"{what}; largest error {n.max_error:.1e}", notes)
