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
"""Statements and calls of one root in code that is traced; the rest of it gives unknown values."""
MAX_FILE_STEPS = 100_000
"""The same for all roots and hosts of a file; each that begins after that has `FEW_STEPS`."""
FEW_STEPS = 3_000
MAX_HOST_STEPS = 30_000
"""The same for code that is not traced: a root's constructors, or one module or function outside of compile scope."""
MAX_STEPS_ELSEWHERE = 10_000
"""Of these, those of one call of a function that is not in the given files; one that takes more is not called again."""
MAX_CALLER_STEPS = 60_000
"""Steps after which no more code is interpreted for what it passes to a file's classes."""


class Budget:
    """The steps that the root or host under way has taken and may take, in traced code and in other code.

    They are counted apart, so that what constructors do leaves the code that is compiled its own.
    """

    def __init__(self) -> None:
        self._before = 0
        self._traced, self._aside = 0, 0
        self._most_traced, self._most_aside = MAX_STEPS, MAX_HOST_STEPS
        self.refused = 0
        """Steps that were not taken since there were too many."""
        self.cut_short = False
        """Whether one of them was in traced code."""

    def start(self) -> None:
        """Begin with another root or host."""
        self._before = self.total
        self._traced, self._aside = 0, 0
        left = max(MAX_FILE_STEPS - self._before, FEW_STEPS)
        self._most_traced, self._most_aside = min(MAX_STEPS, left), min(MAX_HOST_STEPS, left)

    @property
    def total(self) -> int:
        """The steps of all roots and hosts so far."""
        return self._before + self._traced + self._aside

    def take(self, tracing: bool) -> bool:
        """Take a step in traced code or other code, and return whether it was one too many."""
        if tracing:
            self._traced += 1
        else:
            self._aside += 1
        spent = self.is_spent(tracing)
        if spent:
            self.refused += 1
            self.cut_short = self.cut_short or tracing
        return spent

    def is_spent(self, tracing: bool) -> bool:
        """Return whether no more steps may be taken in traced code, or in other code."""
        return self._traced > self._most_traced if tracing else self._aside > self._most_aside

    @contextmanager
    def at_most(self, steps: int | None = None) -> Iterator[None]:
        """A context in which so many steps more may be taken in code that is not traced, if as many are left.

        None: some of those that are left, so that what follows a call is interpreted too, whatever the call takes.
        """
        most = self._most_aside
        left = max(most - self._aside, 0)
        self._most_aside = self._aside + (left - left // 4 if steps is None else min(left, steps))
        try:
            yield
        finally:
            self._most_aside = most
