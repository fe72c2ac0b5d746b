"""Which argument that was left out an error asks for."""

from __future__ import annotations

import linecache
import re
from collections.abc import Collection, Iterator
from types import FrameType, TracebackType


def asked_for(error: BaseException, left_out: Collection[str]) -> Iterator[str]:
    """The names of arguments that are None where an error was raised, the likeliest first.

    These are the ones that the failing statement of a frame names, from the innermost frame outwards, and those that
    the error's message names.
    """
    seen = set()
    for frame, text in reversed(list(_statements(error.__traceback__))):
        for name in _WORD.findall(text):
            if name in left_out and name not in seen and frame.f_locals.get(name) is None:
                seen.add(name)
                yield name
    for name in _WORD.findall(str(error)):
        if name in left_out and name not in seen:
            seen.add(name)
            yield name


def named_where(error: BaseException, names: Collection[str]) -> list[str]:
    """Those of some names that the failing statements of an error's traceback name, from the innermost outwards."""
    found = (_WORD.findall(text) for _, text in reversed(list(_statements(error.__traceback__))))
    return list(dict.fromkeys(word for words in found for word in words if word in names))


_WORD = re.compile(r"[A-Za-z_]\w*")


def _statements(trace: TracebackType | None) -> Iterator[tuple[FrameType, str]]:
    """Each frame of a traceback with the text of what it was evaluating."""
    while trace is not None:
        code = trace.tb_frame.f_code
        first = last = trace.tb_lineno
        positions = list(code.co_positions()) if hasattr(code, "co_positions") else []
        if trace.tb_lasti // 2 < len(positions):
            start, end, _, _ = positions[trace.tb_lasti // 2]
            first, last = start or first, end or last
        lines = range(min(first, trace.tb_lineno), max(last, trace.tb_lineno) + 1)
        yield trace.tb_frame, "".join(linecache.getline(code.co_filename, line) for line in lines)
        trace = trace.tb_next
