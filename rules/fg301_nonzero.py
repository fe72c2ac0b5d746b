"""Indices of the nonzero elements

## What it does
Finds `nonzero`, `argwhere` and `torch.where` with only a condition, as functions and as methods.

## Why the graph breaks
The number of rows in the result depends on the values. By default, TorchDynamo traces no operator of that kind and
ends the graph there (`Dynamic shape operator`). Under `fullgraph=True`, the result has a size without a value, and
only a test of that size breaks.

## Example
```python
def forward(self, x, labels):
    positive = torch.where(labels > 0)[0]
    return self.head(x[positive]).sum()
```

Use instead a computation over all rows, with the others set to zero:
```python
def forward(self, x, labels):
    positive = (labels > 0).unsqueeze(-1)
    return torch.where(positive, self.head(x), 0.0).sum()
```

If the number of rows has a bound, `torch.nonzero_static` has a fixed shape. Otherwise,
`torch._dynamo.config.capture_dynamic_output_shape_ops = True` makes the default mode behave like `fullgraph=True`.

## The fix
If only the number of rows is read, `len(torch.where(c)[0])` or `c.nonzero().shape[0]`, directly or through a name, it
becomes `c.sum()`, a tensor that is followed through all its uses as FG201 describes for `.item()`.

The other fix is for rows that are selected, computed and put back, as the experts of a mixture do with their tokens:
```python
for number in torch.greater(mask.sum(dim=(-1, -2)), 0).nonzero():
    slot, row = torch.where(mask[number].squeeze(0))
    state = self.experts[number](x[None, row].reshape(-1, size)) * weights[row, slot, None]
    out.index_add_(0, row, state)
```
Each expert computes all rows. Rows it was not given are zero, and so is their weight. Zeroing only the results is not
enough, because an expert's infinities for the rows of others, times zero, are NaN in the gradients:
```python
for number in range(self.number):
    chosen = mask[number].T.bool()
    weight = torch.where(chosen, weights, 0).sum(-1, keepdim=True)
    state = self.experts[number](torch.where(chosen.any(-1, keepdim=True), x, 0)) * weight
    out.add_(state)
```
- The indices may only be used to read rows (`x[row]`, `x[None, row]`, `x.index_select(0, row)`) and their weights
  (`weights[row, slot]`, `weights[row, number]`), to put rows back (`index_add_`, `out[row] = ...`, `out[row] += ...`)
  and to skip a step without rows (`if row.numel() == 0: continue`).
- What is computed from the rows is not reduced over them and not used after the loop, and an iteration does nothing
  else that lasts.
- The fix is unsafe: it computes more, can round sums differently, gives parameters of an expert without rows zero
  gradients instead of none, draws other numbers for dropout, and assumes that an expert treats each row by itself.

With many experts, a batched or grouped product over stacked weights computes less, but that is not a small edit.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.shapes import bare_name, shape_calls, shape_finding

REGISTRY = ("GB0036", "GB0033")


@on_calls(*shape_calls("nonzero", "argwhere", "where"))
def check(event: Call) -> Finding | None:
    name = bare_name(event)
    if name is None:
        return None
    if name == "where" and (event.open or len(event.args) + len(event.kwargs) != 1):
        return None
    what = f"{name}()" if name != "where" else "where() with only a condition"
    return replace(shape_finding(event, what), fix=fixes.count_fix(event))
