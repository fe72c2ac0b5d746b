"""Which files have to do with each other: those that import each other, directly or through others.

A finding depends on the file it is in, on what that imports, and on what imports it: a root there may lead into it.
So files in no connection with a changed one keep their findings. Imports are matched by the words in them alone, which
connects more than needed and misses nothing that stands in an import statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from fullgraph.lint import cells

_IMPORT = re.compile(r"^[ \t]*(?:from|import)\b((?:[^(\n\\]|\\\r?\n|\([^)]*\))*)", re.MULTILINE)
_WORD = re.compile(r"\w+")


def imported(text: str) -> frozenset[str]:
    """The words in the import statements of a text, which need not be valid Python."""
    return frozenset(word for statement in _IMPORT.findall(text) for word in _WORD.findall(statement))


def imported_by(path: Path) -> frozenset[str]:
    """The same of a file on disk; of a notebook, all words. Raises OSError."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return frozenset(_WORD.findall(text)) if path.suffix == cells.SUFFIX else imported(text)


def name_of(path: Path) -> str:
    """The last word of what a file is imported as."""
    return path.parent.name if path.stem == "__init__" else path.stem


def connected(of: Iterable[Path], imports: Mapping[Path, frozenset[str]]) -> set[Path]:
    """Some files with all those that are connected with them. ``imports``: the words of each file."""
    by_name: dict[str, set[Path]] = {}
    importers: dict[str, set[Path]] = {}
    for path in imports:
        by_name.setdefault(name_of(path), set()).add(path)
    for path, words in imports.items():
        for word in words & by_name.keys():
            importers.setdefault(word, set()).add(path)
    found: set[Path] = set()
    new = set(of)
    while new:
        found |= new
        reached: set[Path] = set()
        for path in new:
            reached |= importers.get(name_of(path), set())
            for word in imports.get(path, frozenset()) & by_name.keys():
                reached |= by_name[word]
        new = reached - found
    return found
