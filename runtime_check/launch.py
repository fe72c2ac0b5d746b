"""Start a worker, watch over its time and memory, and turn however it ends into a `Run`.

A target that hangs, exits, crashes or eats the memory ends its own process only, and becomes a `Failure`.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import IO, TYPE_CHECKING, Any

from fullgraph.runtime_check.progress import STEPS
from fullgraph.runtime_check.results import Failure, Run, from_json

if TYPE_CHECKING:
    from fullgraph.runtime_check.worker import Request

POLL_SECONDS = 0.1
OUTPUT_TAIL = 2000
"""Characters of the target's output that a failure shows."""


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
    agreements: dict[str, dict[str, Any]] = field(default_factory=dict)


def observe(request: Request, limits: Limits, watch: Callable[[dict[str, Any]], None] | None = None) -> Observation:
    """Run one target in its own process and wait for it. Never raises for what the target does.

    ``watch`` is given each event of the worker as it comes.
    """
    with tempfile.TemporaryDirectory(prefix="fullgraph-") as folder:
        paths = [Path(folder, name) for name in ("request.json", "events.jsonl", "output.txt")]
        request_path, events_path, output_path = paths
        request_path.write_text(json.dumps(dataclasses.asdict(request)), encoding="utf-8")
        command = [sys.executable, "-m", "fullgraph.runtime_check.worker", str(request_path), str(events_path)]
        start = time.monotonic()
        with output_path.open("wb") as output, _process(command, output, request.folder) as process:
            ended_by = _wait(process, limits, _Follower(events_path, watch))
        observation = _read(events_path)
        if not observation.run.seconds:
            observation.run.seconds = time.monotonic() - start
        _explain_end(observation, process.returncode, ended_by, limits, events_path)
        if observation.run.failure is not None:
            observation.run.failure.output = _tail(output_path)
        return observation


@contextlib.contextmanager
def _process(
    command: list[str],
    output: IO[bytes],
    folder: str,
    extra: Mapping[str, str] = MappingProxyType({}),
    stdin: int = subprocess.DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """A process group of its own, gone with all its children when the block ends. ``extra`` goes to its environment."""
    # The current folder must not shadow the standard library; the worker puts back what the target needs.
    environment = {**os.environ, "PYTHONSAFEPATH": "1", **extra}
    process = subprocess.Popen(
        command,
        stdin=stdin,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=environment,
        start_new_session=os.name == "posix",
    )
    try:
        yield process
    finally:
        _kill(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    if os.name == "posix":
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    elif process.poll() is None:
        process.kill()
    process.wait()


class _Follower:
    """Reads the events file as it grows and passes on every complete line."""

    def __init__(self, path: Path, watch: Callable[[dict[str, Any]], None] | None) -> None:
        self.path, self.watch = path, watch
        self.position = 0
        self.rest = b""

    def poll(self) -> None:
        if self.watch is None or not self.path.is_file():
            return
        with self.path.open("rb") as stream:
            stream.seek(self.position)
            new = stream.read()
        self.position += len(new)
        *lines, self.rest = (self.rest + new).split(b"\n")
        for line in lines:
            self.watch(json.loads(line))


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
        if limits.memory is not None and resident_memory(process.pid) > limits.memory:
            return "memory"


def resident_memory(pid: int) -> int:
    """Bytes of memory that a process holds right now; 0 where the system does not say (it has no ``/proc``)."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    except (OSError, ValueError, IndexError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE")


def _read(events_path: Path) -> Observation:
    observation = Observation(Run())
    for event in _events(events_path):
        if event["event"] in ("run", "done"):
            observation.run = from_json(Run, event["run"])
        elif event["event"] == "reached":
            observation.reached = {name: set(lines) for name, lines in event["lines"].items()}
            observation.files = [Path(name) for name in event["files"]]
        elif event["event"] == "agreement":
            observation.agreements[event["version"]] = event
    return observation


def _events(events_path: Path) -> list[dict[str, Any]]:
    if not events_path.is_file():
        return []
    found = []
    for line in events_path.read_text(encoding="utf-8").splitlines():
        with contextlib.suppress(ValueError):
            found.append(json.loads(line))
    return found


def _explain_end(
    observation: Observation, status: int, ended_by: str | None, limits: Limits, events_path: Path
) -> None:
    events = _events(events_path)
    run = observation.run
    begun = next((event["what"] for event in reversed(events) if event["event"] == "begin"), "start")
    during = STEPS.get(begun, begun)
    if run.failure is not None:
        run.failure.during = STEPS.get(run.failure.during, run.failure.during)
        run.failure.message = run.failure.message.replace("{during}", run.failure.during)
    if events and events[-1]["event"] == "done" and ended_by is None:
        return
    if ended_by == "timeout":
        text = f"no end after {limits.seconds:g} s (--timeout), stopped during {during}"
        run.failure = Failure("timeout", text, during)
    elif ended_by == "memory":
        size = (limits.memory or 0) / 2**30
        run.failure = Failure("memory", f"used more than {size:.3g} GiB (--memory), stopped during {during}", during)
    elif status < 0:
        name = _signal_name(-status)
        likely = ", probably because the machine ran out of memory" if name == "SIGKILL" else ""
        run.failure = Failure("crash", f"the process was ended by {name} during {during}{likely}", during)
    else:
        run.failure = Failure("exit", f"the process ended itself with status {status} during {during}", during)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _tail(path: Path) -> str:
    with path.open("rb") as stream:
        stream.seek(0, os.SEEK_END)
        stream.seek(max(0, stream.tell() - OUTPUT_TAIL))
        return stream.read().decode("utf-8", errors="replace").strip()
