"""The calls under way."""

from __future__ import annotations

from collections import Counter

from fullgraph.lint.interpreter.budget import MAX_RECURSION
from fullgraph.lint.project.index import FunctionInfo


class CallStack:
    """The keys of the calls and constructors under way, innermost last: of what is called, and with what."""

    def __init__(self) -> None:
        self._keys: list[object] = []
        self._running: Counter[FunctionInfo] = Counter()

    def __len__(self) -> int:
        return len(self._keys)

    def __contains__(self, key: object) -> bool:
        return key in self._keys

    def is_running(self, info: FunctionInfo) -> bool:
        return self._running[info] > 0

    def is_recursive(self, info: FunctionInfo, key: object) -> bool:
        """Return whether the same call is under way already, or the function often enough."""
        return key in self._keys or self._running[info] >= MAX_RECURSION

    def push(self, key: object, info: FunctionInfo | None = None) -> None:
        self._keys.append(key)
        if info is not None:
            self._running[info] += 1

    def pop(self, info: FunctionInfo | None = None) -> None:
        self._keys.pop()
        if info is not None:
            self._running[info] -= 1
