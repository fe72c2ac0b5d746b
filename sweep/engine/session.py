"""A sweep from end to end: what is planned is done, stored and shown; one that was cut off goes on."""

from __future__ import annotations

import dataclasses
import datetime
import fnmatch
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import fullgraph
from fullgraph.sweep.engine import environments, selection
from fullgraph.sweep.engine.driver import Cluster, Resources, Watcher, rows
from fullgraph.sweep.engine.environments import InterpreterError
from fullgraph.sweep.engine.own_code import lay_out
from fullgraph.sweep.engine.selection import SelectionError
from fullgraph.sweep.engine.task import RunSettings, as_settings
from fullgraph.sweep.rows import Environment, Planned, RunRow
from fullgraph.sweep.store.store import About, Store, StoreError

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
    version: str = ""
    """Of the code under test, such as a commit."""


@dataclass
class Plan:
    """The runs of a sweep, in order, and what is wrong with selections."""

    environments: list[Environment] = field(default_factory=list)
    runs: list[Planned] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


def plan(wanted: Wanted, folder: Path) -> Plan:
    """Find the targets in each environment. Raises `SelectionError` or `InterpreterError`."""
    selections = selection.read(wanted.selections)
    with tempfile.TemporaryDirectory(prefix="fullgraph-code-") as scratch:
        own_code = lay_out(Path(scratch))
        found = Plan(_environments(wanted, {selection.library_of(one) for one in selections}))
        for one in found.environments:
            targets, problems = selection.targets_in(one, selections, own_code, folder)
            several = len(found.environments) > 1
            found.problems += [f"{one.environment}: {text}" if several else text for text in problems]
            kept = selection.without(targets, wanted.excluded)[: wanted.limit]
            found.runs += _runs(wanted, one.environment, kept)
    if not found.runs:
        raise SelectionError("; ".join(found.problems) or "the selections leave no target")
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
    store = Store.create(path, About(now, fullgraph.__version__, command, values))
    store.add_environments(found.environments)
    store.plan(found.runs)
    return store


def resume(path: Path) -> tuple[Store, Wanted, RunSettings, Resources]:
    """Open the store of a sweep that was cut off, with what it was asked for. Raises `StoreError`."""
    store = Store.open(path, read_only=False)
    try:
        values = store.about.settings
        wanted = Wanted(**{name: _tuple(value) for name, value in values["wanted"].items()})
        return store, wanted, as_settings(values["settings"]), Resources(**values["resources"])
    except (KeyError, TypeError):
        store.connection.close()
        raise StoreError(f"{path} does not say how its sweep goes on: sweep again, to another file") from None


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def sweep(
    store: Store,
    cluster: Cluster,
    settings: RunSettings,
    resources: Resources,
    watcher: Watcher,
    since: Mapping[str, str] | None = None,
) -> Iterator[RunRow]:
    """Do what is left of a store's plan; each row is stored before it is given. Raises `StoreError`.

    With ``since``, the source hashes of another sweep by run, what has changed is verified too.
    """
    known = {one["environment"]: Environment(**one) for one in store.records("SELECT * FROM environments")}
    left = store.left
    cluster.require(left, resources)
    planned = {one.run: one for one in left}
    later: list[Planned] = []
    for row in rows(cluster, left, known, settings, resources, watcher):
        store.add(row)
        yield row
        one = planned[row.run]
        if since is not None and one.pass_ == "identify" and _has_changed(row, since):
            later.append(dataclasses.replace(one, pass_="verify"))
    if later:
        store.plan(later)
        yield from sweep(store, cluster, settings, resources, watcher)


def _has_changed(row: RunRow, since: Mapping[str, str]) -> bool:
    return row.status != "unusable" and since.get(row.run) != row.source_hash


def hashes(path: Path) -> dict[str, str]:
    """The source hashes of a sweep's runs that came to their end. Raises `StoreError`."""
    with Store.open(path) as store:
        return dict(store.rows("SELECT run, source_hash FROM runs WHERE source_hash IS NOT NULL"))
