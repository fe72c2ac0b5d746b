"""masked_select

## What it does
Finds `masked_select`, as a function and as a method.

## Why the graph breaks
The number of selected elements depends on the mask's values. By default, TorchDynamo traces no operator of that kind
and ends the graph there (`Dynamic shape operator`). Under `fullgraph=True`, the result has a size without a value,
and only a test of that size breaks.

## Example
```python
def forward(self, x, mask):
    return x.masked_select(mask).mean()
```

Use instead:
```python
def forward(self, x, mask):
    return torch.where(mask, x, 0.0).sum() / mask.sum()
```

`masked_fill` and `masked_scatter` keep the shape and are captured. The targets of `ctc_loss` need no selection: it
accepts them padded, with their lengths.

## The fix
As for `x[mask]` (FG302): sums, means, extremes and losses of the selection are computed from whole tensors, with
zeros outside the mask. `masked_select` broadcasts the mask as `torch.where` does, so the shapes need not be equal. A
mean is divided by the number of selected elements, `mask.expand_as(x).sum()`. **Unsafe**, because it adds in another
order, except for `any`, `all` and sums of integers, which are **safe** as in FG302.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.shapes import bare_name, shape_calls, shape_finding

REGISTRY = ("GB0036",)


@on_calls(*shape_calls("masked_select"))
def check(event: Call) -> Finding | None:
    if bare_name(event) is None:
        return None
    return replace(shape_finding(event, "masked_select()"), fix=fixes.mask_fix(event))
