"""The check ``numerics``: the compiled target computes what eager does."""

from __future__ import annotations

import torch
from fullgraph.runtime_check.checks.session import NOT_COMPILED, Session, attempt, brief, count, eager_randomness
from fullgraph.runtime_check.step import numerics
from fullgraph.runtime_check.step.step import Outcome


def check_numerics(session: Session) -> None:
    if session.compiled is None:
        session.verdict("numerics", "skipped", NOT_COMPILED)
        return
    stepper, compiled = session.stepper, session.compiled
    if not session.steady:
        # The recompiles so far may have used up the limit, beyond which calls run in eager.
        torch._dynamo.reset()
    with eager_randomness(session):
        found: list[Outcome] = []
        error = attempt(lambda: found.extend(stepper.observe(compiled, call) for call in session.calls))
    if error is not None:
        session.verdict("numerics", "fail", f"the compiled target raises: {brief(error)}")
        return
    session.outcomes = found
    wide, reason = (None, "it draws random numbers") if session.random else numerics.reference(stepper)
    result = numerics.compare(session.eager, found, wide, precision=numerics.precision_of(stepper))
    session.run.numerics = result.numerics
    n = result.numerics
    what = f"{count(n.compared, 'tensor')}" + (f", {n.gradients} of them gradients" if n.gradients else "")
    notes = list(result.remarks)
    notes += [] if wide else [f"{numerics.AGAINST_EAGER}: {reason}"]
    if session.random and session.options.backend == "inductor":
        notes.append("random numbers came from eager's generator (inductor's fallback_random), so that dropout agrees")
    if result.problems:
        notes = result.problems[:10] + notes
        session.verdict("numerics", "fail", f"{count(len(result.problems), 'difference')} in {what}", notes)
    else:
        session.verdict("numerics", "pass", f"{what}; largest error {n.max_error:.1e}", notes)
