"""A sweep whose driver, workers and nodes are killed at random goes on, loses nothing and does nothing twice."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from fullgraph.sweep.store.loading import load
from fullgraph.sweep.store.store import Store, StoreError

KILLS = int(os.environ.get("FULLGRAPH_TEST_KILLS", "6"))
"""How often something is killed."""
TARGETS = 12 + 4 * KILLS
WORKERS = 1
"""Runs at a time on each of the two nodes."""
HERE = Path(__file__).parent
MARK = "FULLGRAPH_TEST_CLUSTER"
"""An environment variable of the processes of this cluster."""

ZOO = f"""
import os, time
import torch

class Counted(torch.nn.Linear):
    def __init__(self, number):
        super().__init__(4, 4)
        self.number = number

    def forward(self, x):
        return super().forward(x) * self.number

def _made(number):
    with open(os.environ["FULLGRAPH_TEST_LOG"], "a") as log:
        log.write(f"{{number}}\\n")
    time.sleep(0.3)
    return {{"model": Counted(number), "inputs": (torch.ones(2, 4),)}}

def targets() -> list:
    return [f"zoo.py:target_{{number}}" for number in range({TARGETS})]

for number in range({TARGETS}):
    exec(f"def target_{{number}}(): return _made({{number}})")
"""


class TwoNodes:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(HERE / "two_nodes.py"), str(WORKERS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, MARK: str(os.getpid())},
        )
        self.address = self._line()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline().strip()
        assert line, "the cluster has ended"
        return line

    def kill_node(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("kill\n")
        self.process.stdin.flush()
        assert self._line() == "done"

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(60)


@pytest.fixture
def cluster() -> Iterator[TwoNodes]:
    made = TwoNodes()
    try:
        yield made
    finally:
        made.close()


class Driver:
    """One process of ``fullgraph sweep``."""

    def __init__(self, folder: Path, address: str) -> None:
        self.store = folder / "sweep.duckdb"
        given = ["--resume"] if self.store.exists() else ["zoo.py:targets", "--pass-env", "FULLGRAPH_TEST_LOG"]
        options = ["--store", str(self.store), "--address", address]
        self.output = (folder / "output.txt").open("a")
        self.process = subprocess.Popen(
            [sys.executable, "-m", "fullgraph", "sweep", *given, *options],
            cwd=folder,
            stdout=self.output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        self.output.close()


def stored(path: Path) -> dict[str, str]:
    """The status of each run that is in the store, by its name."""
    for _ in range(100):
        try:
            with Store.open(path) as store:
                rows = load(store)
                for one in rows:
                    assert {check.name for check in one.row.checks} == {"eager", "breaks", "fullgraph", "steady"}, one
                return {one.planned.run: one.row.status for one in rows}
        except StoreError:
            time.sleep(0.1)  # the driver that writes to it still runs, or has only just been killed
    raise AssertionError(f"{path} cannot be opened")


def workers_of_ray() -> list[int]:
    """The processes of the cluster in which tasks run."""
    mark = f"{MARK}={os.getpid()}".encode()
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            title = (folder / "cmdline").read_bytes().partition(b"\0")[0]
            ours = mark in (folder / "environ").read_bytes().split(b"\0")
        except OSError:
            continue
        if ours and title.startswith(b"ray::_run"):
            found.append(int(folder.name))
    return found


@pytest.mark.slow
def test_a_sweep_survives_kills(tmp_path: Path, cluster: TwoNodes, monkeypatch: pytest.MonkeyPatch) -> None:
    seed = int(os.environ.get("FULLGRAPH_TEST_SEED", "0"))
    dice = random.Random(seed)
    log = tmp_path / "log.txt"
    monkeypatch.setenv("FULLGRAPH_TEST_LOG", str(log))
    (tmp_path / "zoo.py").write_text(ZOO)
    store = tmp_path / "sweep.duckdb"
    driver = Driver(tmp_path, cluster.address)
    before: dict[str, str] = {}
    killed: Counter[str] = Counter()
    for number in range(KILLS):
        time.sleep(dice.uniform(2.0, 9.0))
        what = ("driver", "worker", "node")[number % 3]
        assert driver.process.poll() in (None, 0), (tmp_path / "output.txt").read_text()[-3000:]
        if what == "driver":
            driver.kill()
            if store.exists():
                now = stored(store)
                assert before.items() <= now.items(), "a run that was stored is gone, or another one"
                before = now
            driver = Driver(tmp_path, cluster.address)
        elif what == "worker":
            for worker in dice.sample(workers, 1) if (workers := workers_of_ray()) else []:
                os.kill(worker, signal.SIGKILL)
        else:
            cluster.kill_node()
        killed[what] += 1
    assert driver.process.wait(1200) == 0, (tmp_path / "output.txt").read_text()[-3000:]
    after = stored(store)
    with Store.open(store) as opened:
        assert len(opened.planned) == TARGETS
        assert not opened.left
        assert opened.rows("SELECT count(*), count(DISTINCT run) FROM runs") == [(TARGETS, TARGETS)]
    assert before.items() <= after.items()
    assert set(after.values()) == {"whole"}
    runs = Counter(log.read_text().split())
    assert len(runs) == TARGETS
    # Listing the targets builds none; what ran twice was in flight when something was killed.
    assert sum(runs.values()) <= TARGETS + KILLS * 2 * WORKERS, (killed, runs)
    print(f"seed {seed}: {dict(killed)} killed, {sum(runs.values()) - TARGETS} of {TARGETS} runs done again")
