"""Many findings as one line for each cause, the most costly first: what to look at, and why there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from fullgraph.lint.diagnostics.condition import restriction
from fullgraph.lint.diagnostics.diagnostic import Diagnostic, Position
from fullgraph.lint.diagnostics.rank import LEVELS, Rank, Reason, rank_of
from fullgraph.lint.report.text import LEVEL_WORDS, Look, columns, count, headline, is_fixable, printable

WIDTH = 80
"""A message wider than this is cut."""
NEAR = 3
"""Lines of one file at most so far apart, of the same rule and rank, share a line of the report."""

_WORDS = {
    Reason.ALL: "for all that is compiled",
    Reason.NEVER: "never ran",
    Reason.LAYER: "in every layer",
    Reason.LOOP: "in a loop",
    Reason.START: "where it is compiled",
    Reason.TRAINING: "only in training",
    Reason.DTYPE: "only in some dtypes",
    Reason.OFF: "off by default",
    Reason.CONDITION: "on a condition",
    Reason.CALL: "in every call",
    Reason.DEFAULT_MODE: "default mode only",
}
_CONDITIONAL = frozenset((Reason.TRAINING, Reason.DTYPE, Reason.OFF, Reason.CONDITION))
"""Reasons that the finding's own conditions put into words."""


@dataclass(frozen=True)
class Cause:
    """The findings that have one cause: of one rule, and by one line that breaks, or by lines close together."""

    members: tuple[Diagnostic, ...]
    """The most costly one first."""
    rank: Rank

    @property
    def first(self) -> Diagnostic:
        return self.members[0]

    @property
    def last(self) -> Diagnostic:
        return self.members[-1]

    @property
    def order(self) -> tuple[Rank, str, Position, str]:
        return (self.rank, self.first.filename, self.first.location, self.first.code)

    def goes_on(self, other: Cause) -> bool:
        """Return whether another cause, which comes next, is the same in the lines below."""
        one, two = self.last, other.first
        return (
            (one.filename, one.code, self.rank, self.rank.reasons, restriction(one.conditions))
            == (two.filename, two.code, other.rank, other.rank.reasons, restriction(two.conditions))
            and two.location.row - one.location.row <= NEAR
            and {one.below, two.below, one.cells, two.cells} == {None}
        )


def causes(diagnostics: Sequence[Diagnostic]) -> list[Cause]:
    """The causes of findings, the most costly first, then by file and place."""
    by_cause: dict[object, list[Cause]] = {}
    for one in diagnostics:
        by_cause.setdefault(cause_of(one), []).append(Cause((one,), rank_of(one)))
    found: list[Cause] = []
    for group in by_cause.values():
        group.sort(key=lambda cause: cause.order)
        found.append(Cause(tuple(cause.first for cause in group), group[0].rank))
    found.sort(key=lambda cause: cause.order)
    joined: list[Cause] = []
    for cause in found:
        if joined and joined[-1].goes_on(cause):
            joined[-1] = Cause((*joined[-1].members, *cause.members), cause.rank)
        else:
            joined.append(cause)
    return joined


def cause_of(one: Diagnostic) -> tuple[str, str | None, int | None]:
    """The rule and the line that breaks, be it in a package."""
    if one.below is not None:
        return one.code, one.below.filename, one.below.row
    return one.code, one.filename, one.location.row


def render(diagnostics: Sequence[Diagnostic], look: Look, unsafe: bool = False) -> str:
    """A line for each cause, and what they come to; ``[*]`` marks what ``--fix`` fixes."""
    found = causes(diagnostics)
    lines = [_line(cause, look, unsafe) for cause in found]
    levels = Counter(cause.rank.level for cause in found if cause.first.measured is None)
    measured = len(found) - levels.total()
    told = [f"{measured} measured"] if measured else []
    told += [f"{levels[level]} {LEVEL_WORDS[level]}" for level in LEVELS if levels[level]]
    lines.append(f"\n{count(len(found), 'cause')}, the most costly first: {', '.join(told)}.\n")
    lines.append("Each finding in full, with why it breaks and what to do: --output-format full\n")
    return "".join(lines)


def _line(cause: Cause, look: Look, unsafe: bool) -> str:
    mark = look.style("[*] ", "cyan") if any(is_fixable(one, unsafe) for one in cause.members) else ""
    reason = look.style(f"({why(cause.first, cause.rank)})", "yellow")
    message = _cut(printable(cause.first.message), look)
    return f"{headline(cause.first, look, f'{mark}{reason} ', message)}{_count(cause)}\n"


def why(one: Diagnostic, rank: Rank) -> str:
    """Why a finding has its rank, in a few words."""
    measured = one.measured
    reasons = [reason for reason in rank.reasons if reason is not Reason.MEASURED]
    told = ", ".join(_times(rank.times or 0.0) if reason is Reason.TIMES else _word(reason, one) for reason in reasons)
    parts = [] if measured is None else [f"measured: {printable(measured.words)}"]
    return "; ".join([*parts, *([told] if told else [])])


def _word(reason: Reason, one: Diagnostic) -> str:
    if reason not in _CONDITIONAL:
        return _WORDS[reason]
    only = printable(restriction(one.conditions)) or _WORDS[reason]
    return f"{only}, {_WORDS[reason]}" if reason is Reason.OFF and only != _WORDS[reason] else only


def _times(times: float) -> str:
    return "once a call" if times == 1 else f"{times:.3g} times a call"


def _count(cause: Cause) -> str:
    """How many findings it has, or how many roots lead to the one."""
    if len(cause.members) == 1:
        return f" [{cause.first.ways} ways]" if cause.first.ways > 1 else ""
    if cause.first.below is not None:
        return f" [{len(cause.members)} lines lead there]"
    return f" [{len(cause.members)} such lines, to {cause.last.location.row}]"


def _cut(message: str, look: Look) -> str:
    if columns(message) <= WIDTH:
        return message
    message = message[:WIDTH]
    while columns(message) > WIDTH - 1:
        message = message[:-1]
    return message.rstrip() + look.ellipsis
