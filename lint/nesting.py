"""How deep a syntax tree is, found out without recursion, so that what recurses over it can rely on a bound."""

from __future__ import annotations

import ast
from collections.abc import Sequence

MAX_DEPTH = 500
"""Nodes inside of each other. Among the deepest code that people write are SymPy's constants, with 230."""

_LONG = MAX_DEPTH // 2
"""Characters. No shorter expression is too deep: a level takes one at least, and adds two nodes at most."""


def is_too_deep(tree: ast.Module, starts: Sequence[int]) -> bool:
    """Whether nodes stand more than MAX_DEPTH deep in the tree of a file. ``starts``: the offset of each line.

    Looks only into what is long enough for that.
    """
    todo: list[tuple[ast.AST, int]] = [(tree, 0)]
    while todo:
        node, depth = todo.pop()
        if depth > MAX_DEPTH:
            return True
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                todo += [(child, depth + 1) for child in value if _is_long(child, starts)]
            elif isinstance(value, ast.AST) and _is_long(value, starts):
                todo.append((value, depth + 1))
    return False


def _is_long(node: object, starts: Sequence[int]) -> bool:
    """Whether a node takes so many bytes, about, that it may be deep; so may all that has no place of its own."""
    first, last = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
    if first is None or last is None:
        return isinstance(node, (ast.arguments, ast.withitem, ast.comprehension, ast.match_case))
    if first == last:
        return int(node.end_col_offset - node.col_offset) >= _LONG  # type: ignore[attr-defined]
    return starts[min(last, len(starts) - 1)] - starts[first - 1] >= _LONG and not isinstance(node, ast.Constant)
