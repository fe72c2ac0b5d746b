"""What a warm process must not do where there is a GPU, as far as it shows without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from fullgraph.runtime_check.process import forked
from fullgraph.sweep.engine import task
from fullgraph.sweep.engine.task import RunSettings
from fullgraph.sweep.rows import Environment, Planned

pytestmark = pytest.mark.skipif(not forked.POSIX, reason="needs Linux")


def said(text: str) -> str:
    done = subprocess.run([sys.executable, "-c", dedent(text)], capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def test_the_first_compile_of_a_warm_process_starts_no_cuda() -> None:
    text = """
        import torch
        from fullgraph.runtime_check.process import fork_server

        asked = []
        torch.cuda.is_available = lambda: True
        torch.cuda.get_rng_state = lambda *_: asked.append("state") or torch.zeros(1)
        torch.cuda.set_rng_state = lambda *_: None
        {}
        print("asked", len(asked), "available", torch.cuda.is_available())
    """
    assert said(text.format("fork_server._load([])")).endswith("asked 0 available True\n")
    compiles = "torch.compile(fork_server._plain, backend='eager')(torch.ones(2, 2))"
    assert not said(text.format(compiles)).endswith("asked 0 available True\n")


def test_a_package_that_starts_cuda_when_it_is_imported_is_named() -> None:
    found = said(
        """
        import torch
        from fullgraph.runtime_check.process import fork_server

        torch.cuda.is_initialized = lambda: True
        fork_server._require_forkable(["eager_package"])
        """
    )
    assert found == "importing eager_package starts CUDA, so no process can be forked for a target\n"


TARGET = """
import os
import torch

def seen(x):
    raise ValueError(os.environ.get("CUDA_VISIBLE_DEVICES", "unset"))

seen_inputs = [torch.ones(2)]
"""


def test_a_run_on_the_cpu_sees_no_gpu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "targets.py").write_text(TARGET)
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "3")
    environment = Environment("here", sys.executable, "", "", {})
    planned = Planned(
        target="targets.py:seen",
        pass_="identify",
        mode="eval",
        dtype="float32",
        device="cpu",
        environment="here",
        version="",
        library="",
    )
    row = task.run(planned, environment, RunSettings(str(tmp_path), 60.0, None))
    assert row.failure == "raised"
    assert row.message.startswith("the target raises during the eager run: ValueError:")
    assert "3" not in row.message.partition("ValueError:")[2].partition(" at ")[0]
