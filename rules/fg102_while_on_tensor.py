"""Loop on tensor data

## What it does
Finds `while` loops whose condition calls `bool()` on a tensor, or on a number read from one in the condition.

## Why the graph breaks
The number of iterations depends on data, so the loop cannot be unrolled into a graph. A break inside a loop leaves
the whole function to eager, without any graph (`Unsupported: Data-dependent branching`).

## Example
```python
while error.max() > tolerance:
    error = self.step(error)
```

Use instead a fixed number of steps, each of which keeps the result once the condition is false:
```python
for step in range(self.limit):
    going = error.max() > tolerance
    error = torch.where(going, self.step(error), error)
```
Without gradients, you can also use `torch.while_loop`:
```python
with torch.no_grad():
    (error,) = torch.while_loop(lambda e: e.max() > tolerance, lambda e: (self.step(e),), (error,))
```
It needs fixed shapes and dtypes, no Python numbers among the carried values, no aliasing between its inputs and
outputs, and no mutation. **Do not train through it.** Its gradients are silently wrong (measured on torch 2.13, in
eager and compiled) if it takes no step, or if a carried tensor requires no gradient before the first step although a
parameter that the step reads does. The latter also happens on 2.11 and 2.15.

## The fix
`while step < limit and error > tolerance:` with a Python counter becomes a `for` loop over the counter with
`torch.where`, as above. The conditions are:

- The counter is a Python `int`, incremented by one, and not read after that or after the loop. The limit does not
  change (up to 64 steps if it is known; they are unrolled).
- The rest of the condition does not read the counter, so it stays false.
- The body only computes tensors and assigns names.

The fix is unsafe: it also computes steps after the last one, and if their results are not finite, gradients become
NaN. The message names the tensors whose shape and dtype are not proved to stay the same.

Without such a bound, and if gradients are off (`torch.no_grad()`, `torch.inference_mode()` around the loop or as a
decorator), the loop becomes `torch.while_loop`, with `.clone()` for possible views. This is unsafe, because inductor
then skips CUDA graphs. Otherwise the fix is a suggestion.
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
