"""The figures as text and as JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from .score import LEVELS, Score, Site


@dataclass
class Group:
    """Sites with something in common."""

    sites: int = 0
    safe: int = 0
    observed: int = 0
    """Those that fixes remove which recorded runs make more than unsafe."""
    unsafe: int = 0
    """Those that only the unsafe fixes remove."""

    def add(self, site: Site) -> None:
        self.sites += 1
        self.safe += site.status == "safe"
        self.observed += site.status == "observed"
        self.unsafe += site.status == "unsafe"

    @property
    def gone(self) -> int:
        return self.safe + self.observed + self.unsafe


def group(sites: Iterable[Site], names: Callable[[Site], Iterable[str]]) -> dict[str, Group]:
    """By name, the largest first; a site with several names is in several groups."""
    found: dict[str, Group] = {}
    for site in sites:
        for name in names(site):
            found.setdefault(name, Group()).add(site)
    return dict(sorted(found.items(), key=lambda item: (-item[1].sites, item[0])))


def total(score: Score) -> Group:
    found = Group()
    for site in score.sites:
        found.add(site)
    return found


def share(part: int, whole: int) -> str:
    return f"{part / whole:.0%}" if whole else "none"


def headline(score: Score) -> list[tuple[str, ...]]:
    """Return what, as released, after the safe fixes, after the observed ones too, after all."""
    all_sites, counts = total(score), score.counts
    broken = len(score.broken())
    return [
        (
            "break sites removed",
            str(all_sites.sites),
            f"{all_sites.safe} ({share(all_sites.safe, all_sites.sites)})",
            f"{all_sites.safe + all_sites.observed} ({share(all_sites.safe + all_sites.observed, all_sites.sites)})",
            f"{all_sites.gone} ({share(all_sites.gone, all_sites.sites)})",
        ),
        (
            "breaks removed, summed over models and modes",
            str(counts.before),
            *(f"{counts.gone[level]} ({share(counts.gone[level], counts.before)})" for level in LEVELS),
        ),
        ("breaks that are there", str(counts.before), *(str(counts.after[level]) for level in LEVELS)),
        (
            "models without a break, of those with one",
            f"0 of {broken}",
            *(str(len(score.free(level))) for level in LEVELS),
        ),
        (
            "of these models compile with fullgraph=True",
            f"0 of {broken}",
            *(str(len(score.whole(level))) for level in LEVELS),
        ),
        ("runs that compute something else", "", *(str(len(score.changed[level])) for level in LEVELS)),
        ("runs that draw other random numbers", "", *(str(len(score.draws[level])) for level in LEVELS)),
        ("runs that fail", "", *(str(len(score.failing[level])) for level in LEVELS)),
    ]


def text(score: Score) -> str:
    return "\n".join(_lines(score))


def _lines(score: Score) -> Iterator[str]:
    yield f"{score.version}, {len(score.models)} models"
    for what, *figures in headline(score):
        yield f"  {what:48} {figures[0]:>10} {figures[1]:>14} {figures[2]:>14} {figures[3]:>14}"
    for title, groups in (
        ("by rule", group(score.sites, lambda site: [site.pattern])),
        ("by TorchDynamo's name", group(score.sites, lambda site: site.reasons)),
        ("by family", group(score.sites, lambda site: site.families)),
    ):
        yield title
        for name, found in groups.items():
            by_level = f"{found.safe:3} safe, {found.observed:3} observed, {found.unsafe:3} unsafe"
            yield f"  {name:60} {found.sites:4} sites, {by_level}"
    yield "sites"
    for site in score.sites:
        yield f"  {site.status:8} {site.place}: {site.source}"
        yield f"          {site.pattern}; {', '.join(site.registry)}; {', '.join(site.families)}"
        if site.why:
            yield f"          {site.why}"
    for level in LEVELS:
        for title, entries in (
            ("shown", score.shown),
            ("draws", score.draws),
            ("CHANGED", score.changed),
            ("FAILING", score.failing),
        ):
            for entry in entries[level]:
                yield f"{title} after {level} fixes: {entry}"
    yield from (f"not run: {failure}" for failure in score.failures)
    yield from (f"raises when compiled, as released: {crash}" for crash in score.crashes)
    yield from (f"error: {error}" for error in score.errors)


def as_json(scores: Sequence[Score]) -> str:
    return json.dumps([_record(score) for score in scores], indent=1) + "\n"


def _record(score: Score) -> dict[str, Any]:
    plain = dataclasses.asdict(score)
    for site, record in zip(score.sites, plain["sites"], strict=True):
        record |= {"pattern": site.pattern, "why": site.why}
    return plain
