"""What the tests of the front end share: the command line run in-process, and hand-made findings."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from dataclasses import dataclass
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
"""One finding: FG401 at 6:5, with an unsafe fix."""

CLEAN = """\
import torch


@torch.compile
def double(x: torch.Tensor) -> torch.Tensor:
    return 2 * x
"""


@dataclass
class Ran:
    status: int
    out: str
    err: str


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty current folder, with nothing in the environment that decides about colour."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "FULLGRAPH_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(
    folder: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Ran]:
    """Runs ``fullgraph`` with arguments in the current folder."""

    def run(*arguments: str, stdin: bytes | None = None) -> Ran:
        if stdin is not None:
            monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsysbinary.readouterr()
        with pytest.raises(SystemExit) as ending:
            main(arguments)
        captured = capsysbinary.readouterr()
        assert isinstance(ending.value.code, int)
        return Ran(ending.value.code, captured.out.decode(), captured.err.decode())

    return run


@pytest.fixture
def breaks(folder: Path) -> Path:
    """A file with one finding."""
    path = folder / "model.py"
    path.write_text(BREAKS)
    return path
