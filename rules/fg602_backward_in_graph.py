"""Gradients computed in compiled code

## What it does
Finds `tensor.backward()`, `torch.autograd.backward`, `torch.autograd.grad`, `torch.autograd.functional.*`, `gradcheck`
and `torch.func.linearize` in compiled functions.

## Why the graph breaks
AOTAutograd derives a graph's backward when the graph is compiled. TorchDynamo does not trace a second autograd run
inside it. It ends the graph, runs the backward as Python would, and continues. `torch.func.grad`, `vjp`, `jacrev` and
similar are traced.

## Example
```python
@torch.compile
def train_step(x):
    loss = model(x).mean()
    loss.backward()
    return loss.detach()
```

Use instead: compile the model, or the loss, and leave the backward to eager code. It runs the compiled backward.
```python
compiled = torch.compile(model)

def train_step(x):
    loss = compiled(x).mean()
    loss.backward()
    return loss.detach()
```

If the gradient itself is the result, use `torch.func.grad`. Since torch 2.11, `torch.autograd.grad` can be traced
with `torch._dynamo.config.trace_autograd_ops = True`.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import UNKNOWN_OWNER, Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import HIGH
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.names import Names, each

REGISTRY = ("GB0123", "GB9186", "GB0007", "GB0055")

NAMES = Names(
    each("torch.autograd.", "backward grad gradcheck gradgradcheck"),
    each("torch.autograd.functional.", "jacobian hessian vjp jvp vhp hvp"),
    each("torch.func.", "linearize"),
)


@on_calls(*NAMES.all, "torch.Tensor.backward", f"{UNKNOWN_OWNER}backward")
def check(event: Call) -> Finding | None:
    unknown = event.name == f"{UNKNOWN_OWNER}backward"
    if not unknown and event.name != "torch.Tensor.backward":
        return NAMES.finding(event)
    is_used = not isinstance(event.statement, ast.Expr)
    if is_used and (unknown or event.confidence < HIGH):
        return None  # a tensor's own gives nothing that could be used: this is the inverse of a flow, or another method
    if unknown and (len(event.args) != 1 or not event.kwargs.keys() <= _OPTIONS):
        return None
    steps = () if unknown else explain(event, event.args[0], "its gradients are computed")
    return Finding(event, f"backward() breaks the graph: {event.text}", steps, CONFIDENCES[event.confidence])


_OPTIONS = frozenset(("gradient", "retain_graph", "create_graph", "inputs"))
"""The arguments of a tensor's method, which tell it from those of other objects."""
