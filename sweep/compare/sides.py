"""One side of a comparison: a store, or what one environment or one version of the code did in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph.sweep.compare.model import RunKey, SideAbout
from fullgraph.sweep.store.loading import Stored, load
from fullgraph.sweep.store.store import Store, StoreError


@dataclass
class Side:
    """The runs of one side."""

    name: str
    fullgraph: str
    created: str
    runs: list[Stored]

    @property
    def environments(self) -> list[str]:
        return list(dict.fromkeys(one.planned.environment for one in self.runs))

    @property
    def versions(self) -> list[str]:
        return list(dict.fromkeys(one.planned.version for one in self.runs))

    @property
    def about(self) -> SideAbout:
        environments = [one.environment for one in self.runs]
        return SideAbout(
            self.name,
            self.fullgraph,
            sorted({one.torch for one in environments}),
            sorted({one.python for one in environments}),
            self.created,
            len(self.runs),
        )


def is_store(text: str) -> bool:
    """Whether a text names a file, alone or with what to take of it."""
    return _parts(text) is not None


def read_side(text: str) -> Side:
    """``FILE``, ``FILE@ENVIRONMENT`` or ``FILE@VERSION``. Raises `StoreError`."""
    parts = _parts(text)
    if parts is None:
        raise StoreError(f"there is no store {text}")
    path, wanted = parts
    with Store.open(path) as store:
        about = store.about
        side = Side(text, about.fullgraph, about.created.isoformat(timespec="seconds"), load(store))
    for name in wanted:
        _choose(side, name, path)
    if not side.runs:
        raise StoreError(f"{text} has no run that is done")
    if len(side.versions) > 1:
        raise StoreError(f"{text} has runs of the versions {_listed(side.versions)}: name one, {path}@{_named(side)}")
    return side


def pairs(a: Side, b: Side) -> tuple[dict[RunKey, tuple[Stored, Stored]], list[RunKey], list[RunKey]]:
    """The runs that both have, and those that only one has. Raises `StoreError`."""
    several = len(a.environments) > 1 and sorted(a.environments) == sorted(b.environments)
    for side in (a, b):
        if len(side.environments) > 1 and not several:
            names = _listed(side.environments)
            raise StoreError(f"{side.name} has the environments {names}: name one, {side.name}@{side.environments[0]}")
    first, second = ({_key(one, several): one for one in side.runs} for side in (a, b))
    both = {key: (one, second[key]) for key, one in first.items() if key in second}
    return both, [key for key in first if key not in second], [key for key in second if key not in first]


def _key(one: Stored, with_environment: bool) -> RunKey:
    planned = one.planned
    environment = planned.environment if with_environment else ""
    return RunKey(planned.target, planned.pass_, planned.mode, planned.dtype, planned.device, environment)


def _parts(text: str) -> tuple[Path, list[str]] | None:
    """The longest beginning that is a file, and the names behind it."""
    names: list[str] = []
    rest = text
    while rest:
        if Path(rest).is_file():
            return Path(rest), names
        rest, found, name = rest.rpartition("@")
        if not found:
            return None
        names.insert(0, name)
    return None


def _choose(side: Side, name: str, path: Path) -> None:
    for attribute in ("environment", "version"):
        chosen = [one for one in side.runs if getattr(one.planned, attribute) == name]
        if chosen:
            side.runs = chosen
            return
    there = [*side.environments, *filter(None, side.versions)]
    raise StoreError(f"{path} has no environment or version {name}: there is {_listed(there)}")


def _named(side: Side) -> str:
    return next(filter(None, side.versions))


def _listed(names: Sequence[str]) -> str:
    return ", ".join(name or "(none)" for name in names)
