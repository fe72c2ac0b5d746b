"""Ratios in words, for verdicts and reports alike."""

from __future__ import annotations

from fullgraph.runtime_check.results import Ratio


def show_ratio(found: Ratio, than: str = "") -> str:
    """Such as ``1.22x as fast as eager (1.19 to 1.25, 3 processes)``; slower is told by the time that it takes.

    ``than``: what it is compared with.
    """
    processes = f"{found.processes} process{'' if found.processes == 1 else 'es'}"
    if found.told == "same":
        between = f" from {than}" if than else ""
        return f"no difference{between} was measured ({factor(found.low)} to {factor(found.high)}, {processes})"
    if found.told == "faster":
        value, low, high = _digits(found.value, found.low, found.high)
        return f"{value}x as fast{f' as {than}' if than else ''} ({low} to {high}, {processes})"
    value, low, high = _digits(1 / found.value, 1 / found.high, 1 / found.low)
    return f"slower{f' than {than}' if than else ''}, {value}x the time ({low} to {high}, {processes})"


def few_processes(found: Ratio) -> str:
    """What to know of an interval from few processes; empty for three and more."""
    if found.processes == 1:
        return "timed in one process: the difference between processes is unknown (--processes 3)"
    if found.processes == 2:
        return "two processes give a wide interval (--processes 3)"
    return ""


def factor(value: float) -> str:
    """With two digits behind the point, or as many as it takes."""
    return f"{value:.2f}" if 0.095 <= value < 100 else f"{value:.2g}" if value < 1 else f"{value:.0f}"


def _digits(*values: float) -> tuple[str, ...]:
    """The values as `factor` has them, with a third digit where two would make one of them 1."""
    texts = tuple(map(factor, values))
    return tuple(f"{value:.3f}" for value in values) if "1.00" in texts else texts
