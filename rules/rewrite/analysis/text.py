"""Comments in a range of the source, and whether a node has a text of its own."""

from __future__ import annotations

import ast
import functools
import io
import tokenize
from collections.abc import Iterable

from fullgraph.lint.diagnostics.diagnostic import Position
from fullgraph.lint.source.source_file import SourceFile


@functools.lru_cache(maxsize=4)
def tokens(text: str) -> tuple[tokenize.TokenInfo, ...]:
    """The tokens of a file that ``ast`` has parsed."""
    return tuple(tokenize.generate_tokens(io.StringIO(text, newline="").readline))


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


def own_text(node: ast.expr, source: SourceFile) -> bool:
    """Whether the node's place is right; inside f-strings it is not before Python 3.12."""
    try:
        return ast.dump(ast.parse(f"({source.segment(node)})", mode="eval").body) == ast.dump(node)
    except (SyntaxError, IndexError):
        return False
