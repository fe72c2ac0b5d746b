"""Subscriptions of rules to events: by type, and for calls by name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Event, Finding

Handler = Callable[[Any], Finding | None]
"""A rule's function: takes one event and returns a finding or None."""

HandlerT = TypeVar("HandlerT", bound=Handler)

MAX_NAMES = 20_000
"""Names of calls whose listeners are remembered."""


class CallNames:
    """A set of dotted names of calls, given as names and as patterns with ``*``."""

    def __init__(self, names: Iterable[str]) -> None:
        names = frozenset(names)
        patterns = sorted(name for name in names if "*" in name)
        self._names = names.difference(patterns)
        wanted = "|".join(".*".join(map(re.escape, pattern.split("*"))) for pattern in patterns)
        self._pattern = re.compile(wanted) if patterns else None

    def __contains__(self, name: str) -> bool:
        return name in self._names or (self._pattern is not None and self._pattern.fullmatch(name) is not None)


def on_calls(*names: str) -> Callable[[HandlerT], HandlerT]:
    """Declare the calls that a rule's function listens to: names as events give them, ``*`` for any part of one."""

    def declare(function: HandlerT) -> HandlerT:
        function.call_names = CallNames(names)  # type: ignore[attr-defined]
        return function

    return declare


@dataclass(frozen=True)
class Listener:
    """A rule's function and the events that it is called for."""

    code: str
    """The code of the rule."""
    event: type[Event]
    handler: Handler
    calls: CallNames | None = None
    """The names of the calls, where the event is a call; None: all of them."""


class Listeners:
    """The functions of several rules, in the order in which they are called."""

    def __init__(self, listeners: Iterable[Listener] = ()) -> None:
        self._by_event: dict[type[Event], list[Listener]] = {}
        self._by_name: dict[tuple[type[Call], str], tuple[Listener, ...]] = {}
        for listener in listeners:
            self._by_event.setdefault(listener.event, []).append(listener)

    def to(self, event: type[Event]) -> Sequence[Listener]:
        """Return the listeners to a type of event, whatever the event says."""
        return self._by_event.get(event, ())

    def to_call(self, event: type[Call], name: str) -> Sequence[Listener]:
        """Return the listeners to calls of a name."""
        found = self._by_name.get((event, name))
        if found is None:
            if len(self._by_name) >= MAX_NAMES:
                self._by_name.clear()
            found = tuple(one for one in self.to(event) if one.calls is None or name in one.calls)
            self._by_name[event, name] = found
        return found
