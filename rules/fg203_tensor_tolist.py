"""Tensor read by tolist()

## What it does
Finds `.tolist()` on tensors and on NumPy arrays, which are traced as tensors, including `for n in lengths.tolist()`
and `x.split(lengths.tolist())`.

## Why the graph breaks
The numbers exist only when the graph runs. By default, TorchDynamo ends the graph there. Under `fullgraph=True`, it
captures `.tolist()` of tensors of `int8`, `int16`, `int32` and `int64`, whose numbers become symbols without values.
It breaks there for floating-point, boolean and `uint8` tensors (`Tensor.tolist() with non-integer tensor`), and for
tensors whose length depends on data, such as `mask.nonzero()[:, 0].tolist()`.

Iterating over a tensor, unpacking it, and `list(t)` are captured in both modes: they give tensors.

## Example
```python
def forward(self, x, lengths):
    return [part.mean() for part in x.split(lengths.tolist())]
```

Use instead Python numbers from outside the compiled code, or a padded batch and a mask:
```python
def forward(self, x, lengths: list[int]):
    return [part.mean() for part in x.split(lengths)]
```

## The fix
**Unsafe**, and only if the numbers meet tensors, as in FG201: `max(t.tolist())`, `min` and `sum` become
`t.detach().max()` and similar, `for n in t.tolist()` iterates over `t.detach()`, `low, high = t.tolist()` unpacks it,
and `torch.tensor(t.tolist())` becomes `t.detach().clone()`. The tensor must have one dimension, which is not proved.
If the numbers are lengths, sizes or indices, or decide what to do, they must be Python numbers, and there is no fix.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import fractional
from fullgraph.lint.domain.values import tensor_part
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import DEFAULT_ONLY
from fullgraph.rules.shared.reads import read

REGISTRY = ("GB0033", "GB0109")


@on_calls("torch.Tensor.tolist")
def check(event: Call) -> Finding | None:
    part = tensor_part(event.args[0]) if event.args else None
    if part is None:
        return None
    message = f".tolist() reads tensor data into Python: {event.text}"
    modes = BOTH_MODES if fractional(part) or part.dynamic is not None else DEFAULT_ONLY
    return read(event, event.args[0], message, "tolist() makes Python numbers of it", modes, fixes.list_fix(event))
