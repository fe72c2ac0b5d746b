"""The command line, run in-process in an empty folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from fullgraph.lint.cli import main

BREAKS = """\
import torch


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    print("doubling")
    return 2 * x
"""
"""One finding, FG401, with an unsafe fix."""

Fullgraph = Callable[..., tuple[int, str, str]]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "FULLGRAPH_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def breaks() -> str:
    return BREAKS


@pytest.fixture
def fullgraph(here: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> Fullgraph:
    """Runs ``fullgraph`` with arguments: its status, output and errors."""

    def run(*arguments: str | os.PathLike[str]) -> tuple[int, str, str]:
        capfdbinary.readouterr()
        with pytest.raises(SystemExit) as ending:
            main([os.fspath(one) for one in arguments])
        captured = capfdbinary.readouterr()
        assert isinstance(ending.value.code, int)
        return ending.value.code, captured.out.decode(), captured.err.decode()

    return run
