"""What TorchDynamo reported, as the plain data of a report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from fullgraph.runtime_check.breaks import Break, Frame
from fullgraph.runtime_check.capture import Capture, Recompile, Specialization
from fullgraph.runtime_check.recompile_advice import advice_for, kind_of
from fullgraph.runtime_check.results import ObservedBreak, ObservedRecompile, Place

HERE = str(Path(__file__).parents[1])
RECOMPILE_LIMIT = "GB0039"
"""The registry id of a function that was compiled too often."""
_STANCE = re.compile(r"filename: '(?P<file>.*?)', function name: '(?P<function>.*?)', line number: (?P<line>\d+)")


def observed(found: Break, modes: Sequence[str] = ("default",)) -> ObservedBreak:
    """The break and the modes that have it."""

    def place(frame: Frame) -> Place:
        return Place(frame.filename, frame.line, frame.function)

    here = next(
        (f.function for f in reversed(found.stack) if (f.filename, f.line) == (found.filename, found.line)), None
    )
    return ObservedBreak(
        place=Place(found.filename, found.line, here),
        reason=found.reason,
        registry_id=found.registry_id,
        url=found.url,
        explanation=found.explanation,
        kind=found.kind,
        stack=[place(frame) for frame in found.user_stack if not frame.filename.startswith(HERE)],
        modes=list(modes),
        left=[place(frame) for frame in found.left],
    )


def recompiled(found: Recompile, *, steady: bool, specialized: Sequence[Specialization] = ()) -> ObservedRecompile:
    """The recompile with what to do about it. ``specialized``: the sizes that became constants."""
    return ObservedRecompile(
        place=Place(found.filename or "?", found.line or 0, found.function),
        guard=found.guard,
        steady=steady,
        advice=advice_for(found, specialized),
        kind=kind_of(found.guard),
        used=_used(found),
    )


def _used(found: Recompile) -> Place | None:
    """Where the value of the guard was used. A source note has the end of the path only: known if it is this file's."""
    if not found.stack:
        return None
    name, line = found.stack[-1]
    if not Path(name).is_absolute():
        if found.filename is None or not Path(found.filename).as_posix().endswith(f"/{Path(name).as_posix()}"):
            return None
        name = found.filename
    return Place(name, line) if Path(name).is_file() else None


def recompile_in(error: BaseException) -> Recompile | None:
    """What ``fail_on_recompile`` reports in the text of its exception."""
    text = str(error)
    found = _STANCE.search(text)
    if not found:
        return None
    reasons = tuple(re.findall(r"^\s*- (.+)$", text, re.M))
    return Recompile(found["file"], int(found["line"]), found["function"], reasons)


def over_limit(seen: Capture) -> list[Break]:
    return [found for found in seen.breaks if found.registry_id == RECOMPILE_LIMIT]


def hints(found: Break) -> list[str]:
    return [found.explanation] if found.explanation else []
