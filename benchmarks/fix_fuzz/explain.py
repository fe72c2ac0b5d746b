"""Does a fix say what differs? Each kind of difference has the kinds of obligations that name it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from fullgraph.lint.diagnostics.obligation import Kind

from .observe import Difference


@dataclass(frozen=True)
class Explanation:
    kinds: frozenset[Kind]
    """An open obligation of one of these names the difference."""
    causes: frozenset[str] = frozenset()
    """So does a difference of one of these, on the same inputs, that is named itself."""


def _by(kinds: Iterable[Kind], *causes: str) -> Explanation:
    return Explanation(frozenset(kinds), frozenset(("exception", "raising", *causes)))


BROKEN = (Kind.EXCEPTION, Kind.SHAPE, Kind.DTYPE, Kind.LAYOUT, Kind.DEVICE, Kind.PLAIN, Kind.ALIAS)
"""Of whichever of these is not as it was, an operation behind it can raise."""

EXPLANATIONS = {
    "exception": Explanation(frozenset(BROKEN)),
    "raising": Explanation(frozenset(BROKEN)),
    "exception of backward": _by((Kind.EXCEPTION, Kind.ALIAS), "history", "dtype", "shape", "kind"),
    "kind": _by((Kind.DTYPE, Kind.PLAIN, Kind.SHAPE)),
    "dtype": _by((Kind.DTYPE,), "kind"),
    "shape": _by((Kind.SHAPE,), "kind"),
    "strides": _by((Kind.LAYOUT,), "shape", "kind"),
    "history": _by((Kind.SOURCES,), "dtype", "kind"),
    "values": _by(
        (Kind.VALUE, Kind.DTYPE, Kind.DRAW, Kind.ALIAS),
        *("kind", "dtype", "shape", "strides", "state", "generator", "memory", "history"),
    ),
    "state": _by(
        (Kind.VALUE, Kind.DTYPE, Kind.DRAW, Kind.ALIAS, Kind.EFFECT),
        *("kind", "dtype", "shape", "values", "generator", "memory"),
    ),
    "memory": _by((Kind.ALIAS, Kind.LAYOUT), "kind", "dtype", "shape", "strides"),
    "gradient": _by(
        (Kind.VALUE, Kind.DTYPE, Kind.DRAW, Kind.DERIVATIVE, Kind.ALIAS),
        *("values", "state", "dtype", "shape", "history", "generator", "gradient or none", "exception of backward"),
    ),
    "gradient finite": _by((Kind.DERIVATIVE,), "values", "dtype", "history", "exception of backward", "generator"),
    "gradient or none": _by((Kind.SOURCES, Kind.ALIAS), "history", "dtype", "exception of backward"),
    "printed": _by((Kind.EFFECT,), "values", "state", "dtype", "shape", "generator", "strides", "gradient"),
    "generator": _by((Kind.DRAW,)),
}
"""What names a difference, by what differs."""


def unexplained(differences: Iterable[Difference], kinds: Collection[Kind]) -> list[Difference]:
    """Return the differences that no open obligation names; ``kinds`` are those of the open ones."""
    by_number: dict[int, list[Difference]] = {}
    for one in differences:
        by_number.setdefault(one.number, []).append(one)
    found = []
    for group in by_number.values():
        named = {one.what for one in group if EXPLANATIONS[one.what].kinds & set(kinds)}
        while more := {one.what for one in group if EXPLANATIONS[one.what].causes & named} - named:
            named |= more
        # That another line raises is no difference in itself.
        found += [one for one in group if one.what not in {*named, "raising"}]
    return found
