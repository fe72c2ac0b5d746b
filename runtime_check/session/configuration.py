"""The targets and settings that a project declares in ``[tool.fullgraph.verify]``.

    [tool.fullgraph.verify]
    targets = ["model.py:Net", "hf:BertForMaskedLM"]
    timeout = 600
    follow = ["transformers"]

    [[tool.fullgraph.verify.target]]
    name = "captioning"
    target = "train.py:captioning"
    mode = "reduce-overhead"
    input = ["x=f32[B,64]"]
    vary = { B = [1, 4, 16] }

A setting is called like its option. A table of ``target`` has settings of its own, which win over those common to all;
the command line wins over both. Relative paths are relative to the file's folder, in which such a target also runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import click
from fullgraph.lint.config.toml_tables import ConfigurationError, Table, find_settings, kind_of
from fullgraph.runtime_check.options import SETTINGS


@dataclass(frozen=True)
class DeclaredTarget:
    """One target of the configuration. ``values`` are its own settings, by the names of the options' parameters."""

    target: str
    name: str | None = None
    values: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Declared:
    """The configuration of ``verify``."""

    folder: Path
    """The folder that relative paths are relative to."""
    path: Path | None = None
    """The file; None if there is none."""
    common: Mapping[str, Any] = field(default_factory=dict)
    targets: Sequence[DeclaredTarget] = ()

    def find(self, text: str) -> list[DeclaredTarget]:
        """The targets that the command line means by this text: the name, or else all entries of the same target."""
        named = [entry for entry in self.targets if entry.name == text]
        return named or [entry for entry in self.targets if self._same(entry.target, text)]

    def _same(self, declared: str, text: str) -> bool:
        (where, _, attribute), (other, _, wanted) = declared.rpartition(":"), text.rpartition(":")
        if attribute != wanted:
            return False
        return where == other if not where.endswith(".py") else (self.folder / where).resolve() == Path(other).resolve()


def read_declared(folder: Path) -> Declared:
    """Read the nearest configuration. Raises `ConfigurationError`."""
    settings = find_settings(folder)
    if settings is None or "verify" not in settings.values:
        return Declared(folder)
    table = settings.table("verify")
    table.allow([*SETTINGS, "targets", "target"])
    targets = [_target(table, "targets", text) for text in table.texts("targets")]
    names: set[str] = set()
    for entry in table.tables("target"):
        entry.allow(["target", "name", *SETTINGS])
        text, name = entry.text("target"), entry.text("name")
        if text is None:
            raise entry.error("", "has no target: write target = 'model.py:Net'")
        if name in names:
            raise entry.error("name", f"{name!r} is there twice")
        names |= {name} if name else set()
        targets.append(DeclaredTarget(_target(entry, "target", text).target, name, _values(entry)))
    return Declared(table.folder, table.path, _values(table), targets)


def _target(table: Table, key: str, text: str) -> DeclaredTarget:
    from fullgraph.runtime_check.target.target import TargetError, parse_spec

    try:
        parse_spec(text)
    except TargetError as error:
        raise table.error(key, f"is wrong: {error}") from None
    return DeclaredTarget(text)


def _values(table: Table) -> dict[str, Any]:
    """The settings of a table, each checked by its option."""
    values = {str(option.name): _value(table, key, option) for key, option in SETTINGS.items() if key in table.values}
    if values.get("inputs") and values.get("inputs_from"):
        raise table.error("inputs", "cannot go with input: give one of them")
    if values.get("inputs_from"):
        values["inputs_from"] = _resolved(table, values["inputs_from"])
    return values


def _resolved(table: Table, text: str) -> str:
    """A function's place, with the path of its file made absolute."""
    from fullgraph.runtime_check.target.target import absolute, parse_spec

    return str(absolute(parse_spec(_target(table, "inputs", text).target), table.folder))


def _value(table: Table, key: str, option: click.Option) -> Any:
    value = table.values[key]
    if key == "vary":
        return _varied(table, key, value)
    if option.multiple:
        found = table.texts(key)
        if isinstance(option.type, click.Choice):
            found = [_choice(table, key, option.type, one) for one in found]
        return tuple(found)
    if option.is_flag:
        if not isinstance(value, bool):
            raise table.error(key, f"must be true or false, not {kind_of(value)}")
        return value
    if isinstance(option.type, (click.FloatRange, click.IntRange)):
        return _number(table, key, option.type, value)
    if isinstance(option.type, click.Choice):
        return _choice(table, key, option.type, value)
    return table.text(key)


def _choice(table: Table, key: str, kind: click.Choice[str], value: object) -> str:
    allowed = [str(choice) for choice in kind.choices]
    if not isinstance(value, str) or value not in allowed:
        raise table.error(key, f"must be one of {', '.join(allowed)}, not {kind_of(value)}")
    return value


def _number(table: Table, key: str, kind: click.FloatRange | click.IntRange, value: object) -> float:
    whole = isinstance(kind, click.IntRange)
    least = kind.min if kind.min is not None else float("-inf")
    accepted = isinstance(value, int if whole else (int, float)) and not isinstance(value, bool)
    if not isinstance(value, (int, float)) or not accepted or value < least or (kind.min_open and value == least):
        what = "a whole number" if whole else "a number"
        bound = "" if kind.min is None else f" above {kind.min:g}" if kind.min_open else f" of at least {kind.min:g}"
        raise table.error(key, f"must be {what}{bound}, not {kind_of(value)}")
    return int(value) if whole else float(value)


def _varied(table: Table, key: str, value: object) -> tuple[str, ...]:
    """``{ B = [1, 4] }`` or ``["B=1,4"]``, as ``--vary`` has it."""
    if not isinstance(value, Mapping):
        return tuple(table.texts(key))
    for name, sizes in value.items():
        sizes = sizes if isinstance(sizes, list) else [sizes]
        if not sizes or not all(type(size) is int for size in sizes):
            raise table.error(f"{key}.{name}", "must be a list of sizes, such as [1, 4, 16]")
    return tuple(
        f"{name}={','.join(map(str, sizes if isinstance(sizes, list) else [sizes]))}" for name, sizes in value.items()
    )


__all__ = ["ConfigurationError", "Declared", "DeclaredTarget", "read_declared"]
