"""How often a line is reached when compiled code is called, as far as the text and recorded runs tell."""

from __future__ import annotations

import enum
from dataclasses import dataclass, replace


class Repeats(enum.IntEnum):
    """What runs a line more than once in a call."""

    ONCE = 0
    LOOP = 1
    LAYER = 2
    """A loop, or an ``nn.Sequential``, over modules: each of them runs the line."""


@dataclass(frozen=True)
class Reach:
    """How a line is reached."""

    repeats: Repeats = Repeats.ONCE
    times: float | None = None
    """How often it ran in a call of what is compiled, in recorded runs; None: not known."""
    is_host: bool = False
    """Whether it is in the code that compiles, which runs once, and not in what is compiled."""
    concerns_all: bool = False
    """Whether it is about all that is compiled there."""

    def joined(self, other: Reach) -> Reach:
        """The same line, which another way leads to, too: by whichever is reached more often."""
        known = [one.times for one in (self, other) if one.times is not None]
        return replace(
            self,
            repeats=max(self.repeats, other.repeats),
            times=max(known, default=None),
        )


EVERY_CALL = Reach()
"""Once in every call."""
