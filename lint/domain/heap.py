"""The attributes of objects, by the site that made them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from fullgraph.lint.domain.values import PyValue, Value, join

Attributes = dict[str, Value]
"""The attributes of one object. Never changed in place: states share them."""

Steps = dict[object, tuple[Attributes, frozenset[str]]]
"""The attributes that objects are given, by their sites, and the names of those that are deleted."""

UNSET = PyValue("unset")
"""Stands beside the other alternatives of an attribute that may not be there."""

MANY = 64
"""Changes that are worth being merged into a new base."""


class Heap:
    """Two layers: a base that many states share and never change, and the changes of this state.

    States are saved and joined at every branch; what was made before the branch costs nothing then. Copies share the
    changes too, until one of them changes more.
    """

    __slots__ = ("base", "own", "shared")

    def __init__(self, base: dict[object, Attributes] | None = None, own: dict[object, Attributes] | None = None):
        self.base: dict[object, Attributes] = {} if base is None else base
        self.own: dict[object, Attributes] = {} if own is None else own
        self.shared = False
        """Whether ``own`` is another state's too."""

    def of(self, site: object) -> Attributes:
        """The attributes of an object; none for one that is not known."""
        found = self.own.get(site)
        return found if found is not None else self.base.get(site, {})

    def __getitem__(self, site: object) -> Attributes:
        found = self.own.get(site)
        return found if found is not None else self.base[site]

    def __setitem__(self, site: object, attributes: Attributes) -> None:
        if self.shared:
            self.own, self.shared = dict(self.own), False
        self.own[site] = attributes

    def __contains__(self, site: object) -> bool:
        return site in self.own or site in self.base

    def __iter__(self) -> Iterator[object]:
        yield from self.own
        yield from (site for site in self.base if site not in self.own)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Heap):
            return NotImplemented
        if self.base is other.base:
            return self.own is other.own or self.own == other.own
        return {**self.base, **self.own} == {**other.base, **other.own}

    __hash__ = None  # type: ignore[assignment]

    def copy(self) -> Heap:
        twin = Heap(self.base, self.own)
        self.shared = twin.shared = True
        return twin

    def update(self, other: Heap | Mapping[object, Attributes]) -> None:
        if self.shared:
            self.own, self.shared = dict(self.own), False
        if not isinstance(other, Heap):
            self.own.update(other)
        elif other.base is self.base:
            self.own.update(other.own)
        else:
            self.own.update(other.base)
            self.own.update(other.own)

    def settle(self) -> None:
        """Merge this state's changes into a base of its own, where there are many."""
        if len(self.own) > MANY:
            self.base, self.own, self.shared = {**self.base, **self.own}, {}, False

    def changes_since(self, before: Heap) -> dict[object, Attributes]:
        """The objects whose attributes differ from an earlier copy of this state."""
        if before.base is self.base:
            if before.own is self.own:
                return {}
            return {site: held for site, held in self.own.items() if before.own.get(site) is not held}
        return {site: self[site] for site in self if site not in before or before[site] is not self[site]}

    def steps_from(self, before: Heap) -> Steps:
        """What leads from an earlier copy of this state to it, attribute by attribute."""
        steps: Steps = {}
        for site, held in self.changes_since(before).items():
            earlier = before.of(site)
            put = {name: value for name, value in held.items() if earlier.get(name) is not value}
            steps[site] = put, frozenset(earlier.keys() - held.keys())
        return steps

    def go(self, steps: Steps) -> None:
        """Change this state as another one was changed."""
        for site, (put, deleted) in steps.items():
            kept = {name: value for name, value in self.of(site).items() if name not in deleted}
            self[site] = {**kept, **put}

    def joined(self, other: Heap) -> Heap:
        """A state that covers both."""
        if self.base is not other.base:
            left, right = Heap({}, {**self.base, **self.own}), Heap({}, {**other.base, **other.own})
            left.base = right.base
            return left.joined(right)
        if self.own is other.own:
            return self
        merged = dict(self.own)
        for site, theirs in other.own.items():
            mine = self.own.get(site)
            if mine is theirs:
                continue
            if mine is None:
                mine = self.base.get(site)
            merged[site] = theirs if mine is None else _join(mine, theirs)
        for site, mine in self.own.items():
            if site not in other.own and (theirs := self.base.get(site, mine)) is not mine:
                merged[site] = _join(mine, theirs)
        return Heap(self.base, merged)


def _join(left: Attributes, right: Attributes) -> Attributes:
    if left is right:
        return left
    both = dict(left)
    for name, value in right.items():
        if name not in left:
            both[name] = join(value, UNSET)
        elif left[name] is not value:
            both[name] = join(left[name], value)
    if len(left) + len(right) != 2 * len(both):
        for name in left.keys() - right.keys():
            both[name] = join(left[name], UNSET)
    return both
