"""The check ``breaks``: the graph breaks in the default mode and under ``fullgraph=True``."""

from __future__ import annotations

import functools

import torch
from fullgraph.runtime_check.checks.context import CheckContext, attempt, brief, count
from fullgraph.runtime_check.checks.observations import observed
from fullgraph.runtime_check.observe.both_modes import BothModes, Then, observe_both

HIDDEN = "code after a break in a function left to eager was not traced: more breaks may appear once it is gone"


def check_breaks(context: CheckContext) -> None:
    """Breaks are TorchDynamo's, whatever the backend: the cheapest one finds them all."""
    judge_breaks(context)


def judge_breaks(context: CheckContext, then: Then = lambda *_: None) -> BothModes:
    """Find the breaks and give the verdict; ``then`` is what `observe_both` calls in between."""
    found = observe_both(
        lambda fullgraph: context.compile(fullgraph=fullgraph, backend="eager"),
        [functools.partial(_step, context, index) for index in range(len(context.calls))],
        attempt,
        context.stepper.restore,
        then,
    )
    torch._dynamo.reset()
    graphs = found.default.graphs
    context.run.graphs = graphs
    context.run.breaks = [observed(one, modes) for one, modes in found.breaks()]
    notes = [HIDDEN] if any(one.kind == "skip" for one in context.run.breaks) else []
    if found.error is not None:
        context.run.compile_raises = True
        text = f"torch.compile raises where eager does not: {brief(found.error)}"
        context.verdict("breaks", "fail", text, notes)
    elif context.run.breaks:
        context.verdict("breaks", "fail", _counted(found), notes)
    elif graphs == 0:
        context.verdict("breaks", "fail", "nothing was compiled: no tensor operation reached the graph")
    else:
        context.verdict("breaks", "pass", f"no break, {count(graphs, 'graph')}")
    return found


def _step(context: CheckContext, index: int, compiled: object) -> None:
    context.stepper.run(compiled, context.calls[index])  # type: ignore[arg-type]


def _counted(found: BothModes) -> str:
    default, under = len(found.default.breaks), len(found.fullgraph)
    text = f"{count(default, 'graph break')}, {count(found.default.graphs, 'graph')}"
    skipped = sum(one.kind == "skip" for one in found.default.breaks)
    if skipped:
        text += f"; {count(skipped, 'frame')} left to eager"
    if under != default or any(len(modes) == 1 for _, modes in found.breaks()):
        text += f"; with fullgraph=True {under or 'none'}"
    return text
