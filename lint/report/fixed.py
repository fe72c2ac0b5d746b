"""What fixes have done, for people: each finding that was fixed, counts by file and rule, and the sum."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.report.text import Look, count, file_name, printable

if TYPE_CHECKING:
    from fullgraph.lint.fixes.apply import FixedFile


def render_fixed(files: Iterable[FixedFile], look: Look) -> str:
    """One line for each finding that was fixed: what was done."""
    return "".join(
        f"{file_name(one, look)}{look.style(':', 'cyan')} {look.style(one.code, 'green', bold=True)} "
        f"{printable(one.fix.message if one.fix is not None else one.message)}\n"
        for file in files
        for one in file.fixed
    )


def render_counts(files: Iterable[FixedFile], look: Look) -> str:
    """How many findings of each rule were fixed in each file, the most frequent first."""
    lines = []
    for file in files:
        if file.fixed:
            lines.append(f"- {file_name(file.fixed[0], look)}{look.style(':', 'cyan')}\n")
        counts = Counter((one.code, one.name) for one in file.fixed)
        width = max((len(str(number)) for number in counts.values()), default=0)
        for (code, name), number in sorted(counts.items(), key=lambda entry: (-entry[1], entry[0])):
            times = "\N{MULTIPLICATION SIGN}" if look.unicode else "x"
            lines.append(f"    {number:>{width}} {times} {look.style(code, 'red', bold=True)} ({printable(name)})\n")
    return "".join(lines)


def summary(files: Sequence[FixedFile], look: Look, counts: bool = False) -> str:
    """What fixes came to, in up to two lines; with ``counts``, those of each file and rule too."""
    fixed, removed = sum(len(file.fixed) for file in files), sum(file.removed for file in files)
    lines = []
    if fixed:
        where = count(sum(bool(file.fixed) for file in files), "file")
        lines.append(f"Fixed {count(fixed, 'finding')} in {where}{':' if counts else '.'}\n")
        lines += [render_counts(files, look)] if counts else []
    if removed:
        lines.append(f"Removed {count(removed, 'comment')} that silenced nothing.\n")
    return "".join(lines)
