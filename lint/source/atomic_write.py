"""Puts a rewritten file in the place of the old one, whole or not at all, or shows the difference."""

from __future__ import annotations

import contextlib
import difflib
import errno
import os
import stat
import tempfile
import unicodedata
from collections.abc import Callable
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import InputError
from fullgraph.lint.source.discovery import read_regular
from fullgraph.lint.source.source_file import MAX_BYTES, MAX_NOTEBOOK_BYTES, SourceError, SourceFile, decode


def diff(source: SourceFile, text: str, context: int = 3) -> bytes:
    """The unified diff to a file's new text, in its own encoding and newlines, so that ``patch`` can apply it."""
    name = _in_diff(source.display.replace(os.sep, "/"))
    # Lines end at "\n" alone here, whatever Python makes of other breaks: that is how patch reads them.
    mark = "\ufeff" if source.encoding == "utf-8-sig" else ""
    old, new = ((mark + given).split("\n") for given in (source.text, text))
    old, new = ([f"{line}\n" for line in lines[:-1]] + [line for line in lines[-1:] if line] for lines in (old, new))
    names: list[str] = []
    lines: list[str] = []
    for line in difflib.unified_diff(old, new, name, name, n=context):
        whole = line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n"
        (lines if len(names) == 2 else names).append(whole)
    encoding = "utf-8" if mark else source.encoding
    # The file's encoding need not have the characters of its name.
    return os.fsencode("".join(names)) + "".join(lines).encode(encoding, "surrogateescape")


def _in_diff(name: str) -> str:
    """A name as git and GNU patch write it: quoted as in C where it would else end its line or reach the terminal."""
    if name.isprintable() or not any(unicodedata.category(one) in ("Cc", "Cf", "Zl", "Zp") for one in name):
        return name
    codes = {ord("\\"): "\\\\", ord('"'): '\\"', ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"}
    described = "".join(
        codes.get(byte) or (chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}") for byte in os.fsencode(name)
    )
    return f'"{described}"'


def replace_file(source: SourceFile, text: str) -> None:
    """Put ``text`` in the place of a file. Raises SourceError, with the file as it was."""

    def refuse(message: str) -> SourceError:
        return SourceError(InputError(source.display, message))

    target = Path(os.path.realpath(source.path))  # a link stays one, and what it leads to changes
    try:
        status = target.stat()
        _same_as_read(source, target)
        if not status.st_mode & 0o222 or not os.access(target, os.W_OK):
            raise _Refused("the file is read-only")
        data = source.encode(text)
    except _Refused as failure:
        raise refuse(f"fixes not written: {failure}") from None
    except OSError as failure:
        raise refuse(f"cannot write the fixes: {failure.strerror or failure}") from None
    try:
        # Looked at once more when all is written, so that what changed in between is not lost.
        replace_bytes(target, data, status, lambda: _same_as_read(source, target))
    except _Refused as failure:
        raise refuse(f"fixes not written: {failure}") from None
    except OSError as failure:
        raise refuse(f"fixes not written: {failure.strerror or failure} ({target.parent})") from None


class _Refused(Exception):
    """Why a file is left as it is."""


def _same_as_read(source: SourceFile, target: Path) -> None:
    """Raises _Refused where the file on disk is not the one that was read, or OSError."""
    data = read_regular(target, max(MAX_BYTES, MAX_NOTEBOOK_BYTES))
    if data == source.encode(source.text):
        return
    same_text = False
    if data is not None:
        with contextlib.suppress(SourceError):
            same_text = decode(data, source.display)[0] == source.text
    if same_text:
        raise _Refused(f"{source.encoding} cannot give the file's other bytes back exactly")
    raise _Refused("the file changed on disk while it was checked; run again")


def replace_bytes(
    target: Path, data: bytes, status: os.stat_result | None = None, before: Callable[[], None] = lambda: None
) -> None:
    """Put bytes in the place of a file, whole or not at all, or make it; ``status``: of the file that was there.

    ``before`` is called last of all, and what it raises leaves everything as it was. Raises OSError, with what was
    there as it was; also where the new file could not belong to whom the old one does.
    """
    temporary: str | None = None
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=f".{_short(target.name)}.", suffix=".tmp", dir=target.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if status is not None:
            _belongs_as(temporary, target, status)
        Path(temporary).chmod(stat.S_IMODE(status.st_mode) if status is not None else 0o666 & ~_umask())
        before()
        Path(temporary).replace(target)
        temporary = None
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def _short(name: str) -> str:
    """The beginning of a name, of as many bytes as leave room for more."""
    return os.fsdecode(os.fsencode(name)[:100])


def _belongs_as(temporary: str, target: Path, status: os.stat_result) -> None:
    """Give a new file the owner, group and extended attributes of the old one. Raises OSError for owner and group."""
    if hasattr(os, "chown"):
        with contextlib.suppress(OSError):  # only root can give away what is its own
            os.chown(temporary, status.st_uid, status.st_gid)
        made = Path(temporary).stat()
        if (made.st_uid, made.st_gid) != (status.st_uid, status.st_gid):
            raise OSError(errno.EPERM, "the file belongs to another user or group, and a new one would not")
    if hasattr(os, "listxattr"):
        with contextlib.suppress(OSError):  # not every file system has them
            for name in os.listxattr(target):
                os.setxattr(temporary, name, os.getxattr(target, name))


def _umask() -> int:
    """Return what a new file is not allowed; there is no way to ask but to set it."""
    mask = os.umask(0o022)
    os.umask(mask)
    return mask
