"""What a finding says of its rewrite."""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix
from fullgraph.rules.rewrite.oracle import Obstacle


def answer(result: Fix | Obstacle) -> Fix:
    """An obstacle is shown as a suggestion without edits, so that the reader learns why nothing is rewritten."""
    return Fix(Applicability.DISPLAY, f"not rewritten: {result.reason}") if isinstance(result, Obstacle) else result
