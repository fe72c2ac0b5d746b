"""The interpreters that a sweep runs targets in: this one, some that were named, or one made for each torch version."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from fullgraph.runtime_check.process.supervise import target_environment
from fullgraph.runtime_check.target.models import LIBRARIES
from fullgraph.sweep.rows import Environment

ASKED_SECONDS = 120.0
MADE_SECONDS = 3600.0

_ASK = """
import json, platform, sys
from importlib import metadata
import torch
found = {}
for name in sys.argv[1:]:
    try:
        found[name] = metadata.version(name)
    except metadata.PackageNotFoundError:
        pass
print(json.dumps([platform.python_version(), torch.__version__, found]))
"""


class InterpreterError(Exception):
    """An interpreter that cannot be used: one line that says why and what to do."""


def here(libraries: Iterable[str]) -> Environment:
    """This interpreter. Raises `InterpreterError`."""
    return describe(None, sys.executable, libraries)


def parse(text: str) -> tuple[str, str]:
    """The name and the interpreter of ``NAME=PATH``; PATH is an interpreter or a virtual environment.

    Raises `InterpreterError`.
    """
    name, equals, place = text.partition("=")
    if not equals or not re.fullmatch(r"[\w.+-]+", name):
        raise InterpreterError(f"--environment {text}: write NAME=PATH, such as torch-2.13=/envs/a")
    path = Path(place).expanduser()
    for candidate in (path / "bin" / "python", path / "Scripts" / "python.exe", path):
        if candidate.is_file():
            return name, str(candidate.absolute())
    raise InterpreterError(f"--environment {text}: there is no interpreter {place}")


def describe(name: str | None, executable: str, libraries: Iterable[str]) -> Environment:
    """Ask an interpreter for its versions; ``name`` is made of torch's version if None. Raises `InterpreterError`."""
    packages = sorted({LIBRARIES[one] for one in libraries if one in LIBRARIES})
    try:
        done = subprocess.run(
            [executable, "-c", _ASK, *packages],
            capture_output=True,
            text=True,
            timeout=ASKED_SECONDS,
            stdin=subprocess.DEVNULL,
            # Without the current folder on the import path, in which anything may be called torch.
            env=target_environment("", {}),
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InterpreterError(f"{executable} cannot be run: {error}") from None
    if done.returncode:
        last = next((line for line in reversed(done.stderr.splitlines()) if line.strip()), "no message")
        raise InterpreterError(f"{executable} has no usable torch: {last.strip()}")
    python, torch, found = json.loads(done.stdout.splitlines()[-1])
    return Environment(name or f"torch-{minor(torch)}", executable, python, torch, found)


def minor(torch: str) -> str:
    """``2.13`` of ``2.13.0+cpu``."""
    return ".".join(torch.partition("+")[0].split(".")[:2])


def make(torch: str, libraries: Sequence[str], versions: Mapping[str, str], root: Path) -> str:
    """The interpreter of an environment with a version of torch, made by uv if it is not there.

    ``versions`` of distributions are those that it gets. Raises `InterpreterError`.
    """
    if not re.fullmatch(r"\d+\.\d+(\.\d+)?", torch):
        raise InterpreterError(f"--torch {torch}: write versions such as 2.13 or 2.13.0, with commas between them")
    folder = root / f"torch-{torch}"
    python = folder / "bin" / "python"
    made = folder / "made.json"
    wanted = [f"torch=={torch}" if torch.count(".") == 2 else f"torch=={torch}.*", *_needed(libraries, versions)]
    if python.is_file() and made.is_file() and json.loads(made.read_text(encoding="utf-8")) == wanted:
        return str(python)
    uv = shutil.which("uv") or shutil.which("uv", path=str(Path(sys.executable).parent))
    if uv is None:
        raise InterpreterError("--torch makes environments with uv, which is not installed: pip install uv")
    shutil.rmtree(folder, ignore_errors=True)
    _run([uv, "venv", "--quiet", "--python", sys.executable, str(folder)], f"torch {torch}")
    _run([uv, "pip", "install", "--quiet", "--python", str(python), *wanted, "numpy"], f"torch {torch}")
    made.write_text(json.dumps(wanted), encoding="utf-8")
    return str(python)


def _needed(libraries: Sequence[str], versions: Mapping[str, str]) -> list[str]:
    names = [LIBRARIES[one] for one in libraries if one in LIBRARIES]
    return [f"{name}=={versions[name]}" if name in versions else name for name in dict.fromkeys(names)]


def _run(command: list[str], what: str) -> None:
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=MADE_SECONDS, stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InterpreterError(f"the environment of {what} cannot be made: {error}") from None
    if done.returncode:
        lines = [line.strip() for line in done.stderr.splitlines() if line.strip()]
        raise InterpreterError(f"the environment of {what} cannot be made: {lines[0] if lines else 'uv failed'}")
