"""Other shapes that depend on data

## What it does
Finds the other operations whose result has a length that depends on data: `one_hot` without `num_classes`,
`bincount`, `pack_padded_sequence`, `pack_sequence`, `pad_packed_sequence`, `unpad_sequence`, `ctc_loss`,
`torch.linalg.lstsq`, `torchvision.ops.nms` and its users, and any other operation that the torch data marks this way.

## Why the graph breaks
By default, TorchDynamo traces no operator whose result shape depends on values, and ends the graph there. Under
`fullgraph=True`, it captures `bincount`, `nms` and `unpad_sequence`. The others break there too: `one_hot` because it
needs the number of classes while tracing, packing because TorchDynamo skips those functions, and `ctc_loss` and
`lstsq` because they cannot run without data.

## Example
```python
def forward(self, x, labels):
    return x * torch.nn.functional.one_hot(labels)
```

Use instead:
```python
def forward(self, x, labels):
    return x * torch.nn.functional.one_hot(labels, num_classes=self.classes)
```

For `bincount` with a known number of bins, use `torch.zeros(bins).index_add(0, x, weights)`. For packed sequences,
use a padded batch with a mask.

## The fix
`one_hot(scores.argmax(-1))` gets `num_classes=scores.shape[-1]`: unsafe, because the result then has a column for
every class, even if the last ones do not occur. If the object has an attribute whose name suggests the number of
classes, such as `self.num_classes`, that is a suggestion.

`torch.bincount(x, minlength=n)` becomes `scatter_add` into `n` zeros: **unsafe**, because a value beyond the last bin
is then an error.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import Const, Tensor, scalar_part, tensor_part
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import FULLGRAPH_ONLY, explain
from fullgraph.rules.shared.shapes import modes_of, operation, shape_finding

REGISTRY = ("GB0036", "GB0246", "GB0037", "GB0007", "GB0033")

_OWN_RULE = frozenset(
    f"{prefix}{name}"
    for name in "nonzero argwhere where masked_select unique unique_consecutive repeat_interleave".split()
    for prefix in ("", "torch.")
)
_SUBSCRIPT = "__getitem__"
_BINCOUNT = frozenset(("bincount", "torch.bincount"))
_ONE_HOT = "torch.nn.functional.one_hot"
_PACKING = frozenset(
    f"torch.nn.utils.rnn.{name}" for name in ("pack_padded_sequence", "pack_sequence", "pad_packed_sequence")
)
"""Functions that TorchDynamo skips."""


@on_calls("torch.*", "torchvision.ops.*")
def check(event: Call) -> Finding | None:
    name = operation(event)
    what = f"{name.rpartition('.')[2]}()"
    if name in _PACKING:
        return shape_finding(event, what, BOTH_MODES)
    if name.startswith("torch.nn.") and name[9:10].isupper() and not event.name.endswith(".__call__"):
        return None  # a layer is made
    if name in _OWN_RULE or name == _SUBSCRIPT or name not in event.interp.torch.dynamic_shape:
        return None
    modes = modes_of(event)
    fix = fixes.classes_fix(event) if name == _ONE_HOT else fixes.bins_fix(event) if name in _BINCOUNT else None
    return replace(shape_finding(event, what, modes), fix=fix) if modes else None


@on_calls(_ONE_HOT)
def check_number_of_classes(event: Call) -> Finding | None:
    """``one_hot`` with -1 for the number of classes, which asks the data too, or with a number that is data."""
    classes = event.argument(1, "num_classes")
    if classes is None or event.open:
        return None
    if classes == Const(-1):
        return shape_finding(event, "one_hot()", BOTH_MODES)
    part = tensor_part(classes) or scalar_part(classes)
    if part is None:
        return None
    return Finding(
        event,
        f"one_hot() has a number of classes that depends on tensor data: {event.text}",
        explain(event, classes, "one_hot() needs the number while tracing"),
        CONFIDENCES[min(event.confidence, part.confidence)],
        BOTH_MODES if isinstance(part, Tensor) else FULLGRAPH_ONLY,
    )
