"""``--ddp N``: the target under DistributedDataParallel, on N ranks of this machine.

Each rank is a worker process of its own, told who it is by the variables that ``torchrun`` sets. They meet through a
file, so no port can be taken; gloo connects CPUs, NCCL one GPU per rank. All get the same module and other data. This
is the parent's side; `fullgraph.runtime_check.process.ddp_rank` is what a rank does.
"""

from __future__ import annotations

import contextlib
import dataclasses
import math
import os
import tempfile
import time
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.process.memory import group_memory
from fullgraph.runtime_check.process.protocol import Done, Rank, RanksCompared, Request
from fullgraph.runtime_check.process.supervise import POLL_SECONDS, Limits, WorkerProcess
from fullgraph.runtime_check.results import DataParallel, Failure

GRACE_SECONDS = 2.0
"""In which the end of a process is waited for that another rank's exception may be about."""


def observe_ranks(request: Request, limits: Limits, ranks: int) -> DataParallel:
    """Run the target on all ranks and wait for them. Never raises for what the target does."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fullgraph-ddp-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with contextlib.ExitStack() as running:
            workers = [running.enter_context(_RankProcess(request, folder, rank, ranks)) for rank in range(ranks)]
            failure = _wait(workers, limits)
        compared = workers[0].last(RanksCompared)
        found = compared.ddp if compared is not None else DataParallel()
        found.failure = failure or next((f for worker in workers if (f := worker.rank_failure()) is not None), None)
    found.ranks = ranks
    found.seconds = time.monotonic() - start
    return found


class _RankProcess(WorkerProcess):
    """The process of one rank. The limits hold for all ranks together."""

    def __init__(self, request: Request, folder: Path, rank: int, ranks: int) -> None:
        self.rank = rank
        variables = {
            "RANK": str(rank),
            "LOCAL_RANK": str(rank),
            "WORLD_SIZE": str(ranks),
            "LOCAL_WORLD_SIZE": str(ranks),
            # As torchrun does: N processes with a thread per core each would only wait for one another.
            "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
        }
        own = dataclasses.replace(request, rank=Rank(rank, ranks, str(folder / "store")))
        super().__init__(own, folder, Limits(math.inf), name=f"-{rank}", environment=variables)

    def rank_failure(self) -> Failure | None:
        """The reason why it did not get to its end; None if it did, or has been stopped for another's sake."""
        if self.ended_by == "events":
            return self.failed("crash", f"rank {self.rank} wrote into fullgraph's own files")
        done = self.last(Done)
        failure = self.failure(done.run.failure if done is not None else None)
        if failure is None:
            return None
        return dataclasses.replace(failure, message=f"rank {self.rank}: {failure.message}")

    @property
    def ended_at(self) -> float:
        """When it told of its end, by `time.monotonic`; never (infinity) where it did not."""
        done = self.last(Done)
        return done.at if done is not None else math.inf

    def failed(self, kind: Any, message: str) -> Failure:
        return Failure(kind, message, self.during, output=self.output.tail())


def _cause(failed: _RankProcess, failure: Failure, workers: list[_RankProcess]) -> Failure:
    """Of a failure and those of other ranks the one that led to them: where a rank is gone, the others raise."""
    deadline = time.monotonic() + GRACE_SECONDS
    while failure.kind == "raised" and time.monotonic() < deadline:
        all_ended = not any(worker.running for worker in workers)
        for worker in workers:
            found = worker.rank_failure() if worker is not failed and not worker.running else None
            if found is not None and (found.kind != "raised" or worker.ended_at < failed.ended_at):
                failed, failure = worker, found
        if all_ended:
            break
        time.sleep(POLL_SECONDS)
    return failure


def _wait(workers: list[_RankProcess], limits: Limits) -> Failure | None:
    """Wait until all ranks are through. One that fails ends it for all, since the others would wait for it for ever."""
    deadline = time.monotonic() + limits.seconds
    while True:
        time.sleep(POLL_SECONDS)
        running = {worker.rank: worker.running for worker in workers}
        for worker in workers:
            if not running[worker.rank] and (failure := worker.rank_failure()) is not None:
                return _cause(worker, failure, workers)
        waiting = [worker for worker in workers if running[worker.rank]]
        if not waiting:
            return None
        if time.monotonic() > deadline:
            what = ", ".join(f"rank {worker.rank} in {worker.during}" for worker in waiting)
            return waiting[0].failed("timeout", f"no end after {limits.seconds:g} s (--timeout), stopped {what}")
        if limits.memory is not None and sum(group_memory(w.process.pid) for w in waiting) > limits.memory:
            text = f"the ranks together used more than {limits.memory / 2**30:.3g} GiB (--memory)"
            return waiting[0].failed("memory", text)
