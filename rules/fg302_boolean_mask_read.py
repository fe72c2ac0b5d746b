"""Reading through a boolean mask

## What it does
Finds `x[mask]` where the mask, or one part of the index, is a boolean tensor or a list of bools. A mask whose
dtype is not known is taken for one by its name or by `~`, `&` and `|`; the finding then has medium confidence.

## Why the graph breaks
How many elements are selected depends on the mask's values. By default TorchDynamo traces no operator of that
kind and ends the graph there (`Dynamic shape operator`). Under `fullgraph=True` it gives the result a size
without a value, and only a test of that size breaks; a mask without dimensions breaks there too.

Indexing by integers breaks nothing, and neither does writing: `x[mask] = 0` and `x[mask] = values` are captured.

## Example
```python
def forward(self, x, labels, mask):
    return torch.nn.functional.mse_loss(x[mask], labels[mask])
```

Use instead:
```python
def forward(self, x, labels, mask):
    error = torch.where(mask, (x - labels) ** 2, 0.0)
    return error.sum() / mask.sum()
```

For `cross_entropy` write `ignore_index` into the labels that do not count. Else
`torch._dynamo.config.capture_dynamic_output_shape_ops = True` gives the default mode what `fullgraph=True` has.

## The fix
`x[mask].any()`, `x[mask].all()` and sums of whole numbers become `torch.where(mask, x, False).any()` and the like:
**safe** where the mask provably has the shape of `x`. Sums and means of floating-point numbers are **unsafe**: they are
added up in another order. (To multiply by the mask would be wrong where `x` is NaN or infinite.)
`x[mask] = y[mask]`, also with arithmetic on the right, becomes `x = torch.where(mask, y, x)` under the conditions of
FG303. `len(x[mask])`, `x[mask].shape[0]` and `x[mask].numel()` become `mask.sum()` where they meet a tensor or are
compared in the condition of an `if`, which is then rewritten as FG101 says (a mask that does not fit raises no error
then). Only a suggestion where the shapes are not proved to be equal.
"""

from __future__ import annotations

from fullgraph.lint.events import Finding, Index
from fullgraph.rules.shapes import mask_finding, updates

REGISTRY = ("GB0036", "GB0033")


def check(event: Index) -> Finding | None:
    if event.kind != "read" or updates(event):
        return None
    return mask_finding(event, "reads")
