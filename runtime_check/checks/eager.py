"""The check ``eager``: the target runs."""

from __future__ import annotations

from fullgraph.runtime_check.checks.session import Session, count
from fullgraph.runtime_check.step import numerics
from fullgraph.runtime_check.step.step import Outcome

OTHER_SEED = 12345


def check_eager(session: Session) -> None:
    stepper = session.stepper
    stepper.settle()
    session.run.what = stepper.what
    session.eager = [stepper.observe(stepper.target.fn, call) for call in session.calls]
    session.random = _draws_random_numbers(session)
    loss = session.eager[0].loss
    text = f"{stepper.what}, {count(len(session.calls), 'input set')}"
    if loss is not None:
        text += f", loss {loss:.6g}"
    notes = list(stepper.target.notes)
    session.verdict("eager", "pass", text, notes)


def _draws_random_numbers(session: Session) -> bool:
    """Whether another seed gives another output, beyond the rounding that an operation with atomic adds has anyway."""
    stepper = session.stepper
    again = [stepper.observe(stepper.target.fn, call, seed=OTHER_SEED) for call in session.calls]
    first, second = ([Outcome(outputs=outcome.outputs) for outcome in some] for some in (session.eager, again))
    return bool(numerics.compare(first, second, None).problems)
