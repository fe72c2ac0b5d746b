"""Other shapes that depend on data

## What it does
Finds the other operations whose result is as long as the data says: `one_hot` without `num_classes`, `bincount`,
`pack_padded_sequence`, `pack_sequence`, `unpad_sequence`, `ctc_loss`, `torch.linalg.lstsq`, `torchvision.ops.nms` and
what uses it.

## Why the graph breaks
By default TorchDynamo traces no operator whose result's shape depends on values, and ends the graph there. Under
`fullgraph=True` it captures `bincount`, `nms` and `unpad_sequence`; the others break there too: `one_hot` because it
needs the number of classes while tracing, packing because TorchDynamo skips those functions, `ctc_loss` and
`lstsq` because they cannot be run without data.

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

For `bincount` with a known number of bins, `torch.zeros(bins).index_add(0, x, weights)`. For packed sequences, a
padded batch with a mask.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics import BOTH_MODES, CONFIDENCES, Mode
from fullgraph.lint.events import Call, Finding
from fullgraph.lint.values import Const, scalar_part, tensor_part
from fullgraph.rules.common import FULLGRAPH_ONLY, explain
from fullgraph.rules.shapes import operation, shape_finding

REGISTRY = ("GB0036", "GB0246", "GB0037", "GB0007", "GB0033")

_OWN_RULE = frozenset(
    f"{prefix}{name}"
    for name in "nonzero argwhere where masked_select unique unique_consecutive repeat_interleave".split()
    for prefix in ("", "torch.")
)
_INDEXING = frozenset(("__getitem__", "index"))
"""Seen as subscripts, not as calls."""
_PACKING = frozenset(("torch.nn.utils.rnn.pack_padded_sequence", "torch.nn.utils.rnn.pack_sequence"))
"""Functions that TorchDynamo skips."""
_UNPADDING = "torch.nn.utils.rnn.unpad_sequence"
_WITHOUT_META = frozenset(
    ("torch.nn.functional.ctc_loss", "torch.ctc_loss", "torch.linalg.lstsq", "torch.nn.CTCLoss.__call__")
)
"""Operators that cannot be traced with a size that has no value."""


def check(event: Call) -> Finding | None:
    name = operation(event)
    bare = name.rpartition(".")[2]
    if name == "torch.nn.functional.one_hot":
        return _one_hot(event)
    if name in _PACKING or name in _WITHOUT_META:
        return shape_finding(event, f"{bare}()", BOTH_MODES)
    if name == _UNPADDING:
        return shape_finding(event, f"{bare}()")
    if name not in event.machine.torch.dynamic_shape or name in _OWN_RULE | _INDEXING:
        return None
    return shape_finding(event, f"{bare}()")


def _one_hot(event: Call) -> Finding | None:
    """Without a number of classes, or with one that is data."""
    if event.open:
        return None
    classes = event.argument(1, "num_classes")
    if classes is None or (isinstance(classes, Const) and classes.value == -1):
        return shape_finding(event, "one_hot() without num_classes", BOTH_MODES)
    number = scalar_part(classes)
    if tensor_part(classes) is None and number is None:
        return None
    # By default the graph ends where the number is read, and one_hot sees a number.
    modes: tuple[Mode, ...] = BOTH_MODES if tensor_part(classes) is not None else FULLGRAPH_ONLY
    part = tensor_part(classes) or number
    return Finding(
        event,
        f"one_hot() has as many classes as tensor data says: {event.text}",
        explain(event, classes, "one_hot() needs the number while tracing"),
        CONFIDENCES[min(event.confidence, part.confidence if part is not None else event.confidence)],
        modes,
    )
