"""Messages between processes: bytes with their length in front."""

from __future__ import annotations

import os
import struct

LENGTH = struct.Struct(">I")

GOES_ON, ENDS = b"+", b"-"
"""In front of an answer: whether the process takes more files."""


def frame(data: bytes) -> bytes:
    return LENGTH.pack(len(data)) + data


def read(descriptor: int) -> bytes | None:
    """The next message; None where the other side has gone."""
    head = _exactly(descriptor, LENGTH.size)
    return None if head is None else _exactly(descriptor, LENGTH.unpack(head)[0])


def _exactly(descriptor: int, count: int) -> bytes | None:
    parts = []
    while count:
        part = os.read(descriptor, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


class Inbox:
    """Puts messages together from what arrives of them."""

    def __init__(self) -> None:
        self._held = bytearray()

    def take(self, data: bytes) -> list[bytes]:
        """The messages that are whole now."""
        self._held += data
        found = []
        while len(self._held) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack(self._held[: LENGTH.size])[0]
            if len(self._held) < end:
                break
            found.append(bytes(self._held[LENGTH.size : end]))
            del self._held[:end]
        return found
