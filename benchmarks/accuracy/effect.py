"""What facts of eager runs change: the findings that stand where no run went, and those that known types change.

A finding is at a break, a false positive (its lines were traced, and none broke), or on lines that were not traced,
which is neither. Only those of FG1 to FG6 are looked at, as in the figures.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from fullgraph.lint.facts.functions import Named, digest_of, functions_of
from fullgraph.lint.facts.schema import Recorded

from .check import Finding
from .measured import Run
from .score import BREAK_FAMILIES, Site, ZooScore, distinct, score_zoo

Verdict = Literal["at a break", "false positive", "not traced"]
VERDICTS: tuple[Verdict, ...] = ("at a break", "false positive", "not traced")

NEW = "new"
GONE = "gone"


@dataclass(frozen=True)
class Judged:
    """A finding, what it is, and whether there are facts of the function that it stands in, as its text is."""

    finding: Finding
    verdict: Verdict
    known: bool = False


@dataclass(frozen=True)
class Change:
    """What facts change about one finding: it is new or gone, or says something else."""

    judged: Judged
    what: str


@dataclass
class Effect:
    """All findings and their scores without facts, with them, and with them but for those that no run got to."""

    before: ZooScore
    after: ZooScore
    rest: ZooScore
    findings_before: list[Judged]
    findings: list[Judged]
    changes: list[Change]
    current: int = 0
    """The functions of the facts that have the same text in the releases of the data."""
    problems: list[str] = field(default_factory=list)

    @property
    def marked(self) -> list[Judged]:
        return [one for one in self.findings if one.finding.never_taken]

    @property
    def lost(self) -> list[Site]:
        """The break sites without a finding where the marked ones are left out."""
        kept = {(site.first.file, site.first.line) for site in self.rest.sites if site.hit}
        return [site for site in self.after.sites if site.hit and (site.first.file, site.first.line) not in kept]


class Texts:
    """Of which functions of the unpacked packages there are facts."""

    def __init__(self, folder: Path, facts: Recorded) -> None:
        self.folder = folder
        self.facts = facts
        self._functions: dict[str, list[tuple[Named, bool]]] = {}

    def functions(self, file: str) -> list[tuple[Named, bool]]:
        """The functions of a file, and whether there are facts about them."""
        if file not in self._functions:
            path = self.folder / file
            tree = ast.parse(path.read_bytes()) if path.is_file() else ast.Module([], [])
            self._functions[file] = [
                (one, (file, one.name, digest_of(one.node)) in self.facts.functions) for one in functions_of(tree)
            ]
        return self._functions[file]

    def knows(self, finding: Finding) -> bool:
        """Whether there are facts about the innermost function around a finding."""
        around = [
            (one.first_line, known)
            for one, known in self.functions(finding.file)
            if one.first_line <= finding.first <= (one.node.end_lineno or one.first_line)
        ]
        return max(around)[1] if around else False

    @property
    def current(self) -> int:
        """How many of the facts are about a function as its text is."""
        files = sorted({file for file, _, _ in self.facts.functions})
        return sum(known for file in files for _, known in self.functions(file))


def effect(
    runs: Sequence[Run], before: Iterable[Finding], after: Iterable[Finding], texts: Texts, problems: Sequence[str] = ()
) -> Effect:
    """Compare the findings without facts and with them. ``problems``: what is missing, in one line each."""
    old, new = _counted(before), _counted(after)
    scores = score_zoo(runs, old), score_zoo(runs, new), score_zoo(runs, [one for one in new if not one.never_taken])
    judged_before, judged = _judged(scores[0], old, texts), _judged(scores[1], new, texts)
    changes = _changes({one.finding: one for one in judged_before}, {one.finding: one for one in judged})
    return Effect(*scores, judged_before, judged, changes, texts.current, list(problems))


def _counted(findings: Iterable[Finding]) -> list[Finding]:
    """Those of the families that predict a break; of several about one place one that is not marked."""
    ordered = sorted(findings, key=lambda one: one.never_taken)
    return [one for one in distinct(ordered) if one.code.startswith(BREAK_FAMILIES)]


def _judged(score: ZooScore, findings: Sequence[Finding], texts: Texts) -> list[Judged]:
    hits = {claim.finding: claim.hit for claim in score.claims}
    verdicts: dict[bool | None, Verdict] = {True: "at a break", False: "false positive", None: "not traced"}
    return [Judged(one, verdicts[hits.get(one)], texts.knows(one)) for one in findings]


def _changes(before: Mapping[Finding, Judged], after: Mapping[Finding, Judged]) -> list[Change]:
    found = [Change(one, GONE) for key, one in before.items() if key not in after]
    for key, one in after.items():
        if key not in before:
            found.append(Change(one, NEW))
            continue
        old, new = before[key].finding, one.finding
        if old.confidence != new.confidence:
            found.append(Change(one, f"confidence {old.confidence} to {new.confidence}"))
        if old.fix != new.fix:
            found.append(Change(one, f"fix {old.fix or 'none'} to {new.fix or 'none'}"))
    return found
