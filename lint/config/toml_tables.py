"""The configuration files of a project, and the errors in them.

The nearest file counts, from the current folder upwards: ``fullgraph.toml``, or a ``pyproject.toml`` that has a table
``[tool.fullgraph]``. In ``fullgraph.toml`` the same tables stand without ``tool.fullgraph`` before their names.

Every mistake is one line that names the file and the key.
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from fullgraph.lint.source.discovery import read_regular

OWN_FILE = "fullgraph.toml"
PROJECT_FILE = "pyproject.toml"
MAX_BYTES = 10_000_000


class ConfigurationError(Exception):
    """A setting that cannot be used, or a file that cannot be read: one line."""


class InvalidTomlError(ConfigurationError):
    """A file that is no TOML, with its text."""

    def __init__(self, message: str, text: str) -> None:
        super().__init__(message)
        self.text = text


@dataclass(frozen=True)
class Table:
    """A table of a configuration file. ``name`` is empty for the whole of fullgraph's settings."""

    path: Path
    name: str
    values: Mapping[str, Any]

    @property
    def folder(self) -> Path:
        """Return what relative paths in the file are relative to."""
        return self.path.parent

    def error(self, key: str, problem: str) -> ConfigurationError:
        """The error to raise about the value of a key; an empty key means the table itself."""
        names = [] if self.path.name == OWN_FILE else ["tool", "fullgraph"]
        where = ".".join([*names, *filter(None, (self.name, key))])
        return ConfigurationError(f"{self.path}: {where} {problem}")

    def table(self, key: str) -> Table:
        """The table of this name in this one, empty if it is not there. Raises `ConfigurationError`."""
        value = self.values.get(key, {})
        if not isinstance(value, Mapping):
            raise self.error(key, f"must be a table, not {kind_of(value)}")
        return replace(self, name=f"{self.name}.{key}" if self.name else key, values=value)

    def tables(self, key: str) -> list[Table]:
        """The tables of an array, ``[[...]]``. Raises `ConfigurationError`."""
        value = self.values.get(key, [])
        name = f"{self.name}.{key}" if self.name else key
        if not isinstance(value, list) or not all(isinstance(entry, Mapping) for entry in value):
            raise self.error(key, "must be tables: write each as [[...]]")
        return [Table(self.path, f"{name}[{number}]", entry) for number, entry in enumerate(value)]

    def text(self, key: str) -> str | None:
        """A string, or None if it is not there. Raises `ConfigurationError`."""
        value = self.values.get(key)
        if value is not None and (not isinstance(value, str) or not value):
            raise self.error(key, f"must be a string, not {kind_of(value)}")
        if value is not None and "\0" in value:
            raise self.error(key, "has a NUL character")
        return value

    def texts(self, key: str) -> list[str]:
        """A list of strings; one string stands for a list of it. Raises `ConfigurationError`."""
        value = self.values.get(key, [])
        found = [value] if isinstance(value, str) else value
        if not isinstance(found, list) or not all(isinstance(entry, str) and entry for entry in found):
            raise self.error(key, f"must be a list of strings, not {kind_of(value)}")
        if any("\0" in entry for entry in found):
            raise self.error(key, "has a NUL character")
        return found

    def allow(self, keys: Iterable[str]) -> None:
        """Raise `ConfigurationError` for a key that is none of these."""
        known = list(keys)
        for key in self.values:
            if key not in known:
                close = difflib.get_close_matches(key.replace("_", "-"), known, n=1)
                hint = f" (did you mean {close[0]}?)" if close else ""
                raise self.error(key, f"is no setting{hint}: use {', '.join(known)}")


@dataclass(frozen=True)
class InlineTable(Table):
    """Settings that the command line gives as TOML. ``path``: where a file with them would lie."""

    def error(self, key: str, problem: str) -> ConfigurationError:
        where = ".".join(filter(None, (self.name, key)))
        return ConfigurationError(f"--config: {where} {problem}")


def inline_table(text: str, folder: Path) -> Table:
    """The settings in a text. Raises `ConfigurationError` for one that is no TOML."""
    reader = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        return InlineTable(folder / OWN_FILE, "", reader.loads(text))
    except (reader.TOMLDecodeError, RecursionError) as error:
        raise ConfigurationError(f"--config: {text!r} is neither a file nor TOML: {error}") from None


def find_settings(folder: Path) -> Table | None:
    """fullgraph's settings for what is done in this folder. Raises `ConfigurationError` for a file that is no TOML."""
    folder = folder.resolve()
    for place in (folder, *folder.parents):
        found = settings_at(place)
        if found is not None:
            return found
    return None


def settings_at(folder: Path) -> Table | None:
    """The settings that stand in this folder itself. Raises `ConfigurationError` for a file that is no TOML."""
    for name in (OWN_FILE, PROJECT_FILE):
        path = folder / name
        if path.is_file():
            found = read_settings(path)
            if found is not None:
                return found
    return None


def read_toml(path: Path) -> dict[str, Any]:
    """What a TOML file holds. Raises `InvalidTomlError` for a file that is none, else `ConfigurationError`."""
    reader = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        data = read_regular(path, MAX_BYTES)
        if data is None:
            raise ConfigurationError(f"{path}: is larger than {MAX_BYTES // 1_000_000} MB")
        text = data.decode().replace("\r\n", "\n")
        values: dict[str, Any] = reader.loads(text)
        return values
    except RecursionError:
        raise ConfigurationError(f"{path}: is nested too deeply") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read: {error}") from None
    except reader.TOMLDecodeError as error:
        raise InvalidTomlError(f"{path}: is not valid TOML: {error}", text) from None


def read_settings(path: Path) -> Table | None:
    """The settings of one file; None for a ``pyproject.toml`` without any. Raises `ConfigurationError`."""
    try:
        values = read_toml(path)
    except InvalidTomlError as error:
        if path.name == PROJECT_FILE and "fullgraph" not in error.text:
            return None
        raise
    if path.name == OWN_FILE:
        return Table(path, "", values)
    tools = values.get("tool")
    if not isinstance(tools, Mapping) or "fullgraph" not in tools:
        return None
    if not isinstance(tools["fullgraph"], Mapping):
        raise ConfigurationError(f"{path}: tool.fullgraph must be a table, not {kind_of(tools['fullgraph'])}")
    return Table(path, "", tools["fullgraph"])


def kind_of(value: object) -> str:
    """Return what TOML calls a value of this type, with the value where it is short."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return f"the string {value[:40]!r}"
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, list):
        return "a list"
    return "a table" if isinstance(value, Mapping) else f"a {type(value).__name__}"
