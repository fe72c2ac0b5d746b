"""What came of one program at one level of fixes."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class Part(str, Enum):
    KNOWN = "known"
    FOOLING = "fooling"


class Level(str, Enum):
    SAFE = "safe"
    UNSAFE = "unsafe"


class Verdict(str, Enum):
    """In the order of the columns: the first five are those of ``known``."""

    MENDED = "fixed"
    NAMED = "fixed, differs as named"
    PARTLY = "partly"
    UNCHANGED = "unchanged"
    UNNAMED = "unnamed difference"
    CHANGED = "changed"
    DIFFERS = "differs as named"
    FAULT = "fault"


COLUMNS = {
    Part.KNOWN: (
        Verdict.MENDED,
        Verdict.NAMED,
        Verdict.PARTLY,
        Verdict.UNCHANGED,
        Verdict.UNNAMED,
        Verdict.FAULT,
    ),
    Part.FOOLING: (Verdict.CHANGED, Verdict.DIFFERS, Verdict.UNCHANGED, Verdict.UNNAMED, Verdict.FAULT),
}


@dataclass(frozen=True)
class Fixed:
    """The fixes that a program got at one level, and what is left of its findings."""

    messages: tuple[str, ...] = ()
    left: tuple[str, ...] = ()
    """Findings that stay, with the reason that the tool states."""
    kinds: frozenset[str] = frozenset()
    """The kinds of the open obligations."""
    fault: str = ""


@dataclass
class Outcome:
    """What came of one program at one level."""

    program: str
    part: Part
    level: Level
    fixed: Fixed = field(default_factory=Fixed)
    changed: bool = False
    whole: bool = False
    """Whether the fixed program is one graph, in the default mode and with ``fullgraph=True``."""
    invalid: str = ""
    """Why the program is no test of anything: it did not break before, or does not run."""
    differs: tuple[str, ...] = ()
    unnamed: tuple[str, ...] = ()
    graph_differs: tuple[str, ...] = ()
    """What the graph of the fixed program does otherwise than the fixed program in eager mode."""
    fault: str = ""

    @property
    def verdict(self) -> Verdict:
        if self.fault or self.fixed.fault:
            return Verdict.FAULT
        if self.unnamed:
            return Verdict.UNNAMED
        if not self.changed:
            return Verdict.UNCHANGED
        if self.part is Part.FOOLING:
            return Verdict.DIFFERS if self.differs else Verdict.CHANGED
        if not self.whole:
            return Verdict.PARTLY
        return Verdict.NAMED if self.differs else Verdict.MENDED

    @property
    def failed(self) -> bool:
        wrong = bool(self.differs) if self.level is Level.SAFE else bool(self.unnamed)
        return bool(wrong or self.graph_is_wrong or self.fault or self.fixed.fault or self.invalid)

    @property
    def graph_is_wrong(self) -> bool:
        """Whether no message says that something is skipped, or stays as it is, in a compiled run."""
        return bool(self.graph_differs) and not any("while compil" in message for message in self.fixed.messages)
