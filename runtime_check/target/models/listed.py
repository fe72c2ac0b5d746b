"""The names of a library's models while somebody waits: kept between commands, for the version that is installed."""

from __future__ import annotations

import importlib.metadata
import os
from pathlib import Path

from fullgraph.lint.cache import files
from fullgraph.runtime_check.target.models import LIBRARIES, ModelError, names


def listed(prefix: str) -> list[str]:
    """All models of a library; none where it is not installed or cannot be imported.

    The first call after an installation imports the library, which takes seconds.
    """
    installed = _installed(LIBRARIES[prefix])
    if installed is None:
        return []
    path = _folder() / f"models-{prefix}.json"
    known = files.load(path)
    if known.get("of") == installed and isinstance(known.get("names"), list):
        return [str(name) for name in known["names"]]
    try:
        found = names(prefix, every=True)
    except ModelError:
        return []
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError:
        return found
    files.save(path, {"of": installed, "names": found})
    return found


def _installed(package: str) -> str | None:
    """The version of a package and where it is."""
    try:
        distribution = importlib.metadata.distribution(package)
    except importlib.metadata.PackageNotFoundError:
        return None
    return f"{distribution.version} in {distribution.locate_file('')}"


def _folder() -> Path:
    """The user's own folder for what can be computed again."""
    home = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA")
    return (Path(home) if home else Path.home() / ".cache") / "fullgraph"
