"""Classes defined in compiled code

## What it does
Finds `class` statements in compiled functions, and `dataclasses.make_dataclass`.

## Why the graph breaks
A class statement runs its body and a metaclass to make a new type. TorchDynamo does not trace that. It ends the
graph, lets Python create the class, and compiles the rest separately. Functions and lambdas defined inside are
traced, and so are `collections.namedtuple` and objects of classes that already exist.

## Example
```python
def forward(self, x):
    class Scale(torch.autograd.Function):
        ...
    return Scale.apply(x)
```

Use instead:
```python
class Scale(torch.autograd.Function):
    ...

def forward(self, x):
    return Scale.apply(x)
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Define
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls

REGISTRY = ("GB8977", "GB0156")


def check(event: Define) -> Finding | None:
    return Finding(event, f"defining the class {event.node.name} breaks the graph")


@on_calls("dataclasses.make_dataclass")
def check_call(event: Call) -> Finding | None:
    message = "dataclasses.make_dataclass() breaks the graph"
    return Finding(event, message, confidence=CONFIDENCES[event.confidence])
