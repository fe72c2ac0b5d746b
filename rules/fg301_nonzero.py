"""Indices of the nonzero elements

## What it does
Finds `nonzero`, `argwhere` and `torch.where` with a condition alone, as functions and as methods.

## Why the graph breaks
How many rows the result has depends on the values. By default TorchDynamo traces no operator of that kind and
ends the graph there (`Dynamic shape operator`). Under `fullgraph=True` it gives the result a size without a
value, and only a test of that size breaks.

## Example
```python
def forward(self, x, labels):
    positive = torch.where(labels > 0)[0]
    return self.head(x[positive]).sum()
```

Use instead a computation over all rows, with those that do not count set to zero:
```python
def forward(self, x, labels):
    positive = (labels > 0).unsqueeze(-1)
    return torch.where(positive, self.head(x), 0.0).sum()
```

Where the number of rows has a bound, `torch.nonzero_static` has a fixed shape. Else
`torch._dynamo.config.capture_dynamic_output_shape_ops = True` gives the default mode what `fullgraph=True` has.
"""

from __future__ import annotations

from fullgraph.lint.events import Call, Finding
from fullgraph.rules.shapes import one_of, shape_finding

REGISTRY = ("GB0036",)


def check(event: Call) -> Finding | None:
    name = one_of(event, "nonzero", "argwhere", "where")
    if name is None:
        return None
    if name == "where" and (event.open or len(event.args) + len(event.kwargs) != 1):
        return None
    return shape_finding(event, f"{name}()" if name != "where" else "where() of a condition alone")
