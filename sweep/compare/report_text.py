"""What changed, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fullgraph.lint.report.text import printable
from fullgraph.sweep.compare import words
from fullgraph.sweep.compare.model import Change, PairChanges, RunKey, SweepDiff, Verdict
from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

STYLES: dict[Verdict, str] = {"worse": "red", "better": "green", "other": "yellow"}
SIGNS: dict[Verdict, str] = {"worse": "-", "better": "+", "other": "~"}
MOST_PAIRS = 200
"""So many runs are listed under each heading."""
MOST_SHARED = 20
MOST_KEYS = 20
"""So many runs are named that only one side has."""


def print_diff(diff: SweepDiff, console: Console) -> None:
    """Print it."""
    for part in _parts(diff):
        console.print(part)


def _parts(diff: SweepDiff) -> Iterator[RenderableType]:
    for name, about in (("A", diff.a), ("B", diff.b)):
        yield _line(f"{name}  {words.side(about)}", "dim")
    yield _line(words.summary(diff), "bold")
    if diff.counts:
        yield _line(words.counts(diff))
    for note in words.notes(diff):
        yield _line(note, "yellow")
    if diff.shared_breaks:
        yield from _heading("Breaks of several runs")
        for shared in diff.shared_breaks[:MOST_SHARED]:
            text = f"{SIGNS[shared.verdict]} {shared.runs} runs: {words.KINDS[shared.kind]}  {shared.text}"
            yield _at(2, text, STYLES[shared.verdict])
        yield from _rest(len(diff.shared_breaks), MOST_SHARED)
    for title, pairs in words.sections(diff):
        yield from _heading(f"{title} ({len(pairs)})")
        for pair in pairs[:MOST_PAIRS]:
            yield from _pair(pair)
        yield from _rest(len(pairs), MOST_PAIRS)
    for name, keys in (("A", diff.only_a), ("B", diff.only_b)):
        yield from _only(name, keys)


def _pair(pair: PairChanges) -> Iterator[RenderableType]:
    yield _at(2, str(pair.key), "bold")
    for cause, changes in words.together(pair):
        for change in changes:
            yield _change(change)
        yield _at(6, cause, "dim")
    if pair.problem:
        yield _at(6, pair.problem, "yellow")


def _change(change: Change) -> RenderableType:
    style = "dim" if change.is_chance else STYLES[change.verdict]
    return _at(4, f"{SIGNS[change.verdict]} {words.KINDS[change.kind]}  {change.text}", style)


def _only(name: str, keys: Sequence[RunKey]) -> Iterator[RenderableType]:
    if keys:
        yield from _heading(f"Only in {name} ({len(keys)})")
        for key in keys[:MOST_KEYS]:
            yield _at(2, str(key))
        yield from _rest(len(keys), MOST_KEYS)


def _rest(number: int, most: int) -> Iterator[RenderableType]:
    if number > most:
        yield _line(f"  and {number - most} more (--output-format json has all)", "dim")


def _heading(text: str) -> Iterator[RenderableType]:
    yield Text("")
    yield _line(text, "bold")


def _line(text: str, style: str = "") -> Text:
    return Text(printable(text), style)


def _at(indent: int, text: str, style: str = "") -> Padding:
    return Padding(_line(text, style), (0, 0, 0, indent), expand=False)
