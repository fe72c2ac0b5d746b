"""Hovers: the findings of a line with their evidence, and the page of a rule's code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.condition import told
from fullgraph.lint.diagnostics.diagnostic import RAISES, Applicability, Diagnostic, Fix, Position
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.registry.rule import BREAK_SITE, Rule, load_rules
from fullgraph.lint.report.text import place_name
from fullgraph.lint.server.documents import Document
from fullgraph.lint.server.findings import Found, uri_of
from fullgraph.lint.suppression import comments
from lsprotocol import types

_CODE = re.compile(r"\bFG\d{3}\b")
_CODE_OR_NAME = re.compile(r"\bFG\d{3}\b|\b[a-z]+(?:-[a-z]+)+\b")
_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|~!&])")
_KINDS = {
    Applicability.SAFE: "Fix (safe)",
    Applicability.OBSERVED: "Fix (observed)",
    Applicability.UNSAFE: "Fix (unsafe)",
    Applicability.DISPLAY: "Suggestion",
}


def rule_at(document: Document, uri: str, position: types.Position) -> tuple[Rule, types.Range] | None:
    """The rule whose code (in a comment that silences it, also its name) the pointer is on, and where that stands."""
    row = document.row(uri, position.line)
    if row is None:
        return None
    column, line = document.column(row, position.character), document.line(row)
    for match in (_CODE_OR_NAME if comments.has_suppressions(line) else _CODE).finditer(line):
        if match.start() < column <= match.end():
            rule = next((rule for rule in load_rules() if match[0] in (rule.code, rule.name)), None)
            if rule is not None:
                _, span = document.range(Position(row, match.start() + 1), Position(row, match.end() + 1))
                return rule, span
    return None


def rule_page(rule: Rule) -> str:
    """The page of a rule, with the pages of PyTorch's registry that it names as links."""
    from fullgraph.lint.report.pages import page

    lines = page(rule)
    if rule.registry:
        plain = next(line for line in lines if line.startswith("Graph breaks of PyTorch's registry"))
        links = ", ".join(_registry(one) for one in rule.registry)
        lines[lines.index(plain)] = f"Graph breaks of PyTorch's registry: {links}"
    return "\n".join(lines)


def findings(found: Found, diagnostics: Sequence[Diagnostic]) -> tuple[str, types.Range]:
    """All that is known of some diagnostics, and the range of the first."""
    first = diagnostics[0]
    _, span = found.document.range(first.location, first.end_location)
    return "\n\n---\n\n".join("\n\n".join(_finding(one, found.document)) for one in diagnostics), span


def _finding(one: Diagnostic, document: Document) -> Iterator[str]:
    sure = "" if one.confidence == "high" else f" ({one.confidence} confidence)"
    yield f"**{one.code}** {one.name}{sure}"
    yield escaped(one.headline)
    if one.evidence:
        yield "**Because**\n\n" + "\n".join(f"- {_step(step, one, document)}" for step in one.evidence)
    if one.trace:
        placed = _distinct(step for step in one.trace if step.filename is not None)
        asides = [escaped(step.text) for step in one.trace if step.filename is None]
        here = f"here ({', '.join(asides)})" if asides else "here"
        yield "**In scope**\n\n" + "\n".join(
            f"- {text}" for text in [*(_step(step, one, document) for step in placed), here]
        )
    if conditions := told(one.conditions):
        yield f"**Only if** {', '.join(escaped(condition.step.text) for condition in conditions)}"
    if len(one.modes) == 1:
        only = "under fullgraph=True" if one.modes == ("fullgraph",) else "in the default mode"
        yield f"**Mode** only {only}"
    if one.raises:
        yield f"**Error** {escaped(RAISES)}"
    if one.measured is not None:
        yield f"**Measured** {escaped(one.measured.told)}"
    if one.seldom:
        yield f"**Facts** {escaped(one.seldom)}"
    if one.fix is not None:
        yield _fix(one.fix)
    if one.registry:
        yield f"**Registry** {', '.join(map(_registry, one.registry))}"


def _fix(fix: Fix) -> str:
    if not fix.obligations:
        return f"**{_KINDS[fix.applicability]}** {escaped(fix.message)}"
    told = (f"- {one.state.value}, {one.kind.value}: {escaped(one.text)}" for one in fix.obligations)
    return "\n".join([f"**{_KINDS[fix.applicability]}** {escaped(fix.summary)}", "", *told])


def _registry(one: str) -> str:
    return f"[{one}]({BREAK_SITE.format(one.lower())})"


def _distinct(steps: Iterable[Step]) -> list[Step]:
    """The root and the function that it is stand at one place: named once."""
    kept: list[Step] = []
    for step in steps:
        if not kept or (step.filename, step.row) != (kept[-1].filename, kept[-1].row):
            kept.append(step)
    return kept


def _step(step: Step, one: Diagnostic, document: Document) -> str:
    text = escaped(step.text)
    if step.filename is None or step.row is None:
        return text
    if step.filename == one.filename and step.row == one.location.row:
        return text
    if step.filename == one.filename:
        part, row = document.part_of(step.row)
        return f"{text} ([{cells.named(step.cells, step.row)}]({part.uri}#L{row}))"
    line = "" if step.cells is not None else f"#L{step.row}"
    place = f"{_name(step.filename, document.path)}:{cells.at(step.cells, step.row)}"
    return f"{text} ([{escaped(place)}]({uri_of(step.filename)}{line}))"


def _name(filename: str, beside: Path) -> str:
    """A file's name: alone where it is in the same folder, within its package where it is installed."""
    path = Path(filename)
    return path.name if path.parent == beside.parent else place_name(filename)


def escaped(text: str) -> str:
    """Text as Markdown that shows it as it is, on one line."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def plain(markdown: str) -> str:
    """The same for a client that shows no Markdown."""
    without_links = re.sub(r"\[((?:[^\]\\]|\\.)*)\]\([^)]*\)", r"\1", markdown)
    return re.sub(r"\\(.)", r"\1", without_links.replace("**", ""))
