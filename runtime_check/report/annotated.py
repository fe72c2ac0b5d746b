"""The source of a run with what was predicted and what was observed at each line, side by side."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from fullgraph.lint.report.text import count
from fullgraph.runtime_check.report import costs, show
from fullgraph.runtime_check.report.highlight import highlighted_lines
from fullgraph.runtime_check.results import BreakCosts, ObservedBreak, Place, Run
from markupsafe import Markup


@dataclass(frozen=True)
class Mark:
    """A sign in one of the two columns."""

    kind: str
    text: str
    title: str


@dataclass(frozen=True)
class Message:
    """A message below a line."""

    title: str
    text: str = ""
    note: str = ""
    tone: str = ""
    found: ObservedBreak | None = None


@dataclass
class Row:
    """A line of source."""

    number: int
    html: Markup
    anchor: str = ""
    tone: str = ""
    predicted: list[Mark] = field(default_factory=list)
    observed: list[Mark] = field(default_factory=list)
    messages: list[Message] = field(default_factory=list)


@dataclass
class AnnotatedFile:
    """The lines of one file; None stands for lines that are left out."""

    name: str
    said: str
    rows: list[Row | None]


def anchor(prefix: str, place: Place) -> str:
    """The id of a line in the page."""
    return f"{prefix}-{zlib.crc32(place.filename.encode(errors='surrogatepass')):x}-{place.line}"


def annotate(run: Run, prefix: str) -> list[AnnotatedFile]:
    """Every file with breaks, recompiles or predictions that did not happen, those with most breaks first."""
    rows = _lines(run)
    for found in run.breaks:
        _add_break(_row(rows, found.place), found, run.break_costs)
    for prediction in run.unobserved:
        if prediction.reached:
            row = _row(rows, prediction.place)
            row.tone = row.tone or "odd"
            wrong = f"predicted {show.modes(prediction.modes)}, and did not happen"
            row.predicted.append(Mark("wrong", prediction.code, wrong))
            title = f"{prediction.code}: {wrong}"
            row.messages.append(Message(title, prediction.message, tone="odd"))
    for recompile in run.recompiles:
        place = recompile.used or recompile.place
        told = recompile.to_mend
        if not told and (place.filename, place.line) not in rows:
            continue  # The second size of an input is no problem: it is listed, not shown.
        row = _row(rows, place)
        row.tone = row.tone or ("odd" if told else "")
        if not any(mark.text == "recompile" for mark in row.observed):
            row.observed.append(Mark("again", "recompile", "the function was recompiled"))
        if told:
            title = "Recompiles after the warm-up" if recompile.steady else "Recompiled up to the limit"
            message = Message(title, recompile.guard, show.shorten_paths(recompile.advice), "odd")
            row.messages += [message] if message not in row.messages else []
    marked = {(filename, number) for (filename, number), row in rows.items() if row.predicted or row.observed}
    for filename, number in marked:
        rows[filename, number].anchor = anchor(prefix, Place(filename, number))
    files = sorted({filename for filename, _ in rows}, key=lambda name: (-_breaks_in(run, name), name))
    return [_file(filename, rows, run) for filename in files]


def _lines(run: Run) -> dict[tuple[str, int], Row]:
    return {
        (part.filename, number): Row(number, html)
        for part in run.source
        for number, html in enumerate(highlighted_lines(part.lines), part.line)
    }


def _row(rows: dict[tuple[str, int], Row], place: Place) -> Row:
    """The line of a place; where the file could not be read, what is quoted of it."""
    key = (place.filename, place.line)
    if key not in rows:
        known = highlighted_lines([place.source])[0] if place.source else Markup("<i>the source cannot be read</i>")
        rows[key] = Row(place.line, known)
    return rows[key]


def _add_break(row: Row, found: ObservedBreak, known: BreakCosts | None) -> None:
    row.tone = "bad"
    codes = found.predicted_by
    titles = [(code, f"predicted: fullgraph rule {code} explains it") for code in codes]
    marks = [Mark("hit", code, title) for code, title in titles]
    if not marks and found.kind != "induced":
        marks = [Mark("missed", "missed", f"check did not predict it{show.unread(found)}")]
    row.predicted += [mark for mark in marks if mark not in row.predicted]
    word = found.modes[0] if len(set(found.modes)) == 1 else "break"
    text = "skip" if found.kind == "skip" else word
    mark = Mark("seen", text, f"breaks {show.modes(found.modes)}")
    if mark not in row.observed:
        row.observed.append(mark)
    notes = [show.modes(found.modes)]
    notes += [left] if (left := show.left(found)) else []
    notes += [show.predicted(found)]
    cost = known.of(found) if known is not None else None
    notes += [costs.one_line(cost)] if cost is not None else []
    chain = " > ".join(show.place(caller) for caller in show.callers(found))
    notes += [f"reached from {chain}"] if chain else []
    row.messages.append(Message(found.reason, found.explanation, "; ".join(notes), found=found))


def _breaks_in(run: Run, filename: str) -> int:
    return sum(found.place.filename == filename for found in run.breaks)


def _file(filename: str, rows: dict[tuple[str, int], Row], run: Run) -> AnnotatedFile:
    breaks = _breaks_in(run, filename)
    wrong = sum(p.reached and p.place.filename == filename for p in run.unobserved)
    parts = [count(breaks, "graph break")] if breaks else []
    parts += [f"{count(wrong, 'prediction')} that did not happen"] if wrong else []
    recompiles = sum(one.steady and (one.used or one.place).filename == filename for one in run.recompiles)
    parts += [count(recompiles, "recompile")] if recompiles else []
    numbers = sorted(number for name, number in rows if name == filename)
    return AnnotatedFile(show.path(filename), ", ".join(parts), list(_with_gaps(filename, numbers, rows)))


def _with_gaps(filename: str, numbers: list[int], rows: dict[tuple[str, int], Row]) -> Iterator[Row | None]:
    last: int | None = None
    for number in numbers:
        if last is not None and number > last + 1:
            yield None
        yield rows[filename, number]
        last = number
