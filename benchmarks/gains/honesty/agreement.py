"""Whether two tools agree on a time, within the spread of both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from .rounds import Measured

FLOOR = 0.02
"""A difference, relative to the plain script's figure, that is no disagreement however steady both are."""


@dataclass(frozen=True)
class Agreement:
    """One version of a target, as both tools have it. Times in seconds."""

    version: str
    plain: float
    """The median of the rounds' medians."""
    verify: float
    plain_range: tuple[float, float]
    """From the lowest lower quartile of a round to the highest upper one."""
    verify_range: tuple[float, float]

    @property
    def difference(self) -> float:
        """Of verify, relative to the plain script."""
        return self.verify / self.plain - 1

    @property
    def agrees(self) -> bool:
        """Each median lies within what the other tool saw, or both are closer than `FLOOR`."""
        return abs(self.difference) <= FLOOR or (
            _within(self.verify, self.plain_range) or _within(self.plain, self.verify_range)
        )


def _within(value: float, bounds: tuple[float, float]) -> bool:
    return bounds[0] <= value <= bounds[1]


def compare(rounds: Sequence[Measured], version: str) -> Agreement | None:
    """The two tools on one version, ``eager`` or ``compiled``; None if one of them has no figure."""
    times = {
        tool: [getattr(found, version) for found in rounds if found.tool == tool and getattr(found, version)]
        for tool in ("plain", "verify")
    }
    if not all(times.values()):
        return None
    (plain, plain_range), (verify, verify_range) = (_pooled(times[tool]) for tool in ("plain", "verify"))
    return Agreement(version, plain, verify, plain_range, verify_range)


def _pooled(times: Sequence[Sequence[float]]) -> tuple[float, tuple[float, float]]:
    return median(one[0] for one in times), (min(one[1] for one in times), max(one[2] for one in times))
