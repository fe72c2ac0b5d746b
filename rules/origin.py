"""Where a tensor comes from, as TorchDynamo sees it: given to the graph, or made in it."""

from __future__ import annotations

import ast
from typing import Literal

from fullgraph.lint.values import Tensor

Origin = Literal["argument", "attribute", "made"]

_HELD = ("Tensor (attribute)", "Tensor (a parameter", "Tensor (a registered buffer)")


def origin(tensor: Tensor) -> Origin | None:
    """``argument`` of the compiled function or ``attribute`` of an object: an input of the graph; else ``made`` in it.

    None where that is not known. An argument of a function that is inlined is what its caller passed.
    """
    evidence = tensor.evidence
    while evidence is not None:
        node, note = evidence.node, evidence.note
        if note.startswith(_HELD):
            return "attribute" if not isinstance(node, ast.Call) or "buffer" in note else "made"
        if isinstance(node, ast.arg):
            if evidence.parent is None:
                return "argument"
        elif note != "Tensor (returned)" and isinstance(
            node, (ast.Call, ast.Attribute, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.Compare)
        ):
            return "made"
        evidence = evidence.parent
    return None
