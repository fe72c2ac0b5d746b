"""Where statements begin."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Position
from fullgraph.lint.source.source_file import SourceFile

DECORATED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def start(source: SourceFile, node: ast.expr | ast.stmt) -> Position:
    """Where a node begins, with its decorators."""
    place = source.start(node)
    first = node.decorator_list[0] if isinstance(node, DECORATED) and node.decorator_list else None
    return place if first is None else Position(first.lineno, place.column)
