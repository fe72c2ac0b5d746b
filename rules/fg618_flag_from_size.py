"""Flags of operations that depend on sizes

## What it does
Finds, in compiled functions, operations that are given a comparison of tensor sizes as a flag, such as
`scaled_dot_product_attention(q, k, v, is_causal=t > 1)`, `dropout(x, p, training=len(x) > 1)`,
`x.sum(0, keepdim=x.shape[0] > 1)` and `set_grad_enabled(t > 1)`.

## Why the graph breaks
Once a size has changed from call to call, it is a symbol in the graph, and so is what a comparison of it gives. The
operators take no symbol for a flag: the graph ends there, or, in a context such as `torch.set_grad_enabled`,
compiling fails. A test asks for the answer and keeps it as a guard: a recompile at most for each answer.

These are captured: a comparison that `if` asks, one that is added to a tensor, filled into one or returned, and sizes
that never change.

## Example
```python
def forward(self, q, k, v):
    t = q.shape[-2]
    return F.scaled_dot_product_attention(q, k, v, is_causal=t > 1)
```

Use instead:
```python
def forward(self, q, k, v):
    t = q.shape[-2]
    return F.scaled_dot_product_attention(q, k, v, is_causal=True if t > 1 else False)
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import BOOL, Origin, Value, alternatives
from fullgraph.rules.rewrite.offer import suggestion

REGISTRY = ("GB0112",)

_FLAGS = frozenset(
    (
        "is_causal enable_gqa training train align_corners keepdim descending largest unbiased ceil_mode "
        "count_include_pad full_matrices right equal_nan scale_grad_by_freq copy"
    ).split()
)
"""The keywords by which operators take flags."""
_PLACES = {
    "torch.nn.functional.scaled_dot_product_attention": 5,
    **{f"torch.nn.functional.{name}dropout": 2 for name in ("", "alpha_", "feature_alpha_")},
    "torch.Tensor.sort": 2,
    "torch.sort": 2,
    "torch.Tensor.argsort": 2,
    "torch.argsort": 2,
    "torch.Tensor.mean": 2,
    "torch.Tensor.sum": 2,
}
"""The places of flags among the arguments, of functions that are often called so."""
_CONTEXTS = frozenset(("torch.set_grad_enabled", "torch.autograd.grad_mode.set_grad_enabled"))


@on_calls("torch.*")
def check(event: Call) -> Finding | None:
    place = _PLACES.get(event.name)
    given: list[Value] = [value for name, value in event.kwargs.items() if name in _FLAGS]
    if place is not None and len(event.args) > place:
        given.append(event.args[place])
    if not any(map(_depends_on_size, given)):
        return None
    what = f"a flag that depends on a size breaks the graph once that has changed: {event.text}"
    confidence = CONFIDENCES[event.confidence]
    return Finding(event, what, confidence=confidence, fix=suggestion(_INSTEAD), once_changed=True)


_INSTEAD = "Ask for the answer, which is kept as a guard: `True if … else False`"


@on_calls(*_CONTEXTS)
def check_context(event: Call) -> Finding | None:
    given = [*event.args[:1], *event.kwargs.values()]
    if not any(map(_depends_on_size, given)):
        return None
    what = f"a flag that depends on a size makes compiling fail once that has changed: {event.text}"
    return Finding(event, what, fix=suggestion(_INSTEAD), once_changed=True, raises=True)


def _depends_on_size(value: Value) -> bool:
    return any(
        one == BOOL and one.evidence is not None and one.evidence.origin is Origin.SIZE for one in alternatives(value)
    )
