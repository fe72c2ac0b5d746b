"""Two copies of the captioning example: as it is, and with what ``fullgraph check --fix`` makes of it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from .jobs import REPOSITORY, Choices, captioning_folder

EXAMPLE = REPOSITORY / "examples" / "captioning" / "train.py"
CHECK = ["check", "--follow", "transformers", "--fix"]


class FixError(Exception):
    """The example cannot be fixed here: one line that says why."""


def prepare(choices: Choices) -> str:
    """Write both copies; returns the fix as a unified diff. Raises `FixError` if there is none for this transformers.

    The released transformers that breaks is 4.54; others have another loss function.
    """
    copies = {}
    for version in ("released", "fixed"):
        folder = captioning_folder(choices, version)
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        copies[version] = Path(shutil.copy(EXAMPLE, folder))
    shown = _fullgraph([*CHECK, "--diff", "train.py"], copies["fixed"].parent)
    done = _fullgraph([*CHECK, "train.py"], copies["fixed"].parent)
    if copies["fixed"].read_bytes() == copies["released"].read_bytes():
        said = (done.stderr or done.stdout).strip().splitlines()
        raise FixError(f"check --fix changes nothing in the example: {said[-1] if said else 'nothing said'}")
    return shown.stdout


def _fullgraph(arguments: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "fullgraph", *arguments], cwd=folder, capture_output=True, text=True, timeout=300
    )
