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
added up in another order. (To multiply by the mask would be wrong where `x` is NaN or infinite.) `max`, `min`, `amax`
and `amin` are looked for with infinities outside of the mask: **unsafe**, because an empty selection raises no error
then.

What is picked out may get names, be computed with element by element, and end in sums, means and losses:
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
That is **unsafe**, and offered where the mask is a name that keeps its value up to there, everything that is picked
out ends so, and a loss (`mse_loss`, `l1_loss`, `smooth_l1_loss`, `huber_loss`, `binary_cross_entropy`, with logits too,
`sigmoid_focal_loss`, the losses of boxes in torchvision; functions, or modules made in the function or once in the
class) is given two tensors and plain numbers. Neither values nor gradients become NaN by what is outside of the mask.
Where a mean is over nothing, it is NaN as before. For `cross_entropy` and `nll_loss` the labels outside of the mask
become `ignore_index`, and the scores are only flattened: **unsafe**, because labels that are probabilities cannot be
ignored.

`x[mask] = y[mask]`, also with arithmetic on the right, becomes `x = torch.where(mask, y, x)` under the conditions of
FG303, `x[mask] = table[i[mask], :]` looks up all elements (by index 0 outside of the mask), and `x[mask, i[mask]] = 1`
becomes `torch.where` of a mask in which the places `i` are found among `torch.arange(x.shape[-1])`. A statement that
only has a condition checked (`torch._check`, and `torch_compilable_check` of transformers) is skipped while compiling:
**unsafe**, because the condition is not checked then.

`len(x[mask])`, `x[mask].shape[0]` and `x[mask].numel()` become `mask.sum()` where they meet a tensor or are compared in
the condition of an `if`, which is then rewritten as FG101 says (a mask that does not fit raises no error then).

`x[mask]` wants the first dimensions of `x`, `torch.where` lines up the last ones. Where the source tells how many
dimensions the mask lacks (`mask = (x > 0).any(-1)`), they are added: `mask.unsqueeze(-1)`. Where that is not known,
the fix is **unsafe** and says so, as it does where the mask is one only by its name; it is `mask.expand_as(x)` then,
which raises an error where dimensions are missing. There is no fix where that is not known of a mask that has one
dimension, or has lost dimensions of some other tensor, and where what is picked out goes elsewhere: its shape is part
of the result then.
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
