"""The rows of a sweep's store, as plain data: what is planned, and what came of it.

``store/schema.sql`` says what each column is; the fields have the columns' names, but for ``pass_``.
"""

from __future__ import annotations

import datetime
import hashlib
from dataclasses import dataclass, field
from typing import Literal

Pass = Literal["identify", "verify"]
RunMode = Literal["eval", "train"]
FixLevel = Literal["safe", "unsafe"]
RunStatus = Literal["whole", "breaks", "recompiles", "fails", "unusable"]

PASSES: tuple[Pass, ...] = ("identify", "verify")
RUN_MODES: tuple[RunMode, ...] = ("eval", "train")
DTYPES = ("float32", "bfloat16", "float16", "float64")
STATUSES: tuple[RunStatus, ...] = ("whole", "breaks", "recompiles", "fails", "unusable")


@dataclass(frozen=True)
class Environment:
    """An interpreter with its packages."""

    environment: str
    executable: str
    python: str
    torch: str
    packages: dict[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Planned:
    """One run of a sweep: a target in one mode, dtype, device and environment."""

    pass_: Pass
    target: str
    mode: RunMode
    dtype: str
    device: str
    environment: str
    version: str
    library: str

    @property
    def run(self) -> str:
        """A digest of all but the library: the same run has the same name in every sweep."""
        parts = (self.pass_, self.target, self.mode, self.dtype, self.device, self.environment, self.version)
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]


@dataclass
class CheckRow:
    """The verdict of one check."""

    name: str
    status: str
    summary: str


@dataclass
class BreakRow:
    """A graph break, with what it costs where that was measured."""

    identity: str
    file: str
    line: int
    function: str | None
    source: str | None
    kind: str
    registry_id: str | None
    reason: str
    explanation: str | None
    modes: list[str]
    predicted_by: list[str]
    missed_in: list[str]
    stack: list[str]
    operators: float | None = None
    syncs: float | None = None
    cost_seconds: float | None = None
    share: float | None = None


@dataclass
class PredictionRow:
    """A claim of ``check`` about a break that did not happen."""

    code: str
    message: str
    file: str
    line: int
    modes: list[str]
    tested: bool
    unmet: bool


@dataclass
class RecompileRow:
    """A function that was compiled more than once."""

    identity: str
    file: str
    line: int
    function: str | None
    kind: str
    guard: str
    advice: str
    steady: bool
    over_limit: bool


@dataclass
class TimingRow:
    """Eager against compiled. Times in seconds, memory in bytes."""

    compiled_with: str
    eager_seconds: float
    compiled_seconds: float
    ratio: float
    ratio_low: float | None
    ratio_high: float | None
    compile_seconds: float
    peak_memory_eager: int | None
    peak_memory_compiled: int | None
    kernels_eager: int | None
    kernels_compiled: int | None


@dataclass
class RepairRow:
    """What came of fixes on a copy of the code."""

    level: FixLevel
    codes: list[str]
    taken_back: int
    status: RunStatus
    breaks: int
    agrees: str | None
    summary: str


@dataclass
class SourceRow:
    """A file that the run reached, by its content."""

    file: str
    hash: str


@dataclass
class RunRow:
    """What came of a run, with all that was found in it."""

    run: str
    status: RunStatus
    seconds: float
    finished: datetime.datetime
    node: str
    failure: str | None = None
    cause: str | None = None
    message: str | None = None
    during: str | None = None
    output: str | None = None
    graphs: int | None = None
    inputs: list[str] = field(default_factory=list)
    step: str | None = None
    backend: str | None = None
    device_name: str | None = None
    source_hash: str | None = None
    peak_memory: int | None = None
    check_errors: list[str] = field(default_factory=list)
    checks: list[CheckRow] = field(default_factory=list)
    breaks: list[BreakRow] = field(default_factory=list)
    predictions: list[PredictionRow] = field(default_factory=list)
    recompiles: list[RecompileRow] = field(default_factory=list)
    sources: list[SourceRow] = field(default_factory=list)
    repairs: list[RepairRow] = field(default_factory=list)
    timing: TimingRow | None = None
