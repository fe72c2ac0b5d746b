"""The check ``fullgraph``: the target compiles with ``fullgraph=True``, on the backend that was chosen."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from fullgraph.runtime_check.checks.context import (
    CheckContext,
    attempt,
    brief,
    count,
    eager_randomness,
    fresh_compiler,
    rounds,
    warm_backend,
)
from fullgraph.runtime_check.checks.observations import (
    advice_on,
    hints,
    limit_hit,
    limit_text,
    observed,
    recompiles_of,
)
from fullgraph.runtime_check.observe.breaks import Break
from fullgraph.runtime_check.observe.capture import Capture, capture
from fullgraph.runtime_check.observe.generated_code import label
from fullgraph.runtime_check.results import ObservedBreak
from fullgraph.runtime_check.step import measure


def check_fullgraph(context: CheckContext) -> None:
    warm_backend(context.options.backend, context.stepper.device)
    with fresh_compiler():
        compiled = context.compile(fullgraph=True)
        error, seen = _compile_cold(context, compiled)
    if error is None:
        context.compiled, context.compiled_with = compiled, "fullgraph=True"
        both = " forward and backward," if context.stepper.backward else ""
        context.verdict("fullgraph", "pass", f"compiles,{both} {count(seen.graphs, 'graph')}")
        return
    over = limit_hit(error, seen.specialized)
    where = seen.break_of(error)
    if where is not None:
        noted = _note(context, where)
        known = f" ({noted.registry_id})" if noted.registry_id else ""
        text = f"{noted.reason}{known} at {where.filename}:{where.line}"
        others = sum("fullgraph" in one.modes for one in context.run.breaks) - 1
        text += f", and {count(others, 'more break')}" if others else ""
        context.verdict("fullgraph", "fail", text, hints(where))
    elif over is not None:
        context.verdict("fullgraph", "fail", limit_text(over), advice_on([over]))
    else:
        context.verdict("fullgraph", "fail", f"the backend {context.options.backend} failed: {brief(error)}")
    with fresh_compiler():
        compiled = context.compile(fullgraph=False)
        error, _ = _compile_cold(context, compiled)
    if error is None and context.graphs:
        context.compiled, context.compiled_with = compiled, "default mode"


def _note(context: CheckContext, where: Break) -> ObservedBreak:
    """The break of the list that was raised, added where it lacks: the backend's own tracing may find more."""
    for one in context.run.breaks:
        if (one.place.filename, one.place.line) == (where.filename, where.line):
            if "fullgraph" not in one.modes and one.reason == where.reason:
                one.modes.append("fullgraph")
            if "fullgraph" in one.modes:
                return one
    context.run.breaks.append(observed(where, ["fullgraph"]))
    return context.run.breaks[-1]


def _compile_cold(context: CheckContext, compiled: Callable[..., Any]) -> tuple[BaseException | None, Capture]:
    """Run every call for the first time, with the clock on."""
    from torch._dynamo.utils import counters

    before = counters["inductor"]["fxgraph_cache_hit"]
    measure.synchronize(context.stepper.device)
    start = time.perf_counter()
    with eager_randomness(context), capture(code=context.options.code) as seen:
        error = attempt(lambda: rounds(context, compiled, 1))
    context.ended_by = seen.ended_by
    context.run.code = label(seen.code)
    context.run.recompiles = recompiles_of(seen, error)
    measure.synchronize(context.stepper.device)
    context.cold_seconds = time.perf_counter() - start
    context.graphs = seen.graphs
    context.cache_hits = counters["inductor"]["fxgraph_cache_hit"] - before
    return error, seen
