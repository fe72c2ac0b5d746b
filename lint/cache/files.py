"""Files of the cache: read only where they are whole and one's own, replaced whole."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import stat
import tempfile
import time
from pathlib import Path
from typing import Any

from fullgraph.lint.cache.pack import DAYS

TAG = """Signature: 8a477f597d28d172789f06886806bc55
# This folder is a cache of fullgraph's; it may be removed at any time.
# See https://bford.info/cachedir/
"""

IGNORED = "*\n"
"""The ``.gitignore`` of a cache."""

_LARGEST = 256_000_000
"""Bytes of a file of the cache; a larger one is none of ours."""


def today() -> int:
    """Days since 1970."""
    return int(time.time()) // 86_400


def load(path: Path) -> dict[str, Any]:
    """Return what a file holds; nothing where it is missing, damaged, or another user's."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(descriptor, "rb") as stream:
            if not _is_own(os.fstat(descriptor)):
                return {}
            head, data = stream.readline(100), stream.read(_LARGEST)
        if head.rstrip(b"\n").decode() != _sum(data):
            return {}
        found = json.loads(data)
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_own(status: os.stat_result) -> bool:
    """Return whether a file is a plain one that nobody else can have written."""
    if not stat.S_ISREG(status.st_mode):
        return False
    return not hasattr(os, "geteuid") or (status.st_uid == os.geteuid() and not status.st_mode & 0o022)


def _sum(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def save(path: Path, content: dict[str, Any]) -> None:
    """Replace a file. Whoever reads it finds the old or the new one; where it cannot be written, the old one stays."""
    data = json.dumps(content, separators=(",", ":"), ensure_ascii=True).encode()
    temporary: str | None = None
    try:
        descriptor, temporary = tempfile.mkstemp(prefix=".new-", dir=path.parent)
        with os.fdopen(descriptor, "wb") as stream:
            stream.write(_sum(data).encode() + b"\n" + data)
        Path(temporary).replace(path)
        temporary = None
    except OSError:
        pass
    finally:
        if temporary is not None:
            with contextlib.suppress(OSError):
                Path(temporary).unlink()


def prepare(root: Path, folder: Path) -> bool:
    """Make the folders; whether the cache can be used: not where another user could put files into it."""
    try:
        new = not root.exists()
        root.mkdir(parents=True, exist_ok=True)
        folder.mkdir(exist_ok=True)
        if new or not (root / "CACHEDIR.TAG").exists():
            if not (root / ".gitignore").exists():
                (root / ".gitignore").write_text(IGNORED, encoding="utf-8")
            (root / "CACHEDIR.TAG").write_text(TAG, encoding="utf-8")
        return _is_own_folder(root) and _is_own_folder(folder)
    except OSError:
        return False


def _is_own_folder(path: Path) -> bool:
    status = path.stat()
    return not hasattr(os, "geteuid") or status.st_uid == os.geteuid()


def sweep(root: Path, current: Path) -> None:
    """Drop what was not used for long: folders of other settings or versions, and files that a killed run left."""
    current_stamp = current / "used"
    with contextlib.suppress(OSError):
        if current_stamp.exists() and time.time() - current_stamp.stat().st_mtime < 86_400:
            return  # once a day is enough
        current_stamp.touch()
        for folder in root.iterdir():
            if folder.is_dir() and not folder.is_symlink() and _is_key(folder.name):
                _sweep_folder(folder, folder == current)


def _is_key(name: str) -> bool:
    return len(name) == 32 and not set(name) - set("0123456789abcdef")


def _sweep_folder(folder: Path, is_current: bool) -> None:
    stamp = folder / "used"
    old = time.time() - DAYS * 86_400
    stale = not is_current and (not stamp.exists() or stamp.stat().st_mtime < old)
    for file in folder.iterdir():
        left_over = file.name.startswith(".new-") and time.time() - file.stat().st_mtime > 86_400
        if stale or left_over:
            file.unlink()
    if stale:
        folder.rmdir()


def remove(root: Path) -> bool:
    """Remove a cache, and its folder if nothing else is in it; whether it was one. Raises OSError."""
    tag = root / "CACHEDIR.TAG"
    if not _holds(tag, TAG):
        return False
    for folder in root.iterdir():
        if folder.is_dir() and not folder.is_symlink() and _is_key(folder.name):
            shutil.rmtree(folder)
    if _holds(root / ".gitignore", IGNORED):
        (root / ".gitignore").unlink()
    tag.unlink()
    with contextlib.suppress(OSError):  # something else is in it, or it is a link
        root.rmdir()
    return True


def _holds(path: Path, text: str) -> bool:
    try:
        return path.is_file() and path.read_bytes() == text.encode()
    except OSError:
        return False
