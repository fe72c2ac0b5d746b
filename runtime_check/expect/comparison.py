"""What is new and what is gone, and the expectations that a run comes to."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from fullgraph.lint.report.text import count
from fullgraph.runtime_check.expect.model import (
    ALWAYS_FAIL,
    Comparison,
    Difference,
    Entry,
    Expectations,
    Found,
    Key,
    Kind,
    Observed,
)

TOLD_OTHERWISE = ("breaks", "fullgraph", "steady")
"""Checks that fail for breaks and recompiles, which have entries of their own."""


def compare(expected: Expectations, observed: Sequence[Observed], *, update: bool = False) -> list[Comparison]:
    """Each run against its entry. Entries of what was not run are not looked at.

    ``update``: what is new will be accepted, and what has no entry gets one.
    """
    return [_compare(expected, one, update=update) for one in observed]


def updated(expected: Expectations, observed: Iterable[Observed]) -> dict[Key, Entry]:
    """The expectations that equal what was observed. What was not run stays as it is, and so do notes."""
    found = dict(expected)
    for one in observed:
        if not one.problem:
            found[one.key] = _entry(one, found.get(one.key))
    return found


def unacceptable(observed: Observed) -> list[str]:
    """The checks that fail for something that has no entry: values that are wrong, and exceptions."""
    failed = failures(observed)
    under_fullgraph = any("fullgraph" in one.modes for one in observed.breaks)
    unexplained = {
        "breaks": observed.raises or not observed.breaks,
        "fullgraph": not under_fullgraph and not observed.recompiles,
        "steady": not observed.recompiles,
        "effects": False,
    }
    return [name for name in failed if name in ALWAYS_FAIL or unexplained.get(name, True)]


def failures(observed: Observed) -> list[str]:
    return [name for name, status in observed.checks.items() if status == "fail"]


def _compare(expected: Expectations, observed: Observed, *, update: bool) -> Comparison:
    key, known = observed.key, observed.key in expected
    if observed.problem:
        return Comparison(key, known, problem=observed.problem)
    failing = unacceptable(observed)
    if not known and not update:
        return Comparison(key, known, failing=failing, problem=_missing(expected, observed))
    entry = expected.get(key, Entry(key))
    found = Comparison(key, known, update, failing=failing)
    both: tuple[tuple[Kind, list[Found], list[Found]], ...] = (
        ("break", entry.breaks, observed.breaks),
        ("recompile", entry.recompiles, observed.recompiles),
    )
    for kind, accepted, seen in both:
        by_identity = {one.identity: one for one in accepted}
        there = {one.identity for one in seen}
        new = [_new(kind, one, by_identity.get(one.identity)) for one in seen]
        found.new += [one for one in new if one is not None]
        found.accepted += sum(one is None for one in new)
        if kind == "break" or _ran(observed, "steady"):
            found.gone += [Difference(kind, str(one), one) for one in accepted if one.identity not in there]
    _compare_graphs(found, entry, observed)
    for name in _own_failures(observed):
        if name not in entry.checks and name not in failing:
            found.new.append(Difference("check", f"the check {name} fails"))
    passing = [name for name in entry.checks if observed.checks.get(name) == "pass"]
    found.gone += [Difference("check", f"the check {name} passes") for name in passing]
    return found


def _new(kind: Kind, seen: Found, known: Found | None) -> Difference | None:
    """What is not accepted of a break or recompile that was observed."""
    if known is None:
        return Difference(kind, str(seen), seen)
    further = [mode for mode in seen.modes if mode not in known.modes]
    if not further:
        return None
    modes = " and ".join("under fullgraph=True" if mode == "fullgraph" else f"in the {mode} mode" for mode in further)
    return Difference(kind, f"{seen}; accepted, but not {modes}", seen)


def _compare_graphs(found: Comparison, entry: Entry, observed: Observed) -> None:
    if entry.graphs is None or observed.graphs is None or entry.graphs == observed.graphs:
        return
    change = Difference("graphs", f"{count(observed.graphs, 'graph')}, {entry.graphs} accepted")
    (found.new if observed.graphs > entry.graphs else found.gone).append(change)


def _missing(expected: Expectations, observed: Observed) -> str:
    """One line that says what there is no entry for, and how to add it."""
    key = observed.key
    versions = sorted({one.torch for one in expected if dataclasses.replace(one, torch=key.torch) == key})
    others = f", only for torch {', '.join(versions)}" if versions else ""
    return f"there are no expectations for {key}{others}: --update adds what was observed"


def _entry(observed: Observed, before: Entry | None) -> Entry:
    known = before or Entry(observed.key)
    failing = unacceptable(observed)
    own = [name for name in _own_failures(observed) if name not in failing]
    unknown = [name for name in known.checks if not _ran(observed, name)]
    recompiles = observed.recompiles if _ran(observed, "steady") else [*known.recompiles, *observed.recompiles]
    return Entry(
        observed.key,
        observed.graphs,
        sorted({*own, *unknown}),
        _noted(observed.breaks, known.breaks),
        _noted(recompiles, known.recompiles),
        known.note,
    )


def _noted(found: Iterable[Found], before: Iterable[Found]) -> list[Found]:
    """Each once, with the notes that people wrote."""
    notes = {one.identity: one.note for one in before}
    each = {one.identity: one for one in found}
    return [dataclasses.replace(one, note=notes.get(one.identity, ""), line=0) for one in each.values()]


def _own_failures(observed: Observed) -> list[str]:
    return [name for name in failures(observed) if name not in TOLD_OTHERWISE]


def _ran(observed: Observed, check: str) -> bool:
    return observed.checks.get(check) in ("pass", "fail")
