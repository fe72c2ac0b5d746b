"""Time a target before and after a fix: both in the same process, in turns, in several processes one after the other.

The first process compiles the original with empty caches, the second the fixed one: their compile times compare. All
further ones take what the first has compiled.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from fullgraph.runtime_check.gains.ratios import compare, pooled
from fullgraph.runtime_check.process.measure_arms import caches_in
from fullgraph.runtime_check.process.protocol import PairDone, PairRequest
from fullgraph.runtime_check.process.supervise import Limits, WorkerProcess
from fullgraph.runtime_check.results import FixedSpeed, Ratio, Timing

COLD = 2
"""Processes that begin with empty caches: one for each version that is compiled first."""


class PairProcess(WorkerProcess):
    """The worker that has both versions."""

    module = "fullgraph.runtime_check.process.pair_worker"


def measure_pair(
    asked: PairRequest, limits: Limits, processes: int, on_begin: Callable[[int], object] | None = None
) -> FixedSpeed:
    """Time both versions in so many processes. Nothing is raised for what a target does.

    ``on_begin`` is called with the number of each process as it begins.
    """
    found: list[FixedSpeed] = []
    with tempfile.TemporaryDirectory(prefix="fullgraph-pair-", ignore_cleanup_errors=True) as name:
        for number in range(processes):
            if on_begin is not None:
                on_begin(number)
            found.append(in_process(asked, limits, number, Path(name)))
            if found[0].compiled is None:
                break  # The others would fail alike.
    return combined(asked.arm.name, found)


def in_process(asked: PairRequest, limits: Limits, number: int, folder: Path) -> FixedSpeed:
    """What one process finds; its note says why it found nothing.

    ``number`` counts the processes of a comparison; they share ``folder`` with what they compile.
    """
    own, caches = folder / str(number), folder / f"caches-{number if number < COLD else 0}"
    own.mkdir(parents=True)
    with PairProcess(replace(asked, fixed_first=number == 1), own, limits, environment=caches_in(caches)) as worker:
        while worker.running:
            worker.wait()
    done = worker.last(PairDone)
    failure = worker.failure(done.failure if done is not None else None)
    if failure is not None or done is None or done.speed.compiled is None:
        return FixedSpeed(asked.arm.name, note=failure.message if failure is not None else "no result")
    speed = done.speed
    # Only what was compiled first, with empty caches, compares.
    speed.compile_seconds = speed.compile_seconds if number == 0 else None
    speed.compile_seconds_fixed = speed.compile_seconds_fixed if number == 1 else None
    return speed


def combined(arm: str, found: list[FixedSpeed]) -> FixedSpeed:
    """What several processes have found, as one; the note is that of the last that found nothing."""
    speed = FixedSpeed(arm, note=next((one.note for one in reversed(found) if one.note), ""))
    timed = [
        (one.eager, one.compiled, one.eager_fixed, one.compiled_fixed)
        for one in found
        if one.eager and one.compiled and one.eager_fixed and one.compiled_fixed
    ]
    if not timed:
        return speed
    eager, compiled, eager_fixed, compiled_fixed = (list(times) for times in zip(*timed, strict=True))
    speed.eager, speed.compiled = pooled(eager), pooled(compiled)
    speed.eager_fixed, speed.compiled_fixed = pooled(eager_fixed), pooled(compiled_fixed)
    speed.ratio, speed.ratio_eager = _ratio(compiled, compiled_fixed), _ratio(eager, eager_fixed)
    speed.original_against_eager = _ratio(eager, compiled)
    speed.fixed_against_eager = _ratio(eager_fixed, compiled_fixed)
    speed.graphs, speed.graphs_fixed = found[0].graphs, found[0].graphs_fixed
    speed.compile_seconds = next((one.compile_seconds for one in found if one.compile_seconds is not None), None)
    speed.compile_seconds_fixed = next(
        (one.compile_seconds_fixed for one in found if one.compile_seconds_fixed is not None), None
    )
    return speed


def _ratio(first: list[Timing], second: list[Timing]) -> Ratio | None:
    return compare(list(zip(first, second, strict=True)))
