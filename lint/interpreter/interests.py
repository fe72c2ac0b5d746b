"""Which rules' functions can have something to say to a call, by the call's name alone.

Most functions that listen to calls look at the name first, and for most names have nothing to say. Each is asked once
for each name with an event that has a name and nothing else: one that answers None has not looked at anything else, and
so will answer None to every call of that name; one that reaches for more is asked about each call.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Event, Finding

if TYPE_CHECKING:
    from fullgraph.lint.torch_data import TorchData

Handler = Callable[[Event], Finding | None]
Coded = tuple[str, Handler]

MAX_NAMES = 20_000
"""Names that are remembered."""


class _MoreIsAsked(BaseException):
    """A function looks at more than the name of a call and the version of torch. No error, which it might catch."""


class _Named(Call):
    """A call of which only the name and the torch version are told."""

    def __init__(self, name: str, torch: TorchData) -> None:
        object.__setattr__(self, "told", {"name": name, "interp": SimpleNamespace(torch=torch)})

    def __getattribute__(self, attribute: str) -> Any:
        told = object.__getattribute__(self, "told")
        if attribute not in told:
            raise _MoreIsAsked
        return told[attribute]


class Interests:
    """The functions that listen to one type of call."""

    def __init__(self, handlers: Sequence[Coded], torch: TorchData) -> None:
        self._handlers = handlers
        self._torch = torch
        self._by_name: dict[str, tuple[Coded, ...]] = {}

    def of(self, name: str) -> tuple[Coded, ...]:
        """Those that calls of this name can interest, in their order."""
        found = self._by_name.get(name)
        if found is None:
            if len(self._by_name) >= MAX_NAMES:
                self._by_name.clear()
            asking = _Named(name, self._torch)
            found = tuple(one for one in self._handlers if _may_answer(one[1], asking))
            self._by_name[name] = found
        return found


def _may_answer(handler: Handler, asking: _Named) -> bool:
    try:
        return handler(asking) is not None
    except (Exception, _MoreIsAsked):  # whatever a function makes of so little: it is asked again about the real call
        return True


_KNOWN: dict[tuple[tuple[Coded, ...], int], Interests] = {}


def interests(handlers: Sequence[Coded], torch: TorchData) -> Interests:
    """Those of these functions; one object for all interpreters of a process, since names come again in other files."""
    key = (tuple(handlers), id(torch))
    found = _KNOWN.get(key)
    if found is None:
        if len(_KNOWN) >= 8:
            _KNOWN.clear()
        found = _KNOWN[key] = Interests(handlers, torch)  # holds the data, so that its id stays its own
    return found
