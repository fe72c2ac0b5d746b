"""The summary of a sweep for a terminal, as Markdown, and as JSON.

Whatever comes from a target (names, source lines, messages) is printed with control characters escaped.
"""

from __future__ import annotations

import dataclasses
import datetime
import io
import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias
from urllib.parse import quote

from fullgraph.lint.diagnostics.amounts import percent
from fullgraph.lint.report.text import count, printable
from fullgraph.runtime_check.report.live import HEADINGS
from fullgraph.runtime_check.report.text import PLAIN_WIDTH
from fullgraph.sweep.report.summary import Cause, Counts, FailureCause, RecompileCause, Summary
from rich.console import Console
from rich.table import Table
from rich.text import Text

MOST = 20
"""So many causes are listed."""
LONGEST = 100
"""Characters of a message or a line of code."""
WORDS = {
    "whole": "whole",
    "breaks": "breaks",
    "recompiles": "recompiles",
    "fails": "fails",
    "unusable": "unusable",
    "not_done": "not done",
}
"""How runs ended."""


@dataclass(frozen=True)
class Linked:
    """Texts of one cell, each with its address where it has one."""

    parts: tuple[tuple[str, str | None], ...]

    def __str__(self) -> str:
        return ", ".join(text for text, _ in self.parts)


Cell: TypeAlias = "str | Linked"


@dataclass(frozen=True)
class Grid:
    """A table of a report. The cells are fit to be shown."""

    title: str
    columns: list[str]
    rows: Sequence[Sequence[Cell]]
    figures: range
    """The columns that are numbers."""
    left: int = 0
    """Rows that are not listed."""


def print_summary(summary: Summary, console: Console) -> None:
    """Print the summary."""
    console.print(Text(headline(summary), "bold"))
    for line in facts(summary):
        console.print(Text(line, "dim"))
    for grid in grids(summary):
        console.print()
        console.print(Text(grid.title, "bold"))
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim")
        for number, name in enumerate(grid.columns):
            figure = number in grid.figures
            table.add_column(name, justify="right" if figure else "left", no_wrap=figure, overflow="fold")
        for row in grid.rows:
            table.add_row(*(Text(str(cell)) for cell in row))
        console.print(table)
        if grid.left:
            console.print(Text(f"and {grid.left} more (--output-format json has all)", "dim"))


def as_text(summary: Summary, width: int = PLAIN_WIDTH) -> str:
    """The summary as plain text, without colours."""
    stream = io.StringIO()
    print_summary(summary, Console(file=stream, width=width, color_system=None, emoji=False))
    return "\n".join(line.rstrip() for line in stream.getvalue().split("\n"))


def as_markdown(summary: Summary, rules: str | None = None) -> str:
    """The summary as Markdown, with tables as GitHub reads them; ``rules`` is the address of the rules' pages."""
    lines = [f"# {escape(headline(summary))}", ""]
    lines += [f"{escape(line)}  " for line in facts(summary)] + [""]
    for grid in grids(summary, rules=rules):
        lines += [f"## {grid.title}", "", *markdown(grid), ""]
        if grid.left:
            lines += [f"and {grid.left} more", ""]
    return "\n".join(lines)


def as_json(summary: Summary) -> str:
    """The whole summary, with the fields of `Summary`."""
    return json.dumps(dataclasses.asdict(summary), indent=2, default=_plain) + "\n"


def _plain(value: object) -> str:
    assert isinstance(value, datetime.datetime), value
    return value.isoformat()


def headline(summary: Summary) -> str:
    """The sweep in one line."""
    counts = summary.counts
    ended = ", ".join(f"{number} {WORDS[name]}" for name, number in counts.parts if number)
    judged = f"; {share(counts.share)} of the evaluated runs are whole" if counts.share is not None else ""
    return f"{count(counts.runs, 'run')}: {ended}{judged}" if counts.runs else "no runs are planned"


def facts(summary: Summary) -> Iterator[str]:
    """What was run, when and in what."""
    yield printable(summary.command)
    when = f"{summary.created:%Y-%m-%d %H:%M}"
    passes = f", {summary.done} of {summary.planned} planned are done" if summary.done < summary.planned else ""
    yield f"fullgraph {printable(summary.fullgraph)}, begun {when}{passes}, {hours(summary.seconds)} of process time"
    for one in summary.environments:
        yield printable(f"{one.environment}: torch {one.torch}, Python {one.python}")


def grids(summary: Summary, most: int = MOST, rules: str | None = None) -> Iterator[Grid]:
    """The tables of the summary; those that would be empty are left out."""
    names = ["library", *summary.varied]
    rows: list[Sequence[Cell]] = [[*map(printable, key), *_counted(counts)] for key, counts in summary.by(*names)]
    if len(rows) > 1:
        rows.append(["all", *[""] * (len(names) - 1), *_counted(summary.counts)])
    yield Grid("Runs", [*names, "runs", *WORDS.values(), "whole of judged"], rows, range(len(names), len(names) + 8))
    if summary.checks:
        yield _checks(summary)
    if summary.causes:
        yield causes(summary, most, rules)
    if summary.recompiles:
        rows = [_recompile(one) for one in summary.recompiles[:most]]
        columns = ["models", "runs", "where", "for what", "what helps"]
        yield Grid("Recompiles", columns, rows, range(2), len(summary.recompiles) - len(rows))
    if summary.repaired:
        yield repaired(summary)
    if summary.failures:
        rows = [_failure(one) for one in summary.failures[:most]]
        columns = ["runs", "models", "failure", "cause", "for example"]
        yield Grid("Runs that could not be evaluated", columns, rows, range(2), len(summary.failures) - len(rows))


def _counted(counts: Counts) -> list[str]:
    return [str(counts.runs), *(str(number) if number else "-" for _, number in counts.parts), share(counts.share)]


def _checks(summary: Summary) -> Grid:
    rows = []
    for name, heading in HEADINGS.items():
        found = [one for one in summary.checks if one.name == name]
        figures = [sum(getattr(one, item) for one in found) for item in ("passed", "failed", "skipped", "slower")]
        if any(figures):
            rows.append([heading, *map(str, figures)])
    return Grid("Checks", ["check", "pass", "fail", "skipped", "slower"], rows, range(1, 5))


def repaired(summary: Summary) -> Grid:
    """What fixes made of the runs that were not whole."""
    columns = ["library", "torch", "fixes", "runs", "applied", "undone", "whole afterwards", "agree", "differ"]
    rows = [
        [
            *map(printable, (one.library, one.torch, one.level)),
            *map(str, (one.runs, one.fixes, one.taken_back, one.whole, one.agree, one.differ)),
        ]
        for one in summary.repaired
    ]
    return Grid("After --fix", columns, rows, range(3, len(columns)))


def causes(summary: Summary, most: int = MOST, rules: str | None = None) -> Grid:
    """The lines that break the most models."""
    columns = ["models", "runs", "share, at most", "rule", "registry", "where", "what"]
    rows = [_cause(one, rules) for one in summary.causes[:most]]
    return Grid("What breaks graphs", columns, rows, range(3), len(summary.causes) - len(rows))


def _cause(one: Cause, rules: str | None) -> list[Cell]:
    return [
        *(str(one.models), str(one.runs), percent(one.most_share)),
        linked_rules(one.codes, rules) if one.codes else "missed" if one.missed_in else "-",
        Linked(((printable(one.registry_id or "-"), one.registry_link),)),
        Linked(((printable(f"{one.file}:{one.line}"), one.link),)),
        shorten(f"{one.reason}: {one.source}" if one.source else one.reason),
    ]


def linked_rules(codes: Sequence[str], rules: str | None) -> Linked:
    """Rules, with the addresses of their pages below a folder."""
    return Linked(tuple((printable(code), None if rules is None else f"{rules}/{quote(code)}.md") for code in codes))


def _recompile(one: RecompileCause) -> list[Cell]:
    where = Linked(((printable(f"{one.file}:{one.line}"), one.link),))
    return [str(one.models), str(one.runs), where, shorten(one.guard), shorten(one.advice)]


def _failure(one: FailureCause) -> list[str]:
    return [str(one.runs), str(one.models), printable(one.failure or "-"), shorten(one.cause), shorten(one.example)]


def shorten(text: str) -> str:
    """A text in one line, of a length that a table can hold."""
    line = printable(" ".join(text.split()))
    return line if len(line) <= LONGEST else line[: LONGEST - 1] + "…"


def share(value: float | None) -> str:
    """A share, of which 0 means that there is nothing."""
    return "0 %" if value == 0 else percent(value)


def hours(seconds: float) -> str:
    """``12 s``, ``3:20 min``, ``5:03 h``: whole seconds below an hour, whole minutes above."""
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    return f"{whole // 60}:{whole % 60:02d} min" if whole < 3600 else f"{whole // 3600}:{whole // 60 % 60:02d} h"


def markdown(grid: Grid) -> Iterator[str]:
    """The lines of a table in Markdown."""
    yield _row(map(escape, grid.columns))
    yield _row("---:" if number in grid.figures else "---" for number in range(len(grid.columns)))
    for row in grid.rows:
        yield _row(map(_in_markdown, row))


def _in_markdown(cell: Cell) -> str:
    if isinstance(cell, str):
        return escape(cell)
    return ", ".join(f"[{escape(text)}]({link})" if link else escape(text) for text, link in cell.parts)


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def escape(text: str) -> str:
    """Text that Markdown shows as it is: within a table, and with no link, emphasis or HTML."""
    return re.sub(r"[\\`*_\[\]<>|~#&]|(?<=\w)(?=://)|(?<=\bwww)(?=\.)", _escaped, text)


def _escaped(found: re.Match[str]) -> str:
    return {"<": "&lt;", ">": "&gt;", "&": "&amp;"}.get(found[0], f"\\{found[0]}")
