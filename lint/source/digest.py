"""Digests of files' contents, and of what is known by several texts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable

_SIZE = 20
"""Bytes: enough that nobody finds two contents with the same, by chance or on purpose."""

_DECLARED = re.compile(rb"\A(?:[^\n]*\n)?[^\n]*coding")
"""A declaration of an encoding."""


def of_bytes(path: str, data: bytes) -> str:
    """The digest of a file's bytes. A text that stands in for the file has the same where the bytes say no more."""
    plain = data.isascii() and path.endswith(".py") and _DECLARED.match(data) is None
    return hashlib.blake2b(data, digest_size=_SIZE, person=b"text" if plain else b"bytes").hexdigest()


def of_text(path: str, text: str) -> str:
    """The digest of a text that stands in for a file."""
    data = text.encode("utf-8", "surrogatepass")
    if data.isascii() and path.endswith(".py") and _DECLARED.match(data) is None:
        return of_bytes(path, data)
    return hashlib.blake2b(data, digest_size=_SIZE, person=b"unicode").hexdigest()


def of_parts(parts: Iterable[str]) -> str:
    """The digest of several texts: 64 hexadecimal digits."""
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()
