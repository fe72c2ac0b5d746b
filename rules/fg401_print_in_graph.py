"""Print in compiled code

## What it does
Finds calls of `print` in code that is compiled.

## Why the graph breaks
Printing is an effect on the host. TorchDynamo ends the graph, prints, and starts another; under
`fullgraph=True` it raises.

## Example
```python
def forward(self, x):
    print("shape", x.shape)
    return self.layer(x)
```

Use instead:
```python
def forward(self, x):
    if not torch.compiler.is_compiling():
        print("shape", x.shape)
    return self.layer(x)
```

Or keep the output, printed at the end of the graph, with
`torch._dynamo.config.reorderable_logging_functions.add(print)`.

## The fix
Unsafe: nothing is printed while compiled. Eager runs print as before.
"""

from __future__ import annotations

from fullgraph.lint.events import Call, Finding
from fullgraph.rules.common import guard_fix

REGISTRY = ("GB0059",)


def check(event: Call) -> Finding | None:
    if event.name != "builtins.print":
        return None
    return Finding(event, "print breaks the graph", fix=guard_fix(event))
