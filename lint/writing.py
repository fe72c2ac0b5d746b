"""Puts a rewritten file in the place of the old one, whole or not at all, or shows the difference."""

from __future__ import annotations

import contextlib
import difflib
import os
import stat
import tempfile
from pathlib import Path

from fullgraph.lint.diagnostics import InputError
from fullgraph.lint.source import SourceError, SourceFile, decode


def diff(source: SourceFile, text: str, context: int = 3) -> bytes:
    """The unified diff to a file's new text, in its own encoding and newlines, so that ``patch`` can apply it."""
    name = source.display.replace(os.sep, "/")
    # Lines end at "\n" alone here, whatever Python makes of other breaks: that is how patch reads them.
    mark = "\ufeff" if source.encoding == "utf-8-sig" else ""
    old, new = ((mark + given).split("\n") for given in (source.text, text))
    old, new = ([f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line] for lines in (old, new))
    lines = [
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        for line in difflib.unified_diff(old, new, name, name, n=context)
    ]
    encoding = "utf-8" if mark else source.encoding
    return "".join(lines).encode(encoding, "surrogateescape")


def replace_file(source: SourceFile, text: str) -> None:
    """Put ``text`` in the place of a file. Raises SourceError, with the file as it was."""

    def refuse(message: str) -> SourceError:
        return SourceError(InputError(source.display, message))

    target = Path(os.path.realpath(source.path))  # a link stays one, and what it leads to changes
    try:
        status = target.stat()
        data = target.read_bytes()
    except OSError as failure:
        raise refuse(f"cannot write the fixes: {failure.strerror or failure}") from None
    if data != source.encode(source.text):
        same_text = False
        with contextlib.suppress(SourceError):
            same_text = decode(data, source.display)[0] == source.text
        if same_text:
            raise refuse(f"fixes not written: {source.encoding} cannot give the file's other bytes back exactly")
        raise refuse("fixes not written: the file changed on disk while it was checked; run again")
    if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise refuse("fixes not written: the file is read-only")
    try:
        replace_bytes(target, source.encode(text), status)
    except OSError as failure:
        raise refuse(f"fixes not written: {failure.strerror or failure} ({target.parent})") from None


def replace_bytes(target: Path, data: bytes, status: os.stat_result | None = None) -> None:
    """Put bytes in the place of a file, whole or not at all, or make it; ``status``: of the file that was there.

    Raises OSError, with what was there as it was.
    """
    temporary: str | None = None
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=".tmp", dir=target.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if status is not None and hasattr(os, "chown"):
            with contextlib.suppress(OSError):  # only root can keep another's ownership
                os.chown(temporary, status.st_uid, status.st_gid)
        Path(temporary).chmod(stat.S_IMODE(status.st_mode) if status is not None else 0o666 & ~_umask())
        Path(temporary).replace(target)
        temporary = None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def _umask() -> int:
    """What a new file is not allowed; there is no way to ask but to set it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
