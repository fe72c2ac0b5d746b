"""Does it recompile once it is warm?"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from fullgraph.runtime_check.capture import capture
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
from fullgraph.runtime_check.checks.told import over_limit, recompile_in, recompiled
from fullgraph.runtime_check.results import ObservedRecompile

NEVER = "this code was not compiled in the warm-up"


def check_steady(session: Session) -> None:
    if session.compiled is None:
        session.verdict("steady", "skipped", NOT_COMPILED)
        return
    stepper, compiled = session.stepper, session.compiled
    with eager_randomness(session), capture() as seen:
        # State goes on from the first calls: a counter that is guarded on must not look steady by being put back.
        error = attempt(lambda: rounds(session, compiled, WARM_UP_ROUNDS, restore=False))
        limited = session.over_limit + over_limit(seen)
        if error is None:
            stepper.clear_gradients()
            with torch.compiler.set_stance("fail_on_recompile"):
                error = attempt(lambda: rounds(session, compiled, 1, restore=False))
    session.run.recompiles += [recompiled(r, steady=False, specialized=seen.specialized) for r in seen.recompiles]
    early = len(session.run.recompiles)
    session.steady = False
    sets = count(len(session.calls), "input set")
    if limited:
        text = f"{limited[0].reason} at {limited[0].filename}:{limited[0].line}: later calls run in eager"
        session.verdict("steady", "fail", text, _advice(session.run.recompiles[-3:]))
    elif error is not None:
        found = recompile_in(error)
        if found is None:
            session.verdict("steady", "fail", brief(error))
            return
        again = recompiled(found, steady=True, specialized=seen.specialized)
        session.run.recompiles.append(again)
        place = f"{found.function} ({found.filename}:{found.line})"
        session.verdict("steady", "fail", f"{place} recompiles: {found.guard or NEVER}", _advice([again]))
    else:
        session.steady = True
        grown = f"; {count(early, 'recompile')} while warming up" if early else ""
        session.verdict("steady", "pass", f"no recompile over {sets} after warm-up{grown}")


def _advice(recompiles: Sequence[ObservedRecompile]) -> list[str]:
    """The guards that failed last, each with what to do about it."""
    found = {one.advice: f"{one.guard}: {one.advice}" for one in recompiles if one.advice}
    return list(found.values())
