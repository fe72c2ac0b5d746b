"""Measure jobs, several prepared side by side and timed one at a time, and keep each result as it comes."""

from __future__ import annotations

import dataclasses
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.process.measure_arms import measure_arms
from fullgraph.runtime_check.process.supervise import Limits, observe
from fullgraph.runtime_check.report import show
from fullgraph.runtime_check.results import ArmRun, Failure, Run

from .jobs import Job, in_order
from .store import Result, Store

Say = Callable[[str], None]
LEAST_SECONDS = 30.0
"""Less time than this is not worth beginning with."""
ENOUGH = 0.8
"""Of the time that the last batch took has to be left for the next, which is as a rule a shorter one."""
SURVEY_SECONDS = 240.0


@dataclass(frozen=True)
class Budget:
    """How long all of it may take, from the creation of this object. None: no limit."""

    seconds: float | None = None
    began: float = dataclasses.field(default_factory=time.monotonic)

    @property
    def left(self) -> float:
        return float("inf") if self.seconds is None else self.began + self.seconds - time.monotonic()

    @property
    def over(self) -> bool:
        return self.left < min(LEAST_SECONDS, (self.seconds or LEAST_SECONDS) / 2)


def waiting(jobs: Sequence[Job], store: Store, *, resume: bool, retry: bool) -> list[Job]:
    """The jobs to run: all, or those without a result; with ``retry`` also those that failed."""
    if not resume:
        return list(jobs)
    return [job for job in jobs if job.key not in store.results or (retry and failed(store.results[job.key].run))]


def failed(run: ArmRun) -> bool:
    return run.gains is None


def measure(
    jobs: Sequence[Job],
    store: Store,
    side_by_side: int,
    limits: Limits,
    budget: Budget,
    say: Say,
    devices: Sequence[str] = (),
    memory: float | None = None,
    processes: int = 1,
) -> list[Job]:
    """Measure the jobs and write each to the store; returns those that the budget left no time for.

    Each is timed in so many ``processes``. Those that are prepared side by side are spread over the ``devices``, if
    some are given, as far as the ``memory`` of each suffices, in GiB. What a target does is a result, never an
    exception.
    """
    left = in_order(jobs)
    took = 0.0
    while left and not budget.over and budget.left > ENOUGH * took:
        began = time.monotonic()
        batch = next_batch(left, side_by_side, devices, memory)
        chosen = {job.key for job in batch}
        left = [job for job in left if job.key not in chosen]
        seconds = min(limits.seconds, max(budget.left, LEAST_SECONDS))
        for job, run in _measured(batch, store, dataclasses.replace(limits, seconds=seconds), say, processes):
            if _cut_short(run, seconds, limits) and budget.over:
                left.append(job)  # The budget's end is no failure of the target.
                continue
            say(describe(store.add(job, run)))
        took = time.monotonic() - began
    return left


def next_batch(jobs: Sequence[Job], most: int, devices: Sequence[str] = (), memory: float | None = None) -> list[Job]:
    """The first jobs that may be prepared side by side, each on the device with most room: at least one.

    As many as asked for, as far as the memory of each device suffices (GiB), or one that has to be alone.
    """
    names: Sequence[str | None] = devices or [None]
    free = dict.fromkeys(names, float("inf") if memory is None else memory)
    taken: Counter[str | None] = Counter()
    found: list[Job] = []
    for job in jobs:
        device = max(free, key=lambda name: (free[name], -taken[name]))
        if found and (job.alone or len(found) == most or found[0].alone):
            break
        if found and job.memory > free[device]:
            continue
        free[device] -= job.memory
        taken[device] += 1
        request = job.request if device is None else dataclasses.replace(job.request, device=device)
        found.append(dataclasses.replace(job, request=request))
    return found


def _measured(
    batch: Sequence[Job], store: Store, limits: Limits, say: Say, processes: int
) -> Iterator[tuple[Job, ArmRun]]:
    pairs = [(job.request, job.arm) for job in batch]

    def keep(place: int, run: ArmRun) -> None:
        store.add(batch[place], run)

    # Compile times with filled caches are only worth their time where they can be compared.
    runs = measure_arms(pairs, limits, len(batch), say, keep=keep, again=batch[0].alone, processes=processes)
    yield from zip(batch, runs, strict=True)


def _cut_short(run: ArmRun, seconds: float, limits: Limits) -> bool:
    return run.failure is not None and run.failure.kind == "timeout" and seconds < limits.seconds


def describe(result: Result) -> str:
    """One line for the terminal."""
    run, gains = result.run, result.run.gains
    if gains is None:
        reason = run.failure.message if run.failure is not None else run.note
        return f"{result.key}: {reason}"
    times = f"eager {gains.eager.median * 1e3:.3f} ms, compiled {gains.compiled.median * 1e3:.3f} ms"
    compiled = f"{gains.graphs} graphs, compiled in {gains.compile_seconds:.0f} s"
    return f"{result.key}: {show.ratio(gains)} ({times}), {compiled}"


def needs_survey(result: Result) -> bool:
    """It breaks, or may: it is not the one graph that one compile of the whole model gives."""
    run, arm = result.run, result.run.arm
    if result.survey is not None:
        return False
    if run.gains is None:
        return run.failure is not None and run.failure.kind in ("raised", "internal")
    several = arm.regional or arm.optimizer != "eager" or run.gains.recompiles
    return run.gains.graphs != 1 and not several


def survey(jobs: Sequence[Job], store: Store, side_by_side: int, budget: Budget, say: Say) -> list[Job]:
    """Let the verifier say where these jobs' targets break, once for each target, and keep it with their results.

    With the backend ``eager`` and without timing: TorchDynamo finds the same breaks for every backend. Returns the jobs
    that the budget left no time for.
    """
    by_target: dict[str, list[Job]] = {}
    for job in jobs:
        by_target.setdefault(_survey_key(job), []).append(job)
    left: list[Job] = []
    asked = [alike[0] for alike in by_target.values()]
    with ThreadPoolExecutor(max(1, side_by_side)) as pool:
        runs = pool.map(lambda job: _surveyed(job, budget), asked)
        for alike, run in zip(by_target.values(), runs, strict=True):
            if run.failure is not None and run.failure.kind == "timeout" and budget.over:
                left += alike
                continue
            found = summary(run, [*alike[0].request.paths, *sys.path])
            for job in alike:
                store.results[job.key].survey = found
            store.write()
            say(f"{alike[0].request.target}: {found['graphs']} graphs, {len(found['breaks'])} breaks")
    return left


def _survey_key(job: Job) -> str:
    return "\n".join([job.request.target, *job.request.paths])


def _surveyed(job: Job, budget: Budget) -> Run:
    request = dataclasses.replace(job.request, backend="eager", bench_seconds=0.0)
    return observe(request, Limits(min(SURVEY_SECONDS, max(budget.left, 1.0)))).run


def summary(run: Run, roots: Sequence[str]) -> dict[str, Any]:
    """Return the tables' rows about a model's graphs, with files named below these folders of the import path."""
    verdict = run.verdict("fullgraph")
    return {
        "graphs": run.graphs,
        "breaks": [
            {
                "file": below(found.place.filename, roots),
                "line": found.place.line,
                "reason": found.reason,
                "registry_id": found.registry_id,
            }
            for found in run.breaks
        ],
        "fullgraph": "" if verdict is None else verdict.summary.partition(" at /")[0],
        "passes": verdict is not None and verdict.status == "pass",
        "failure": "" if run.failure is None else run.failure.message,
    }


def below(filename: str, roots: Sequence[str]) -> str:
    """The file's path from the innermost of the folders that it is in."""
    inside = [root for root in roots if root and Path(filename).is_relative_to(root)]
    return str(Path(filename).relative_to(max(inside, key=len))) if inside else filename


def not_run(job: Job, why: str) -> ArmRun:
    """The result of a job that cannot even be started."""
    return ArmRun(job.arm, failure=Failure("target", why, "preparation"))
