"""A process that is killed while it writes fixes leaves every file as it was or as it should be."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

KILLED_AT = """
import os, signal, sys, threading
event, number = sys.argv[1], int(sys.argv[2])
seen = 0
def hook(name, arguments):
    global seen
    mine = name == event and any(str(one).startswith(sys.argv[3]) for one in arguments)
    if name == event == "os.rename" or (mine and name != "os.rename"):
        seen += 1
        if seen == number:
            os.kill(os.getpid(), signal.SIGKILL)
from fullgraph.lint.cli import main
import fullgraph.lint.fixes.apply, fullgraph.lint.engine.api, libcst
sys.addaudithook(hook)
main(["check", "--isolated", "--no-cache", "--jobs", "1", "--fix", "--unsafe-fixes", "-q", sys.argv[3]])
"""
"""A run that is killed at the n-th audit event of a kind, such as just before a file is replaced."""


@pytest.mark.parametrize(
    ("event", "number"),
    [("os.rename", 1), ("os.rename", 2), ("os.rename", 3), ("os.chmod", 2), ("os.chown", 3), ("tempfile.mkstemp", 2)],
)
def test_every_file_is_the_old_or_the_new_one(event: str, number: int, tmp_path: Path, breaks: str) -> None:
    old = breaks.encode()
    files = [tmp_path / f"model{index}.py" for index in range(3)]
    for file in files:
        file.write_bytes(old)
    command = [sys.executable, "-c", KILLED_AT, event, str(number), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert done.returncode == -signal.SIGKILL, done.stderr
    new = old.replace(b"    print(", b"    if not torch.compiler.is_compiling():\n        print(")
    assert [file.read_bytes() for file in files] == [new] * (number - 1) + [old] * (len(files) - number + 1)
    left = [path for path in tmp_path.iterdir() if path not in files]
    assert len(left) == (event != "tempfile.mkstemp")
    again = subprocess.run([sys.executable, "-m", "fullgraph", "check", "--fix", "--unsafe-fixes", "-q", tmp_path])
    assert again.returncode == 0
    assert [file.read_bytes() for file in files] == [new] * len(files)


def test_the_unfinished_file_is_not_readable_by_others(tmp_path: Path, breaks: str) -> None:
    """Until it is complete and gets the mode of the file whose place it takes."""
    file = tmp_path / "model.py"
    file.write_text(breaks)
    file.chmod(0o600)
    command = [sys.executable, "-c", KILLED_AT, "os.rename", "1", str(tmp_path)]
    subprocess.run(command, capture_output=True, timeout=60)
    (left,) = [path for path in tmp_path.iterdir() if path != file]
    assert left.stat().st_mode & 0o777 == 0o600
