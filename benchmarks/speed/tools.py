"""The programs that are compared, and the files that they are given."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph import __version__ as fullgraph_version

from benchmarks.speed.clock import python


@dataclass(frozen=True)
class Tool:
    """A program, as it is run on files."""

    name: str
    version: str
    command: Sequence[str]
    environment: dict[str, str]


def fullgraph(*options: str, cache: Path | None = None) -> Tool:
    """``check``, without a cache or with one in a folder."""
    kept = ["--cache-dir", str(cache)] if cache is not None else ["--no-cache"]
    command = python("-m", "fullgraph", "check", "--isolated", "--output-format", "concise", *kept, *options)
    return Tool("fullgraph", fullgraph_version, command, {})


def torchfix(site: Path | None, jobs: int) -> Tool | None:
    """TorchFix with all of its rules; None where it is not there. ``site``: the folder where it is installed."""
    environment = {"PYTHONPATH": os.pathsep.join(filter(None, [str(site or ""), os.environ.get("PYTHONPATH", "")]))}
    code = "import importlib.metadata; print(importlib.metadata.version('torchfix'))"
    asked = subprocess.run(
        [sys.executable, "-c", code], env={**os.environ, **environment}, capture_output=True, text=True
    )
    if asked.returncode:
        return None
    command = python("-c", "from torchfix.__main__ import main; main()", "--select", "ALL", "--jobs", str(jobs))
    return Tool("TorchFix", asked.stdout.strip(), command, environment)


def ruff(cache: Path | None) -> Tool | None:
    """Ruff with all of its rules; None where it is not there."""
    found = shutil.which("ruff", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if found is None:
        return None
    kept = ["--cache-dir", str(cache)] if cache is not None else ["--no-cache"]
    version = subprocess.run([found, "--version"], capture_output=True, text=True).stdout.split()[-1]
    command = [found, "check", "--isolated", "--select", "ALL", "--output-format", "concise", *kept]
    return Tool("ruff", version, command, {})


TYPE_CHECKERS = ("ty", "pyrefly", "pyright")


def type_checkers(site: Path | None, folder: Path, cores: int) -> dict[str, Tool | None]:
    """The type checkers with their defaults, by name; None for those that are not there.

    They keep nothing between runs, and find the libraries of this Python. ``site``: where they are installed, a virtual
    environment or the target of ``pip install --target``. ``folder``: where they run, without a configuration.
    """
    return {name: _type_checker(name, site, folder, cores) for name in TYPE_CHECKERS}


def _type_checker(name: str, site: Path | None, folder: Path, cores: int) -> Tool | None:
    found = shutil.which(name, path=str(site / "bin")) if site is not None else None
    if found is None:
        return None
    # pyright from PyPI is a Python program that starts node: it has to find its own packages
    environment = {"PYTHONPATH": str(site), "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"} if name == "pyright" else {}
    told = subprocess.run([found, "--version"], env={**os.environ, **environment}, capture_output=True, text=True)
    if told.returncode:
        return None
    command = {
        "ty": ["check", "--no-progress", "--output-format", "concise", "--python", sys.executable],
        "pyrefly": [
            *("check", "--config", str(_empty(folder)), "--output-format", "min-text", "--progress-bar", "no"),
            *("--threads", str(cores), "--python-interpreter-path", sys.executable),
        ],
        "pyright": ["--pythonpath", sys.executable, *(["--threads", str(cores)] if cores > 1 else [])],
    }[name]
    if name == "ty":
        environment = {"TY_MAX_PARALLELISM": str(cores)}
    return Tool(name, told.stdout.split()[1], [found, *command], environment)


def _empty(folder: Path) -> Path:
    """A configuration without settings: pyrefly otherwise takes the nearest one above the files, mypy's too."""
    path = folder / "pyrefly.toml"
    path.touch()
    return path


def named_by(tool: Tool, files: Sequence[Path], folder: Path) -> int:
    """The number of files that a tool's findings name: a tool that skips what is installed would be quick."""
    command = [*tool.command, *map(str, files)]
    told = subprocess.run(command, cwd=folder, env={**os.environ, **tool.environment}, capture_output=True, text=True)
    return sum(str(path) in told.stdout for path in files)


def models() -> Path:
    """The folder of transformers' models, as it is installed here. Raises SystemExit where it is not."""
    spec = importlib.util.find_spec("transformers")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("transformers is not installed here: give --models FOLDER")
    return Path(next(iter(spec.submodule_search_locations))) / "models"


def model_files(folder: Path, count: int | None = None) -> list[Path]:
    """So many of the files with models, spread evenly over the alphabet; or all."""
    files = sorted(folder.glob("*/modeling_*.py"))
    files = [path for path in files if "torch" in path.read_text(encoding="utf-8")]
    if count is None or len(files) <= count:
        return files
    return [files[index * len(files) // count] for index in range(count)]


def lines_of(files: Sequence[Path]) -> int:
    return sum(path.read_bytes().count(b"\n") for path in files)
