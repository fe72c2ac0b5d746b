"""``python -m benchmarks.fix_fuzz``: generate programs, fix them, and compare what can be seen of them.

Exit statuses: 0 nothing differs that should not, 1 a safe fix changed what a program does, 2 fixing failed.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from .observe import differences, observe
from .programs import Program

BATCH = 500
"""Programs that are fixed by one command."""


@dataclass
class Result:
    """What came of one program."""

    seed: int
    changed: bool
    differs: list[str] = field(default_factory=list)


class FixError(Exception):
    """``fullgraph check --fix`` failed."""


def generate(seeds: Sequence[int], folder: Path) -> None:
    """Write the programs of these seeds."""
    folder.mkdir(parents=True)
    for seed in seeds:
        (folder / f"p{seed}.py").write_text(Program(seed).text(), encoding="utf-8")


def fix(folder: Path, unsafe: bool) -> None:
    """Apply fixes to all programs in a folder. Raises FixError."""
    command = [sys.executable, "-m", "fullgraph", "check", "--isolated", "--no-cache", "--fix-only", "--quiet"]
    done = subprocess.run(
        [*command, *(["--unsafe-fixes"] if unsafe else []), str(folder)], capture_output=True, text=True
    )
    if done.returncode != 0:
        raise FixError(f"status {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")


def compare(seed: int, before: Path, after: Path) -> Result:
    """Run both versions of a program, where they differ."""
    import torch

    torch.set_num_threads(1)
    old, new = before / f"p{seed}.py", after / f"p{seed}.py"
    if old.read_bytes() == new.read_bytes():
        return Result(seed, False)
    return Result(seed, True, differences(observe(old), observe(new)))


def run(seeds: range, folder: Path, unsafe: bool, workers: int) -> Iterator[Result]:
    """The results, in the order of the seeds. Raises FixError."""
    with ProcessPoolExecutor(workers) as pool:
        for start in range(seeds.start, seeds.stop, BATCH):
            batch = range(start, min(start + BATCH, seeds.stop))
            before, after = folder / f"{start}-before", folder / f"{start}-after"
            generate(batch, before)
            shutil.copytree(before, after)
            fix(after, unsafe)
            yield from pool.map(compare, batch, [before] * len(batch), [after] * len(batch), chunksize=8)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fix_fuzz", description=__doc__)
    parser.add_argument("--programs", type=int, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the first of them (0)")
    parser.add_argument("--unsafe-fixes", action="store_true", help="apply these as well, and count what differs")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="processes that run programs (2)")
    parser.add_argument("--folder", type=Path, help="keep the programs there; it must not be there yet")
    parser.add_argument("--output-file", type=Path, metavar="FILE", help="write the figures and what differs as JSON")
    given = parser.parse_args(arguments)
    seeds = range(given.seed, given.seed + given.programs)
    with tempfile.TemporaryDirectory() as temporary:
        folder = given.folder or Path(temporary) / "programs"
        try:
            results = list(run(seeds, folder, given.unsafe_fixes, given.workers))
        except FixError as failure:
            print(f"error: the fixes failed: {failure}", file=sys.stderr)
            return 2
    changed = [result for result in results if result.changed]
    differing = [result for result in changed if result.differs]
    for result in differing:
        print(f"seed {result.seed}: {', '.join(result.differs[:4])}")
    kinds = Counter(_kind(what) for result in differing for what in {_kind(one) for one in result.differs})
    level = "all" if given.unsafe_fixes else "safe"
    print(f"{len(results):,} programs, {len(changed):,} changed by {level} fixes, {len(differing):,} of them differ")
    for kind, count in kinds.most_common():
        print(f"{count:7,}  {kind}")
    if given.output_file:
        content = {
            "level": level,
            "seeds": [seeds.start, seeds.stop],
            "changed": len(changed),
            "differing": {result.seed: result.differs for result in differing},
        }
        given.output_file.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
    return 1 if differing and not given.unsafe_fixes else 0


def _kind(difference: str) -> str:
    """Return what kind of thing differs: ``values``, ``gradient``."""
    return difference.split(" of ")[0].split(" (")[0].rstrip(" 0123456789")


if __name__ == "__main__":
    sys.exit(main())
