"""Comments that silence findings.

================================== ==================================================================================
``# fullgraph: ignore[FG101,FG4]``  these codes, or all that begin so, on this line or statement; rules' names too
``# fullgraph: ignore``             every code on this line or statement
``# noqa: FG101``, ``# noqa``       the same, as other linters know it
``# fullgraph: ignore-file``        the whole file, also with ``[codes]``
================================== ==================================================================================

A comment counts for a finding where it stands on any line of the reported range, or on the first or last line of the
statement. ``# fullgraph: ignore`` on the line of a ``def`` or ``class`` counts for the body too; ``# noqa`` does not,
since there it mostly speaks of the line itself to another linter.
"""

from __future__ import annotations

import bisect
import re
import tokenize
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from fullgraph.lint.diagnostics.diagnostic import Diagnostic
from fullgraph.lint.registry import codes
from fullgraph.lint.source.source_file import SourceFile

# Cheap, and with nothing that could match in many ways: what they let through, the tokenizer looks at.
_GATE = re.compile(r"fullgraph\s*:|noqa", re.IGNORECASE)
_GATE_OWN = re.compile(r"fullgraph\s*:", re.IGNORECASE)
_GATE_CODES = re.compile(r"noqa\s*:", re.IGNORECASE)
_OWN = re.compile(r"#\s*fullgraph\s*:\s*(?P<word>ign[\w-]*)\s*(?P<rest>\[[^\]]*\]|\[.*|\(\s*[\w-]+.*)?", re.IGNORECASE)
_NOQA = re.compile(
    r"#\s*noqa(?![\w-])(?P<colon>\s*:\s*(?P<codes>[A-Z]+[0-9]+(?:[\s,]+[A-Z]+[0-9]+)*)?)?", re.IGNORECASE
)
_CODE = re.compile(r"FG\d{0,3}", re.IGNORECASE)
_HEADERS = frozenset({"def", "class", "async def"})
_NO_CONTENT = frozenset({tokenize.COMMENT, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})


class Comment(NamedTuple):
    """One suppression comment. ``mistake`` says what is wrong with it."""

    row: int
    text: str
    words: tuple[str, ...] | None
    """The codes and names in it, as they are written; None for all."""
    whole_file: bool = False
    bodies: bool = False
    mistake: str | None = None

    def covers(self, code: str) -> bool:
        return self.words is None or any(code.startswith(codes.code_of(word) or word) for word in self.words)


class Line(NamedTuple):
    """A logical line: a simple statement, or the header of a compound one."""

    first: int
    last: int
    is_header: bool


@dataclass
class Layout:
    comments: list[tuple[int, str]]
    lines: list[Line]
    bodies: list[tuple[Line, int]]
    """Headers of functions and classes, each with the last row of its body."""


def apply(diagnostics: Sequence[Diagnostic], text: str) -> list[Diagnostic]:
    """The diagnostics of one file that no comment in its text silences."""
    if not diagnostics or _GATE.search(text) is None:
        return list(diagnostics)
    layout = layout_of(text)
    comments = [comment for row, content in layout.comments for comment in parse(row, content)]
    silenced = Silenced(layout, comments)
    return [diagnostic for diagnostic in diagnostics if not silenced(diagnostic)]


def silencing(diagnostic: Diagnostic, text: str) -> list[Comment]:
    """The comments in the text of its file that silence a diagnostic."""
    layout = layout_of(text)
    return Silenced(layout, [c for row, content in layout.comments for c in parse(row, content)]).by(diagnostic)


def has_suppressions(text: str) -> bool:
    """Return whether a text may hold a suppression comment that speaks of fullgraph."""
    if _GATE_OWN.search(text) is not None:
        return True
    place = 0
    while (match := _GATE_CODES.search(text, place)) is not None:
        place = text.find("\n", match.end())
        place = place if place >= 0 else len(text)
        if "FG" in text[match.end() : place].upper():
            return True
    return False


def comment_rows(layout: Layout) -> Callable[[int], int]:
    """Return the row where a comment silences a finding: the last row of the statement around it."""
    lines = layout.lines
    starts = [line.first for line in lines]

    def last(row: int) -> int:
        index = bisect.bisect_right(starts, row) - 1
        return lines[index].last if index >= 0 and lines[index].last >= row else row

    return last


def mistakes(text: str) -> list[tuple[int, str]]:
    """Return what is wrong with the suppression comments of a text: rows and messages."""
    if not has_suppressions(text):
        return []
    found = []
    for row, content in layout_of(text).comments:
        for comment in parse(row, content):
            if comment.mistake is not None:
                found.append((row, comment.mistake))
            unknown = [word for word in comment.words or () if codes.code_of(word) is None]
            found += [
                (row, f"unknown rule {word} in a suppression comment{codes.did_you_mean(word, codes.known())}")
                for word in unknown
            ]
    return found


def parse(row: int, content: str) -> Iterator[Comment]:
    """The suppressions in the text of one comment, which may hold others before or after them."""
    for match in _OWN.finditer(content):
        word, rest = match["word"].lower(), match["rest"]
        text = match[0].strip()
        if rest is not None and rest.startswith("(") and not _names_rule(rest):
            rest, text = None, match[0][: match.start("rest") - match.start()].strip()
        if word not in {"ignore", "ignore-file"}:
            mistake = f'"{text}" silences nothing: write "fullgraph: ignore[CODE]" or "fullgraph: ignore-file"'
            yield Comment(row, text, (), mistake=mistake)
        elif rest is not None and not rest.endswith("]"):
            yield Comment(row, text, (), mistake=f'"{text}" silences nothing: write codes in [brackets]')
        elif rest is not None:
            words = tuple(filter(None, re.split(r"[\s,]+", rest[1:-1])))
            empty = None if words else f'"{text}" silences nothing: it names no code'
            yield Comment(row, text, words, word == "ignore-file", True, empty)
        else:
            yield Comment(row, text, None, word == "ignore-file", True)
    for match in _NOQA.finditer(content):
        if match["codes"]:
            yield Comment(row, match[0], tuple(filter(_CODE.match, re.split(r"[\s,]+", match["codes"]))))
        elif not match["colon"]:
            yield Comment(row, match[0], None)


def _names_rule(aside: str) -> bool:
    """Return whether what stands in parentheses begins with a rule, rather than with the reason for the comment."""
    word = re.search(r"[\w-]+", aside)
    return word is not None and (word[0].upper().startswith("FG") or codes.code_of(word[0]) is not None)


class Silenced:
    """A filter of diagnostics: whether a comment silences one."""

    def __init__(self, layout: Layout, comments: Sequence[Comment]) -> None:
        self.lines = layout.lines
        self.starts = [line.first for line in layout.lines]
        self.whole_file = [comment for comment in comments if comment.whole_file]
        self.by_row: dict[int, list[Comment]] = {}
        for comment in comments:
            self.by_row.setdefault(comment.row, []).append(comment)
        self.bodies = [
            (range(header.first, last + 1), comment)
            for header, last in layout.bodies
            for comment in comments
            if comment.bodies and header.first <= comment.row <= header.last
        ]

    def __call__(self, diagnostic: Diagnostic) -> bool:
        return bool(self.by(diagnostic))

    def by(self, diagnostic: Diagnostic) -> list[Comment]:
        return [comment for comment in self._comments(diagnostic) if comment.covers(diagnostic.code)]

    def _comments(self, diagnostic: Diagnostic) -> Iterator[Comment]:
        yield from self.whole_file
        first, last = diagnostic.location.row, diagnostic.end_location.row
        if last > first and diagnostic.end_location.column == 1:
            last -= 1
        rows = set(range(first, last + 1))
        index = bisect.bisect_right(self.starts, first) - 1
        if index >= 0 and self.lines[index].last >= first:
            rows |= {self.lines[index].first, self.lines[index].last}
        for row in rows:
            yield from self.by_row.get(row, ())
        for body, comment in self.bodies:
            if first in body:
                yield comment


def layout_of(text: str) -> Layout:
    """Return where comments, logical lines and bodies are, by the tokenizer, so that strings hold no comments."""
    layout = Layout([], [], [])
    # Python's tokenizer breaks lines as the parser does only where they all end in "\n".
    rows = iter([line.rstrip("\r\n") + "\n" for line in SourceFile(Path(), text).lines])
    first = last = 0
    words: list[str] = []
    opened: Line | None = None
    open_blocks: list[Line | None] = []
    try:
        for token in tokenize.generate_tokens(lambda: next(rows, "")):
            if token.type == tokenize.COMMENT:
                layout.comments.append((token.start[0], token.string))
            elif token.type == tokenize.INDENT:
                open_blocks.append(opened)
                opened = None
            elif token.type == tokenize.DEDENT:
                header = open_blocks.pop() if open_blocks else None
                if header is not None:
                    layout.bodies.append((header, last))
            elif token.type == tokenize.NEWLINE:
                last = token.start[0]
                is_header = bool(words) and (words[0] in _HEADERS or " ".join(words) in _HEADERS)
                line = Line(first or last, last, is_header)
                layout.lines.append(line)
                opened = line if is_header else None
                first, words = 0, []
            elif token.type not in _NO_CONTENT:
                first = first or token.start[0]
                if len(words) < 2:
                    words.append(token.string)
    except (tokenize.TokenError, SyntaxError):
        pass  # what was read until there counts; the text itself has been parsed, or its error is reported
    layout.bodies += [(header, last) for header in open_blocks if header is not None]
    return layout
