"""Reads the files that a report quotes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fullgraph.lint.diagnostics.diagnostic import CheckResult
    from fullgraph.lint.fixes.apply import FixResult
    from fullgraph.lint.source.source_file import ReadLines


def reader(result: CheckResult | FixResult, texts: Mapping[str, str]) -> ReadLines:
    """Reads the lines of files by the name in their diagnostics, each once."""
    from fullgraph.lint.source.source_file import SourceError, SourceFile

    known = {name: SourceFile(Path(name), text) for name, text in texts.items()}
    known.update(getattr(result, "read", {}))

    def lines(name: str) -> list[str]:
        if name not in known:
            try:
                known[name] = SourceFile.read(Path(name))
            except SourceError:
                known[name] = SourceFile(Path(name), "")
        return known[name].lines

    return lines
