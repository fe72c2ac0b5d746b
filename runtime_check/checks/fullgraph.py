"""Does it compile with ``fullgraph=True``, on the backend that was chosen?"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import torch
from fullgraph.runtime_check import measure
from fullgraph.runtime_check.breaks import Break, break_of
from fullgraph.runtime_check.capture import Capture, capture
from fullgraph.runtime_check.checks.session import (
    Session,
    attempt,
    brief,
    count,
    eager_randomness,
    fresh_compiler,
    rounds,
)
from fullgraph.runtime_check.checks.told import hints, observed, over_limit, recompiled
from fullgraph.runtime_check.generated import label


def check_fullgraph(session: Session) -> None:
    _warm_backend(session)
    with fresh_compiler():
        compiled = session.compile(fullgraph=True)
        error, seen = _compile_cold(session, compiled)
    if error is None:
        session.compiled, session.compiled_with = compiled, "fullgraph=True"
        both = " forward and backward," if session.stepper.backward else ""
        session.verdict("fullgraph", "pass", f"compiles,{both} {count(seen.graphs, 'graph')}")
        return
    where = break_of(error)
    if where is not None:
        _note(session, where)
        known = f" ({where.registry_id})" if where.registry_id else ""
        text = f"{where.reason}{known} at {where.filename}:{where.line}"
        others = sum("fullgraph" in one.modes for one in session.run.breaks) - 1
        text += f", and {count(others, 'more break')}" if others else ""
        session.verdict("fullgraph", "fail", text, hints(where))
    elif type(error).__name__ == "FailOnRecompileLimitHit":
        last = f", the last time for {seen.recompiles[-1].guard}" if seen.recompiles else ""
        session.verdict("fullgraph", "fail", f"compiles {seen.graphs} times, then hits the recompile limit{last}")
    else:
        session.verdict("fullgraph", "fail", f"the backend {session.options.backend} failed: {brief(error)}")
    with fresh_compiler():
        compiled = session.compile(fullgraph=False)
        error, _ = _compile_cold(session, compiled)
    if error is None and session.graphs:
        session.compiled, session.compiled_with = compiled, "default mode"


def _note(session: Session, where: Break) -> None:
    """Have the list of breaks hold what was raised: the backend's own tracing may find more than Dynamo's."""
    for one in session.run.breaks:
        if (one.place.filename, one.place.line) == (where.filename, where.line):
            if "fullgraph" not in one.modes and one.reason == where.reason:
                one.modes.append("fullgraph")
            if "fullgraph" in one.modes:
                return
    session.run.breaks.append(observed(where, ["fullgraph"]))


def _warm_backend(session: Session) -> None:
    """Build what inductor needs once per machine (its precompiled C++ header), so that no target pays for it."""
    if session.options.backend != "inductor":
        return
    try:
        torch.compile(lambda x: x + 1)(torch.ones(8, device=session.stepper.device))
    except Exception:
        # The same fault will meet the target's own compile, which reports it.
        return


def _compile_cold(session: Session, compiled: Callable[..., Any]) -> tuple[BaseException | None, Capture]:
    """Run every call for the first time, with the clock on."""
    from torch._dynamo.utils import counters

    before = counters["inductor"]["fxgraph_cache_hit"]
    measure.synchronize(session.stepper.device)
    start = time.perf_counter()
    with eager_randomness(session), capture(code=session.options.code) as seen:
        error = attempt(lambda: rounds(session, compiled, 1))
    session.run.code = label(seen.code)
    session.run.recompiles = [recompiled(r, steady=False, specialized=seen.specialized) for r in seen.recompiles]
    session.over_limit = over_limit(seen)
    measure.synchronize(session.stepper.device)
    session.cold_seconds = time.perf_counter() - start
    session.graphs = seen.graphs
    session.cache_hits = counters["inductor"]["fxgraph_cache_hit"] - before
    return error, seen
