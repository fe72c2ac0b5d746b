"""Memory or address of a tensor read

## What it does
Finds comparisons and arithmetic with `.data_ptr()`, `.storage()`, reads of an `.untyped_storage()` (`.nbytes()`,
`.data_ptr()`, `len()`), DLPack, and queries about a tensor's memory and representation that TorchDynamo does not
support: `is_set_to`, `is_shared`, `is_conj`, `is_neg`, `is_signed`, `is_same_size`, `is_inference`,
`torch.result_type` and similar.

## Why the graph breaks
While tracing, tensors have no memory and so no address, and these functions return a Python value that TorchDynamo
does not compute itself. It ends the graph there, in the default mode and under `fullgraph=True`.

These are captured: `x is y`, `id(x) == id(y)`, `.data_ptr()` that is only passed on or compared with itself,
`.untyped_storage().size()`, `.element_size()`, `.nbytes`, `.stride()` and `.is_contiguous()`.

## Example
```python
def forward(self, x, cache):
    if x.data_ptr() == cache.data_ptr():
        x = x.clone()
    return self.layer(x)
```

Use instead:
```python
def forward(self, x, cache):
    if x is cache:
        x = x.clone()
    return self.layer(x)
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import tensor_part
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.reads import computed

REGISTRY = ("GB5976", "GB0208", "GB0156", "GB0088", "GB0007", "GB0045", "GB0008", "GB0141", "GB0023")

_QUESTIONS = frozenset(
    (
        "storage _typed_storage is_set_to is_shared is_conj is_neg is_signed is_same_size is_distributed "
        "is_inference sparse_dim dense_dim _is_view"
    ).split()
)
"""Methods that end the graph by themselves."""
_METHODS = _QUESTIONS | {"storage_offset", "data_ptr", "untyped_storage"}
_FUNCTIONS = frozenset(
    f"torch.{name}"
    for name in (
        "is_conj is_neg is_signed is_same_size is_distributed is_inference is_storage result_type get_device typename "
        "to_dlpack from_dlpack utils.dlpack.to_dlpack utils.dlpack.from_dlpack"
    ).split()
)
_CAPTURED = frozenset(("size",))
"""The methods of an untyped storage that are captured."""


@on_calls("builtins.id", *_FUNCTIONS, *(f"torch.Tensor.{method}" for method in _METHODS))
def check(event: Call) -> Finding | None:
    if event.name == "builtins.id":
        known = len(event.args) == 1 and computed(event.args[0]) and in_versions(event, before="2.13")
        return _asked(event, "the identity of a tensor") if known else None
    method = event.name.removeprefix("torch.Tensor.")
    if method == event.name:
        return _asked(event, f"{event.name}()") if any(map(tensor_part, event.args)) else None
    if method in _QUESTIONS or (method == "storage_offset" and not event.interp.torch.at_least("2.15")):
        return _asked(event, f".{method}()")
    if method == "data_ptr" and _is_operand(event):
        return _asked(event, "the address of a tensor")
    if method == "untyped_storage" and _is_read(event):
        return _asked(event, "the storage of a tensor")
    return None


def _asked(event: Call, what: str) -> Finding:
    value = next(value for value in event.args if tensor_part(value) is not None)
    message = f"{what} is not known while the graph is traced: {event.text}"
    return Finding(event, message, explain(event, value, "asks for its memory"), CONFIDENCES[event.confidence])


def _is_operand(event: Call) -> bool:
    """Return whether the address is compared with another, or computed with."""
    for node in ast.walk(event.statement):
        if isinstance(node, ast.Compare) and event.node in (sides := [node.left, *node.comparators]):
            return len({ast.dump(side) for side in sides}) > 1 or not event.interp.torch.at_least("2.13")
        if isinstance(node, ast.BinOp) and event.node in (node.left, node.right):
            return True
    return False


def _is_read(event: Call) -> bool:
    """Return whether something is asked of the storage."""
    for node in ast.walk(event.statement):
        if isinstance(node, ast.Attribute) and node.value is event.node:
            return node.attr not in _CAPTURED
        if isinstance(node, ast.Call) and event.node in node.args:
            return isinstance(node.func, ast.Name) and node.func.id == "len"
    return False
