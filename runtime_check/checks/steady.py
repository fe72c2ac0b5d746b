"""The check ``steady``: the warm target does not recompile."""

from __future__ import annotations

import torch
from fullgraph.runtime_check.checks.context import (
    NOT_COMPILED,
    WARM_UP_ROUNDS,
    CheckContext,
    attempt,
    brief,
    count,
    eager_randomness,
    rounds,
)
from fullgraph.runtime_check.checks.observations import advice_on, limit_text, recompile_in, recompiled, recompiles_of
from fullgraph.runtime_check.observe.capture import capture

NEVER = "this code was not compiled in the warm-up"


def check_steady(context: CheckContext) -> None:
    if context.compiled is None:
        context.verdict("steady", "skipped", NOT_COMPILED)
        return
    stepper, compiled = context.stepper, context.compiled
    with eager_randomness(context), capture() as seen:
        # State goes on from the first calls: a counter that is guarded on must not look steady by being put back.
        error = attempt(lambda: rounds(context, compiled, WARM_UP_ROUNDS, restore=False))
        if error is None:
            stepper.clear_gradients()
            with torch.compiler.set_stance("fail_on_recompile"):
                error = attempt(lambda: rounds(context, compiled, 1, restore=False))
    context.ended_by |= seen.ended_by
    context.run.recompiles += recompiles_of(seen, error)
    early = len(context.run.recompiles)
    context.steady = False
    sets = count(len(context.calls), "input set")
    over = [one for one in context.run.recompiles if one.over_limit]
    if over:
        later = "; later calls run in eager" if error is None else ""
        context.verdict("steady", "fail", limit_text(over[0]) + later, advice_on(over))
    elif error is not None:
        found = recompile_in(error)
        if found is None:
            context.verdict("steady", "fail", brief(error))
            return
        again = recompiled(found, steady=True, specialized=seen.specialized)
        context.run.recompiles.append(again)
        place = f"{found.function} ({found.filename}:{found.line})"
        context.verdict("steady", "fail", f"{place} recompiles: {found.guard or NEVER}", advice_on([again]))
    else:
        context.steady = True
        grown = f"; {count(early, 'recompile')} while warming up" if early else ""
        context.verdict("steady", "pass", f"no recompile over {sets} after warm-up{grown}")
