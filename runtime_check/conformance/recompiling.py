"""The claims of a case about recompiles, held against the compiler.

Every compiled frame has guards. Where a guard fails the frame is compiled again, until there are as many graphs as
``torch._dynamo.config.recompile_limit`` allows; from then on it runs in eager. A recompile counts for the line in which
the value of the guard that failed was used, as its text says. A guard on the size of a tensor names no line: it counts
for each line at which that size, once symbolic, was made a constant, and for none if it stayed symbolic.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from fullgraph.runtime_check.observe.capture import Capture

Times = Literal["always", "once"]

LIMIT = 8
"""Graphs of one frame that are kept by default: ``torch._dynamo.config.recompile_limit``."""
CALLS = LIMIT + 4
"""The number of calls of a case, at least."""
OFTEN = 3
"""Recompiles from which on a line counts as one that compiles anew for every value, in a frame that hits the limit."""

_SIZE = re.compile(r"tensor '(.+)' size mismatch at index (\d+)")
_NUMBER = re.compile(r"\S+ == -?[\d.]+(e-?\d+)?")


@dataclass(frozen=True)
class Claim:
    """One ``# recompile`` mark."""

    line: int
    code: str
    times: Times = "always"
    guard: str = ""
    """Words of the guard that fails, where it is not about this line itself."""


@dataclass(frozen=True)
class Again:
    """Recompiles with one cause."""

    lines: tuple[int, ...]
    """The lines of the case that they count for; none where the guard is about a size that stays symbolic."""
    guard: str
    """Without its numbers."""
    count: int

    @property
    def expected(self) -> bool:
        """Whether a size or a number became symbolic, which costs one recompile and ends there."""
        return self.count == 1 and bool(_SIZE.search(self.guard) or _NUMBER.fullmatch(self.guard))


def again(captured: Capture, path: Path) -> list[Again]:
    """The recompiles of a case by their cause."""

    def ours(filename: str | None) -> bool:
        return filename is not None and Path(filename).name == path.name

    found: Counter[tuple[tuple[int, ...], str]] = Counter()
    for one in captured.recompiles:
        size = _SIZE.search(one.guard)
        if size is not None:
            source = f"{size[1]}.size()[{size[2]}]"
            lines = sorted(
                {s.line for s in captured.specialized if s.source == source and ours(s.filename) and s.line is not None}
            )
        else:
            lines = [line for filename, line in one.stack if ours(filename)][-1:]
        found[tuple(lines), _plain(one.guard)] += 1
    return sorted((Again(lines, guard, count) for (lines, guard), count in found.items()), key=str)


def _plain(guard: str) -> str:
    """A guard that is the same for each value: ``self.n == 3`` is about ``self.n``."""
    guard = " ".join(guard.partition(". expected")[0].split())
    guard = re.sub(r"\bnot (\S+)$", r"len(\1) == 0", guard)  # an empty list
    return re.sub(r"(?<=[=<>] )-?\d[\d.]*|\d{6,}", "0", guard)


def contradictions(claims: Iterable[Claim], seen: Iterable[Again], statement: Callable[[int], int]) -> list[str]:
    """Contradictions between the compiler and the claims. ``statement``: the first line of the statement of a line."""
    left, found = list(seen), []
    for claim in sorted(claims, key=lambda claim: claim.line):
        here = [one for one in left if _answers(one, claim, statement)]
        left = [one for one in left if one not in here]
        count = sum(one.count for one in here)
        if claim.times == "always" and count < OFTEN:
            found.append(f"line {claim.line} is marked and recompiles {count} times")
        elif claim.times == "once" and count != 1:
            found.append(f"line {claim.line} is marked to recompile once and recompiles {count} times")
    for one in left:
        if not one.expected:
            where = f"line {', '.join(map(str, one.lines))}" if one.lines else "a tensor"
            found.append(f"{where} recompiles {one.count} times and is not marked: {one.guard}")
    return found


def _answers(one: Again, claim: Claim, statement: Callable[[int], int]) -> bool:
    if claim.guard:
        return claim.guard in one.guard
    return statement(claim.line) in map(statement, one.lines)
