"""Compares two sweeps: pairs their runs, finds what changed, runs that again, and puts it down to a cause."""

from __future__ import annotations

from collections.abc import Callable

from fullgraph import __version__
from fullgraph.sweep.compare.causes import differences
from fullgraph.sweep.compare.model import Change, PairChanges, RunKey, SweepDiff
from fullgraph.sweep.compare.runs import are_timed_alike, changes
from fullgraph.sweep.compare.sides import Side, pairs
from fullgraph.sweep.rows import Planned, RunRow
from fullgraph.sweep.store.loading import Stored

TIMES = 3
"""So often a run is repeated before something is called a change."""

Rerun = Callable[[Planned], RunRow]
"""Does a run of B again, as it was planned. Raises `RerunError`."""


class RerunError(Exception):
    """A run that cannot be repeated: one line that says why."""


def compare(
    a: Side,
    b: Side,
    rerun: Rerun | None = None,
    times: int = TIMES,
    progress: Callable[[RunKey, int, int], None] = lambda key, number, of: None,
) -> SweepDiff:
    """What changed from A to B. Raises `StoreError` where it is not said which of several environments to compare.

    With ``rerun``, what changed is run again ``times`` times on B's side: what does not show each time is chance.
    ``progress`` is told which pair is run again, its number, and how many there are.
    """
    both, only_a, only_b = pairs(a, b)
    versions = (a.fullgraph, b.fullgraph)
    found = []
    for key, (old, new) in both.items():
        if seen := changes(old.row, new.row):
            found.append((PairChanges(key, new.planned.library, seen, differences(old, new, versions)), old, new))
    reran = 0
    for number, (pair, old, new) in enumerate(found, 1):
        if rerun is not None:
            progress(pair.key, number, len(found))
            reran += _run_again(pair, old, new, rerun, times)
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


def _run_again(pair: PairChanges, old: Stored, new: Stored, rerun: Rerun, times: int) -> bool:
    """Count in how many reruns each change shows; end once none can be one any more. Returns whether it was run."""
    for number in range(1, times + 1):
        try:
            row = rerun(new.planned)
        except RerunError as failure:
            pair.problem = f"not run again: {failure}"
            return number > 1
        if not _is_same_code(new.row, row):
            pair.problem = "not run again: the code is another by now"
            return number > 1
        again = {(one.kind, one.about) for one in changes(old.row, row)}
        for change in pair.changes:
            change.reruns = number
            change.shown = (change.shown or 0) + ((change.kind, change.about) in again)
        if all(change.shown != change.reruns for change in pair.changes):
            break
    return True


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
