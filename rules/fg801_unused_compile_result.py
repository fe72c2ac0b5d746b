"""The result of torch.compile thrown away

## What it does
Finds `torch.compile(model)` as a statement of its own.

## Why it matters
`torch.compile` changes nothing about what it is given: it returns a new callable, and only calls of that are compiled.
Where the result is dropped, the calls of `model` that follow run in eager.

## Example
```python
model = Model()
torch.compile(model, mode="max-autotune")
model(x)  # not compiled
```

Use instead the result, or compile the module in place, which also keeps the names in its state dict:
```python
model.compile(mode="max-autotune")
model(x)
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics import Applicability, Fix
from fullgraph.lint.events import Compile, Finding
from fullgraph.rules.expected import fails_on_purpose

REGISTRY = ()


def check(event: Compile) -> Finding | None:
    if event.used or fails_on_purpose(event):
        return None
    fix = Fix(Applicability.DISPLAY, "use what torch.compile returns, or compile a module in place: module.compile()")
    return Finding(event, f"the result is thrown away, and nothing is compiled: {event.text}", fix=lambda: fix)
