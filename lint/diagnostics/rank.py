"""The rank of a finding: what it costs, as far as that is known, and why. The one place where that is decided."""

from __future__ import annotations

import enum
import math
from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from fullgraph.lint.diagnostics.condition import Condition, ConditionKind
from fullgraph.lint.diagnostics.diagnostic import Diagnostic
from fullgraph.lint.diagnostics.reach import Repeats


class Level(str, enum.Enum):
    """How often what is found is met, most often first."""

    ALL = "all"
    """It is about all that is compiled."""
    CALL = "call"
    """In every call, once or more often."""
    START = "start"
    """Where it is compiled, and not in each call."""
    CONDITION = "condition"
    """In some calls."""
    TRAINING = "training"
    """In training alone."""
    DTYPE = "dtype"
    """In other dtypes than the default one alone."""
    OFF = "off"
    """In calls that ask for it: by default it is left out."""
    NEVER = "never"
    """In no recorded call."""


class Reason(str, enum.Enum):
    """Why a finding has its rank."""

    ALL = "all"
    MEASURED = "measured"
    """It is known what it costs."""
    NEVER = "never"
    TIMES = "times"
    """So often it ran in recorded runs."""
    LAYER = "layer"
    LOOP = "loop"
    START = "start"
    TRAINING = "training"
    DTYPE = "dtype"
    OFF = "off"
    CONDITION = "condition"
    CALL = "call"
    DEFAULT_MODE = "default-mode"
    """It does not break under ``fullgraph=True``, which captures it."""


LEVELS = tuple(Level)
MESSAGES = frozenset(("FG401", "FG402", "FG403"))
"""Rules about what tells somebody something. A test in front of it is most often for what is not as it should be."""
_REPEATED = {Repeats.LOOP: Reason.LOOP, Repeats.LAYER: Reason.LAYER}


@dataclass(frozen=True, order=True)
class Rank:
    """Ranks are ordered, the most costly first."""

    in_part: bool
    """Whether it is about a part of what is compiled: no cost of a break measures what is about all of it."""
    less_dear: float
    """By its measured share of the step; what was not measured comes behind all that was."""
    place: int
    """Of the level, in LEVELS."""
    only_tells: bool
    """Whether it is a message behind a test, of which no recorded run knows."""
    less_repeated: int
    less_often: float
    in_default_mode: bool
    """Whether it breaks only in the default mode."""
    reasons: tuple[Reason, ...] = field(compare=False)
    times: float | None = field(compare=False)

    @property
    def level(self) -> Level:
        return LEVELS[self.place]

    @property
    def numbers(self) -> tuple[float, ...]:
        """What ranks are ordered by, the first that differs deciding."""
        return tuple(getattr(self, one.name) for one in fields(self) if one.compare)


def rank_of(one: Diagnostic) -> Rank:
    """The rank of a finding. What was measured goes first, and what recorded runs saw before what the text suggests."""
    reach = one.reach
    level, reasons = _leveled(one)
    default_only = one.modes == ("default",)
    if level is not Level.NEVER and reach.repeats in _REPEATED:
        reasons = [_REPEATED[reach.repeats], *(reason for reason in reasons if reason is not Reason.CALL)]
    if default_only:
        reasons = [reason for reason in reasons if reason is not Reason.CALL]
        reasons.append(Reason.DEFAULT_MODE)
    if one.measured is not None:
        reasons = [Reason.MEASURED, *(reason for reason in reasons if reason is not Reason.CALL)]
    times = reach.times if level in (Level.CALL, Level.CONDITION) else None
    repeats = max(reach.repeats, Repeats.LOOP) if times is not None and times > 1 else reach.repeats
    only_tells = one.code in MESSAGES and level is Level.CONDITION and times is None
    return Rank(
        level is not Level.ALL,
        -one.measured.share if one.measured is not None else math.inf,
        LEVELS.index(level),
        only_tells,
        -repeats,
        -(times or 0.0),
        default_only,
        tuple(reasons),
        times,
    )


def _leveled(one: Diagnostic) -> tuple[Level, list[Reason]]:
    """The level, and what decided it."""
    reach = one.reach
    if one.never_taken or reach.times == 0:
        return Level.NEVER, [Reason.NEVER]
    if reach.concerns_all:
        return Level.ALL, [Reason.ALL]
    if reach.is_host:
        return Level.START, [Reason.START]
    level, reason = _by_conditions(one.conditions)
    if reach.times is not None:
        more = [reason] if reason is not Reason.CALL else []
        return (Level.CALL if reach.times >= 1 else Level.CONDITION), [Reason.TIMES, *more]
    return level, [reason]


def _by_conditions(conditions: Iterable[Condition]) -> tuple[Level, Reason]:
    """The level that the conditions leave, by those that may not hold: the last one of theirs."""
    open_ones = [condition for condition in conditions if condition.is_open]
    if not open_ones:
        return Level.CALL, Reason.CALL
    levels = [_LEVEL_OF.get(one.kind, Level.CONDITION) if one.holds is False else Level.CONDITION for one in open_ones]
    level = max(levels, key=LEVELS.index)
    return level, Reason(level.value)


_LEVEL_OF = {
    ConditionKind.MODE: Level.TRAINING,
    ConditionKind.DTYPE: Level.DTYPE,
    ConditionKind.OPTION: Level.OFF,
    ConditionKind.ENVIRONMENT: Level.OFF,
    ConditionKind.PACKAGE: Level.OFF,
}
"""Where a finding stands that has a condition of this kind which does not hold by default."""
