"""The check ``gains``: the time that a step takes, eager and compiled."""

from __future__ import annotations

from contextlib import nullcontext

from fullgraph.runtime_check.checks.session import (
    NOT_COMPILED,
    WARM_UP_ROUNDS,
    Session,
    eager_randomness,
    fresh_compiler,
    rounds,
)
from fullgraph.runtime_check.gains.timing import Version, no_gain, speed_text, take
from fullgraph.runtime_check.results import Status
from fullgraph.runtime_check.step import measure


def check_gains(session: Session) -> None:
    if session.compiled is None:
        session.verdict("gains", "skipped", NOT_COMPILED)
        return
    if session.options.bench_seconds <= 0:
        session.verdict("gains", "skipped", "not asked for")
        return
    if session.run.environment.backend_note:
        session.verdict("gains", "skipped", no_gain(session.options.backend))
        return
    if not session.steady:
        session.verdict("gains", "skipped", "it keeps compiling: there is no steady state to time")
        return
    stepper, compiled = session.stepper, session.compiled
    # On a GPU eager's generator costs fused kernels; there a compile of its own is cheap enough to time the real thing.
    own = session.random and session.options.backend == "inductor" and stepper.device.type != "cpu"
    stepper.restore()
    if own:
        with fresh_compiler():
            compiled = session.compile(fullgraph=session.compiled_with == "fullgraph=True")
    with nullcontext() if own else eager_randomness(session):
        rounds(session, compiled, WARM_UP_ROUNDS)
        gains = take(
            stepper,
            Version(stepper.target.fn, session.calls),
            Version(compiled, session.calls),
            session.options.bench_seconds,
            compiled_with=session.compiled_with,
            mode=session.options.mode,
            told=session.told,
        )
    gains.compile_seconds = max(0.0, session.cold_seconds - gains.compiled.median * len(session.calls))
    gains.graphs = session.graphs
    gains.recompiles = sum(not recompile.steady for recompile in session.run.recompiles)
    gains.cache_hits = session.cache_hits
    session.run.gains = gains
    noisy = measure.is_noisy(gains.eager) or measure.is_noisy(gains.compiled)
    notes = ["the times scatter: something else keeps the machine busy"] if noisy else []
    status: Status = "slower" if gains.against_eager == "slower" else "pass"
    session.verdict("gains", status, f"{speed_text(gains)} ({session.compiled_with})", notes)
