"""Where the time of ``fullgraph check`` goes, stage by stage, in one process and without a cache.

Run ``python -m benchmarks.speed.stages PATHS``. The times are CPU seconds of the process, each stage's own: what one
stage spends in another counts there. ``--json`` prints the same for programs. The clocks cost some 10 % themselves.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

STAGES = {
    "import": "the analyzer, the rules and the data about torch",
    "discover": "which files to check",
    "read": "bytes to text",
    "parse": "text to syntax trees, of other modules too",
    "hosts": "code that compiles something, interpreted as it runs",
    "objects": "constructors of the classes whose calls are compiled",
    "trace": "compiled code, from its roots",
    "rules": "what rules make of what happens there",
    "fixes": "what findings say, and their fixes",
    "merge": "the findings of all files",
    "other": "the rest",
}


@dataclass
class Clock:
    """CPU seconds by stage; a stage that begins inside another stops that one's clock."""

    seconds: defaultdict[str, float] = field(default_factory=lambda: defaultdict(float))
    running: list[str] = field(default_factory=lambda: ["other"])
    since: float = field(default_factory=time.process_time)

    def enter(self, stage: str) -> None:
        self._count()
        self.running.append(stage)

    def leave(self) -> None:
        self._count()
        self.running.pop()

    def _count(self) -> None:
        now = time.process_time()
        self.seconds[self.running[-1]] += now - self.since
        self.since = now

    def around(self, function: Callable[..., Any], stage: str) -> Callable[..., Any]:
        """The function, clocked."""

        def clocked(*args: Any, **kwargs: Any) -> Any:
            self.enter(stage)
            try:
                return function(*args, **kwargs)
            finally:
                self.leave()

        return clocked


@dataclass
class Measured:
    """One run."""

    files: int
    lines: int
    findings: int
    errors: int
    seconds: dict[str, float]
    """CPU seconds by stage."""
    peak_mb: float
    slowest: list[tuple[str, int, float]]
    """File, lines and CPU seconds of those that take longest."""

    @property
    def total(self) -> float:
        return sum(self.seconds.values())


def measure(paths: Sequence[Path], slowest: int = 10) -> Measured:
    """Check the files below these paths. To be called once in a process: it clocks the analyzer's own functions."""
    clock = Clock()
    clock.enter("import")
    from fullgraph.lint.engine import api, file_checker, merge
    from fullgraph.lint.interpreter.interpreter import Interpreter
    from fullgraph.lint.interpreter.objects import Objects
    from fullgraph.lint.registry.rule import load_rules
    from fullgraph.lint.results import collect
    from fullgraph.lint.roots import roots
    from fullgraph.lint.source import discovery as files
    from fullgraph.lint.source.source_file import SourceFile
    from fullgraph.lint.torch_data import load

    load_rules()
    load()
    clock.leave()

    took: dict[Path, float] = {}
    check_one = file_checker.FileChecker.check

    def check(self: Any, path: Path) -> Any:
        begin = time.process_time()
        try:
            return check_one(self, path)
        finally:
            took[path] = time.process_time() - begin

    file_checker.FileChecker.check = check  # type: ignore[method-assign]
    SourceFile.read = clock.around(SourceFile.read, "read")  # type: ignore[method-assign]
    tree = SourceFile.__dict__["tree"]
    tree.func = clock.around(tree.func, "parse")
    for owner, name, stage in (
        (roots.Roots, "_interpret_hosts", "hosts"),
        (roots.Roots, "_forward", "trace"),
        (roots.Roots, "_decorated", "trace"),
        (roots.Roots, "_trace_entry", "trace"),
        (Objects, "generic", "objects"),
        (Interpreter, "emit", "rules"),
        (collect, "_fix", "fixes"),
        (merge, "result_of", "merge"),
    ):
        setattr(owner, name, clock.around(getattr(owner, name), stage))
    clock.enter("discover")
    found = files.discover([str(path) for path in paths]).files
    clock.leave()
    gc.collect()
    result = api.check(found)
    clock.enter("other")
    lines = {path: path.read_bytes().count(b"\n") for path in found}
    order = sorted(took, key=lambda path: -took[path])[:slowest]
    return Measured(
        len(found),
        sum(lines.values()),
        len(result.diagnostics),
        len(result.errors),
        {stage: round(clock.seconds[stage], 4) for stage in STAGES},
        round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024, 1),
        [(str(path), lines[path], round(took[path], 3)) for path in order],
    )


def table(measured: Measured) -> str:
    """The stages as a table: CPU seconds, their share, and milliseconds for 1,000 lines."""
    thousands = max(measured.lines, 1) / 1000
    rows = [f"{'stage':<10} {'CPU s':>8} {'share':>6} {'ms per 1,000 lines':>19}  what"]
    for stage, seconds in measured.seconds.items():
        share = seconds / (measured.total or 1)
        rows.append(f"{stage:<10} {seconds:8.2f} {share:6.0%} {1000 * seconds / thousands:19.1f}  {STAGES[stage]}")
    rows.append(f"{'all':<10} {measured.total:8.2f} {1:6.0%} {1000 * measured.total / thousands:19.1f}")
    rows += ["", f"{measured.files} files, {measured.lines:,} lines, {measured.findings} findings"]
    rows[-1] += f", peak memory {measured.peak_mb:.0f} MB"
    rows += ["", "slowest files:"]
    rows += [f"{seconds:8.2f} s {lines:7,} lines  {name}" for name, lines, seconds in measured.slowest]
    return "\n".join(rows)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.speed.stages", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH", help="files and folders to check")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    parser.add_argument("--slowest", type=int, default=10, metavar="N", help="how many of the slowest files to name")
    given = parser.parse_args(arguments)
    measured = measure(given.paths, given.slowest)
    print(json.dumps(asdict(measured), indent=2) if given.json else table(measured))
    return 0


if __name__ == "__main__":
    sys.exit(main())
