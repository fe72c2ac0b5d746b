"""Updating through a boolean mask

## What it does
Finds `x[mask] += value` and other augmented assignments whose index is, or contains, a boolean mask, and all
assignments whose index is a boolean tensor without dimensions, such as `x[x.sum() == 0] = 0`.

## Why the graph breaks
The assignment reads `x[mask]` first, and the number of its elements depends on the mask's values. By default,
TorchDynamo ends the graph there (`Dynamic shape operator`); under `fullgraph=True`, it is captured.

Plain assignments of any value are captured in both modes: `x[mask] = 0`, `x[mask] = values`, `masked_fill`,
`masked_scatter` and `index_put_`. In `x[mask] = y[mask]`, the read on the right breaks. A mask without dimensions
selects all or nothing and is read into Python for that, in both modes (`Data dependent operator`); `torch.where(mask,
0, x)` is captured.

## Example
```python
def forward(self, x):
    x = x.clone()
    x[x < 0] *= self.slope
    return x
```

Use instead:
```python
def forward(self, x):
    return torch.where(x < 0, x * self.slope, x)
```

## The fix
`x[mask] *= 2` becomes `x = torch.where(mask, x * 2, x)`, for `+=`, `-=`, `*=` and `/=` by numbers and by `y[mask]` of
the same mask.

**Safe** if the mask provably has the shape of `x`, if `x` has a floating-point dtype and is new memory that only this
name holds, and if a factor is a known finite number, so no gradient outside the mask becomes NaN.

**Unsafe** otherwise, and the finding says why. If others may hold the tensor, it is written in place:
`x.copy_(torch.where(...))`. It is also unsafe if the shapes are not proved to be equal, since `torch.where` aligns
the mask's last dimension with that of `x`; dimensions that the mask provably lacks are added.
"""

from __future__ import annotations

from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.events import Index
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import Tensor
from fullgraph.rules.shared.reads import computed, is_number_captured, read
from fullgraph.rules.shared.shapes import mask_finding, updates

REGISTRY = ("GB0036", "GB0033")


def check(event: Index) -> Finding | None:
    if event.kind == "write":
        return _all_or_nothing(event)
    if event.kind != "read" or not updates(event):
        return None
    return mask_finding(event, "updates")


def _all_or_nothing(event: Index) -> Finding | None:
    """``x[mask] = y`` with a mask without dimensions."""
    if len(event.parts) != 1 or not isinstance(event.owner, Tensor):
        return None
    value = event.parts[0][1]
    mask = computed(value) if isinstance(value, Tensor) else None
    if mask is None or mask.shape != () or mask.dtype != BOOLEAN or is_number_captured(event):
        return None
    return read(event, value, f"a mask without dimensions is read into Python: {event.text}", "the index reads it")
