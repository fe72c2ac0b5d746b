"""Verify both copies of a study and time them in pairs; each result is stored as it comes."""

from __future__ import annotations

import dataclasses
import json
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from fullgraph.runtime_check.arms import Arm, Mode
from fullgraph.runtime_check.process.measure_pairs import combined, in_process
from fullgraph.runtime_check.process.protocol import PairRequest, Request
from fullgraph.runtime_check.process.supervise import Limits, observe
from fullgraph.runtime_check.results import FixedSpeed, Run, from_json
from fullgraph.runtime_check.session.prediction import add_predictions
from fullgraph.runtime_check.source_lines import quote

from benchmarks.gains.run import Budget
from benchmarks.gains.store import Store

from .copies import Copies, CopyError, Fix, prepare
from .studies import Study

COST_SECONDS = 0.5
"""To time each version where the point is what its breaks cost."""
LEFT_OUT = ("source", "unobserved", "code", "recorded")
"""Fields of a `Run` that no page needs."""
COLD = 2
"""Processes that begin with empty caches, at least: one for each version that is compiled first."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class Choices:
    """What the command line decides."""

    device: str | None = None
    backend: str = "auto"
    small: bool = False
    seconds: float = 2.0
    processes: int = 3
    cold: bool = False
    """All processes begin with empty caches, so that there is more than one compile time of each version."""
    folder: Path = Path(".case_studies")
    wheels: Path | None = None
    limits: Limits = dataclasses.field(default_factory=Limits)


class OverError(Exception):
    """The time is over; what is left is for ``--resume``."""


def measure(study: Study, choices: Choices, store: Store, budget: Budget, say: Say) -> list[str]:
    """Do what the store lacks of a study; returns what failed. Raises `OverError`."""
    kept: dict[str, Any] = store.extra.setdefault("studies", {}).setdefault(study.name, {})
    if _complete(study, choices, kept):
        return []
    _in_time(budget)
    try:
        say(f"{study.name}: preparing copies of {study.package.label}")
        copies, fix = prepare(study, choices.folder, choices.wheels)
    except CopyError as error:
        kept["failure"] = str(error)
        store.write()
        return [f"{study.name}: {error}"]
    kept.pop("failure", None)
    kept["fix"] = dataclasses.asdict(fix)
    store.write()
    for version, folder in (("released", copies.released), ("fixed", copies.fixed)):
        if version not in kept:
            _in_time(budget)
            say(f"{study.name}: verifying what is {version}")
            kept[version] = _verified(study, choices, copies, folder, costs=version == "released")
            store.write()
    failed = [
        f"{study.name}, {version}: {why}" for version in ("released", "fixed") if (why := _failure(kept[version]))
    ]
    for mode in study.modes:
        failed += _timed(study, mode, choices, copies, kept, store, budget, say)
    return failed


def _complete(study: Study, choices: Choices, kept: dict[str, Any]) -> bool:
    """Whether nothing of a study is left to do, or to do again since it failed."""
    processes = [kept.get("processes", {}).get(mode, []) for mode in study.modes]
    timed = all(sum(not one["note"] for one in found) >= choices.processes for found in processes)
    return timed and "fix" in kept and all(version in kept for version in ("released", "fixed"))


def _in_time(budget: Budget) -> None:
    if budget.over:
        raise OverError


def request_for(study: Study, choices: Choices, copies: Copies, folder: Path, **values: Any) -> Request:
    """The request for one of the copies."""
    return Request(
        target=f"{folder / study.target(choices.small)}",
        folder=str(folder),
        paths=copies.paths[folder],
        device=choices.device,
        backend=choices.backend,
        train=study.train,
        trace_roots=[str(folder)],
        **values,
    )


def _verified(study: Study, choices: Choices, copies: Copies, folder: Path, *, costs: bool) -> dict[str, Any]:
    seconds = COST_SECONDS if costs else 0.0
    found = observe(request_for(study, choices, copies, folder, bench_seconds=seconds), choices.limits)
    checked = [folder / name for name in study.checked]
    files = sorted(file for path in checked for file in (path.rglob("*.py") if path.is_dir() else [path]))
    if study.root:
        found.roots.append(str(folder / study.root))
    add_predictions(found, files, ())
    for one in found.run.breaks:
        quote(one.place)
    plain = {name: value for name, value in dataclasses.asdict(found.run).items() if name not in LEFT_OUT}
    shortened: dict[str, Any] = json.loads(json.dumps(plain).replace(json.dumps(f"{folder}/")[1:-1], ""))
    return shortened


def _failure(run: dict[str, Any]) -> str:
    failure = run.get("failure")
    return failure["message"] if failure else ""


def _timed(
    study: Study,
    mode: Mode,
    choices: Choices,
    copies: Copies,
    kept: dict[str, Any],
    store: Store,
    budget: Budget,
    say: Say,
) -> list[str]:
    """The processes that the store lacks, or that failed, of one way to compile."""
    found = [one for one in kept.setdefault("processes", {}).get(mode, []) if not one["note"]]
    kept["processes"][mode] = found
    with tempfile.TemporaryDirectory(prefix="fullgraph-case-", ignore_cleanup_errors=True) as name:
        for number in range(len(found), choices.processes):
            _in_time(budget)
            say(f"{study.name}, {mode}: process {number + 1} of {choices.processes}")
            caches = Path(name, str(number)) if choices.cold else Path(name)
            asked = PairRequest(
                request_for(study, choices, copies, copies.released, bench_seconds=choices.seconds),
                request_for(study, choices, copies, copies.fixed, bench_seconds=choices.seconds),
                str(copies.released),
                str(copies.fixed),
                Arm(mode, mode=mode, amp=study.amp),
                Arm(mode, mode=mode, amp=study.amp, fullgraph=study.whole),
            )
            place = number % COLD if choices.cold else number
            speed = in_process(asked, choices.limits, place, caches)
            found.append(dataclasses.asdict(speed))
            store.write()
            if speed.note:
                return [f"{study.name}, {mode}: {speed.note}"]  # The others would fail alike.
    return []


@dataclass
class Result:
    """What is known of a study."""

    study: Study
    fix: Fix | None
    released: Run | None
    fixed: Run | None
    speeds: dict[str, FixedSpeed]
    """By the mode."""
    starts: dict[str, tuple[list[float], list[float]]]
    """Seconds to compile with empty caches, released and fixed, by the mode."""
    failure: str = ""


def read(store: Store, studies: Sequence[Study]) -> list[Result]:
    """What the store has of these studies, in their order."""
    kept = store.extra.get("studies", {})
    return [_result(study, kept[study.name]) for study in studies if study.name in kept]


def _result(study: Study, kept: dict[str, Any]) -> Result:
    runs = [from_json(Run, kept[version]) if version in kept else None for version in ("released", "fixed")]
    processes = {
        mode: [from_json(FixedSpeed, one) for one in found] for mode, found in kept.get("processes", {}).items()
    }
    return Result(
        study,
        Fix(**kept["fix"]) if "fix" in kept else None,
        runs[0],
        runs[1],
        {mode: combined(mode, found) for mode, found in processes.items()},
        {
            mode: (
                [one.compile_seconds for one in found if one.compile_seconds is not None],
                [one.compile_seconds_fixed for one in found if one.compile_seconds_fixed is not None],
            )
            for mode, found in processes.items()
        },
        kept.get("failure", ""),
    )
