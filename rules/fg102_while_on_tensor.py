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

Use instead a fixed number of steps, each of which keeps what was reached once the condition is false:
```python
for step in range(self.limit):
    going = error.max() > tolerance
    error = torch.where(going, self.step(error), error)
```
Without gradients there is `torch.while_loop` too:
```python
with torch.no_grad():
    (error,) = torch.while_loop(lambda e: e.max() > tolerance, lambda e: (self.step(e),), (error,))
```
It wants fixed shapes and dtypes, no Python numbers among what it carries, no aliasing between its inputs and outputs
and no mutation. **Do not train through it**: its gradients are silently wrong (measured on torch 2.13, in eager and
compiled) where it takes no step, and where a carried tensor requires no gradient before the first step though a
parameter that the step reads does; the latter on 2.11 and 2.15 too.

## The fix
`while step < limit and error > tolerance:` with a Python counter becomes a `for` loop over the counter with
`torch.where`, as above. It is legal where
- the counter is a Python `int`, counted up by one, not read behind that nor after the loop, and the limit does not
  change (up to 64 steps where it is known; they are unrolled);
- the rest of the condition does not read the counter, so that it stays false;
- the body only computes tensors and gives them names.

It is unsafe: steps after the last one are computed too, and where they are not finite gradients become NaN. The message
says of which tensor it was not proved that it keeps its shape and dtype.

Without such a bound, and where gradients are off (`torch.no_grad()`, `torch.inference_mode()` around the loop or as a
decorator), it becomes `torch.while_loop`, with `.clone()` of what may be a view; unsafe, because inductor then skips
CUDA graphs. Elsewhere it stays a suggestion.
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Test
from fullgraph.lint.domain.frame import Finding
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import tested_value

REGISTRY = ("GB0170", "GB0124")


def check(event: Test) -> Finding | None:
    if event.kind != "while":
        return None
    return tested_value(event, "while", fixes.steps_fix)
