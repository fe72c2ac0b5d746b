"""The command line, run in-process in an empty folder."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from frontend import BREAKS, Ran
from fullgraph.lint.cli import main


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
