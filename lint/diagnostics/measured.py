"""What graph breaks at a line cost, as a run measured it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from fullgraph.lint.diagnostics.amounts import percent, show_seconds

Mode = Literal["train", "eval"]
MODES: tuple[Mode, ...] = ("eval", "train")


@dataclass(frozen=True)
class Source:
    """What was measured, and where: measured anew, it replaces what it gave before."""

    target: str
    """As `fullgraph verify` was given it, without the folders that its file lies in."""
    device: str
    """``cpu``, or the name of the GPU."""
    mode: Mode

    def __str__(self) -> str:
        return f"{self.target}, {self.mode}"


@dataclass(frozen=True)
class Measured:
    """The cost of the graph breaks at one line in a step of a compiled target, on average over its inputs."""

    source: Source
    milliseconds: float
    """Of a step."""
    share: float
    """Of the time of a step."""
    calls: float = 0.0
    """How often a step runs into them."""
    operators: float = 0.0
    """Operators that run in eager for them."""
    syncs: float = 0.0
    """Times that the host waits for the device."""
    kernels: float | None = None
    """Kernels that the operators start; None where there is no GPU."""

    @property
    def order(self) -> tuple[float | str, ...]:
        """The dearest has the largest; no two have the same."""
        kernels = -1.0 if self.kernels is None else self.kernels
        source = self.source
        figures = self.share, self.milliseconds, self.calls, self.operators, self.syncs, kernels
        return (*figures, source.target, source.device, source.mode)

    @property
    def words(self) -> str:
        """What it costs and where: ``1.9 ms of each step, 12 %, on NVIDIA H100``."""
        device = "the CPU" if self.source.device == "cpu" else self.source.device
        return f"{show_seconds(self.milliseconds / 1e3)} of each step, {percent(self.share)}, on {device}"

    @property
    def told(self) -> str:
        """The same, with the target that it is of."""
        return f"{self.words} ({self.source})"
