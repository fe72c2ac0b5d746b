"""What graph breaks cost, in words and as the columns of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fullgraph.lint.diagnostics.amounts import percent, show_seconds
from fullgraph.lint.report.text import count
from fullgraph.runtime_check.report import show
from fullgraph.runtime_check.results import BreakCost, BreakCosts, CommonCause, ObservedBreak, Run, cause_of

WHAT = "frames split or left to eager, operators that run in eager, host waits for the device"
"""What the columns are, in words."""


@dataclass(frozen=True)
class Row:
    """One cause: the cells of its columns, what it is, and what else there is to say of it."""

    cost: BreakCost
    cells: list[str]
    reason: str
    note: str


def ranked(run: Run) -> list[ObservedBreak]:
    """The breaks, the most expensive first; those without figures last."""
    costs = run.break_costs or BreakCosts()
    order = {id(found): costs.causes.index(cost) for found in run.breaks if (cost := costs.of(found)) is not None}
    return sorted(run.breaks, key=lambda found: order.get(id(found), len(order)))


def table(run: Run) -> tuple[list[str], list[Row]]:
    """The names of the columns, without those that no cause has, and a row for each cause."""
    costs = run.break_costs or BreakCosts()
    breaks = {cause_of(one) for one in run.breaks}
    columns: list[tuple[str, Callable[[BreakCost], str], bool]] = [
        ("share", lambda one: percent(one.share), costs.step_seconds is not None),
        ("time", lambda one: show.optional(one.seconds), costs.step_seconds is not None),
        ("GPU idle", lambda one: show.optional(one.idle_seconds), any(one.idle_seconds for one in costs.causes)),
        ("calls", lambda one: number(one.calls), True),
        ("frames", lambda one: number(one.frames), True),
        ("operators", lambda one: number(one.operators), True),
        ("syncs", lambda one: number(one.syncs), True),
        ("launches", lambda one: number(one.launches), any(one.launches is not None for one in costs.causes)),
        ("kernels", lambda one: number(one.kernels), any(one.kernels is not None for one in costs.causes)),
    ]
    shown = [(name, write) for name, write, known in columns if known]
    rows = [
        Row(one, [write(one) for _, write in shown], reason(one), _note(one, cause_of(one) in breaks))
        for one in costs.causes
    ]
    return [name for name, _ in shown], rows


def heading(costs: BreakCosts) -> str:
    """What was profiled."""
    if not costs.steps:
        return ""
    took = "" if costs.step_seconds is None else f" of {show_seconds(costs.step_seconds)}"
    return f"per step{took}, from {count(costs.steps, 'step')} under the profiler ({costs.compiled_with})"


def notes(run: Run) -> list[str]:
    """What the table does not say."""
    costs = run.break_costs
    if costs is None:
        return []
    found = [costs.note] if costs.note else []
    missing = [one for one in run.breaks if "default" in one.modes and costs.of(one) is None]
    if missing and not costs.note:
        which = ", ".join(show.place(one.place) for one in missing[:3]) + (", ..." if len(missing) > 3 else "")
        found.append(
            f"no figures for {which}: these steps do not reach it, or it is in a function left to eager "
            "for another break"
        )
    if costs.other_operators:
        found.append(f"{number(costs.other_operators)} more operators run in eager, for no known break")
    return found


def one_line(cost: BreakCost) -> str:
    """The cost in a sentence."""
    parts = [f"{percent(cost.share)} of the step ({show.optional(cost.seconds)})"] if cost.share is not None else []
    parts += [f"{_many(cost.operators, 'operator')} in eager"] if cost.operators else []
    parts += [_many(cost.syncs, "host synchronisation")] if cost.syncs else []
    parts += [_many(cost.launches, "launch", "launches")] if cost.launches else []
    return "costs " + ", ".join(parts) if parts else "costs no operator in eager"


def reason(cost: BreakCost | CommonCause) -> str:
    """What breaks the graph, with its id in PyTorch's registry."""
    return cost.reason + (f" ({cost.registry_id})" if cost.registry_id else "")


def number(value: float | None) -> str:
    """A count, on average over the input sets."""
    return "-" if value is None else f"{value:.0f}" if value == int(value) else f"{value:.1f}"


def _many(value: float, one: str, several: str = "") -> str:
    return f"{number(value)} {one if value == 1 else several or one + 's'}"


def _note(cost: BreakCost, is_listed: bool) -> str:
    parts = [f"{number(cost.backward_operators)} of the operators in the backward pass"]
    parts = parts if cost.backward_operators else []
    if cost.callers:
        parts.append(f"called from {', '.join(map(show.place, cost.callers))}")
    if not is_listed:
        parts.append("only in code that was compiled again while warming up")
    return "; ".join(parts)
