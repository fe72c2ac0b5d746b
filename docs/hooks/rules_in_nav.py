"""Puts the rules' pages, which `make docs` writes, into the navigation of the documentation."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from fullgraph.lint.report.pages import FAMILIES


def on_config(config: Any) -> Any:
    """Called by MkDocs with its configuration, before the pages are read."""
    folder = Path(config["docs_dir"]) / "rules"
    pages = sorted(path.name for path in folder.glob("FG*.md"))
    families = [
        {f"{family}xx: {title}": [f"rules/{name}" for name in pages if name.startswith(family)]}
        for family, title in FAMILIES.items()
    ]
    at = next(index for index, entry in enumerate(config["nav"]) if "Verify" in entry)
    config["nav"].insert(at, {"Rules": ["rules/README.md", *families]})
    return config
