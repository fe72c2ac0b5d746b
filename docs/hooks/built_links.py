"""Warns of what the built pages refer to and is not there: pages, images, other files, and places within pages.

MkDocs itself looks at Markdown's links alone, and before the pages have their addresses; HTML that stands in a page it
passes on as it is.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

log = logging.getLogger("mkdocs.hooks.built_links")

_ADDRESSES = frozenset(("href", "src", "srcset", "poster", "data", "action"))


def on_post_build(config: Any) -> None:
    """Called by MkDocs with its configuration when the site is there; a strict build ends with its warnings."""
    for problem in problems(Path(config["site_dir"])):
        log.warning(problem)


def problems(site: Path) -> Iterator[str]:
    """One line for each address in the pages of a built site that leads to nothing in it."""
    pages = {path.resolve(): _read(path) for path in sorted(site.rglob("*.html"))}
    for path, page in pages.items():
        for address in page.addresses:
            parts = urlsplit(address)
            if parts.scheme or parts.netloc:
                continue
            target = _target(site.resolve(), path, unquote(parts.path))
            name = path.relative_to(site.resolve()).as_posix()
            if not target.is_file():
                yield f"{name}: {address} leads nowhere: there is no {target}"
            elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].places:
                yield f"{name}: {address} leads to no place in {target}"


def _target(site: Path, page: Path, path: str) -> Path:
    """The file that a path means on a page."""
    if not path:
        return page
    base = site if path.startswith("/") else page.parent
    target = (base / path.lstrip("/")).resolve()
    return target / "index.html" if path.endswith("/") or target.is_dir() else target


@dataclass
class _Page(HTMLParser):
    """What a page refers to, and the places in it that others can refer to."""

    addresses: list[str] = field(default_factory=list)
    places: set[str] = field(default_factory=lambda: {"top"})

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if value is None:
                continue
            if name == "srcset":
                self.addresses += [one.split()[0] for one in value.split(",") if one.strip()]
            elif name in _ADDRESSES:
                self.addresses.append(value.strip())
            elif name == "id" or (name == "name" and tag == "a"):
                self.places.add(value)


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text(encoding="utf-8"))
    return page
