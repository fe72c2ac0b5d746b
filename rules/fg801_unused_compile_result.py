"""The result of torch.compile thrown away

## What it does
Finds `torch.compile(model)` as a statement of its own.

## Why it matters
`torch.compile` does not change its argument. It returns a new callable, and only calls of that are compiled. If the
result is dropped, later calls of `model` run in eager.

## Example
```python
model = Model()
torch.compile(model, mode="max-autotune")
model(x)  # not compiled
```

Use instead the result, or compile the module in place, which also keeps the names in its state dict:
```python
model.compile(mode="max-autotune")
model(x)
```

## The fix
Unsafe: code that ran in eager is then compiled, so the first call takes long and numbers may differ by rounding. A
module with a `forward` of the project is compiled in place. For torch's own modules, including `nn.Sequential`,
`module.compile()` compiles nothing. For them and for other names and attributes, the fix is `name =
torch.compile(name)`; if that is a module, all names in its state dict then start with `_orig_mod.`. There is no fix
if the new value would not be the one called: the name of a global function in another function, the variable of a
loop, an argument that nothing reads afterwards.
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Compile
from fullgraph.lint.domain.frame import Finding
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.shared.expected import fails_on_purpose

REGISTRY = ()


def check(event: Compile) -> Finding | None:
    if event.used or fails_on_purpose(event):
        return None
    message = f"the result is thrown away, and nothing is compiled: {event.text}"
    return Finding(event, message, fix=lambda: answer(fixes.use_result(event)))
