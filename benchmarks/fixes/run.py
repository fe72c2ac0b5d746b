"""Run the models, each in a process of its own, some at a time."""

from __future__ import annotations

import dataclasses
import json
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.processes import wait

from .worker import MODES, ModeRun, Request, SeenBreak

MODELS = Path(__file__).with_name("models.json")
ZOO = Path(__file__).with_name("zoo.json")
"""The models of the accuracy data that break, of releases that it was measured on."""
SECONDS = 420
"""After which a model is given up."""

Runs = dict[str, dict[str, ModeRun]]
"""By model and mode."""


@dataclass(frozen=True)
class Model:
    """A class of the library, and the family that it stands for."""

    name: str
    family: str
    target: str = ""
    """As `fullgraph verify` takes it; empty for the class of transformers of that name."""
    modes: tuple[str, ...] = MODES


def load_models(path: Path = MODELS) -> list[Model]:
    records = json.loads(path.read_text(encoding="utf-8"))
    return [Model(name, record["family"]) for record in records for name in record["models"]]


def zoo_models(package: str, path: Path = ZOO) -> list[Model]:
    """The models of a package; a target stands for each."""
    records = [record for record in json.loads(path.read_text(encoding="utf-8")) if record["package"] == package]
    return [
        Model(target.rpartition(":")[2], record["family"], target, tuple(record.get("modes", MODES)))
        for record in records
        for target in record["models"]
    ]


def run_models(
    models: Mapping[Model, Sequence[str]],
    site: Path,
    folders: tuple[Path, Path],
    *,
    module: str,
    compare: bool,
    workers: int,
    done: Callable[[str], None],
) -> Runs:
    """Return what each model does, in the modes given, with the library at ``site``.

    ``folders`` are the extra import path and the folder of the outcomes.
    """
    extra, outcomes = folders
    runs: Runs = {}
    with ThreadPoolExecutor(workers) as pool:
        futures = {}
        for model, modes in models.items():
            target = model.target or f"hf:{model.name}"
            request = Request(target, module, str(site), list(modes), str(outcomes / model.name), compare)
            futures[pool.submit(_run_one, request, extra)] = model
        for future in as_completed(futures):
            runs[futures[future].name] = future.result()
            done(futures[future].name)
    return {model.name: runs[model.name] for model in models}


def affected(models: Sequence[Model], original: Runs, changed: Mapping[str, Sequence[range]]) -> dict[Model, list[str]]:
    """The models and modes that go through a changed function, and for each changed file at least one that reads it.

    A run that reaches no changed function runs the same code as before. ``changed`` has their lines by file.
    """
    found: dict[Model, list[str]] = {}
    seen: set[str] = set()
    for model in models:
        for mode, run in original[model.name].items():
            through = {file for file, lines in run.reached.items() if _meet(lines, changed.get(file, ()))}
            if through:
                found.setdefault(model, []).append(mode)
                seen |= through
    for file in changed.keys() - seen:
        for model in models:
            modes = [mode for mode, run in original[model.name].items() if file in run.reached]
            if modes:
                found.setdefault(model, [])
                found[model] = [mode for mode in model.modes if mode in {*found[model], *modes}]
                break
    return found


def _meet(lines: Sequence[int], functions: Sequence[range]) -> bool:
    return any(line in function for function in functions for line in lines)


def _run_one(request: Request, extra: Path) -> dict[str, ModeRun]:
    with tempfile.TemporaryDirectory(prefix="fullgraph-fixes-") as folder:
        asked, answer, output = (Path(folder, name) for name in ("request.json", "result.json", "output.txt"))
        asked.write_text(json.dumps(dataclasses.asdict(request)), encoding="utf-8")
        command = [sys.executable, "-m", "benchmarks.fixes.worker", str(asked), str(answer)]
        with output.open("wb") as stream:
            problem = wait(command, stream.fileno(), SECONDS, paths=[extra])
        if not answer.is_file():
            tail = output.read_text(encoding="utf-8", errors="replace").strip().splitlines()[-1:]
            text = problem or f"the process ended: {' '.join(tail)}"
            return {mode: ModeRun(failure=text) for mode in request.modes}
        return as_runs({"": json.loads(answer.read_text(encoding="utf-8"))})[""]


def as_runs(record: Mapping[str, Mapping[str, Any]]) -> Runs:
    """Runs from their JSON."""
    return {name: {mode: _read(found) for mode, found in modes.items()} for name, modes in record.items()}


def _read(record: Mapping[str, Any]) -> ModeRun:
    run = ModeRun(**record)
    run.breaks = [SeenBreak(**found) for found in record["breaks"]]
    for found in run.breaks:
        found.callers = [(name, line) for name, line in found.callers]
    return run
