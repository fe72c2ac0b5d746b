"""Lines compared by statement.

Of a condition that takes several lines, TorchDynamo names the first before Python 3.12 and that of the operand since.
"""

from __future__ import annotations

import ast
import functools
from pathlib import Path

from fullgraph.runtime_check.source_lines import is_source


def first_lines(text: str | bytes) -> dict[int, int]:
    """The first line of the statement, or of the head of the compound one, that each line belongs to.

    Raises SyntaxError and ValueError for what is no Python.
    """
    first: dict[int, int] = {}
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = body[0].lineno - 1 if body else node.end_lineno or node.lineno
            first.update((line, node.lineno) for line in range(node.lineno, last + 1))
    return first


def first_lines_of(path: Path) -> dict[int, int]:
    """The same of a file as it is now; empty where it cannot be read."""
    try:
        return _of_version(path, path.stat().st_mtime_ns) if is_source(path) else {}
    except (OSError, SyntaxError, ValueError, RecursionError):
        return {}


@functools.lru_cache(maxsize=256)
def _of_version(path: Path, _changed: int) -> dict[int, int]:
    return first_lines(path.read_bytes())
