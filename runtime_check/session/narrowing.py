"""Which of several things that go wrong together are at fault."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item", bound=Hashable)

MOST = 4
"""Of more that fail by themselves, it is not tried whether all but one of them hold together."""


@dataclass(frozen=True)
class Problems:
    """What goes wrong, in one line each: nothing, if all is well."""

    texts: list[str]
    ended: bool = False
    """Whether a process ended from it."""


def narrow(
    items: Sequence[Item], problems_of: Callable[[Sequence[Item]], Problems], is_safe: Callable[[Item], bool]
) -> dict[Item, list[str]]:
    """The items at fault, with what goes wrong.

    Halves are tried beside those that hold so far. What fails so may need others: it is tried once more beside all that
    hold, and all beside each other but for one. Where a process ends, all that are not safe are at fault.
    """
    all_problems = problems_of(items)
    if not all_problems.texts:
        return {}
    if all_problems.ended:
        guilty = [one for one in items if not is_safe(one)] or list(items)
        rest = [one for one in items if one not in guilty]
        return dict.fromkeys(guilty, all_problems.texts) | (narrow(rest, problems_of, is_safe) if rest else {})
    search = _Search(problems_of)
    kept = search.halves(items, [], all_problems)
    return search.second_chance(items, kept)


class _Search(Generic[Item]):
    def __init__(self, problems_of: Callable[[Sequence[Item]], Problems]) -> None:
        self.problems_of = problems_of
        self.found: dict[Item, list[str]] = {}

    def halves(self, items: Sequence[Item], kept: list[Item], known: Problems | None = None) -> list[Item]:
        """What holds of the items beside ``kept``."""
        if not items:
            return kept
        problems = known or self.problems_of([*kept, *items])
        if not problems.texts:
            return [*kept, *items]
        if len(items) == 1:
            self.found[items[0]] = problems.texts
            return kept
        middle = len(items) // 2
        kept = self.halves(items[:middle], kept)
        return self.halves(items[middle:], kept)

    def second_chance(self, items: Sequence[Item], kept: list[Item]) -> dict[Item, list[str]]:
        """The items that fail in any company."""
        failed = [one for one in items if one in self.found]
        together: list[Item] = []
        if 2 < len(failed) <= MOST:
            for one in failed:
                others = [other for other in failed if other is not one]
                if not self.problems_of([*kept, *others]).texts:
                    together = others
                    break
        kept = [*kept, *together]
        for one in failed[:-1] if not together else ():  # what held later is known to the last one
            if not self.problems_of([*kept, one]).texts:
                kept.append(one)
        return {one: self.found[one] for one in items if one not in kept}
