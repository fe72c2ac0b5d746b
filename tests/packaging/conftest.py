"""The project's files as a package index or a Git host would hand them out."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from filelock import FileLock

ROOT = Path(__file__).resolve().parents[2]

Once = Callable[[str, Callable[[Path], None]], Path]


@pytest.fixture(scope="session")
def once(tmp_path_factory: pytest.TempPathFactory) -> Once:
    """``once(name, fill)`` is a folder that ``fill`` made: once for all of pytest-xdist's workers."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base

    def make(name: str, fill: Callable[[Path], None]) -> Path:
        folder, done = shared / name, shared / f"{name}.done"
        with FileLock(shared / f"{name}.lock"):
            if not done.exists():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                fill(folder)
                done.touch()
        return folder

    return make


@pytest.fixture(scope="session")
def source(once: Once) -> Path:
    """A copy of what the package is built from, so that nothing that earlier builds left behind gets into this one."""

    def fill(folder: Path) -> None:
        for name in ("lint", "rules", "runtime_check", "sweep"):
            shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__", "_version.py"))
        for name in ("pyproject.toml", "README.md", "LICENSE", "MANIFEST.in", ".pre-commit-hooks.yaml"):
            shutil.copy(ROOT / name, folder)

    return once("source", fill)


@pytest.fixture(scope="session")
def wheel(source: Path, once: Once) -> Path:
    """The wheel, built from the source distribution as a package index would get it."""

    def fill(folder: Path) -> None:
        subprocess.run([sys.executable, "-m", "build", "--outdir", folder, source], check=True, capture_output=True)

    (built,) = once("dist", fill).glob("*.whl")
    return built
