"""How long does it take, eager and compiled?"""

from __future__ import annotations

from contextlib import nullcontext

from fullgraph.runtime_check import measure
from fullgraph.runtime_check.checks.session import (
    NOT_COMPILED,
    WARM_UP_ROUNDS,
    Session,
    eager_randomness,
    fresh_compiler,
    rounds,
)
from fullgraph.runtime_check.results import Gains


def check_gains(session: Session) -> None:
    if session.compiled is None:
        session.verdict("gains", "skipped", NOT_COMPILED)
        return
    if session.options.bench_seconds <= 0:
        session.verdict("gains", "skipped", "not asked for")
        return
    if not session.steady:
        session.verdict("gains", "skipped", "it keeps compiling: there is no steady state to time")
        return
    stepper, compiled = session.stepper, session.compiled
    device = stepper.device
    # On a GPU eager's generator costs fused kernels; there a compile of its own is cheap enough to time the real thing.
    own = session.random and session.options.backend == "inductor" and device.type != "cpu"
    stepper.restore()
    if own:
        with fresh_compiler():
            compiled = session.compile(fullgraph=session.compiled_with == "fullgraph=True")
    with nullcontext() if own else eager_randomness(session):
        rounds(session, compiled, WARM_UP_ROUNDS)
        steps = [stepper.endless(stepper.target.fn), stepper.endless(compiled)]
        peaks = [measure.peak_memory(step, device) for step in steps]
        eager, fast = measure.measure(steps, device, session.options.bench_seconds)
    stepper.clear_gradients()
    warm_seconds = fast.median * len(session.calls)
    gains = Gains(
        what=stepper.what,
        eager=eager,
        compiled=fast,
        compiled_with=session.compiled_with,
        compile_seconds=max(0.0, session.cold_seconds - warm_seconds),
        graphs=session.graphs,
        cache_hits=session.cache_hits,
        peak_memory_eager=peaks[0],
        peak_memory_compiled=peaks[1],
    )
    session.run.gains = gains
    ratio = gains.speedup
    faster = f"{ratio:.2f}x faster" if ratio >= 1 else f"{1 / ratio:.2f}x slower"
    text = f"{faster} than eager: {show_seconds(eager.median)} -> {show_seconds(fast.median)}"
    noisy = measure.is_noisy(eager) or measure.is_noisy(fast)
    notes = ["the times scatter: something else keeps the machine busy"] if noisy else []
    session.verdict("gains", "pass", f"{text} ({session.compiled_with})", notes)


def show_seconds(seconds: float) -> str:
    """A duration with three digits and a fitting unit."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
