"""The checks, in order. Each gives one verdict and never depends on a later one."""

from __future__ import annotations

from contextlib import nullcontext

from fullgraph.runtime_check.checks.break_costs import measure_break_costs
from fullgraph.runtime_check.checks.context import CheckContext, Options, device_is_lost, fresh_compiler, out_of_memory
from fullgraph.runtime_check.checks.eager import check_eager
from fullgraph.runtime_check.checks.fullgraph import check_fullgraph
from fullgraph.runtime_check.checks.gains import check_gains
from fullgraph.runtime_check.checks.graph_breaks import check_breaks
from fullgraph.runtime_check.checks.identify import identify
from fullgraph.runtime_check.checks.side_effects import check_effects
from fullgraph.runtime_check.checks.steady import check_steady
from fullgraph.runtime_check.checks.values import check_numerics
from fullgraph.runtime_check.gains.hints import InductorHints, listening

__all__ = [
    "COSTS",
    "IDENTIFY",
    "CheckContext",
    "Options",
    "device_is_lost",
    "fresh_compiler",
    "out_of_memory",
    "run_checks",
]

IDENTIFY = "identify"
"""The quick pass of `fullgraph.runtime_check.checks.identify`, in the place of the checks."""
COSTS = "costs"
"""What breaks cost, among the names of checks to make; it has no verdict."""


def run_checks(context: CheckContext) -> None:
    """All that the options want, or the quick pass.

    What eager raises comes through; what the compiler raises becomes a verdict.
    """
    if IDENTIFY in context.options.checks:
        identify(context)
        return
    checks = (
        check_eager,
        check_breaks,
        check_fullgraph,
        check_steady,
        check_numerics,
        check_effects,
        check_gains,
    )
    # Only inductor has something to say, and listening to it loads it.
    with listening() if context.options.backend == "inductor" else nullcontext(InductorHints()) as context.hints:
        for check in checks:
            name = check.__name__.removeprefix("check_")
            if context.options.wants(name):
                context.on_check(name)
                check(context)
        # At the end, like all profiling: on a GPU it slows down what comes after.
        if context.options.wants(COSTS):
            measure_break_costs(context)
