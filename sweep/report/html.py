"""A sweep as one HTML file that opens from disk and fetches nothing.

Totals and causes are written by templates, and are there without JavaScript; the map and the models' pages are drawn
from JSON by a script, which makes text nodes alone of whatever comes from a target.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from fullgraph.runtime_check.report import page
from fullgraph.runtime_check.report.highlight import clean
from fullgraph.runtime_check.report.live import HEADINGS
from fullgraph.sweep.report.page_data import as_script_data, page_data
from fullgraph.sweep.report.summary import Counts, Summary, summarize
from fullgraph.sweep.report.text import WORDS, headline, hours, share, shorten
from fullgraph.sweep.store.store import Store
from markupsafe import Markup

TEMPLATES = Path(__file__).with_name("templates")
MOST_ROWS = 300
"""Of causes, a table lists so many."""
FIELDS = {
    "library": "library",
    "environment": "environment",
    "mode": "mode",
    "dtype": "dtype",
    "device": "device",
    "version": "version of the code",
}
"""What totals are by, with the title of each."""


@dataclass(frozen=True)
class Row:
    """A line of totals: its names, the counts, and what the map has to be filtered by to show the same runs."""

    names: tuple[str, ...]
    counts: Counts
    filters: Mapping[str, str]

    def link(self, outcome: str = "") -> str:
        """The address of the models that it counts, or of those that ended in one way."""
        asked = {**self.filters, **({"outcome": outcome} if outcome else {})}
        return "#models?" + urlencode({name: clean(value) for name, value in asked.items()})


@dataclass(frozen=True)
class Totals:
    """A table of totals."""

    title: str
    columns: list[str]
    rows: list[Row]


@dataclass(frozen=True)
class Shares:
    """The share of models that are one graph: libraries down, versions of torch across."""

    torch: list[str]
    rows: list[tuple[str, list[str]]]


@dataclass(frozen=True)
class CheckRow:
    """How a check ended in all runs."""

    name: str
    passed: int
    failed: int
    other: int


def as_html(store: Store) -> str:
    """The page. All text of the store is escaped, and characters that are not visible are written out."""
    summary = summarize(store)
    scripts = [page.theme_script(), (TEMPLATES / "sweep.js").read_text(encoding="utf-8")]
    style = page.style() + (TEMPLATES / "sweep.css").read_text(encoding="utf-8")
    filters: dict[str, Callable[..., Any]] = {"percent": share, "short": shorten, "hours": hours, "number": _number}
    text: str = (
        page.environment(TEMPLATES, filters)
        .get_template("sweep.html")
        .render(
            summary=summary,
            headline=headline(summary),
            totals=list(_totals(summary)),
            shares=_shares(summary),
            checks=list(_checks(summary)),
            words=WORDS,
            most_rows=MOST_ROWS,
            style=Markup(style),
            scripts=[Markup(script) for script in scripts],
            hashes=[Markup(page.source_hash(script)) for script in scripts],
            data=Markup(as_script_data(page_data(store))),
        )
    )
    return text


def _totals(summary: Summary) -> Iterator[Totals]:
    """A table by each field that runs differ in, and one by all of them."""
    varied = summary.varied
    for name in ("library", *varied):
        yield Totals(f"By {FIELDS[name]}", [name], _rows(summary, [name]))
    if varied:
        yield Totals("By all of these", ["library", *varied], _rows(summary, ["library", *varied]))


def _rows(summary: Summary, names: list[str]) -> list[Row]:
    return [Row(key, counts, dict(zip(names, key, strict=True))) for key, counts in summary.by(*names)]


def _shares(summary: Summary) -> Shares:
    torch = sorted({one.torch for one in summary.shares})
    found = {(one.library, one.torch): one for one in summary.shares}
    rows = []
    for library in sorted({one.library for one in summary.shares}):
        every = [found.get((library, version)) for version in torch]
        cells = [f"{share(one.share)} ({one.one_graph} of {one.usable})" if one is not None else "-" for one in every]
        rows.append((library, cells))
    return Shares(torch, rows)


def _checks(summary: Summary) -> Iterator[CheckRow]:
    for name, heading in HEADINGS.items():
        found = [one for one in summary.checks if one.name == name]
        if found:
            other = sum(one.skipped + one.slower for one in found)
            yield CheckRow(heading, sum(one.passed for one in found), sum(one.failed for one in found), other)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3g}"
