"""The soak: what it does to files, what it makes of samples, and a short one."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from benchmarks.soak.editing import changed, make_project
from benchmarks.soak.results import Soak, table
from benchmarks.soak.sampling import Sample, sample
from benchmarks.soak.server import applied, soak_server
from benchmarks.soak.watch import soak_watch

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="by /proc of Linux")
GATE = "import torch\n\n\n@torch.compile\ndef gate(x: torch.Tensor) -> torch.Tensor:\n    print(x)\n    return x\n"


def soak_of(memory: list[int]) -> Soak:
    soak = Soak("a run", 60.0 * len(memory), 2, 1000)
    soak.samples = [Sample(60.0 * number, held << 20, 1 << 20, 7, 3, 1, 0.5) for number, held in enumerate(memory)]
    soak.took("hover", 1.0, 0.25)
    soak.took("hover", soak.seconds - 1, 0.5)
    soak.did("hover")
    return soak


def test_a_leak_shows_as_growth_and_memory_that_is_kept_does_not() -> None:
    leaking = soak_of([100 + 2 * minute for minute in range(40)])
    level = soak_of([50, 90, *[100] * 38])
    assert "| memory (MiB) | 114 | 172 | 178 | +2.00 a minute |" in table(leaking)
    assert "| memory (MiB) | 100 | 100 | 100 | +0.00 a minute |" in table(level)
    assert "| hover | 2 | 0.25 s | 0.50 s | 0.25 s | 0.50 s |" in table(level)


def test_a_run_comes_back_as_it_was_written(tmp_path: Path) -> None:
    soak = soak_of([1, 2, 3])
    soak.write(tmp_path / "run.json")
    again = Soak.read(tmp_path / "run.json")
    assert table(again) == table(soak)
    assert again.samples == soak.samples


@LINUX
def test_a_sample_counts_what_a_process_has_started() -> None:
    command = "import subprocess, sys; subprocess.run([sys.executable, '-c', 'input()'])"
    process = subprocess.Popen([sys.executable, "-c", command], stdin=subprocess.PIPE)
    try:
        taken = sample(process.pid, 0.0)
        while taken is not None and taken.processes < 2:
            taken = sample(process.pid, 0.0)
        assert taken is not None
        assert taken.memory > taken.own_memory > 2**20
        assert taken.files >= 3
    finally:
        process.communicate(b"\n")
    assert sample(process.pid, 0.0) is None


def test_edits_change_a_text_and_can_be_drawn_again() -> None:
    texts = [GATE]
    for seed in range(200):
        texts.append(changed(texts[-1], random.Random(seed)) or GATE)
        assert changed(texts[-2], random.Random(seed)) == changed(texts[-2], random.Random(seed))
    assert len(set(texts)) > 150


def test_positions_of_edits_count_utf_16_units() -> None:
    edit = types.TextEdit(types.Range(types.Position(1, 2), types.Position(1, 3)), "b")
    assert applied("x\n🔥a🔥\n", [edit]) == "x\n🔥b🔥\n"


@LINUX
@pytest.mark.slow
def test_a_short_soak_of_each(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = tmp_path / "gate.py"
    source.write_text(GATE)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
    for name in ("server", "watch"):
        folder = tmp_path / name
        files = make_project(folder, [source] * 4)
        soak = Soak(name, 6.0, len(files), 30)
        monkeypatch.setattr("benchmarks.soak.server.Sampler", _quick_sampler)
        monkeypatch.setattr("benchmarks.soak.watch.Sampler", _quick_sampler)
        if name == "server":
            asyncio.run(soak_server(soak, folder, files, 1, 0.05, "workspace"))
        else:
            soak_watch(soak, folder, files, 1, 0.05)
        assert soak.problems == []
        assert sum(soak.actions.values()) >= 2
        assert soak.latencies
        assert len(soak.samples) >= 2
        assert "No answer was missing" in table(soak)


def _quick_sampler(pid: int, every: float) -> object:
    from benchmarks.soak.sampling import Sampler

    return Sampler(pid, every / 10)
