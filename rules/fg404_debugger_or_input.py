"""Debuggers and keyboard input in compiled code

## What it does
Finds `breakpoint`, `pdb.set_trace` and its like, `code.interact`, `input` and reads of `sys.stdin`.

## Why the graph breaks
Waiting for a person is nothing that a graph can do. TorchDynamo ends the graph, lets Python wait, and starts another;
under `fullgraph=True` it raises.

## Example
```python
def forward(self, x):
    x = self.layer(x)
    breakpoint()
    return x
```

Use instead: look at the values in an eager run. `torch.compiler.set_stance("force_eager")` runs a compiled model
uncompiled, without an edit.

## The fix
Unsafe: the debugger does not stop while compiled. Eager runs stop as before.
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.shared.names import Breaks, Names, each

REGISTRY = ("GB0059", "GB0007", "GB0156", "GB0467")

_STOPS = "the debugger does not stop"

NAMES = Names(
    Breaks("builtins.breakpoint", skipped=_STOPS),
    each("pdb.", "set_trace Pdb.set_trace", skipped=_STOPS),
    Breaks("code.interact", skipped=_STOPS),
    Breaks("IPython.embed", skipped=_STOPS),
    Breaks("ipdb.set_trace", skipped=_STOPS),
    Breaks("faulthandler.dump_traceback", skipped="nothing is dumped"),
    Breaks("builtins.input"),
    each("sys.stdin.", "read readline readlines"),
)


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    return NAMES.finding(event)
