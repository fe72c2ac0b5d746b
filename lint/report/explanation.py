"""The explanation of a line as text for people, and as JSON.

The JSON object has the ``filename``, ``row`` and text of the ``line``, its ``kind`` (``code``, ``blank``, ``comment``
or ``string``), ``notes``, ``files_read`` (how many files were read as places to start from), of a notebook the
``cell`` (rows are those in it), and

- ``statements``: for each statement, header or lambda on the line ``in_scope``, the ``ways`` (``mode``, ``steps`` from
  the root down, ``interpretation``) and how many ``more_ways`` there are, the ``reasons`` against, and the ``values``:
  for each expression its place and ``alternatives``, each with the ``interpretations`` in which it holds (empty: in
  all), in ``words`` and as a ``value``, with its ``evidence`` and ``unknown_because``; ``after`` marks what a target
  holds afterwards, and ``values_assumed`` that no root leads there;
- ``findings``: with ``reported``, in ``hidden`` why one is not reported, and the ``fix`` of one that is, with its
  ``obligations`` (``kind``, ``state``, ``text``), and what was ``measured``, as `json` has it.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix
from fullgraph.lint.explain import words
from fullgraph.lint.explain.answers import Answer, Explanation, Way
from fullgraph.lint.explain.findings import Claim
from fullgraph.lint.explain.values import Held
from fullgraph.lint.facts.coding import measured_to_json
from fullgraph.lint.report.json import obligations_of, steps_of
from fullgraph.lint.report.text import MAX_WIDTH, Look, columns, count, place_name, placed, printable

TOLD_WAYS = 3
"""Ways that the text tells, JSON has a few more."""
MOST_WAYS = 6
"""The same where each stands for other arguments, and so for other values."""
WAY_ROWS = 18
"""Rows that the ways take at most, but for the first of them."""
TOLD_REASONS = 6
TOLD_VALUES = 24
TOLD_ALTERNATIVES = 4
TOLD_STEPS = 4
"""Of a longer chain of evidence, its two ends."""
INDENT = 8
HERE = "here"
NOTHING = {
    "blank": "is blank",
    "comment": "is a comment",
    "string": "is a docstring or another string that stands alone",
}
NAME_WIDTH = 40
"""Longer expressions are cropped where they name a value."""


def render(explanation: Explanation, look: Look) -> str:
    """The whole explanation."""
    name = printable(place_name(explanation.filename))
    place = cells.at(explanation.cells, explanation.row)
    row = str(_row(explanation, explanation.row))
    code = printable(explanation.line.replace("\t", "    "))
    lines = [
        f"{look.style(name, bold=True)}{look.style(':', 'cyan')}{place}",
        f"{look.style(f'{row} |', 'cyan')} {code}".rstrip(),
        "",
    ]
    if explanation.kind != "code":
        lines.append(f"Nothing runs here: the line {NOTHING[explanation.kind]}.")
    alone = len(explanation.answers) == 1
    before: Answer | None = None
    for answer in explanation.answers:
        lines += _answer(answer, explanation, look, alone, before)
        before = answer
    if explanation.kind == "code":
        lines += _claims(explanation, look)
    for note in explanation.notes:
        first, *rest = _wrapped("note: ", note)
        lines += [first.replace("note:", look.style("note:", bold=True), 1), *rest]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _answer(answer: Answer, explanation: Explanation, look: Look, alone: bool, before: Answer | None) -> Iterator[str]:
    whole = answer.first == answer.last and answer.what != "the header of a class"
    if not (alone and whole and not answer.opener):
        rows = cells.named(explanation.cells, answer.first, answer.last)
        yield f"{answer.what}, {rows}: {printable(answer.text)}"
    if before is not None and (answer.in_scope, answer.ways, answer.reasons) == (
        before.in_scope,
        before.ways,
        before.reasons,
    ):
        yield look.style(
            "In compile scope, as above." if answer.in_scope else "Not in compile scope, as above.", bold=True
        )
    else:
        yield from _scope(answer, explanation, look)
    yield ""
    if answer.held:
        yield from _values(answer, explanation, look)
        yield ""


# Scope


def _scope(answer: Answer, explanation: Explanation, look: Look) -> Iterator[str]:
    subject = "The function's body is " if answer.is_header else ""
    if not answer.in_scope:
        yield look.style(_sentence(f"{subject}not in compile scope:"), "yellow", bold=True)
        yield from _reasons(answer.reasons)
        return
    total = len(answer.ways) + answer.more_ways
    yield look.style(_sentence(f"{subject}in compile scope ({count(total, 'way')}):"), "green", bold=True)
    numbered = _differs(answer)
    shown = rows = 0
    most = min(max(TOLD_WAYS, answer.interpretations), MOST_WAYS) if numbered else TOLD_WAYS
    for alike in _alike(answer.ways)[:most]:
        lines = list(_way(alike, explanation, look, numbered))
        rows += len(lines)
        if shown and rows > WAY_ROWS:
            break
        shown += len(alike)
        yield from lines
    if total > shown:
        yield f"  and {count(total - shown, 'more way')}"
    if answer.reasons:
        yield "Not on every way that leads to its function:"
        yield from _reasons(answer.reasons)


def _sentence(text: str) -> str:
    return text[0].upper() + text[1:]


def _reasons(reasons: Sequence[str]) -> Iterator[str]:
    for reason in reasons[:TOLD_REASONS]:
        yield from _wrapped("  - ", reason)
    if len(reasons) > TOLD_REASONS:
        yield f"  - and {count(len(reasons) - TOLD_REASONS, 'more reason')}"


def _wrapped(heading: str, text: str) -> list[str]:
    """A sentence on lines that fit."""
    return textwrap.wrap(
        f"{heading}{printable(text)}",
        MAX_WIDTH,
        subsequent_indent=" " * (len(heading) + 2),
        break_long_words=False,
        break_on_hyphens=False,
    )


def _alike(ways: Sequence[Way]) -> list[list[Way]]:
    """Ways by the same calls, which differ in the arguments alone, are told together."""
    groups: dict[object, list[Way]] = {}
    for way in ways:
        groups.setdefault((way.mode, way.steps), []).append(way)
    return list(groups.values())


def _way(alike: Sequence[Way], explanation: Explanation, look: Look, numbered: bool) -> Iterator[str]:
    way = alike[0]
    mode = "fullgraph=True" if way.mode == "fullgraph" else "default mode"
    number = f"{_numbers([one.interpretation for one in alike])} " if numbered else ""
    steps = [placed(step, explanation.filename, explanation.row) for step in way.steps]
    here = HERE if len(alike) == 1 or numbered else f"{HERE} ({len(alike)} ways, with different arguments)"
    yield from _chain("  ", f"{number}{mode}:", steps, look, here)


def _chain(indent: str, title: str, steps: Sequence[str], look: Look, end: str = "") -> Iterator[str]:
    """The steps behind the title, or one below the other where that is too wide; ``end`` keeps to the last one."""
    arrow = f" {look.style(look.arrow, 'cyan')} "
    heading = f"{indent}{look.style(title, bold=True)} "
    last = f"{arrow}{end}" if end else ""
    if sum(map(columns, (*steps, end))) + 3 * len(steps) + len(indent) + columns(title) <= MAX_WIDTH:
        yield heading + arrow.join(steps) + last
        return
    lines = [heading + steps[0], *(f"{indent} {arrow}{step}" for step in steps[1:])]
    yield from lines[:-1]
    yield lines[-1] + last


# Values


def _differs(answer: Answer) -> bool:
    """Return whether what is held depends on how the function is called."""
    return any(alternative.interpretations for held in answer.held for alternative in held.alternatives)


def _values(answer: Answer, explanation: Explanation, look: Look) -> Iterator[str]:
    if answer.in_scope:
        by = ", [n] on the ways so marked" if _differs(answer) else ""
        yield look.style(f"What it holds{by}:", bold=True)
    elif answer.assumed:
        yield look.style("What it would hold, were it compiled, with arguments known by their annotations:", bold=True)
    else:
        yield look.style("What it holds where it is interpreted:", bold=True)
    names = [_name(held, look) for held in answer.held[:TOLD_VALUES]]
    column = max(map(columns, names), default=0)
    for name, held in zip(names, answer.held, strict=False):
        yield from _held(f"  {name}{' ' * (column - columns(name))}  ", held, explanation, look, answer.in_scope)
    if len(answer.held) > TOLD_VALUES:
        yield f"  and {count(len(answer.held) - TOLD_VALUES, 'more expression')}"


def _name(held: Held, look: Look) -> str:
    text = printable(held.text)
    room = NAME_WIDTH - (len(" becomes") if held.after else 0)
    if len(text) > room:
        half = (room - len(look.ellipsis)) // 2
        text = f"{text[:half]}{look.ellipsis}{text[-half:]}"
    return f"{text} becomes" if held.after else text


def _held(prefix: str, held: Held, explanation: Explanation, look: Look, in_scope: bool) -> Iterator[str]:
    indent = " " * columns(prefix)
    if not held.alternatives:
        yield f"{prefix}not evaluated: an earlier operand decides"
    for position, alternative in enumerate(held.alternatives[:TOLD_ALTERNATIVES]):
        which = f"{_numbers(alternative.interpretations)} " if alternative.interpretations and in_scope else ""
        unknown = f" ({alternative.unknown})" if alternative.unknown else ""
        first, *rest = _wrapped(indent, f"{which}{alternative.words}{unknown}")
        colour = "yellow" if alternative.words == "unknown" else None
        yield f"{prefix if not position else indent}{look.style(first.strip(), colour)}"
        yield from (look.style(line, colour) for line in rest)
        if alternative.evidence:
            steps = [placed(step, explanation.filename, explanation.row) for step in alternative.evidence]
            if len(steps) > TOLD_STEPS:
                half = TOLD_STEPS // 2
                steps = [*steps[:half], look.ellipsis, *steps[-half:]]
            yield from _chain(" " * INDENT, "because", steps, look)
    if len(held.alternatives) > TOLD_ALTERNATIVES:
        yield f"{indent}and {len(held.alternatives) - TOLD_ALTERNATIVES} more"


def _numbers(interpretations: Sequence[int]) -> str:
    """``[1-3, 5]``."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(set(interpretations)):
        if ranges and ranges[-1][1] == number - 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return f"[{', '.join(str(first) if first == last else f'{first}-{last}' for first, last in ranges)}]"


# Findings


def _claims(explanation: Explanation, look: Look) -> Iterator[str]:
    if not explanation.claims:
        if any(answer.in_scope for answer in explanation.answers):
            yield look.style("No findings, and none that is hidden.", bold=True)
        return
    yield look.style("Findings:", bold=True)
    for claim in explanation.claims:
        place = f" in {cells.named(explanation.cells, claim.row)}" if claim.row != explanation.row else ""
        code = look.style(claim.code, "red" if claim.reported else None, bold=True)
        yield f"  {code} {printable(claim.message)}{place}{_about(claim)}"
        for reason in claim.hidden:
            first, *rest = _wrapped("    not reported: ", reason)
            yield first.replace("not reported:", look.style("not reported:", "yellow"), 1)
            yield from rest
        if claim.measured is not None and claim.reported:
            yield from _wrapped("    measured: ", claim.measured.told)
        if claim.fix is not None and claim.reported:
            yield from _fix(claim.fix, look)


_LEVELS = {
    Applicability.SAFE: ("fix (safe): ", "green"),
    Applicability.OBSERVED: ("fix (observed): ", "green"),
    Applicability.UNSAFE: ("fix (unsafe): ", "yellow"),
    Applicability.DISPLAY: ("suggestion: ", "cyan"),
}


def _fix(fix: Fix, look: Look) -> Iterator[str]:
    """What a fix does, and each of its obligations with how far it is known to hold."""
    level, colour = _LEVELS[fix.applicability]
    level = level if fix.edits else "fix: "
    first, *rest = _wrapped(f"    {level}", fix.summary)
    yield first.replace(level, look.style(level.rstrip(), colour) + " ", 1)
    yield from rest
    width = max((len(one.state.value) for one in fix.obligations), default=0)
    for one in fix.obligations:
        yield from _wrapped(f"      {one.state.value:<{width}} {one.kind.value}: ", one.text)


def _about(claim: Claim) -> str:
    parts = [] if claim.confidence == "high" else [f"{claim.confidence} confidence"]
    if len(claim.modes) == 1:
        parts.append("only under fullgraph=True" if claim.modes[0] == "fullgraph" else "only in the default mode")
    return f" ({', '.join(parts)})" if parts else ""


# JSON


def render_json(explanation: Explanation) -> str:
    """One object; rows and columns begin at 1, file names are absolute."""
    entry = {
        "filename": _absolute(explanation.filename),
        "cell": explanation.cells.place(explanation.row)[0] if explanation.cells is not None else None,
        "row": _row(explanation, explanation.row),
        "line": explanation.line,
        "kind": explanation.kind,
        "statements": [_answer_entry(answer, explanation) for answer in explanation.answers],
        "findings": [
            {
                "code": claim.code,
                "name": claim.name,
                "message": claim.message,
                "row": _row(explanation, claim.row),
                "confidence": claim.confidence,
                "modes": list(claim.modes),
                "reported": claim.reported,
                "hidden": list(claim.hidden),
                "measured": measured_to_json(claim.measured) if claim.measured is not None else None,
                "fix": _fix_entry(claim.fix) if claim.fix is not None else None,
            }
            for claim in explanation.claims
        ],
        "notes": explanation.notes,
        "files_read": explanation.files_read,
    }
    return json.dumps(entry, indent=2) + "\n"


def _fix_entry(fix: Fix) -> dict[str, Any]:
    return {
        "applicability": fix.applicability.value,
        "summary": fix.summary,
        "message": fix.message,
        "obligations": obligations_of(fix),
    }


def _row(explanation: Explanation, row: int) -> int:
    """A row as it is shown: in a notebook, that in the cell."""
    return row if explanation.cells is None else explanation.cells.place(row)[1]


def _answer_entry(answer: Answer, explanation: Explanation) -> dict[str, Any]:
    return {
        "what": answer.what,
        "text": answer.text,
        "first_row": _row(explanation, answer.first),
        "last_row": _row(explanation, answer.last),
        "in_scope": answer.in_scope,
        "interpretations": answer.interpretations,
        "ways": [
            {"mode": way.mode, "interpretation": way.interpretation, "steps": steps_of(way.steps)}
            for way in answer.ways
        ],
        "more_ways": answer.more_ways,
        "reasons": answer.reasons,
        "values_assumed": answer.assumed,
        "values": [
            {
                "text": held.text,
                "location": {"row": _row(explanation, held.start.row), "column": held.start.column},
                "end_location": {"row": _row(explanation, held.end.row), "column": held.end.column},
                "after": held.after,
                "alternatives": [
                    {
                        "interpretations": list(alternative.interpretations),
                        "words": alternative.words,
                        "value": words.facts(alternative.value),
                        "evidence": steps_of(alternative.evidence),
                        "unknown_because": alternative.unknown or None,
                    }
                    for alternative in held.alternatives
                ],
            }
            for held in answer.held
        ],
    }


def _absolute(filename: str) -> str:
    return str(Path.cwd() / filename)
