"""``python -m benchmarks.fix_fuzz``: generate programs, fix them, and compare what can be seen of them.

Exit statuses: 0 nothing differs that should not, 1 a safe fix changed what a program does, or an unsafe one changed
what it does not name, or an internal error, 2 fixing failed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from itertools import repeat
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import Applicability, Fault
from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.lint.fixes.apply import fix_paths

from .explain import EXPLANATIONS, unexplained
from .observe import Difference, compiled, differences, in_one_graph, observe
from .programs import Program
from .reduce import reduced

BATCH = 50
"""Programs that one worker fixes together and runs."""


@dataclass(frozen=True)
class Applied:
    """The fixes that one program got."""

    messages: tuple[str, ...] = ()
    obligations: tuple[Obligation, ...] = ()
    """Their open ones: what their messages name."""
    is_safe: bool = True
    fault: str = ""
    """The internal error that there was."""


@dataclass
class Result:
    """What came of one program."""

    seed: int
    changed: bool = False
    one_graph: bool | None = None
    """Whether the fixed program compiles as one graph; None: not looked at."""
    applied: Applied = field(default_factory=Applied)
    differs: list[Difference] = field(default_factory=list)
    unexplained: list[Difference] = field(default_factory=list)
    compiled: list[Difference] = field(default_factory=list)
    """What the graph does otherwise than the same program in eager mode."""

    @property
    def failed(self) -> bool:
        return bool(self.unexplained or self.compiled or self.applied.fault)


class FixError(Exception):
    """Fixing failed."""


def generate(seeds: Sequence[int], folder: Path) -> None:
    """Write the programs of these seeds."""
    folder.mkdir(parents=True)
    for seed in seeds:
        (folder / f"p{seed}.py").write_text(Program(seed).text(), encoding="utf-8")


def fix(folder: Path, unsafe: bool) -> dict[str, Applied]:
    """Apply fixes to all programs in a folder, and return them by the program's name. Raises FixError."""
    result = fix_paths(sorted(folder.glob("*.py")), None, unsafe)
    lost = [error for error in result.errors if not isinstance(error, Fault)]
    if lost:
        raise FixError("; ".join(f"{error.filename}: {error.message}" for error in lost[:3]))
    found = {Path(error.filename).stem: Applied(fault=error.message) for error in result.errors}
    for file in result.files:
        fixes = [one.fix for one in file.fixed if one.fix is not None]
        name = file.source.path.stem
        found[name] = Applied(
            tuple(dict.fromkeys(one.message for one in fixes)),
            tuple(dict.fromkeys(obligation for one in fixes for obligation in one.open)),
            all(one.applicability is Applicability.SAFE for one in fixes),
            found.get(name, Applied()).fault,
        )
    return found


def compare(seed: int, old: Path, new: Path, applied: Applied, graphs: bool) -> Result:
    """Run both versions of a program, where they differ."""
    import torch

    torch.set_num_threads(1)
    if old.read_bytes() == new.read_bytes():
        return Result(seed, applied=applied)
    before, after = observe(old), observe(new)
    result = Result(seed, True, applied=applied, differs=differences(before, after))
    result.unexplained = unexplained(result.differs, {one.kind for one in applied.obligations})
    if graphs:
        seen = compiled(new, after)
        result.one_graph = seen is not None
        result.compiled = [] if seen is None else in_one_graph(after, seen)
    return result


def examine(seeds: range, folder: Path, unsafe: bool, graphs: bool) -> list[Result]:
    """Generate these programs, fix them together, and run both versions of each. Raises FixError."""
    before, after = folder / f"{seeds.start}-before", folder / f"{seeds.start}-after"
    generate(seeds, before)
    shutil.copytree(before, after)
    applied = fix(after, unsafe)
    names = {seed: f"p{seed}" for seed in seeds}
    return [
        compare(seed, before / f"{name}.py", after / f"{name}.py", applied.get(name, Applied()), graphs)
        for seed, name in names.items()
    ]


def run(seeds: range, folder: Path, unsafe: bool, workers: int, graphs: bool) -> Iterator[Result]:
    """The results, in the order of the seeds. Raises FixError."""
    batches = [range(start, min(start + BATCH, seeds.stop)) for start in range(seeds.start, seeds.stop, BATCH)]
    with ProcessPoolExecutor(workers) as pool:
        for results in pool.map(examine, batches, repeat(folder), repeat(unsafe), repeat(graphs)):
            yield from results


def smallest(result: Result, folder: Path, unsafe: bool) -> str:
    """Return a program that fails as this one does, made as small as possible."""
    wanted = {one.what for one in (result.unexplained or result.compiled)}
    faulty = bool(result.applied.fault)
    number = 0

    def fails(text: str) -> bool:
        nonlocal number
        number += 1
        old, new = folder / f"{number}-before" / "p.py", folder / f"{number}-after" / "p.py"
        for path in (old, new):
            path.parent.mkdir(parents=True)
            path.write_text(text, encoding="utf-8")
        try:
            applied = fix(new.parent, unsafe).get("p", Applied())
            found = compare(0, old, new, applied, bool(result.compiled and not result.unexplained))
        except Exception:
            return False
        if faulty:
            return bool(found.applied.fault)
        return wanted <= {one.what for one in (found.unexplained or found.compiled)}

    return reduced(Program(result.seed).text(), fails)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fix_fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first of them (0)")
    parser.add_argument("--unsafe-fixes", action="store_true", help="apply these as well: they must name what differs")
    parser.add_argument("--graphs", action="store_true", help="also compile what was fixed, and compare that")
    parser.add_argument("--reduce", type=int, default=0, metavar="N", help="print N failing programs, made small (0)")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that run programs (2)")
    parser.add_argument("--folder", type=Path, help="keep the programs there; it must not be there yet")
    parser.add_argument("--output-file", type=Path, metavar="FILE", help="write the figures and what differs as JSON")
    given = parser.parse_args(arguments)
    seeds = range(given.seed, given.seed + given.programs)
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary) / "programs"
        try:
            results = list(run(seeds, folder, given.unsafe_fixes, given.workers, given.graphs))
        except FixError as failure:
            print(f"error: the fixes failed: {failure}", file=sys.stderr)
            return 2
        failed = [result for result in results if result.failed]
        for result in failed:
            _tell(result)
        for result in failed[: given.reduce]:
            print(f"\n# seed {result.seed}\n{smallest(result, Path(temporary) / str(result.seed), given.unsafe_fixes)}")
    _summary(results, given.unsafe_fixes)
    if given.output_file:
        given.output_file.write_text(json.dumps(_content(results, given), indent=1) + "\n", encoding="utf-8")
    return 1 if failed else 0


def _tell(result: Result) -> None:
    found = [*filter(None, [result.applied.fault]), *map(str, result.unexplained), *map(str, result.compiled)]
    print(f"seed {result.seed}: {'; '.join(found[:3])}")
    for message in result.applied.messages:
        print(f"    {message}")


def _summary(results: Sequence[Result], unsafe: bool) -> None:
    changed = [result for result in results if result.changed]
    safe = sum(result.applied.is_safe for result in changed)
    print(f"{len(results):,} programs, {len(changed):,} changed by {'all' if unsafe else 'safe'} fixes", end="")
    print(f" ({safe:,} by safe ones alone)" if unsafe else "", end="; ")
    print(f"{sum(bool(result.differs) for result in changed):,} differ, ", end="")
    print(f"{sum(bool(result.unexplained) for result in changed):,} of them in a way that no fix names", end="")
    faults = sum(bool(result.applied.fault) for result in results)
    print(f"; {faults:,} internal errors" if faults else "")
    looked = [result for result in changed if result.one_graph is not None]
    if looked:
        whole = sum(bool(result.one_graph) for result in looked)
        print(
            f"{whole:,} of {len(looked):,} are one graph, {sum(bool(one.compiled) for one in looked):,} of them differ"
        )
    for title, groups in (
        ("differs", [result.differs for result in changed]),
        ("unexplained", [result.unexplained for result in changed]),
        ("compiled", [result.compiled for result in changed]),
    ):
        counts = Counter(what for group in groups for what in {one.what for one in group})
        if counts:
            print(f"{title}: {', '.join(f'{what} {count:,}' for what, count in counts.most_common())}")


def _content(results: Sequence[Result], given: argparse.Namespace) -> dict[str, object]:
    return {
        "level": "all" if given.unsafe_fixes else "safe",
        "seeds": [given.seed, given.seed + given.programs],
        "changed": sum(result.changed for result in results),
        "one graph": sum(bool(result.one_graph) for result in results),
        "differing": {
            result.seed: {
                "differs": [str(one) for one in result.differs],
                "unexplained": [str(one) for one in result.unexplained],
                "compiled": [str(one) for one in result.compiled],
                "named by": {
                    what: [one.text for one in result.applied.obligations if one.kind in EXPLANATIONS[what].kinds]
                    for what in sorted({one.what for one in result.differs})
                },
                "fixes": result.applied.messages,
            }
            for result in results
            if result.differs or result.compiled
        },
    }


if __name__ == "__main__":
    sys.exit(main())
