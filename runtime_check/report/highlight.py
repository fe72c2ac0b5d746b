"""Code as HTML with its tokens marked: seven classes, coloured by the style sheet for light and dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from fullgraph.runtime_check.report.show import code_line
from markupsafe import Markup, escape
from pygments import lex  # type: ignore[import-untyped]
from pygments.lexers import get_lexer_by_name  # type: ignore[import-untyped]
from pygments.token import Comment, Keyword, Name, Number, Operator, String  # type: ignore[import-untyped]

_CLASSES: tuple[tuple[Any, str], ...] = (
    (Comment.Preproc, "d"),
    (Comment, "c"),
    (String, "s"),
    (Number, "m"),
    (Operator.Word, "k"),
    (Keyword.Type, "b"),
    (Keyword, "k"),
    (Name.Decorator, "d"),
    (Name.Function, "f"),
    (Name.Class, "f"),
    (Name.Builtin, "b"),
)
LEXERS = {"triton": "python", "python": "python", "cpp": "cpp"}
_QUOTES = re.compile(r'"""|\'\'\'')


def clean(text: str) -> str:
    """Text of several lines, each as it may be shown."""
    return "\n".join(code_line(line) for line in text.split("\n"))


def highlighted(text: str, language: str) -> Markup:
    """The text as HTML, cleaned and escaped."""
    lexer = get_lexer_by_name(LEXERS.get(language, "text"), stripnl=False, ensurenl=False)
    return Markup("").join(_spans(lex(clean(text), lexer)))


def highlighted_lines(lines: Sequence[str]) -> list[Markup]:
    """Lines of Python, one piece of HTML for each."""
    opened = _opens_in_a_string(lines)
    text = "\n".join([*([opened] if opened else []), *lines])
    lexer = get_lexer_by_name("python", stripnl=False, ensurenl=False)
    rows: list[list[tuple[Any, str]]] = [[]]
    for kind, value in lex(clean(text), lexer):
        first, *more = value.split("\n")
        rows[-1].append((kind, first))
        rows.extend([(kind, part)] for part in more)
    marked = [Markup("").join(_spans(row)) for row in rows]
    return marked[1:] if opened else marked


def _opens_in_a_string(lines: Sequence[str]) -> str | None:
    """The quotes of the docstring in which the lines begin; None where they seem to begin outside of any."""
    found = [(line, quote) for line in lines for quote in _QUOTES.findall(line)]
    if len(found) % 2 == 0:
        return None
    line, quote = found[0]
    closes = line.rstrip().endswith(quote) and not line.lstrip(" \trRbBuUfF").startswith(quote)
    return str(quote) if closes or line.strip() == quote else None


def _spans(tokens: Iterable[tuple[Any, str]]) -> Iterator[Markup]:
    for kind, value in tokens:
        name = next((name for token, name in _CLASSES if kind in token), None)
        text = escape(value)
        yield Markup('<span class="{}">{}</span>').format(name, text) if name and value.strip() else text


def diff(text: str) -> Markup:
    """A unified diff, one block for each line."""
    kinds = {"+++": "head", "---": "head", "+": "add", "-": "del", "@": "hunk"}
    rows = []
    for line in text.splitlines():
        kind = kinds.get(line[:3]) or kinds.get(line[:1], "")
        rows.append(Markup('<span class="{}">{}</span>').format(kind, code_line(line) or " "))
    return Markup("").join(rows)
