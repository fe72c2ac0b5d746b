"""``fullgraph check --watch`` in a folder whose files change all the time."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from benchmarks.soak.editing import CONFIGURATIONS, changed
from benchmarks.soak.results import Soak
from benchmarks.soak.sampling import Sampler

SOON = 120.0
"""Seconds after which a round is missing."""


class Rounds:
    """Counts the rounds of a watch by the line that ends each."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.count = 0
        self.wrong: list[str] = []
        self._news = threading.Condition()
        self._process = process
        threading.Thread(target=self._read, daemon=True).start()

    def wait(self, more_than: int, seconds: float) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self.count > more_than, seconds)

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if "internal error" in line or "Traceback" in line:
                self.wrong.append(line.strip())
            if "; Ctrl-C ends." in line or line.startswith("error: "):
                with self._news:
                    self.count += 1
                    self._news.notify_all()


def soak_watch(soak: Soak, folder: Path, files: list[Path], seed: int, pause: float) -> None:
    """Change files for ``soak.seconds``, with ``pause`` seconds between two changes on the average."""
    draw = random.Random(seed)
    originals = {path: path.read_text(encoding="utf-8", errors="replace") for path in files}
    # Where this runs in the background of a shell, Ctrl-C is ignored, and by what it starts too.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "fullgraph", "check", "--watch", "--output-format", "concise"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
        errors="replace",
    )
    sampler = Sampler(process.pid, 5.0)
    rounds = Rounds(process)
    start = time.monotonic()
    if not rounds.wait(0, SOON):
        soak.problems.append("the first round did not come")
    while time.monotonic() - start < soak.seconds and process.poll() is None:
        before, began = rounds.count, time.monotonic()
        kind = _change(draw, folder, files, originals)
        soak.did(kind)
        if not rounds.wait(before, SOON):
            soak.problems.append(f"{kind}: no round within {SOON:.0f} s")
        soak.took(f"a round after: {kind}", began - start, time.monotonic() - began)
        time.sleep(draw.expovariate(1 / pause))
    soak.samples = sampler.stop()
    if process.poll() is not None:
        soak.problems.append(f"it ended by itself with status {process.returncode}")
    process.send_signal(signal.SIGINT)
    try:
        process.wait(SOON)
    except subprocess.TimeoutExpired:
        soak.problems.append(f"it did not end within {SOON:.0f} s of Ctrl-C")
        process.kill()
        process.wait()
    soak.problems += rounds.wrong


def _change(draw: random.Random, folder: Path, files: list[Path], originals: dict[Path, str]) -> str:
    """One change on disk that has to lead to another round; what it was."""
    path = draw.choice(files)
    chance = draw.random()
    if chance < 0.05:
        # A change of a file that is left out would lead to no round.
        (folder / "fullgraph.toml").write_text(draw.choice([one for one in CONFIGURATIONS if "exclude" not in one]))
        return "configuration"
    if chance < 0.12:
        target = path.with_name(f"r{draw.randrange(10**6)}_{path.name[-20:]}")
        path.rename(target)
        files[files.index(path)] = target
        originals[target] = originals.pop(path)
        return "rename"
    if chance < 0.2:  # as editors do it: another file in the place of the old one
        beside = path.with_name(".new")
        beside.write_text(originals[path], encoding="utf-8", errors="replace")
        beside.replace(path)
        return "replacement"
    if chance < 0.3:
        for one in draw.sample(files, min(10, len(files))):
            one.write_text(changed(originals[one], draw), encoding="utf-8", errors="replace")
        return "ten files"
    path.write_text(changed(originals[path], draw), encoding="utf-8", errors="replace")
    return "edit"
