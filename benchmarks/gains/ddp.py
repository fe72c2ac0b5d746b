"""The captioning step under DistributedDataParallel on several GPUs: eager and compiled, in turns in each process.

Each repetition starts a process for every rank (`benchmarks.gains.ddp_rank`); all share the caches of the first.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from fullgraph.runtime_check.gains.ratios import compare, pooled
from fullgraph.runtime_check.process.measure_arms import caches_in
from fullgraph.runtime_check.process.supervise import Limits
from fullgraph.runtime_check.report.ratios import show_ratio
from fullgraph.runtime_check.results import Ratio, Timing, from_json

from . import captioning
from .jobs import REPOSITORY, Choices, captioning_folder
from .run import Budget
from .store import Store

RANKS = 2
VERSIONS = {
    "eager": "DDP(model)",
    "compiled": "torch.compile(DDP(model))",
    "compiled inside": "model.compile(fullgraph=True), then DDP(model)",
}
OUTPUT = 1500
"""Characters of a failed rank's output that are shown."""


@dataclass(frozen=True)
class Row:
    """One version, over all processes."""

    name: str
    timing: Timing
    ratio: Ratio | None
    """Against eager."""
    graphs: int
    seconds: float
    """Of its first calls in the first process, whose caches are empty."""


def main(
    choices: Choices, store: Store, processes: int, limits: Limits, budget: Budget, say: Callable[[str], None]
) -> int:
    """Run all ranks so many times and write what they find; the exit status."""
    store.extra["fix"] = captioning.prepare(choices)
    runs = store.extra.setdefault("ddp", [])
    with tempfile.TemporaryDirectory(prefix="fullgraph-ddp-") as name:
        while len(runs) < processes:
            if budget.over:
                say("the time is over: run it again with --resume")
                return 3
            say(f"process {len(runs) + 1} of {processes}")
            try:
                runs.append(_together(choices, Path(name), len(runs), limits.seconds))
            except RankError as error:
                say(f"error: {error}")
                return 1
            store.write()
    for row in rows(store):
        told = f": {show_ratio(row.ratio, 'eager')}" if row.ratio is not None else ""
        say(f"{row.name}: {1 / row.timing.median:.2f} steps/s, {row.graphs} graphs{told}")
    return 0


class RankError(Exception):
    """A rank that failed: what it said."""


def _together(choices: Choices, folder: Path, number: int, seconds: float) -> dict[str, dict[str, object]]:
    """What the first rank has found. Raises `RankError`."""
    own = folder / str(number)
    own.mkdir()
    request, result = own / "request.json", own / "result.json"
    cuda = choices.device is None or choices.device.startswith("cuda")
    request.write_text(
        json.dumps(
            {
                "folder": str(captioning_folder(choices, "fixed")),
                "small": choices.small,
                "captions": choices.captions,
                "backend": choices.backend if choices.backend != "auto" else "inductor",
                "cuda": cuda,
                "ranks": RANKS,
                "store": str(own / "store"),
                "seconds": choices.seconds,
                "result": str(result),
            }
        )
    )
    outputs = [own / f"output-{rank}" for rank in range(RANKS)]
    ranks = []
    try:
        for rank, output in enumerate(outputs):
            command = [sys.executable, "-m", "benchmarks.gains.ddp_rank", str(request), str(rank)]
            # As torchrun does: ranks with a thread per core each would only wait for one another.
            threads = {"OMP_NUM_THREADS": os.environ.get("OMP_NUM_THREADS", "1")}
            variables = {**os.environ, **threads, **caches_in(folder / f"caches-{rank}")}
            with output.open("wb") as stream:
                ranks.append(
                    subprocess.Popen(command, cwd=REPOSITORY, env=variables, stdout=stream, stderr=subprocess.STDOUT)
                )
        deadline = time.monotonic() + seconds
        while any(one.poll() is None for one in ranks):
            if any(one.poll() for one in ranks) or time.monotonic() > deadline:
                break
            time.sleep(0.2)
    finally:
        ended = [one.poll() for one in ranks]
        for one in ranks:
            one.kill()
            one.wait()
    wrong = next((rank for rank, status in enumerate(ended) if status), None)
    if wrong is not None:
        raise RankError(f"rank {wrong}: {outputs[wrong].read_text(errors='replace')[-OUTPUT:]}")
    if None in ended:
        raise RankError(f"no end after {seconds:g} s (--timeout)")
    found: dict[str, dict[str, object]] = json.loads(result.read_text())
    return found


def rows(store: Store) -> list[Row]:
    """The rows of the table; none if nothing was measured."""
    runs = store.extra.get("ddp", [])
    found = []
    for name in VERSIONS if runs else ():
        timings, eager = ([from_json(Timing, run[version]["timing"]) for run in runs] for version in (name, "eager"))
        ratio = compare(list(zip(eager, timings, strict=True))) if name != "eager" else None
        first = runs[0][name]
        found.append(Row(name, pooled(timings), ratio, first["graphs"], first["seconds"]))
    return found
