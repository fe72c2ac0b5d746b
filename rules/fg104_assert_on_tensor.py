"""Assert on tensor data, in a form that breaks

## What it does
Finds `assert` statements on tensors that TorchDynamo does not turn into a graph-native assert: with a message
that is no plain literal (an f-string with placeholders, `.format`, a variable), or with `not`, `and`, `or` or
a chained comparison around the tensor. Also `torch._check_tensor_all`, which reads the tensor by default, and
`torch._assert` of a tensor before torch 2.15.

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

from fullgraph.lint.diagnostics import BOTH_MODES, Mode
from fullgraph.lint.events import Assertion, Call, Finding
from fullgraph.lint.values import tensor_part
from fullgraph.rules.common import DEFAULT_ONLY, FULLGRAPH_ONLY, assert_fix, confidence_of, explain
from fullgraph.rules.names import in_versions

REGISTRY = ("GB0170", "GB0124", "GB0033", "GB0059")


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


def check_function(event: Call) -> Finding | None:
    """torch's own checks that read the tensor."""
    value = event.argument(0, "cond") or event.kwargs.get("condition")
    if value is None or tensor_part(value) is None:
        return None
    modes: tuple[Mode, ...]
    if event.name == "torch._check_tensor_all":
        modes = DEFAULT_ONLY
    elif event.name == "torch._assert" and in_versions(event, before="2.15"):
        modes = BOTH_MODES
    else:
        return None
    name = event.name.rpartition(".")[2]
    evidence = explain(event, value, f"{name}() reads it")
    return Finding(
        event, f"{name}() reads tensor data into Python: {event.text}", evidence, confidence_of(value), modes
    )
