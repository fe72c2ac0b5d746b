"""The runs of a store as expectations have them, for `fullgraph.runtime_check.expect.comparison`."""

from __future__ import annotations

from collections.abc import Iterable

from fullgraph.runtime_check.expect.model import Found, Key, Observed
from fullgraph.runtime_check.expect.observed import minor
from fullgraph.runtime_check.identity import without_numbers
from fullgraph.sweep.rows import PASSES, BreakRow, Planned, RecompileRow, RunRow
from fullgraph.sweep.store.loading import Stored, load
from fullgraph.sweep.store.store import Store

OWN_DTYPE = "float32"
"""Of a model that nobody asked for another: `verify` has no name for it."""


def observed(store: Store) -> list[Observed]:
    """What came of the runs of a store."""
    return of_runs(load(store))


def of_runs(runs: Iterable[Stored]) -> list[Observed]:
    """What came of runs; of a target that was identified and verified, the latter, which checks more."""
    found: dict[Key, tuple[int, Observed]] = {}
    for one in runs:
        seen = of_run(one.planned, one.row, one.environment.torch)
        rank = PASSES.index(one.planned.pass_)
        if seen.key not in found or found[seen.key][0] < rank:
            found[seen.key] = rank, seen
    return [seen for _, seen in found.values()]


def of_run(planned: Planned, row: RunRow, torch: str) -> Observed:
    """What came of one run, under a version of torch."""
    dtype = "" if planned.dtype == OWN_DTYPE else planned.dtype
    key = Key(planned.target, minor(torch), planned.mode, planned.device.partition(":")[0], dtype)
    if row.status == "unusable":
        why = row.cause or row.failure or "no cause is known"
        return Observed(key, problem=f"{key.target} could not be run ({why}), so that nothing was compared")
    recompiles = {one.identity: _recompile(one) for one in row.recompiles if one.steady or one.over_limit}
    return Observed(
        key,
        row.graphs,
        {one.name: one.status for one in row.checks},
        [_break(one) for one in row.breaks],
        list(recompiles.values()),
    )


def _break(row: BreakRow) -> Found:
    return Found(
        row.identity,
        row.file,
        row.function or "",
        " ".join((row.source or "").split()),
        without_numbers(row.reason),
        row.registry_id or "",
        list(row.modes),
        line=row.line,
    )


def _recompile(row: RecompileRow) -> Found:
    reason = f"{row.kind}: {without_numbers(row.guard)}"
    return Found(row.identity, row.file, row.function or "", "", reason, line=row.line)
