"""The links of the chains that justify a diagnostic."""

from __future__ import annotations

from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.cells import Cells


@dataclass(frozen=True)
class Step:
    """One link of a chain (how the line came into scope, or why a value is tensor data)."""

    text: str
    filename: str | None = None
    row: int | None = None
    cells: Cells | None = field(default=None, repr=False)
    """Of a notebook: which cells the rows of its text, counted here, are shown as."""
