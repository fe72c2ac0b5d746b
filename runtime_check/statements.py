"""Lines compared by statement.

Of a condition that takes several lines, TorchDynamo names the first before Python 3.12 and that of the operand since.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Branch:
    """An ``if`` statement: its test, and the lines of its two arms."""

    test: str
    taken: range
    other: range
    """Empty where there is no ``else``."""

    def arm(self, condition: str) -> range:
        """The lines that run where a condition holds: the test, an operand of its ``and``, or the opposite of one.

        Empty where that cannot be told.
        """
        said = _normal(condition)
        if said is None:
            return range(0)
        if any(said == _normal(operand) for operand in (self.test, *_operands(self.test))):
            return self.taken
        return self.other if len(_operands(self.test)) == 1 else range(0)


def branches_of(path: Path) -> Mapping[int, Branch]:
    """The ``if`` statements of a file as it is now, by the line of their tests; none where it cannot be read."""
    try:
        return _branches_of_version(path, path.stat().st_mtime_ns) if is_source(path) else {}
    except (OSError, SyntaxError, ValueError, RecursionError):
        return {}


@functools.lru_cache(maxsize=64)
def _branches_of_version(path: Path, _changed: int) -> Mapping[int, Branch]:
    found = {}
    for node in ast.walk(ast.parse(path.read_bytes())):
        if isinstance(node, ast.If):
            found[node.test.lineno] = Branch(ast.unparse(node.test), _rows(node.body), _rows(node.orelse))
    return found


def _rows(statements: Sequence[ast.stmt]) -> range:
    return range(statements[0].lineno, (statements[-1].end_lineno or 0) + 1) if statements else range(0)


@functools.lru_cache(maxsize=1024)
def _operands(test: str) -> tuple[str, ...]:
    node = ast.parse(test, mode="eval").body
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.And):
        return tuple(map(ast.unparse, node.values))
    return (test,)


def _normal(text: str) -> str | None:
    """An expression in one way of writing it; None for what is none."""
    try:
        return ast.unparse(ast.parse(text.strip(), mode="eval"))
    except (SyntaxError, ValueError, RecursionError):
        return None
