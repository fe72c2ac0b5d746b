"""``python -m benchmarks.robustness.killing``: kill ``check --fix`` at random moments; no file may be half written.

Every file has to be the old one or the new one, byte for byte, and what else is left may only be unfinished new files,
which no later check reads.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random

SOURCE = """\
import torch


@torch.compile
def gate{number}(x: torch.Tensor) -> torch.Tensor:
    print("gate {number}")
    return x + {number}
{filler}"""


def sources(files: int, size: int) -> dict[str, bytes]:
    """Files with a fix each, ``size`` bytes long about."""
    filler = "# " + "x" * 117 + "\n"
    return {
        f"model{number}.py": SOURCE.format(number=number, filler=filler * (size // len(filler))).encode()
        for number in range(files)
    }


def write(folder: Path, texts: dict[str, bytes]) -> None:
    for name, text in texts.items():
        (folder / name).write_bytes(text)


def start(folder: Path) -> subprocess.Popen[bytes]:
    """``check --fix`` of a folder."""
    command = [sys.executable, "-m", "fullgraph", "check", "--isolated", "--fix", "--unsafe-fixes", "-q", str(folder)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def fixed(old: dict[str, bytes]) -> tuple[dict[str, bytes], float]:
    """Return what the files become when nothing is killed; the seconds from the first that is written to the end."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, old)
        process = start(folder)
        _await_writing(process, folder)
        began = time.monotonic()
        process.wait()
        return {one: (folder / one).read_bytes() for one in old}, time.monotonic() - began


def _await_writing(process: subprocess.Popen[bytes], folder: Path) -> None:
    """Return when the first new file is there."""
    while process.poll() is None and not any(name.endswith(".tmp") for name in os.listdir(folder)):  # noqa: PTH208
        pass


def kill_once(old: dict[str, bytes], new: dict[str, bytes], after: float) -> tuple[int, list[str], int]:
    """Kill a run so many seconds after it began to write: how many files are new, which are wrong, how many left."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, old)
        process = start(folder)
        _await_writing(process, folder)
        time.sleep(after)
        process.kill()
        process.wait()
        found = {path.name: path.read_bytes() for path in folder.iterdir()}
    wrong = [one for one in old if found.get(one) not in (old[one], new[one])]
    left = [one for one in found if one not in old]
    wrong += [one for one in left if not (one.startswith(".model") and one.endswith(".tmp"))]
    return sum(found.get(one) == new[one] for one in old), wrong, len(left)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.robustness.killing", description=__doc__)
    parser.add_argument("--kills", type=int, default=300)
    parser.add_argument("--files", type=int, default=40)
    parser.add_argument("--bytes", type=int, default=20_000, help="of each file")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    random = Random(given.seed)
    old = sources(given.files, given.bytes)
    new, writing = fixed(old)
    assert all(new[name] != text for name, text in old.items()), "nothing was fixed"
    counts: Counter[str] = Counter()
    for _ in range(given.kills):
        written, wrong, left = kill_once(old, new, random.uniform(0, 0.8 * writing))
        counts["before the first" if not written else "after the last" if written == len(old) else "between"] += 1
        counts["with an unfinished new file left"] += left > 0
        counts["WRONG"] += bool(wrong)
    print(f"{given.kills} runs killed while they fixed {given.files} files:")
    for name, number in counts.items():
        print(f"  {number} {name}")
    return 1 if counts["WRONG"] else 0


if __name__ == "__main__":
    sys.exit(main())
