"""The protocol between this process and one that runs a target.

What is asked for is a JSON file: a `Request`, an `ArmRequest` or a `PairRequest`. What happens is a file to which one
JSON object a line is appended, each an `Event`: what begins, and after each check the `Run` so far, so that a crash
leaves everything up to then.
"""

from __future__ import annotations

import dataclasses
import json
import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Literal, TypeVar

from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.results import ArmRun, DataParallel, Failure, FixedSpeed, Numerics, Run, Timing, from_json

CHANNEL_LOST = 74
"""The exit status of a worker that cannot write events any more (``EX_IOERR``)."""
DURING = "{during}"
"""Stands in a failure's message for the step that was under way, which the parent has the words for."""
EVENTS_LIMIT = 512 * 2**20
"""Bytes of events after which a worker is ended: so many are not ours."""

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]*[0-~])")
"""A terminal's control sequence."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")

Message = TypeVar("Message")


# What is asked for


@dataclass
class RecordingRequest:
    """A request to record a run of a script."""

    arguments: list[str] = field(default_factory=list)
    """Of the script."""
    wanted: str | None = None
    """A class, module or function whose calls are recorded instead of what is compiled; ``where:attribute``."""
    index: int = 0
    """The number of the callable that is verified, in the order of their first calls."""
    calls: int = 8
    """After so many calls the script is stopped."""


@dataclass
class Rank:
    """The place of a process among several under DistributedDataParallel."""

    rank: int
    ranks: int
    store: str
    """The file through which they meet."""


@dataclass
class Request:
    """A request to verify a target. All paths are absolute."""

    target: str
    folder: str
    """The folder to work in and to resolve the target against."""
    paths: list[str] = field(default_factory=list)
    """Folders to put before all others on the import path."""
    inputs: list[str] = field(default_factory=list)
    inputs_from: str | None = None
    device: str | None = None
    backend: str = "auto"
    mode: str = "default"
    nested_graph_breaks: bool = False
    """Set ``torch._dynamo.config.nested_graph_breaks``."""
    train: bool | None = None
    module_mode: Literal["eval", "train"] | None = None
    """Put the target, if it is a module, or the module of a train step, into this mode; None for as it is built."""
    size: Literal["small", "default"] = "small"
    """Of a library's model."""
    dtype: str | None = None
    """Such as ``bfloat16``: the model and its floating-point inputs are converted to it."""
    bench_seconds: float = 2.0
    checks: list[str] = field(default_factory=list)
    """The checks to make, by their names in `fullgraph.runtime_check.results.CHECKS`, or ``identify`` for the quick
    pass of `fullgraph.runtime_check.checks`; all if empty."""
    cold: bool = False
    """Start with an empty inductor cache."""
    code: bool = False
    """Keep the code that inductor generates."""
    trace_roots: list[str] = field(default_factory=list)
    """Report which lines of the files below these folders the eager run reached."""
    packages: list[str] = field(default_factory=list)
    """Likewise for these installed packages."""
    save_outcomes: str | None = None
    """Write eager's outcomes to this file."""
    compare_outcomes: str | None = None
    """Compare the compiled outcomes with those in this file."""
    record: RecordingRequest | None = None
    """Run the target's file as a script and verify what it compiles; the target's attribute is then just a name."""
    rank: Rank | None = None
    """One of the ranks of ``--ddp``."""
    facts: bool = False
    """Tell what the eager run saw of the target's functions."""
    pass_env: list[str] = field(default_factory=list)
    """Environment variables that the process gets beside those of `fullgraph.runtime_check.process.environment`."""


Role = Literal["measure", "again", "artifacts"]


@dataclass
class ArmRequest:
    """A request to measure an arm, or to compile it once more, with caches that are filled or loaded."""

    request: Request
    arm: Arm
    role: Role = "measure"
    artifacts: str = ""
    """The file to save cache artifacts to (``measure``) or to load them from (``artifacts``)."""
    timed: bool = False
    """Time it too where it is compiled ``again``: one more process for the same comparison."""
    draw_like_eager: bool = False
    """Have inductor draw random numbers from eager's generator."""


@dataclass
class PairRequest:
    """A request to time a target before and after a fix, in turns in one process."""

    request: Request
    """The target as it is."""
    fixed: Request
    """The copy with the fixes."""
    root: str
    """The folder, or the file, of the target's own code as it is: its modules are loaded anew for the copy."""
    fixed_root: str
    """The copy of ``root``."""
    arm: Arm
    fixed_arm: Arm
    """What was checked may compile with ``fullgraph=True`` only once it is fixed."""
    fixed_first: bool = False
    """Compile the fixed one first: then its compile time is that of empty caches."""


def write_request(path: Path, request: Request | ArmRequest | PairRequest) -> None:
    """Write what a worker is asked for to a file."""
    path.write_text(json.dumps(dataclasses.asdict(request)), encoding="utf-8")


def read_request(kind: type[Message], path: Path) -> Message:
    """Read what `write_request` wrote."""
    request: Message = from_json(kind, json.loads(path.read_text(encoding="utf-8")))
    return request


# What happens


@dataclass
class Event:
    """Something that a worker tells; this class itself stands for what no reader knows."""


@dataclass
class Begin(Event):
    """A step that begins."""

    what: str


@dataclass
class RunSoFar(Event):
    """The run after another check."""

    run: Run


@dataclass
class Reached(Event):
    """The code that the eager run reached, and that is compiled."""

    lines: dict[str, list[int]]
    """By file."""
    files: list[str]
    """The user's files that were loaded."""
    roots: list[str]
    """The roots of what is compiled beside modules, as ``check`` names them."""
    training: bool | None = None
    """Whether the target's modules were in train mode; None if it has none, or some in either."""
    met: list[str] = field(default_factory=list)
    """The dtypes and devices that its tensors had, as conditions of ``check`` name them: ``float16``, ``cuda``."""


@dataclass
class FactsSeen(Event):
    """What eager runs saw of functions."""

    recorded: dict[str, Any]
    """As a file of facts has it."""
    problem: str | None = None
    """Why something is missing."""


@dataclass
class Agreement(Event):
    """The comparison of the outcomes of this run with those that another has saved."""

    version: str
    numerics: Numerics
    problems: list[str]


@dataclass
class RanksCompared(Event):
    """The target under DistributedDataParallel."""

    ddp: DataParallel


@dataclass
class Ready(Event):
    """An arm that is compiled, and waits for the word to time."""


@dataclass
class Timed(Event):
    """Eager and compiled, timed in turns by one more process."""

    eager: Timing
    compiled: Timing


@dataclass
class CompiledAgain(Event):
    """The cost of compiling an arm with caches that were filled."""

    seconds: float
    hits: int | None


@dataclass
class Done(Event):
    """The end of a worker, which has come to it by itself."""

    run: Run
    missing_key: str | None = None
    """The key of the `KeyError` that ended it."""

    at: float = 0.0
    """When, by `time.monotonic`, which the processes of a machine share."""


@dataclass
class ArmDone(Event):
    """The end of the worker of an arm."""

    arm: ArmRun


@dataclass
class PairDone(Event):
    """The end of the worker that times a target before and after a fix."""

    speed: FixedSpeed
    failure: Failure | None = None


KINDS: dict[str, type[Event]] = {
    "begin": Begin,
    "run": RunSoFar,
    "reached": Reached,
    "facts": FactsSeen,
    "agreement": Agreement,
    "ddp": RanksCompared,
    "ready": Ready,
    "compiled": CompiledAgain,
    "done": Done,
    "arm done": ArmDone,
    "timed": Timed,
    "pair done": PairDone,
}
"""The events by their names in the file."""
_NAMES = {kind: name for name, kind in KINDS.items()}


class EventWriter:
    """Appends to the events file; every line is complete and on disk before the next thing happens.

    The file is opened before any code of the target runs, and all that is needed is held here: what a target does to
    its folder, to modules such as json, or to file descriptors changes nothing, or ends the process.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.current = "start"
        self.file = _out_of_the_way(
            os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        )
        self.pid = os.getpid()
        self._identity = os.fstat(self.file).st_ino
        self._encode = json.JSONEncoder().encode
        self._system = (os.getpid, os.fstat, os.write, os._exit)

    def send(self, event: Event) -> None:
        getpid, fstat, write, leave = self._system
        if getpid() != self.pid:
            # A child that the target has forked has nothing to tell.
            leave(0)
        line = (self._encode({"event": _NAMES[type(event)], **dataclasses.asdict(event)}) + "\n").encode()
        try:
            intact = fstat(self.file).st_ino == self._identity
            while intact and line:
                line = line[write(self.file, line) :]
        except OSError:
            intact = False
        if not intact:
            leave(CHANNEL_LOST)

    def begin(self, what: str) -> None:
        self.current = what
        self.send(Begin(what))


def _out_of_the_way(file: int) -> int:
    """The same file under a high number, which programs that close the first few files leave alone."""
    if sys.platform == "win32":
        return file
    import fcntl

    try:
        high = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 700)
    except OSError:  # so many files are not allowed here
        return file
    os.close(file)
    return high


class EventReader:
    """Reads an events file as it grows, line by line."""

    def __init__(self, stream: IO[bytes]) -> None:
        self.stream = stream
        self.position = 0
        self.rest = b""

    def new(self) -> list[Event]:
        """The events of the lines that have been completed since the last call."""
        self.stream.seek(self.position)
        new = self.stream.read(EVENTS_LIMIT)
        self.position += len(new)
        *lines, self.rest = (self.rest + new).split(b"\n")
        return list(read_events(b"\n".join(lines)))


def read_events(written: bytes) -> Iterator[Event]:
    """The worker's events, without lines that are none, and with text that can be printed.

    The target can write into the file too.
    """
    for line in written.decode("utf-8", errors="replace").split("\n"):
        try:
            event = _printable_in(json.loads(line))
            if isinstance(event, dict) and isinstance(event.get("event"), str):
                yield from_json(KINDS.get(event["event"], Event), event)
        except (ValueError, RecursionError):
            continue


def _printable_in(value: Any) -> Any:
    if isinstance(value, str):
        return printable(value)
    if isinstance(value, list):
        return [_printable_in(entry) for entry in value]
    if isinstance(value, dict):
        return {key: _printable_in(entry) for key, entry in value.items()}
    return value


def printable(text: str) -> str:
    """The text without what a terminal would obey or cannot show: control characters and lone surrogates."""
    text = _SEQUENCE.sub("", text).replace("\r\n", "\n")
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", text)
