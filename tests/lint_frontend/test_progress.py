"""How far a run is: shown on a terminal, and nowhere else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pty = pytest.importorskip("pty", reason="terminals of POSIX")

RUN = """
import sys, time
from fullgraph.lint.engine import api
from fullgraph.lint.commands import progress
from fullgraph.lint.cli import main

progress.DELAY = progress.EVERY = 0
main(sys.argv[1:])
"""
CLEAN = "import torch\n\n\n@torch.compile\ndef f(x: torch.Tensor) -> torch.Tensor:\n    return x\n"


@pytest.fixture
def many(tmp_path: Path) -> Path:
    for number in range(5):
        (tmp_path / f"file{number}.py").write_text(CLEAN)
    (tmp_path / "z[bold].py").write_text(CLEAN)
    return tmp_path


def on_terminal(folder: Path, *arguments: str, **environment: str) -> tuple[str, str]:
    """What a run prints to standard output, and to the terminal that standard error is."""
    ours, its = pty.openpty()
    variables = {**os.environ, "TERM": "xterm", "COLUMNS": "100", "PYTHONUTF8": "1", **environment}
    command = [sys.executable, "-c", RUN, *arguments]
    process = subprocess.Popen(command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=its)
    os.close(its)
    seen = b""
    while True:
        try:
            read = os.read(ours, 65536)
        except OSError:  # the last one has closed it
            break
        if not read:
            break
        seen += read
    os.close(ours)
    assert process.stdout is not None
    out = process.stdout.read().decode()
    assert process.wait(60) == 0, seen
    return out, seen.decode()


def test_a_terminal_sees_how_far_it_is_and_keeps_nothing_of_it(many: Path) -> None:
    out, seen = on_terminal(many, "check")
    assert out == "All checks passed! (6 files)\n"
    assert "6/6" in seen
    assert "z[bold].py" in seen
    assert seen.endswith(("\x1b[2K", "\x1b[?25h")), "taken away at the end"


@pytest.mark.parametrize("quiet", ["-q", "dumb"])
def test_not_where_it_is_not_wanted(many: Path, quiet: str) -> None:
    arguments = ["-q"] if quiet == "-q" else []
    _, seen = on_terminal(many, "check", *arguments, TERM="dumb" if quiet == "dumb" else "xterm")
    assert seen == ""


def test_a_pipe_sees_nothing(many: Path) -> None:
    done = subprocess.run([sys.executable, "-c", RUN, "check"], cwd=many, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
