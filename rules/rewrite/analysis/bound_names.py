"""Which names statements bind and read."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.rules.rewrite.analysis.trees import is_name, loads


def read_first(statement: ast.stmt, name: str) -> bool:
    """Whether a statement that binds a name can read what it held before."""
    if not isinstance(statement, ast.If):
        return any(loads(node, name) for node in ast.walk(statement))
    if any(loads(node, name) for node in ast.walk(statement.test)):
        return True
    for arm in (statement.body, statement.orelse):
        for inner in arm:
            if read_first(inner, name):
                return True
            if name in stored_surely(inner):
                break
    return False


def updates(statement: ast.stmt, name: str) -> bool:
    """Whether a statement updates what the name holds in place."""
    return any(isinstance(part, ast.AugAssign) and is_name(part.target, name) for part in ast.walk(statement))


def set_to_constants(name: str, regions: Sequence[ast.stmt]) -> bool:
    """Whether all that a name is set to is written down, such as ``use_cache = False``."""
    values = [
        part.value
        for statement in regions
        for part in ast.walk(statement)
        if isinstance(part, ast.Assign) and any(is_name(t, name) for t in part.targets)
    ]
    sets = sum(one == name for statement in regions for one in stored(statement))
    return len(values) == sets and all(isinstance(value, ast.Constant) for value in values)


def stored(statement: ast.stmt) -> list[str]:
    """The names that a statement binds."""
    return [node.id for node in ast.walk(statement) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def stored_surely(statement: ast.stmt) -> list[str]:
    """The names that it binds on every way through it."""
    if isinstance(statement, ast.If):
        arms = [[name for inner in arm for name in stored_surely(inner)] for arm in (statement.body, statement.orelse)]
        return [name for name in arms[0] if name in arms[1]]
    return stored(statement) if isinstance(statement, (ast.Assign, ast.AnnAssign)) else []
