"""Small stores, as a sweep writes them."""

from __future__ import annotations

import dataclasses
import datetime
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from fullgraph.sweep.compare.sides import Side, read_side
from fullgraph.sweep.rows import (
    BreakRow,
    CheckRow,
    Environment,
    Planned,
    RecompileRow,
    RunRow,
    SourceRow,
    TimingRow,
)
from fullgraph.sweep.store.loading import Stored
from fullgraph.sweep.store.store import About, Store

WHEN = datetime.datetime(2026, 11, 25, 12, 0, tzinfo=datetime.timezone.utc)
NET = "hf:Net"

Runs = Iterable[tuple[Planned, RunRow]]


def planned(target: str = NET, **values: Any) -> Planned:
    one = Planned("identify", target, "eval", "float32", "cpu", "here", "", target.partition(":")[0])
    return dataclasses.replace(one, **values)


def a_break(identity: str, **values: Any) -> BreakRow:
    one = BreakRow(
        identity,
        *(
            "net/modeling.py",
            12,
            "forward",
            f"print({identity})",
            "break",
            "GB0059",
            "Failed to trace builtin operator",
        ),
        explanation=None,
        modes=["default", "fullgraph"],
        predicted_by=[],
        missed_in=[],
        stack=[],
    )
    return dataclasses.replace(one, **values)


def a_recompile(identity: str, **values: Any) -> RecompileRow:
    one = RecompileRow(identity, "net/modeling.py", 5, "forward", "number", "self.n == 3", "", True, False)
    return dataclasses.replace(one, **values)


def a_timing(low: float, high: float, **values: Any) -> TimingRow:
    middle = (low + high) / 2
    one = TimingRow("fullgraph=True", 1.0, 1 / middle, middle, low, high, 3.0, None, None, None, None)
    return dataclasses.replace(one, **values)


def run(plan: Planned | None = None, *breaks: BreakRow, **values: Any) -> tuple[Planned, RunRow]:
    """A run with these breaks; whole without any."""
    plan = plan or planned()
    sources = [SourceRow(name, digest) for name, digest in values.pop("sources", {"net/modeling.py": "1"}).items()]
    checks: Mapping[str, str] = values.pop("checks", {"eager": "pass", "breaks": "fail" if breaks else "pass"})
    row = RunRow(plan.run, "breaks" if breaks else "whole", 1.0, WHEN, "here", graphs=1 + len(breaks))
    row.breaks, row.sources, row.source_hash = [*breaks], sources, "hash"
    row.checks = [CheckRow(name, status, f"{name} {status}") for name, status in checks.items()]
    return plan, dataclasses.replace(row, **values)


def make_store(
    path: Path,
    *runs: tuple[Planned, RunRow],
    torch: str | Mapping[str, str] = "2.13.0",
    fullgraph: str = "1.0",
    python: str = "3.12.1",
    packages: Mapping[str, str] | None = None,
    executable: str = "/nowhere/python",
) -> Path:
    """Write a store. ``torch``: the version, or one for each environment."""
    versions = {"here": torch} if isinstance(torch, str) else torch
    with Store.create(path, About(WHEN, fullgraph, "fullgraph sweep hf:", {})) as store:
        store.add_environments(
            Environment(name, executable, python, version, dict(packages or {})) for name, version in versions.items()
        )
        store.plan(plan for plan, _ in runs)
        for _, row in runs:
            store.add(row)
    return path


def side(folder: Path, name: str, *runs: tuple[Planned, RunRow], **values: Any) -> Side:
    """A store of these runs, read as one side."""
    return read_side(str(make_store(folder / f"{name}.duckdb", *runs, **values)))


def in_memory(*runs: tuple[Planned, RunRow], torch: str = "2.13.0") -> Side:
    """The same side without a file."""
    environment = Environment("here", "/nowhere/python", "3.12.1", torch)
    return Side("memory", "1.0", WHEN.isoformat(), [Stored(plan, row, environment) for plan, row in runs])
