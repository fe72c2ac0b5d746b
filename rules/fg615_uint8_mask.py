"""Mask of integers

## What it does
Finds `torch.where(mask, x, y)`, `x.where(mask, y)` and `x[mask]` with a mask that surely is of dtype `uint8`.

## Why the graph breaks
Eager mode takes such a mask for one of booleans and warns that it is deprecated. The fake tensors with which
TorchDynamo traces take booleans only. So **compiling fails with an error**, even without `fullgraph=True`.

## Example
```python
mask = torch.ones_like(tags, dtype=torch.uint8)
score = torch.where(mask, new, score)
```

Use instead:
```python
mask = torch.ones_like(tags, dtype=torch.bool)
score = torch.where(mask, new, score)
```

If the mask comes from elsewhere: `torch.where(mask.bool(), new, score)`.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Index
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import Tensor, Value
from fullgraph.rules.shared.common import explain

REGISTRY = ("GB4315",)

_UINT8 = "torch.uint8"


@on_calls("torch.where", "torch.Tensor.where")
def check(event: Call) -> Finding | None:
    """The condition: the first argument of the function, and the second of the method."""
    return _of_mask(event, event.argument(int(event.name == "torch.Tensor.where"), "condition"))


def check_index(event: Index) -> Finding | None:
    """A write has no output, whose size the mask would decide."""
    if event.kind != "read" or not isinstance(event.owner, Tensor):
        return None
    return next((found for _, part in event.parts if (found := _of_mask(event, part)) is not None), None)


def _of_mask(event: Call | Index, mask: Value | None) -> Finding | None:
    if not isinstance(mask, Tensor) or mask.dtype != _UINT8:
        return None
    message = f"a mask of dtype uint8 makes compiling fail, also without fullgraph=True: {event.text}"
    steps = explain(event, mask, "TorchDynamo takes masks of booleans only")
    return Finding(event, message, steps, CONFIDENCES[mask.confidence], raises=True)
