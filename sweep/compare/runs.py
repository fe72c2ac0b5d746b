"""What is otherwise in one run than in another of the same target."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fullgraph.lint.report.text import count
from fullgraph.runtime_check.identity import without_numbers
from fullgraph.runtime_check.report.ratios import factor
from fullgraph.sweep.compare.model import Change, ChangeKind, Verdict
from fullgraph.sweep.rows import BreakRow, RecompileRow, RunRow, RunStatus, TimingRow

TOLD_OTHERWISE = ("breaks", "steady", "gains")
"""Checks whose outcome breaks, recompiles and times tell in detail."""

OUTCOMES: dict[RunStatus, str] = {
    "whole": "one graph, no recompile",
    "breaks": "it breaks",
    "recompiles": "it recompiles",
    "fails": "a check fails",
    "unusable": "it could not be run",
}


def changes(a: RunRow, b: RunRow) -> list[Change]:
    """All that is otherwise in ``b``. Where one of both could not be run, that alone is told."""
    if "unusable" in (a.status, b.status):
        return list(_usable(a, b))
    return [
        *_whole(a, b),
        *_breaks(a.breaks, b.breaks),
        *_graphs(a, b),
        *_recompiles(a.recompiles, b.recompiles),
        *_checks(a, b),
        *_times(a, b),
    ]


def are_timed_alike(a: RunRow, b: RunRow) -> bool:
    """Whether the times of two runs may be compared: with intervals, on the same kind of machine, by the same means."""
    first, second = a.timing, b.timing
    if first is None or second is None:
        return False
    known = None not in (first.ratio_low, first.ratio_high, second.ratio_low, second.ratio_high)
    alike = (a.device_name, first.compiled_with, a.backend) == (b.device_name, second.compiled_with, b.backend)
    return known and alike


def _usable(a: RunRow, b: RunRow) -> Iterator[Change]:
    if a.status != "unusable":
        yield Change("became-unusable", "worse", f"it could not be run: {_why(b)}")
    elif b.status != "unusable":
        yield Change("became-usable", "better", f"{OUTCOMES[b.status]}; it could not be run: {_why(a)}")


def _why(row: RunRow) -> str:
    return row.message or row.cause or row.failure or "no cause is known"


def _whole(a: RunRow, b: RunRow) -> Iterator[Change]:
    if a.status == "whole" != b.status:
        yield Change("stopped-being-whole", "worse", f"{OUTCOMES[b.status]}; it was whole")
    elif b.status == "whole" != a.status:
        yield Change("became-whole", "better", f"{OUTCOMES[b.status]}; before, {OUTCOMES[a.status]}")


def _breaks(a: Sequence[BreakRow], b: Sequence[BreakRow]) -> Iterator[Change]:
    before, after = ({one.identity: one for one in rows} for rows in (a, b))
    for identity in (one for one in after if one in before):
        yield from _modes(before[identity], after[identity])
    gone = [one for identity, one in before.items() if identity not in after]
    new = [one for identity, one in after.items() if identity not in before]
    for one in list(new):
        other = next((old for old in gone if _place(old) == _place(one)), None)
        kind: ChangeKind = "changed-break"
        if other is None:
            other = next((old for old in gone if _content(old) == _content(one)), None)
            kind = "moved-break"
        if other is not None:
            new.remove(one)
            gone.remove(other)
            was = _reason(other) if kind == "changed-break" else _where(other)
            yield Change(kind, "other", f"{shown(one)}; it was {was}", one.identity)
    yield from (Change("new-break", "worse", shown(one), one.identity) for one in new)
    yield from (Change("gone-break", "better", shown(one), one.identity) for one in gone)


def _modes(a: BreakRow, b: BreakRow) -> Iterator[Change]:
    """A break in other modes of the compiler than before."""
    if set(a.modes) != set(b.modes):
        verdict: Verdict = "worse" if set(b.modes) - set(a.modes) else "better"
        modes = f"breaks in {_told(b.modes)}, and did in {_told(a.modes)}"
        yield Change("changed-break", verdict, f"{shown(b)}; {modes}", b.identity)


def _told(modes: Sequence[str]) -> str:
    return "both modes" if len(modes) > 1 else f"{''.join(modes)} mode"


def _place(row: BreakRow) -> tuple[str, str | None, str]:
    return row.file, row.function, " ".join((row.source or "").split())


def _content(row: BreakRow) -> tuple[str, str]:
    return " ".join((row.source or "").split()), row.registry_id or without_numbers(row.reason)


def _reason(row: BreakRow) -> str:
    return f"{row.reason} ({row.registry_id})" if row.registry_id else row.reason


def _where(row: BreakRow | RecompileRow) -> str:
    return f"{row.file}:{row.line}" + (f" in {row.function}" if row.function else "")


def shown(row: BreakRow) -> str:
    """A break in one line."""
    return f"{_where(row)}: {_reason(row)}" + (f": {row.source.strip()}" if row.source else "")


def _graphs(a: RunRow, b: RunRow) -> Iterator[Change]:
    if a.graphs is not None and b.graphs is not None and a.graphs != b.graphs:
        # None at all is worse than any number.
        is_worse = b.graphs == 0 or b.graphs > a.graphs > 0
        verdict: Verdict = "worse" if is_worse else "better"
        yield Change("graphs", verdict, f"{count(b.graphs, 'graph')}, it was {a.graphs}")


def _recompiles(a: Sequence[RecompileRow], b: Sequence[RecompileRow]) -> Iterator[Change]:
    before, after = ({one.identity: one for one in rows} for rows in (a, b))
    new = [one for identity, one in after.items() if identity not in before]
    gone = [one for identity, one in before.items() if identity not in after]
    both: tuple[tuple[ChangeKind, list[RecompileRow], Verdict], ...] = (
        ("new-recompile", new, "worse"),
        ("gone-recompile", gone, "better"),
    )
    for kind, rows, verdict in both:
        for one in rows:
            lasting = one.steady or one.over_limit
            text = f"{_where(one)}: {one.guard}" + ("" if lasting else ", while warming up")
            yield Change(kind, verdict if lasting else "other", text, one.identity)


def _checks(a: RunRow, b: RunRow) -> Iterator[Change]:
    before = {one.name: one for one in a.checks}
    for one in b.checks:
        old = before.get(one.name)
        if old is None or old.status == one.status or one.name in TOLD_OTHERWISE:
            continue
        verdict: Verdict = "worse" if one.status == "fail" else "better" if old.status == "fail" else "other"
        yield Change("check", verdict, f"{one.name}: {one.status}, it was {old.status}: {one.summary}", one.name)


def _times(a: RunRow, b: RunRow) -> Iterator[Change]:
    if not are_timed_alike(a, b) or a.timing is None or b.timing is None:
        return
    (low, high), (old_low, old_high) = _interval(b.timing), _interval(a.timing)
    told = f"{_speed(b.timing)} as fast as eager, it was {_speed(a.timing)}"
    if high < old_low:
        yield Change("slower", "worse", told)
    elif low > old_high:
        yield Change("faster", "better", told)


def _interval(timing: TimingRow) -> tuple[float, float]:
    assert timing.ratio_low is not None and timing.ratio_high is not None
    return timing.ratio_low, timing.ratio_high


def _speed(timing: TimingRow) -> str:
    low, high = _interval(timing)
    return f"{factor(timing.ratio)}x ({factor(low)} to {factor(high)})"
