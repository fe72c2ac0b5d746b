"""Numbers that are sizes of tensors, and the answers to comparisons of them: symbols once the sizes have changed."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    BOOL,
    HELD,
    INT,
    Evidence,
    Origin,
    PyValue,
    Tensor,
    Value,
    alternatives,
    replace,
)


def of_tensor(frame: Frame, node: ast.AST, value: Value, owner: Tensor) -> Value:
    """A size of a tensor, or its shape, of which nothing is known; what an object holds does not change its size."""
    held = owner.array or (owner.evidence is not None and owner.evidence.origin in HELD)
    if held or not isinstance(value, PyValue):
        return value
    return replace(value, evidence=Evidence(node, frame.module, "a size of a tensor", origin=Origin.SIZE))


def is_size(value: Value, parts: bool = True) -> bool:
    """Return whether a value is a size of a tensor, if ``parts`` a part of one, or an answer that depends on some."""
    origins = (Origin.SIZE, Origin.PART_OF_SIZE) if parts else (Origin.SIZE,)
    return any(
        type(one) is PyValue and one.evidence is not None and one.evidence.origin in origins
        for one in alternatives(value)
    )


def computed(frame: Frame, node: ast.AST, result: Value, *operands: Value) -> Value:
    """A number or an answer that an operation gives, with a note of it where an operand is a size."""
    if result not in (INT, BOOL) or not any(map(is_size, operands)):
        return result
    takes = isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Sub, ast.FloorDiv, ast.Mod))
    origin = Origin.PART_OF_SIZE if takes and result == INT else Origin.SIZE
    return replace(result, evidence=Evidence(node, frame.module, "depends on a size of a tensor", origin=origin))
