"""Measure arms: each in a process of its own, with private caches, so that none warms or breaks another.

Up to ``jobs`` processes build and compile at the same time; then each in turn gets the word to time, while the others
wait. When all have timed, a second process each compiles again with the caches that the first has filled, and times
once more, as do further ones up to so many ``processes``: what differs from process to process is part of an arm's
ratio to eager. For arms with ``artifacts`` one with empty caches compiles from what the first has saved.
"""

from __future__ import annotations

import contextlib
import functools
import math
import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from fullgraph.runtime_check.arms import Arm
from fullgraph.runtime_check.gains.ratios import add_processes
from fullgraph.runtime_check.process.protocol import ArmDone, ArmRequest, CompiledAgain, Ready, Request, Timed
from fullgraph.runtime_check.process.supervise import POLL_SECONDS, Limits, WorkerProcess
from fullgraph.runtime_check.results import ArmRun, Gains, Timing

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
    processes: int = 1,
) -> list[ArmRun]:
    """Measure each arm of each target, in the order given. Nothing is raised for what a target does.

    Each arm is timed against eager in so many ``processes``. Without ``again`` none but these compiles with the caches
    that the first has filled, nor from its artifacts.
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
            runs, out_of_memory = _batch(
                chosen, limits or Limits(), on_step or _as_lines(progress), timed, again=again, processes=processes
            )
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
    pairs: Sequence[tuple[Request, Arm]], limits: Limits, on_step: OnStep, timed: Keep, *, again: bool, processes: int
) -> tuple[list[ArmRun], list[int]]:
    """Measure these arms side by side; with them the places of those that the memory did not suffice for."""
    with contextlib.ExitStack() as stack:
        folders = [Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="fullgraph-arm-"))) for _ in pairs]
        runs, out_of_memory = _measure(pairs, folders, limits, on_step, timed)
        measured = [index for index, run in enumerate(runs) if run.gains is not None]
        _again(pairs, folders, runs, measured, limits, on_step, processes - 1, again=again)
        for index in measured if processes > 1 else ():
            timed(index, runs[index])
        saved = [index for index in measured if again and _artifacts(folders[index]).is_file()]
        _from_artifacts(pairs, folders, runs, saved, limits, on_step)
        return runs, out_of_memory


def _measure(
    pairs: Sequence[tuple[Request, Arm]], folders: Sequence[Path], limits: Limits, on_step: OnStep, timed: Keep
) -> tuple[list[ArmRun], list[int]]:
    with contextlib.ExitStack() as stack:
        workers = []
        for (request, arm), folder in zip(pairs, folders, strict=True):
            on_step(request, arm, "compiling")
            message = ArmRequest(request, arm, "measure", str(_artifacts(folder)))
            own = _folder(folder, "measure")
            workers.append(stack.enter_context(ArmProcess(message, own, limits, len(pairs), caches=folder)))
        runs = []
        for worker in _in_turn(workers, on_step):
            runs.append(worker.result())
            if runs[-1].gains is not None:
                timed(len(runs) - 1, runs[-1])
        # Of the machine's or the device's, which others had a part of; not over a limit of its own.
        failed = [run.failure is not None and run.failure.kind == "memory" for run in runs]
        return runs, [place for place, worker in enumerate(workers) if failed[place] and worker.ended_by != "memory"]


def caches_in(folder: Path) -> dict[str, str]:
    """Variables by which what is compiled is kept in this folder."""
    return {"TORCHINDUCTOR_CACHE_DIR": str(folder / "inductor"), "TRITON_CACHE_DIR": str(folder / "triton")}


def shared_cores(processes: int) -> dict[str, str]:
    """Variables that keep each of so many processes from compiling with all cores, unless that is set."""
    name = "TORCHINDUCTOR_COMPILE_THREADS"
    if processes == 1 or name in os.environ:
        return {}
    return {name: str(max(2, (os.cpu_count() or 1) // processes))}


def repeat(
    request: Request, arm: Arm, gains: Gains, limits: Limits, processes: int, on_begin: Callable[[], object]
) -> str:
    """Time an arm that another process has timed, in so many further ones, and add what they find to its ``gains``.

    They compile with the caches that the first has used, where it used the user's own. Returns what kept them from it.
    """
    found: list[tuple[Timing, Timing]] = []
    problem = ""
    with tempfile.TemporaryDirectory(prefix="fullgraph-arm-") as name:
        for number in range(processes):
            on_begin()
            folder = None if not request.cold else Path(name)
            message = ArmRequest(request, arm, "again", timed=True, draw_like_eager=gains.draws_like_eager)
            own = Path(name, str(number))
            own.mkdir()
            with ArmProcess(message, own, limits, caches=folder) as worker:
                _wait([worker], ready=True)
                worker.give_word()
                _wait([worker])
                found += [(one.eager, one.compiled) for one in [worker.last(Timed)] if one is not None]
                problem = problem or worker.problem("one more process")
    add_processes(gains, found)
    return problem


def _again(
    pairs: Sequence[tuple[Request, Arm]],
    folders: Sequence[Path],
    runs: Sequence[ArmRun],
    which: Sequence[int],
    limits: Limits,
    on_step: OnStep,
    times: int,
    *,
    again: bool,
) -> None:
    """Time these arms in so many further processes, with caches filled, and add to their gains what these find.

    With ``again`` one compiles in any case, for what that takes then.
    """
    timed: dict[int, list[tuple[Timing, Timing]]] = {index: [] for index in which}
    for number in range(max(times, int(again))):
        with contextlib.ExitStack() as stack:
            workers: list[ArmProcess] = []
            for index in which:
                request, arm = pairs[index]
                on_step(request, arm, "compiling with caches filled")
                own = _folder(folders[index], f"again-{number}")
                message = ArmRequest(request, arm, "again", timed=number < times)
                worker = ArmProcess(message, own, limits, len(pairs), caches=folders[index])
                workers.append(stack.enter_context(worker))
            for index, worker in zip(which, _in_turn(workers, on_step), strict=True):
                gains, event, found = runs[index].gains, worker.last(CompiledAgain), worker.last(Timed)
                assert gains is not None
                if event is not None and number == 0 and again:
                    gains.compile_seconds_warm, gains.cache_hits_warm = event.seconds, event.hits
                if found is not None:
                    timed[index].append((found.eager, found.compiled))
                if event is None or (number < times and found is None):
                    _note(runs[index], worker.problem("compiling with caches filled"))
    for index, found_again in timed.items():
        gains = runs[index].gains
        assert gains is not None
        if found_again:
            add_processes(gains, found_again)


def _from_artifacts(
    pairs: Sequence[tuple[Request, Arm]],
    folders: Sequence[Path],
    runs: Sequence[ArmRun],
    which: Sequence[int],
    limits: Limits,
    on_step: OnStep,
) -> None:
    """Compile these arms from their artifacts, and add to their gains what that took."""
    with contextlib.ExitStack() as stack:
        workers: list[ArmProcess] = []
        for index in which:
            request, arm = pairs[index]
            on_step(request, arm, "compiling with artifacts loaded")
            own = _folder(folders[index], "artifacts")
            message = ArmRequest(request, arm, "artifacts", str(_artifacts(folders[index])))
            workers.append(stack.enter_context(ArmProcess(message, own, limits, len(pairs), caches=own)))
        _wait(workers)
        for index, worker in zip(which, workers, strict=True):
            gains, event = runs[index].gains, worker.last(CompiledAgain)
            assert gains is not None
            if event is None:
                _note(runs[index], worker.problem("compiling with artifacts loaded"))
            else:
                gains.compile_seconds_artifacts = event.seconds


def _note(run: ArmRun, text: str) -> None:
    run.note = "; ".join(dict.fromkeys(filter(None, [*run.note.split("; "), text])))


def _in_turn(workers: Sequence[ArmProcess], on_step: OnStep) -> Iterator[ArmProcess]:
    """Wait until each worker has ended or is ready to time; then let each time, while the others wait."""
    _wait(workers, ready=True)
    for worker in workers:
        if worker.running:
            on_step(worker.request, worker.arm, "timing")
            worker.give_word()
            _wait([worker])
        yield worker


def _wait(workers: Sequence[ArmProcess], *, ready: bool = False) -> None:
    """Wait until each worker has ended or, with ``ready``, waits itself for the word to time."""
    waiting = list(workers)
    while waiting:
        waiting = [worker for worker in waiting if worker.running and not (ready and worker.is_ready)]
        if waiting:
            time.sleep(POLL_SECONDS)


def _folder(folder: Path, name: str) -> Path:
    """A new folder in this one."""
    (folder / name).mkdir()
    return folder / name


def _artifacts(folder: Path) -> Path:
    return folder / "artifacts.bin"


class ArmProcess(WorkerProcess):
    """The worker of one arm, one of so many ``processes`` that compile side by side."""

    process: subprocess.Popen[bytes]

    module = "fullgraph.runtime_check.process.arm_worker"

    def __init__(
        self, message: ArmRequest, own: Path, limits: Limits, processes: int = 1, caches: Path | None = None
    ) -> None:
        """The process has the folder ``own`` to itself. It keeps ``caches`` there; those of the user if None."""
        self.arm, self.processes = message.arm, processes
        environment = shared_cores(processes)
        if caches is not None:
            environment |= caches_in(caches)
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

    def problem(self, during: str) -> str:
        """What kept it from what it was to do. To be called when it no longer runs."""
        failure = self.result().failure
        return f"{during}: {failure.message if failure is not None else self.result().note or 'no result'}"

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
