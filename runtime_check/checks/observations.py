"""TorchDynamo's reports as the plain data of a report."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from types import CodeType

from fullgraph.runtime_check.observe.breaks import Break, Frame, plain_name
from fullgraph.runtime_check.observe.capture import Capture, Recompile, Specialization
from fullgraph.runtime_check.observe.recompile_advice import advice_for, kind_of
from fullgraph.runtime_check.results import ObservedBreak, ObservedRecompile, Place
from fullgraph.runtime_check.source_lines import OWN_FOLDER

RECOMPILE_LIMIT = "GB0039"
"""The registry id of a function that was compiled too often."""
UNKNOWN_GUARD = "TorchDynamo does not report which guard failed"
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
        resumes=found.resumes,
        stack=[place(frame) for frame in found.user_stack if not frame.filename.startswith(OWN_FOLDER)],
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
    """The place where the value of the guard was used.

    A source note has the end of the path only: known if it is this file's.
    """
    if not found.stack:
        return None
    name, line = found.stack[-1]
    if not Path(name).is_absolute():
        if found.filename is None or not Path(found.filename).as_posix().endswith(f"/{Path(name).as_posix()}"):
            return None
        name = found.filename
    return Place(name, line) if Path(name).is_file() else None


def recompile_in(error: BaseException) -> Recompile | None:
    """The recompile that ``fail_on_recompile`` reports in the text of its exception."""
    text = str(error)
    found = _STANCE.search(text)
    if not found:
        return None
    reasons = tuple(re.findall(r"^\s*- (.+)$", text, re.M))
    return Recompile(found["file"], int(found["line"]), found["function"], reasons)


def recompiles_of(seen: Capture, error: BaseException | None = None) -> list[ObservedRecompile]:
    """The recompiles of a warm-up; ``over_limit`` is the last one of each function that was compiled too often.

    ``error``: what ended it.
    """
    found = [recompiled(one, steady=False, specialized=seen.specialized) for one in seen.recompiles]
    for limit in over_limit(seen):
        place = (limit.filename, limit.line)
        last = next((one for one in reversed(found) if (one.place.filename, one.place.line) == place), None)
        if last is None:
            again = Recompile(limit.filename, limit.line, limit.stack[-1].function if limit.stack else None, ())
            last = recompiled(again, steady=False)
            found.append(last)
        last.over_limit = True
    raised = limit_hit(error, seen.specialized)
    if raised is not None:
        found[-1:] = [raised]  # The same one, whose function may not have been known.
    return found


def limit_hit(error: BaseException | None, specialized: Sequence[Specialization] = ()) -> ObservedRecompile | None:
    """The recompile that ``fullgraph=True`` raises for, since the function was compiled too often; None for others.

    The exception itself says neither where nor why.
    """
    from torch._dynamo.exc import FailOnRecompileLimitHit
    from torch._dynamo.utils import get_compilation_metrics

    if not isinstance(error, FailOnRecompileLimitHit):
        return None
    failed = [one for one in get_compilation_metrics() if one.fail_type == type(error).__name__]
    reason = failed[-1].recompile_reason if failed else None
    reasons = (reason,) if reason else ()
    code = _code_of(error)
    again = (
        Recompile(code.co_filename, code.co_firstlineno, plain_name(code.co_name), reasons)
        if code is not None
        else Recompile(None, None, None, reasons)
    )
    found = recompiled(again, steady=False, specialized=specialized)
    found.over_limit = True
    return found


def _code_of(error: BaseException) -> CodeType | None:
    """The code that TorchDynamo was asked to compile when it raised this."""
    found = None
    traceback = error.__traceback__
    while traceback is not None:
        frame = traceback.tb_frame
        if frame.f_globals.get("__name__") == "torch._dynamo.convert_frame" and "code" in frame.f_locals:
            found = frame.f_locals["code"]
        traceback = traceback.tb_next
    return found if isinstance(found, CodeType) else None


def limit_text(found: ObservedRecompile) -> str:
    """The function that hits the recompile limit, and the guard, in words."""
    return f"{function_of(found)} hits the recompile limit: {found.guard or UNKNOWN_GUARD}"


def function_of(found: ObservedRecompile) -> str:
    """The function that was compiled again, as far as it is known."""
    place = found.place
    return f"{place.function} ({place.filename}:{place.line})" if place.function else "the compiled function"


def advice_on(recompiles: Sequence[ObservedRecompile]) -> list[str]:
    """The advice on these recompiles, each once with its guard."""
    found = {one.advice: f"{one.guard}: {one.advice}" for one in recompiles if one.advice}
    return list(found.values())


def over_limit(seen: Capture) -> list[Break]:
    return [found for found in seen.breaks if found.registry_id == RECOMPILE_LIMIT]


def hints(found: Break) -> list[str]:
    return [found.explanation] if found.explanation else []
