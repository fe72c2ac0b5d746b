"""Edit the arguments of a call: give it one more, take one out, or write another value for it."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Edit, Position
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.text import comments, indentation, replace


def keyword_of(call: ast.Call, name: str) -> ast.keyword | None:
    """The keyword argument that is written in the call."""
    return next((word for word in call.keywords if word.arg == name), None)


def with_keyword(call: ast.Call, name: str, value: str, source: SourceFile) -> Edit:
    """``name=value`` in place of what the call gives for it, or behind its last argument."""
    word = keyword_of(call, name)
    if word is not None:
        return replace(source, word.value, value)
    text = f"{name}={value}"
    given = _arguments(call, source)
    if not given:
        inner = Position(source.end(call).row, source.end(call).column - 1)
        return Edit(inner, inner, text)
    start, end = given[-1]
    row = source.lines[start.row - 1]
    own_row = not row[: start.column - 1].strip() and start.row > source.start(call).row
    behind = source.lines[end.row - 1][end.column - 1 :].rstrip("\r\n")
    comment = behind.strip().removeprefix(",").strip()
    if not own_row or (comment and not comment.startswith("#")):
        return Edit(end, end, f", {text}")
    comma = "," if behind.strip().startswith(",") else ""
    said = f"  {comment}" if comment else ""
    joint = f",{said}{source.newline}{indentation(source, start.row)}"
    return Edit(end, Position(end.row, end.column + len(behind)), f"{joint}{text}{comma}")


def without_keyword(call: ast.Call, name: str, source: SourceFile) -> Edit | Obstacle:
    """The call without a keyword argument, its comma and, where it had them to itself, its rows."""
    word = keyword_of(call, name)
    given = _arguments(call, source)
    if word is None:
        return Obstacle(f"`{name}` is not written in the call")
    place = _span(word, source)
    index = given.index(place)
    if len(given) == 1:
        start, end = source.end(call.func), source.end(call)
        start, end = _behind_parenthesis(source, start), Position(end.row, end.column - 1)
    elif index:
        start, end = given[index - 1][1], place[1]
    else:
        start, end = place[0], given[1][0]
    if comments(source, start, end):
        return Obstacle("a comment stands between the arguments")
    return Edit(start, end, "")


def _span(word: ast.keyword, source: SourceFile) -> tuple[Position, Position]:
    """Where a keyword argument stands."""
    return Position(word.lineno, source.column(word.lineno, word.col_offset)), source.end(word.value)


def _arguments(call: ast.Call, source: SourceFile) -> list[tuple[Position, Position]]:
    """Where the arguments of a call stand, in the order of the text."""
    spans = [(source.start(argument), source.end(argument)) for argument in call.args]
    return sorted([*spans, *(_span(word, source) for word in call.keywords)])


def _behind_parenthesis(source: SourceFile, place: Position) -> Position:
    """The place behind the parenthesis that opens behind ``place``."""
    row = source.lines[place.row - 1]
    return Position(place.row, row.index("(", place.column - 1) + 2)
