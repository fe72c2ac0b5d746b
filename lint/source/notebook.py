"""Jupyter notebooks: the code cells of an ``.ipynb`` file as text, and new texts in the places of the old.

The file's JSON is left as it is, byte for byte, but for the ``source`` of the cells that change.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from json.decoder import scanstring  # type: ignore[attr-defined]

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()


class NotebookError(Exception):
    """A file that is no notebook; says in one line why."""


@dataclass(frozen=True)
class Source:
    """The ``source`` of one code cell, and where it stands in the JSON text."""

    cell: int
    """1-based, over all cells."""
    text: str
    start: int
    end: int


def sources(text: str) -> list[Source]:
    """The code cells of a notebook. Raises NotebookError for what is none, or holds another language than Python."""
    try:
        notebook = json.loads(text)
    except ValueError as failure:
        raise NotebookError(f"no JSON: {failure}") from None
    except RecursionError:
        raise NotebookError("nested too deeply") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise NotebookError("no list of cells; notebooks older than nbformat 4 are converted by `jupyter nbconvert`")
    language = _language(notebook)
    if language not in (None, "python"):
        raise NotebookError(f"its language is {language}, not Python")
    cells = [at for key, at in _members(text, _after_space(text, 0)) if key == "cells"][-1]  # as the JSON reader has it
    found = []
    for number, at in enumerate(_items(text, cells), 1):
        if text[at] != "{":
            raise NotebookError(f"cell {number} is no object")
        parts = dict(_members(text, at))
        kind = _DECODER.raw_decode(text, parts["cell_type"])[0] if "cell_type" in parts else None
        if kind == "code" and "source" in parts:
            start = parts["source"]
            value, end = _DECODER.raw_decode(text, start)
            lines = value if isinstance(value, list) else [value]
            if not all(isinstance(line, str) for line in lines):
                raise NotebookError(f"the source of cell {number} is no text")
            content = "".join(lines)
            found.append(Source(number, content, start, end))
    return found


def _language(notebook: dict[str, object]) -> str | None:
    metadata = notebook.get("metadata")
    for key, name in (("language_info", "name"), ("kernelspec", "language")):
        part = metadata.get(key) if isinstance(metadata, dict) else None
        if isinstance(part, dict) and isinstance(part.get(name), str):
            return str(part[name]).lower()
    return None


def rewritten(text: str, old: list[Source], new: list[str]) -> str:
    """The JSON text with new sources, each in the form (a string, or a list of lines) of the one in its place."""
    pieces = []
    done = 0
    for source, content in zip(old, new, strict=True):
        if content != source.text:
            pieces += [text[done : source.start], _written(text, source, content)]
            done = source.end
    return "".join([*pieces, text[done:]])


def _written(text: str, source: Source, content: str) -> str:
    before = text[source.start : source.end]
    ascii_only = before.isascii() and not content.isascii() and "\\u" in text
    if not before.startswith("["):
        return json.dumps(content, ensure_ascii=ascii_only)
    lines = [json.dumps(line, ensure_ascii=ascii_only) for line in content.splitlines(keepends=True)]
    inner = _SPACE.match(before, 1)
    opening = inner[0] if inner is not None else ""
    closing = before[len(before[:-1].rstrip(" \t\r\n")) : -1]
    if len(before[1:-1].strip()) == 0:  # an empty list shows no form
        opening = closing = ""
    return f"[{opening}{f',{opening}'.join(lines)}{closing}]" if opening else f"[{', '.join(lines)}]"


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match is not None else at


def _members(text: str, at: int) -> Iterator[tuple[str, int]]:
    """The keys of the JSON object at a place, and where their values begin. The text is known to be JSON."""
    at = _after_space(text, at + 1)
    while text[at] != "}":
        key, at = scanstring(text, at + 1)
        at = _after_space(text, _after_space(text, at) + 1)
        yield key, at
        at = _next(text, at)


def _items(text: str, at: int) -> Iterator[int]:
    """Return where the items of the JSON array at a place begin."""
    at = _after_space(text, at + 1)
    while text[at] != "]":
        yield at
        at = _next(text, at)


def _next(text: str, at: int) -> int:
    """Return where what follows the value at a place begins, or the closing bracket."""
    at = _after_space(text, _DECODER.raw_decode(text, at)[1])
    return _after_space(text, at + 1) if text[at] == "," else at
