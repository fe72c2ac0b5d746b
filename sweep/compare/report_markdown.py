"""What changed, as Markdown for a comment on a pull request."""

from __future__ import annotations

import re
from collections.abc import Iterator

from fullgraph.lint.report.text import printable
from fullgraph.sweep.compare import words
from fullgraph.sweep.compare.model import PairChanges, SweepDiff, Verdict

LONGEST = 60_000
"""Characters: GitHub refuses comments above 65,536."""
MOST_SHARED = 10
MOST_KEYS = 50
SIGNS: dict[Verdict, str] = {"worse": "🔴", "better": "🟢", "other": "🟡"}
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~@&])")


def as_markdown(diff: SweepDiff) -> str:
    """The text, cut where it would be too long for a comment."""
    lines = [f"### fullgraph diff: {_escaped(words.summary(diff))}", ""]
    lines += ["| | |", "| --- | --- |"]
    lines += [f"| {name} | {_escaped(words.side(about))} |" for name, about in (("A", diff.a), ("B", diff.b))]
    lines += ["", *(f"_{_escaped(note)}_\n" for note in words.notes(diff))]
    if diff.shared_breaks:
        lines += ["| runs | | break |", "| ---: | --- | --- |"]
        for shared in diff.shared_breaks[:MOST_SHARED]:
            kind = f"{SIGNS[shared.verdict]} {words.KINDS[shared.kind]}"
            lines.append(f"| {shared.runs} | {kind} | {_code(shared.text, in_table=True)} |")
        lines.append("")
    room = LONGEST - sum(len(line) + 1 for line in lines)
    for block in _blocks(diff):
        if len(block) > room:
            lines.append("More than fits into a comment: `--output-format html` has all.")
            break
        lines.append(block)
        room -= len(block) + 1
    return "\n".join(lines).rstrip() + "\n"


def _blocks(diff: SweepDiff) -> Iterator[str]:
    """The sections, each of whole elements, so that nothing is left open where the text is cut."""
    for title, pairs in words.sections(diff):
        yield f"\n#### {title} ({len(pairs)})\n"
        yield from (_pair(pair) for pair in pairs)
    for name, keys in (("A", diff.only_a), ("B", diff.only_b)):
        if keys:
            shown = [f"- {_code(str(key))}" for key in keys[:MOST_KEYS]]
            shown += [f"- and {len(keys) - MOST_KEYS} more"] if len(keys) > MOST_KEYS else []
            title = f"Only in {name} ({len(keys)})"
            yield "\n".join(["", f"<details><summary>{title}</summary>", "", *shown, "", "</details>", ""])


def _pair(pair: PairChanges) -> str:
    lines = [f"- **{_escaped(str(pair.key))}**"]
    for cause, changes in words.together(pair):
        lines += [f"  - {SIGNS[one.verdict]} {words.KINDS[one.kind]}: {_code(one.text)}" for one in changes]
        lines.append(f"  - put down to: {_escaped(cause)}")
    if pair.problem:
        lines.append(f"  - {_escaped(pair.problem)}")
    return "\n".join(lines)


def _escaped(text: str) -> str:
    """Text in which nothing is markup, and nobody is mentioned."""
    return _SPECIAL.sub(lambda found: f"\\{found[1]}" if found[1] != "@" else "@\u200b", printable(text))


def _code(text: str, *, in_table: bool = False) -> str:
    """Text in code font, whatever backticks it has."""
    shown = printable(text).replace("|", "\\|") if in_table else printable(text)
    longest = max((len(run) for run in re.findall(r"`+", shown)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if shown.startswith("`") or shown.endswith("`") else ""
    return f"{fence}{pad}{shown}{pad}{fence}"
