"""Function kept out of the graph

## What it does
Finds calls of functions, methods and modules that `torch.compiler.disable` keeps out of the graph: it decorates the
function, or the module's `forward`, also as `torch._dynamo.disable`.

By default, it finds them where the function is one of an installed package. Of a function of your own it says so under
`fullgraph=True` alone: there the call raises, and elsewhere it does what you asked for.

## Why the graph breaks
TorchDynamo does not trace such a function. The graph ends at the call, which runs in eager, and a second graph begins
behind it. Under `fullgraph=True` compiling fails with an error (`Skip inlining torch.compiler.disable()d function`).

## Example
```python
class Trimmer(nn.Module):
    @torch.compiler.disable
    def forward(self, x, mask):
        if mask.sum() > self.limit:
            x = x[..., : self.length]
        return x

class Model(nn.Module):
    def forward(self, x, mask):
        return self.layers(self.trimmer(x, mask))
```

Use instead: rewrite what breaks the graph in the function, and remove the decorator; or call it outside of what is
compiled.
```python
compiled = torch.compile(model.layers, fullgraph=True)
out = compiled(model.trimmer(x, mask))
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import UntracedCall
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.project.index import FunctionInfo, dotted_name
from fullgraph.rules.shared.common import FULLGRAPH_ONLY

REGISTRY = ("GB0098", "GB0099")

_DISABLING = frozenset(("torch.compiler.disable", "torch._dynamo.disable", "torch._disable_dynamo"))


def check(event: UntracedCall) -> Finding | None:
    function = event.function
    if not _is_disabled(event, function):
        return None
    own = function.module.origin != "followed"
    what = f"{function.qualname}() is kept out of the graph by torch.compiler.disable"
    if own:
        return Finding(event, f"{what}: fullgraph=True fails here", modes=FULLGRAPH_ONLY)
    return Finding(event, f"{what}, which breaks it")


def _is_disabled(event: UntracedCall, function: FunctionInfo) -> bool:
    for decorator in function.decorators:
        dotted = dotted_name(decorator.func if isinstance(decorator, ast.Call) else decorator)
        if dotted and event.interp.project.resolve(function.module, dotted).external in _DISABLING:
            return True
    return False
