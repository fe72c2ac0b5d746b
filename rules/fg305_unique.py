"""Unique values

## What it does
Finds `unique` and `unique_consecutive`, as functions and as methods.

## Why the graph breaks
The number of values depends on the data. By default, TorchDynamo traces no operator of that kind and ends the graph
there (`Dynamic shape operator`). Under `fullgraph=True`, the result has a size without a value, and only a test of
that size, or a loop over the values, breaks.

## Example
```python
def forward(self, x, group):
    total = x.sum()
    for value in torch.unique(group):
        total = total - x[group == value].max()
    return total
```

Use instead a fixed number of groups, known to the module:
```python
def forward(self, x, group):
    members = group == torch.arange(self.groups, device=group.device)[:, None]
    largest = torch.where(members, x, -torch.inf).amax(1)
    return x.sum() - torch.where(members.any(1), largest, 0.0).sum()
```

## The fix
Unsafe, and only for the test of an `if` that raises if values differ, `if len(torch.unique(t)) > 1: raise ...`. The
graph gets `assert (t == t[0]).all()`, as FG101 describes, and eager mode keeps the `if`.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.shared.shapes import bare_name, shape_calls, shape_finding

GROUPS = (
    "how many values there are depends on data: compare with a known number of groups at once "
    "(`group == torch.arange(groups)[:, None]`), or keep the loop out of the graph; fullgraph=True and "
    "torch._dynamo.config.capture_dynamic_output_shape_ops = True capture the values, but no loop over them"
)

REGISTRY = ("GB0036",)


@on_calls(*shape_calls("unique", "unique_consecutive"))
def check(event: Call) -> Finding | None:
    name = bare_name(event)
    if not name:
        return None
    return replace(shape_finding(event, f"{name}()"), fix=fixes.raised_fix(event) or (lambda: answer(Obstacle(GROUPS))))
