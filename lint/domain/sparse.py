"""What makes sparse tensors, which cannot be values of a graph."""

from __future__ import annotations

from fullgraph.lint.domain.values import External, Method, Tensor, Value

_FORMATS = "coo csr csc bsr bsc".split()
LAYOUTS = frozenset(f"torch.sparse_{name}" for name in _FORMATS)
METHODS = frozenset(("to_sparse", "sparse_mask", *(f"to_sparse_{name}" for name in _FORMATS)))
"""The methods that make a sparse tensor of a dense one."""
FUNCTIONS = frozenset(
    (*(f"torch.sparse_{name}_tensor" for name in _FORMATS), "torch.sparse_compressed_tensor", "torch.sparse.spdiags")
)
_KEEPING = frozenset("coalesce to float double half bfloat16 cuda cpu clone detach t transpose requires_grad_".split())
"""The methods that make a sparse tensor of a sparse one."""


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
