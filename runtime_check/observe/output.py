"""Output of this process, caught where it is written, so that what extensions and child processes print counts too."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import tempfile
from collections.abc import Iterator
from typing import IO

DESCRIPTORS = {"stdout": 1, "stderr": 2}


@contextlib.contextmanager
def caught_output(*names: str) -> Iterator[list[str]]:
    """Catch what is written to these of ``stdout`` and ``stderr``; its lines are there once the block has ended."""
    lines: list[str] = []
    with tempfile.TemporaryFile() as file, contextlib.ExitStack() as undo:
        streams = {name: getattr(sys, name) for name in names}
        for name, stream in streams.items():
            _flush(stream)
            _redirect(name, stream, file, undo)
        try:
            yield lines
        finally:
            for name, stream in streams.items():
                _flush(getattr(sys, name))
                _flush(stream)
            undo.close()
            file.seek(0)
            lines += file.read().decode("utf-8", errors="replace").splitlines()


def _redirect(name: str, stream: IO[str] | None, file: IO[bytes], undo: contextlib.ExitStack) -> None:
    descriptor = DESCRIPTORS[name]
    try:
        saved = os.dup(descriptor)
    except OSError:  # The process has no such descriptor: what its Python code prints is caught all the same.
        saved = None
    if saved is not None:
        os.dup2(file.fileno(), descriptor)
        undo.callback(_put_back, descriptor, saved)
    if saved is None or not _writes_to(stream, descriptor):
        own = open(file.fileno(), "w", encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
        setattr(sys, name, own)
        undo.callback(setattr, sys, name, stream)


def _put_back(descriptor: int, saved: int) -> None:
    os.dup2(saved, descriptor)
    os.close(saved)


def _writes_to(stream: IO[str] | None, descriptor: int) -> bool:
    try:
        return stream is not None and stream.fileno() == descriptor
    except (OSError, ValueError, AttributeError):
        return False


def _flush(stream: IO[str] | None) -> None:
    """Flush a stream, and those of C."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        if stream is not None:
            stream.flush()
    if os.name == "posix":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).fflush(None)
