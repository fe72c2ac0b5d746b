"""What has to hold for a claim beside that its line is compiled, and which of it is assumed to hold."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass

from fullgraph.lint.diagnostics.step import Step


class ConditionKind(str, enum.Enum):
    """What a condition asks about."""

    MODE = "mode"
    """Training or evaluation, of the module."""
    DTYPE = "dtype"
    DEVICE = "device"
    ARGUMENT = "argument"
    """Whether an argument is given."""
    OPTION = "option"
    """The value of a flag: a parameter, an attribute of the module, or the configuration's."""
    ENVIRONMENT = "environment"
    """A variable of the process's environment."""
    PACKAGE = "package"
    """Whether a package is installed."""
    BREAK = "break"
    """Whether a break in front still leaves the rest of the function to eager."""
    FIRST = "first"
    """Whether it is the first call with an object: what that does is done for later ones."""
    OTHER = "other"


MODES = ("training", "evaluation")
DTYPES = ("float16", "bfloat16", "float32", "float64")
AUTOCAST = ("autocast",)
DEVICES = ("cpu", "cuda", "xpu", "mps")
DEFAULT_DTYPE = "float32"

_AXES = (MODES, DTYPES, AUTOCAST, DEVICES)
"""Of the values of one axis those are met that are assumed, and no others; all may be where none is assumed."""
ASSUMABLE = tuple(value for axis in _AXES for value in axis)


@dataclass(frozen=True)
class Condition:
    """A test on the way to a line, which has to come out as its text says."""

    step: Step
    """The test, negated where it has to fail, and its place."""
    kind: ConditionKind = ConditionKind.OTHER
    values: tuple[str, ...] = ()
    """The modes, dtypes or devices that it names."""
    is_among: bool = True
    """Whether it holds for those values, and not for all others."""
    holds: bool | None = None
    """Whether it holds by default, or by what is assumed; None where that is not known."""
    is_telling: bool = True
    """Whether a reader learns when it holds: that some comparison fails is seldom worth a word."""

    @property
    def is_open(self) -> bool:
        """Whether it may not hold."""
        return self.holds is not True

    @property
    def text(self) -> str:
        """When it holds, as words behind "only"."""
        values = " or ".join(self.values)
        if self.kind is ConditionKind.MODE and self.values:
            return f"in {values}" if self.is_among else f"not in {values}"
        if self.kind is ConditionKind.DTYPE and self.values:
            if self.values == AUTOCAST:
                return "under autocast" if self.is_among else "without autocast"
            return f"in {values}" if self.is_among else f"in a dtype other than {values}"
        if self.kind is ConditionKind.DEVICE and self.values:
            return f"on {values}" if self.is_among else f"not on {values}"
        return f"{'once' if self.kind is ConditionKind.BREAK else 'if'} {self.step.text}"

    def under(self, assumed: Iterable[str]) -> bool | None:
        """Return whether it holds where only what is assumed is met; None: that does not say."""
        axis = next((axis for axis in _AXES if self.values and self.values[0] in axis), ())
        met = set(axis).intersection(assumed)
        if not met:
            return None
        return bool(met.intersection(self.values) if self.is_among else met.difference(self.values))


def told(conditions: Iterable[Condition], most: int = 3) -> list[Condition]:
    """The conditions that a reader is told, outermost first.

    Of many, those that do not hold by default, and those nearest to the line.
    """
    telling = [one for one in conditions if one.is_telling]
    unmet = [place for place, one in enumerate(telling) if one.holds is False][:most]
    others = [place for place, _ in enumerate(telling) if place not in unmet]
    kept = {*unmet, *others[max(len(others) + len(unmet) - most, 0) :]}
    return [one for place, one in enumerate(telling) if place in kept]


def restriction(conditions: Iterable[Condition]) -> str:
    """When a claim holds, in words such as "only in training, if mask is not None"; empty where it always does."""
    texts = dict.fromkeys(one.text for one in told(conditions) if one.is_open)
    return f"only {', '.join(texts)}" if texts else ""
