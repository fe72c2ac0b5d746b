"""The check ``steady``: the warm target does not recompile."""

from __future__ import annotations

import torch
from fullgraph.runtime_check.checks.observations import advice_on, limit_text, recompile_in, recompiled, recompiles_of
from fullgraph.runtime_check.checks.session import (
    NOT_COMPILED,
    WARM_UP_ROUNDS,
    Session,
    attempt,
    brief,
    count,
    eager_randomness,
    rounds,
)
from fullgraph.runtime_check.observe.capture import capture

NEVER = "this code was not compiled in the warm-up"


def check_steady(session: Session) -> None:
    if session.compiled is None:
        session.verdict("steady", "skipped", NOT_COMPILED)
        return
    stepper, compiled = session.stepper, session.compiled
    with eager_randomness(session), capture() as seen:
        # State goes on from the first calls: a counter that is guarded on must not look steady by being put back.
        error = attempt(lambda: rounds(session, compiled, WARM_UP_ROUNDS, restore=False))
        if error is None:
            stepper.clear_gradients()
            with torch.compiler.set_stance("fail_on_recompile"):
                error = attempt(lambda: rounds(session, compiled, 1, restore=False))
    session.run.recompiles += recompiles_of(seen, error)
    early = len(session.run.recompiles)
    session.steady = False
    sets = count(len(session.calls), "input set")
    over = [one for one in session.run.recompiles if one.over_limit]
    if over:
        later = "; later calls run in eager" if error is None else ""
        session.verdict("steady", "fail", limit_text(over[0]) + later, advice_on(over))
    elif error is not None:
        found = recompile_in(error)
        if found is None:
            session.verdict("steady", "fail", brief(error))
            return
        again = recompiled(found, steady=True, specialized=seen.specialized)
        session.run.recompiles.append(again)
        place = f"{found.function} ({found.filename}:{found.line})"
        session.verdict("steady", "fail", f"{place} recompiles: {found.guard or NEVER}", advice_on([again]))
    else:
        session.steady = True
        grown = f"; {count(early, 'recompile')} while warming up" if early else ""
        session.verdict("steady", "pass", f"no recompile over {sets} after warm-up{grown}")
