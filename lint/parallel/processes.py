"""Two ways to start a process that checks files: as a fork of this one, or afresh where systems do not fork."""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import queue
import selectors
import subprocess
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint.config.options import Options
from fullgraph.lint.parallel.frames import Inbox, frame
from fullgraph.lint.parallel.limits import Limits

if TYPE_CHECKING:
    from fullgraph.lint.engine.file_checker import FileChecker


def can_fork() -> bool:
    """Return whether this process may fork: not while threads may hold locks, nor where system libraries forbid it."""
    return sys.platform not in ("win32", "darwin") and threading.active_count() == 1


class Process(ABC):
    """A process with a pipe to it and one from it."""

    source: int
    """The descriptor of the pipe with its answers."""
    sink: int
    """The descriptor of the pipe with its jobs."""

    def __init__(self) -> None:
        self.inbox = Inbox()
        self.job: int | None = None
        """The number of the file that it checks."""
        self.deadline = 0.0
        """The time at which it is killed for not answering, by the monotonic clock."""
        self.late = False
        self.ends = False
        """Whether it takes no more files."""

    def ask(self, number: int, deadline: float) -> None:
        """Have it check a file."""
        self.job, self.deadline = number, deadline
        self.send(str(number).encode())

    def send(self, data: bytes) -> None:
        rest = memoryview(frame(data))
        with contextlib.suppress(OSError):  # it has died: that is noticed where its answers are read
            while rest:
                rest = rest[os.write(self.sink, rest) :]

    @abstractmethod
    def kill(self) -> None:
        """End it at once."""

    @abstractmethod
    def wait(self) -> int:
        """Its exit status once it has ended, negative for a signal."""

    @abstractmethod
    def close(self) -> None:
        """Let go of its pipes."""


class Forked(Process):
    """A fork of this process, which has loaded all that is needed."""

    def __init__(self, units: FileChecker, files: Sequence[Path], limits: Limits, others: Iterable[Process]) -> None:
        super().__init__()
        from fullgraph.lint.parallel import worker

        its_source, self.sink = os.pipe()
        self.source, its_sink = os.pipe()
        sys.stdout.flush()
        sys.stderr.flush()
        self.pid = os.fork()
        if self.pid:
            os.close(its_source)
            os.close(its_sink)
            return
        status = 1
        try:  # nothing of the parent's own ending may run here
            for one in (self, *others):  # else a process that has lost its parent would wait for its siblings
                os.close(one.source)
                os.close(one.sink)
            worker.serve(units, files, limits, its_source, its_sink)
            status = 0
        except BaseException as failure:
            if not isinstance(failure, OSError):  # whoever asked has gone
                sys.excepthook(type(failure), failure, failure.__traceback__)
        finally:
            with contextlib.suppress(Exception):
                sys.stderr.flush()
            os._exit(status)

    def kill(self) -> None:
        import signal

        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        try:
            return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        except ChildProcessError:
            return 1

    def close(self) -> None:
        os.close(self.source)
        os.close(self.sink)


class Spawned(Process):
    """A process of the same interpreter that loads what is needed itself."""

    def __init__(self, files: Sequence[Path], options: Options, limits: Limits) -> None:
        super().__init__()
        # The path is handed over whole: with a plain `-c` the current folder would come first, and code of a project
        # that is only to be read would be imported.
        code = f"import sys; sys.path[:] = {sys.path!r}; from fullgraph.lint.parallel.worker import main; main()"
        self._process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self.sink, self.source = self._process.stdin.fileno(), self._process.stdout.fileno()
        chosen = {
            one.name: getattr(options, one.name)
            for one in dataclasses.fields(options)
            if one.name not in ("per_file_ignores", "sources")  # these count where units are put together
        }
        sources = {str(path): text for path, text in options.sources.items()}
        message = {"files": list(map(str, files)), "options": chosen, "sources": sources}
        self.send(json.dumps({**message, "limits": dataclasses.astuple(limits)}).encode())

    def kill(self) -> None:
        self._process.kill()

    def wait(self) -> int:
        return self._process.wait()

    def close(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        self._process.stdout.close()


class Waiting(ABC):
    """Waits for answers of several processes."""

    @abstractmethod
    def add(self, process: Process) -> None: ...

    @abstractmethod
    def drop(self, process: Process) -> None: ...

    @abstractmethod
    def arrived(self, timeout: float) -> list[tuple[Process, bytes]]:
        """Return what has come, nothing in it from a process that has ended. At most ``timeout`` seconds are waited."""


class Selecting(Waiting):
    """By the operating system."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def add(self, process: Process) -> None:
        self._selector.register(process.source, selectors.EVENT_READ, process)

    def drop(self, process: Process) -> None:
        self._selector.unregister(process.source)

    def arrived(self, timeout: float) -> list[tuple[Process, bytes]]:
        return [(key.data, os.read(key.fd, 1 << 20)) for key, _ in self._selector.select(timeout)]


class Listening(Waiting):
    """By a thread for each: pipes cannot be waited for on every system."""

    def __init__(self) -> None:
        self._queue: queue.SimpleQueue[tuple[Process, bytes]] = queue.SimpleQueue()

    def add(self, process: Process) -> None:
        threading.Thread(target=self._listen, args=(process,), daemon=True).start()

    def drop(self, process: Process) -> None:
        """Its thread has ended."""

    def _listen(self, process: Process) -> None:
        data = b" "
        while data:
            try:
                data = os.read(process.source, 1 << 20)
            except OSError:
                data = b""
            self._queue.put((process, data))

    def arrived(self, timeout: float) -> list[tuple[Process, bytes]]:
        try:
            return [self._queue.get(timeout=timeout)]
        except queue.Empty:
            return []
