"""masked_select

## What it does
Finds `masked_select`, as a function and as a method.

## Why the graph breaks
How many elements are selected depends on the mask's values. By default TorchDynamo traces no operator of that
kind and ends the graph there (`Dynamic shape operator`). Under `fullgraph=True` it gives the result a size
without a value, and only a test of that size breaks.

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

`masked_fill` and `masked_scatter` keep the shape and are captured. For the targets of `ctc_loss` no selection is
needed: it takes them padded, with their lengths.
"""

from __future__ import annotations

from fullgraph.lint.events import Call, Finding
from fullgraph.rules.shapes import one_of, shape_finding

REGISTRY = ("GB0036",)


def check(event: Call) -> Finding | None:
    return shape_finding(event, "masked_select()") if one_of(event, "masked_select") else None
