"""The check ``gains``: the time that a step takes, eager and compiled."""

from __future__ import annotations

from contextlib import nullcontext

from fullgraph.runtime_check.checks.context import (
    NOT_COMPILED,
    WARM_UP_ROUNDS,
    CheckContext,
    eager_randomness,
    fresh_compiler,
    rounds,
)
from fullgraph.runtime_check.gains.speed import speed_verdict
from fullgraph.runtime_check.gains.timing import Version, no_gain, take
from fullgraph.runtime_check.observe.capture import capture


def check_gains(context: CheckContext) -> None:
    if context.compiled is None:
        context.verdict("gains", "skipped", NOT_COMPILED)
        return
    if context.options.bench_seconds <= 0:
        context.verdict("gains", "skipped", "not asked for")
        return
    if context.run.environment.backend_note:
        context.verdict("gains", "skipped", no_gain(context.options.backend))
        return
    if not context.steady:
        context.verdict("gains", "skipped", "it keeps compiling: there is no steady state to time")
        return
    stepper, compiled = context.stepper, context.compiled
    # On a GPU eager's generator costs fused kernels; there a compile of its own is cheap enough to time the real thing.
    own = context.random and context.options.backend == "inductor" and stepper.device.type != "cpu"
    stepper.restore()
    if own:
        with fresh_compiler():
            compiled = context.compile(fullgraph=context.compiled_with == "fullgraph=True")
    with nullcontext() if own else eager_randomness(context):
        with capture() as seen:
            rounds(context, compiled, WARM_UP_ROUNDS)
        gains = take(
            stepper,
            Version(stepper.target.fn, context.calls),
            Version(compiled, context.calls),
            context.options.bench_seconds,
            compiled_with=context.compiled_with,
            mode=context.options.mode,
            hints=context.hints,
        )
    if own:
        context.compiled, context.ended_by = compiled, seen.ended_by
    gains.compile_seconds = max(0.0, context.cold_seconds - gains.compiled.median * len(context.calls))
    gains.graphs = context.graphs
    gains.recompiles = sum(not recompile.steady for recompile in context.run.recompiles)
    gains.cache_hits = context.cache_hits
    gains.draws_like_eager = context.random and context.options.backend == "inductor" and not own
    context.run.gains = gains
    context.run.verdicts.append(speed_verdict(gains))
