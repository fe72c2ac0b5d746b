"""Ratios of times with their intervals, from turns in several processes.

Two versions that take turns in one process see the same machine, so that each round gives a ratio from which the
machine's speed has gone. What stays is the process: where memory lies, what order code was compiled in, which core it
got. It shifts all rounds of a process together, and no number of rounds makes it smaller. So the process is the unit:
of each the median of its rounds' log ratios is taken, and of these the mean, with Student's t interval for as many
degrees of freedom as there are processes but one. What the rounds scatter is in the scatter of their medians. That is
the method of Georges, Buytaert and Eeckhout, "Statistically rigorous Java performance evaluation" (OOPSLA 2007,
section 3.2), for a design with two levels as in Kalibera and Jones, "Rigorous benchmarking in reasonable time" (ISMM
2013). Logs make a ratio and its inverse the same statement. A bootstrap over three processes would be too narrow: it
draws from three values.

The fewer processes, the wider: the factor before the standard error is 4.3 for three, 12.7 for two. One process says
nothing of how processes differ; its interval is the range of its rounds, and reports say how many there were.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import NormalDist, fmean, median, stdev

from fullgraph.runtime_check.results import Gains, Ratio, Timing

_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228)
"""Student's t for 95 %, two-sided, from one degree of freedom on."""
_Z = NormalDist().inv_cdf(0.975)


def compare(pairs: Sequence[tuple[Timing, Timing]]) -> Ratio | None:
    """How many times as fast the second of each pair is as the first; a pair is what one process has timed.

    None where there are no turns to compare.
    """
    logs = [found for first, second in pairs if (found := _logs(first, second))]
    if not logs:
        return None
    rounds = sum(map(len, logs))
    units = [median(found) for found in logs]
    if len(units) == 1:
        return Ratio(math.exp(units[0]), math.exp(min(logs[0])), math.exp(max(logs[0])), 1, rounds)
    middle, half = fmean(units), _student(len(units) - 1) * stdev(units) / math.sqrt(len(units))
    return Ratio(math.exp(middle), math.exp(middle - half), math.exp(middle + half), len(units), rounds)


def pooled(timings: Sequence[Timing]) -> Timing:
    """The times of one version in several processes as one: the median of the medians, and all that they span."""
    return Timing(
        median(timing.median for timing in timings),
        min(timing.low for timing in timings),
        max(timing.high for timing in timings),
        sum(timing.samples for timing in timings),
        [value for timing in timings for value in timing.rounds],
    )


def add_processes(gains: Gains, others: Sequence[tuple[Timing, Timing]]) -> None:
    """Add what other processes have timed, eager and compiled each, to the figures of the first."""
    pairs = [(gains.eager, gains.compiled), *others]
    gains.ratio = compare(pairs)
    gains.eager, gains.compiled = (pooled(timings) for timings in zip(*pairs, strict=True))


def _logs(first: Timing, second: Timing) -> list[float]:
    return [math.log(a / b) for a, b in zip(first.rounds, second.rounds, strict=False) if a > 0 and b > 0]


def _student(freedom: int) -> float:
    """Student's t for 95 %; beyond the table by its expansion around the normal quantile."""
    if freedom <= len(_T):
        return _T[freedom - 1]
    return _Z + (_Z**3 + _Z) / (4 * freedom) + (5 * _Z**5 + 16 * _Z**3 + 3 * _Z) / (96 * freedom**2)
