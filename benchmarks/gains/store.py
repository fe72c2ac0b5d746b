"""The results on disk: a JSON file that is complete after each measurement."""

from __future__ import annotations

import dataclasses
import json
import os
import platform
import shlex
import statistics
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.results import ArmRun, from_json

from .jobs import REPOSITORY, Job

PACKAGES = ("torch", "triton", "transformers", "torchvision", "timm", "numpy")


@dataclass
class Result:
    """What came of a job."""

    part: str
    group: str
    label: str
    target: str
    run: ArmRun
    survey: dict[str, Any] | None = None
    """Graphs, breaks and what ``fullgraph=True`` says, where it is not one graph."""

    @property
    def key(self) -> str:
        return f"{self.part}/{self.group}/{self.label}"


@dataclass
class Store:
    """All results of one file, by key."""

    path: Path
    results: dict[str, Result] = field(default_factory=dict)
    environment: dict[str, Any] = field(default_factory=dict)
    commands: list[str] = field(default_factory=list)
    """How it was made; several if it was resumed."""
    extra: dict[str, Any] = field(default_factory=dict)
    """What belongs to a whole part, such as the fix or the honesty rounds."""

    @classmethod
    def read(cls, path: Path) -> Store:
        """The file's results; none if there is no file. Raises `ValueError` for one that is no results file."""
        store = cls(path)
        if not path.is_file():
            return store
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            for record in data["results"]:
                run: ArmRun = from_json(ArmRun, record["run"])
                result = Result(
                    record["part"], record["group"], record["label"], record["target"], run, record.get("survey")
                )
                store.results[result.key] = result
        except (ValueError, KeyError, TypeError) as error:
            raise ValueError(f"{path} holds no results of this benchmark: {error}") from error
        store.environment, store.commands, store.extra = data["environment"], data["commands"], data["extra"]
        return store

    def rows(self, part: str, group: str) -> list[Result]:
        """Return what is compared with each other."""
        return [result for result in self.results.values() if (result.part, result.group) == (part, group)]

    def sort(self, keys: Sequence[str]) -> None:
        """Bring the results into the order of these keys; what is not among them comes last."""
        places = {key: place for place, key in enumerate(keys)}
        ordered = sorted(self.results, key=lambda key: places.get(key, len(places)))
        self.results = {key: self.results[key] for key in ordered}

    def eager(self, part: str, group: str) -> float | None:
        """Seconds of an eager step of this group: the median of what its rows have, each in its own process."""
        found = [row.run.gains for row in self.rows(part, group)]
        times = [gains.eager.median for gains in found if gains is not None]
        return statistics.median(times) if times else None

    def add(self, job: Job, run: ArmRun) -> Result:
        """Keep what came of a job, in place of what was there."""
        result = Result(job.part, job.group, job.label, job.request.target, run)
        self.results[job.key] = result
        self.write()
        return result

    def write(self) -> None:
        """Replace the file, whole."""
        data = {
            "environment": self.environment,
            "commands": self.commands,
            "extra": self.extra,
            "results": [dataclasses.asdict(result) for result in self.results.values()],
        }
        self.path.parent.mkdir(parents=True, exist_ok=True)
        partial = self.path.with_name(f"{self.path.name}.partial")
        partial.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        partial.replace(self.path)


def describe(device: str | None) -> dict[str, Any]:
    """Return where it runs: device, driver, cores and versions."""
    import torch

    cuda = torch.cuda.is_available() if device is None else device.startswith("cuda")
    found: dict[str, Any] = {
        "date": time.strftime("%Y-%m-%d", time.gmtime()),
        "device": torch.cuda.get_device_name() if cuda else processor(),
        "driver": _driver() if cuda else "",
        "cuda": torch.version.cuda if cuda else "",
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "float32_matmul_precision": torch.get_float32_matmul_precision(),
        "fullgraph_commit": _commit(),
    }
    return found | versions()


def device_memory(device: str | None) -> float | None:
    """GiB of a GPU's memory; None for a CPU."""
    import torch

    if not torch.cuda.is_available() or (device is not None and not device.startswith("cuda")):
        return None
    total: int = torch.cuda.get_device_properties(torch.device(device or "cuda")).total_memory
    return total / 2**30


def versions() -> dict[str, str]:
    """Of the packages that are measured; one that is not installed is left out."""
    found = {}
    for name in PACKAGES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def processor() -> str:
    """Return what the CPU calls itself (Linux), else its architecture."""
    cpu = Path("/proc/cpuinfo")
    lines = cpu.read_text(errors="replace").splitlines() if cpu.is_file() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


def _driver() -> str:
    return _output(["nvidia-smi", "--query-gpu=driver_version", "--format=csv,noheader"]).partition("\n")[0]


def _commit() -> str:
    return _output(["git", "-C", str(REPOSITORY), "rev-parse", "--short=12", "HEAD"])


def _output(command: list[str]) -> str:
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=20).stdout.strip()
    except (OSError, subprocess.TimeoutExpired):
        return ""


def command_line(module: str, arguments: list[str] | None = None) -> str:
    """The command as one would type it again."""
    given = sys.argv[1:] if arguments is None else arguments
    return shlex.join(["python", "-m", module, *given])


def add_command(commands: list[str], command: str) -> list[str]:
    return commands if command in commands else [*commands, command]


def same_environment(one: Mapping[str, Any], other: Mapping[str, Any]) -> list[str]:
    """Return what differs in what a figure depends on."""
    names = ("device", "python", *PACKAGES)
    return [name for name in names if one.get(name) != other.get(name)]
