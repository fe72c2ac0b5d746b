"""What HTML pages share: the style, the theme button, and templates that escape all text."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from fullgraph.lint.report.text import printable
from fullgraph.runtime_check.report.highlight import clean
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

TEMPLATES = Path(__file__).with_name("templates")


class Clean(str):
    """Text whose characters are all fit to be shown, its line ends among them."""


def environment(folder: Path, filters: Mapping[str, Callable[..., Any]]) -> Environment:
    """Templates of a folder. All text is escaped, and characters that are not visible are written out."""
    made = Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_visible,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update({"clean": lambda text: Clean(clean(text)), **filters})
    return made


def _visible(value: object) -> object:
    """Any text, with the characters written out that could reorder or hide what follows."""
    return printable(value) if isinstance(value, str) and not isinstance(value, (Markup, Clean)) else value


def style() -> str:
    """The style sheet, with its colours for both themes."""
    dark = (TEMPLATES / "dark.css").read_text(encoding="utf-8")
    return (TEMPLATES / "style.css").read_text(encoding="utf-8").replace("%DARK%", "\n" + dark)


def theme_script() -> str:
    """The script of the theme button."""
    return (TEMPLATES / "toggle.js").read_text(encoding="utf-8")


def source_hash(script: str) -> str:
    """The name of a script in a content security policy."""
    return f"sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}"


def shell(script: str) -> dict[str, Markup]:
    """What every page needs to stand alone: its style, its script, and that one's digest."""
    return {"style": Markup(style()), "script": Markup(script), "script_hash": Markup(source_hash(script))}
