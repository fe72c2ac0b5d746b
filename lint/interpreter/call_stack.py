"""The calls under way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import NamedTuple

from fullgraph.lint.domain.values import Instance, Value
from fullgraph.lint.interpreter.budget import MAX_RECURSION
from fullgraph.lint.project.index import FunctionInfo


class Running(NamedTuple):
    """A function that runs, for one object if it is a method: a wrapper that calls what it wraps is no recursion."""

    info: FunctionInfo
    site: Hashable = None

    @classmethod
    def of(cls, info: FunctionInfo, owner: Value | None) -> Running:
        return cls(info, owner.site if isinstance(owner, Instance) else None)


class CallStack:
    """The keys of the calls and constructors under way, innermost last: of what is called, and with what."""

    def __init__(self) -> None:
        self._keys: list[object] = []
        self._running: Counter[Running] = Counter()

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def is_running(self, called: Running) -> bool:
        return self._running[called] > 0

    def is_recursive(self, called: Running, key: object) -> bool:
        """Return whether the same call is under way already, or the function often enough."""
        return key in self._keys or self._running[called] >= MAX_RECURSION

    def push(self, key: object, called: Running | None = None) -> None:
        self._keys.append(key)
        if called is not None:
            self._running[called] += 1

    def pop(self, called: Running | None = None) -> None:
        self._keys.pop()
        if called is not None:
            self._running[called] -= 1
