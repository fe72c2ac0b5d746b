"""What is expected of targets, what was observed of them, and how the two differ, as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

ALWAYS_FAIL = ("eager", "numerics")
"""Checks whose failure nobody can accept. What else raises cannot be accepted either."""


@dataclass(frozen=True, order=True)
class Key:
    """What an entry is about."""

    target: str
    torch: str
    """Major and minor: ``2.13``."""
    mode: str = "eval"
    """Of the modules: ``eval`` or ``train``."""
    device: str = "cpu"
    """The type, without a number."""
    dtype: str = ""
    """Empty for the target's own."""

    def __str__(self) -> str:
        return f"{self.target} ({', '.join(filter(None, (f'torch {self.torch}', self.mode, self.device, self.dtype)))})"


@dataclass
class Found:
    """A graph break or a recompile, by its identity; the rest is for people."""

    identity: str
    file: str
    function: str
    source: str
    reason: str
    """Without numbers, addresses and folders; of a recompile the kind of the guard and its text."""
    registry: str = ""
    """The id in PyTorch's registry of graph breaks."""
    modes: list[str] = field(default_factory=list)
    """In which of ``default`` and ``fullgraph`` it breaks; empty for a recompile."""
    note: str = ""
    """Written by people, and kept."""
    line: int = 0
    """Where it was observed; 0 in a file."""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        place = f"{where} in {self.function}" if self.function else where
        known = f" ({self.registry})" if self.registry else ""
        return f"{place}: {self.reason}{known}" + (f": {self.source}" if self.source else "")


@dataclass
class Entry:
    """What is accepted of a target under one version of torch."""

    key: Key
    graphs: int | None = None
    checks: list[str] = field(default_factory=list)
    """Checks that fail, and not just for the breaks and recompiles."""
    breaks: list[Found] = field(default_factory=list)
    recompiles: list[Found] = field(default_factory=list)
    note: str = ""
    """Written by people, and kept."""


Expectations = Mapping[Key, Entry]


@dataclass
class Observed:
    """What came of a run."""

    key: Key
    graphs: int | None = None
    checks: dict[str, str] = field(default_factory=dict)
    """The status of each check that ran."""
    breaks: list[Found] = field(default_factory=list)
    recompiles: list[Found] = field(default_factory=list)
    """Those that are to be mended."""
    raises: bool = False
    """It raises when compiled, and not in eager."""
    problem: str = ""
    """The reason why it could not be run; empty where it could."""


Kind = Literal["break", "recompile", "graphs", "check"]


@dataclass
class Difference:
    """Something that was observed and is not accepted, or the other way round."""

    kind: Kind
    text: str
    """One line."""
    found: Found | None = None


@dataclass
class Comparison:
    """A run against what is accepted of it."""

    key: Key
    known: bool = True
    """There is an entry."""
    updated: bool = False
    """The file was written anew, equal to what was observed."""
    accepted: int = 0
    """Breaks and recompiles that are there and accepted."""
    new: list[Difference] = field(default_factory=list)
    gone: list[Difference] = field(default_factory=list)
    failing: list[str] = field(default_factory=list)
    """Checks whose failure cannot be accepted."""
    problem: str = ""
    """The reason why nothing was compared, and what to do, in one line."""

    @property
    def exit_status(self) -> int:
        """0: nothing is new; 1: something is, or cannot be accepted; 2: it could not be compared."""
        if self.problem:
            return 2
        return int(bool(self.failing or (self.new and not self.updated)))
