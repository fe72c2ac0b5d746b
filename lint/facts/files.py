"""Files of facts: read with one line for whatever is wrong, written whole or not at all."""

from __future__ import annotations

import functools
import hashlib
import json
from pathlib import Path

from fullgraph.lint.facts.coding import Malformed, from_json, to_json
from fullgraph.lint.facts.observed import Observed
from fullgraph.lint.facts.schema import VERSION, Recorded
from fullgraph.lint.source.atomic_write import replace_bytes
from fullgraph.lint.source.discovery import read_regular

LARGEST = 64_000_000
"""Bytes of a file of facts; a larger one is none of ours."""


class FactsError(Exception):
    """A file of facts that cannot be used: one line that says which and why."""


def read(path: Path) -> Recorded:
    """Return what a file says. Raises `FactsError`."""
    return decode(_bytes(path), str(path))


def digest(path: Path) -> str:
    """The digest of what a file of facts holds; an empty text where it cannot be read."""
    try:
        return hashlib.blake2b(_bytes(path), digest_size=20).hexdigest()
    except FactsError:
        return ""


def observed(path: Path | None) -> Observed:
    """The facts of a file, to look up; none without a file, or where it cannot be read."""
    try:
        return _observed(_bytes(path), str(path)).again() if path is not None else Observed()
    except FactsError:
        return Observed()


@functools.lru_cache(maxsize=2)
def _observed(data: bytes, name: str) -> Observed:
    return Observed(_decoded(data, name))


def _bytes(path: Path) -> bytes:
    try:
        data = read_regular(path, LARGEST)
    except FileNotFoundError:
        raise FactsError(f"there is no file {path}; `fullgraph verify --facts {path.name}` writes one") from None
    except OSError as failure:
        raise FactsError(f"cannot read the facts in {path}: {failure.strerror or failure}") from None
    if data is None:
        raise FactsError(f"cannot read the facts in {path}: no plain file, or larger than {LARGEST // 10**6} MB")
    return data


def decode(data: bytes, name: str) -> Recorded:
    """Return what the bytes of a file say. ``name`` is that of the file, for errors. Raises `FactsError`."""
    return _decoded(data, name)


@functools.lru_cache(maxsize=2)
def _decoded(data: bytes, name: str) -> Recorded:
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as failure:
        raise FactsError(f"{name} has no facts: it is not JSON ({_line(failure)})") from None
    version = found.get("version") if isinstance(found, dict) else None
    if not isinstance(version, int) or "functions" not in found:
        raise FactsError(f"{name} holds no facts: it is some other JSON")
    if version != VERSION:
        raise FactsError(f"{name} has facts of format {version}, and this fullgraph reads {VERSION}: record again")
    try:
        return from_json(found)
    except Malformed as failure:
        raise FactsError(f"{name} is damaged: {failure}") from None


def _line(failure: Exception) -> str:
    return str(failure).splitlines()[0][:100] if str(failure) else type(failure).__name__


def encode(recorded: Recorded) -> bytes:
    """The bytes of a file: a line for each function, so that what changed is seen in a diff."""
    content = to_json(recorded)
    lines = ",\n".join(json.dumps(one, separators=(",", ":"), ensure_ascii=True) for one in content["functions"])
    head = json.dumps({"version": content["version"]})[1:-1]
    return f'{{{head},"functions":[\n{lines}\n]}}\n'.encode()


def write(path: Path, recorded: Recorded) -> None:
    """Replace a file, or make it. Raises `FactsError`, with what was there as it was."""
    target = path.resolve()
    try:
        status = target.stat() if target.exists() else None
        replace_bytes(target, encode(recorded), status)
    except OSError as failure:
        raise FactsError(f"cannot write the facts to {path}: {failure.strerror or failure}") from None


def merged(folder: Path, given: Path | None, recorded: Recorded) -> Path | None:
    """A file in ``folder`` with all that another says, and ``recorded``; the other itself where nothing is recorded.

    Raises `FactsError`.
    """
    if not recorded.functions:
        return given
    data = encode(read(given).join(recorded) if given is not None else recorded)
    path = folder / f"{hashlib.blake2b(data, digest_size=20).hexdigest()}.json"
    if not path.exists():
        path.write_bytes(data)
    return path
