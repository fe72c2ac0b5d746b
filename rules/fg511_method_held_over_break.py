"""Method held over a break

## What it does
Finds calls of a method of a tensor, `x.index_select(0, self.rows(mask))`, where a function that computes one of the
arguments breaks the graph and gives a tensor. Before torch 2.13, it finds methods of lists, dictionaries and sets too,
such as `found.append(self.rows(mask))`.

## Why the graph breaks
Python looks up the method before it computes the arguments. When the graph breaks in `self.rows`, TorchDynamo hands the
method that was looked up to the code that goes on behind the break, which is compiled by itself. There it is a builtin
function that TorchDynamo does not trace (`Attempted to call function marked as skipped`), and the graph breaks again.

Under `fullgraph=True`, and once the function no longer breaks, there is nothing to find.

## Example
```python
def forward(self, x, mask):
    return x.index_select(0, self.rows(mask))
```

Use instead: compute the argument first.
```python
def forward(self, x, mask):
    rows = self.rows(mask)
    return x.index_select(0, rows)
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import HeldMethod
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import HIGH, LOW, Tensor
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.rules.shared.common import DEFAULT_ONLY, explain
from fullgraph.rules.shared.names import in_versions

REGISTRY = ("GB0007",)


def check(event: HeldMethod) -> Finding | None:
    causes = [cause for cause in event.causes if _breaks_on_the_way(event, cause)]
    if not causes or event.frame.loops:
        return None  # a function that breaks in a loop is left to eager as a whole
    sure = HIGH
    if isinstance(event.owner, Tensor):
        sure = event.owner.confidence
        if sure == LOW or not any(isinstance(value, Tensor) for value in event.args):
            return None
    elif not in_versions(event, before="2.13"):
        return None
    surest = max(CONFIDENCES.index(cause.confidence) for cause in causes)
    return Finding(
        event,
        f"the graph breaks again at .{event.method}(), which is looked up before an argument breaks it: {event.text}",
        explain(event, event.owner, f".{event.method}() is handed over the break"),
        CONFIDENCES[min(surest, sure)],
        DEFAULT_ONLY,
    )


def _breaks_on_the_way(event: HeldMethod, cause: Finding) -> bool:
    """Return whether a finding says that a function which the call's frame calls breaks, whenever it is called."""
    elsewhere = cause.event.frame is not event.frame and cause.event.frame.function is not None
    always = set(cause.conditions) <= set(event.frame.conditions)
    return elsewhere and always and "default" in cause.modes and is_about_break(cause.code) and not cause.once_changed
