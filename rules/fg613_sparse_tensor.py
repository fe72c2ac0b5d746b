"""Sparse and nested tensors in compiled code

## What it does
Finds, in compiled functions, code that creates a sparse tensor (`to_sparse()` and related methods, `sparse_mask`,
`torch.sparse_coo_tensor`, `torch.sparse_csr_tensor` ..., `layout=torch.sparse_coo`), operations on a sparse tensor
that was created there or that an object holds, methods and functions that only sparse tensors are given
(`adjacency.coalesce()`, `torch.sparse.mm(adjacency, x)`), in their callers the first use of what is passed on to them,
and nested tensors with the strided layout, the default of `torch.nested.nested_tensor`.

## Why the graph breaks
The values of a graph have a shape and strides, which these layouts lack, so TorchDynamo can neither pass them to a
graph nor take them from one. The graph ends where one is created. Behind that, and in each function that receives one
or reads one from an attribute, TorchDynamo compiles up to its first use and leaves the rest to eager. A function that
holds one for a call in which the graph breaks ends at that call.

These are captured: `x.is_sparse`, `x.layout`, `embedding(..., sparse=True)`, and nested tensors with
`layout=torch.jagged`.

## Example
```python
def __init__(self, adjacency):
    self.register_buffer("adjacency", adjacency.to_sparse())

def forward(self, x):
    return self.layer(torch.sparse.mm(self.adjacency, x))
```

Use instead indices and values, as `torch.nonzero` and indexing give them, and a dense operation:
```python
def __init__(self, adjacency):
    rows, columns = adjacency.nonzero(as_tuple=True)
    self.register_buffer("rows", rows)
    self.register_buffer("columns", columns)
    self.register_buffer("values", adjacency[rows, columns])

def forward(self, x):
    sent = self.values[:, None] * x[self.columns]
    return self.layer(torch.zeros_like(x).index_add(0, self.rows, sent))
```

Or keep the sparse product outside, in a function with `@torch.compiler.disable`.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES
from fullgraph.lint.domain import sparse
from fullgraph.lint.domain.events import UNKNOWN_OWNER, Call, HeldSparse, Product, SparseRead
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import given
from fullgraph.lint.domain.values import NONE, External, Origin, Tensor, Value, tensor_part
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.rules.shared.common import explain, is_of_library, is_only_held

REGISTRY = ("GB0277", "GB0015", "GB0374", "GB0007", "GB0090")

_NESTED = ("torch.nested.nested_tensor", "torch.nested.as_nested_tensor")


@on_calls("torch.*", f"{UNKNOWN_OWNER}*")
def check_made(event: Call) -> Finding | None:
    what = _made(event)
    if what is None:
        return None
    message = f"{what} breaks the graph: {event.text}"
    # What goes on with it is given a sparse tensor, and runs uncompiled. Of a variable, that is told where it is read.
    used = getattr(event.statement, "value", None) is not event.node
    return Finding(event, message, confidence=CONFIDENCES[event.confidence], uncompiled=used)


def _made(event: Call) -> str | None:
    """Return what makes a tensor that cannot be a value of a graph."""
    if event.name in sparse.FUNCTIONS:
        return f"{event.name}()"
    layout = event.kwargs.get("layout")
    if isinstance(layout, External) and layout.name in sparse.LAYOUTS:
        return "making a sparse tensor"
    if event.name.removeprefix("torch.Tensor.") in sparse.METHODS:
        return f".{event.name.rpartition('.')[2]}()"
    if event.name in _NESTED and (layout in (None, NONE) or layout == External("torch.strided")) and not event.open:
        return "making a nested tensor with the strided layout"
    return None


@on_calls("torch.*")
def check_used(event: Call) -> Finding | None:
    only = event.name.removeprefix("torch.Tensor.") in sparse.OF_SPARSE
    used = [event.args[0]] if only and event.args else [*event.args, *event.kwargs.values()]
    function = event.frame.function
    apart = function is not None and sparse.asks_about_layout(function.node)
    if (
        event.name in sparse.ON_SPARSE
        and not apart
        and (held := next(filter(None, map(_given, used)), None)) is not None
    ):
        return _used(event, held)
    return next((_used(event, value) for value in used if only or _sparse(event, value)), None)


def _given(value: Value) -> Tensor | None:
    """The tensor that a value is, where it is an argument of the compiled code, of which nothing more is known."""
    tensor = tensor_part(value)
    if tensor is None or not given(tensor):
        return None
    link = tensor.evidence
    while link is not None:
        if not isinstance(link.node, ast.arg):
            return None
        link = link.parent
    return tensor


def check_product(event: Product) -> Finding | None:
    return next((_used(event, value) for value in (event.left, event.right) if _sparse(event, value)), None)


def _used(event: Call | Product | SparseRead | HeldSparse, value: Value) -> Finding | None:
    """The finding for an operation on a sparse tensor: the function is not compiled at all."""
    tensor = tensor_part(value)
    if tensor is None:
        return None
    parents = event.frame.module.parents
    used = parents.get(event.node) if isinstance(event, SparseRead) else None
    if isinstance(used, ast.Attribute) and isinstance(parents.get(used), ast.Call):
        used = parents.get(used)
    text = event.frame.text(used) if isinstance(used, ast.expr) else event.text
    message = f"a graph cannot take a sparse tensor, so the function runs uncompiled: {text}"
    steps = explain(event, tensor, "it is sparse")
    return Finding(event, message, steps, CONFIDENCES[tensor.confidence], uncompiled=True)


def _sparse(event: Call | Product, value: Value) -> bool:
    """Return whether a value is a sparse tensor that was made before this statement."""
    tensor = tensor_part(value)
    if tensor is None or not tensor.sparse:
        return False
    link = tensor.evidence
    if link is None or not isinstance(link.node, ast.Call) or link.origin in (Origin.BUFFER, Origin.RETURNED):
        return True
    return link.node not in ast.walk(event.frame.around(event.node))


def check_read(event: SparseRead) -> Finding | None:
    """A variable or an attribute with a sparse tensor is used: what follows in the function is not compiled."""
    parent = event.frame.module.parents.get(event.node)
    if isinstance(parent, ast.keyword):
        parent = event.frame.module.parents.get(parent)
    inlined = isinstance(parent, ast.Call) and parent.func is not event.node and not is_of_library(event, parent.func)
    return None if inlined or is_only_held(event) else _used(event, event.value)


def check_held(event: HeldSparse) -> Finding | None:
    """The graph breaks in a call, and the function cannot go on behind it."""
    causes = (one for one in event.causes if one.event.frame is not event.frame or not one.uncompiled)
    breaks = (one for one in causes if one.modes == BOTH_MODES and not one.once_changed)
    found = _used(event, event.value) if any(is_about_break(one.code) for one in breaks) else None
    tensor = tensor_part(event.value)
    link = tensor.evidence if tensor is not None else None
    if found is not None and link is not None and link.origin is Origin.ATTRIBUTE and isinstance(link.node, ast.expr):
        return replace(found, at=(event.frame, link.node))  # TorchDynamo has not looked at it before
    return found
