"""Copy the programs, fix the copies, and examine each of them in a process of its own with a time limit."""

from __future__ import annotations

import multiprocessing
import os
import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import Fault
from fullgraph.lint.fixes.apply import fix_paths

from .outcome import Fixed, Level, Outcome, Part

PROGRAMS = Path(__file__).parent
LIMIT_S = 90.0
"""For all runs of one program."""


class FixError(Exception):
    """Fixing failed."""


def find(parts: Sequence[Part], only: str) -> list[tuple[Part, Path]]:
    """Return the programs whose names contain ``only``."""
    return [
        (part, path)
        for part in parts
        for path in sorted((PROGRAMS / part.value).glob("*.py"))
        if only in path.stem and path.stem != "__init__"
    ]


def fix(folder: Path, unsafe: bool) -> dict[Path, Fixed]:
    """Apply fixes to all programs in a folder. Raises FixError."""
    result = fix_paths(sorted(folder.rglob("*.py")), None, unsafe)
    lost = [error for error in result.errors if not isinstance(error, Fault)]
    if lost:
        raise FixError("; ".join(f"{error.filename}: {error.message}" for error in lost[:3]))
    faults = {Path(error.filename): error.message for error in result.errors}
    left: dict[Path, list[str]] = {}
    for one in result.diagnostics:
        reason = one.fix.message if one.fix is not None else "no fix"
        left.setdefault(Path(one.filename), []).append(
            f"line {one.location.row}: {one.code} {one.message}: {reason}",
        )
    found = {path: Fixed(left=tuple(reasons), fault=faults.get(path, "")) for path, reasons in left.items()}
    found |= {path: Fixed(fault=fault) for path, fault in faults.items() if path not in found}
    for file in result.files:
        path = Path(file.source.path)
        fixes = [one.fix for one in file.fixed if one.fix is not None]
        found[path] = Fixed(
            tuple(dict.fromkeys(one.message for one in fixes)),
            tuple(left.get(path, ())),
            frozenset(obligation.kind.value for one in fixes for obligation in one.open),
            faults.get(path, ""),
        )
    return found


def run(programs: Sequence[tuple[Part, Path]], folder: Path, workers: int) -> Iterator[list[Outcome]]:
    """The outcomes of each program, in their order. Raises FixError."""
    fixed: dict[Level, dict[Path, Fixed]] = {}
    for name in ("original", *(level.value for level in Level)):
        for part, path in programs:
            (folder / name / part.value).mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / name / part.value / path.name)
    for level in Level:
        fixed[level] = fix(folder / level.value, level is Level.UNSAFE)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([f"{__package__}.examine"])
    with ThreadPoolExecutor(workers) as pool:
        tasks = []
        for part, path in programs:
            versions = {}
            for level in Level:
                copy = folder / level.value / part.value / path.name
                versions[level] = copy, fixed[level].get(copy, Fixed())
            original = folder / "original" / part.value / path.name
            tasks.append(pool.submit(_apart, context, part, original, versions))
        for task in tasks:
            yield task.result()


def _apart(
    context: multiprocessing.context.ForkServerContext,
    part: Part,
    original: Path,
    versions: dict[Level, tuple[Path, Fixed]],
) -> list[Outcome]:
    receiver, sender = context.Pipe(duplex=False)
    process = context.Process(target=_work, args=(sender, part, original, versions), daemon=True)
    process.start()
    sender.close()
    failure = f"took more than {LIMIT_S:.0f} s"
    try:
        if receiver.poll(LIMIT_S):
            found: list[Outcome] | str = receiver.recv()
            if not isinstance(found, str):
                return found
            failure = found
    except EOFError:
        failure = "the process ended"
    finally:
        process.kill()
        process.join()
    return [Outcome(original.stem, part, level, fixed, fault=failure) for level, (_, fixed) in versions.items()]


def _work(sender: Connection, part: Part, original: Path, versions: dict[Level, tuple[Path, Fixed]]) -> None:
    from .examine import examine

    # TorchDynamo writes what it cannot trace there, at length.
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    try:
        found: list[Outcome] | str = examine(part, original, versions)
    except Exception as failure:
        found = f"{type(failure).__name__}: {failure}"
    sender.send(found)
