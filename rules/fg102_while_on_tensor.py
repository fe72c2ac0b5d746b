"""Loop on tensor data

## What it does
Finds `while` loops whose condition calls `bool()` on a tensor, or on a number read from one in the condition.

## Why the graph breaks
How often the loop runs depends on data, so it cannot be unrolled into a graph. A break inside a loop drops
the whole function to eager: no graph is left of it (`Unsupported: Data-dependent branching`).

## Example
```python
while error.max() > tolerance:
    error = self.step(error)
```

Use instead a fixed number of steps, or `torch.while_loop`:
```python
error, = torch.while_loop(lambda e: e.max() > tolerance, lambda e: (self.step(e),), (error,))
```
`torch.while_loop` wants fixed shapes and dtypes, no aliasing between its inputs and outputs and no mutation.

## The fix
None: the loop's body would have to be proved free of aliasing and mutation.
"""

from __future__ import annotations

from fullgraph.lint.events import Finding, Test
from fullgraph.rules.common import tested_value

REGISTRY = ("GB0170", "GB0124")


def check(event: Test) -> Finding | None:
    if event.kind != "while":
        return None
    return tested_value(event, "while", None)
