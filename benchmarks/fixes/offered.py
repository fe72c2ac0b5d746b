"""Count the findings of released packages for which ``check`` offers a fix, and the maintainers' own fixes among them.

    python -m benchmarks.fixes.offered

The packages are those of ``offered.json``, all code of each taken as compiled; the cases are those of the accuracy
data: breaks that maintainers mended by hand. A case is offered a fix where a finding covers one of its lines and has
one. Nothing runs here: what the fixes compute is for ``python -m benchmarks.fixes`` to say.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.diagnostic import Diagnostic
from fullgraph.lint.engine.api import check

from benchmarks.accuracy.check import MEASURED_ON
from benchmarks.accuracy.docs import table
from benchmarks.accuracy.fetch import fetch
from benchmarks.accuracy.measured import Case, Package, load_cases, load_packages
from benchmarks.processes import REPOSITORY

HERE = Path(__file__).parent
LEVELS = ("safe", "unsafe")


def packages(path: Path = HERE / "offered.json") -> list[Package]:
    """The packages that are counted; ``module`` is the folder of the wheel that is read."""
    return [Package(data="cases", **record) for record in json.loads(path.read_text(encoding="utf-8"))]


def found(folder: Path, torch_version: str | None = None) -> list[Diagnostic]:
    """The findings in all files below a folder, each with the level of its fix."""
    options = Options(scope="all", writes_edits=False, torch_version=torch_version)
    return check(sorted(folder.rglob("*.py")), options).diagnostics


def level(one: Diagnostic) -> str:
    """How far the fix of a finding may be trusted; empty for none, and for a suggestion."""
    return one.fix.applicability.value if one.fix is not None and one.fix.edits else ""


def case_level(case: Case, diagnostics: Sequence[Diagnostic], folder: Path) -> str:
    """The best level of a fix at the lines of a case; ``found`` without one, ``missed`` without a finding."""
    here = [
        one
        for one in diagnostics
        if Path(one.filename).resolve() == (folder / case.file).resolve()
        and any(one.location.row <= line <= max(one.location.row, one.end_location.row) for line in case.lines)
    ]
    levels = {level(one) for one in here}
    return next((name for name in LEVELS if name in levels), "found" if here else "missed")


def rows(root: Path, counted: Sequence[Package], workers: int) -> Iterator[tuple[str, ...]]:
    """A row for each package: its findings, and for how many a fix is offered, by level."""
    with ProcessPoolExecutor(workers) as pool:
        folders = [root / package.folder / package.module for package in counted]
        for package, diagnostics in zip(counted, pool.map(found, folders), strict=True):
            counts = Counter(map(level, diagnostics))
            part = f" ({package.module})" if "/" in package.module else ""
            yield f"{package.label}{part}", str(len(diagnostics)), *(str(counts[name]) for name in LEVELS)


def cases(root: Path, pinned: Sequence[Package], workers: int) -> Iterator[tuple[str, str]]:
    """Each case with its level."""
    with ProcessPoolExecutor(workers) as pool:
        folders = [root / package.folder for package in pinned]
        by_folder = dict(zip(folders, pool.map(found, folders, repeat(MEASURED_ON["cases"])), strict=True))
    for case in load_cases():
        folder = root / case.folder
        if folder in by_folder:
            yield case.id, case_level(case, by_folder[folder], folder)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fixes.offered", description=__doc__)
    parser.add_argument("--folder", type=Path, default=REPOSITORY / ".fixes" / "offered", help="where wheels go")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that check at a time (2)")
    parser.add_argument("--cases", action="store_true", help="the maintainers' own fixes, not the packages")
    given = parser.parse_args(arguments)
    counted = [one for one in load_packages() if one.data == "cases"] if given.cases else packages()
    failed = fetch(counted, given.folder, given.workers, lambda label: print(label, file=sys.stderr))
    for package, reason in failed.items():
        print(f"error: {package.label}: {reason}", file=sys.stderr)
    counted = [one for one in counted if one not in failed]
    if given.cases:
        levels = dict(cases(given.folder, counted, given.workers))
        print(table(("case", "fix"), levels.items()))
        print(", ".join(f"{name} {count}" for name, count in Counter(levels.values()).most_common()))
    else:
        head = ("package", "findings", "with a safe fix", "with an unsafe one")
        print(table(head, list(rows(given.folder, counted, given.workers))))
    return 2 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
