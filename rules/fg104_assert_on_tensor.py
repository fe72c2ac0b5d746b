"""Assert on tensor data, in a form that breaks

## What it does
Finds `assert` statements on tensors that TorchDynamo does not turn into a graph-native assert: with a message
that is no plain literal (an f-string with placeholders, `.format`, a variable), or with `not`, `and`, `or` or
a chained comparison around the tensor.

## Why the graph breaks
`assert t` and `assert t, "literal"` become `torch._assert_async` in the graph. The other forms are compiled
by Python into a branch on tensor data, which cannot be traced.

## Example
```python
assert not torch.isnan(x).any(), f"bad values in {x.shape}"
```

Use instead:
```python
assert torch.isfinite(x).all(), "bad values"
```

## The fix
Unsafe: the message becomes a literal, and the assert is split or turned around. In a compiled run a violation
then raises `RuntimeError` instead of `AssertionError`, on CUDA as a device-side assert that leaves the
context unusable.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics import BOTH_MODES
from fullgraph.lint.events import Assertion, Finding
from fullgraph.lint.values import tensor_part
from fullgraph.rules.common import FULLGRAPH_ONLY, assert_fix, confidence_of, explain

REGISTRY = ("GB0170",)


def check(event: Assertion) -> Finding | None:
    if event.why == "message":
        message = "assert on tensor data breaks the graph: its message is no plain literal"
    else:
        message = "assert on tensor data breaks the graph: its operators call bool() on a tensor"
    # By default the graph ends where a number is read, and the assert sees a number.
    tensor = tensor_part(event.value) is not None
    return Finding(
        event,
        message if tensor else message.replace("tensor data", "a number read from a tensor").replace("a tensor", "it"),
        explain(event, event.value, "assert calls bool() on it"),
        confidence_of(event.value),
        BOTH_MODES if tensor else FULLGRAPH_ONLY,
        fix=assert_fix(event) if tensor else None,
    )
