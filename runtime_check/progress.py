"""The progress of a verification, as events for whoever wants to show it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

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
    "costs": "what the breaks cost",
    "ddp": "the run on several ranks",
    "ddp setup": "the start of DistributedDataParallel",
    "ddp eager": "the eager run under DistributedDataParallel",
    "ddp compiled": "the compiled run under DistributedDataParallel",
    "ddp inside": "the run compiled inside DistributedDataParallel",
    "fixes": "the search for fixes that hold",
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
