"""The benchmark of speed: its made files are what they are said to be, and a run's costs are all of its processes'."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from fullgraph.lint.engine.api import check

from benchmarks.speed import made
from benchmarks.speed.__main__ import RESULTS
from benchmarks.speed.clock import run
from benchmarks.speed.docs import PAGE, page
from benchmarks.speed.plots import draw


def test_made_files_grow_in_one_way(tmp_path: Path) -> None:
    small, large = (made.with_findings(tmp_path, count, 40) for count in (3, 30))
    assert small.read_text().count("\n") == large.read_text().count("\n")
    assert [len(check([path]).diagnostics) for path in (small, large)] == [3, 30]
    path = made.with_imports(tmp_path, 12)
    assert check([path]).involved >= {path.parent / f"step{number}.py" for number in range(12)}
    lines = [made.with_lines(tmp_path, blocks).read_text().count("\n") for blocks in (10, 20)]
    assert lines[1] > 1.9 * lines[0]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_run_counts_all_of_its_processes(tmp_path: Path) -> None:
    inner = "held = bytearray(b'x' * 60_000_000); sum(range(8_000_000)); import time; time.sleep(0.7)"
    outer = f"import subprocess, sys; print('a\\nb'); subprocess.run([sys.executable, '-c', {inner!r}]); sys.exit(3)"
    one = run([sys.executable, "-c", outer], 1, tmp_path)
    assert (one.status, one.printed) == (3, 2)
    assert one.memory > 60
    assert one.cpu > 0.05


def test_the_page_is_that_of_the_committed_results() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(json.loads(RESULTS.read_text()))


def test_the_committed_results_are_drawn(tmp_path: Path) -> None:
    draw(json.loads(RESULTS.read_text()), tmp_path)
    committed = Path(__file__).parents[2] / "docs" / "speed"
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == sorted(path.name for path in committed.iterdir()) == ["growth.svg", "tools.svg"]
    for name in names:
        assert "<svg" in (tmp_path / name).read_text()
