"""The key of a run: the settings, fullgraph's own version, and the platform, on which all its results depend."""

from __future__ import annotations

import hashlib
import importlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from fullgraph.lint.config.options import Options

FORMAT = 8
"""Of what is kept."""


def run_key(options: Options) -> str:
    """The name of the folder that holds the results of such runs."""
    described = {
        "format": FORMAT,
        "program": program(),
        "python": [sys.implementation.name, *sys.version_info[:3]],
        "torch": _torch(options),
        "select": options.select,
        "ignore": options.ignore,
        "follow": options.follow,
        "follow_reached": options.follow_reached,
        "path": sys.path if options.follow or options.follow_reached else [],
        "modes": options.modes,
        "confidence": options.confidence,
        "assume": sorted(options.assume),
        "scope": options.scope,
        "facts": _facts(options),
        "edits": options.writes_edits,
        "folder": str(Path.cwd()),  # files are named as they are seen from there
    }
    text = json.dumps(described, sort_keys=True, ensure_ascii=True)
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _facts(options: Options) -> str:
    if options.facts is None:
        return ""
    from fullgraph.lint.facts.files import digest

    return digest(options.facts)


def _torch(options: Options) -> str:
    if options.torch_version is not None:
        return options.torch_version
    from fullgraph.lint.torch_data import default_version

    return default_version()


def program() -> str:
    """The digest of fullgraph's own sources: rules, interpreter and the data about torch."""
    import fullgraph.lint

    described = hashlib.blake2b(digest_size=20)
    for package in (fullgraph.lint, importlib.import_module("fullgraph.rules")):
        for root in package.__path__:
            for path in sorted(_sources(root)):
                with open(path, "rb") as stream:  # noqa: PTH123 - hundreds of files, on the way to every answer
                    data = stream.read()
                described.update(f"{os.path.relpath(path, root)}\0{len(data)}\0".encode())
                described.update(data)
    return described.hexdigest()


def _sources(folder: str) -> Iterator[str]:
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith((".py", ".json")):
                yield entry.path
            elif entry.is_dir() and not entry.name.startswith(("_", ".")):
                yield from _sources(entry.path)
