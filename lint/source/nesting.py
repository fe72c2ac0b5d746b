"""The depth of syntax trees, found without recursion, so that recursive code can rely on a bound."""

from __future__ import annotations

import ast
from collections.abc import Sequence

MAX_DEPTH = 500
"""Nodes inside of each other. Among the deepest code that people write are SymPy's constants, with 230."""


def is_too_deep(tree: ast.Module, starts: Sequence[int]) -> bool:
    """Return whether nodes stand more than MAX_DEPTH deep in the tree of a file. ``starts``: the offset of each line.

    A level takes a character at least: what is too short to be deep is not looked into.
    """
    todo: list[tuple[ast.AST, int]] = [(tree, 0)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_DEPTH:
            return True
        room = MAX_DEPTH - depth - _LEAF
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                todo += [(child, depth + 1) for child in value if _may_exceed(child, room, starts)]
            elif isinstance(value, ast.AST) and _may_exceed(value, room, starts):
                todo.append((value, depth + 1))
    return False


_LEAF = 3
"""Nodes that a name takes in one character: itself and its context, below what it is part of."""


def _may_exceed(node: object, room: int, starts: Sequence[int]) -> bool:
    """Return whether a node is longer than ``room``, or has no place of its own."""
    first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if first is None or last is None:
        return isinstance(node, ast.AST)
    if first == last:
        return int(node.end_col_offset - node.col_offset) > room  # type: ignore[attr-defined]
    return starts[min(last, len(starts) - 1)] - starts[first - 1] > room and not isinstance(node, ast.Constant)
