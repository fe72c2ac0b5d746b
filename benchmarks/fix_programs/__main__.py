"""``python -m benchmarks.fix_programs``: fix programs that were written by hand, and compare what can be seen of them.

Exit statuses: 0 nothing differs that should not, 1 a safe fix changed what a program does, or an unsafe one changed
what it does not name, or a program is no test of anything, 2 fixing failed.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from .outcome import COLUMNS, Level, Outcome, Part
from .run import FixError, find, run


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fix_programs", description=__doc__)
    parser.add_argument("--part", choices=[part.value for part in Part], help="only these programs (both)")
    parser.add_argument("--only", default="", metavar="TEXT", help="only programs whose names contain TEXT")
    parser.add_argument("--verbose", action="store_true", help="print fixes, what differs, and why findings stay")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that run programs (2)")
    parser.add_argument("--folder", type=Path, help="keep the programs there, as they are and fixed")
    given = parser.parse_args(arguments)
    parts = [Part(given.part)] if given.part else list(Part)
    programs = find(parts, given.only)
    found: list[list[Outcome]] = []
    with tempfile.TemporaryDirectory() as temporary:
        try:
            for outcomes in run(programs, given.folder or Path(temporary), given.workers):
                found.append(outcomes)
                _row(outcomes, given.verbose)
        except FixError as failure:
            print(f"error: the fixes failed: {failure}", file=sys.stderr)
            return 2
    for part in parts:
        _totals(part, [one for outcomes in found for one in outcomes if one.part is part])
    failed = sorted({one.program for outcomes in found for one in outcomes if one.failed})
    if failed:
        print(f"\n{len(failed)} failed: {', '.join(failed)}")
    return 1 if failed else 0


def _row(outcomes: Sequence[Outcome], verbose: bool) -> None:
    first = outcomes[0]
    cells = [f"{one.level.value}: {one.verdict.value}{' *' if one.graph_differs else ''}" for one in outcomes]
    told = f"  INVALID: {first.invalid}" if first.invalid else ""
    print(f"{first.part.value:8}{first.program:40}{cells[0]:36}{cells[1]:36}{told}".rstrip(), flush=True)
    shown: set[str] = set()
    for one in outcomes:
        details = [("fault", text) for text in (one.fault, one.fixed.fault) if text]
        if verbose or one.failed:
            details += [("unnamed", text) for text in one.unnamed]
            details += [("differs", text) for text in one.differs if text not in one.unnamed]
            details += [("in the graph", text) for text in one.graph_differs]
            details += [("fix", text) for text in one.fixed.messages]
        if verbose:
            details += [("left", text) for text in one.fixed.left]
        lines = [f"    {one.level.value}: {what}: {text}" for what, text in details]
        for line in lines:
            if line not in shown:
                print(line)
        shown |= set(lines)


def _totals(part: Part, outcomes: Sequence[Outcome]) -> None:
    print(f"\n{part.value}: {len({one.program for one in outcomes})} programs")
    columns = COLUMNS[part]
    print(f"  {'':8}{''.join(f'{column.value:>26}' for column in columns)}{'graph differs (*)':>20}")
    for level in Level:
        of = [one for one in outcomes if one.level is level]
        counts = Counter(one.verdict for one in of)
        cells = "".join(f"{counts[column]:>26}" for column in columns)
        print(f"  {level.value:8}{cells}{sum(bool(one.graph_differs) for one in of):>20}")


if __name__ == "__main__":
    sys.exit(main())
