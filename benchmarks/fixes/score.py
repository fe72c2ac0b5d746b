"""Which breaks are gone after the fixes, which stay and why, and what else changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from .library import Checked, Found, Level, Lines
from .run import Model, Runs
from .worker import ModeRun, SeenBreak

Status = Literal["safe", "observed", "unsafe", "stays"]
Key = tuple[str, int]
"""A line of the released library: file and number."""
LEVELS: tuple[Level, ...] = ("safe", "observed", "unsafe")
OTHER_FAMILIES = ("FG7", "FG8")
"""Findings that predict no break."""


@dataclass
class Site:
    """A line of the released library at which the graph breaks."""

    file: str
    line: int
    source: str
    function: str
    registry: list[str] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    families: list[str] = field(default_factory=list)
    runs: list[tuple[str, str]] = field(default_factory=list)
    """Model and mode of the runs that break here."""
    finding: Found | None = None
    status: Status = "stays"
    """The first level of fixes after which no run breaks here."""
    gone: dict[str, int] = field(default_factory=dict)
    """By level: in how many of the runs the break is gone."""
    edited: dict[str, bool] = field(default_factory=dict)
    """By level: whether its line was rewritten; else it went because another break did, or stays untouched."""

    @property
    def key(self) -> Key:
        return self.file, self.line

    @property
    def place(self) -> str:
        return f"{self.file}:{self.line}"

    @property
    def pattern(self) -> str:
        """Return what kind of code it is: the rule that predicts it or, where none does, what TorchDynamo calls it."""
        return (
            f"{self.finding.code} {self.finding.name}" if self.finding is not None else f"not found: {self.reasons[0]}"
        )

    @property
    def why(self) -> str:
        """Why it stays; empty if it does not."""
        if self.status != "stays":
            return ""
        found = self.finding
        if found is None:
            return f"check does not report it; TorchDynamo: {self.reasons[0]}"
        if not found.level:
            return f"no fix: {found.message}"
        if found.level == "display":
            return found.fix
        if not self.edited.get("unsafe"):
            return f"its fix was not applied: {found.fix}"
        if any(self.gone.values()):
            return f"gone in {max(self.gone.values())} of {len(self.runs)} runs: {found.fix}"
        return f"the rewritten line still breaks: {found.fix}"


@dataclass
class Counts:
    """Breaks summed over runs: a line that breaks in two runs counts twice."""

    before: int = 0
    gone: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LEVELS, 0))
    after: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LEVELS, 0))
    """All breaks that are there after the fixes, those included that showed only then."""


@dataclass
class Score:
    """All of it, for one release."""

    version: str
    """Name and version."""
    models: list[Model]
    original: Runs
    fixed: Mapping[str, Runs]
    """By level; only of the models that were run again."""
    sites: list[Site]
    counts: Counts
    shown: dict[str, list[str]]
    """By level: breaks at lines that did not break before, ``file:line`` of the released library, reason and run."""
    changed: dict[str, list[str]]
    """By level: the runs that compute something else after the fixes, and what."""
    draws: dict[str, list[str]]
    """By level: the runs that draw other random numbers after the fixes, and compute the same without any."""
    failing: dict[str, list[str]]
    """By level: the runs that fail after the fixes, and how."""
    failures: list[str]
    """The runs that fail as released, which are left out."""
    crashes: list[str]
    """The runs that, compiled in the default mode, raise as released. Of them the breaks before that are known."""
    applied: dict[str, dict[str, int]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    @property
    def release(self) -> str:
        """As the command line takes it."""
        name, _, version = self.version.partition(" ")
        return version if name == "transformers" else f"{name}-{version}"

    def broken(self) -> list[str]:
        """The models that break in any mode."""
        return [name for name, modes in self.original.items() if any(run.breaks for run in modes.values())]

    def free(self, level: str) -> list[str]:
        """Those of them that break in no mode after the fixes."""
        return [name for name in self.broken() if self._all(name, level, lambda run: not run.breaks and not run.crash)]

    def whole(self, level: str) -> list[str]:
        """Those of them that compile with ``fullgraph=True`` in every mode after the fixes."""
        return [name for name in self.broken() if self._all(name, level, lambda run: not run.fullgraph)]

    def _all(self, name: str, level: str, test: object) -> bool:
        runs = {mode: run for mode, run in self.original[name].items() if not run.failure}
        after = self.fixed[level].get(name, {})
        return all(not (found := after.get(mode, run)).failure and test(found) for mode, run in runs.items())  # type: ignore[operator]


def make_score(
    version: str,
    models: Sequence[Model],
    original: Runs,
    fixed: Mapping[str, Runs],
    lines: Mapping[Level, Mapping[str, Lines]],
    checked: Checked,
    sources: Mapping[Key, str],
) -> Score:
    """Set the runs side by side. ``lines`` are the line maps by level and file, ``sources`` the text of lines."""
    families = {model.name: model.family for model in models}
    sites = _sites(original, families, checked, sources)
    score = Score(
        version=version,
        models=list(models),
        original=original,
        fixed=fixed,
        sites=list(sites.values()),
        counts=Counts(),
        shown={level: [] for level in LEVELS},
        changed={level: [] for level in LEVELS},
        draws={level: [] for level in LEVELS},
        failing={level: [] for level in LEVELS},
        failures=[f"{name} ({mode}): {run.failure}" for name, mode, run in _each(original) if run.failure],
        crashes=[f"{name} ({mode}): {run.crash}" for name, mode, run in _each(original) if run.crash],
    )
    for name, mode, run in _each(original):
        if run.failure:
            continue
        score.counts.before += len(_keys(run))
        for level in LEVELS:
            after = fixed[level].get(name, {}).get(mode, run)
            _judge(score, sites, level, (name, mode), run, after, lines[level] if after is not run else {})
    for site in score.sites:
        for level in LEVELS:
            mapped = lines[level].get(site.file)
            site.edited[level] = mapped is not None and mapped.changed(site.line)
        whole = [level for level in LEVELS if site.gone.get(level, 0) == len(site.runs)]
        site.status = whole[0] if whole else "stays"
    return score


def _each(runs: Runs) -> Iterable[tuple[str, str, ModeRun]]:
    for name, modes in runs.items():
        for mode, run in modes.items():
            yield name, mode, run


def _keys(run: ModeRun) -> set[Key]:
    return {(found.file, found.line) for found in run.breaks}


def _sites(
    original: Runs, families: Mapping[str, str], checked: Checked, sources: Mapping[Key, str]
) -> dict[Key, Site]:
    sites: dict[Key, Site] = {}
    for name, mode, run in _each(original):
        if run.failure:
            continue
        for found in run.breaks:
            key = found.file, found.line
            site = sites.setdefault(
                key, Site(*key, sources.get(key, ""), found.function, finding=_finding(key, checked))
            )
            _add(site.registry, found.registry or "unregistered")
            _add(site.reasons, found.reason)
            _add(site.families, families[name])
            if (name, mode) not in site.runs:
                site.runs.append((name, mode))
    return dict(sorted(sites.items()))


def _add(entries: list[str], entry: str) -> None:
    if entry not in entries:
        entries.append(entry)


def _finding(key: Key, checked: Checked) -> Found | None:
    """The finding at the line itself, one with a fix first; else one whose chain leads through it."""
    file, line = key
    known = [one for one in checked.findings.get(file, ()) if not one.code.startswith(OTHER_FAMILIES)]
    own = [one for one in known if one.rows[0] <= line <= one.rows[1]]
    if own:
        return min(own, key=lambda one: (_trust(one), one.rows[1] - one.rows[0]))
    through = [
        one
        for found in checked.findings.values()
        for one in found
        if key in one.chain and not one.code.startswith(OTHER_FAMILIES)
    ]
    return min(through, key=_trust, default=None)


def _trust(found: Found) -> int:
    return ["safe", "observed", "unsafe", "display", ""].index(found.level)


def _judge(
    score: Score,
    sites: Mapping[Key, Site],
    level: Level,
    which: tuple[str, str],
    run: ModeRun,
    after: ModeRun,
    lines: Mapping[str, Lines],
) -> None:
    label = f"{which[0]} ({which[1]})"
    crashed = after.crash and not run.crash
    if after.failure or crashed:
        score.failing[level].append(f"{label}: {after.failure or f'compiled it raises {after.crash}'}")
    if after.failure or after.crash:
        # What it would have broken at later is not known: nothing is taken for removed.
        score.counts.after[level] += len(_keys(run))
        return
    if after.differences:
        score.changed[level].append(f"{label}: {'; '.join(after.differences[:3])}")
    elif after.draws:
        score.draws[level].append(f"{label}: {'; '.join(after.draws[:3])}")
    if after.compiled_differences and not run.compiled_differences:
        score.changed[level].append(f"{label}, compiled: {'; '.join(after.compiled_differences[:3])}")
    before = _keys(run)
    stays: set[Key] = set()
    remaining: set[Key] = set()
    for found in after.breaks:
        places = _places(found, lines)
        remaining.add((found.file, found.line))
        stays |= places & before
        if not places & before:
            score.shown[level].append(f"{found.file}:{min(places)[1]} {found.reason} [{label}]")
    score.counts.after[level] += len(remaining)
    score.counts.gone[level] += len(before - stays)
    for key in before - stays:
        sites[key].gone[level] = sites[key].gone.get(level, 0) + 1


def _places(found: SeenBreak, lines: Mapping[str, Lines]) -> set[Key]:
    """The lines of the released library that a break after the fixes may stand for."""
    mapped = lines.get(found.file)
    return {(found.file, row) for row in (mapped.before(found.line) if mapped else [found.line])}
