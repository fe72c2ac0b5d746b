"""The file of expectations: TOML that people review, written sorted, so that a change is few lines.

version = 1

[[expected]]
target = "net.py:Net"
torch = "2.13"
mode = "eval"
device = "cpu"
graphs = 2

[[expected.break]]
identity = "4be1d2a2d9c7a1f0"
file = "net.py"
function = "forward"
source = 'print("step")'
reason = "Failed to trace builtin operator"
registry = "GB0059"
modes = ["default", "fullgraph"]
note = "goes with the next release"
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from fullgraph.lint.source.atomic_write import replace_bytes
from fullgraph.lint.source.discovery import read_regular
from fullgraph.runtime_check.expect.model import Entry, Expectations, Found, Key

VERSION = 1
MAX_BYTES = 100_000_000
HEADER = "# Accepted results. --update rewrites this file and keeps each `note`; other comments are lost.\n"
MODES = ("eval", "train")
BREAK_MODES = ("default", "fullgraph")
_TEXTS = ("identity", "file", "function", "source", "reason")


class ExpectationsError(Exception):
    """A file that cannot be read or written: one line that says which, why and what to do."""


def read(path: Path) -> dict[Key, Entry]:
    """Raises `ExpectationsError`."""
    try:
        content = read_regular(path, MAX_BYTES)
    except OSError as failure:
        hint = "; --update writes it" if isinstance(failure, FileNotFoundError) else ""
        raise ExpectationsError(f"cannot read {path}: {failure.strerror or failure}{hint}") from None
    if content is None:
        raise ExpectationsError(f"{path} is larger than {MAX_BYTES // 1_000_000} MB")
    reader = importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli")
    try:
        data = reader.loads(content.decode())
    except (ValueError, RecursionError) as failure:
        raise ExpectationsError(f"{path} is not valid TOML: {' '.join(str(failure).split())}") from None
    return _Reader(path).expectations(data)


def write(path: Path, expected: Expectations) -> None:
    """Write all of it, whole or not at all. Raises `ExpectationsError`."""
    target = Path(os.path.realpath(path))  # a link stays one
    data = as_text(expected).encode("utf-8", "backslashreplace")
    try:
        status = target.stat() if target.exists() else None
        if status is not None and target.read_bytes() == data:
            return
        replace_bytes(target, data, status)
    except OSError as failure:
        raise ExpectationsError(f"cannot write {path}: {failure.strerror or failure}") from None


def as_text(expected: Expectations) -> str:
    """The text of the file."""
    lines = [f"{HEADER}version = {VERSION}"]
    for _, entry in sorted(expected.items()):
        lines += ["", "[[expected]]", *_pairs(_entry_values(entry))]
        for name, found in (("break", entry.breaks), ("recompile", entry.recompiles)):
            for one in sorted(found, key=lambda one: (one.file, one.function, one.source, one.reason, one.identity)):
                lines += ["", f"[[expected.{name}]]", *_pairs(_found_values(one))]
    return "\n".join(lines) + "\n"


def _entry_values(entry: Entry) -> Iterator[tuple[str, object]]:
    key = entry.key
    yield from (("target", key.target), ("torch", key.torch), ("mode", key.mode), ("device", key.device))
    yield from ((name, value) for name, value in (("dtype", key.dtype), ("note", entry.note)) if value)
    if entry.graphs is not None:
        yield "graphs", entry.graphs
    if entry.checks:
        yield "checks", sorted(entry.checks)


def _found_values(found: Found) -> Iterator[tuple[str, object]]:
    yield from ((name, getattr(found, name)) for name in _TEXTS)
    if found.registry:
        yield "registry", found.registry
    if found.modes:
        yield "modes", sorted(found.modes)
    if found.note:
        yield "note", found.note


def _pairs(values: Iterable[tuple[str, object]]) -> Iterator[str]:
    for name, value in values:
        if isinstance(value, list):
            yield f"{name} = [{', '.join(map(_quoted, value))}]"
        else:
            yield f"{name} = {_quoted(value) if isinstance(value, str) else value}"


def _quoted(text: str) -> str:
    """A string of TOML; code is written as it is, where it can be."""
    if text.isprintable() and "'" not in text and ('"' in text or "\\" in text):
        return f"'{text}'"
    return f'"{_escaped(text)}"'


def _escaped(text: str) -> str:
    """With each character that cannot be seen written out; half of a surrogate pair is no character of TOML."""
    shown = []
    for one in text:
        code = ord(one)
        if one in '"\\':
            shown.append(f"\\{one}")
        elif one.isprintable():
            shown.append(one)
        elif 0xD800 <= code < 0xE000:
            shown.append("\\uFFFD")
        else:
            shown.append(f"\\u{code:04X}" if code <= 0xFFFF else f"\\U{code:08X}")
    return "".join(shown)


class _Reader:
    """Checks what a file holds; each mistake is one line with its place."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def error(self, where: str, problem: str) -> ExpectationsError:
        return ExpectationsError(f"{self.path}: {where} {problem}")

    def expectations(self, data: Mapping[str, Any]) -> dict[Key, Entry]:
        version = data.get("version")
        if type(version) is not int or version != VERSION:
            raise ExpectationsError(
                f"{self.path} has version {version if version is not None else 'none'} of expectations, this fullgraph "
                f"reads {VERSION}: remove it, and write it again with --update"
            )
        self._allow("the file", data, ("version", "expected"))
        found: dict[Key, Entry] = {}
        for number, table in enumerate(self._tables("the file", data, "expected"), 1):
            entry = self._entry(f"expected {number}", table)
            if entry.key in found:
                raise self.error(f"expected {number}", f"is there twice: {entry.key}")
            found[entry.key] = entry
        return found

    def _entry(self, where: str, table: Mapping[str, Any]) -> Entry:
        names = ("target", "torch", "mode", "device", "dtype", "note", "graphs", "checks", "break", "recompile")
        self._allow(where, table, names)
        key = Key(
            self._text(where, table, "target"),
            self._text(where, table, "torch"),
            self._text(where, table, "mode", MODES[0]),
            self._text(where, table, "device", "cpu"),
            self._text(where, table, "dtype", ""),
        )
        if key.mode not in MODES:
            raise self.error(f"mode of {where}", f"must be one of {', '.join(MODES)}")
        graphs = table.get("graphs")
        if graphs is not None and (type(graphs) is not int or graphs < 0):
            raise self.error(f"graphs of {where}", "must be a whole number")
        return Entry(
            key,
            graphs,
            self._texts(where, table, "checks"),
            self._all(f"{where}, break", self._tables(where, table, "break"), ("registry", "modes", "note")),
            self._all(f"{where}, recompile", self._tables(where, table, "recompile"), ("note",)),
            self._text(where, table, "note", ""),
        )

    def _all(self, where: str, tables: Iterable[Mapping[str, Any]], more: Collection[str]) -> list[Found]:
        found = []
        for number, table in enumerate(tables, 1):
            place = f"{where} {number}"
            self._allow(place, table, (*_TEXTS, *more))
            modes = self._texts(place, table, "modes")
            if unknown := [mode for mode in modes if mode not in BREAK_MODES]:
                raise self.error(f"modes of {place}", f"has {unknown[0]!r}, which is none of {', '.join(BREAK_MODES)}")
            identity, file, function, source, reason = (self._text(place, table, name) for name in _TEXTS)
            registry, note = (self._text(place, table, name, "") for name in ("registry", "note"))
            found.append(Found(identity, file, function, source, reason, registry, modes, note))
        return found

    def _allow(self, where: str, table: Mapping[str, Any], names: Collection[str]) -> None:
        unknown = next((name for name in table if name not in names), None)
        if unknown is not None:
            raise self.error(where, f"has {unknown!r}, which is none of {', '.join(names)}")

    def _text(self, where: str, table: Mapping[str, Any], name: str, default: str | None = None) -> str:
        value = table.get(name, default)
        if not isinstance(value, str):
            raise self.error(f"{name} of {where}", "must be a string" if name in table else "is not there")
        return value

    def _texts(self, where: str, table: Mapping[str, Any], name: str) -> list[str]:
        value = table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.error(f"{name} of {where}", "must be a list of strings")
        return value

    def _tables(self, where: str, table: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
        value = table.get(name, [])
        if not isinstance(value, list) or not all(isinstance(one, Mapping) for one in value):
            raise self.error(f"{name} of {where}", "must be tables")
        return value
