"""Fingerprints of findings, which stay from run to run though lines move.

A fingerprint is made of the file, the rule, the function around the finding, its source text without indentation and
its message without line numbers, and of how many findings before it in the file share all of these.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import Diagnostic
from fullgraph.lint.source.digest import of_parts
from fullgraph.lint.source.discovery import shorten
from fullgraph.lint.source.syntax import functions_of

VERSION = 1
"""Of how fingerprints are made."""

_LINE = re.compile(r"\bline \d+")


@dataclass(frozen=True)
class Identity:
    """The parts of a fingerprint. ``path`` is relative to a base folder, with slashes."""

    path: str
    code: str
    function: str
    source: str
    message: str

    def fingerprint(self, occurrence: int = 0) -> str:
        """64 hexadecimal digits; ``occurrence`` counts the findings before it that are alike."""
        parts = (str(VERSION), self.path, self.code, self.function, self.source, self.message, str(occurrence))
        return of_parts(parts)


def identities(
    diagnostics: Iterable[Diagnostic], read_lines: Callable[[str], Sequence[str]], base: Path | None = None
) -> list[Identity]:
    """The identity of each diagnostic. ``base``: the folder that paths are told from, by default the current one."""
    spans: dict[str, list[tuple[int, int, str]]] = {}
    found = []
    for one in diagnostics:
        lines = read_lines(one.filename)
        if one.filename not in spans:
            spans[one.filename] = _functions(lines)
        row = one.location.row
        around = [name for first, last, name in spans[one.filename] if first <= row <= last]
        found.append(
            Identity(
                relative(one.filename, base),
                one.code,
                around[-1] if around else "",
                _source(one, lines),
                _LINE.sub("line", one.message),
            )
        )
    return found


def fingerprints(
    diagnostics: Iterable[Diagnostic], read_lines: Callable[[str], Sequence[str]], base: Path | None = None
) -> list[str]:
    """The fingerprint of each diagnostic, all different."""
    found = identities(diagnostics, read_lines, base)
    return [identity.fingerprint(number) for identity, number in zip(found, occurrences(found), strict=True)]


def occurrences(values: Iterable[Hashable]) -> list[int]:
    """Of each value, how many before it are equal to it."""
    seen: Counter[Hashable] = Counter()
    found = []
    for value in values:
        found.append(seen[value])
        seen[value] += 1
    return found


def relative(filename: str, base: Path | None = None) -> str:
    """The path as a report for other machines tells it: below the base folder where it lies there, with slashes."""
    if base is None:
        return shorten(Path(filename)).as_posix()
    path = Path.cwd() / filename
    return path.relative_to(base).as_posix() if path.is_relative_to(base) else path.as_posix()


def _functions(lines: Sequence[str]) -> list[tuple[int, int, str]]:
    try:
        return functions_of("".join(lines))
    except (SyntaxError, ValueError, RecursionError):
        return []


def _source(diagnostic: Diagnostic, lines: Sequence[str]) -> str:
    start, end = diagnostic.location, diagnostic.end_location
    last = end.row - 1 if end.column == 1 and end.row > start.row else end.row
    return " ".join(" ".join(lines[start.row - 1 : last]).split())
