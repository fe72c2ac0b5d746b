"""Writes ``# fullgraph: ignore[...]`` comments for the findings of a file, and takes out those that silence nothing."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterable, Sequence
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import Diagnostic, InputError, UnusedIgnore
from fullgraph.lint.source.atomic_write import replace_file
from fullgraph.lint.source.source_file import SourceError, SourceFile
from fullgraph.lint.suppression import comments

_OWN_CODES = re.compile(r"(#\s*fullgraph\s*:\s*ignore\s*\[)([^\]]*)\]", re.IGNORECASE)


def add(text: str, diagnostics: Iterable[Diagnostic]) -> str:
    """The text of a file with a comment for each of its findings, at the end of the statement that it is in.

    Codes join those of a comment that stands there; every other character stays.
    """
    rows: dict[int, set[str]] = {}
    layout = comments.layout_of(text)
    ends = comments.comment_rows(layout)
    there = dict(layout.comments)
    for one in diagnostics:
        rows.setdefault(ends(one.location.row), set()).add(one.code)
    lines = list(SourceFile(Path(), text).lines)
    for row, codes in rows.items():
        lines[row - 1] = _with_codes(lines[row - 1], sorted(codes), there.get(row, ""))
    return "".join(lines)


def add_to_files(diagnostics: Iterable[Diagnostic]) -> tuple[int, int, list[InputError]]:
    """Write the comments into the files, each whole or not at all.

    Returns how many findings they silence, in how many files, and what could not be written.
    """
    by_file: dict[str, list[Diagnostic]] = {}
    for one in diagnostics:
        by_file.setdefault(one.filename, []).append(one)
    silenced, written, errors = 0, 0, []
    for name, mine in by_file.items():
        try:
            source = SourceFile.read(Path(name))
            text = add(source.text, mine)
            problem = _spoiled(source.text, text, mine)
            if problem is not None:
                errors.append(InputError(name, f"comments not written: {problem}"))
                continue
            replace_file(source, text)
            silenced += len(mine)
            written += 1
        except SourceError as failure:
            errors.append(failure.error)
    return silenced, written, errors


def _spoiled(old: str, new: str, diagnostics: Sequence[Diagnostic]) -> str | None:
    """What is wrong with a text that was given comments; None where they change nothing and silence all findings."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            same = ast.dump(ast.parse(old)) == ast.dump(ast.parse(new))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        same = False
    if not same:
        return "with them the code would be another"
    left = comments.apply(diagnostics, new)
    return f"none would silence {left[0].code} in line {left[0].location.row}" if left else None


def remove(text: str, unused: Iterable[UnusedIgnore]) -> str:
    """The text without these comments, or without the codes in them that silence nothing."""
    lines: list[str] = list(SourceFile(Path(), text).lines)
    for one in unused:
        lines[one.row - 1] = _without(lines[one.row - 1], one)
    return "".join(lines)


def _without(line: str, one: UnusedIgnore) -> str:
    content = line.rstrip("\r\n")
    ending = line[len(content) :]
    start = content.find(one.text)
    if start < 0:
        return line
    before, after = content[:start], content[start + len(one.text) :]
    if one.codes is not None:
        kept = _LIST.sub(lambda match: _without_words(match[0], one.codes or ()), one.text, count=1)
        return f"{before}{kept}{after}{ending}"
    rest = after.strip()
    if not rest:
        before = before.rstrip()
        return f"{before}{ending}" if before else ""
    return f"{before}{rest if rest.startswith('#') else f'# {rest}'}{ending}"


_LIST = re.compile(r"(?<=\[)[^\]]*(?=\])|(?<=:)[^\[\]:]*$")


def listed(comment: str) -> list[str]:
    """The codes and names that a suppression comment lists, those of other linters among them."""
    found = _LIST.search(comment)
    return found[0].replace(",", " ").split() if found is not None else []


def _without_words(words: str, gone: Sequence[str]) -> str:
    """A list of codes and names without some, with the commas it had."""
    lead = words[: len(words) - len(words.lstrip())]
    separator = ", " if ", " in words else ","
    return lead + separator.join(word for word in words.replace(",", " ").split() if word not in gone)


def _with_codes(line: str, codes: Sequence[str], comment: str) -> str:
    """The line with codes in the comment that ends it, or in one behind that."""
    content = line.rstrip("\r\n")
    ending = line[len(content) :]
    start = len(content) - len(comment) if content.endswith(comment) else len(content)
    known = next(reversed(list(_OWN_CODES.finditer(content, start))), None)
    if known is not None:
        there = [code for code in re.split(r"[\s,]+", known[2]) if code]
        joined = ",".join([*there, *(code for code in codes if code not in there)])
        return f"{content[: known.start(2)]}{joined}{content[known.end(2) :]}{ending}"
    gap = "" if not content or content.endswith(" ") else "  "
    return f"{content}{gap}# fullgraph: ignore[{','.join(codes)}]{ending}"
