"""What a verification is doing right now, as events for whoever wants to show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from fullgraph.runtime_check.results import Status

Version = Literal["before", "after"]

STEPS = {
    "start": "start-up",
    "import of torch": "import of torch",
    "load": "import and construction",
    "record": "the run of the script",
    "eager": "the eager run",
    "breaks": "the search for graph breaks",
    "fullgraph": "the fullgraph compile",
    "steady": "the recompile check",
    "numerics": "the comparison with eager",
    "effects": "the comparison of side effects",
    "gains": "the timing",
    "comparison": "the comparison with the original",
}
"""The steps of a worker in words."""


@dataclass(frozen=True)
class Progress:
    """A step that begins or, with a ``status``, a check that has ended.

    A version of a target begins with the step ``start``, and has ended with the step ``done``; where arms are measured,
    they and another ``done`` follow.
    """

    target: str
    version: Version = "before"
    """The target as it is, or the copy with the fixes."""
    arm: str = ""
    """The way to compile, by the name of its `Arm`; empty for the one that the checks use."""
    step: str = "start"
    """A check of ``results.CHECKS``, ``done``, or another step of the worker."""
    status: Status | Literal["error"] | None = None
    summary: str = ""

    @property
    def text(self) -> str:
        """The step in words."""
        words = STEPS.get(self.step, self.step)
        return f"arm {self.arm}: {words}" if self.arm else words


Observer = Callable[[Progress], None]


class Watch:
    """Turns what a worker writes to its events file into `Progress`, each verdict once."""

    def __init__(self, observer: Observer, target: str, version: Version = "before") -> None:
        self.observer = observer
        self.target, self.version = target, version
        self.told: set[str] = set()

    def __call__(self, event: dict[str, Any]) -> None:
        """One event, as it was read."""
        if event.get("event") == "begin":
            self.tell(event["what"])
        run = event.get("run")
        for verdict in run["verdicts"] if run else ():
            if verdict["check"] not in self.told:
                self.told.add(verdict["check"])
                self.tell(verdict["check"], verdict["status"], verdict["summary"])

    def tell(self, step: str, status: Any = None, summary: str = "") -> None:
        self.observer(Progress(self.target, self.version, "", step, status, summary))

    def of_arm(self, arm: str, step: str) -> None:
        """What an arm does now; arms are measured after the checks."""
        self.observer(Progress(self.target, self.version, arm, step))

    def done(self, failure: str | None = None) -> None:
        """The worker is gone; ``failure`` says why it did not come to its end."""
        self.tell("done", "error" if failure is not None else None, failure or "")
