"""Run ``fullgraph verify`` and the plain script in turns, each in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from statistics import quantiles
from typing import Any

from benchmarks.gains.jobs import REPOSITORY

PLAIN = Path(__file__).with_name("plain.py")
MODULE = "benchmarks.gains.targets.classics"
VISION = "benchmarks.gains.targets.vision"
SECONDS = 300
"""After which one measurement is given up."""

TARGETS = {
    "sines_100000000": (MODULE, "two sines, 100,000,000 numbers"),
    "sines_10000": (MODULE, "two sines, 10,000 numbers"),
    "resnet18_eval_16": (MODULE, "ResNet-18, batch 16, inference"),
    "resnet18_grad_16": (MODULE, "ResNet-18, batch 16, forward and backward"),
    "bert_eval_16": (MODULE, "BERT, batch 16, inference"),
    "vit_1": (VISION, "ViT, batch 1, inference"),
}
"""The name, its module and what the table calls it."""


@dataclass
class Measured:
    """What one tool said in one round. Times in seconds."""

    tool: str
    round: int
    wall: float
    """Wall clock of the whole process."""
    eager: list[float]
    """The median and the quartiles around it."""
    compiled: list[float]
    failure: str = ""
    loop: dict[str, float] = field(default_factory=dict)
    """Of the plain script, by version: a call in a loop by the wall clock."""


def plain(name: str, number: int, device: str | None, caches: Path) -> Measured:
    """The hand-written script."""
    command = [sys.executable, str(PLAIN), module_of(name), name, *([device] if device else [])]
    done, wall = _run(command, caches / "plain")
    if done.returncode:
        return Measured("plain", number, wall, [], [], _last_line(done))
    found = json.loads(done.stdout.strip().splitlines()[-1])
    eager, compiled = (_middle(found[version]["calls"]) for version in ("eager", "compiled"))
    loops = {version: values["loop"] for version, values in found.items()}
    return Measured("plain", number, wall, eager, compiled, loop=loops)


def verify(name: str, number: int, device: str | None, caches: Path) -> Measured:
    """``fullgraph verify``, with everything that it checks."""
    target = f"{module_of(name)}:{name}"
    report = caches / f"{name}.json"
    report.unlink(missing_ok=True)
    command = [
        sys.executable,
        "-m",
        "fullgraph",
        "verify",
        target,
        "--output-format",
        "json",
        "--output-file",
        str(report),
    ]
    done, wall = _run([*command, *(["--device", device] if device else [])], caches / "verify")
    if not report.is_file():
        return Measured("verify", number, wall, [], [], _last_line(done))
    run = json.loads(report.read_text(encoding="utf-8"))["targets"][0]["before"]
    gains = run["gains"]
    if gains is None:
        reasons = [verdict["summary"] for verdict in run["verdicts"] if verdict["check"] == "gains"]
        failure = run["failure"]["message"] if run["failure"] else "".join(reasons)
        return Measured("verify", number, wall, [], [], failure)
    return Measured("verify", number, wall, _three(gains["eager"]), _three(gains["compiled"]))


def module_of(name: str) -> str:
    return TARGETS[name.removesuffix("_small")][0]


def _run(command: list[str], cache: Path) -> tuple[subprocess.CompletedProcess[str], float]:
    cache.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "TORCHINDUCTOR_CACHE_DIR": str(cache)}
    start = time.perf_counter()
    try:
        done = subprocess.run(command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        done = subprocess.CompletedProcess(command, 1, "", f"no end after {SECONDS} s")
    return done, time.perf_counter() - start


def _last_line(done: subprocess.CompletedProcess[str]) -> str:
    lines = (done.stderr or done.stdout).strip().splitlines()
    return lines[-1][:300] if lines else f"exit status {done.returncode}"


def _middle(samples: list[float]) -> list[float]:
    if len(samples) == 1:
        return [samples[0]] * 3
    low, middle, high = quantiles(samples, n=4, method="inclusive")
    return [middle, low, high]


def _three(timing: dict[str, Any]) -> list[float]:
    return [timing["median"], timing["low"], timing["high"]]
