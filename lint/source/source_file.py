"""One Python file: its text as the author saved it, its syntax tree, and places in it."""

from __future__ import annotations

import ast
import codecs
import io
import itertools
import re
import tokenize
import warnings
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import InputError, Position
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.source import digest, nesting, notebook
from fullgraph.lint.source.discovery import read_regular

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+\Z")

TOO_DEEP = "too deeply nested to check; split the expression, or the chain of operators, calls or elif"

MAX_BYTES = 5_000_000
"""A file larger than this is reported, not read: generated data, not code. Its tree would take 100 times its size."""

MAX_NOTEBOOK_BYTES = 100_000_000
"""The same for a notebook, most of which are pictures."""

_NO_TEXT = frozenset(("idna", "punycode", "undefined"))
"""Encodings of names, not of files: they take quadratic time."""


class SourceError(Exception):
    """A file that cannot be read or parsed; ``error`` is the line to show."""

    def __init__(self, error: InputError) -> None:
        super().__init__(str(error))
        self.error = error


def decode(data: bytes, display: str) -> tuple[str, str]:
    """The text of ``data`` and the encoding to write it back with (PEP 263; a UTF-8 BOM gives ``utf-8-sig``).

    Raises SourceError where the declared encoding is unknown or does not fit.
    """
    try:
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        if codecs.lookup(encoding).name in _NO_TEXT:
            raise LookupError(f"{encoding} is no encoding of files")
        return data.decode(encoding), encoding
    except (SyntaxError, UnicodeError, LookupError) as failure:
        message = f"cannot decode the file ({failure}); save it as UTF-8 or declare its encoding"
        raise SourceError(InputError(display, message)) from None


class SourceFile:
    """The text of one file. ``text`` keeps the file's own newlines."""

    def __init__(self, path: Path, text: str, encoding: str = "utf-8", display: str | None = None) -> None:
        self.path = path
        self.text = text
        self.encoding = encoding
        self.display = display if display is not None else str(path)
        self.digest = ""
        """Of what was read; empty where the text came from elsewhere."""

    @classmethod
    def read(cls, path: Path, display: str | None = None, before: SourceFile | None = None) -> SourceFile:
        """Read a file from disk. Raises SourceError with one line that says what is wrong.

        ``before``: what was read under this path, which is returned, with its tree, where the file still holds it.
        """
        shown = display if display is not None else str(path)
        most = MAX_NOTEBOOK_BYTES if path.suffix == cells.SUFFIX else MAX_BYTES
        try:
            data = read_regular(path, most)
        except OSError as failure:
            raise SourceError(InputError(shown, f"cannot read the file: {failure.strerror or failure}")) from None
        if data is None:
            raise SourceError(InputError(shown, f"larger than {most // 1_000_000} MB; exclude it or split it"))
        held = digest.of_bytes(str(path), data)
        if before is not None and (before.digest, before.display) == (held, shown):
            return before
        source = cls.decoded(path, data, shown)
        source.digest = held
        return source

    @classmethod
    def decoded(cls, path: Path, data: bytes, display: str | None = None) -> SourceFile:
        """The file with these bytes. Raises SourceError where they are no text, or no notebook."""
        shown = display if display is not None else str(path)
        if path.suffix == cells.SUFFIX:
            return NotebookFile(path, data, shown)
        text, encoding = decode(data, shown)
        return cls(path, text, encoding, shown)

    def encode(self, text: str) -> bytes:
        """``text`` in this file's encoding."""
        return codecs.encode(text, self.encoding)

    @cached_property
    def newline(self) -> str:
        """The newline that the file's first line uses."""
        first = self.lines[0] if self.lines else ""
        for newline in ("\r\n", "\n", "\r"):
            if first.endswith(newline):
                return newline
        return "\n"

    @cached_property
    def lines(self) -> list[str]:
        """The lines, each with its newline, split as Python's own tokenizer splits them."""
        return _LINE.findall(self.text)

    @cached_property
    def cells(self) -> cells.Cells | None:
        """Return where the cells begin, of a notebook."""
        return cells.find(self.lines) if self.path.suffix == cells.SUFFIX else None

    @cached_property
    def tree(self) -> ast.Module:
        """The syntax tree. Raises SourceError for text that is not Python."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                tree = ast.parse(self.text)
        except SyntaxError as failure:
            message = f"syntax error: {failure.msg}"
            cell, row = None, failure.lineno
            if self.cells is not None and row is not None:
                cell, row = self.cells.place(row)
            raise SourceError(InputError(self.display, message, row, failure.offset, cell)) from None
        except (RecursionError, MemoryError):
            raise SourceError(InputError(self.display, TOO_DEEP)) from None
        except ValueError as failure:
            raise SourceError(InputError(self.display, f"not Python source: {failure}")) from None
        # How deep CPython's parser goes depends on its version and on what has run before; this does not.
        if nesting.is_too_deep(tree, [0, *itertools.accumulate(map(len, self.lines))]):
            raise SourceError(InputError(self.display, TOO_DEEP))
        return tree

    def column(self, row: int, offset: int) -> int:
        """The 1-based character column of a UTF-8 byte ``offset`` (as ``ast`` counts) in a 1-based row."""
        line = self.lines[row - 1] if row <= len(self.lines) else ""
        if line.isascii():
            return offset + 1
        return len(line.encode()[:offset].decode(errors="replace")) + 1

    def start(self, node: ast.expr | ast.stmt) -> Position:
        return Position(node.lineno, self.column(node.lineno, node.col_offset))

    def end(self, node: ast.expr | ast.stmt) -> Position:
        row = node.end_lineno or node.lineno
        return Position(row, self.column(row, node.end_col_offset or 0))

    def step(self, text: str, node: ast.AST) -> Step:
        """A link of a chain, at the first row of a node of this file."""
        return Step(text, self.display, getattr(node, "lineno", None), self.cells)

    def named(self, first: int, last: int | None = None) -> str:
        """Return what rows are called where people read of them: ``line 3``, ``cell 2, line 3``, ``lines 3-5``."""
        return cells.named(self.cells, first, last)

    def at(self, row: int) -> str:
        """A row as it stands behind the name of the file: ``3``, or ``cell 2:3``."""
        return cells.at(self.cells, row)

    def slice(self, start: Position, end: Position) -> str:
        """The text between two places."""
        if start.row == end.row:
            return self.lines[start.row - 1][start.column - 1 : end.column - 1]
        middle = self.lines[start.row : end.row - 1]
        last = self.lines[end.row - 1][: end.column - 1] if end.row <= len(self.lines) else ""
        return self.lines[start.row - 1][start.column - 1 :] + "".join(middle) + last

    def segment(self, node: ast.expr | ast.stmt) -> str:
        """The text of a node."""
        return self.slice(self.start(node), self.end(node))


class NotebookFile(SourceFile):
    """The code cells of a Jupyter notebook as one text."""

    def __init__(self, path: Path, data: bytes, display: str) -> None:
        try:
            self.json = data.decode("utf-8-sig")
            self.sources = notebook.sources(self.json)
        except (notebook.NotebookError, UnicodeDecodeError) as failure:
            raise SourceError(InputError(display, f"not a notebook that can be read: {failure}")) from None
        self.data = data
        super().__init__(path, cells.join((source.cell, source.text) for source in self.sources), "utf-8", display)

    def encode(self, text: str) -> bytes:
        """The notebook with the cells of ``text``. Raises ValueError where these are not the same cells any more."""
        if text == self.text:
            return self.data
        mark = codecs.BOM_UTF8 if self.data.startswith(codecs.BOM_UTF8) else b""
        return mark + notebook.rewritten(self.json, self.sources, cells.split(text, self.text)).encode()


ReadLines = Callable[[str], Sequence[str]]
"""The lines of a file by the name that its diagnostics carry; empty where it cannot be read any more."""
