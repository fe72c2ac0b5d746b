"""Optimizers, learning-rate schedulers and gradient scalers in compiled code

## What it does
Finds an optimizer's `step`, `zero_grad` and other methods, those of learning-rate schedulers and of `GradScaler`, and
constructors of any of them, in compiled functions.

## Why the graph breaks
`step()` of torch's optimizers starts with a deliberate graph break, so that it becomes a separate graph.
`zero_grad()`, schedulers and scalers are host code that TorchDynamo is told to skip. Reading or setting
`param_groups[i]["lr"]` is traced, and so are `module.zero_grad()`, `clip_grad_norm_` and `parameter.grad = None`.

## Example
```python
@torch.compile
def train_step(x):
    optimizer.zero_grad()
    loss = model(x).mean()
    loss.backward()
    optimizer.step()
```

Use instead: compile the model and, if it pays off, the step by itself, which gives one graph after the break.
```python
compiled = torch.compile(model)

@torch.compile
def step():
    optimizer.step()

def train_step(x):
    optimizer.zero_grad()
    compiled(x).mean().backward()
    step()
```
"""

from __future__ import annotations

import ast
import re

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import UNKNOWN_OWNER, Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.project.index import dotted_name

REGISTRY = ("GB0008", "GB0025", "GB0007")

_SCALERS = ("torch.amp.GradScaler", "torch.amp.grad_scaler.GradScaler", "torch.cuda.amp.GradScaler")
_METHODS = frozenset("step zero_grad state_dict load_state_dict add_param_group".split())
_NAMED = re.compile(r"(.*_)?(optim|optims|optimizer|optimizers|lr_scheduler)\d*")
"""Variables that hold an optimizer wherever they are so named; a bare ``scheduler`` may be a diffusion model's."""


@on_calls(
    "torch.optim.*",
    *_SCALERS,
    *(f"{scaler}.*" for scaler in _SCALERS),
    f"{UNKNOWN_OWNER}step",
    f"{UNKNOWN_OWNER}zero_grad",
)
def check(event: Call) -> Finding | None:
    what = _what(event)
    if what is None:
        return None
    return Finding(event, f"{what} breaks the graph", confidence=CONFIDENCES[event.confidence])


def _what(event: Call) -> str | None:
    name = event.name
    owner, _, method = name.rpartition(".")
    if name in _SCALERS or owner in _SCALERS:
        return f"{name}()"
    if name.startswith("torch.optim."):
        if method[:1].isupper() or owner.startswith("torch.optim.lr_scheduler.") or method in _METHODS:
            return f"{name}()"
        return None
    if name in (f"{UNKNOWN_OWNER}step", f"{UNKNOWN_OWNER}zero_grad") and len(event.args) == 1 and not event.kwargs:
        func = event.node.func if isinstance(event.node, ast.Call) else None
        holder = dotted_name(func.value).rpartition(".")[2] if isinstance(func, ast.Attribute) else ""
        return f"{holder}.{method}()" if _NAMED.fullmatch(holder) else None
    return None
