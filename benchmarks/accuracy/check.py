"""Run ``fullgraph check`` on the unpacked packages, a process for each, and read what it found."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fullgraph.rules.base import HAZARDS

from .fetch import Step
from .measured import Package, Run

TIMEOUT = 900
"""Seconds that a package may take."""
MEMORY = 8 << 20
"""Kilobytes that a package may take, where the system can limit them."""
LIMITED = ["sh", "-c", f'ulimit -v {MEMORY} 2>/dev/null; exec "$@"', "sh"]


@dataclass(frozen=True)
class Finding:
    """A diagnostic: its file as the data names it, its first and last line and its rule."""

    file: str
    first: int
    last: int
    code: str
    confidence: str = field(default="high", compare=False)
    message: str = field(default="", compare=False)


@dataclass
class Checked:
    """What was found in each package, and in one line each what went wrong."""

    findings: dict[Package, list[Finding]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def check(packages: Sequence[Package], runs: Iterable[Run], root: Path, workers: int, done: Step) -> Checked:
    """Check the unpacked packages: of the zoo's the files that TorchDynamo traced, of the cases' all files."""
    traced = {file for run in runs for file in [*run.traced, *(found.file for found in run.breaks)]}
    results = Checked()

    def paths(package: Package) -> list[str]:
        if package.data == "cases":
            return ["."]
        return sorted(file for file in traced if file.partition("/")[0] == package.module)

    with ThreadPoolExecutor(workers) as pool:
        longest_first = sorted(packages, key=lambda package: package.data != "zoo")
        futures = {pool.submit(_check, package, paths(package), root): package for package in longest_first}
        for future in as_completed(futures):
            package = futures[future]
            found, errors = future.result()
            if found is not None:
                results.findings[package] = found
            if errors:
                more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
                results.problems.append(f"{package.label}: {errors[0]}{more}")
            done(package.label)
    return results


MEASURED_ON = {"zoo": "2.15", "cases": "2.13"}
"""The torch version that the data tells of."""


def _check(package: Package, paths: Sequence[str], root: Path) -> tuple[list[Finding] | None, list[str]]:
    """The findings, or nothing where the command failed altogether; and its errors."""
    folder = (root / package.folder).resolve()
    output = (root / "found" / f"{package.data}-{package.name}-{package.version}.json").resolve()
    output.parent.mkdir(exist_ok=True)
    output.unlink(missing_ok=True)
    command = [sys.executable, "-m", "fullgraph", "check", "--output-format", "json", "--output-file", str(output)]
    command += ["--torch-version", MEASURED_ON[package.data]]
    # modules of the unpacked packages must not be imported in place of Python's own
    environment = os.environ | {"PYTHONSAFEPATH": "1"}
    try:
        done = subprocess.run(
            [*LIMITED, *command, *paths], cwd=folder, env=environment, capture_output=True, text=True, timeout=TIMEOUT
        )
    except subprocess.TimeoutExpired:
        return None, [f"fullgraph check took longer than {TIMEOUT} s"]
    if done.returncode not in (0, 1, 2) or not output.exists():
        last = (done.stderr.splitlines() or ["no message"])[-1]
        return None, [f"fullgraph check failed with exit status {done.returncode}: {last}"]
    errors = [line for line in done.stderr.splitlines() if ": error: " in line] if done.returncode == 2 else []
    return read_findings(json.loads(output.read_text(encoding="utf-8")), folder), errors


def read_findings(diagnostics: Iterable[dict[str, Any]], folder: Path) -> list[Finding]:
    """The findings that count, with their files relative to the folder: those of low confidence do not."""
    return [
        Finding(
            file=Path(given["filename"]).relative_to(folder).as_posix(),
            first=given["location"]["row"],
            last=given["end_location"]["row"],
            code=given["code"],
            confidence=given["confidence"],
            message=given["message"],
        )
        for given in diagnostics
        if given["confidence"] != "low" and not given["code"].startswith("invalid-") and given["code"] not in HAZARDS
    ]
