"""Names whose calls end the graph, as data that rules declare, and the versions of torch in which they do.

A rule that is about names lists them once::

    NAMES = Names(
        each("time.", "time perf_counter sleep"),
        each("random.", "random shuffle", before="2.14"),  # torch 2.14 captures them
        Breaks("torch.cuda.synchronize", before="2.13", skipped="it does not wait for the device"),
    )

    def check(event: Call) -> Finding | None:
        return NAMES.finding(event)

``since`` is the first version in which a name breaks, ``before`` the first in which it no longer does: both are
compared with the version that the check was asked about, or the nearest older one that there is data for
(``event.interp.torch.version``). Declare only what was measured: without ``since`` and ``before`` a name breaks in
every version that there is evidence for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.rules.rewrite import fixes


def in_versions(event: Event, since: str | None = None, before: str | None = None) -> bool:
    """Return whether the torch version that the check was asked about is one of these."""
    asked = event.interp.torch
    return (since is None or asked.at_least(since)) and (before is None or not asked.at_least(before))


@dataclass(frozen=True)
class Breaks:
    """A function or method whose calls end the graph."""

    name: str
    """As events name it: ``time.sleep``, ``threading.Lock.acquire``."""
    since: str | None = None
    """The first torch version in which it breaks; None: all that there is evidence for."""
    before: str | None = None
    """The first torch version that captures it; None: none that there is evidence for."""
    skipped: str | None = None
    """The effect lost if a statement that is this call alone is skipped while compiling. Offers the guard."""
    shown: str = ""
    """The beginning of a message that names only the last part: ``the file's .`` for ``the file's .write()``."""

    def __str__(self) -> str:
        name = self.shown + self.name.rpartition(".")[2] if self.shown else self.name.removeprefix("builtins.")
        return f"{name}()"


class Names:
    """The names that a rule reports."""

    def __init__(self, *groups: Breaks | Iterable[Breaks]) -> None:
        entries = [entry for group in groups for entry in ([group] if isinstance(group, Breaks) else group)]
        self._entries = {entry.name: entry for entry in entries}
        if len(self._entries) != len(entries):
            names = [entry.name for entry in entries]
            raise ValueError(f"declared twice: {', '.join(sorted({name for name in names if names.count(name) > 1}))}")

    def __iter__(self) -> Iterator[Breaks]:
        return iter(self._entries.values())

    @property
    def all(self) -> Iterable[str]:
        """The dotted names, whatever the version: what the rule's function listens to."""
        return self._entries.keys()

    def find(self, event: Call) -> Breaks | None:
        """The entry of a call, if it breaks in the torch version asked about."""
        return self.entry(event, event.name)

    def entry(self, event: Event, name: str) -> Breaks | None:
        """The entry of a name, if it breaks in the torch version asked about."""
        entry = self._entries.get(name)
        return entry if entry is not None and in_versions(event, entry.since, entry.before) else None

    def finding(self, event: Call) -> Finding | None:
        """Return what a rule answers to a call."""
        entry = self.find(event)
        if entry is None:
            return None
        fix = fixes.guard_fix(event, entry.skipped) if entry.skipped is not None else fixes.skip_fix(event)
        confidence = CONFIDENCES[event.confidence]
        return Finding(event, f"{entry} breaks the graph", confidence=confidence, fix=fix)


def each(
    prefix: str,
    names: str,
    *,
    since: str | None = None,
    before: str | None = None,
    skipped: str | None = None,
    shown: str = "",
) -> Iterator[Breaks]:
    """An entry for each of the words, behind a common prefix."""
    return (Breaks(prefix + name, since, before, skipped, shown) for name in names.split())
