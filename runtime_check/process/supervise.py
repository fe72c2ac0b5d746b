"""Start a worker, watch over its time and memory, and turn however it ends into a `Run`.

A target that hangs, exits, crashes or eats the memory ends its own process only, and becomes a `Failure`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import re
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
from typing import IO, TYPE_CHECKING, Any, Literal, NoReturn

from fullgraph.runtime_check.process.environment import inherited, withheld
from fullgraph.runtime_check.progress import STEPS
from fullgraph.runtime_check.results import ArmRun, DataParallel, Failure, Numerics, Run, from_json
from fullgraph.runtime_check.source_lines import is_source

if TYPE_CHECKING:
    from fullgraph.runtime_check.process.worker import Request

CHANNEL_LOST = 74
"""The exit status of a worker that cannot write events any more (``EX_IOERR``)."""
POLL_SECONDS = 0.1
OUTPUT_TAIL = 2000
"""Bytes of the target's output that a failure shows."""
STRAYS_SECONDS = 5.0
"""How long to wait for the end of the output where a process that the target has left behind may go on."""
EVENTS_LIMIT = 512 * 2**20
"""Bytes of events after which a worker is ended: so many are not ours."""
TOKEN = "FULLGRAPH_WORKER"
"""The environment variable by which the processes that a target starts are found."""
MEMORY_OPTION = "--memory"
"""Named where a target went over that limit."""

_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_][^\x1b]*\x1b\\|[ -/]*[0-~])")
"""A terminal's control sequence."""
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Limits:
    """``seconds`` of wall clock for one worker, and ``memory`` in bytes of resident memory (None: no limit)."""

    seconds: float = 1800.0
    memory: int | None = None


@dataclass
class Observation:
    """What came out of one worker."""

    run: Run
    reached: dict[str, set[int]] = field(default_factory=dict)
    """Lines that the eager run reached, by file."""
    files: list[Path] = field(default_factory=list)
    """The user's files that were loaded."""
    roots: list[str] = field(default_factory=list)
    """What is compiled beside modules, as ``check`` names roots."""
    training: bool | None = None
    """Whether the target's modules were in train mode; None if it has none, or some in either."""
    agreements: dict[str, dict[str, Any]] = field(default_factory=dict)


def observe(request: Request, limits: Limits, watch: Callable[[dict[str, Any]], None] | None = None) -> Observation:
    """Run one target in its own process and wait for it. Never raises for what the target does.

    ``watch`` is given each event of the worker as it comes.
    """
    with tempfile.TemporaryDirectory(prefix="fullgraph-", ignore_cleanup_errors=True) as folder:
        request_path, events_path = Path(folder, "request.json"), Path(folder, "events.jsonl")
        request_path.write_text(json.dumps(dataclasses.asdict(request)), encoding="utf-8")
        # Both are open here already: whatever the target does to the folder, they can be read.
        with events_path.open("w+b") as events_file, Output() as output:
            command = [
                sys.executable,
                "-m",
                "fullgraph.runtime_check.process.worker",
                str(request_path),
                str(events_path),
            ]
            start = time.monotonic()
            with _process(command, output, request.folder, named=request.pass_env) as process:
                ended_by = _wait(process, limits, _Follower(events_file, watch))
            events_file.seek(0)
            events = list(read_events(events_file.read(EVENTS_LIMIT)))
            observation = _read(events)
            if not observation.run.seconds:
                observation.run.seconds = time.monotonic() - start
            _explain_end(observation, process.returncode, ended_by, limits, events)
            if observation.run.failure is not None:
                observation.run.failure.output = output.tail()
                _tell_what_is_withheld(observation.run.failure, request.pass_env)
            return observation


def _tell_what_is_withheld(failure: Failure, named: Sequence[str]) -> None:
    """Where a target fails for want of an environment variable that is set here, say how it gets it."""
    if failure.kind == "raised" and "KeyError" in failure.message:
        name = withheld(failure.message, os.environ, named)
        if name is not None:
            way = f"verify --pass-env {name}, or pass-env in its settings"
            failure.message += f" ({name} is set, but not passed on to targets: {way})"


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
def _process(
    command: list[str],
    output: Output,
    folder: str,
    extra: Mapping[str, str] = MappingProxyType({}),
    stdin: int = subprocess.DEVNULL,
    named: Sequence[str] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """A process group of its own, gone with all its descendants when the block ends.

    ``named``: environment variables that it gets beside those that all targets get.
    """
    token = secrets.token_hex(16)
    process = subprocess.Popen(
        command,
        stdin=stdin,
        stdout=output.writing,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=target_environment(token, extra, named),
        start_new_session=os.name == "posix",
    )
    output.given()
    try:
        yield process
    finally:
        _kill(process)
        for stray in _descendants(token):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(stray, signal.SIGKILL)


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """What would end this process at once makes it end what it has started first, as Ctrl-C does."""

    def end(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    names = ("SIGTERM", "SIGHUP") if threading.current_thread() is threading.main_thread() else ()
    before = {number: signal.signal(number, end) for name in names if (number := getattr(signal, name, None))}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()


def _descendants(token: str) -> list[int]:
    """The processes that were started with this token, those in sessions of their own too (Linux)."""
    mark = f"{TOKEN}={token}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found.append(int(folder.name))
    return found


class _Follower:
    """Reads the events file as it grows and passes on every complete line."""

    def __init__(self, stream: IO[bytes], watch: Callable[[dict[str, Any]], None] | None) -> None:
        self.stream, self.watch = stream, watch
        self.position = 0
        self.rest = b""

    def poll(self) -> None:
        if self.watch is None:
            return
        self.stream.seek(self.position)
        new = self.stream.read(EVENTS_LIMIT)
        self.position += len(new)
        *lines, self.rest = (self.rest + new).split(b"\n")
        for event in read_events(b"\n".join(lines)):
            self.watch(event)


def _wait(process: subprocess.Popen[bytes], limits: Limits, follower: _Follower) -> str | None:
    """Wait for the end; ``timeout`` or ``memory`` if it had to be stopped."""
    deadline = time.monotonic() + limits.seconds
    while True:
        try:
            process.wait(POLL_SECONDS)
            follower.poll()
            return None
        except subprocess.TimeoutExpired:
            follower.poll()
        if time.monotonic() > deadline:
            return "timeout"
        if os.fstat(follower.stream.fileno()).st_size > EVENTS_LIMIT:
            return "events"
        if limits.memory is not None and group_memory(process.pid) > limits.memory:
            return "memory"


def resident_memory(pid: int) -> int:
    """Bytes of memory that a process holds right now; 0 where the system does not say (it has no ``/proc``)."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def group_memory(leader: int) -> int:
    """Bytes that a process and those it has started hold: the leader's, and of the others what they do not share."""
    parents: dict[int, int] = {}
    members = {leader}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            # Behind the name, which may hold anything, in parentheses: state, parent, process group.
            state = (folder / "stat").read_text(errors="replace").rpartition(")")[2].split()
            parents[int(folder.name)] = int(state[1])
            if int(state[2]) == leader:
                members.add(int(folder.name))
    # Those that have left the group are still below one that has not, as long as that runs.
    while more := {pid for pid, parent in parents.items() if parent in members} - members:
        members |= more
    total = resident_memory(leader)
    for pid in members - {leader}:
        with contextlib.suppress(OSError, ValueError, IndexError):
            total += _proportional_memory(pid)
    return total


def _proportional_memory(pid: int) -> int:
    """Bytes of a process, in which pages that several share count in parts."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def _read(events: list[dict[str, Any]]) -> Observation:
    observation = Observation(Run())
    for event in events:
        if event["event"] in ("run", "done"):
            observation.run = from_json(Run, event["run"])
        elif event["event"] == "reached":
            observation.reached = {name: set(lines) for name, lines in event["lines"].items()}
            observation.files = [path for name in event["files"] if is_source(path := Path(name))]
            observation.training = event.get("training")
            observation.roots = event["roots"]
        elif event["event"] == "agreement":
            observation.agreements[event["version"]] = event
    return observation


def read_events(written: bytes) -> Iterator[dict[str, Any]]:
    """The worker's events, without lines that are none, and with text that can be printed."""
    for line in written.decode("utf-8", errors="replace").split("\n"):
        try:
            event = json.loads(line)
            if _is_event(event):
                yield _printable_in(event)
        except (ValueError, RecursionError):
            continue


def _is_event(event: Any) -> bool:
    """Whether it says what its readers expect: the target can write into the file too. Raises `ValueError` if not."""
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        return False
    kind = event["event"]
    if kind == "done" and "arm" in event:
        return isinstance(from_json(ArmRun, event["arm"]), ArmRun)
    if kind in ("run", "done"):
        return isinstance(from_json(Run, event.get("run")), Run)
    if kind == "ddp":
        return isinstance(from_json(DataParallel, event.get("ddp")), DataParallel)
    if kind == "agreement":
        numbers = isinstance(from_json(Numerics, event.get("numerics")), Numerics)
        return numbers and isinstance(event.get("version"), str) and _all(event.get("problems"), str)
    if kind == "reached":
        lines = event.get("lines")
        reached = isinstance(lines, dict) and all(_all(one, int) for one in lines.values())
        told = _all(event.get("files"), str) and _all(event.get("roots"), str)
        return reached and told and isinstance(event.get("training"), (bool, type(None)))
    if kind == "begin":
        return isinstance(event.get("what"), str)
    if kind == "compiled":
        return isinstance(event.get("seconds"), float) and isinstance(event.get("hits"), (int, type(None)))
    return True


def _all(values: Any, kind: type) -> bool:
    return isinstance(values, list) and all(isinstance(one, kind) for one in values)


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


def _explain_end(
    observation: Observation, status: int, ended_by: str | None, limits: Limits, events: list[dict[str, Any]]
) -> None:
    run = observation.run
    during = step_in_words(events)
    if run.failure is not None:
        run.failure.during = STEPS.get(run.failure.during, run.failure.during)
        run.failure.message = run.failure.message.replace("{during}", run.failure.during)
    if events and events[-1]["event"] == "done" and ended_by is None:
        return
    if ended_by == "timeout":
        text = f"no end after {limits.seconds:g} s (--timeout), stopped during {during}"
        run.failure = Failure("timeout", text, during)
    elif ended_by == "events":
        run.failure = Failure("crash", f"the target wrote into fullgraph's own files during {during}", during)
    elif ended_by == "memory":
        size = (limits.memory or 0) / 2**30
        text = f"used more than {size:.3g} GiB ({MEMORY_OPTION}), stopped during {during}"
        run.failure = Failure("memory", text, during)
    else:
        kind, text = why_ended(status, during)
        run.failure = Failure(kind, text, during)


def step_in_words(events: list[dict[str, Any]]) -> str:
    """What a worker was doing when it wrote its last event."""
    begun = next((event["what"] for event in reversed(events) if event["event"] == "begin"), "start")
    return STEPS.get(begun, begun)


def why_ended(status: int, during: str) -> tuple[Literal["crash", "exit"], str]:
    """What the exit status of a worker says that did not get to its end: the kind of failure, and one line."""
    if status < 0:
        name = _signal_name(-status)
        likely = ", probably because the machine ran out of memory" if name == "SIGKILL" else ""
        return "crash", f"the process was ended by {name} during {during}{likely}"
    if status == CHANNEL_LOST:
        return "crash", f"the target closed the files of its process during {during}, those of fullgraph too"
    return "exit", f"the process ended itself with status {status} during {during}"


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _events(path: Path) -> list[dict[str, Any]]:
    """The events that a worker has written so far."""
    if not path.is_file():
        return []
    with path.open("rb") as stream:
        return list(read_events(stream.read(EVENTS_LIMIT)))
