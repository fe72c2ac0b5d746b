"""Workers that a warm process forks: the same as those of `supervise`, without the time that imports take."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

from fullgraph.runtime_check.process.environment import inherited
from fullgraph.runtime_check.process.fork_server import ENVIRONMENT
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import (
    TOKEN,
    Limits,
    Observation,
    Output,
    WorkerProcess,
    end_descendants,
    observed,
    target_environment,
)

START_SECONDS = 300.0
"""That a server may take to import its packages."""
END_SECONDS = 20.0
"""In which a server must tell of the end of a worker that was ended; one that cannot is ended itself."""
POSIX = sys.platform.startswith("linux")
"""Whether there is forking as it is needed here."""


class ServerError(Exception):
    """A server that could not be started, or is gone: one line that says why."""


class ForkServer:
    """A warm process; one worker at a time runs in it. A context manager."""

    def __init__(
        self, packages: Sequence[str], *, executable: str = sys.executable, python_path: str | None = None
    ) -> None:
        """``python_path`` is the value of ``PYTHONPATH``, for an interpreter that lacks the package ``fullgraph``."""
        ours, theirs = socket.socketpair()
        self.executable, self.python_path = executable, python_path
        self.channel = ours
        self.output = Output()
        self.token = secrets.token_hex(16)
        environment = target_environment(self.token, ENVIRONMENT)
        if python_path is not None:
            environment["PYTHONPATH"] = python_path
        try:
            self.process = subprocess.Popen(
                [executable, "-m", "fullgraph.runtime_check.process.fork_server", *packages],
                stdin=theirs.fileno(),
                stdout=self.output.writing,
                stderr=subprocess.STDOUT,
                env=environment,
                start_new_session=True,
            )
        except OSError as error:
            ours.close()
            self.output.given()
            raise ServerError(f"{executable} cannot be run: {error.strerror}") from error
        finally:
            theirs.close()
        self.output.given()
        self._rest = b""
        ours.settimeout(START_SECONDS)
        try:
            self.gpu_started = bool(self.message().get("gpu_started"))
        except ServerError as error:
            self.close()
            last = next((line for line in reversed(self.output.tail().splitlines()) if line.strip()), str(error))
            raise ServerError(f"{executable} cannot run fullgraph: {last.strip()}") from None

    def __enter__(self) -> ForkServer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None

    def close(self) -> None:
        """End the server, with its worker and all that workers have left behind."""
        with contextlib.suppress(OSError):
            self.channel.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(5.0)
        self.end()

    def end(self) -> None:
        """End it at once, where it may not be able to do so itself."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        end_descendants(self.token)

    def start(self, request: Path, events: Path, environment: dict[str, str], output: int) -> Forked:
        """Fork a worker that prints to the file ``output``. Raises `ServerError`."""
        order = {"request": str(request), "events": str(events), "environment": json.dumps(environment)}
        try:
            self.channel.settimeout(START_SECONDS)
            data = json.dumps(order).encode() + b"\n"
            self.channel.sendall(data[socket.send_fds(self.channel, [data], [output]) :])
        except OSError as error:
            raise ServerError(f"the warm process has ended: {error}") from error
        return Forked(self, int(self.message()["pid"]))

    def message(self, seconds: float | None = START_SECONDS) -> dict[str, Any]:
        """The next message. Raises `ServerError`; `TimeoutError` if there is none within the time."""
        self.channel.settimeout(seconds)
        while b"\n" not in self._rest:
            try:
                data = self.channel.recv(2**16)
            except TimeoutError:
                if seconds == START_SECONDS:
                    raise ServerError(f"no answer after {START_SECONDS:g} s") from None
                raise
            except OSError as error:
                raise ServerError(f"the warm process has ended: {error}") from error
            if not data:
                raise ServerError("the warm process has ended")
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        message: dict[str, Any] = json.loads(line)
        return message


class Forked:
    """A forked worker, with what `WorkerProcess` uses of a ``subprocess.Popen``."""

    def __init__(self, server: ForkServer, pid: int) -> None:
        self.server, self.pid = server, pid
        self.returncode = 0
        self.peak_memory: int | None = None
        self.ended = False

    def poll(self) -> int | None:
        """The exit status, once it has ended."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0.0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, without a time for that of one that was ended. Raises `subprocess.TimeoutExpired`."""
        if self.ended:
            return self.returncode
        try:
            # A time of nothing would make the socket non-blocking.
            message = self.server.message(max(timeout, 1e-4) if timeout is not None else END_SECONDS)
            self.returncode, self.peak_memory = int(message["status"]), int(message["memory"])
        except TimeoutError:
            if timeout is not None:
                raise subprocess.TimeoutExpired("worker", timeout) from None
            self._end_with_server()
        except (ServerError, ValueError, KeyError, TypeError):
            self._end_with_server()
        self.ended = True
        return self.returncode

    def _end_with_server(self) -> None:
        """The server is gone or stopped, by the target's doing: nothing of it may stay."""
        self.server.end()
        self.returncode = -signal.SIGKILL

    def kill(self) -> None:
        """End its process group, and itself where it has left that."""
        if self.ended:
            return
        for end in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                end(self.pid, signal.SIGKILL)


class ForkedWorker(WorkerProcess):
    """A worker under its limits, forked from a server."""

    def __init__(
        self, server: ForkServer, message: Request, folder: Path, limits: Limits, environment: Mapping[str, str]
    ) -> None:
        super().__init__(message, folder, limits, environment=environment)
        self.server = server
        self.peak_memory: int | None = None

    @contextlib.contextmanager
    def _started(self) -> Iterator[Forked]:
        # What stands for the GPU of this run, and what is passed on by name, may differ from when the server started.
        environment = {**inherited(os.environ, self.request.pass_env), **self.environment}
        for name in (*ENVIRONMENT, "PYTHONPATH", TOKEN):
            environment.pop(name, None)
        process = self.server.start(self.request_path, self.events_path, environment, self.output.writing)
        self.output.given()
        try:
            yield process
        finally:
            process.kill()
            process.wait()
            self.peak_memory = process.peak_memory


def observe_forked(
    server: ForkServer,
    request: Request,
    limits: Limits,
    environment: Mapping[str, str] = MappingProxyType({}),
) -> tuple[Observation, int | None]:
    """Run one target in a worker of the server and wait for it.

    ``environment`` are variables that it gets beside those of the server. Also returns the bytes of memory that it
    held at most. Raises `ServerError`; nothing for what the target does.

    A run on a GPU that no fork of this server could use has a process that imports everything anew; the memory that it
    held is not known.
    """
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fullgraph-", ignore_cleanup_errors=True) as folder:
        if server.gpu_started and request.device != "cpu":
            anew = WorkerProcess(request, Path(folder), limits, environment=_anew(server, environment))
            anew.command[0] = server.executable
            return observed(anew, request, start), None
        worker = ForkedWorker(server, request, Path(folder), limits, environment)
        return observed(worker, request, start), worker.peak_memory


def _anew(server: ForkServer, environment: Mapping[str, str]) -> dict[str, str]:
    path = {"PYTHONPATH": server.python_path} if server.python_path is not None else {}
    return {**path, **environment}
