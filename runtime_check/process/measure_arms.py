"""Measure arms: each in a process of its own, with private caches, so that none warms or breaks another.

Up to ``jobs`` processes build and compile at the same time; then each in turn gets the word to time, while the others
wait. When all have timed, a second process each compiles again with the caches that the first has filled, and for arms
with ``artifacts`` a third one with empty caches and what the first has saved.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.process.protocol import ArmDone, ArmRequest, CompiledAgain, Ready, Request, Role
from fullgraph.runtime_check.process.supervise import POLL_SECONDS, Limits, WorkerProcess
from fullgraph.runtime_check.results import ArmRun

Progress = Callable[[str], None]
"""Called with one line as something begins."""
OnStep = Callable[[Request, Arm, str], None]
"""Called with what begins for this arm, such as ``timing``."""
Keep = Callable[[int, ArmRun], None]
"""Called with the place of an arm among those given, and what is known of it."""


def measure_arms(
    pairs: Sequence[tuple[Request, Arm]],
    limits: Limits | None = None,
    jobs: int = 1,
    progress: Progress | None = None,
    *,
    on_step: OnStep | None = None,
    keep: Keep | None = None,
    again: bool = True,
) -> list[ArmRun]:
    """Measure each arm of each target, in the order given. Nothing is raised for what a target does.

    Without ``again`` no second process compiles with the caches that the first has filled, nor from its artifacts.
    ``keep`` is called as soon as an arm has been timed, so that nothing is lost where what comes after it is cut short;
    compile times with filled caches are not known yet then.

    ``limits`` hold for each process; waiting for its turn to time does not count. With ``jobs`` above 1 compile times
    are taken side by side, and ``Gains.side_by_side`` says so; the timing of steps is always exclusive. Arms that the
    memory does not suffice for side by side are measured once more with half as many, down to one.
    """
    if jobs < 1:
        raise ValueError(f"jobs is {jobs}: at least one process must run")
    found: dict[int, ArmRun] = {}
    waiting = list(range(len(pairs)))
    while waiting:
        crowded = []
        for batch in (waiting[start : start + jobs] for start in range(0, len(waiting), jobs)):
            timed = functools.partial(_kept, keep, batch)
            chosen = [pairs[index] for index in batch]
            runs, out_of_memory = _batch(chosen, limits or Limits(), on_step or _as_lines(progress), timed, again)
            found.update(zip(batch, runs, strict=True))
            crowded += [batch[place] for place in out_of_memory if len(batch) > 1]
        waiting, jobs = crowded, max(1, jobs // 2)
    return [found[index] for index in range(len(pairs))]


def _kept(keep: Keep | None, batch: Sequence[int], place: int, run: ArmRun) -> None:
    if keep is not None:
        keep(batch[place], run)


def _as_lines(progress: Progress | None) -> OnStep:
    def on_step(request: Request, arm: Arm, what: str) -> None:
        if progress is not None:
            progress(f"{request.target}: {arm.name}: {what}")

    return on_step


def _batch(
    pairs: Sequence[tuple[Request, Arm]], limits: Limits, on_step: OnStep, timed: Keep, again: bool
) -> tuple[list[ArmRun], list[int]]:
    """Measure these arms side by side; with them the places of those that the memory did not suffice for."""
    with contextlib.ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fullgraph-arm-"))) for _ in pairs]
        runs, out_of_memory = _measure(pairs, folders, limits, on_step, timed)
        measured = [index for index, run in enumerate(runs) if run.gains is not None and again]
        _again(pairs, folders, runs, measured, "again", limits, on_step)
        saved = [index for index in measured if _artifacts(folders[index]).is_file()]
        _again(pairs, folders, runs, saved, "artifacts", limits, on_step)
        return runs, out_of_memory


def _measure(
    pairs: Sequence[tuple[Request, Arm]], folders: Sequence[Path], limits: Limits, on_step: OnStep, timed: Keep
) -> tuple[list[ArmRun], list[int]]:
    with contextlib.ExitStack() as stack:
        workers = []
        for (request, arm), folder in zip(pairs, folders, strict=True):
            on_step(request, arm, "compiling")
            workers.append(stack.enter_context(ArmProcess(request, arm, "measure", folder, limits, len(pairs))))
        _wait(workers, ready=True)
        runs = []
        for place, worker in enumerate(workers):
            if worker.running:
                on_step(worker.request, worker.arm, "timing")
                worker.give_word()
                _wait([worker])
            runs.append(worker.result())
            if runs[place].gains is not None:
                timed(place, runs[place])
        # Of the machine's or the device's, which others had a part of; not over a limit of its own.
        failed = [run.failure is not None and run.failure.kind == "memory" for run in runs]
        return runs, [place for place, worker in enumerate(workers) if failed[place] and worker.ended_by != "memory"]


def shared_cores(processes: int) -> dict[str, str]:
    """Variables that keep each of so many processes from compiling with all cores, unless that is set."""
    name = "TORCHINDUCTOR_COMPILE_THREADS"
    if processes == 1 or name in os.environ:
        return {}
    return {name: str(max(2, (os.cpu_count() or 1) // processes))}


def _again(
    pairs: Sequence[tuple[Request, Arm]],
    folders: Sequence[Path],
    runs: Sequence[ArmRun],
    which: Sequence[int],
    role: Role,
    limits: Limits,
    on_step: OnStep,
) -> None:
    """Compile these arms once more, and add to their gains what that took."""
    how = "with caches filled" if role == "again" else "with artifacts loaded"
    with contextlib.ExitStack() as stack:
        workers: list[ArmProcess] = []
        for index in which:
            request, arm = pairs[index]
            on_step(request, arm, f"compiling {how}")
            worker = ArmProcess(request, arm, role, folders[index], limits, len(pairs))
            workers.append(stack.enter_context(worker))
        _wait(workers)
        for index, worker in zip(which, workers, strict=True):
            gains = runs[index].gains
            assert gains is not None
            event = worker.last(CompiledAgain)
            if event is None:
                failure = worker.result().failure
                why = failure.message if failure is not None else "no result"
                runs[index].note = "; ".join(filter(None, [runs[index].note, f"compiling {how}: {why}"]))
            elif role == "again":
                gains.compile_seconds_warm, gains.cache_hits_warm = event.seconds, event.hits
            else:
                gains.compile_seconds_artifacts = event.seconds


def _wait(workers: Sequence[ArmProcess], *, ready: bool = False) -> None:
    """Wait until each worker has ended or, with ``ready``, waits itself for the word to time."""
    waiting = list(workers)
    while waiting:
        waiting = [worker for worker in waiting if worker.running and not (ready and worker.is_ready)]
        if waiting:
            time.sleep(POLL_SECONDS)


def _artifacts(folder: Path) -> Path:
    return folder / "artifacts.bin"


class ArmProcess(WorkerProcess):
    """The worker of one arm, one of so many ``processes`` that compile side by side."""

    module = "fullgraph.runtime_check.process.arm_worker"

    def __init__(
        self, request: Request, arm: Arm, role: Role, folder: Path, limits: Limits, processes: int = 1
    ) -> None:
        self.arm, self.processes = arm, processes
        own = folder / role
        own.mkdir()
        # The second process finds what the first has compiled; all else begins empty.
        caches = folder / ("artifacts" if role == "artifacts" else "measure")
        environment = {
            "TORCHINDUCTOR_CACHE_DIR": str(caches / "inductor"),
            "TRITON_CACHE_DIR": str(caches / "triton"),
            **shared_cores(processes),
        }
        message = ArmRequest(request, arm, role, str(_artifacts(folder)))
        super().__init__(message, own, limits, environment=environment, stdin=subprocess.PIPE)
        self.seconds_left: float | None = None
        """Of its time limit, while its clock stands still."""

    def __exit__(self, *error: object) -> None:
        if self.process.stdin is not None:
            with contextlib.suppress(OSError):
                self.process.stdin.close()
        super().__exit__(*error)

    @property
    def is_ready(self) -> bool:
        """Whether it waits for the word to time; meanwhile the clock of its time limit stands still."""
        if self.seconds_left is None and self.last(Ready) is not None:
            self.seconds_left, self.deadline = self.deadline - time.monotonic(), math.inf
        return self.seconds_left is not None

    def give_word(self) -> None:
        """Let it time."""
        if self.seconds_left is not None:
            self.deadline = time.monotonic() + self.seconds_left
        assert self.process.stdin is not None
        with contextlib.suppress(OSError):  # it has crashed since
            self.process.stdin.write(b"\n")
            self.process.stdin.flush()

    def result(self) -> ArmRun:
        """The result, or how it ended. To be called when it no longer runs."""
        done = self.last(ArmDone)
        run = done.arm if done is not None else ArmRun(self.arm)
        run.failure = self.failure(run.failure)
        if run.failure is not None:
            run.gains = None
        if run.gains is not None:
            run.gains.side_by_side = self.processes
        return run
