"""Findings in GitHub's Markdown, for the comment on a pull request or the summary of a job.

First a table of the causes, the most costly first, then each finding with why it is one, and its fix as blocks of
``suggestion``, which hold the whole lines that it replaces. What a comment has no room for is left out, and counted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import RAISES, Applicability, Diagnostic, Edit, Fix, Problem
from fullgraph.lint.diagnostics.rank import rank_of
from fullgraph.lint.registry.severity import severity_of
from fullgraph.lint.report import overview
from fullgraph.lint.report.text import count, placed, printable
from fullgraph.lint.source.source_file import ReadLines
from fullgraph.lint.suppression.fingerprint import relative

MAX_LENGTH = 65_536
"""The characters that GitHub takes in a comment."""
FOR_TABLE = MAX_LENGTH // 2
"""What the table takes at most, so that findings are shown too."""
FOR_NOTES = 600
"""What is kept for saying what is left out."""

_LEVELS = {
    Applicability.SAFE: "Safe fix",
    Applicability.OBSERVED: "Fix that held in every recorded run",
    Applicability.UNSAFE: "Unsafe fix",
    Applicability.DISPLAY: "Suggestion",
}


def render(
    diagnostics: Sequence[Diagnostic], errors: Sequence[Problem], files_checked: int, read_lines: ReadLines
) -> str:
    """The whole report, of at most MAX_LENGTH characters."""
    found = overview.causes(diagnostics)
    files = len({one.filename for one in diagnostics})
    if found:
        title = f"{count(len(diagnostics), 'finding')} in {count(files, 'file')}"
    elif errors:
        title = f"no findings, but {count(len(errors), 'problem')}"
    else:
        title = f"all checks passed ({count(files_checked, 'file')})"
    report = _Report(f"### fullgraph: {title}\n")
    listed = [f"- {prose(str(error))}\n" for error in errors]
    report.listed("\n**Not checked:**\n\n", listed, FOR_TABLE // 2, "problem")
    head = "\n| severity | cause | where | why there | findings |\n| --- | --- | --- | --- | --- |\n"
    report.listed(head, [_row(cause) for cause in found], FOR_TABLE, "cause")
    members = [one for cause in found for one in cause.members]
    report.listed("", [_section(one, read_lines(one.filename)) for one in members], MAX_LENGTH - FOR_NOTES, "finding")
    return report.text


class _Report:
    """A text that grows by whole blocks, so that no table and no fence is cut."""

    def __init__(self, text: str) -> None:
        self.text = text

    def listed(self, head: str, blocks: Sequence[str], room: int, what: str) -> None:
        """Add the blocks for which there is room below ``room`` characters in all, and say how many are left out."""
        left = 0
        parts = [self.text, head if blocks else ""]
        length = sum(map(len, parts))
        for block in blocks:
            if length + len(block) > room:
                left += 1
                continue
            parts.append(block)
            length += len(block)
        if left:
            parts.append(
                f"\n{count(left, f'more {what}')} left out: a comment on GitHub takes {MAX_LENGTH:,} characters. "
                "`fullgraph check --output-format full` has them all.\n"
            )
        self.text = "".join(parts)


def _row(cause: overview.Cause) -> str:
    first = cause.first
    fields = (
        severity_of(first),
        f"**{first.code}** {prose(first.headline)}",
        code(_place(first)),
        prose(overview.why(first, cause.rank)),
        str(len(cause.members)),
    )
    return f"| {' | '.join(field.replace('|', chr(92) + '|') for field in fields)} |\n"


def _place(one: Diagnostic) -> str:
    return f"{relative(one.filename)}:{cells.at(one.cells, one.location.row)}:{one.location.column}"


def _section(one: Diagnostic, lines: Sequence[str]) -> str:
    name = f"[{one.code}]({one.url})" if one.url is not None else one.code
    parts = [f"\n#### {code(_place(one))} {name} {one.name}\n\n{prose(one.headline)}\n"]
    notes = []
    steps = [placed(step, one.filename, one.location.row) for step in one.evidence]
    if steps:
        notes.append(f"because {prose(' → '.join(steps))}")
    way = [placed(step, one.filename, one.location.row) for step in one.trace if step.filename is not None]
    if way:
        notes.append(f"in scope by {prose(' → '.join(dict.fromkeys(way)))}")
    notes.append(prose(overview.why(one, rank_of(one))))
    if one.modes == ("default",):
        notes.append("only in the default mode, not under `fullgraph=True`")
    if one.raises:
        notes.append(prose(RAISES))
    parts += ["\n", *(f"- {note}\n" for note in notes if note)]
    if one.fix is not None:
        parts += _fix(one, one.fix, lines)
    return "".join(parts)


def _fix(one: Diagnostic, fix: Fix, lines: Sequence[str]) -> Iterator[str]:
    yield f"\n{_LEVELS[fix.applicability] if fix.edits else 'No fix'}: {prose(fix.message)}\n"
    for first, last, text in replaced(fix, lines):
        yield f"\nInstead of {cells.named(one.cells, first, last)}:\n\n{fenced(text, 'suggestion')}"


def replaced(fix: Fix, lines: Sequence[str]) -> list[tuple[int, int, str]]:
    """The rows that a fix replaces, as first and last of each run of them, and the lines that come instead."""
    groups: list[list[Edit]] = []
    for edit in sorted(fix.written):
        if groups and edit.location.row <= groups[-1][-1].end_location.row:
            groups[-1].append(edit)
        else:
            groups.append([edit])
    found = []
    for group in groups:
        first, end = group[0].location.row, max(edit.end_location for edit in group)
        last = end.row - 1 if end.column == 1 and end.row > first else end.row
        first, last = min(first, len(lines)), min(last, len(lines))
        if not lines:
            continue
        starts = [0]
        for line in lines[first - 1 : last]:
            starts.append(starts[-1] + len(line))
        text = "".join(lines[first - 1 : last])
        for edit in reversed(group):
            begin, stop = (
                min(starts[min(place.row - first, len(starts) - 1)] + place.column - 1, len(text))
                for place in (edit.location, edit.end_location)
            )
            text = text[:begin] + edit.content + text[stop:]
        found.append((first, last, text))
    return found


def fenced(text: str, kind: str) -> str:
    """A block of code, whatever backticks are in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    fence = "`" * max(3, longest + 1)
    shown = "".join(f"{_visible(line)}\n" for line in text.replace("\r\n", "\n").removesuffix("\n").split("\n"))
    return f"{fence}{kind}\n{shown if text else ''}{fence}\n"


def _visible(line: str) -> str:
    """A line of code as it is, but for characters that would show it otherwise than it runs."""
    return "\t".join(map(printable, line.split("\t")))


def code(text: str) -> str:
    """Text in code font, whatever backticks are in it."""
    shown = printable(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    gap = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{gap}{shown}{gap}{fence}"


def prose(text: str) -> str:
    """Text as itself, what stands in backticks as code: no emphasis, no HTML, and nobody and no issue is mentioned."""
    parts = re.split(r"(?<!`)`([^`]+)`(?!`)", printable(" ".join(text.split())))
    return "".join(code(part) if number % 2 else _literal(part) for number, part in enumerate(parts))


def _literal(text: str) -> str:
    text = re.sub(r"([\\`*_{}\[\]<>()#!~&$^=])", r"\\\1", text)
    text = re.sub(r"^(\d*)([-+.])", r"\1\\\2", text)
    return re.sub(r"(@|\\#)(?=\w)", r"\1<!-- -->", text)
