"""repeat_interleave by a tensor, without its output size

## What it does
Finds `repeat_interleave` with a tensor of repeats and without `output_size`.

## Why the graph breaks
The length of the result is the sum of the repeats, which is data. By default, TorchDynamo traces no operator of that
kind and ends the graph there (`Dynamic shape operator`). Under `fullgraph=True`, the result has a size without a
value, and only a test of that size breaks. A Python int as the number of repeats does not break, and neither does a
tensor with `output_size`.

## Example
```python
def forward(self, x, counts):
    return x.repeat_interleave(counts, dim=0)
```

Use instead, if the length is known from a shape:
```python
def forward(self, x, counts, target):
    return x.repeat_interleave(counts, dim=0, output_size=target.shape[0])
```

## The fix
`output_size`, if the call contains the repeats as `torch.tensor([2, 0, 3])`: safe. Otherwise you have to say where
the length is known.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import NONE, tensor_part
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import DEFAULT_ONLY, explain
from fullgraph.rules.shared.shapes import bare_name, shape_calls

REGISTRY = ("GB0036",)


@on_calls(*shape_calls("repeat_interleave"))
def check(event: Call) -> Finding | None:
    if bare_name(event) is None or event.open:
        return None
    if event.kwargs.get("output_size", NONE) != NONE:
        return None
    repeats = event.argument(1, "repeats")
    if repeats is None and len(event.args) + len(event.kwargs) == 1:
        repeats = event.argument(0, "repeats")
    counts = tensor_part(repeats) if repeats is not None else None
    if repeats is None or counts is None:
        return None
    return Finding(
        event,
        f"repeat_interleave() has a shape that depends on tensor data: {event.text}",
        explain(event, repeats, "repeat_interleave() adds up its elements to know its length"),
        CONFIDENCES[min(event.confidence, counts.confidence)],
        DEFAULT_ONLY,
        fix=fixes.length_fix(event, 1 if event.argument(1, "repeats") is not None else 0),
    )
