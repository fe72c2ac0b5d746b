"""The runs of a store as they were written: what was planned, what came of it, and where."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args, get_type_hints

from fullgraph.sweep.rows import Environment, Planned, RunRow, TimingRow
from fullgraph.sweep.store.store import PARTS, Store

_ROWS: Mapping[str, Callable[..., Any]] = {
    name: get_args(kind)[0] for name, kind in get_type_hints(RunRow).items() if name in PARTS
}
"""What a row of a table becomes."""
_PLANNED = ", ".join(f"planned.{name}" for name in "pass target mode dtype device environment version library".split())


@dataclass(frozen=True)
class Stored:
    """A run that is done."""

    planned: Planned
    row: RunRow
    environment: Environment


def load(store: Store) -> list[Stored]:
    """All runs that are done, in the order in which they were planned."""
    environments = {one["environment"]: Environment(**one) for one in store.records("SELECT * FROM environments")}
    parts = {table: _parts(store, table) for table in PARTS}
    timings = {one.pop("run"): TimingRow(**one) for one in store.records("SELECT * FROM timings")}
    runs = {one["run"]: one for one in store.records("SELECT * FROM runs")}
    found = []
    for run, *planned in store.rows(f"SELECT run, {_PLANNED} FROM planned ORDER BY number"):
        if run in runs:
            one = Planned(*planned)
            values = _without_null_lists(runs[run]) | {table: parts[table].get(run, []) for table in PARTS}
            row = RunRow(**values, timing=timings.get(run))
            environment = environments.get(one.environment, Environment(one.environment, "", "", ""))
            found.append(Stored(one, row, environment))
    return found


def _parts(store: Store, table: str) -> dict[str, list[Any]]:
    """The rows of a table by their run, as the fields of `RunRow` hold them, in the order of writing."""
    make = _ROWS[table]
    names = [item.name for item in dataclasses.fields(make)]  # type: ignore[arg-type]
    found: dict[str, list[Any]] = defaultdict(list)
    for run, *values in store.rows(f"SELECT run, {', '.join(names)} FROM {table} ORDER BY run, rowid"):
        found[run].append(make(*values))
    return found


def _without_null_lists(values: Mapping[str, Any]) -> dict[str, Any]:
    lists = ("inputs", "check_errors")
    return {name: (value or []) if name in lists else value for name, value in values.items()}
