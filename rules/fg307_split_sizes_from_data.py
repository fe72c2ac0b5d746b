"""Splitting at places that depend on data

## What it does
Finds `tensor_split` by a tensor of indices, and `split` by sizes that are tensors.

## Why the graph breaks
The sizes of the parts are read from the tensor. By default, TorchDynamo ends the graph there (`Data dependent
operator`); under `fullgraph=True`, it captures them as sizes without values. In `x.split(lengths.tolist())`, the
`tolist()` breaks and is reported instead. A single number without dimensions is captured, as is a chunk size.

## Example
```python
def forward(self, x, bounds):
    return [part.mean() for part in x.tensor_split(bounds)]
```

Use instead bounds that are Python numbers, or a padded batch:
```python
def forward(self, x, bounds: list[int]):
    return [part.mean() for part in x.tensor_split(bounds)]
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import Origin, SequenceValue, Tensor, tensor_part
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.shared.common import DEFAULT_ONLY, explain
from fullgraph.rules.shared.shapes import operation, shape_calls

PARTS = (
    "the sizes of the parts are data: pass them as Python numbers, pad the parts to one length, use a nested "
    "tensor, or, for attention within each part, a block-diagonal mask over the whole"
)

REGISTRY = ("GB0033",)


@on_calls(*shape_calls("tensor_split", "split", "split_with_sizes"))
def check(event: Call) -> Finding | None:
    name = operation(event).removeprefix("torch.")
    if name == "tensor_split":
        sizes = event.argument(1, "tensor_indices_or_sections")
    elif name in ("split", "split_with_sizes"):
        given = event.argument(1, "split_size" if name == "split" else "split_sizes")
        sizes = given.each() if isinstance(given, SequenceValue) else None
    else:
        return None
    part = tensor_part(sizes) if sizes is not None else None
    if sizes is None or part is None or (name == "tensor_split" and part.shape == ()) or _of_pairs(part):
        return None
    return Finding(
        event,
        f"{name}() reads its sizes from tensor data: {event.text}",
        explain(event, sizes, f"{name}() reads it into Python numbers"),
        CONFIDENCES[min(event.confidence, part.confidence)],
        DEFAULT_ONLY,
        fix=(lambda: answer(Obstacle(PARTS))),
    )


def _of_pairs(part: Tensor) -> bool:
    """Return whether it was unpacked from the rows of a parameter: that is a list of pairs, whatever the annotation."""
    rows, evidence = 0, part.evidence
    first = None
    while evidence is not None:
        rows += evidence.origin is Origin.ITEM
        first, evidence = evidence, evidence.parent
    return rows > 1 and first is not None and isinstance(first.node, ast.arg)
