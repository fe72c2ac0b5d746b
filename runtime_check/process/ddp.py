"""``--ddp N``: the target under DistributedDataParallel, on N ranks of this machine.

Each rank is a worker process of its own, told who it is by the variables that ``torchrun`` sets. They meet through a
file, so no port can be taken; gloo connects CPUs, NCCL one GPU per rank. All get the same module and other data. This
is the parent's side; `fullgraph.runtime_check.process.ddp_rank` is what a rank does.
"""

from __future__ import annotations

import contextlib
import dataclasses
import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.process import supervise
from fullgraph.runtime_check.process.supervise import Limits, Output
from fullgraph.runtime_check.process.worker import Rank, Request
from fullgraph.runtime_check.results import DataParallel, Failure, from_json


@dataclass
class _Worker:
    """One rank's process and what it writes."""

    rank: int
    process: Any
    output: Output
    events_path: Path

    def events(self) -> list[dict[str, Any]]:
        return supervise._events(self.events_path)

    @property
    def during(self) -> str:
        return supervise.step_in_words(self.events())


def observe_ranks(request: Request, limits: Limits, ranks: int) -> DataParallel:
    """Run the target on all ranks and wait for them. Never raises for what the target does."""
    start = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="fullgraph-ddp-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        with contextlib.ExitStack() as running:
            workers = [running.enter_context(_worker(request, folder, rank, ranks)) for rank in range(ranks)]
            failure = _wait(workers, limits)
            found = _result(workers)
        failed = failure or next((f for worker in workers if (f := _failure_of(worker)) is not None), None)
    found.ranks = ranks
    found.failure = failed
    found.seconds = time.monotonic() - start
    return found


@contextlib.contextmanager
def _worker(request: Request, folder: Path, rank: int, ranks: int) -> Iterator[_Worker]:
    request_path, events_path = folder / f"request-{rank}.json", folder / f"events-{rank}.jsonl"
    own = dataclasses.replace(request, rank=Rank(rank, ranks, str(folder / "store")))
    request_path.write_text(json.dumps(dataclasses.asdict(own)), encoding="utf-8")
    events_path.touch()
    command = [sys.executable, "-m", "fullgraph.runtime_check.process.worker", str(request_path), str(events_path)]
    variables = {
        "RANK": str(rank),
        "LOCAL_RANK": str(rank),
        "WORLD_SIZE": str(ranks),
        "LOCAL_WORLD_SIZE": str(ranks),
        # As torchrun does: N processes with a thread per core each would only wait for one another.
        "OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1"),
    }
    with (
        Output() as output,
        supervise._process(command, output, request.folder, variables, named=request.pass_env) as process,
    ):
        yield _Worker(rank, process, output, events_path)


def _wait(workers: list[_Worker], limits: Limits) -> Failure | None:
    """Wait until all ranks are through. One that fails ends it for all, since the others would wait for it for ever."""
    deadline = time.monotonic() + limits.seconds
    while True:
        time.sleep(supervise.POLL_SECONDS)
        for worker in workers:
            if worker.process.poll() is not None and (failure := _failure_of(worker)) is not None:
                return failure
        waiting = [worker for worker in workers if worker.process.poll() is None]
        if not waiting:
            return None
        if time.monotonic() > deadline:
            what = ", ".join(f"rank {worker.rank} in {worker.during}" for worker in waiting)
            return _failure("timeout", f"no end after {limits.seconds:g} s (--timeout), stopped {what}", waiting[0])
        for worker in waiting:
            if worker.events_path.is_file() and worker.events_path.stat().st_size > supervise.EVENTS_LIMIT:
                return _failure("crash", f"rank {worker.rank} wrote into fullgraph's own files", worker)
        if limits.memory is not None and sum(supervise.group_memory(w.process.pid) for w in waiting) > limits.memory:
            text = f"the ranks together used more than {limits.memory / 2**30:.3g} GiB (--memory)"
            return _failure("memory", text, waiting[0])


def _failure_of(worker: _Worker) -> Failure | None:
    """Why this rank did not get to its end; None if it did, or if it has been stopped for another's sake."""
    events = worker.events()
    done = next((event for event in reversed(events) if event["event"] == "done"), None)
    if done is None:
        kind, text = supervise.why_ended(worker.process.returncode, worker.during)
        return _failure(kind, f"rank {worker.rank}: {text}", worker)
    failure: Failure | None = from_json(Failure, done["run"]["failure"])
    if failure is not None:
        message = failure.message.replace("{during}", worker.during)
        return dataclasses.replace(
            failure, message=f"rank {worker.rank}: {message}", during=worker.during, output=worker.output.tail()
        )
    return None


def _failure(kind: Any, message: str, worker: _Worker) -> Failure:
    return Failure(kind, message, worker.during, output=worker.output.tail())


def _result(workers: list[_Worker]) -> DataParallel:
    """What the first rank has told."""
    told = next((event["ddp"] for event in reversed(workers[0].events()) if event["event"] == "ddp"), None)
    found: DataParallel = from_json(DataParallel, told) if told is not None else DataParallel()
    return found
