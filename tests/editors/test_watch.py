"""``check --watch``, as a process that runs until Ctrl-C."""

from __future__ import annotations

import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

GATE = """\
import torch


@torch.compile
def gate(x: torch.Tensor) -> torch.Tensor:
    print("a")
    return x
"""
CLEAN = GATE.replace('    print("a")\n', "")


class Watching:
    """The process and the lines that it prints, standard error among them."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-u", "-m", "fullgraph", "check", "--watch", "--output-format", "concise", *arguments],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))

    def round(self) -> list[str]:
        """What is printed until it watches again."""
        printed = []
        deadline = time.monotonic() + 60
        while True:
            printed.append(self.lines.get(timeout=max(deadline - time.monotonic(), 0.1)))
            if "Watching" in printed[-1]:
                return printed

    def interrupt(self) -> int:
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=60)


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[Watching]:
    (tmp_path / "gate.py").write_text(GATE)
    (tmp_path / "other.py").write_text(CLEAN)
    (tmp_path / "user.py").write_text("from gate import (\n    gate,\n)\n")
    started = Watching(tmp_path)
    yield started
    started.process.kill()
    started.process.wait()


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGINT to send")
def test_changes_are_checked_with_what_they_have_to_do_with_until_ctrl_c(watching: Watching, tmp_path: Path) -> None:
    first = watching.round()
    assert first[0] == "gate.py:6:5: FG401 print breaks the graph"
    assert first[-1] == "Watching 3 files; Ctrl-C ends."

    (tmp_path / "gate.py").write_text(CLEAN)
    fixed = watching.round()
    assert fixed[0] == "All checks passed! (3 files)"
    assert fixed[-1].startswith("gate.py changed; checked 2 files in "), "and with it what imports it"

    (tmp_path / "other.py").write_text(GATE)
    again = watching.round()
    assert again[0] == "other.py:6:5: FG401 print breaks the graph"
    assert again[-1].startswith("other.py changed; checked 1 file in ")

    # An editor puts a new file in the place of the old one.
    (tmp_path / "new").write_text("def f(:\n")
    (tmp_path / "new").rename(tmp_path / "gate.py")
    broken = watching.round()
    assert any("gate.py:1:7: error: syntax error" in line for line in broken)
    assert "other.py:6:5: FG401 print breaks the graph" in broken, "what was not checked again is still told"

    (tmp_path / "other.py").unlink()
    gone = watching.round()
    assert not any("FG401" in line for line in gone)
    assert gone[-1].endswith("Watching 2 files; Ctrl-C ends.")

    (tmp_path / "notes.txt").write_text("nothing to check")
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "cached.py").write_text(GATE)
    (tmp_path / "made.py").write_text(GATE)
    assert watching.round()[-1].startswith("made.py changed; checked 1 file in ")

    (tmp_path / "fullgraph.toml").write_text('ignore = ["FG4"]\n')
    quieter = watching.round()
    assert not any("FG401" in line for line in quieter)
    assert quieter[-1].startswith("fullgraph.toml changed. Watching")
    (tmp_path / "fullgraph.toml").write_text("ignored = 1\n")
    assert "ignored is no setting" in watching.lines.get(timeout=60)
    (tmp_path / "fullgraph.toml").unlink()
    assert "made.py:6:5: FG401 print breaks the graph" in watching.round()

    assert watching.interrupt() == 0
    assert watching.lines.empty()


def test_a_watch_prints_text_alone(tmp_path: Path) -> None:
    for arguments in (["--fix"], ["-"], ["--output-format", "sarif"], ["-o", "file"]):
        done = subprocess.run(
            [sys.executable, "-m", "fullgraph", "check", "--watch", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            input="",
        )
        assert done.returncode == 2
        assert done.stderr.startswith("error: --watch prints text to the terminal")
