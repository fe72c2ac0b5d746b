"""Environment variables that are read once, when the code is compiled

## What it does
Finds `os.getenv(...)` in compiled functions.

## Why the result is stale
Nothing breaks: TorchDynamo reads the variable while it traces and puts its value into the graph, without a guard.
**Changing the variable later has no effect on the compiled function**, while eager code sees the new value.

`os.environ["NAME"]`, and `os.environ.get("NAME")` of a variable that is set, have a guard, and a change causes a
recompile. `os.environ.get` of a variable that is not set yet is stale too, but not reported.

## Example
```python
def forward(self, x):
    if os.getenv("FAST_NORM") == "1":
        return fast_norm(x)
    return self.norm(x)
```

Use instead: read it where the object is created, so that both agree.
```python
def __init__(self):
    self.fast = os.getenv("FAST_NORM") == "1"

def forward(self, x):
    if self.fast:
        return fast_norm(x)
    return self.norm(x)
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls

REGISTRY = ()


@on_calls("os.getenv")
def check(event: Call) -> Finding | None:
    message = f"read once, when the code is compiled: later changes of the variable are not seen by {event.text}"
    return Finding(event, message, confidence=CONFIDENCES[event.confidence])
