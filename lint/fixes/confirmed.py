"""The results of running rewritten code, before and after: filled in by the verifier, printed by `check`."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from fullgraph.lint.diagnostics.diagnostic import Applicability
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.fixes.apply import FixedFile, FixResult, Site

Function = tuple[str, str]
"""A function, as a `Site` names it: the file's name in diagnostics and the dotted name in it."""


class Rewrite(Protocol):
    """Fixes the files in memory, with all fixes but some, and with what runs saw of their functions."""

    def __call__(self, without: Collection[Site], facts: Recorded, everything: bool = False) -> FixResult:
        """``everything``: the unsafe fixes too, whatever was chosen."""
        ...


@dataclass(frozen=True)
class Placed:
    """A fix, and its place in the file as it was."""

    site: Site
    row: int
    level: Applicability
    """The lowest of its fixes, where one function has several that are called alike."""

    @property
    def is_safe(self) -> bool:
        return self.level is Applicability.SAFE


@dataclass
class Trial:
    """The outcome of one target."""

    target: str
    functions: list[Function] = field(default_factory=list)
    """The rewritten functions that it ran."""
    compared: str = ""
    """The comparison, in words, where the fixes that are kept hold."""
    not_run: str | None = None
    """The reason why the target could not be run as it was, so that nothing is known."""


@dataclass
class Kept:
    """A fix that stays."""

    fix: Placed
    targets: list[str]
    """Those that ran what it has rewritten, and held."""


@dataclass
class Refused:
    """A fix that was taken back."""

    fix: Placed
    problems: list[str]
    """Why, in one line each."""
    target: str | None = None
    """The one with which it did not hold; None where it is not safe and nothing ran it."""


@dataclass
class Confirmed:
    """The fixes that are left, and what they were held against."""

    result: FixResult
    trials: list[Trial] = field(default_factory=list)
    kept: list[Kept] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    unrun: list[Function] = field(default_factory=list)
    """Functions with a fix that no target ran."""


def placed(result: FixResult) -> dict[Site, Placed]:
    """The fixes of a result."""
    found: dict[Site, Placed] = {}
    for file in result.files:
        for done, site, row in zip(file.fixed, file.sites, file.rows, strict=True):
            level = done.fix.applicability if done.fix is not None else Applicability.UNSAFE
            known = found.get(site)
            if known is None or known.is_safe:
                found[site] = Placed(site, known.row if known is not None else row, level)
    return found


def files_of(result: FixResult) -> Mapping[str, FixedFile]:
    """The files of a result, by their names in diagnostics."""
    return {file.source.display: file for file in result.files}
