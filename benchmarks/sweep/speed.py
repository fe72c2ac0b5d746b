"""How many runs a second the pass ``identify`` makes, and how that grows with the workers.

    python -m benchmarks.sweep.speed TARGET... [--workers 1 2 4] [--nodes 1 2] [--turns N] [--output-file FILE]
        [--plot FILE]
    python -m benchmarks.sweep.speed --of FILE... [--workers N] [--plot FILE]

Each number of workers sweeps the same targets into a new store, in turns. A rate is taken from the end of the first run
until no run is left to start, while all workers are busy: a long sweep starts the cluster and the warm processes once,
and waits for its slowest runs once. The time until the first run ends is told beside it. With ``--nodes``, the workers
are spread over a cluster of so many nodes, which are started on this machine: that shows what nodes cost, not what a
second machine gives. ``--of`` tells the rates of stores of earlier sweeps, which had ``--workers`` workers, or what
``--output-file`` wrote.

Where the time goes is in the store: what runs take in their processes, and the rest of the workers' time, which is
forking, what ``check`` says of the files, and waiting.
"""

from __future__ import annotations

import argparse
import contextlib
import dataclasses
import datetime
import itertools
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from fullgraph.sweep.store.store import Store

from benchmarks.plot_style import BLUE, GREY, INK, ORANGE, STYLE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

COLOURS, MARKERS = (BLUE, ORANGE, GREY), "o^s"

STORE_MEMORY = 200 * 2**20
"""Bytes of each node's object store, which holds next to nothing here."""
MARK = 8.5
"""Seconds a run, on four workers and one GPU: what the largest open corpus of models reports of itself."""
LARGE = 100_000
PAUSE = 30.0
"""Seconds without the end of a run that count as a pause between a sweep and what resumed it."""


@dataclass(frozen=True)
class Measured:
    """One sweep."""

    workers: int
    """Of all nodes."""
    nodes: int
    runs: int
    usable: int
    counted: int
    """Runs that ended while all workers were busy."""
    seconds: float
    """From the end of the first of these to the end of the last."""
    first: float
    """From the command to the end of the first run."""
    in_runs: float
    """What these runs took in their processes, in all."""

    @property
    def rate(self) -> float:
        """Runs a second."""
        return (self.counted - 1) / self.seconds if self.seconds else 0.0

    @property
    def beside(self) -> float:
        """Seconds of a worker for each run, beside what the run itself takes."""
        return max(0.0, self.workers / self.rate - self.in_runs / self.counted) if self.rate else 0.0


@contextlib.contextmanager
def cluster_of(nodes: int, workers: int) -> Iterator[list[str]]:
    """A Ray cluster of so many nodes on this machine, and the options of a sweep on it; one node is the default."""
    if nodes == 1:
        yield ["--workers", str(workers)]
        return
    from ray.cluster_utils import Cluster

    each: dict[str, Any] = {"num_cpus": workers // nodes, "object_store_memory": STORE_MEMORY}
    cluster = Cluster(initialize_head=True, head_node_args={**each, "include_dashboard": False})
    try:
        for _ in range(nodes - 1):
            cluster.add_node(**each)
        cluster.wait_for_nodes()
        yield ["--address", cluster.address]
    finally:
        cluster.shutdown()  # type: ignore[no-untyped-call]


def measure(targets: Sequence[str], workers: int, nodes: int, options: Sequence[str]) -> Measured:
    """Sweep the targets once."""
    with (
        tempfile.TemporaryDirectory(prefix="fullgraph-speed-") as folder,
        cluster_of(nodes, workers) as where,
    ):
        path = Path(folder, "sweep.duckdb")
        command = [sys.executable, "-m", "fullgraph", "sweep", *targets, "--store", str(path)]
        began = datetime.datetime.now().astimezone()
        done = subprocess.run(
            [*command, *where, *options],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            # What check says of the files is kept between runs, not between sweeps that are compared.
            env={**os.environ, "TMPDIR": folder},
        )
        if not path.is_file():
            raise SystemExit(done.stderr.strip() or f"the sweep ended with status {done.returncode}")
        with Store.open(path) as store:
            rows = store.rows("SELECT finished, seconds, status FROM runs ORDER BY finished")
    return _measured(rows, workers, nodes, began)


def earlier(path: Path, workers: int) -> tuple[str, list[Measured]]:
    """A machine and its sweeps, from what ``--output-file`` wrote or the store of a sweep with so many workers."""
    if path.suffix != ".json":
        return path.name, [of_store(path, workers)]
    described = json.loads(path.read_text(encoding="utf-8"))
    return described["machine"], [Measured(**one) for one in described["sweeps"]]


def of_store(path: Path, workers: int) -> Measured:
    """What a store says of the sweep that wrote it, with so many workers; pauses before it was resumed do not count."""
    with Store.open(path, read_only=True) as store:
        rows = store.rows("SELECT finished, seconds, status FROM runs ORDER BY finished")
    if not rows:
        raise SystemExit(f"{path} has no runs")
    return _measured(rows, workers, 1, rows[0][0])


def _measured(rows: Sequence[tuple[Any, ...]], workers: int, nodes: int, began: datetime.datetime) -> Measured:
    # As many runs as there are workers end after the last one has started.
    counted = rows[: max(2, len(rows) - workers + 1)]
    ended = [row[0] for row in counted]
    apart = [(later - earlier).total_seconds() for earlier, later in itertools.pairwise(ended)]
    return Measured(
        workers,
        nodes,
        len(rows),
        sum(row[2] != "unusable" for row in rows),
        len(counted),
        sum(seconds for seconds in apart if seconds < PAUSE),
        (ended[0] - began).total_seconds(),
        sum(row[1] for row in counted),
    )


def lines(found: Sequence[Measured]) -> list[str]:
    """The table, as Markdown, and what many runs would take."""
    rows = [
        "| workers | nodes | runs a second | seconds a run, in its process | beside it | until the first | usable |"
    ]
    rows.append("| --- | --- | --- | --- | --- | --- | --- |")
    best = 0.0
    for workers, nodes in dict.fromkeys((one.workers, one.nodes) for one in found):
        alike = [one for one in found if (one.workers, one.nodes) == (workers, nodes)]
        rate = median(one.rate for one in alike)
        best = max(best, rate)
        low, high = min(one.rate for one in alike), max(one.rate for one in alike)
        inside = median(one.in_runs / one.counted for one in alike)
        beside, first = median(one.beside for one in alike), median(one.first for one in alike)
        usable = f"{alike[0].usable} of {alike[0].runs}"
        told = f"{rate:.2f} ({low:.2f} to {high:.2f})"
        rows.append(f"| {workers} | {nodes} | {told} | {inside:.1f} | {beside:.1f} | {first:.0f} s | {usable} |")
    rows.append("")
    rows.append(f"{best:.2f} runs a second are {best * MARK:.0f} times one in {MARK} s.")
    rows.append(f"At that rate {LARGE:,} runs take {LARGE / best / 3600:.1f} hours of this machine.")
    return rows


def plot(machines: Mapping[str, Sequence[Measured]], path: Path) -> None:
    """Draw the rates by workers, a panel for each machine, as SVG."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context(STYLE):
        figure = Figure(figsize=(5 * len(machines), 3.5), layout="constrained")
        panels = figure.subplots(1, len(machines), squeeze=False)[0]
        for axes, (machine, found) in zip(panels, machines.items(), strict=True):
            _panel(axes, found)
            axes.set_title(machine)
        figure.savefig(path, metadata={"Date": None, "Creator": None}, bbox_inches="tight")


def _panel(axes: Axes, found: Sequence[Measured]) -> None:
    from matplotlib.ticker import MaxNLocator

    for nodes, colour, marker in zip(dict.fromkeys(one.nodes for one in found), COLOURS, MARKERS, strict=False):
        alike = [one for one in found if one.nodes == nodes]
        label = "one node" if nodes == 1 else f"{nodes} nodes"
        axes.plot([one.workers for one in alike], [one.rate for one in alike], marker, color=colour, label=label)
    least = min(one.workers for one in found)
    each = median(one.rate / one.workers for one in found if one.workers == least)
    most = max(one.workers for one in found)
    axes.plot([0, most], [0, most * each], "--", color=INK, label="in proportion to workers")
    axes.set_xlim(0, most * 1.1)
    axes.set_ylim(0)
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.set_xlabel("workers")
    axes.set_ylabel("runs per second")
    axes.legend()


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.sweep.speed", description=__doc__.partition("\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument(
        "--of",
        type=Path,
        nargs="+",
        default=(),
        metavar="FILE",
        help="stores of earlier sweeps, or what --output-file wrote",
    )
    parser.add_argument("--workers", type=int, nargs="+", default=[1, os.cpu_count() or 1], metavar="N")
    parser.add_argument(
        "--nodes", type=int, nargs="+", default=[1], metavar="N", help="spread the workers over so many nodes"
    )
    parser.add_argument("--turns", type=int, default=1, metavar="N", help="sweep so often with each (default: 1)")
    parser.add_argument("--modes", default="eval,train")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first so many targets")
    parser.add_argument("--output-file", type=Path, metavar="FILE")
    parser.add_argument("--plot", type=Path, metavar="FILE")
    given = parser.parse_args(arguments)
    if bool(given.targets) is bool(given.of):
        parser.error("give targets or --of FILE")
    options = ["--modes", given.modes, *(["--limit", str(given.limit)] if given.limit else [])]
    found: list[Measured] = []
    machines: dict[str, list[Measured]] = defaultdict(list)
    for machine, sweeps in (earlier(path, given.workers[0]) for path in given.of):
        machines[machine] += sweeps
        print("\n".join(lines(sweeps)))
    for _ in range(given.turns if given.targets else 0):
        for workers, nodes in itertools.product(given.workers, given.nodes):
            if workers % nodes:
                continue
            found.append(measure(given.targets, workers, nodes, options))
            where = f"{workers} workers, {nodes} nodes" if nodes > 1 else f"{workers} workers"
            print(f"{where}: {found[-1].rate:.2f} runs a second", file=sys.stderr, flush=True)
            if given.output_file is not None:
                given.output_file.write_text(json.dumps(_described(found, given), indent=1) + "\n", encoding="utf-8")
    if found:
        machines[_machine()] = found
        print("\n".join(lines(found)))
    if given.plot is not None:
        plot(machines, given.plot)
    return 0


def _machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} processors"


def _described(found: Sequence[Measured], given: argparse.Namespace) -> dict[str, Any]:
    return {
        "date": time.strftime("%Y-%m-%d"),
        "machine": _machine(),
        "targets": given.targets,
        "modes": given.modes,
        "limit": given.limit,
        "sweeps": [dataclasses.asdict(one) for one in found],
    }


if __name__ == "__main__":
    sys.exit(main())
