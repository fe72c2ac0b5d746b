"""Durations and shares in words."""

from __future__ import annotations


def show_seconds(seconds: float) -> str:
    """Three digits and a fitting unit; ``1234 s`` rather than ``1.23e+03 s``."""
    for unit, scale in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= scale:
            return f"{seconds / scale:.3g} {unit}" if seconds < 999.5 * scale else f"{seconds / scale:.0f} {unit}"
    return f"{seconds / 1e-9:.3g} ns"


def percent(share: float | None) -> str:
    """A share with as many digits as mean something."""
    if share is None:
        return "-"
    shown = 100 * share
    return f"{shown:.0f} %" if shown >= 9.95 else f"{shown:.1f} %" if shown >= 0.1 else "<0.1 %"
