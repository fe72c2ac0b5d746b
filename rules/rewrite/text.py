"""Places and pieces of source text: comments, indentation, whether a statement has its lines to itself."""

from __future__ import annotations

import ast
import functools
import io
import re
import tokenize
from collections.abc import Iterable, Mapping, Sequence

from fullgraph.lint.diagnostics.diagnostic import Edit, Position
from fullgraph.lint.source.source_file import SourceFile

WIDTH = 100
"""Rewritten lines longer than this are split."""

_FSTRING_START = getattr(tokenize, "FSTRING_START", None)
_FSTRING_END = getattr(tokenize, "FSTRING_END", None)


@functools.lru_cache(maxsize=4)
def tokens(text: str) -> tuple[tokenize.TokenInfo, ...]:
    """The tokens of a file that ``ast`` has parsed."""
    return tuple(tokenize.generate_tokens(io.StringIO(text, newline="").readline))


def indentation(source: SourceFile, row: int) -> str:
    """The white space that a row starts with."""
    line = source.lines[row - 1]
    return line[: len(line) - len(line.lstrip(" \t\f"))]


def unit(source: SourceFile, indent: str) -> str:
    """One more level of indentation, as the lines around are indented."""
    return "\t" if indent.endswith("\t") else "    "


def before(source: SourceFile, node: ast.stmt) -> str:
    """The text of a statement's first row in front of it."""
    start = source.start(node)
    return source.lines[start.row - 1][: start.column - 1]


def after(source: SourceFile, node: ast.stmt) -> str:
    """The text of a statement's last row behind it, without the newline."""
    end = source.end(node)
    return source.lines[end.row - 1][end.column - 1 :].rstrip("\r\n")


def alone(source: SourceFile, node: ast.stmt) -> bool:
    """Whether no other statement shares the statement's first and last row."""
    rest = after(source, node).strip()
    return not before(source, node).strip() and (not rest or rest.startswith("#"))


def comments(source: SourceFile, start: Position, end: Position) -> list[tuple[Position, str]]:
    """The comments in a range, in order."""
    found: list[tuple[Position, str]] = []
    if "#" not in source.slice(start, end):
        return found  # most ranges have none, and to tokenize a file takes long
    for token in tokens(source.text):
        if token.type == tokenize.COMMENT:
            place = Position(token.start[0], token.start[1] + 1)
            if start <= place < end:
                found.append((place, token.string))
    return found


def inside(place: Position, source: SourceFile, nodes: Iterable[ast.expr]) -> bool:
    return any(source.start(node) <= place < source.end(node) for node in nodes)


def rows_in_strings(source: SourceFile) -> set[int]:
    """The rows that begin inside a string: their white space is the string's."""
    rows: set[int] = set()
    starts: list[int] = []
    for token in tokens(source.text):
        if token.type == tokenize.STRING:
            rows.update(range(token.start[0] + 1, token.end[0] + 1))
        elif _FSTRING_START is not None and token.type == _FSTRING_START:
            starts.append(token.start[0])
        elif _FSTRING_END is not None and token.type == _FSTRING_END:
            rows.update(range(starts.pop() + 1, token.end[0] + 1))
    return rows


def _long_strings(source: SourceFile, first: int, last: int) -> bool:
    """Whether a string that goes over several rows may begin in these: to tokenize a file takes long."""
    text = "".join(source.lines[first - 1 : last])
    return _LONG.search(text) is not None or (_FSTRING_START is not None and _FSTRING.search(text) is not None)


_LONG = re.compile(r"""\"{3}|'{3}|\\(\r|\n|$)""")
_FSTRING = re.compile(r"""[fFtT][rR]?["']""")


def reindent(source: SourceFile, start: Position, end: Position, more: str) -> str:
    """The text of a range of whole statements with ``more`` behind the indentation of every row but the first.

    Behind that of the first row, or in front of a row that begins in another way: where tabs and spaces are mixed, what
    is inside has to begin as what is around it does. Empty rows stay empty, and rows that begin inside a string stay as
    they are.
    """
    fixed = rows_in_strings(source) if _long_strings(source, start.row, end.row) else ()
    base = indentation(source, start.row)
    pieces = []
    for row in range(start.row, end.row + 1):
        first = start.column - 1 if row == start.row else 0
        last = end.column - 1 if row == end.row else len(source.lines[row - 1])
        line = source.lines[row - 1][first:last]
        if row == start.row or row in fixed or not line.strip():
            pieces.append(line)
        else:
            at = len(base) if line.startswith(base) else 0
            pieces.append(line[:at] + more + line[at:])
    return "".join(pieces)


def atom(expr: ast.expr) -> bool:
    """Whether ``.method()`` can be written behind the expression's text without parentheses."""
    if isinstance(expr, ast.Constant):
        return isinstance(expr.value, str)
    return isinstance(expr, (ast.Name, ast.Attribute, ast.Subscript, ast.Call, ast.List, ast.Dict))


def postfix(text: str, expr: ast.expr, suffix: str) -> str:
    """``expr.suffix``, with parentheses where they are needed."""
    return f"{text}{suffix}" if atom(expr) and "\n" not in text else f"({text}){suffix}"


def call(function: str, arguments: Sequence[str], source: SourceFile, indent: str, used: int) -> str:
    """A call on one line, or, where ``used`` columns before it leave too little room, one argument a line."""
    flat = f"{function}({', '.join(arguments)})"
    if "\n" not in flat and "\r" not in flat and "#" not in flat and used + len(flat) <= WIDTH:
        return flat
    inner = f"{source.newline}{indent}{unit(source, indent)}"
    return f"{function}({''.join(f'{inner}{argument},' for argument in arguments)}{source.newline}{indent})"


def replace(source: SourceFile, node: ast.stmt | ast.expr, content: str) -> Edit:
    """The edit that puts ``content`` in a node's place."""
    return Edit(source.start(node), source.end(node), content)


def own_text(node: ast.expr, source: SourceFile) -> bool:
    """Whether the node's place is right; inside f-strings it is not before Python 3.12."""
    try:
        return ast.dump(ast.parse(f"({source.segment(node)})", mode="eval").body) == ast.dump(node)
    except (SyntaxError, IndexError):
        return False


def spliced(source: SourceFile, node: ast.expr, pieces: Mapping[ast.expr, str]) -> str:
    """The text of a node with the texts of some nodes inside of it replaced."""
    if node in pieces:
        return pieces[node]
    starts = [0]
    for line in source.lines:
        starts.append(starts[-1] + len(line))

    def offset(place: Position) -> int:
        return starts[place.row - 1] + place.column - 1

    first, text = offset(source.start(node)), source.segment(node)
    inner = [part for part in ast.walk(node) if part in pieces and isinstance(part, ast.expr)]
    for part in sorted(inner, key=lambda part: source.start(part), reverse=True):
        start, end = offset(source.start(part)) - first, offset(source.end(part)) - first
        text = text[:start] + pieces[part] + text[end:]
    return text
