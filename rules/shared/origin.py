"""The origin of a tensor, as TorchDynamo sees it: given to the graph or made in it, from parameters or not."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from typing import Literal

from fullgraph.lint.domain.frame import Event
from fullgraph.lint.domain.values import HELD, Origin, Tensor
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.torch_data.operators import RESHAPING

Place = Literal["argument", "attribute", "made"]

_BUFFERS = (Origin.BUFFER, Origin.PARAMETER_OR_BUFFER)
_MAKING = (ast.Call, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare)


def _reshapes(node: ast.AST) -> bool:
    """Return whether it changes a tensor's shape in place, at which the graph ends if the tensor is its input."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in RESHAPING


def origin(tensor: Tensor) -> Place | None:
    """``argument`` of the compiled function or ``attribute`` of an object: an input of the graph; else ``made`` in it.

    None where that is not known. An argument of a function that is inlined is what its caller passed.
    """
    evidence = tensor.evidence
    while evidence is not None:
        node = evidence.node
        if evidence.origin in HELD:
            return "attribute" if not isinstance(node, ast.Call) or evidence.origin in _BUFFERS else "made"
        if isinstance(node, ast.arg):
            if evidence.parent is None:
                return "argument"
        elif evidence.origin is not Origin.RETURNED and isinstance(node, _MAKING) and not _reshapes(node):
            return "made"
        evidence = evidence.parent
    return None


def is_buffer(tensor: Tensor) -> bool:
    """Return whether the tensor surely is a buffer of a module, or an alias of one."""
    evidence = tensor.evidence
    while evidence is not None and evidence.origin is not Origin.BUFFER:
        evidence = evidence.parent
    return evidence is not None


def of_parameters(tensor: Tensor) -> bool:
    """Return whether the tensor was computed from more than arguments: from something that an object holds."""
    return any(not _is_argument(source) for source in tensor.sources or ())


def _is_argument(source: Hashable) -> bool:
    """Arguments are named by the identity of their function, or by where their annotation stands."""
    first = source[0] if isinstance(source, tuple) else source
    return isinstance(first, int) or (isinstance(first, tuple) and len(first) == 3 and isinstance(first[1], int))


_WITHOUT_GRADIENTS = frozenset(("no_grad", "inference_mode"))


def without_gradients(event: Event) -> bool:
    """Return whether the function has a decorator, or the code stands in a ``with``, that switches gradients off."""
    function = event.frame.function
    if function is not None and function.decorator_names & _WITHOUT_GRADIENTS:
        return True
    parents = event.frame.module.parents
    node: ast.AST | None = event.node
    while node is not None and node is not getattr(function, "node", None):
        if isinstance(node, ast.With):
            names = (dotted_name(getattr(item.context_expr, "func", item.context_expr)) for item in node.items)
            if any(name.rpartition(".")[2] in _WITHOUT_GRADIENTS for name in names):
                return True
        node = parents.get(node)
    return False
