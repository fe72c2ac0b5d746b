"""Limits of interpretation, which keep it finite and quick."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

MAX_DEPTH = 40
"""Frames on top of each other; deeper calls give an unknown value."""
MAX_HOST_DEPTH = 16
"""The same for code outside of compile scope, of which only constructors and what leads to ``torch.compile`` matter."""
MAX_ASIDE = 3
"""Frames between a constructor and what it calls: functions further away seldom make a part of the object."""
MAX_ASIDE_ELSEWHERE = 1
"""The same where the constructor, or a function that calls another for its effect alone, is of a file not checked."""
MAX_RECURSION = 2
"""Frames of one function inside of each other."""
MAX_CONTEXTS = 8
"""Argument lists with which one function is interpreted before they are widened."""
MAX_STEPS = 50_000
"""Statements and calls of one root; the rest of it gives unknown values."""
MAX_FILE_STEPS = 100_000
"""The same for all roots and hosts of a file; each that begins after that has `FEW_STEPS`."""
FEW_STEPS = 3_000
MAX_HOST_STEPS = 30_000
"""The same for one module or function outside of compile scope."""
MAX_STEPS_ELSEWHERE = 10_000
"""Of these, those of one call of a function that is not in the given files; one that takes more is not called again."""
MAX_CALLER_STEPS = 60_000
"""Steps after which no more code is interpreted for what it passes to a file's classes."""


class Budget:
    """The steps that the root or host under way has taken and may take."""

    def __init__(self) -> None:
        self.steps = 0
        self._before = 0
        self._limit = MAX_STEPS

    def start(self, tracing: bool) -> None:
        """Begin with another root or host."""
        self._before += self.steps
        self.steps = 0
        left = max(MAX_FILE_STEPS - self._before, FEW_STEPS)
        self._limit = min(MAX_STEPS if tracing else MAX_HOST_STEPS, left)

    @property
    def total(self) -> int:
        """The steps of all roots and hosts so far."""
        return self._before + self.steps

    @property
    def is_spent(self) -> bool:
        return self.steps > self._limit

    @contextmanager
    def at_most(self, steps: int) -> Iterator[None]:
        """A context in which so many steps more may be taken, if as many are left."""
        limit = self._limit
        self._limit = min(limit, self.steps + steps)
        try:
            yield
        finally:
            self._limit = limit
