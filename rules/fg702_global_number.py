"""A global number that changes between calls

## What it does
Finds integers in global variables of a module that compiled code reads, and that a function with a `global`
statement, or a loop of the module itself, counts. Each is reported where compiled code reads it first.

## Why it recompiles
TorchDynamo compiles a global `int` in as a constant, with a guard on its value. Every other value recompiles the
function, even with `dynamic=True`. After 8 graphs (`torch._dynamo.config.recompile_limit`), the function silently
runs in eager; under `fullgraph=True`, that is an error. A global `float` becomes symbolic instead, at the cost of one
recompile.

## Example
```python
step = 0

@torch.compile
def noisy(x):
    return x * (1 + step)

def train(batches):
    global step
    for x in batches:
        noisy(x)
        step += 1
```

Use instead an argument, which becomes symbolic at the cost of one recompile (none with `dynamic=True`), or a tensor,
which costs none:
```python
@torch.compile
def noisy(x, step):
    return x * (1 + step)
```

## The fix
Unsafe: the variable holds a tensor without dimensions, assigned again where it is counted, as for FG701 and under the
same conditions for all uses in the file. It is on the CPU, which is allowed for a tensor without dimensions. For
other numbers, use an argument.
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import Read
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.project.index import Module
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.recompiles import REGISTRY_LIMIT, counted_finding, first_read

REGISTRY = REGISTRY_LIMIT

_HINT = "a global int is a constant of the graph; an argument or a tensor is not"


def check(event: Read) -> Finding | None:
    owner = event.owner
    if isinstance(event.statement, ast.AugAssign) and not in_versions(event, before="2.14"):
        return None
    if not isinstance(owner, Module) or not first_read(event, owner):
        return None
    counters = event.interp.counters(owner)[event.attribute]
    return counted_finding(event, f"the global {event.attribute}", _HINT, counters, fix=fixes.global_fix(event))
