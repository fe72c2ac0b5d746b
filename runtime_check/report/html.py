"""A report as one HTML file that needs nothing else: no network, and no script but for the theme button."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from fullgraph.lint.diagnostics.amounts import percent, show_seconds
from fullgraph.runtime_check.report import costs, page, show
from fullgraph.runtime_check.report.annotated import AnnotatedFile, anchor, annotate
from fullgraph.runtime_check.report.code_view import Budget, GraphCode
from fullgraph.runtime_check.report.highlight import diff
from fullgraph.runtime_check.report.live import HEADINGS
from fullgraph.runtime_check.report.text import arm_columns, hints_of
from fullgraph.runtime_check.results import (
    CHECKS,
    Gains,
    ObservedBreak,
    ObservedRecompile,
    Place,
    Prediction,
    Report,
    Run,
    TargetReport,
    Timing,
)
from jinja2 import Environment

MOST_OPEN = 8
"""With more targets than this each is folded."""
MOST_OPEN_UNTESTED = 10
"""With more findings than this that were not tested their table is folded."""
MOST_ROWS = 500
"""Of breaks and recompiles, a table lists so many."""
LONGEST_WHISKER = 1.6
"""The bars' scale ends at the largest quartile, or at this multiple of the largest median."""
MOST_OPEN_BREAKS = 60
"""With more breaks than this the files are folded."""


@dataclass(frozen=True)
class Bar:
    """One measured time."""

    name: str
    kind: str
    timing: Timing


@dataclass
class Group:
    """The bars of one way to compile."""

    name: str
    note: str = ""
    rows: list[Bar] = field(default_factory=list)


@dataclass
class GainRow:
    """The figures of one way to compile."""

    name: str
    note: str
    cells: list[str]


@dataclass
class Part:
    """The details behind the verdicts of one version of a target."""

    run: Run
    when: str
    prefix: str
    files: list[AnnotatedFile]
    code: list[GraphCode]

    @property
    def open(self) -> bool:
        return len(self.run.breaks) <= MOST_OPEN_BREAKS

    @functools.cached_property
    def breaks(self) -> list[ObservedBreak]:
        """The most expensive first."""
        return costs.ranked(self.run)

    @functools.cached_property
    def cost_table(self) -> tuple[list[str], list[costs.Row]]:
        return costs.table(self.run)

    @property
    def cost_names(self) -> list[str]:
        return self.cost_table[0]

    @property
    def cost_rows(self) -> list[costs.Row]:
        return self.cost_table[1]

    @property
    def cost_notes(self) -> list[str]:
        return costs.notes(self.run)

    @property
    def untested(self) -> list[Prediction]:
        return [prediction for prediction in self.run.unobserved if not prediction.reached]

    @property
    def recompiles(self) -> list[tuple[str, list[ObservedRecompile]]]:
        """Return the recompiles that the report is about, and the others of the warm-up."""
        others = [one for one in self.run.recompiles if not one.to_mend]
        return [("", show.recompiles_to_mend(self.run)), ("while warming up", others)]

    def anchor(self, place: Place) -> str | None:
        """The id of the place in the annotated source, if it is there."""
        wanted = anchor(self.prefix, place)
        return wanted if wanted in self.anchors else None

    @functools.cached_property
    def anchors(self) -> set[str]:
        return {row.anchor for file in self.files for row in file.rows if row is not None and row.anchor}


class TargetView:
    """One target as the template wants it."""

    def __init__(self, target: TargetReport, number: int, budget: Budget) -> None:
        self.target = target
        self.id = f"target-{number}"
        self.runs = [(target.before, "")] + ([(target.after, ", after the fix")] if target.after is not None else [])
        self.run = self.runs[-1][0]
        self.environment = environment(target.before)
        self.versions = show.versions(target)
        self.parts = [
            Part(
                run,
                when,
                f"t{number}{version}",
                annotate(run, f"t{number}{version}"),
                budget.graphs(run.code),
            )
            for (run, when), version in zip(self.runs, ("a", "b"), strict=False)
        ]
        self.groups = groups(target)
        self.longest = _longest([bar.timing for group in self.groups for bar in group.rows])
        self.gain_names, self.gain_rows = _gain_table(target)
        found = [hints_of(run) for run, _ in self.runs]
        titles = ("Not in CUDA graphs", "Hints of the compiler")
        self.hints = [(title, _with_arms(found[-1][index], self.run)) for index, title in enumerate(titles)]


def as_html(report: Report) -> str:
    """The page. All text of the report is escaped, and characters that are not visible are written out."""
    budget = Budget()
    targets = [TargetView(target, number, budget) for number, target in enumerate(report.targets)]
    names = ", ".join(target.target for target in report.targets[:3]) + (", ..." if len(report.targets) > 3 else "")
    text: str = (
        _environment()
        .get_template("report.html")
        .render(
            report=report,
            targets=targets,
            title=f"fullgraph verify: {names}" if names else "fullgraph verify",
            environments=list(dict.fromkeys(view.environment for view in targets if view.environment)),
            ratio=show.ratio,
            checks=CHECKS,
            headings=HEADINGS,
            meaning_of_costs=costs.WHAT,
            most_open=MOST_OPEN,
            most_rows=MOST_ROWS,
            most_open_untested=MOST_OPEN_UNTESTED,
            outcomes=_outcomes(report),
            said=show.OUTCOMES,
            **page.shell(page.theme_script()),
        )
    )
    return text


def _outcomes(report: Report) -> list[tuple[str, int]]:
    """The exit status of the whole report; where there are fixed copies, that of the originals too, by name."""
    if not any(target.after is not None for target in report.targets):
        return [("", report.exit_status)]
    return [("as it is", max(target.before.exit_status for target in report.targets)), ("fixed", report.exit_status)]


def _environment() -> Environment:
    filters: dict[str, Callable[..., Any]] = {
        "short": show.shorten_paths,
        "place": show.place,
        "path": show.path,
        "modes": show.modes,
        "left": show.left,
        "profiled": costs.heading,
        "percent": percent,
        "number": costs.number,
        "reason": costs.reason,
        "inputs": show.inputs,
        "timing": show.timing,
        "duration": show_seconds,
        "diff": diff,
        "is_safe_link": lambda url: bool(url) and url.startswith("https://"),
    }
    return page.environment(page.TEMPLATES, filters)


def environment(run: Run) -> str:
    """The place where it ran, in one line; empty where it did not get that far."""
    where = run.environment
    if where.torch == "?":
        return ""
    parts = [where.device, where.device_name, f"torch {where.torch}", f"Python {where.python}", where.backend]
    return " · ".join([*parts, *where.compiler_settings])


def groups(target: TargetReport) -> list[Group]:
    """The bars: a group for each way to compile, with eager, compiled and, after a fix, the fixed one compiled."""
    before = {name: (gains, note) for name, gains, note in show.gain_rows(target.before)}
    after = {name: (gains, note) for name, gains, note in show.gain_rows(target.after)} if target.after else {}
    found = []
    for name in dict.fromkeys([*before, *after]):
        gains, note = before.get(name, (None, ""))
        fixed, fixed_note = after.get(name, (None, ""))
        group = Group(name, "; ".join(dict.fromkeys(text for text in (note, fixed_note) if text)))
        if gains is not None:
            group.rows += [Bar("eager", "eager", gains.eager), Bar("compiled", "compiled", gains.compiled)]
        if fixed is not None:
            group.rows += [Bar("eager, fixed", "eager", fixed.eager), Bar("compiled, fixed", "fixed", fixed.compiled)]
        found.append(group)
    return found


def _longest(timings: Sequence[Timing]) -> float:
    """The time at the right end of the bars; a whisker that reaches far beyond every median is cut there."""
    medians = max((timing.median for timing in timings), default=0.0)
    return min(max((timing.high for timing in timings), default=0.0), LONGEST_WHISKER * medians) or 1.0


def _gain_table(target: TargetReport) -> tuple[list[str], list[GainRow]]:
    runs = [(target.before, "as it is")] + ([(target.after, "fixed")] if target.after is not None else [])
    rows = [(run, when, *row) for run, when in runs for row in show.gain_rows(run)]
    columns = arm_columns([gains for _, _, _, gains, _ in rows if gains is not None])
    made = []
    for run, when, name, gains, note in rows:
        cells = [show.values_of(run, name), *(write(gains) if gains is not None else "-" for _, write in columns)]
        notes = "; ".join(filter(None, [_remark(gains), note]))
        made.append(GainRow(f"{name}, {when}" if len(runs) > 1 else name, notes, cells))
    return ["values", *(name for name, _ in columns)], made


def _remark(gains: Gains | None) -> str:
    """A remark on how it was compiled, and why its compile time may not compare with others."""
    if gains is None:
        return ""
    hits = f"{gains.cache_hits} graphs from inductor's cache" if gains.cache_hits else ""
    beside = f"{gains.side_by_side} compiled side by side" if gains.side_by_side > 1 else ""
    return "; ".join(filter(None, [gains.compiled_with, hits, beside]))


def _with_arms(found: dict[str, list[str]], run: Run) -> list[tuple[str, str]]:
    return [(text, ", ".join(dict.fromkeys(arms)) if run.arms else "") for text, arms in found.items()]
