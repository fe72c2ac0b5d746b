"""A generator function that is compiled itself

## What it does
Finds `torch.compile` of a function with `yield`, as a decorator or a call, and of a module whose `forward` has one.

## Why nothing is compiled
A generator's frame is left and entered again at each `yield`, which a graph cannot express. TorchDynamo skips the
whole function, silently in the default mode; under `fullgraph=True`, the first call raises. A generator that compiled
code calls and iterates is captured.

## Example
```python
@torch.compile
def stages(x):
    for layer in layers:
        x = layer(x)
        yield x
```

Use instead a compiled function around it, or one that returns a list:
```python
@torch.compile
def all_stages(x):
    return list(stages(x))
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import Compile
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import Function, Instance
from fullgraph.lint.project.index import FunctionInfo, own_nodes
from fullgraph.rules.shared.expected import fails_on_purpose

REGISTRY = ("GB0003",)


def check(event: Compile) -> Finding | None:
    target = event.target
    function: FunctionInfo | None = None
    if isinstance(target, Function):
        function = target.info
    elif isinstance(target, Instance):
        function = target.cls.find_method("forward")
    if function is None or fails_on_purpose(event):
        return None
    if not any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in own_nodes(function.node)):
        return None
    return Finding(event, f"nothing is compiled: {function.qualname} is a generator function")
