"""Gradient history of a tensor read

## What it does
Finds reads of `tensor.grad_fn` (and of its parts: `grad_fn.name()`, `next_functions`) in compiled functions, for
tensors computed there from parameters or other tensors with gradients.

## Why the graph breaks
While the graph is traced, no backward graph exists: it is made from the whole compiled graph. TorchDynamo ends the
graph there, and usually the whole function runs uncompiled, because the object cannot pass from one graph to the
next.

These are captured: `grad_fn` of a tensor without gradients, of a parameter and of a detached tensor, which is None;
`requires_grad`, `is_leaf` and `grad`.

## Example
```python
def forward(self, x):
    y = self.layer(x)
    return y if y.grad_fn is None else self.scale(y)
```

Use instead:
```python
def forward(self, x):
    y = self.layer(x)
    return self.scale(y) if y.requires_grad else y
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import TensorRead
from fullgraph.lint.domain.frame import Finding
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.origin import of_parameters, origin, without_gradients

REGISTRY = ("GB0104",)


def check(event: TensorRead) -> Finding | None:
    tensor = event.owner
    if (
        event.attribute != "grad_fn"
        or origin(tensor) != "made"
        or not of_parameters(tensor)
        or without_gradients(event)
    ):
        return None
    steps = explain(event, tensor, "grad_fn is read")
    message = f"grad_fn is not known while the graph is traced: {event.text}"
    return Finding(event, message, steps, CONFIDENCES[tensor.confidence], uncompiled=True)
