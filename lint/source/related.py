"""The files that a change affects, by the imports among them.

A finding depends on the file it is in, on what that imports, and on what imports it: a root there may lead into it.
Imports are matched by the words in them alone, which connects more than needed and misses nothing that stands in an
import statement.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from fullgraph.lint.diagnostics import cells

_IMPORT = re.compile(r"^[ \t]*(?:from|import)\b((?:[^(\n\\]|\\\r?\n|\([^()]*\))*)", re.MULTILINE)
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


def affected(changed: Iterable[Path], reported: Collection[Path], imports: Mapping[Path, frozenset[str]]) -> set[Path]:
    """Return which files to check, all at once, where some have changed.

    ``reported`` are those whose findings are shown, ``imports`` the words in the imports of these and of all that they
    lead into. The findings that may be others now are in what the importers of a changed file import; and to find them
    takes the importers of those.
    """
    by_name: dict[str, set[Path]] = {}
    for path in imports:
        by_name.setdefault(name_of(path), set()).add(path)
    down = {path: {one for word in words & by_name.keys() for one in by_name[word]} for path, words in imports.items()}
    up: dict[Path, set[Path]] = {}
    for path, targets in down.items():
        for target in targets:
            up.setdefault(target, set()).add(path)
    others = _closure(_closure(set(changed), up), down) & set(reported)
    return _closure(others, up) & set(reported)


def _closure(start: set[Path], edges: Mapping[Path, set[Path]]) -> set[Path]:
    found: set[Path] = set()
    new = start
    while new:
        found |= new
        new = set().union(*(edges.get(path, set()) for path in new)) - found
    return found
