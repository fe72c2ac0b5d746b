"""The results of running rewritten code, before and after: filled in by the verifier, printed by `check`."""

from __future__ import annotations

from dataclasses import dataclass, field

from fullgraph.lint.fixes.apply import FixResult, Site

Function = tuple[str, str]
"""A function, as a `Site` names it: the file's name in diagnostics and the dotted name in it."""


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
class Refused:
    """A fix that was taken back."""

    site: Site
    target: str
    problems: list[str]


@dataclass
class Confirmed:
    """The fixes that are left, and what they were held against."""

    result: FixResult
    trials: list[Trial] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)
    unrun: list[Function] = field(default_factory=list)
    """Rewritten functions that no target ran: their fixes stand unverified."""
