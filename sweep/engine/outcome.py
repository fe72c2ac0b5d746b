"""What a worker observed, as the rows of a store."""

from __future__ import annotations

import datetime
import hashlib
import platform
from pathlib import Path

from fullgraph.lint.facts.identity import of_file
from fullgraph.runtime_check.identity import of_breaks, of_recompiles
from fullgraph.runtime_check.process.supervise import Observation
from fullgraph.runtime_check.results import BreakCosts, Failure, Gains, ObservedBreak, Place, Run
from fullgraph.runtime_check.source_lines import is_source, quote
from fullgraph.sweep.rows import (
    BreakRow,
    CheckRow,
    PredictionRow,
    RecompileRow,
    RunRow,
    RunStatus,
    SourceRow,
    TimingRow,
)

OUTPUT = 4000
"""Characters of a failed target's output that are kept."""
STACK = 40
"""Frames of a break that are kept, the innermost."""
TEXT = 4000
"""Characters of any other text that are kept: a guard or a reason may quote whatever the target has."""


def row_of(run: str, observation: Observation, peak_memory: int | None = None) -> RunRow:
    """The row of a run."""
    seen = observation.run
    _fill_in_sources(seen)
    sources = _sources(observation)
    failure = seen.failure
    return RunRow(
        run,
        status_of(seen),
        seen.seconds,
        now(),
        platform.node() or "?",
        failure=failure.kind if failure is not None else None,
        cause=_cause(failure) if failure is not None else None,
        message=failure.message[:TEXT] if failure is not None else None,
        during=failure.during if failure is not None else None,
        output=(failure.traceback or failure.output)[-OUTPUT:] or None if failure is not None else None,
        graphs=seen.graphs,
        inputs=[one[:TEXT] for one in seen.input_sets],
        step=seen.what,
        backend=seen.environment.backend,
        device_name=seen.environment.device_name,
        source_hash=_digest("".join(f"{one.file}\0{one.hash}\0" for one in sources)) if sources else None,
        peak_memory=peak_memory,
        check_errors=list(seen.check_errors),
        checks=[CheckRow(one.check, one.status, one.summary[:TEXT]) for one in seen.verdicts],
        breaks=_breaks(seen),
        predictions=[
            PredictionRow(
                one.code, one.message, _file(one.place), one.place.line, list(one.modes), one.reached, one.unmet
            )
            for one in seen.unobserved
        ],
        recompiles=_recompiles(seen),
        sources=sources,
        timing=_timing(seen.gains) if seen.gains is not None else None,
    )


def lost(run: str, message: str) -> RunRow:
    """The row of a run of which nothing came back, however often it was tried."""
    return RunRow(
        run, "unusable", 0.0, now(), "?", failure="lost", cause="its machine or worker was lost", message=message
    )


def now() -> datetime.datetime:
    return datetime.datetime.now().astimezone()


def status_of(run: Run) -> RunStatus:
    """The run in a word; the first that holds."""
    if run.failure is not None:
        return "unusable"
    failed = {one.check for one in run.verdicts if one.status == "fail"}
    if run.breaks or failed & {"breaks", "fullgraph"}:
        return "breaks"
    if "steady" in failed:
        return "recompiles"
    return "fails" if failed else "whole"


def _cause(failure: Failure) -> str:
    """One text for all that fail alike."""
    if failure.cause:
        return failure.cause
    if failure.kind == "target":
        return "is not a usable target"
    what = f"raises {_exception(failure)}" if failure.kind == "raised" else _CAUSES[failure.kind]
    return f"{what} during {failure.during}"


_CAUSES = {
    "exit": "ends its own process",
    "timeout": "takes too long",
    "memory": "needs too much memory",
    "crash": "crashes",
    "internal": "fullgraph itself failed",
}


def _exception(failure: Failure) -> str:
    """The name of the exception: how the first line behind the frames of the last traceback begins."""
    last = failure.traceback.rpartition("Traceback (most recent call last):")[2]
    told = next((line for line in last.splitlines() if line and not line[0].isspace()), "")
    name = told.partition(":")[0].rpartition(".")[2]
    return name if name.isidentifier() else "an exception"


def _fill_in_sources(run: Run) -> None:
    """Put the text of the line to each break and recompile that lacks it: identities are made of it."""
    for place in (*(one.place for one in run.breaks), *(one.place for one in run.recompiles)):
        if place.source is None:
            quote(place)


def _breaks(run: Run) -> list[BreakRow]:
    costs = run.break_costs or BreakCosts()
    identities = of_breaks(run.breaks)
    return [_break(one, identity.digest, costs) for one, identity in zip(run.breaks, identities, strict=True)]


def _break(found: ObservedBreak, identity: str, costs: BreakCosts) -> BreakRow:
    cost = costs.of(found)
    return BreakRow(
        identity,
        _file(found.place),
        found.place.line,
        found.place.function,
        found.place.source[:TEXT] if found.place.source is not None else None,
        found.kind,
        found.registry_id,
        found.reason[:TEXT],
        found.explanation[:TEXT] or None,
        list(found.modes),
        list(found.predicted_by),
        list(found.missed_in),
        [f"{_file(frame)}:{frame.line} {frame.function or ''}".rstrip() for frame in found.stack[-STACK:]],
        cost.operators if cost is not None else None,
        cost.syncs if cost is not None else None,
        cost.seconds if cost is not None else None,
        cost.share if cost is not None else None,
    )


def _recompiles(run: Run) -> list[RecompileRow]:
    identities = of_recompiles(run.recompiles)
    return [
        RecompileRow(
            identity.digest,
            _file(one.place),
            one.place.line,
            one.place.function,
            one.kind,
            one.guard[:TEXT],
            one.advice[:TEXT],
            one.steady,
            one.over_limit,
        )
        for one, identity in zip(run.recompiles, identities, strict=True)
    ]


def _timing(gains: Gains) -> TimingRow:
    return TimingRow(
        gains.compiled_with,
        gains.eager.median,
        gains.compiled.median,
        gains.speedup,
        gains.ratio.low if gains.ratio is not None else None,
        gains.ratio.high if gains.ratio is not None else None,
        gains.compile_seconds,
        gains.peak_memory_eager,
        gains.peak_memory_compiled,
        gains.kernels_eager,
        gains.kernels_compiled,
    )


def _sources(observation: Observation) -> list[SourceRow]:
    """The files that the run reached, by their content; those of one name, in different folders, together."""
    found: dict[str, list[str]] = {}
    for filename in sorted(observation.reached):
        path = Path(filename)
        if is_source(path):
            found.setdefault(_named(filename), []).append(_digest(path.read_bytes()))
    return [SourceRow(name, "+".join(sorted(digests))) for name, digests in sorted(found.items())]


def _file(place: Place) -> str:
    return _named(place.filename)


def _named(filename: str) -> str:
    path = Path(filename)
    return of_file(path.resolve()) if path.is_absolute() else filename


def _digest(content: bytes | str) -> str:
    data = content.encode() if isinstance(content, str) else content
    return hashlib.sha256(data).hexdigest()[:16]
