"""What a finding says of its rewrite."""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.rules.rewrite.oracle import Obstacle


def answer(result: Fix | Obstacle) -> Fix:
    """An obstacle is shown as a suggestion without edits, so that the reader learns why nothing is rewritten."""
    return Fix(f"not rewritten: {result.reason}", is_suggestion=True) if isinstance(result, Obstacle) else result
