"""Durations in words, for verdicts and reports alike."""

from __future__ import annotations


def show_seconds(seconds: float) -> str:
    """Three digits and a fitting unit; ``1234 s`` rather than ``1.23e+03 s``."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}" if seconds < 999.5 * scale else f"{seconds / scale:.0f} {unit}"
    return f"{seconds / 1e-9:.3g} ns"
