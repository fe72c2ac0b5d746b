"""Findings as text for people: a code frame, the chains that justify the claim, and what a fix would do."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import click
from fullgraph.lint.cells import Cells
from fullgraph.lint.diagnostics import Applicability, Diagnostic, Fix, Step
from fullgraph.lint.files import shorten

ReadLines = Callable[[str], Sequence[str]]
"""The lines of a file by the name that its diagnostics carry; empty where it cannot be read any more."""

MAX_WIDTH = 120
"""A code line or chain wider than this is cropped or broken."""

MAX_ROWS = 5
"""Of a longer range, the first rows are shown."""

ALSO_SHOWN = 5
"""Places in followed packages that are named beside the one that is told."""

_TAB = "    "


@dataclass(frozen=True)
class Look:
    """What the terminal can show."""

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


def render(diagnostics: Sequence[Diagnostic], read_lines: ReadLines, look: Look) -> str:
    """All findings in full, a blank line after each."""
    return "".join(_finding(diagnostic, read_lines(diagnostic.filename), look) for diagnostic in diagnostics)


def render_concise(diagnostics: Sequence[Diagnostic], look: Look) -> str:
    """One line a finding; ``[*]`` marks those that ``--fix`` fixes."""
    return "".join(f"{_headline(diagnostic, look, concise=True)}\n" for diagnostic in diagnostics)


def summary(
    diagnostics: Sequence[Diagnostic],
    files_checked: int,
    *,
    unreadable: int = 0,
    fixed: int = 0,
    fixed_files: int = 0,
    removed: int = 0,
) -> str:
    """What it comes to, in one or two lines."""
    lines = []
    if fixed:
        lines.append(f"Fixed {count(fixed, 'finding')} in {count(fixed_files, 'file')}.")
    if removed:
        lines.append(f"Removed {count(removed, 'comment')} that silenced nothing.")
    if diagnostics:
        files = len({diagnostic.filename for diagnostic in diagnostics})
        lines.append(f"Found {count(len(diagnostics), 'finding')} in {count(files, 'file')}{_fixable(diagnostics)}.")
    elif unreadable:
        lines.append(f"No findings in {count(files_checked, 'file')}; {unreadable} could not be checked.")
    else:
        lines.append(f"All checks passed! ({count(files_checked, 'file')})")
    return "".join(f"{line}\n" for line in lines)


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


def _fixable(diagnostics: Sequence[Diagnostic]) -> str:
    levels = [diagnostic.fix.applicability for diagnostic in diagnostics if diagnostic.fix and diagnostic.fix.edits]
    safe, unsafe = levels.count(Applicability.SAFE), levels.count(Applicability.UNSAFE)
    if safe and unsafe:
        return f" ({safe} fixable with --fix, {unsafe} more with --unsafe-fixes)"
    if safe:
        return f" ({safe} fixable with --fix)"
    return f" ({unsafe} fixable with --unsafe-fixes)" if unsafe else ""


def _headline(diagnostic: Diagnostic, look: Look, concise: bool = False) -> str:
    filename = printable(str(shorten(Path(diagnostic.filename))))
    place = f"{_row(diagnostic, diagnostic.location.row)}:{diagnostic.location.column}"
    is_safe = diagnostic.fix is not None and diagnostic.fix.applicability is Applicability.SAFE
    fixable = look.style("[*] ", "cyan") if concise and is_safe else ""
    return (
        f"{look.style(filename, bold=True)}{look.style(':', 'cyan')}{place}{look.style(':', 'cyan')} "
        f"{look.style(diagnostic.code, 'red', bold=True)} {fixable}{printable(diagnostic.message)}"
    )


def _row(diagnostic: Diagnostic, row: int) -> str:
    """A row as it is shown: in a notebook, with its cell."""
    return str(row) if diagnostic.cells is None else "cell {}:{}".format(*diagnostic.cells.place(row))


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
    if diagnostic.conditions:
        conditions = ", ".join(_step(step, diagnostic) for step in diagnostic.conditions)
        notes.append(f"{indent}{look.style('only if:', bold=True)} {conditions}")
    if diagnostic.confidence != "high":
        notes.append(f"{indent}{look.style('confidence:', bold=True)} {diagnostic.confidence}")
    if diagnostic.modes == ("fullgraph",):
        notes.append(f"{indent}{look.style('mode:', bold=True)} only under fullgraph=True")
    elif diagnostic.modes == ("default",):
        notes.append(f"{indent}{look.style('mode:', bold=True)} only in the default mode, not under fullgraph=True")
    if diagnostic.fix is not None:
        notes.append(indent + _fix_note(diagnostic.fix, look))
    return "\n".join([_headline(diagnostic, look), *frame, *notes, "", ""])


def _fix_note(fix: Fix, look: Look) -> str:
    level, colour = {
        Applicability.SAFE: (" (safe)", "green"),
        Applicability.UNSAFE: (" (unsafe)", "yellow"),
        Applicability.DISPLAY: (" (suggestion)" if fix.edits else "", "cyan"),
    }[fix.applicability]
    return f"{look.style(f'fix{level}:', colour, bold=True)} {printable(fix.message)}"


def _step(step: Step, diagnostic: Diagnostic) -> str:
    return placed(step, diagnostic.filename, diagnostic.location.row, diagnostic.cells)


def placed(step: Step, filename: str, row: int, cells: Cells | None = None) -> str:
    """A step with its place, unless that is the place which is spoken of."""
    text = printable(step.text)
    if step.row is None or step.filename is None:
        return text
    if step.filename == filename:
        if step.row == row:
            return text
        place = f"line {step.row}" if cells is None else "cell {}, line {}".format(*cells.place(step.row))
    else:
        place = f"{place_name(step.filename)}:{step.row}"
    aside = re.search(r" \([^()]*\)$", text)
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
