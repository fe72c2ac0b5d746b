"""The quick pass: breaks of both modes and recompiles, from few traces, with the backend ``eager``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.runtime_check.checks.context import CheckContext, brief, count
from fullgraph.runtime_check.checks.eager import check_eager
from fullgraph.runtime_check.checks.graph_breaks import judge_breaks
from fullgraph.runtime_check.checks.observations import recompiles_of
from fullgraph.runtime_check.checks.steady import check_steady
from fullgraph.runtime_check.observe.both_modes import BothModes
from fullgraph.runtime_check.observe.capture import Capture
from fullgraph.runtime_check.results import CHECKS

_ORDER = [name for name, _ in CHECKS]
_COMPILED_WITH: dict[Mode, str] = {"default": "default mode", "fullgraph": "fullgraph=True"}


def identify(context: CheckContext) -> None:
    """Give the verdicts ``eager``, ``breaks``, ``fullgraph`` and ``steady``. What eager raises comes through.

    What was compiled to find the breaks is what has to be steady. Where the default mode breaks, ``fullgraph=True`` is
    tried, and counts if it compiles; elsewhere both capture the same.
    """
    run = context.run
    context.on_check("eager")
    check_eager(context)
    context.on_check("breaks")

    def then(mode: Mode, compiled: Callable[..., Any], seen: Capture, error: BaseException | None) -> None:
        if mode == "fullgraph":
            if error is not None:
                return
            run.verdicts = [one for one in run.verdicts if one.check != "steady"]
        context.ended_by = seen.ended_by
        run.recompiles = recompiles_of(seen, error)
        if error is None and (seen.graphs or mode == "fullgraph"):
            context.compiled, context.compiled_with, context.graphs = compiled, _COMPILED_WITH[mode], seen.graphs
        check_steady(context)

    found = judge_breaks(context, then)
    _judge_fullgraph(context, found)
    run.verdicts.sort(key=lambda one: _ORDER.index(one.check))


def _judge_fullgraph(context: CheckContext, found: BothModes) -> None:
    under = [one for one in context.run.breaks if "fullgraph" in one.modes]
    if under:
        first = under[0]
        known = f" ({first.registry_id})" if first.registry_id else ""
        others = f", and {count(len(under) - 1, 'more break')}" if len(under) > 1 else ""
        text = f"{first.reason}{known} at {first.place.filename}:{first.place.line}{others}"
        context.verdict("fullgraph", "fail", text)
    elif found.fullgraph_error is not None:
        context.verdict("fullgraph", "fail", brief(found.fullgraph_error))
    else:
        context.verdict("fullgraph", "pass", "compiles")
