"""What a warm process must not do where there is a GPU, as far as it shows without one."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from types import SimpleNamespace

import pytest
import torch
from fullgraph.runtime_check.process import fork_server, forked
from fullgraph.runtime_check.process.forked import ForkServer
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits
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


def test_the_first_compile_of_a_warm_process_asks_for_no_stream() -> None:
    text = """
        import torch
        from fullgraph.runtime_check.process import fork_server

        asked = []
        torch.accelerator.is_available = lambda: asked.append("stream") or False
        {}
        print("asked", len(asked))
    """
    assert said(text.format("fork_server._load([])")).endswith("asked 0\n")
    compiles = "torch.compile(fork_server._plain, backend='eager')(torch.ones(2, 2))"
    assert not said(text.format(compiles)).endswith("asked 0\n")


def test_the_first_compile_of_a_warm_process_counts_no_gpus() -> None:
    text = """
        import torch
        from fullgraph.runtime_check.process import fork_server

        asked = []
        torch._C._ensureCUDADeviceGuardSet = lambda: asked.append("guard")
        {}
        print("asked", len(asked))
    """
    assert said(text.format("fork_server._load([])")).endswith("asked 0\n")
    compiles = "torch.cuda.is_available = lambda: False; torch.compile(fork_server._plain, backend='eager')"
    assert not said(text.format(f"{compiles}(torch.ones(2, 2))")).endswith("asked 0\n")


@pytest.mark.parametrize(("answer", "started"), [(3, False), (0, True), (201, True)])
def test_the_driver_is_asked_whether_it_was_started(
    answer: int, started: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = SimpleNamespace(cuCtxGetCurrent=lambda _: answer)
    monkeypatch.setattr(fork_server.ctypes, "CDLL", lambda name: driver)
    assert fork_server.gpu_started() is started
    monkeypatch.setattr(torch.cuda, "is_initialized", lambda: True)
    assert fork_server.gpu_started()


def test_without_a_driver_nothing_is_started() -> None:
    assert torch.cuda.is_available() or not fork_server.gpu_started()


@pytest.mark.parametrize(("device", "started"), [("cpu", True), ("cpu:0", False)])
def test_a_run_on_the_cpu_or_of_a_server_without_a_driver_is_forked(tmp_path: Path, device: str, started: bool) -> None:
    assert _parent_is_the_server(tmp_path, device, started)


def test_what_could_use_no_gpu_as_a_fork_is_a_process_of_its_own(tmp_path: Path) -> None:
    assert not _parent_is_the_server(tmp_path, "cpu:0", True)


def _parent_is_the_server(folder: Path, device: str, started: bool) -> bool:
    (folder / "targets.py").write_text(PARENT)
    with ForkServer([]) as server:
        server.gpu_started = started
        request = Request("targets.py:seen", str(folder), device=device, backend="eager", checks=["eager"])
        observation, _ = forked.observe_forked(server, request, Limits(120.0, None))
        failure = observation.run.failure
        assert failure is not None and "parent" in failure.message
        return f"parent {server.process.pid}." in failure.message


PARENT = """
import os
import torch

def seen(x):
    raise ValueError(f"parent {os.getppid()}.")

seen_inputs = [torch.ones(2)]
"""
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
