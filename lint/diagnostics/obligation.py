"""What must hold for a rewrite to change nothing, and how far it is known to hold.

A fix carries its obligations. Its level and its message follow from them, and from nothing else.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field, replace


class Kind(str, enum.Enum):
    """What an obligation is about; a difference that a rewrite makes is of one of these kinds."""

    VALUE = "value"
    """The same numbers, element by element."""
    SHAPE = "shape"
    """The same shape."""
    DTYPE = "dtype"
    """The same dtype."""
    LAYOUT = "layout"
    """The same strides, where anything looks at them."""
    DEVICE = "device"
    """The same device."""
    EXCEPTION = "exception"
    """The same exceptions: what is computed in addition raises none, and none that was raised is lost."""
    EFFECT = "effect"
    """The same effects: what is printed, logged, written or changed besides the result."""
    DRAW = "draw"
    """The same random numbers drawn, from generators in the same state."""
    DERIVATIVE = "derivative"
    """The same gradients: derivatives are finite on every path that the rewrite adds."""
    SOURCES = "sources"
    """The same leaves get a gradient at all, or none."""
    ALIAS = "alias"
    """No copy that can be told from what it replaces: by a later write, by identity, by what is saved for backward."""
    NAMES = "names"
    """Every name means what the rewrite takes it for, and nobody else reads one that is bound otherwise now."""
    PLAIN = "plain"
    """Tensors are plain ones: no subclass, neither sparse, nested nor complex; and no hook or mode looks on."""
    COMPILING = "compiling"
    """The same while it is compiled: graphs, CUDA graphs, recompiles."""

    def open(self, text: str) -> Obligation:
        """An obligation that is not known to hold; ``text`` is what differs, or what was not proved."""
        return Obligation(self, text)

    def proved(self, text: str) -> Obligation:
        """An obligation that holds on every input; ``text`` is what holds."""
        return Obligation(self, text, State.PROVED)

    def observed(self, text: str) -> Obligation:
        """An obligation that held in recorded runs; ``text`` is what held, and in how many."""
        return Obligation(self, text, State.OBSERVED)


class Question(enum.Enum):
    """What recorded runs would have to show for an open obligation to be observed."""

    ONE_SHAPE = enum.auto()
    """All arms of the branch give tensors of one shape."""
    ONE_DTYPE = enum.auto()
    """All arms of the branch give tensors of one dtype."""
    ALIKE = enum.auto()
    """Both."""
    CONTIGUOUS = enum.auto()
    """All arms of the branch give contiguous tensors."""
    NO_GRADIENT = enum.auto()
    """Nothing that an arm of the branch gives requires gradients."""
    ONE_DEVICE = enum.auto()
    """The subjects are tensors on one device."""
    APART = enum.auto()
    """The subjects share no memory."""
    PLAIN = enum.auto()
    """All tensors that the branch names, and all that its arms give, are plain ones."""


class State(str, enum.Enum):
    """How far an obligation is known to hold. One that is known *not* to hold is an obstacle: there is no fix."""

    PROVED = "proved"
    """It holds on every input."""
    OBSERVED = "observed"
    """It held in every recorded run of the same text."""
    OPEN = "open"
    """Neither proved nor refuted."""


@dataclass(frozen=True)
class Obligation:
    """One thing that must hold for a rewrite to change nothing.

    ``text`` is a clause without a full stop: of an open one, what differs or what is not known; of a proved one, what
    holds.
    """

    kind: Kind
    text: str
    state: State = State.OPEN
    template: str = field(default="", compare=False, repr=False)
    """The text before it was filled in; empty where nothing was."""
    asks: Question | None = field(default=None, compare=False, repr=False)
    """What recorded runs can say of it; None for nothing."""
    subjects: tuple[str, ...] = field(default=(), compare=False, repr=False)
    """The expressions of the program that it is about."""

    @property
    def is_open(self) -> bool:
        return self.state is State.OPEN

    def about(self, *texts: object) -> Obligation:
        """The same with ``texts``, such as expressions of the program, in the places (``{}``) of its text."""
        subjects = tuple(str(text).strip("`") for text in texts)
        return Obligation(self.kind, self.text.format(*texts), self.state, self.text, self.asks, subjects)

    def asking(self, question: Question) -> Obligation:
        """The same, which recorded runs can show to have held."""
        return replace(self, asks=question)

    def is_like(self, other: Obligation) -> bool:
        """Whether both say the same, about whatever expressions."""
        return self.kind is other.kind and (self.template or self.text) == (other.template or other.text)
