"""Reading through a boolean mask

## What it does
Finds `x[mask]` if the mask, or one part of the index, is a boolean tensor or a list of bools. A mask of unknown dtype
counts as boolean because of its name or because of `~`, `&` and `|`; the finding then has medium confidence.

## Why the graph breaks
The number of selected elements depends on the mask's values. By default, TorchDynamo traces no operator of that kind
and ends the graph there (`Dynamic shape operator`). Under `fullgraph=True`, the result has a size without a value,
and only a test of that size breaks; a mask without dimensions breaks there too.

Indexing by integers does not break, and neither does writing: `x[mask] = 0` and `x[mask] = values` are captured.

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

For `cross_entropy`, write `ignore_index` into the labels that do not count. Otherwise,
`torch._dynamo.config.capture_dynamic_output_shape_ops = True` makes the default mode behave like `fullgraph=True`.

## The fix
`x[mask].any()`, `x[mask].all()` and sums of integers become `torch.where(mask, x, False).any()` and similar: **safe**
if the mask provably has the shape of `x`. Sums and means of floating-point numbers are **unsafe**, because they are
added in another order. (Multiplying by the mask would be wrong if `x` is NaN or infinite.) `max`, `min`, `amax` and
`amin` are computed with infinities outside the mask: **unsafe**, because an empty selection then raises no error.

The selected elements may get names, go through elementwise operations, and end in sums, means and losses:
```python
a = x[mask]
b = y[mask]
loss = F.binary_cross_entropy_with_logits(a, b)
```
becomes
```python
a = torch.where(mask, x, 0)
b = torch.where(mask, y, 0)
loss = torch.where(mask, F.binary_cross_entropy_with_logits(a, b, reduction="none"), 0).sum() / mask.sum()
```
That is **unsafe**. It is offered if the mask is a name that keeps its value up to there, if everything selected ends
this way, and if a loss (`mse_loss`, `l1_loss`, `smooth_l1_loss`, `huber_loss`, `binary_cross_entropy`, with logits
too, `sigmoid_focal_loss`, the box losses in torchvision; functions, or modules made in the function or once in the
class) receives two tensors and plain numbers. Elements outside the mask cannot make values or gradients NaN. A mean
over nothing is NaN as before. For `cross_entropy` and `nll_loss`, the labels outside the mask become `ignore_index`,
and the scores are only flattened: **unsafe**, because labels that are probabilities cannot be ignored.

`x[mask] = y[mask]`, also with arithmetic on the right, becomes `x = torch.where(mask, y, x)` under the conditions of
FG303. `x[mask] = table[i[mask], :]` looks up all elements (by index 0 outside the mask). `x[mask, i[mask]] = 1`
becomes `torch.where` of a mask that finds the places `i` in `torch.arange(x.shape[-1])`. A statement that only checks
a condition (`torch._check`, and `torch_compilable_check` of transformers) is skipped while compiling: **unsafe**,
because the condition is then not checked.

`len(x[mask])`, `x[mask].shape[0]` and `x[mask].numel()` become `mask.sum()` if they meet a tensor or are compared in
the condition of an `if`, which is then rewritten as in FG101 (a mask that does not fit then raises no error).

`x[mask]` matches the first dimensions of `x`; `torch.where` aligns the last ones. If the source shows how many
dimensions the mask lacks (`mask = (x > 0).any(-1)`), they are added: `mask.unsqueeze(-1)`. If that is unknown, or if
the mask counts as boolean only because of its name, the fix is **unsafe** and says so. It then uses
`mask.expand_as(x)`, which raises an error if dimensions are missing. There is no fix if that is unknown for a mask
that has one dimension or has lost dimensions of another tensor, or if the selected elements go elsewhere, since their
shape is then part of the result.
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Index
from fullgraph.lint.domain.frame import Finding
from fullgraph.rules.shared.shapes import mask_finding, updates

REGISTRY = ("GB0036", "GB0033")


def check(event: Index) -> Finding | None:
    if event.kind != "read" or updates(event):
        return None
    return mask_finding(event, "reads")
