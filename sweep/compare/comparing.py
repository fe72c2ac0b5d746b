"""Compares two sweeps: pairs their runs, finds what changed, runs that again, and puts it down to a cause."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from fullgraph import __version__
from fullgraph.sweep.compare.causes import differences
from fullgraph.sweep.compare.model import Change, PairChanges, RunKey, SweepDiff
from fullgraph.sweep.compare.runs import are_timed_alike, changes
from fullgraph.sweep.compare.sides import Side, pairs
from fullgraph.sweep.rows import Planned, RunRow
from fullgraph.sweep.store.loading import Stored

TIMES = 3
"""So often a run is repeated before something is called a change."""

Rerun = Callable[[Sequence[Planned]], Mapping[str, RunRow]]
"""Does runs of B again, as they were planned, each once; the rows by `Planned.run`. Raises `RerunError`."""


class RerunError(Exception):
    """A run that cannot be repeated: one line that says why."""


def compare(
    a: Side,
    b: Side,
    rerun: Rerun | None = None,
    times: int = TIMES,
    progress: Callable[[int, int, int], None] = lambda number, of, runs: None,
) -> SweepDiff:
    """What changed from A to B. Raises `StoreError` where it is not said which of several environments to compare.

    With ``rerun``, what changed is run again ``times`` times on B's side: what does not show each time is chance.
    ``progress`` is told the number of a rerun, of how many, and what is run again in it.
    """
    both, only_a, only_b = pairs(a, b)
    versions = (a.fullgraph, b.fullgraph)
    found = []
    for key, (old, new) in both.items():
        if seen := changes(old.row, new.row):
            found.append((PairChanges(key, new.planned.library, seen, differences(old, new, versions)), old, new))
    reran = _run_again(found, rerun, times, progress) if rerun is not None else 0
    for pair, _, _ in found:
        for change in pair.changes:
            _put_down(change, pair)
    order = {"worse": 0, "better": 1, "other": 2}
    changed = sorted((pair for pair, _, _ in found), key=lambda pair: (not pair.told, order[pair.verdict]))
    timed = [pair for pair in both.values() if pair[0].row.timing is not None and pair[1].row.timing is not None]
    return SweepDiff(
        a.about,
        b.about,
        len(both),
        changed,
        only_a,
        only_b,
        sum(not are_timed_alike(old.row, new.row) for old, new in timed),
        reran,
        __version__,
    )


def _run_again(
    found: Sequence[tuple[PairChanges, Stored, Stored]],
    rerun: Rerun,
    times: int,
    progress: Callable[[int, int, int], None],
) -> int:
    """Count in how many reruns each change shows; a pair is done once none can be one any more.

    Returns how many pairs were run again.
    """
    left = list(found)
    ran: set[RunKey] = set()
    for number in range(1, times + 1):
        if not left:
            break
        progress(number, times, len(left))
        try:
            rows = rerun([new.planned for _, _, new in left])
        except RerunError as failure:
            for pair, _, _ in left:
                pair.problem = f"not run again: {failure}"
            break
        still = []
        for pair, old, new in left:
            row = rows.get(new.planned.run)
            if row is None or not _is_same_code(new.row, row):
                why = "the sweep made no such run" if row is None else "the code has changed"
                pair.problem = f"not run again: {why}"
                continue
            ran.add(pair.key)
            again = {(one.kind, one.about) for one in changes(old.row, row)}
            for change in pair.changes:
                change.reruns = number
                change.shown = (change.shown or 0) + ((change.kind, change.about) in again)
            if any(change.shown == change.reruns for change in pair.changes):
                still.append((pair, old, new))
        left = still
    return len(ran)


def _is_same_code(before: RunRow, after: RunRow) -> bool:
    """Whether two runs had the same text in every file that both reached."""
    known = {one.file: one.hash for one in before.sources}
    return all(known.get(one.file, one.hash) == one.hash for one in after.sources)


def _put_down(change: Change, pair: PairChanges) -> None:
    """Say what a change is put down to."""
    known = pair.differences.causes
    if change.shown is not None and change.shown < change.reruns:
        change.causes = ["chance"]
    elif known:
        change.causes = known
    else:
        change.causes = ["chance"] if change.shown is None else ["unknown"]
