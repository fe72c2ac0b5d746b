"""Errors of the compiler suppressed

## What it does
Finds `torch._dynamo.config.suppress_errors = True`.

## Why it matters
An error while compiling, TorchDynamo's own or the backend's, then raises nothing: the function runs in eager from then
on, and all that tells is a warning in the log. What was to be compiled can so be lost with an upgrade, a change of the
model or a missing compiler. Graph breaks under `fullgraph=True` are raised all the same.

## Example
```python
import torch._dynamo
torch._dynamo.config.suppress_errors = True
```

Use instead: leave the function that cannot be compiled out, by name, so that all the rest has to compile.
```python
@torch.compiler.disable(reason="fails in inductor")
def helper(x): ...
```
"""

from __future__ import annotations

from fullgraph.lint.events import Finding, Mention
from fullgraph.lint.values import TRUE

REGISTRY = ()


def check(event: Mention) -> Finding | None:
    if event.name != "torch._dynamo.config.suppress_errors" or event.assigned != TRUE:
        return None
    return Finding(event, "errors while compiling are suppressed: what fails to compile runs in eager")
