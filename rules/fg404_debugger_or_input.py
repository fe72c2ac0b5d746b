"""Debuggers, keyboard input and deliberate breaks

## What it does
Finds, in compiled functions, `breakpoint`, `pdb.set_trace` and similar, `code.interact`, `input` and reads of
`sys.stdin`, and `torch._dynamo.graph_break()`, which someone put there to look at the graph up to it.

## Why the graph breaks
A graph cannot wait for a person. TorchDynamo ends the graph, lets Python wait, and starts another; under
`fullgraph=True` it raises. `graph_break()` does only that. Code under `@torch.compiler.disable` is not reported:
there, a break is the purpose.

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

REGISTRY = ("GB0059", "GB0007", "GB0156", "GB0467", "GB0025", "GB0030")

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
    each("torch._dynamo.", "graph_break decorators.graph_break comptime.comptime.graph_break"),
)


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    return NAMES.finding(event)
