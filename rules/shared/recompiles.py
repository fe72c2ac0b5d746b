"""Helpers of the rules about recompiles."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Literal

from fullgraph.lint.dataflow.counters import Count
from fullgraph.lint.diagnostics.diagnostic import Confidence, Fix
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.events import Read
from fullgraph.lint.domain.frame import Event, Finding

LIMIT = 8
"""Graphs of one function that TorchDynamo keeps by default (``torch._dynamo.config.recompile_limit``)."""
THEN = f"until the limit of {LIMIT}, then it runs in eager"
"""The consequence of every new value."""
REGISTRY_LIMIT = ("GB0039",)
"""The id of the limit in PyTorch's registry of graph breaks."""


def first_read(event: Read, holder: object) -> bool:
    """Return whether this is the number's first reading in compiled code, which its guard names.

    What compiled code has written itself before is known to it, and needs no guard.
    """
    key = ("first read", event.frame.root, holder, event.attribute)
    return bool(event.interp.rule_state.setdefault(key, _place(event)) == _place(event))


def written(event: Event, holder: object, attribute: str) -> None:
    """Note that compiled code has set an attribute."""
    event.interp.rule_state.setdefault(("first read", event.frame.root, holder, attribute), "written")


def _place(event: Event) -> object:
    return (event.frame.module.name, event.node.lineno, event.node.col_offset)


def counted_finding(
    event: Event,
    what: str,
    hint: str,
    counts: Sequence[Count],
    verb: Literal["counts", "sets"] = "counts",
    fix: Callable[[], Fix] | None = None,
) -> Finding:
    """The finding about a number that some statements count or set; surest where compiled code itself does."""
    running = {frame.function.node for frame in event.frame.chain() if frame.function is not None}
    own = [count for count in counts if count.function in running]
    shown = own or counts
    how = f"each call {verb} it" if own and verb == "counts" else f"{shown[0].where} {verb} it"
    steps = [
        count.module.source.step(f"{count.where}: {ast.unparse(count.statement)}", count.statement)
        for count in shown[:3]
    ]
    confidence: Confidence = "high" if own else "medium"
    message = f"every value of {what} recompiles, {THEN}: {how}"
    return Finding(event, message, (*steps, Step(hint)), confidence, fix=fix)
