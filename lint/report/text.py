"""Findings as text for people: a code frame, the chains that justify the claim, and what a fix would do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import click
from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.condition import told
from fullgraph.lint.diagnostics.diagnostic import RAISES, Applicability, Diagnostic, Fix
from fullgraph.lint.diagnostics.rank import LEVELS, Level, rank_of
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.source.discovery import shorten
from fullgraph.lint.source.source_file import ReadLines

MAX_WIDTH = 120
"""A code line or chain wider than this is cropped or broken."""

MAX_ROWS = 5
"""Of a longer range, the first rows are shown."""

ALSO_SHOWN = 5
"""Places in followed packages that are named beside the one that is told."""

_TAB = "    "


@dataclass(frozen=True)
class Look:
    """The abilities of the terminal."""

    colour: bool = False
    unicode: bool = True

    def style(self, text: str, colour: str | None = None, bold: bool = False) -> str:
        return click.style(text, fg=colour, bold=bold or None) if self.colour else text

    @property
    def arrow(self) -> str:
        return "→" if self.unicode else "->"

    @property
    def ellipsis(self) -> str:
        return "…" if self.unicode else "..."


LEVEL_WORDS = {
    Level.ALL: "about all that is compiled",
    Level.CALL: "in every call",
    Level.START: "where it is compiled",
    Level.CONDITION: "in some calls",
    Level.TRAINING: "only in training",
    Level.DTYPE: "only in some dtypes",
    Level.OFF: "off by default",
    Level.NEVER: "never ran",
}


CONDITIONAL = LEVELS[LEVELS.index(Level.CONDITION) :]
"""Of what is not met in every call."""


def render(diagnostics: Sequence[Diagnostic], read_lines: ReadLines, look: Look) -> str:
    """All findings in full, a blank line after each, in groups by when they hold, what always holds first.

    Before all comes what was measured, the dearest first.
    """
    measured = [one for one in diagnostics if one.measured is not None]
    measured.sort(key=lambda one: one.measured.share if one.measured else 0.0, reverse=True)
    groups: dict[Level | None, list[Diagnostic]] = {None: measured}
    for one in diagnostics:
        if one.measured is None:
            level = rank_of(one).level
            groups.setdefault(level if level in CONDITIONAL else None, []).append(one)
    parts: list[str] = []
    for group in (None, *CONDITIONAL):
        if group is not None and group in groups:
            title = LEVEL_WORDS[group]
            parts.append(look.style(f"{title[0].upper()}{title[1:]}:", bold=True) + "\n\n")
        parts += [_finding(one, read_lines(one.filename), look) for one in groups.get(group, [])]
    return "".join(parts)


def render_concise(diagnostics: Sequence[Diagnostic], look: Look, unsafe: bool = False) -> str:
    """One line a finding; ``[*]`` marks those that ``--fix`` fixes, with ``unsafe`` by its unsafe fixes too."""
    marks = [look.style("[*] ", "cyan") if is_fixable(one, unsafe) else "" for one in diagnostics]
    return "".join(f"{headline(one, look, mark)}\n" for one, mark in zip(diagnostics, marks, strict=True))


def is_fixable(diagnostic: Diagnostic, unsafe: bool) -> bool:
    """Return whether ``--fix`` fixes it, with ``unsafe`` be it by an unsafe fix."""
    marked = {Applicability.SAFE, Applicability.OBSERVED, *([Applicability.UNSAFE] if unsafe else [])}
    fix = diagnostic.fix
    return fix is not None and bool(fix.edits) and fix.applicability in marked


class Scoped(Protocol):
    """A result, and what its files compile."""

    @property
    def diagnostics(self) -> Sequence[Diagnostic]: ...

    @property
    def compiles(self) -> Mapping[str, Collection[str]]: ...

    @property
    def beyond(self) -> int: ...


def summary(
    diagnostics: Sequence[Diagnostic],
    files_checked: int,
    *,
    unreadable: int = 0,
    faulty: int = 0,
    in_part: int = 0,
    unsafe: bool = False,
) -> str:
    """Return what it comes to, in one line.

    ``in_part``: the files of which not all was looked at. ``unsafe``: unsafe fixes were asked for, too.
    """
    if diagnostics:
        files, fixes = len({diagnostic.filename for diagnostic in diagnostics}), _fixable(diagnostics, unsafe)
        return f"Found {count(len(diagnostics), 'finding')} in {count(files, 'file')}{fixes}.\n"
    if unreadable:
        return f"No findings in {count(files_checked, 'file')}; {unreadable} could not be checked.\n"
    if faulty:
        return f"No findings in {count(files_checked, 'file')}; {faulty} could not be checked to the end.\n"
    if in_part:
        return f"No findings in {count(files_checked, 'file')}, of which {in_part} could not be looked at in full.\n"
    return f"All checks passed! ({count(files_checked, 'file')})\n"


def summary_of_scope(result: Scoped) -> str:
    """What is taken as compiled, in one line; nothing where that makes no difference, or the scope was chosen.

    Where something is compiled of which ``check`` does not know what it is, it says so without findings too.
    """
    if result.beyond:
        return f"{count(result.beyond, 'more finding')} in code that no torch.compile reaches: see --scope all.\n"
    compiled = set().union(*result.compiles.values())
    if "unknown" in compiled:
        return "Not all that is given to torch.compile is known: the forward of every module counts as compiled.\n"
    if compiled or not result.compiles or not result.diagnostics:
        return ""
    return "No torch.compile in these files: the forward of every module counts as compiled.\n"


def printable(text: str) -> str:
    """The text with every character escaped that could move the cursor, colour the terminal or reorder the line."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escape(character) for character in text)


def _escape(character: str) -> str:
    code = ord(character)
    if unicodedata.category(character) not in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}:
        return character
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is no text
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _fixable(diagnostics: Sequence[Diagnostic], unsafe_too: bool) -> str:
    levels = [diagnostic.fix.applicability for diagnostic in diagnostics if diagnostic.fix and diagnostic.fix.edits]
    safe = levels.count(Applicability.SAFE) + levels.count(Applicability.OBSERVED)
    unsafe = levels.count(Applicability.UNSAFE)
    if unsafe_too and unsafe:
        return f" ({safe + unsafe} fixable with --fix --unsafe-fixes)"
    if safe and unsafe:
        return f" ({safe} fixable with --fix, {unsafe} more with --fix --unsafe-fixes)"
    if safe:
        return f" ({safe} fixable with --fix)"
    return f" ({unsafe} fixable with --fix --unsafe-fixes)" if unsafe else ""


def headline(diagnostic: Diagnostic, look: Look, mark: str = "", message: str | None = None) -> str:
    """A finding on one line. ``message``: instead of its own, as it is to be printed."""
    place = f"{_row(diagnostic, diagnostic.location.row)}:{diagnostic.location.column}"
    return (
        f"{file_name(diagnostic, look)}{look.style(':', 'cyan')}{place}{look.style(':', 'cyan')} "
        f"{look.style(diagnostic.code, 'red', bold=True)} {mark}{message or printable(diagnostic.headline)}"
    )


def file_name(diagnostic: Diagnostic, look: Look) -> str:
    return look.style(printable(str(shorten(Path(diagnostic.filename)))), bold=True)


def _row(diagnostic: Diagnostic, row: int) -> str:
    """A row as it is shown: in a notebook, with its cell."""
    return cells.at(diagnostic.cells, row)


def _finding(diagnostic: Diagnostic, lines: Sequence[str], look: Look) -> str:
    frame = _frame(diagnostic, lines, look)
    start, end = diagnostic.location.row, diagnostic.end_location.row
    margin = " " * len(str((diagnostic.cells.place(start)[1] if diagnostic.cells else start) + end - start))
    notes: list[str] = []
    indent = f"{margin} {look.style('=', 'cyan')} "
    steps = [_step(step, diagnostic) for step in diagnostic.evidence]
    if steps:
        notes.append(indent + _chain("because", steps, look, len(margin)))
    if diagnostic.trace:
        notes.append(indent + _chain("in scope", _trace(diagnostic), look, len(margin)))
    if diagnostic.also:
        others = [_step(step, diagnostic) for step in diagnostic.also[:ALSO_SHOWN]]
        more = [f"and {len(diagnostic.also) - ALSO_SHOWN} more"] if len(diagnostic.also) > ALSO_SHOWN else []
        notes.append(indent + _list("also", others + more, look, len(margin)))
    if conditions_told := told(diagnostic.conditions):
        here = diagnostic.filename, diagnostic.location.row
        conditions = ", ".join(placed(one.step, *here, is_code=True) for one in conditions_told)
        notes.append(f"{indent}{look.style('only if:', bold=True)} {conditions}")
    if diagnostic.measured is not None:
        notes.append(f"{indent}{look.style('measured:', bold=True)} {printable(diagnostic.measured.told)}")
    if diagnostic.seldom:
        notes.append(f"{indent}{look.style('facts:', bold=True)} {diagnostic.seldom}")
    if diagnostic.confidence != "high":
        notes.append(f"{indent}{look.style('confidence:', bold=True)} {diagnostic.confidence}")
    if diagnostic.modes == ("fullgraph",):
        notes.append(f"{indent}{look.style('mode:', bold=True)} only under fullgraph=True")
    elif diagnostic.modes == ("default",):
        notes.append(f"{indent}{look.style('mode:', bold=True)} only in the default mode, not under fullgraph=True")
    if diagnostic.raises:
        notes.append(f"{indent}{look.style('error:', bold=True)} {RAISES}")
    if diagnostic.fix is not None:
        notes.append(indent + _fix_note(diagnostic.fix, look))
    return "\n".join([headline(diagnostic, look), *frame, *notes, "", ""])


def _fix_note(fix: Fix, look: Look) -> str:
    level, colour = {
        Applicability.SAFE: (" (safe)", "green"),
        Applicability.OBSERVED: (" (observed)", "green"),
        Applicability.UNSAFE: (" (unsafe)", "yellow"),
        Applicability.DISPLAY: (" (suggestion)" if fix.edits else "", "cyan"),
    }[fix.applicability]
    return f"{look.style(f'fix{level}:', colour, bold=True)} {printable(fix.message)}"


def _step(step: Step, diagnostic: Diagnostic) -> str:
    return placed(step, diagnostic.filename, diagnostic.location.row)


def placed(step: Step, filename: str, row: int, is_code: bool = False) -> str:
    """A step with its place, unless that is the place which is spoken of; in what is said aside, if it ends so."""
    text = printable(step.text)
    if step.row is None or step.filename is None:
        return text
    if step.filename == filename:
        if step.row == row:
            return text
        place = cells.named(step.cells, step.row)
    else:
        place = f"{place_name(step.filename)}:{cells.at(step.cells, step.row)}"
    aside = not is_code and re.search(r" \([^()]*\)$", text)
    return f"{text[:-1]}, {place})" if aside else f"{text} ({place})"


def place_name(filename: str) -> str:
    """A file outside of the current folder by its name within the installed packages."""
    shown = str(shorten(Path(filename)))
    if shown == filename:
        shown = re.split(r"[\\/](?:site|dist)-packages[\\/]", filename)[-1]
    return printable(shown)


def _place(step: Step) -> tuple[str | None, int | None]:
    return step.filename, step.row


def _trace(diagnostic: Diagnostic) -> list[str]:
    placed: list[Step] = []
    for step in diagnostic.trace:
        # The root and the function that it is stand at one place: named once.
        if step.filename is not None and (not placed or _place(step) != _place(placed[-1])):
            placed.append(step)
    steps = [_step(step, diagnostic) for step in placed]
    asides = [printable(step.text) for step in diagnostic.trace if step.filename is None]
    return [*steps, f"here ({', '.join(asides)})" if asides else "here"]


def _list(title: str, items: Sequence[str], look: Look, margin: int) -> str:
    """The items on one line, or one below the other where that is too wide."""
    heading = look.style(f"{title}:", bold=True)
    indent = margin + 3 + len(title) + 2
    fits = indent + sum(map(columns, items)) + 2 * (len(items) - 1) <= MAX_WIDTH
    return f"{heading} " + (", " if fits else "\n" + " " * indent).join(items)


def _chain(title: str, steps: Sequence[str], look: Look, margin: int) -> str:
    """The steps on one line, or one below the other where that is too wide."""
    heading = look.style(f"{title}:", bold=True)
    arrow = look.style(look.arrow, "cyan")
    width = margin + 3 + len(title) + 2 + sum(map(columns, steps)) + (len(look.arrow) + 2) * (len(steps) - 1)
    if width <= MAX_WIDTH:
        return f"{heading} {f' {arrow} '.join(steps)}"
    indent = " " * (margin + 3 + len(title) + 2 - len(look.arrow) - 1)
    return f"{heading} " + f"\n{indent}{arrow} ".join(steps)


def columns(text: str) -> int:
    """The columns of a terminal that the text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(character) else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )


def _show(code: str) -> str:
    return printable(code.replace("\t", _TAB))


def _frame(diagnostic: Diagnostic, lines: Sequence[str], look: Look) -> list[str]:
    """The reported rows with carets below the range."""
    start, end = diagnostic.location, diagnostic.end_location
    last = end.row - 1 if end.column == 1 and end.row > start.row else end.row
    if not 1 <= start.row <= last <= len(lines):
        return []
    first_row = start.row if diagnostic.cells is None else diagnostic.cells.place(start.row)[1]
    margin = len(str(first_row + end.row - start.row))
    bar = look.style("|", "cyan")
    blank = f"{' ' * margin} {bar}"
    frame = [blank]
    rows = range(start.row, last + 1)
    for row in rows[:MAX_ROWS]:
        code = lines[row - 1].rstrip("\r\n")
        indent = len(code) - len(code.lstrip())
        first = start.column - 1 if row == start.row else indent
        stop = end.column - 1 if row == end.row else len(code.rstrip())
        before, marked, after = code[:first], code[first : max(stop, first)], code[max(stop, first) :]
        head, body, tail = _crop(_show(before), _show(marked), _show(after), look)
        number = look.style(f"{first_row + row - start.row:>{margin}}", "cyan")
        frame.append(f"{number} {bar} {head}{body}{tail}".rstrip())
        carets = "^" * max(columns(body), 1)
        if marked.strip() or row == start.row:
            frame.append(f"{blank} {' ' * columns(head)}{look.style(carets, 'red', bold=True)}")
    if len(rows) > MAX_ROWS:
        frame.append(f"{blank} {look.ellipsis} {count(len(rows) - MAX_ROWS, 'more line')}")
    return frame


def _crop(before: str, marked: str, after: str, look: Look) -> tuple[str, str, str]:
    """The three parts of a line, cut at both ends where the line is too wide, so that the marked part stays in view."""
    if columns(before) + columns(marked) + columns(after) <= MAX_WIDTH:
        return before, marked, after
    if len(before) > MAX_WIDTH // 3:
        before = look.ellipsis + before[len(before) - MAX_WIDTH // 3 :].lstrip()
    room = MAX_WIDTH - len(before)
    if len(marked) > room:
        return before, marked[:room] + look.ellipsis, ""
    if len(after) > room - len(marked):
        after = after[: room - len(marked)] + look.ellipsis
    return before, marked, after
