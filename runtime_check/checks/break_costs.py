"""What the graph breaks cost: measured where there are any, and no verdict."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fullgraph.runtime_check.checks.context import (
    WARM_UP_ROUNDS,
    CheckContext,
    brief,
    device_is_lost,
    eager_randomness,
    fresh_compiler,
    rounds,
)
from fullgraph.runtime_check.gains import break_costs
from fullgraph.runtime_check.observe.breaks import Break
from fullgraph.runtime_check.observe.capture import capture
from fullgraph.runtime_check.results import BreakCosts

_ALL = "nothing of the target is compiled: all of it runs in eager for these breaks"
_UNSTEADY = "it keeps compiling: there is no steady state to measure"


def measure_break_costs(context: CheckContext) -> None:
    """Add to the run what its breaks in the default mode cost. Never raises, unless the device is lost."""
    run = context.run
    if run.compile_raises or not any("default" in one.modes for one in run.breaks):
        return
    context.on_check("costs")
    try:
        run.break_costs = _measured(context)
    except Exception as error:
        if device_is_lost(error):
            raise
        run.break_costs = BreakCosts(note=f"not measured: {brief(error)}")
    else:
        run.break_costs.note = run.break_costs.note if run.graphs else _ALL


def _measured(context: CheckContext) -> BreakCosts:
    timed = context.options.bench_seconds > 0 and not context.run.environment.backend_note
    default = context.compiled is not None and context.compiled_with == "default mode"
    if default and not context.steady:
        return BreakCosts(note=f"not measured: {_UNSTEADY}")
    compiled, ended_by, backend = context.compiled, context.ended_by, context.options.backend
    context.stepper.restore()
    with eager_randomness(context):
        if not default or compiled is None:
            # What was checked has no breaks, as it was compiled with fullgraph=True. Counts do not need the backend.
            backend = backend if timed else "eager"
            compiled, ended_by = _compiled(context, backend)
        return break_costs.take(
            context.stepper,
            compiled,
            context.run.breaks,
            ended_by,
            compiled_with=f"default mode, {backend}",
            timed=timed,
        )


def _compiled(context: CheckContext, backend: str) -> tuple[Callable[..., Any], dict[str, Break]]:
    """The target compiled in the default mode, warm."""
    with fresh_compiler(), capture() as seen:
        compiled = context.compile(fullgraph=False, backend=backend)
        rounds(context, compiled, WARM_UP_ROUNDS, restore=False)
    return compiled, seen.ended_by
