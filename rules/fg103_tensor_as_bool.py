"""Tensor used as a bool inside an expression

## What it does
Finds `bool()` calls on tensors that expressions hide: `a if t else b`, `t and u`, `t or u`, `not t`, `low < t <
high`, the `if` of a comprehension, and `any`, `all`, `filter`, `sorted` and `list.sort`. For numbers read from
tensors, it finds the same for `fullgraph=True`. It also finds:

- before torch 2.14, sorting tuples or lists that contain a tensor, a module, a method or another object, as in
  `sorted(losses.items())` and `sorted(kwargs.items())`
- comparisons of lists, tuples, dictionaries, named tuples and dataclasses that compare a tensor, `[x] == [y]`, and
  `.index` and `.remove` of such a list
- `max` and `min` with a key that returns tensors, of tuples that contain one or an object, or of objects

## Why the graph breaks
Each of them needs the truth value of a tensor while tracing, as an `if` statement does. Numbers read from tensors can
be compared by default; sorting them is not traced in either mode once they have changed. TorchDynamo sorts only
constants, and a tuple with a tensor or an object is not a constant, even if its first entries decide. `max` and `min`
compare tensors in the graph, `max(x.sum(), y.sum())`. With a key they take only constants, before torch 2.14 for the
items too: `max(rows, key=len)` breaks there. Items of containers are compared one by one until two differ; the same
tensor twice counts as equal without reading it.

## Example
```python
y = x + 1 if x.sum() > 0 else x - 1
inside = low < t < high
```

Use instead:
```python
y = torch.where(x.sum() > 0, x + 1, x - 1)
inside = (low < t) & (t < high)
```

## The fix
Conditional expressions become `torch.where` under the conditions of FG101 (safe or unsafe), and so do branches that
`any(...)` or `all(...)` decides. If a result gets a name, `inside = low < t < high`, it becomes a tensor,
`torch.logical_and(low < t, t < high)`, and the branches it decides become selections in the same fix, as in FG201.
There is no fix for the rest, such as the `if` of a comprehension or sorting.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Test
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import HIGH, Function, Instance, NumpyNumber, tensor_part
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import confidence_of, explain, tested_value
from fullgraph.rules.shared.names import in_versions

REGISTRY = ("GB0170", "GB0033", "GB0207", "GB0092", "GB4347", "GB8335", "GB6622", "GB0059", "GB0193")

_WHAT = {
    "conditional": "the conditional expression",
    "boolean": "the operator and/or",
    "not": "the operator not",
    "comparison": "the chained comparison",
    "comprehension": "the comprehension's if",
    "builtin": "the built-in call",
    "sort": "sorting",
    "equality": "comparing",
    "match": "the match statement",
}

_ANSWERS = frozenset(("boolean", "not", "comparison", "builtin"))


def check(event: Test) -> Finding | None:
    if event.kind == "ordered":
        return _sorted(event)
    if event.kind == "sorted":
        return _sorted(event) if in_versions(event, before="2.14") else None
    if event.kind not in _WHAT:
        return None
    fix = fixes.expression_fix if event.kind == "conditional" else fixes.truth_fix if event.kind in _ANSWERS else None
    return tested_value(event, _WHAT[event.kind], fix)


def _sorted(event: Test) -> Finding:
    """The finding for what is put in order and is, or holds, something else than constants."""
    said = explain(event, event.value, "TorchDynamo puts constants alone in order")
    what = "sorting" if event.kind == "sorted" else "ordering"
    held, confidence = "a module", CONFIDENCES[HIGH]
    if tensor_part(event.value) is not None:
        held, confidence = "a tensor", confidence_of(event.value)
    elif isinstance(event.value, NumpyNumber):
        held = "a NumPy number"
    elif isinstance(event.value, Function):
        held = "a method"
    elif isinstance(event.value, Instance) and not is_module_class(event.value.cls):
        held = "an object"
    message = f"{what} breaks the graph, since what is compared holds {held}: {event.text}"
    return Finding(event, message, said, confidence)
