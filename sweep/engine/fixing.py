"""What the fixes of ``check`` make of a run: a copy of its code is fixed, and run again.

The copy is that of the whole package that the target comes from; the file that a user has is never touched.
"""

from __future__ import annotations

import dataclasses
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Literal

from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Limits, Observation
from fullgraph.runtime_check.session import repair
from fullgraph.runtime_check.session.fixed_copy import fix_copy
from fullgraph.runtime_check.session.verify import source_root
from fullgraph.runtime_check.target.target import Spec, TargetError, parse_spec
from fullgraph.sweep.engine.outcome import TEXT, status_of
from fullgraph.sweep.rows import FixLevel, RepairRow, RunRow

Fixing = Literal["no", "safe", "unsafe"]
"""Which fixes are tried: ``unsafe`` are safe ones alone, and then all."""
LEVELS: dict[Fixing, tuple[FixLevel, ...]] = {"no": (), "safe": ("safe",), "unsafe": ("safe", "unsafe")}

Run = Callable[[Request], Observation]


def repairs_of(
    row: RunRow, request: Request, fixing: Fixing, limits: Limits, run: Run, run_copy: Run
) -> Iterator[RepairRow]:
    """Fix what came of a run that is not whole, at each level.

    ``run`` does a run again as it was, ``run_copy`` in a process that has not imported the package.
    """
    if row.status in ("whole", "unusable") or not LEVELS[fixing]:
        return
    if row.status == "breaks" and not any(one.predicted_by for one in row.breaks):
        yield from _as_it_was(row, fixing, "check predicts none of its breaks")
        return
    spec = parse_spec(request.target)
    # All checks, but no code is generated: what fixes change is seen in effects and values too.
    asked = dataclasses.replace(request, checks=[], backend="eager", bench_seconds=0.0)
    with tempfile.TemporaryDirectory(prefix="fullgraph-fix-", ignore_cleanup_errors=True) as folder:
        outcomes = Path(folder, "outcomes.pt")
        before = run(dataclasses.replace(asked, save_outcomes=str(outcomes), facts=True))
        if before.run.failure is not None or not outcomes.is_file():
            why = before.run.failure.message if before.run.failure is not None else "it left no outcome"
            yield from _as_it_was(row, fixing, f"cannot be run again to compare with: {why}")
            return
        try:
            copy = repair.copy_tree(spec, _root(spec, request.folder, before.files), Path(folder, "copy"), before.files)
        except (OSError, TargetError) as error:
            yield from _as_it_was(row, fixing, f"cannot be copied: {error}")
            return
        again = dataclasses.replace(repair.redirect(asked, copy), compare_outcomes=str(outcomes), facts=True)
        for level in LEVELS[fixing]:
            copy.restore()
            yield _fixed(row, level, copy, again, before, limits, run_copy)


def _as_it_was(row: RunRow, fixing: Fixing, why: str) -> Iterator[RepairRow]:
    for level in LEVELS[fixing]:
        yield RepairRow(level, [], 0, row.status, len(row.breaks), None, why[:TEXT])


def _fixed(
    row: RunRow,
    level: FixLevel,
    copy: repair.Copy,
    again: Request,
    before: Observation,
    limits: Limits,
    run_copy: Run,
) -> RepairRow:
    done = fix_copy(
        again.target,
        copy,
        again,
        before,
        limits,
        unsafe=level == "unsafe",
        # Of a library's model the package is the copy itself.
        follow=() if parse_spec(again.target).is_model else again.packages,
        run=lambda request, _limits: run_copy(request),
    )
    codes, taken_back = [one.code for one in done.fixes], sum(one.ran for one in done.taken_back)
    if not done.fixes:
        return RepairRow(level, [], taken_back, row.status, len(row.breaks), None, done.note[:TEXT])
    after = run_copy(again)
    repair.add_agreement(done, after)
    agrees = done.agrees
    if agrees is not None:
        summary = "; ".join([agrees.summary, *agrees.notes])
    elif after.run.failure is not None:
        summary = after.run.failure.message
    else:
        summary = "its results could not be compared"
    verdict = agrees.status if agrees is not None else None
    text = summary.replace(str(copy.root), str(copy.original))[:TEXT]
    return RepairRow(level, codes, taken_back, status_of(after.run), len(after.run.breaks), verdict, text)


def _root(spec: Spec, folder: str, files: Sequence[Path]) -> Path:
    """The folder or file that holds the target's own code. Raises `TargetError`.

    A package is where its files were loaded from, which may be in another environment than this process's.
    """
    if not spec.is_file:
        top = spec.module.partition(".")[0]
        for parent in (parent for file in files for parent in file.resolve().parents):
            inner = (parent.parent / "__init__.py").is_file()
            if parent.name == top and (parent / "__init__.py").is_file() and not inner:
                return parent
    return source_root(spec, Path(folder))
