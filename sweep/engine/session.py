"""A sweep from end to end: what is planned is done, stored and shown; one that was cut off goes on."""

from __future__ import annotations

import dataclasses
import datetime
import fnmatch
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fullgraph
from fullgraph.sweep.engine import environments, selection
from fullgraph.sweep.engine.driver import Cluster, Resources, Watcher, rows
from fullgraph.sweep.engine.environments import InterpreterError
from fullgraph.sweep.engine.outcome import lost
from fullgraph.sweep.engine.own_code import lay_out
from fullgraph.sweep.engine.selection import SelectionError
from fullgraph.sweep.engine.task import RunSettings, as_settings
from fullgraph.sweep.rows import Environment, Planned, RunRow
from fullgraph.sweep.store.store import About, RowError, Store, StoreError

ALL = "all"
CHANGED = "changed"
"""What the pass ``verify`` is asked for, beside patterns of targets."""


@dataclass(frozen=True)
class Wanted:
    """What a sweep is asked for."""

    selections: tuple[str, ...]
    excluded: tuple[str, ...] = ()
    limit: int | None = None
    modes: tuple[str, ...] = ("eval",)
    dtypes: tuple[str, ...] = ("float32",)
    devices: tuple[str, ...] = ("cpu",)
    torch: tuple[str, ...] = ()
    """Versions for which uv makes an environment."""
    environments: tuple[str, ...] = ()
    """``NAME=PATH``."""
    environments_folder: str = ""
    """Where environments are made."""
    verify: tuple[str, ...] = ()
    """``all``, ``changed``, or patterns of targets."""
    since: str = ""
    """The store that ``changed`` compares with."""
    version: str = ""
    """Of the code under test, such as a commit."""


@dataclass
class Plan:
    """The runs of a sweep, in order, and what is wrong with selections."""

    environments: list[Environment] = field(default_factory=list)
    runs: list[Planned] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def plan(wanted: Wanted, folder: Path) -> Plan:
    """Find the targets in each environment. Raises `SelectionError` or `InterpreterError`.

    A selection that stands for nothing in one environment is a problem of that one, in all of them it is an error.
    """
    selections = selection.read(wanted.selections)
    hopeless: dict[str, str] = {}
    useful: set[str] = set()
    with tempfile.TemporaryDirectory(prefix="fullgraph-code-") as scratch:
        own_code = lay_out(Path(scratch))
        found = Plan(_environments(wanted, {selection.library_of(one) for one in selections}))
        for one in found.environments:
            answers = selection.asked(one, selections, own_code, folder)
            several = len(found.environments) > 1
            for text, answer in zip(selections, answers, strict=True):
                if isinstance(answer, str):
                    found.problems.append(f"{one.environment}: {answer}" if several else answer)
                    hopeless.setdefault(text, answer)
                else:
                    useful.add(text)
            targets = dict.fromkeys(target for answer in answers if not isinstance(answer, str) for target in answer)
            kept = selection.without(targets, wanted.excluded)[: wanted.limit]
            found.runs += _runs(wanted, one.environment, kept)
    problem = next((answer for text, answer in hopeless.items() if text not in useful), None)
    if problem is not None:
        raise SelectionError(problem)
    if not found.runs:
        raise SelectionError("--exclude leaves no target")
    return found


def _environments(wanted: Wanted, libraries: Collection[str]) -> list[Environment]:
    given = [environments.parse(text) for text in wanted.environments]
    if not given and not wanted.torch:
        return [environments.here(libraries)]
    found = [environments.describe(name, executable, libraries) for name, executable in given]
    if wanted.torch:
        here = environments.here(libraries)
        root = Path(wanted.environments_folder)
        for torch in wanted.torch:
            executable = environments.make(torch, sorted(libraries), here.packages, root)
            found.append(environments.describe(None, executable, libraries))
    twice = {one.environment for one in found if [each.environment for each in found].count(one.environment) > 1}
    if twice:
        raise InterpreterError(f"two environments are called {sorted(twice)[0]}: give each its own name")
    return found


def _runs(wanted: Wanted, environment: str, targets: Iterable[str]) -> Iterator[Planned]:
    for target in targets:
        library = selection.library_of(target)
        for device in wanted.devices:
            for dtype in wanted.dtypes:
                for mode in wanted.modes:
                    common: dict[str, Any] = {
                        "target": target,
                        "mode": mode,
                        "dtype": dtype,
                        "device": device,
                        "environment": environment,
                        "version": wanted.version,
                        "library": library,
                    }
                    yield Planned(pass_="identify", **common)
                    if _asked_to_verify(target, wanted.verify):
                        yield Planned(pass_="verify", **common)


def _asked_to_verify(target: str, verify: Sequence[str]) -> bool:
    return any(one == ALL or (one != CHANGED and fnmatch.fnmatchcase(target, one)) for one in verify)


def create(path: Path, wanted: Wanted, found: Plan, settings: RunSettings, resources: Resources, command: str) -> Store:
    """Make the store of a sweep, with its plan. Raises `StoreError`."""
    values = {
        "wanted": dataclasses.asdict(wanted),
        "settings": dataclasses.asdict(settings),
        "resources": dataclasses.asdict(resources),
    }
    now = datetime.datetime.now().astimezone()
    about = About(now, fullgraph.__version__, command, values)
    return Store.create(path, about, found.environments, found.runs)


def resume(path: Path) -> tuple[Store, Wanted, RunSettings, Resources]:
    """Open the store of a sweep that was cut off, with what it was asked for. Raises `StoreError`."""
    store = Store.open(path, read_only=False)
    try:
        values = store.about.settings
        wanted = Wanted(**{name: _tuple(value) for name, value in values["wanted"].items()})
        if store.planned:
            return store, wanted, as_settings(values["settings"]), Resources(**values["resources"])
        store.connection.close()
        raise StoreError(f"{path} was cut off before it had a plan: remove it, and sweep again")
    except (KeyError, TypeError):
        store.connection.close()
        raise StoreError(f"{path} does not contain the plan of its sweep: sweep again, to another file") from None


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def sweep(
    store: Store, cluster: Cluster, wanted: Wanted, settings: RunSettings, resources: Resources, watcher: Watcher
) -> Iterator[RunRow]:
    """Do what is left of a store's plan; each row is stored before it is given. Raises `StoreError`.

    Then what has changed is verified too, if that is wanted.
    """
    yield from _rows(store, cluster, settings, resources, watcher)
    plan_changed(store, wanted)
    yield from _rows(store, cluster, settings, resources, watcher)


def _rows(
    store: Store, cluster: Cluster, settings: RunSettings, resources: Resources, watcher: Watcher
) -> Iterator[RunRow]:
    known = {one["environment"]: Environment(**one) for one in store.records("SELECT * FROM environments")}
    left = store.left
    if not left:
        return
    cluster.require(left, resources)
    for row in rows(cluster, left, known, settings, resources, watcher):
        yield _stored(store, row)


def _stored(store: Store, row: RunRow) -> RunRow:
    """The row, in the store; where that cannot hold it, one that says so."""
    try:
        store.add(row)
    except RowError as error:
        why = f"the result of the run cannot be stored: {error}"
        row = dataclasses.replace(lost(row.run, why), failure="internal", cause="its result cannot be stored")
        store.add(row)
    return row


def plan_changed(store: Store, wanted: Wanted) -> None:
    """Plan to verify what was identified and whose source is not that of an earlier sweep. Raises `StoreError`."""
    if not wanted.since:
        return
    before = hashes(Path(wanted.since))
    found = store.rows("SELECT run, source_hash FROM runs WHERE status <> 'unusable'")
    changed = {run for run, digest in found if before.get(run) != digest}
    identified = [one for one in store.planned if one.pass_ == "identify" and one.run in changed]
    store.plan(dataclasses.replace(one, pass_="verify") for one in identified)


def hashes(path: Path) -> dict[str, str]:
    """The source hashes of a sweep's runs that came to their end. Raises `StoreError`."""
    with Store.open(path) as store:
        return dict(store.rows("SELECT run, source_hash FROM runs WHERE source_hash IS NOT NULL"))
