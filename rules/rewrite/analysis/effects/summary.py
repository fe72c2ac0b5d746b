"""What a call may do, as data: its effects, in terms of what it is given."""

from __future__ import annotations

from dataclasses import dataclass, field

from fullgraph.lint.domain.values import (
    UNKNOWN,
    Value,
)

Places = frozenset[str]
"""Parameters, by name, and ``OUTSIDE``."""


NOWHERE: Places = frozenset()


@dataclass(frozen=True)
class Effects:
    """What a call may do besides reading what it is given."""

    written: Places = NOWHERE
    """The memory that it writes in place."""
    assigned: frozenset[str] = NOWHERE
    """The attributes and global names, as text, that it binds to something else."""
    kept: Places = NOWHERE
    """The memory that something may hold afterwards that did not before."""
    returned: Places = NOWHERE
    """The memory that its result may be, share or hold."""
    sources: frozenset[str] = NOWHERE
    """What its result depends on differentiably: parameters, and what is reached from them (``self.fc``)."""
    exact: bool = True
    """Whether the result depends on all of these, whichever way the call takes."""
    statistics: bool = False
    """It updates running statistics in training mode."""
    draws: bool = False
    """It draws random numbers."""
    raises: bool = False
    """It has a ``raise`` or ``assert`` of its own."""
    shows: bool = False
    """It prints, logs or warns."""
    reads: bool = False
    """It reads tensor data into Python."""
    asks: frozenset[str] = NOWHERE
    """The attributes of objects of unknown classes that it reads: each may be a property."""
    unknown: str | None = None
    """What of it is not understood, as a clause."""

    @property
    def is_quiet(self) -> bool:
        """Whether nothing tells the call from none but its result, the random numbers drawn and exceptions."""
        changes = self.written or self.assigned or self.kept or self.statistics
        return self.unknown is None and not changes and not self.shows

    def clause(self, text: str) -> str | None:
        """What a call of ``text`` does besides giving a value and drawing random numbers; None: nothing."""
        if self.unknown is not None:
            return self.unknown
        if self.written:
            return f"`{text}` writes to a tensor or container that it did not create"
        if self.assigned:
            return f"`{text}` assigns `{min(self.assigned)}`"
        if self.kept:
            return f"`{text}` keeps its arguments"
        if self.statistics:
            return f"`{text}` updates running statistics in training"
        if self.shows:
            return f"`{text}` prints or logs"
        return f"`{text}` reads tensor data into Python" if self.reads else None


def not_known(text: str) -> Effects:
    """The effects of code of which nothing is known."""
    return Effects(exact=False, unknown=f"what `{text}` does is unknown")


@dataclass(frozen=True)
class Ref:
    """What an expression's value refers to, and what it was computed from."""

    places: Places = NOWHERE
    sources: frozenset[str] = NOWHERE
    exact: bool = True
    holds: bool = False
    """It may be a container, which gets to hold what is put into it under another name."""
    path: str = ""
    """The parameter and the attributes by which an object is reached."""

    def join(self, *others: Ref) -> Ref:
        refs = (self, *others)
        return Ref(
            frozenset().union(*(ref.places for ref in refs)),
            frozenset().union(*(ref.sources for ref in refs)),
            all(ref.exact for ref in refs),
            any(ref.holds for ref in refs),
        )

    def computed(self, exact: bool = True) -> Ref:
        """New memory that was computed from this."""
        return Ref(sources=self.sources, exact=self.exact and exact)


OWN = Ref()


Names = dict[str, Ref]


class GivenUp(Exception):
    """Something is not understood."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


@dataclass
class Arguments:
    """What a call is given."""

    args: list[tuple[Ref, Value]] = field(default_factory=list)
    keywords: dict[str, tuple[Ref, Value]] = field(default_factory=dict)
    rest: Ref | None = None
    """What is passed by ``*`` and ``**``."""

    def all(self) -> list[tuple[Ref, Value]]:
        return [*self.args, *self.keywords.values(), *([(self.rest, UNKNOWN)] if self.rest is not None else [])]

    def joined(self) -> Ref:
        return OWN.join(*(ref for ref, _ in self.all()))
