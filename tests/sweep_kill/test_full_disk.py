"""A disk that fills up ends a sweep with one line, and costs no run that was stored."""

from __future__ import annotations

import datetime
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from fullgraph.sweep.rows import BreakRow, CheckRow, Environment, Planned, RunRow
from fullgraph.sweep.store.loading import load
from fullgraph.sweep.store.store import About, Store, StoreError

NOW = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc)
RUNS = 4000


def _mount(folder: Path, size: str, *options: str) -> bool:
    command = ["mount", "-t", "tmpfs", "-o", ",".join([f"size={size}", *options]), "tmpfs", str(folder)]
    return subprocess.run(command, capture_output=True).returncode == 0


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    folder = tmp_path / "disk"
    folder.mkdir()
    if os.geteuid() or not _mount(folder, "6m"):
        pytest.skip("a file system of its own takes the rights to mount one")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _planned(number: int) -> Planned:
    return Planned("identify", f"zoo.py:target_{number}", "eval", "float32", "cpu", "here", "", "zoo.py")


def _row(number: int) -> RunRow:
    text = f"{number} " * 2000
    broken = BreakRow(f"{number}", "zoo.py", 1, "f", text, "break", None, text, text, ["default"], [], [], [text])
    checks = [CheckRow(name, "pass", text) for name in ("eager", "breaks")]
    return RunRow(_planned(number).run, "breaks", 1.0, NOW, "node", checks=checks, breaks=[broken])


def test_a_full_disk_costs_no_run_that_was_stored(small_disk: Path) -> None:
    path = small_disk / "sweep.duckdb"
    stored = 0
    with Store.create(path, About(NOW, "0", "sweep", {})) as store:
        store.add_environments([Environment("here", "python", "3", "2")])
        store.plan(map(_planned, range(RUNS)))
        with pytest.raises(StoreError, match=r"^cannot write to \S+sweep\.duckdb: [^\n]+$"):
            for number in range(RUNS):
                store.add(_row(number))
                stored = number + 1
    assert 0 < stored < RUNS
    assert _mount(small_disk, "200m", "remount")
    with Store.open(path, read_only=False) as store:
        rows = load(store)
        # The run that failed may have been stored, of which nobody was told.
        assert len(rows) in (stored, stored + 1)
        assert all(len(one.row.checks) == 2 and len(one.row.breaks) == 1 for one in rows)
        assert len(store.left) == RUNS - len(rows)
        for number in range(RUNS):
            if number % 40 == 0 or number < stored + 2:
                store.add(_row(number))
        assert {one.planned.run for one in load(store)} >= {_planned(number).run for number in range(stored + 2)}
