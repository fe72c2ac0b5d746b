"""Results of the files of some folders, with what they depend on told once for all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from fullgraph.lint.cache import facts as facts_of
from fullgraph.lint.cache.facts import Content, Fact, Now, Rooted

VARIANTS = 2
"""Results of one file that are kept, for runs that are given it with other files."""

DAYS = 30
"""Days after which unused results are dropped."""

Result = tuple[Sequence[Fact], dict[str, Any]]
"""The dependencies of a unit, and the unit."""


class Entry(NamedTuple):
    """One result."""

    day: int
    """The day of its last use, in days since 1970."""
    facts: list[int]
    """The places in the table of what it depends on."""
    record: dict[str, Any]
    """The unit."""


@dataclass
class Pack:
    """The content of one file of the cache."""

    facts: list[Fact] = field(default_factory=list)
    entries: dict[str, list[Entry]] = field(default_factory=dict)
    """By the path of the file that they are about."""
    _held: dict[int, bool] = field(default_factory=dict)

    @classmethod
    def read(cls, content: Mapping[str, Any]) -> Pack:
        """The pack of a file's content; an empty one where that is none."""
        try:
            facts = [facts_of.from_json(one) for one in content["facts"]]
            entries = {
                path: [Entry(int(day), list(places), dict(record)) for day, places, record in many]
                for path, many in content["entries"].items()
            }
            for many in entries.values():
                if not all(0 <= place < len(facts) for entry in many for place in entry.facts):
                    return cls()
        except (LookupError, TypeError, ValueError, AttributeError):
            return cls()
        return cls(facts, entries)

    def holds(self, place: int, now: Now) -> bool:
        """Return whether what stands at a place of the table is still so."""
        if place not in self._held:
            self._held[place] = self.facts[place].holds(now)
        return self._held[place]

    def result(self, entry: Entry) -> Result:
        return [self.facts[place] for place in entry.facts], entry.record

    def with_these(self, new: Mapping[str, Sequence[Result]], today: int) -> dict[str, Any]:
        """The content of the file with new results, and without what was not used for long."""
        table: dict[Fact, int] = {}
        kept: dict[str, list[Any]] = {}

        def put(path: str, day: int, result: Result) -> None:
            places = [table.setdefault(fact, len(table)) for fact in result[0]]
            kept.setdefault(path, []).append([day, places, result[1]])

        for path, results in new.items():
            for result in results[-VARIANTS:]:
                put(path, today, result)
        for path, entries in self.entries.items():
            replaced = {_names(result[0]) for result in new.get(path, ())}
            for entry in entries:
                result = self.result(entry)
                room = len(kept.get(path, ())) < VARIANTS
                if room and today - entry.day <= DAYS and _names(result[0]) not in replaced:
                    put(path, entry.day, result)
        return {"facts": [facts_of.to_json(fact) for fact in table], "entries": kept}


def _names(facts: Iterable[Fact]) -> frozenset[tuple[str, str | None] | Rooted]:
    """Return what a result read, what of it was given, and its roots: a later result of that kind replaces it."""
    return frozenset(
        fact if isinstance(fact, Rooted) else (fact.path, fact.display)
        for fact in facts
        if isinstance(fact, (Content, Rooted))
    )
