"""The protocol of the server and the process that checks for it: pickled frames over pipes.

Each side reads only what the other, a process of the same installation and user, has written.
"""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Literal

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import CheckResult

LENGTH = struct.Struct(">Q")
"""In front of each frame: its length in bytes."""


@dataclass(frozen=True)
class Job:
    """Files to check together; of kind ``fix``, with the safe fixes of one of them applied until nothing changes."""

    number: int
    kind: Literal["check", "fix"]
    files: tuple[Path, ...]
    options: Options
    target: Path | None = None
    """The one of ``files`` that is fixed."""


@dataclass(frozen=True)
class Cancel:
    """Give up the job of this number."""

    number: int


@dataclass(frozen=True)
class Answer:
    """The outcome of a job: cancelled, or a result or a text."""

    number: int
    result: CheckResult | None = None
    text: str | None = None
    """The fixed text of the target."""
    failures: tuple[str, ...] = ()
    """The internal errors, which are in ``result`` too, with their tracebacks."""

    @property
    def cancelled(self) -> bool:
        return self.result is None and self.text is None


def frame(message: Job | Cancel | Answer) -> bytes:
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    return LENGTH.pack(len(data)) + data


def read(stream: BinaryIO) -> Job | Cancel | Answer | None:
    """The next message; None where the other side has gone."""
    head = stream.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    data = stream.read(length)
    if len(data) < length:
        return None
    message: Job | Cancel | Answer = pickle.loads(data)
    return message
