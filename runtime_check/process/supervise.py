"""Start workers, watch over their time and memory, and turn however they end into results.

A target that hangs, exits, crashes or eats the memory ends its own process only, and becomes a `Failure`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NoReturn, Protocol, TypeVar

from fullgraph.runtime_check.process.environment import inherited, withheld
from fullgraph.runtime_check.process.memory import group_memory
from fullgraph.runtime_check.process.protocol import (
    CHANNEL_LOST,
    DURING,
    EVENTS_LIMIT,
    Agreement,
    ArmDone,
    ArmRequest,
    Begin,
    Done,
    Event,
    EventReader,
    FactsSeen,
    PairDone,
    PairRequest,
    Reached,
    Request,
    RunSoFar,
    printable,
    write_request,
)
from fullgraph.runtime_check.progress import STEPS
from fullgraph.runtime_check.results import Failure, Run
from fullgraph.runtime_check.source_lines import is_source

POLL_SECONDS = 0.1
OUTPUT_TAIL = 2000
"""Bytes of the target's output that a failure shows."""
STRAYS_SECONDS = 5.0
"""Seconds to wait for the end of the output where a process that the target left behind may go on."""
TOKEN = "FULLGRAPH_WORKER"
"""The environment variable by which the processes that a target starts are found."""
MEMORY_OPTION = "--memory"
"""Named where a target went over that limit."""


Worker = TypeVar("Worker", bound="WorkerProcess")
Kind = TypeVar("Kind", bound=Event)


class Process(Protocol):
    """What is asked of the process of a worker, which leads a group of its own."""

    pid: int

    @property
    def returncode(self) -> Any:
        """The exit status, or less a signal's number."""

    def poll(self) -> int | None:
        """The exit status, once it has ended."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end. Raises `subprocess.TimeoutExpired`."""

    def kill(self) -> None:
        """End it."""


@dataclass(frozen=True)
class Limits:
    """``seconds`` of wall clock for one worker, and ``memory`` in bytes of resident memory (None: no limit)."""

    seconds: float = 1800.0
    memory: int | None = None


@dataclass
class Observation:
    """The result of one worker."""

    run: Run
    reached: dict[str, set[int]] = field(default_factory=dict)
    """Lines that the eager run reached, by file."""
    files: list[Path] = field(default_factory=list)
    """The user's files that were loaded."""
    roots: list[str] = field(default_factory=list)
    """The roots of what is compiled beside modules, as ``check`` names them."""
    training: bool | None = None
    """Whether the target's modules were in train mode; None if it has none, or some in either."""
    met: list[str] = field(default_factory=list)
    """The dtypes and devices that its tensors had, as conditions of ``check`` name them."""
    facts: FactsSeen | None = None
    agreements: dict[str, Agreement] = field(default_factory=dict)
    """With the outcomes of another run, by the version that was compared."""

    def take(self, event: Event) -> None:
        if isinstance(event, (RunSoFar, Done)):
            self.run = event.run
        elif isinstance(event, Reached):
            self.reached = {name: set(lines) for name, lines in event.lines.items()}
            self.files = [path for name in event.files if is_source(path := Path(name))]
            self.training, self.roots, self.met = event.training, event.roots, event.met
        elif isinstance(event, FactsSeen):
            self.facts = event
        elif isinstance(event, Agreement):
            self.agreements[event.version] = event


def observe(request: Request, limits: Limits, watch: Callable[[Event], None] | None = None) -> Observation:
    """Run one target in its own process and wait for it. Never raises for what the target does.

    ``watch`` is given each event of the worker as it comes.
    """
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fullgraph-", ignore_cleanup_errors=True) as folder:
        return observed(WorkerProcess(request, Path(folder), limits, watch=watch), request, start)


def observed(worker: WorkerProcess, request: Request, start: float) -> Observation:
    """Run a worker to its end; ``start`` is when its work began, by the monotonic clock."""
    with worker:
        while worker.running:
            worker.wait()
    observation = Observation(Run())
    for event in worker.events:
        observation.take(event)
    run = observation.run
    if not run.seconds:
        run.seconds = time.monotonic() - start
    run.failure = worker.failure(run.failure)
    done = worker.last(Done)
    if run.failure is not None and done is not None and done.missing_key is not None:
        _tell_what_is_withheld(run.failure, done.missing_key, request.pass_env)
    return observation


def _tell_what_is_withheld(failure: Failure, missing_key: str, named: Sequence[str]) -> None:
    """Explain how a target gets an environment variable for want of which it failed."""
    name = withheld(missing_key, os.environ, named)
    if failure.kind == "raised" and name is not None:
        way = f"verify --pass-env {name}, or pass-env in its settings"
        failure.message += f" ({name} is set, but not passed on to targets: {way})"


class WorkerProcess:
    """A worker under its limits, from start to end. A context manager: leaving it ends all that was started.

    The process runs ``module`` with the request's file and the events' file as arguments, both in ``folder``.
    """

    module = "fullgraph.runtime_check.process.worker"

    def __init__(
        self,
        message: Request | ArmRequest | PairRequest,
        folder: Path,
        limits: Limits,
        *,
        name: str = "",
        environment: Mapping[str, str] = MappingProxyType({}),
        stdin: int = subprocess.DEVNULL,
        watch: Callable[[Event], None] | None = None,
    ) -> None:
        self.message, self.limits = message, limits
        self.request = message if isinstance(message, Request) else message.request
        self.request_path, self.events_path = folder / f"request{name}.json", folder / f"events{name}.jsonl"
        self.command = [sys.executable, "-m", self.module, str(self.request_path), str(self.events_path)]
        self.environment, self.stdin, self.watch = environment, stdin, watch
        self.events: list[Event] = []
        self.ended_by: Literal["timeout", "events", "memory"] | None = None
        self._stack = contextlib.ExitStack()

    def __enter__(self: Worker) -> Worker:
        write_request(self.request_path, self.message)
        with contextlib.ExitStack() as stack:
            # It is open here already: whatever the target does to the folder, it can be read.
            self._events_file = stack.enter_context(self.events_path.open("w+b"))
            self._reader = EventReader(self._events_file)
            self.output = stack.enter_context(Output())
            stack.callback(self.read)
            self.process = stack.enter_context(self._started())
            self._stack = stack.pop_all()
        self.deadline = time.monotonic() + self.limits.seconds
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @contextlib.contextmanager
    def _started(self) -> Iterator[Process]:
        """A process group of its own, gone with all its descendants when the block ends."""
        token = secrets.token_hex(16)
        process = subprocess.Popen(
            self.command,
            stdin=self.stdin,
            stdout=self.output.writing,
            stderr=subprocess.STDOUT,
            cwd=self.request.folder,
            env=target_environment(token, self.environment, self.request.pass_env),
            start_new_session=os.name == "posix",
        )
        self.output.given()
        try:
            yield process
        finally:
            _kill(process)
            end_descendants(token)

    def read(self) -> None:
        """Take in the events that it has written since the last time."""
        for event in self._reader.new():
            self.events.append(event)
            if self.watch is not None:
                self.watch(event)

    @property
    def running(self) -> bool:
        """Whether it runs; ends it if it is over its limits."""
        ended = self.process.poll() is not None
        self.read()
        if ended:
            return False
        if time.monotonic() > self.deadline:
            self.ended_by = "timeout"
        elif os.fstat(self._events_file.fileno()).st_size > EVENTS_LIMIT:
            self.ended_by = "events"
        elif self.limits.memory is not None and group_memory(self.process.pid) > self.limits.memory:
            self.ended_by = "memory"
        if self.ended_by is not None:
            _kill(self.process)
        return self.ended_by is None

    def wait(self) -> None:
        """Wait for a moment, or for its end if that comes first."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(POLL_SECONDS)

    def last(self, kind: type[Kind]) -> Kind | None:
        """The last event of this kind."""
        return next((event for event in reversed(self.events) if isinstance(event, kind)), None)

    @property
    def during(self) -> str:
        """The step that began last, in words."""
        begun = self.last(Begin)
        what = begun.what if begun is not None else "start"
        return STEPS.get(what, what)

    def failure(self, reported: Failure | None) -> Failure | None:
        """The reason why it did not do what it was to do; None if it did. To be called when it has ended.

        ``reported``: its own failure, if it has come to its end.
        """
        found = self._how_it_ended(reported)
        if found is not None:
            found.output = self.output.tail()
        return found

    def _how_it_ended(self, reported: Failure | None) -> Failure | None:
        during = self.during
        if self.ended_by == "timeout":
            text = f"no end after {self.limits.seconds:g} s (--timeout), stopped during {during}"
            return Failure("timeout", text, during)
        if self.ended_by == "events":
            return Failure("crash", f"the target wrote into fullgraph's own files during {during}", during)
        if self.ended_by == "memory":
            size = (self.limits.memory or 0) / 2**30
            return Failure(
                "memory", f"used more than {size:.3g} GiB ({MEMORY_OPTION}), stopped during {during}", during
            )
        if not (self.events and isinstance(self.events[-1], (Done, ArmDone, PairDone))):
            kind, text = _why_ended(self.process.returncode, during)
            return Failure(kind, text, during)
        if reported is not None:
            step = STEPS.get(reported.during, reported.during)
            return dataclasses.replace(reported, during=step, message=reported.message.replace(DURING, step))
        return None


class Output:
    """The end of what a target prints. A thread reads all of it, so that nothing fills up and nobody waits."""

    def __init__(self) -> None:
        self._end = b""
        reading, self.writing = os.pipe()
        # It goes on for as long as anything has the other end open, which outlives this object where strays do.
        self._reader = threading.Thread(target=self._read, args=(reading,), daemon=True)
        self._reader.start()

    def __enter__(self) -> Output:
        return self

    def __exit__(self, *_: object) -> None:
        self.given()

    def given(self) -> None:
        """To be called when the process that writes has started: what it prints ends when only it has ended."""
        if self.writing >= 0:
            os.close(self.writing)
            self.writing = -1

    def tail(self) -> str:
        """The end of it, as text that can be printed. To be called when the process has ended."""
        self._reader.join(STRAYS_SECONDS)
        return printable(self._end.decode("utf-8", errors="replace")).strip()

    def _read(self, reading: int) -> None:
        with open(reading, "rb", buffering=0) as stream:
            while chunk := stream.read(2**16):
                self._end = (self._end + chunk)[-OUTPUT_TAIL:]


def target_environment(token: str, extra: Mapping[str, str], named: Sequence[str] = ()) -> dict[str, str]:
    """The environment variables that a target sees; ``extra`` are those of its kind of run, ``named`` asked for."""
    # The current folder must not shadow the standard library; the worker puts back what the target needs.
    return {**inherited(os.environ, named), "PYTHONSAFEPATH": "1", TOKEN: token, **extra}


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Have what would end this process at once make it end what it has started first, as Ctrl-C does."""

    def end(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.signal(number, end) for name in names if (number := getattr(signal, name, None))}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _kill(process: Process) -> None:
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    if process.poll() is None:  # or it has left its group
        process.kill()
    process.wait()


def end_descendants(token: str) -> None:
    """End the processes that were started with this token, those in sessions of their own too (Linux)."""
    for stray in _descendants(token):
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.kill(stray, signal.SIGKILL)


def _descendants(token: str) -> list[int]:
    mark = f"{TOKEN}={token}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


def _why_ended(status: int, during: str) -> tuple[Literal["crash", "exit"], str]:
    """The cause of an early end, from the exit status: the kind of failure, and one line."""
    if status < 0:
        name = _signal_name(-status)
        likely = ", probably because the machine ran out of memory" if name == "SIGKILL" else ""
        return "crash", f"the process was ended by {name} during {during}{likely}"
    if status == CHANNEL_LOST:
        return "crash", f"the target closed the files of its process during {during}, including those of fullgraph"
    return "exit", f"the process ended itself with status {status} during {during}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
