"""The figures, for a terminal and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from .check import Clean
from .measured import Case, Run, Sources
from .score import CaseResult, Claim, Share, Site, ZooScore, share, shares


@dataclass
class Result:
    """What was measured, scored."""

    version: str
    runs: Sequence[Run]
    zoo: ZooScore
    cases: Sequence[CaseResult]
    clean: Sequence[Clean] = ()
    problems: list[str] = field(default_factory=list)
    """What is missing from the figures, in one line each."""

    @property
    def misses(self) -> list[Site]:
        """Those of the most models first."""
        return sorted((site for site in self.zoo.sites if not site.hit), key=lambda site: -len(site.models))

    @property
    def alarms(self) -> list[Claim]:
        return [claim for claim in self.zoo.claims if not claim.hit]

    @property
    def missed_cases(self) -> list[Case]:
        return [result.case for result in self.cases if not result.hit]

    @property
    def measured(self) -> str:
        models = {(run.package, run.model) for run in self.runs}
        versions = ", ".join(sorted({run.torch for run in self.runs}))
        return f"{len(self.runs)} runs of {len(models)} models under torch {versions}"


def totals(result: Result) -> list[tuple[str, Share, str]]:
    return [
        ("recall", share(result.zoo.sites), "break sites have a finding"),
        ("precision", share(result.zoo.claims), "findings on traced lines are at a break"),
        (
            "tried",
            share(claim for claim in result.zoo.claims if claim.tried),
            "of them in a mode and precision that could show it",
        ),
        ("cases", share(result.cases), "breaks and recompiles that maintainers fixed have a finding"),
    ]


def clean_text(clean: Clean) -> str:
    more = f"; {clean.untried} more hold only in training or half precision" if clean.untried else ""
    return f"{clean.alarms} in {clean.lines:,} ({clean.what}{more})"


def patterns(result: Result) -> dict[str, Mapping[str, Share]]:
    sites, claims, cases = result.zoo.sites, result.zoo.claims, result.cases
    return {
        "recall by kind of break": shares(sites, lambda site: site.first.kind),
        "recall by TorchDynamo's name for it": shares(sites, lambda site: site.first.gb_type),
        "recall by package": shares(sites, lambda site: site.first.file.partition("/")[0]),
        "precision by rule": shares(claims, lambda claim: claim.finding.code),
        "precision by confidence": shares(claims, lambda claim: claim.finding.confidence),
        "cases by construct": shares(cases, lambda found: found.case.construct),
        "cases by effect": shares(cases, lambda found: found.case.effect),
    }


def site_key(site: Site) -> str:
    return f"{site.first.file}:{site.first.line}"


def claim_key(claim: Claim) -> str:
    return f"{claim.finding.file}:{claim.finding.first} {claim.finding.code}"


def site_text(site: Site, sources: Sources) -> str:
    return sources.line(f"zoo/{site.first.file}", site.first.line)


def claim_text(claim: Claim, sources: Sources) -> str:
    return sources.line(f"zoo/{claim.finding.file}", claim.finding.first)


def case_texts(case: Case, sources: Sources) -> list[str]:
    return [sources.line(f"{case.folder}/{case.file}", line) for line in case.lines]


def text(result: Result, sources: Sources, misses: bool = False, alarms: bool = False) -> str:
    """The figures as lines for a terminal, with the lists that were asked for."""
    return "\n".join(_lines(result, sources, misses, alarms)) + "\n"


def _lines(result: Result, sources: Sources, misses: bool, alarms: bool) -> Iterator[str]:
    yield f"fullgraph {result.version} against TorchDynamo: {result.measured}"
    yield ""
    for name, found, what in totals(result):
        yield f"  {name:<10}{_percent(found)}   {found.hit} of {found.of} {what}"
    for one in result.clean:
        yield f"  {'clean':<10}{one.per_1000:6.2f}   false positives per 1,000 lines: {clean_text(one)}"
    for title, groups in patterns(result).items():
        if groups:
            yield ""
            yield title[0].upper() + title[1:]
            for name, found in groups.items():
                yield f"  {_percent(found)}  {found.hit:>3} of {found.of:<3}  {name}"
    if misses:
        yield from _listed("Missed breaks", [_miss(site, sources) for site in result.misses])
        yield from _listed("Missed cases", [_missed_case(case, sources) for case in result.missed_cases])
    if alarms:
        yield from _listed("False positives", [_alarm(claim, sources) for claim in result.alarms])


def _percent(found: Share) -> str:
    return f"{found.value:6.1%}" if found.of else "     -"


def _listed(title: str, entries: Sequence[Sequence[str]]) -> Iterator[str]:
    """A list of entries, each with its lines indented below its first."""
    yield ""
    yield f"{title}: {len(entries) or 'none'}"
    for first, *more in entries:
        yield f"  {first}"
        yield from (f"      {line}" for line in more)


def _miss(site: Site, sources: Sources) -> list[str]:
    found = site.first
    return [
        f"{site_key(site)} {found.function}",
        site_text(site, sources),
        f"{found.kind}: {found.gb_type}; in {_names(site.models)}",
    ]


def _alarm(claim: Claim, sources: Sources) -> list[str]:
    finding = claim.finding
    return [
        f"{claim_key(claim)} ({finding.confidence} confidence)",
        claim_text(claim, sources),
        finding.message,
        f"traced in {_names(claim.models)}",
    ]


def _missed_case(case: Case, sources: Sources) -> list[str]:
    lines = [f"{line}: {source}" for line, source in zip(case.lines, case_texts(case, sources), strict=True)]
    return [f"{case.id} {case.release} {case.file}", *lines, f"{case.effect}, {case.construct}: {case.description}"]


def _names(models: set[str], shown: int = 3) -> str:
    names = sorted(models)
    rest = f" and {len(names) - shown} more" if len(names) > shown else ""
    return f"{', '.join(names[:shown])}{rest}"


def as_json(result: Result, sources: Sources) -> str:
    """The figures and every miss and false positive."""
    return json.dumps(_content(result, sources), indent=2) + "\n"


def _content(result: Result, sources: Sources) -> dict[str, Any]:
    return {
        "fullgraph": result.version,
        "complete": not result.problems,
        "problems": result.problems,
        "runs": len(result.runs),
        "totals": {name: _share(found) for name, found, _ in totals(result)},
        "clean": [
            {"what": one.what, "lines": one.lines, "alarms": one.alarms, "per_1000": round(one.per_1000, 4)}
            | {"untried": one.untried}
            for one in result.clean
        ],
        "patterns": {
            title: {name: _share(found) for name, found in groups.items()} for title, groups in patterns(result).items()
        },
        "misses": [
            {
                "file": site.first.file,
                "line": site.first.line,
                "source": site_text(site, sources),
                "function": site.first.function,
                "kind": site.first.kind,
                "gb_type": site.first.gb_type,
                "models": sorted(site.models),
            }
            for site in result.misses
        ],
        "alarms": [
            {
                "file": claim.finding.file,
                "line": claim.finding.first,
                "source": claim_text(claim, sources),
                "code": claim.finding.code,
                "confidence": claim.finding.confidence,
                "message": claim.finding.message,
                "models": sorted(claim.models),
            }
            for claim in result.alarms
        ],
        "cases": [
            {
                "id": found.case.id,
                "codes": list(found.codes),
                "file": found.case.file,
                "lines": list(found.case.lines),
                "source": case_texts(found.case, sources),
            }
            for found in result.cases
        ],
    }


def _share(found: Share) -> dict[str, float]:
    return {"hit": found.hit, "of": found.of, "share": round(found.value, 4)}
