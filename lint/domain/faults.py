"""Internal errors, each held to what it happened in: a rule, a fix, a function, a root, at worst a file."""

from __future__ import annotations

import ast
import sys
import traceback

from fullgraph.lint.diagnostics.diagnostic import Fault, Part
from fullgraph.lint.source.source_file import SourceFile

FRAMES = 30
"""The last frames of a traceback are kept."""

_MESSAGES: dict[Part, str] = {
    "rule": "internal error in {what}, which says nothing of this line: {error}; please report",
    "fix": "internal error in the fix of {what}, which is reported without it: {error}; please report",
    "function": "internal error in reading {what}, of which nothing more is said: {error}; please report",
    "root": "internal error in reading {what}, of which nothing more is said: {error}; please report",
    "file": "internal error: {error}; please report",
}


class Faults:
    """The internal errors of one check, each once for a place."""

    def __init__(self) -> None:
        self._found: dict[tuple[object, ...], Fault] = {}

    @property
    def found(self) -> list[Fault]:
        return list(self._found.values())

    def add(self, part: Part, failure: Exception, source: SourceFile, node: ast.AST, what: str) -> None:
        """Note what was raised. Raises it again where it is the machine's: too little memory, a stack that is full.

        ``what``: the rule's code, or the name of the function or root.
        """
        if not _is_own(failure):
            raise failure
        row: int | None = getattr(node, "lineno", None)
        column = source.column(row, getattr(node, "col_offset", 0)) if row is not None else None
        key = (part, what, source.display, row, column)
        if key not in self._found:
            self._found[key] = _fault(part, failure, source, row, column, what)


def of_file(filename: str, failure: Exception) -> Fault:
    """An internal error that costs a whole file."""
    message = _MESSAGES["file"].format(error=describe(failure))
    return Fault(filename, message, part="file", exception=type(failure).__name__, traceback=_traceback(failure))


def describe(failure: BaseException) -> str:
    """An exception on one line."""
    message = " ".join(str(failure).split())
    return f"{type(failure).__name__}: {message}" if message else type(failure).__name__


def _fault(part: Part, failure: Exception, source: SourceFile, row: int | None, column: int | None, what: str) -> Fault:
    message = _MESSAGES[part].format(what=what, error=describe(failure))
    code = what if part in ("rule", "fix") else ""
    cell = None
    if row is not None and source.cells is not None:
        cell, row = source.cells.place(row)
    return Fault(source.display, message, row, column, cell, part, code, type(failure).__name__, _traceback(failure))


def _traceback(failure: Exception) -> str:
    return "".join(traceback.format_exception(type(failure), failure, failure.__traceback__, limit=-FRAMES))


def _is_own(failure: Exception) -> bool:
    """Return whether an exception tells of a mistake in fullgraph.

    Who is called deep in the stack may find it full without a mistake; who had most of it for himself has made one.
    """
    if isinstance(failure, MemoryError):
        return False
    return not isinstance(failure, RecursionError) or 2 * _depth() < sys.getrecursionlimit()


def _depth() -> int:
    depth, frame = 0, sys._getframe()
    while frame.f_back is not None:
        depth, frame = depth + 1, frame.f_back
    return depth
