"""Makes a file that breaks a promise small: pieces of it are left out as long as the same promise breaks."""

from __future__ import annotations

import time
from collections.abc import Callable


def shrink(data: bytes, breaks: Callable[[bytes], bool], seconds: float) -> bytes:
    """A smaller file of which ``breaks`` holds too: without lines, then without characters, as time allows."""
    until = time.monotonic() + seconds
    for pieces in (data.splitlines(keepends=True), None):
        units = pieces if pieces is not None else [data[i : i + 1] for i in range(len(data))]
        if pieces is None and len(units) > 4000:
            break
        data = b"".join(_without(units, lambda kept: breaks(b"".join(kept)), until))
    return data


def _without(units: list[bytes], breaks: Callable[[list[bytes]], bool], until: float) -> list[bytes]:
    size = max(len(units) // 2, 1)
    while units:
        place, smaller = 0, False
        while place < len(units):
            if time.monotonic() > until:
                return units
            kept = units[:place] + units[place + size :]
            if breaks(kept):
                units, smaller = kept, True
            else:
                place += size
        if size == 1 and not smaller:
            break
        size = max(size // 2, 1)
    return units
