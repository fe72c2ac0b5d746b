"""What makes and takes sparse tensors, which cannot be values of a graph."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.domain.values import (
    External,
    Method,
    Tensor,
    Value,
    alternatives,
    join_all,
    replace,
    tensor_part,
)
from fullgraph.lint.source import syntax

_FORMATS = "coo csr csc bsr bsc".split()
LAYOUTS = frozenset(f"torch.sparse_{name}" for name in _FORMATS)
METHODS = frozenset(("to_sparse", "sparse_mask", *(f"to_sparse_{name}" for name in _FORMATS)))
"""The methods that make a sparse tensor of a dense one."""
FUNCTIONS = frozenset(
    (*(f"torch.sparse_{name}_tensor" for name in _FORMATS), "torch.sparse_compressed_tensor", "torch.sparse.spdiags")
)
OF_SPARSE = frozenset(
    (
        "coalesce is_coalesced indices _indices _values crow_indices col_indices ccol_indices row_indices "
        "sparse_resize_ sparse_resize_and_clear_"
    ).split()
)
"""The methods that sparse tensors have and no others."""
ON_SPARSE = frozenset(
    (
        *(f"torch.sparse.{name}" for name in "mm addmm sampled_addmm sum softmax log_softmax".split()),
        *(f"torch.{name}" for name in "spmm dsmm smm hspmm".split()),
    )
)
"""Functions that are given a sparse tensor, and a dense one at most beside it."""
_USES = ON_SPARSE | {f"torch.Tensor.{name}" for name in (*OF_SPARSE, "to_dense")}
"""What is done with sparse tensors; ``to_dense`` could be called of others, but has nothing to do there."""
_KEEPING = frozenset("coalesce to float double half bfloat16 cuda cpu clone detach t transpose requires_grad_".split())
"""The methods that make a sparse tensor of a sparse one."""


def parameter_used(name: str, args: Sequence[Value]) -> ast.arg | None:
    """The parameter that a function is called with as a sparse tensor, where it is passed as the caller got it."""
    if name not in _USES or not args:
        return None
    tensor = tensor_part(args[1] if name == "torch.sparse.addmm" and len(args) > 1 else args[0])
    node = tensor.evidence.node if tensor is not None and tensor.evidence is not None else None
    return node if isinstance(node, ast.arg) else None


def asks_about_layout(code: ast.AST) -> bool:
    """Return whether code tells sparse tensors from others, so that what it does with one says nothing of all calls."""
    return syntax.remembered(code, "asks about layout", lambda: any(map(_asks, syntax.walk(code))))


def _asks(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and node.attr in ("is_sparse", "is_sparse_csr", "layout")


def as_sparse(value: Value) -> Value:
    """A value whose tensors are sparse."""
    found = [replace(one, sparse=True) if isinstance(one, Tensor) else one for one in alternatives(value)]
    return join_all(found)


def is_made_by(callee: Value, layout: Value | None) -> bool:
    """Return whether a call gives a sparse tensor. ``layout``: its argument of that name."""
    if isinstance(layout, External) and layout.name in LAYOUTS:
        return True
    if isinstance(callee, External):
        return callee.name in FUNCTIONS
    if not isinstance(callee, Method):
        return False
    kept = isinstance(callee.owner, Tensor) and callee.owner.sparse and callee.name in _KEEPING
    return kept or callee.name in METHODS
