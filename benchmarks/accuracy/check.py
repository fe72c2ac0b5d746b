"""Run ``fullgraph check`` on the unpacked packages, a process for each, and read what it found."""

from __future__ import annotations

import ast
import importlib.metadata
import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fullgraph.lint.diagnostics.condition import Condition, ConditionKind
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.registry.codes import HAZARDS

from . import fetch
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
    conditions: tuple[Condition, ...] = field(default=(), compare=False)
    """What has to hold beside that the line is compiled, as it says."""
    never_taken: bool = field(default=False, compare=False)
    """Whether it says that no recorded run took its branch."""
    observed: bool = field(default=False, compare=False)
    """Whether it rests on what recorded runs passed, as it says."""
    fix: str = field(default="", compare=False)
    """How far its fix may be trusted; empty for none."""


@dataclass
class Clean:
    """Code that is known to compile without a break: how many lines, and the findings that stand there all the same."""

    what: str
    lines: int
    alarms: int
    untried: int = 0
    """Further findings, which say that they hold only in training, or in half precision, on lines of no such run."""

    @property
    def per_1000(self) -> float:
        return 1000 * self.alarms / self.lines if self.lines else 0.0


@dataclass
class Checked:
    """What was found in each package, and in one line each what went wrong."""

    findings: dict[Package, list[Finding]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)


def check(
    packages: Sequence[Package],
    runs: Iterable[Run],
    root: Path,
    workers: int,
    done: fetch.Step,
    facts: Path | None = None,
) -> Checked:
    """Check the unpacked packages: of the zoo's the files that TorchDynamo traced, of the cases' all files.

    ``facts``: with this file of facts.
    """
    traced = {file for run in runs for file in [*run.traced, *(found.file for found in run.breaks)]}
    results = Checked()

    def paths(package: Package) -> list[str]:
        if package.data == "cases":
            return ["."]
        return sorted(file for file in traced if file.partition("/")[0] == package.module)

    with ThreadPoolExecutor(workers) as pool:
        longest_first = sorted(packages, key=lambda package: package.data != "zoo")
        futures = {pool.submit(_check, package, paths(package), root, facts): package for package in longest_first}
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


def _check(
    package: Package, paths: Sequence[str], root: Path, facts: Path | None
) -> tuple[list[Finding] | None, list[str]]:
    how = "-facts" if facts is not None else ""
    output = root / "found" / f"{package.data}-{package.name}-{package.version}{how}.json"
    return _run((root / package.folder).resolve(), paths, output.resolve(), MEASURED_ON[package.data], facts)


BREAKING_LAYERS = frozenset(
    (
        ("adaptive.py", "AdaptiveLogSoftmaxWithLoss"),
        ("batchnorm.py", "_BatchNorm"),
        ("instancenorm.py", "_InstanceNorm"),
        ("loss.py", "CTCLoss"),
        ("loss.py", "GaussianNLLLoss"),
        ("transformer.py", "_detect_is_causal_mask"),
    )
)
"""Classes and functions of ``torch.nn.modules`` that do break the graph: a test of the benchmark has them do it."""


def check_layers(root: Path) -> tuple[Clean | None, list[str]]:
    """The findings in ``torch.nn.modules`` of the torch installed, less those in layers that break; and the errors."""
    found = importlib.util.find_spec("torch")
    if found is None or found.origin is None:
        return None, ["torch is not installed: its layers were not checked"]
    site = Path(found.origin).parents[1]
    paths = sorted((site / "torch" / "nn" / "modules").glob("*.py"))
    version = importlib.metadata.version("torch").partition("+")[0]
    findings, errors = _run(
        site, [str(path.relative_to(site)) for path in paths], (root / "found" / "layers.json").resolve(), version
    )
    if findings is None:
        return None, errors
    alarms = [finding for finding in findings if holder(site / finding.file, finding.first) not in BREAKING_LAYERS]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in paths)
    return Clean(f"torch.nn.modules of torch {version}, lines", lines, len(alarms)), errors


def holder(path: Path, line: int) -> tuple[str, str]:
    """The file's name, and the class or function at its outermost level that a line stands in."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and node.lineno <= line <= (node.end_lineno or 0):
            return path.name, node.name
    return path.name, ""


def _run(
    folder: Path, paths: Sequence[str], output: Path, version: str, facts: Path | None = None
) -> tuple[list[Finding] | None, list[str]]:
    """The findings, or nothing where the command failed altogether; and its errors."""
    output.parent.mkdir(exist_ok=True, parents=True)
    output.unlink(missing_ok=True)
    command = [sys.executable, "-m", "fullgraph", "check", "--scope", "all", "--output-format", "json"]
    command += ["--output-file", str(output), "--torch-version", ".".join(version.split(".")[:2])]
    command += ["--facts", str(facts.resolve())] if facts is not None else []
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


OBSERVED = "(observed in "
"""Stands behind a type that recorded runs told."""


def _condition(given: dict[str, Any]) -> Condition:
    step = Step(given["text"], given["filename"], given["row"])
    return Condition(step, ConditionKind(given["kind"]), tuple(given["values"]), given["among"], given["holds"])


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
            conditions=tuple(map(_condition, given["conditions"])),
            never_taken=given["never_taken"] > 0,
            observed=any(OBSERVED in step["text"] for step in given["evidence"]) or OBSERVED in given["message"],
            fix=(given["fix"] or {}).get("applicability", ""),
        )
        for given in diagnostics
        if given["confidence"] != "low" and not given["code"].startswith("invalid-") and given["code"] not in HAZARDS
    ]
