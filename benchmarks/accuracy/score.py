"""Recall and precision.

- Recall: of the distinct break sites (file and line) that reading the code can find, the share that a finding of the
  families FG1 to FG6 points at, give or take one line.
- Precision: of the distinct findings of these families on lines that TorchDynamo traced, the share at which the graph
  broke, give or take one line; breaks that recall leaves out count here. A line that was not traced says nothing.
  Tried: the same without the findings that hold only in training, on lines that were traced in eval mode alone, or
  only in half precision, which no run was in.
- Cases: those with a finding of any family at one of their lines, give or take one line.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeVar

from fullgraph.lint.diagnostics.condition import DEFAULT_DTYPE

from .check import Clean, Finding
from .measured import Break, Case, Run

BREAK_FAMILIES = ("FG1", "FG2", "FG3", "FG4", "FG5", "FG6")
SLACK = 1
LONGEST = 8
"""Lines after the first that a finding may cover: it points at an expression or a statement's head, not at a block."""


class Scored(Protocol):
    """Whatever is right or wrong."""

    @property
    def hit(self) -> bool: ...


T = TypeVar("T", bound=Scored)


@dataclass(frozen=True)
class Share:
    """So many of so many."""

    hit: int
    of: int

    @property
    def value(self) -> float:
        return self.hit / self.of if self.of else 0.0


@dataclass
class Site:
    """A line where the graph broke, in which models, and the codes of the findings that point at it."""

    first: Break
    models: set[str] = field(default_factory=set)
    codes: tuple[str, ...] = ()

    @property
    def hit(self) -> bool:
        return bool(self.codes)


_MODES = {"train": "training", "eval": "evaluation"}


@dataclass
class Claim:
    """A finding on lines that TorchDynamo traced, in which models, and whether the graph broke there."""

    finding: Finding
    models: set[str]
    hit: bool
    modes: set[str] = field(default_factory=set)
    """Of the runs that traced it: ``train``, ``eval``."""

    @property
    def tried(self) -> bool:
        """Whether the runs could show it: in eval mode nothing shows what the finding says of training alone."""
        met = ((_MODES[mode], DEFAULT_DTYPE) for mode in self.modes)
        return self.hit or any(all(one.under(run) is not False for one in self.finding.conditions) for run in met)


@dataclass
class CaseResult:
    """A case and the codes of the findings that point at it."""

    case: Case
    codes: tuple[str, ...]

    @property
    def hit(self) -> bool:
        return bool(self.codes)


@dataclass
class ZooScore:
    """The sites that recall counts and the claims that precision counts, by file and line."""

    sites: list[Site]
    claims: list[Claim]


def covers(finding: Finding, line: int) -> bool:
    """Return whether a finding points at the line."""
    return finding.first - SLACK <= line <= finding.last + SLACK


def distinct(findings: Iterable[Finding]) -> list[Finding]:
    """The findings in order, those about one place once, with the lines that count."""
    shortened = (replace(finding, last=min(finding.last, finding.first + LONGEST)) for finding in findings)
    return sorted(
        dict.fromkeys(shortened), key=lambda finding: (finding.file, finding.first, finding.last, finding.code)
    )


def score_zoo(runs: Sequence[Run], findings: Iterable[Finding]) -> ZooScore:
    by_file: dict[str, list[Finding]] = defaultdict(list)
    for finding in distinct(findings):
        if finding.code.startswith(BREAK_FAMILIES):
            by_file[finding.file].append(finding)
    return ZooScore(_sites(runs, by_file), _claims(runs, by_file))


def _sites(runs: Iterable[Run], by_file: Mapping[str, Sequence[Finding]]) -> list[Site]:
    sites: dict[tuple[str, int], Site] = {}
    for run in runs:
        for found in run.breaks:
            if found.scored:
                sites.setdefault((found.file, found.line), Site(found)).models.add(run.model)
    for (file, line), site in sites.items():
        site.codes = _codes(by_file.get(file, ()), [line])
    return [sites[place] for place in sorted(sites)]


def _claims(runs: Iterable[Run], by_file: Mapping[str, Sequence[Finding]]) -> list[Claim]:
    traced: dict[tuple[str, int], set[tuple[str, str]]] = defaultdict(set)
    broken: dict[str, set[int]] = defaultdict(set)
    for run in runs:
        for file, lines in run.traced.items():
            for line in lines:
                traced[file, line].add((run.model, run.mode))
        for found in run.breaks:
            broken[found.file].add(found.line)
    claims = []
    for file, findings in by_file.items():
        for finding in findings:
            rows = range(finding.first, finding.last + 1)
            seen = {run for row in rows for run in traced.get((file, row), ())}
            if seen:
                hit = any(covers(finding, line) for line in broken[file])
                claims.append(Claim(finding, {model for model, _ in seen}, hit, {mode for _, mode in seen}))
    return claims


def score_clean(runs: Sequence[Run], claims: Iterable[Claim]) -> Clean:
    """The traced lines of the models that compiled without a break in every run."""
    broken = {run.model for run in runs if run.breaks}
    whole = [run for run in runs if run.model not in broken]
    lines = {(file, line) for run in whole for file, traced in run.traced.items() for line in traced}
    models = {run.model for run in whole}
    tried = [claim.tried for claim in claims if not claim.hit and claim.models & models]
    return Clean(f"{len(models)} models without a break, traced lines", len(lines), sum(tried), tried.count(False))


def score_cases(cases: Iterable[Case], findings: Mapping[str, Iterable[Finding]]) -> list[CaseResult]:
    """``findings`` are those of each case's folder."""
    results = []
    for case in cases:
        found = [finding for finding in distinct(findings.get(case.folder, ())) if finding.file == case.file]
        results.append(CaseResult(case, _codes(found, case.lines)))
    return results


def _codes(findings: Iterable[Finding], lines: Sequence[int]) -> tuple[str, ...]:
    return tuple(sorted({finding.code for finding in findings if any(covers(finding, line) for line in lines)}))


def share(items: Iterable[Scored]) -> Share:
    hits = [item.hit for item in items]
    return Share(sum(hits), len(hits))


def shares(items: Iterable[T], pattern: Callable[[T], str]) -> dict[str, Share]:
    """The share of hits for each pattern, the commonest pattern first."""
    groups: dict[str, list[T]] = defaultdict(list)
    for item in items:
        groups[pattern(item)].append(item)
    ordered = sorted(groups.items(), key=lambda group: (-len(group[1]), group[0]))
    return {name: share(group) for name, group in ordered}
