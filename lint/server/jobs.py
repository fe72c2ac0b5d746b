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
from fullgraph.lint.server.targets import Offered

LENGTH = struct.Struct(">Q")
"""In front of each frame: its length in bytes."""


Kind = Literal["check", "fix", "explain", "targets"]


@dataclass(frozen=True)
class Job:
    """Files to check together.

    Of kind ``fix``, with the safe fixes of one of them applied until nothing changes; of kind ``explain``, to say what
    is known of a line of one of them; of kind ``targets``, to name what of one of them ``verify`` can run.
    """

    number: int
    kind: Kind
    files: tuple[Path, ...]
    options: Options
    target: Path | None = None
    """The one of ``files`` that is fixed, explained or looked through."""
    row: int = 0
    """The line that is explained."""


@dataclass(frozen=True)
class Cancel:
    """Give up the job of this number."""

    number: int


@dataclass(frozen=True)
class Answer:
    """The outcome of a job: cancelled, or a result, a text or targets."""

    number: int
    result: CheckResult | None = None
    text: str | None = None
    """The fixed text of the target, or the explanation."""
    targets: tuple[Offered, ...] | None = None
    failures: tuple[str, ...] = ()
    """The internal errors, which are in ``result`` too, with their tracebacks."""

    @property
    def cancelled(self) -> bool:
        return self.result is None and self.text is None and self.targets is None


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
