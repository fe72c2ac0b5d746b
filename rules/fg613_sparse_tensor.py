"""Sparse and nested tensors in compiled code

## What it does
Finds, in compiled functions, code that creates a sparse tensor (`to_sparse()` and related methods, `sparse_mask`,
`torch.sparse_coo_tensor`, `torch.sparse_csr_tensor` ..., `layout=torch.sparse_coo`), operations on a sparse tensor
that was created there or that an object holds, methods that only sparse tensors have, and nested tensors with the
strided layout, the default of `torch.nested.nested_tensor`.

## Why the graph breaks
The values of a graph have a shape and strides, which these layouts lack, so TorchDynamo can neither pass them to a
graph nor take them from one. The graph ends where one is created. A function that receives one, or reads one from an
attribute, runs uncompiled as a whole.

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

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import UNKNOWN_OWNER, Call, Product
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import given
from fullgraph.lint.domain.values import NONE, External, Origin, Tensor, Value, tensor_part
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.names import Names, each

REGISTRY = ("GB0277", "GB0015", "GB0374", "GB0007", "GB0090")

_FORMATS = "coo csr csc bsr bsc"

NAMES = Names(
    each("torch.", "sparse_coo_tensor sparse_csr_tensor sparse_csc_tensor sparse_bsr_tensor sparse_bsc_tensor"),
    each("torch.", "sparse_compressed_tensor sparse.spdiags"),
)

_MAKING = frozenset(("to_sparse", "sparse_mask", *(f"to_sparse_{name}" for name in _FORMATS.split())))
"""The methods that make a sparse tensor of a dense one."""
_OF_SPARSE = frozenset(
    (
        "coalesce is_coalesced indices _indices _values crow_indices col_indices ccol_indices row_indices "
        "sparse_resize_ sparse_resize_and_clear_"
    ).split()
)
"""The methods that sparse tensors have and no others."""
_ON_SPARSE = frozenset(f"torch.sparse.{name}" for name in "mm addmm sampled_addmm sum softmax log_softmax".split())
"""Functions that take a sparse tensor, and a dense one at most beside it."""
_KEEPING = frozenset("coalesce to float double half bfloat16 cuda cpu clone detach t transpose requires_grad_".split())
"""The methods that make a sparse tensor of a sparse one."""
_LAYOUTS = frozenset(f"torch.sparse_{name}" for name in _FORMATS.split())
_NESTED = ("torch.nested.nested_tensor", "torch.nested.as_nested_tensor")
_MAKERS = _MAKING | {entry.name.rpartition(".")[2] for entry in NAMES}


@on_calls("torch.*", f"{UNKNOWN_OWNER}*")
def check_made(event: Call) -> Finding | None:
    what = _made(event)
    if what is None:
        return None
    message = f"{what} breaks the graph: {event.text}"
    # What goes on with it is given a sparse tensor, and runs uncompiled.
    used = getattr(event.statement, "value", None) is not event.node
    return Finding(event, message, confidence=CONFIDENCES[event.confidence], uncompiled=used)


def _made(event: Call) -> str | None:
    """Return what makes a tensor that cannot be a value of a graph."""
    entry = NAMES.find(event)
    if entry is not None:
        return str(entry)
    layout = event.kwargs.get("layout")
    if isinstance(layout, External) and layout.name in _LAYOUTS:
        return "making a sparse tensor"
    if event.name.removeprefix("torch.Tensor.") in _MAKING:
        return f".{event.name.rpartition('.')[2]}()"
    if event.name in _NESTED and (layout in (None, NONE) or layout == External("torch.strided")) and not event.open:
        return "making a nested tensor with the strided layout"
    return None


@on_calls("torch.*")
def check_used(event: Call) -> Finding | None:
    only = event.name.removeprefix("torch.Tensor.") in _OF_SPARSE
    used = [event.args[0]] if only and event.args else [*event.args, *event.kwargs.values()]
    if event.name in _ON_SPARSE and (held := next(filter(None, map(_given, used)), None)) is not None:
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


def _used(event: Call | Product, value: Value) -> Finding | None:
    """The finding for an operation on a sparse tensor: the function is not compiled at all."""
    tensor = tensor_part(value)
    if tensor is None:
        return None
    message = f"a graph cannot take a sparse tensor, so the function runs uncompiled: {event.text}"
    steps = explain(event, tensor, "it is sparse")
    return Finding(event, message, steps, CONFIDENCES[tensor.confidence], uncompiled=True)


def _sparse(event: Call | Product, value: Value) -> bool:
    """Return whether a value is a sparse tensor that was made before this statement."""
    tensor = tensor_part(value)
    link = tensor.evidence if tensor is not None else None
    while link is not None:
        node = link.node
        if isinstance(node, ast.Call) and link.origin not in (Origin.BUFFER, Origin.RETURNED):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in _MAKERS:
                return node not in ast.walk(event.frame.around(event.node))
            if name not in _KEEPING:
                return False
        elif link.origin not in (Origin.ATTRIBUTE, Origin.BUFFER, Origin.RETURNED) and not isinstance(node, ast.arg):
            return False
        link = link.parent
    return False
