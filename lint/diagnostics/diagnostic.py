"""Diagnostics, their fixes and the chains that justify them.

Rows and columns are 1-based and columns count characters, as in ruff's JSON; an end is exclusive.
"""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal, Protocol

from fullgraph.lint.diagnostics.cells import Cells
from fullgraph.lint.diagnostics.condition import Condition, restriction
from fullgraph.lint.diagnostics.measured import Measured
from fullgraph.lint.diagnostics.obligation import Obligation, State
from fullgraph.lint.diagnostics.reach import EVERY_CALL, Reach
from fullgraph.lint.diagnostics.step import Step

Confidence = Literal["high", "medium", "low"]
Mode = Literal["default", "fullgraph"]
Compiles = Literal["known", "unknown"]
"""Something is compiled, and it is seen of what, or it is not."""
Part = Literal["rule", "fix", "function", "root", "file"]
"""The results lost to an internal error: a rule's at a place, a fix, a function's, a root's, a file's."""

Operator = Literal["where", "cond"]

CONFIDENCES: tuple[Confidence, ...] = ("low", "medium", "high")
BOTH_MODES: tuple[Mode, ...] = ("default", "fullgraph")


class Applicability(str, enum.Enum):
    """The level of trust in a fix, as the ecosystem has them."""

    SAFE = "safe"
    """All of its obligations are proved: same values, gradients and effects on every input."""
    OBSERVED = "observed"
    """All are proved, or held in every recorded run of the same text."""
    UNSAFE = "unsafe"
    """Some are open, which its message names."""
    DISPLAY = "display"
    """A suggestion: shown, never applied."""


@dataclass(frozen=True, order=True)
class Position:
    """A place in a file: 1-based row, 1-based column in characters."""

    row: int
    column: int


@dataclass(frozen=True, order=True)
class Edit:
    """Replace the text from ``location`` up to ``end_location`` (exclusive) by ``content``."""

    location: Position
    end_location: Position
    content: str
    is_shared: bool = field(default=False, compare=False, repr=False)
    """Whether it inserts an import or a constant of the module, which serves any number of fixes."""

    @property
    def edit(self) -> Edit:
        return self

    @property
    def meaning(self) -> Hashable:
        return self


class CannotWrite(Exception):
    """The text of an edit cannot be generated; the message is a clause that says why."""


class Pending(Protocol):
    """An edit, of which the text may be generated only when somebody wants it."""

    @property
    def location(self) -> Position: ...

    @property
    def end_location(self) -> Position: ...

    @property
    def content(self) -> str: ...

    @property
    def is_shared(self) -> bool: ...

    @property
    def edit(self) -> Edit:
        """The edit with its text. Raises CannotWrite."""

    @property
    def meaning(self) -> Hashable:
        """What it does, to be compared without generating its text."""


@dataclass(frozen=True)
class Fix:
    """One rewrite, and what must hold for it to change nothing. Its level and its message follow from these."""

    summary: str
    """What it does, as an imperative; of one without edits, why nothing is rewritten."""
    edits: tuple[Pending, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    is_suggestion: bool = False
    """Whether it is shown and never applied."""
    operator: Operator | None = field(default=None, compare=False, repr=False)
    """By which it chooses between the arms of a branch; None where it does not, or another fix is built on that one."""
    skips_messages: bool = False
    """Whether compiled code leaves out messages that eager code has."""

    @property
    def open(self) -> tuple[Obligation, ...]:
        """The obligations that are not known to hold."""
        return tuple(one for one in self.obligations if one.is_open)

    @property
    def observed(self) -> tuple[Obligation, ...]:
        """The obligations that held in recorded runs, and are not proved."""
        return tuple(one for one in self.obligations if one.state is State.OBSERVED)

    @property
    def applicability(self) -> Applicability:
        if self.is_suggestion:
            return Applicability.DISPLAY
        if self.open:
            return Applicability.UNSAFE
        return Applicability.OBSERVED if self.observed else Applicability.SAFE

    @property
    def message(self) -> str:
        """What it does, what can differ afterwards, and what was only observed."""
        return "; ".join(dict.fromkeys([self.summary, *(one.text for one in (*self.open, *self.observed))]))

    @property
    def written(self) -> tuple[Edit, ...]:
        """The edits, with their texts. Raises CannotWrite."""
        return tuple(one.edit for one in self.edits)

    def edits_as(self, other: Fix) -> bool:
        """Return whether another fix makes the same changes."""
        return [one.meaning for one in self.edits] == [one.meaning for one in other.edits]

    def but(self, *obligations: Obligation) -> Fix:
        """The same with more obligations."""
        return replace(self, obligations=tuple(dict.fromkeys((*self.obligations, *obligations))))


@dataclass(frozen=True)
class Diagnostic:
    """A claim about what TorchDynamo does at a line."""

    code: str
    name: str
    message: str
    filename: str
    location: Position
    end_location: Position
    confidence: Confidence = "high"
    modes: tuple[Mode, ...] = BOTH_MODES
    """The compile modes in which the claim holds."""
    raises: bool = False
    """Compiling raises an error there in the default mode too, so that nothing goes on in eager."""
    trace: tuple[Step, ...] = ()
    """Root first: how the line came into compile scope."""
    evidence: tuple[Step, ...] = ()
    """Why the value is what the message says it is."""
    conditions: tuple[Condition, ...] = ()
    """What has to hold beside that the line is compiled, outermost first."""
    also: tuple[Step, ...] = ()
    """Other places in followed packages of which the rule says the same, that the same line leads to."""
    once_changed: bool = False
    """In the default mode it holds only once a number has changed, which is traced as a constant until then."""
    never_taken: int = 0
    """So many recorded calls took another branch than the one that the line is in, and none took it; 0: not known."""
    measured: Measured | None = None
    """What breaks there cost in the target where they are dearest; None: not known."""
    registry: tuple[str, ...] = ()
    """The ids of PyTorch's graph-break registry that the claim predicts."""
    fix: Fix | None = None
    url: str | None = None
    cells: Cells | None = None
    """Of a notebook: which cells the rows of its text, counted here, are shown as."""
    is_reached: bool = True
    """Whether something that is said to be compiled leads there, and not a module's ``forward`` alone."""
    reach: Reach = EVERY_CALL
    ways: int = 1
    """The number of roots that lead there."""
    below: Step | None = None
    """The line that breaks, where that lies in a package and this is the user's line that leads there."""

    @property
    def sort_key(self) -> tuple[bool, str, Position, str]:
        """By file and place; last what stands where no recorded run went."""
        return (self.never_taken > 0, self.filename, self.location, self.code)

    @property
    def headline(self) -> str:
        """The message, and under which conditions it holds."""
        only = restriction(self.conditions)
        return f"{self.message} [{only}]" if only else self.message

    @property
    def seldom(self) -> str:
        """Return that no recorded run went there, in words; an empty text where that is not known."""
        calls = "the 1 recorded call" if self.never_taken == 1 else f"the {self.never_taken} recorded calls"
        return f"no recorded run took this branch (in {calls})" if self.never_taken else ""


RAISES = "compiling raises an error here, also without fullgraph=True: nothing runs"
"""Said of a diagnostic that ``raises``."""


@dataclass(frozen=True)
class Problem:
    """An obstacle to checking something: one line that says what, where and what to do."""

    filename: str
    message: str
    row: int | None = None
    column: int | None = None
    cell: int | None = None
    """Of a notebook: the row is that in the cell."""

    @property
    def costs_file(self) -> bool:
        """Whether nothing of the file was checked."""
        return True

    def __str__(self) -> str:
        where = self.filename if self.cell is None else f"{self.filename}:cell {self.cell}"
        if self.row is not None:
            where = f"{where}:{self.row}:{self.column or 1}"
        return f"{where}: error: {self.message}"


@dataclass(frozen=True)
class InputError(Problem):
    """A file or path that could not be checked, through no fault of fullgraph's."""


@dataclass(frozen=True)
class Fault(Problem):
    """An internal error, and what it cost: all else that there is to say of the file is said."""

    part: Part = "file"
    code: str = ""
    """Of a rule or fix: the rule's."""
    exception: str = ""
    """The name of its type."""
    traceback: str = field(default="", compare=False)

    @property
    def costs_file(self) -> bool:
        return self.part == "file"


@dataclass(frozen=True)
class UnusedIgnore:
    """A suppression comment, or codes and names in one, on lines that were looked at and have no such finding."""

    filename: str
    row: int
    text: str
    """The comment."""
    codes: tuple[str, ...] | None
    """The codes that silence nothing; None: the whole comment."""
    cells: Cells | None = None


@dataclass
class CheckResult:
    """All that one run found."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    errors: list[Problem] = field(default_factory=list)
    files_checked: int = 0
    unused: list[UnusedIgnore] = field(default_factory=list)
    commented: list[Path] = field(default_factory=list)
    """The given files that may hold suppression comments."""
    in_part: set[Path] = field(default_factory=set)
    """The given files of which some of the code that is compiled was not looked at, since there is too much of it."""
    with_facts: set[str] = field(default_factory=set)
    """Functions of which recorded runs are known."""
    stale_facts: set[str] = field(default_factory=set)
    """Functions that have changed since they were recorded, so that nothing is taken from there."""
    involved: set[Path] = field(default_factory=set)
    """The files that the findings depend on, without symbolic links: those given, and those that they led into."""
    compiles: dict[str, set[Compiles]] = field(default_factory=dict)
    """With scope ``auto``: what each file is seen to compile, by its name."""
    beyond: int = 0
    """The number of findings that are left out since nothing that is compiled leads there."""
