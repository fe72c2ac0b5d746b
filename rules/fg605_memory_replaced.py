"""A tensor's data, shape or memory replaced in place

## What it does
Finds `tensor.data = ...` of a tensor created in the graph, `resize_` and `resize_as_`, methods that change the shape
of an input, a parameter or a buffer in place (`unsqueeze_`, `squeeze_`, `t_`, `transpose_`, `set_`, `detach_` and
others), writes of `.real` and `.imag`, `share_memory_`, `torch.utils.swap_tensors`, and `out=` with a tensor that is
not contiguous or must be resized, or with several tensors if one of them must be resized.

## Why the graph breaks
A graph computes new tensors from old ones, and knows the shape and memory of its inputs beforehand. It cannot express
an operation that gives an existing tensor other memory or another shape. Changing values in place is traced (`add_`,
`copy_`, `x[mask] = 0`), and so are `parameter.data.copy_(...)`, `parameter.data = ...` with the same dtype, shape
changes of tensors created in the graph, and `out=` with a contiguous tensor of the right shape.

## Example
```python
def forward(self, x, out):
    x.unsqueeze_(0)
    torch.mul(x, 2, out=out[:, 0])
    return out
```

Use instead:
```python
def forward(self, x, out):
    x = x.unsqueeze(0)
    out[:, 0] = x * 2
    return out
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Write
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import MEDIUM, SequenceValue, Tensor, Value, tensor_part
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.names import Names, each, in_versions
from fullgraph.rules.shared.origin import origin

REGISTRY = (
    "GB0056",
    "GB0148",
    "GB0126",
    "GB0127",
    "GB0128",
    "GB0058",
    "GB0242",
    "GB0247",
    "GB0240",
    "GB0241",
    "GB4197",
    "GB0117",
)

NAMES = Names(each("torch.utils.", "swap_tensors"))

_ALWAYS = frozenset("resize_ resize_as_ share_memory_".split())
_OF_INPUTS = frozenset("unsqueeze_ squeeze_ t_ transpose_ swapaxes_ swapdims_ as_strided_ detach_ set_".split())
"""Operators with the tag ``inplace_view``: they break on inputs of the graph."""
_TRANSPOSING = frozenset("t transpose permute swapaxes swapdims T mT H mH movedim".split())


def check_write(event: Write) -> Finding | None:
    owner = event.owner
    if not isinstance(owner, Tensor):
        return None
    made = event.attribute == "data" and origin(owner) == "made"
    if not made and event.attribute not in ("real", "imag"):
        return None
    steps = explain(event, owner, f".{event.attribute} is replaced")
    message = f"replacing .{event.attribute} breaks the graph: {event.text}"
    return Finding(event, message, steps, CONFIDENCES[owner.confidence])


@on_calls(*NAMES.all, *(f"torch.Tensor.{method}" for method in _ALWAYS | _OF_INPUTS))
def check_method(event: Call) -> Finding | None:
    method = event.name.removeprefix("torch.Tensor.")
    if method == event.name:
        return NAMES.finding(event)
    tensor = tensor_part(event.args[0]) if event.args else None
    if tensor is None:
        return None
    if method not in _ALWAYS:
        of_input = origin(tensor) in ("argument", "attribute")
        if not of_input and not (method == "set_" and len(event.args) > 2):
            return None
    steps = explain(event, tensor, f"{method}()")
    raises = method == "share_memory_" and in_versions(event, before="2.11")
    message = f"{method}() breaks the graph: {event.text}"
    return Finding(event, message, steps, CONFIDENCES[event.confidence], raises=raises)


@on_calls("torch.*")
def check_out(event: Call) -> Finding | None:
    out = event.kwargs.get("out")
    if out is None or not isinstance(event.node, ast.Call):
        return None
    node = next((keyword.value for keyword in event.node.keywords if keyword.arg == "out"), None)
    if isinstance(out, SequenceValue):
        # Whether one that is not contiguous breaks among several depends on the operator.
        found = (_misfit(event, part, None) for part in out.items or ())
        return next((finding for finding in found if finding is not None), None)
    return _misfit(event, out, node)


def _misfit(event: Call, out: Value, node: ast.expr | None) -> Finding | None:
    """The finding for an ``out=`` that does not fit, or a part of it."""
    if not isinstance(out, Tensor):
        return None
    made_by = out.evidence.node if out.evidence is not None else None
    if node is not None and (_is_strided(node) or (isinstance(node, ast.Name) and _is_strided(made_by))):
        why, confidence = "is not contiguous", min(out.confidence, MEDIUM)
    elif _is_empty(out):
        why, confidence = "has to be resized", out.confidence
    else:
        return None
    steps = explain(event, out, f"it {why}")
    return Finding(event, f"out= with a tensor that {why} breaks the graph", steps, CONFIDENCES[confidence])


def _is_strided(node: ast.AST | None) -> bool:
    """Return whether an expression takes columns of a tensor, or transposes it."""
    if isinstance(node, ast.Call):
        node = node.func
    if isinstance(node, ast.Attribute):
        return node.attr in _TRANSPOSING
    if not isinstance(node, ast.Subscript) or not isinstance(node.slice, ast.Tuple):
        return False
    first, *others = node.slice.elts
    return isinstance(first, ast.Slice) and any(not _is_whole(part) for part in others)


def _is_whole(part: ast.expr) -> bool:
    return isinstance(part, ast.Slice) and part.lower is None and part.upper is None and part.step is None


def _is_empty(tensor: Tensor) -> bool:
    """Return whether the tensor was made without elements, for an ``out=`` to fill."""
    node = tensor.evidence.node if tensor.evidence is not None else None
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    if node.func.attr in ("empty", "zeros", "new_empty", "new_zeros"):
        return len(node.args) == 1 and isinstance(node.args[0], ast.Constant) and node.args[0].value == 0
    return node.func.attr == "new" and not node.args
