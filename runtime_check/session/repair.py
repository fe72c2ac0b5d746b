"""``--fix`` without touching anything: copy the target's code, fix the copy, and say whether it computes the same."""

from __future__ import annotations

import dataclasses
import json
import re
import shutil
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from fullgraph.lint.config.options import Options
from fullgraph.lint.facts import identity
from fullgraph.lint.facts.files import merged
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.fixes.apply import FixResult, Site, allowed, fix_paths
from fullgraph.lint.fixes.confirmed import Refused, Rewrite, placed
from fullgraph.lint.source.atomic_write import diff
from fullgraph.lint.source.discovery import shorten
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Observation
from fullgraph.runtime_check.results import AppliedFix, Repair, Report, Run, TakenBack, Verdict, from_json
from fullgraph.runtime_check.target.target import Spec

NOT_CODE = (
    "__pycache__",
    ".git",
    ".hg",
    ".svn",
    ".venv",
    "venv",
    ".tox",
    ".nox",
    "node_modules",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
)
SIZE_LIMIT = 2**30


@dataclass(frozen=True)
class Copy:
    """A copy of ``original`` (a folder or a single file) at ``root``. Both are resolved."""

    original: Path
    root: Path
    import_folder: Path
    """The folder that has to be first on the import path for the copy to be imported."""
    files: tuple[Path, ...]
    """The copies of the files that the target loaded."""
    target: str
    by_path: bool
    """The target names a file, not a module."""

    def of(self, path: Path) -> Path:
        return self.root / path.relative_to(self.original) if path != self.original else self.root

    def root_of(self, root: str) -> str:
        """A root of ``check`` in the copy; one in a file that is not copied as it is."""
        where, _, name = root.rpartition(":")
        return f"{self.of(Path(where))}:{name}" if Path(where).is_relative_to(self.original) else root

    @property
    def identities(self) -> dict[str, str]:
        """By the names by which facts know the files that the target loaded, those of their copies."""
        return {identity.of_file(self.original_of(path)): identity.of_file(path) for path in self.files}

    def original_of(self, path: Path) -> Path:
        return self.original / path.relative_to(self.root) if path != self.root else self.original

    def restore(self) -> None:
        """Make the copies of the loaded files what their originals are."""
        for path in self.files:
            path.write_bytes(self.original_of(path).read_bytes())


def copy_tree(spec: Spec, original: Path, folder: Path, files: Sequence[Path]) -> Copy:
    """Copy the code into ``folder``. Raises `OSError` if it cannot be read or is larger than ``SIZE_LIMIT``."""
    folder.mkdir()
    root = folder.resolve() / original.name
    if original.is_file():
        shutil.copy2(original, root)
    else:
        size = sum(path.stat().st_size for path in _code_of(original))
        if size > SIZE_LIMIT:
            raise OSError(f"it holds {size / 2**30:.1f} GiB: move the target to its own folder")
        shutil.copytree(original, root, symlinks=True, ignore=shutil.ignore_patterns(*NOT_CODE))
    mine = tuple(path for path in (file.resolve() for file in files) if path.is_relative_to(original))
    target = f"{spec.where}:{spec.attribute}"
    package = (original / "__init__.py").is_file() or original.is_file()
    copy = Copy(original, root, root.parent if package else root, (), target, spec.is_file)
    if spec.is_file:
        target = f"{copy.of(spec.path.resolve())}:{spec.attribute}"
    return dataclasses.replace(copy, files=tuple(copy.of(path) for path in mine), target=target)


def _code_of(folder: Path) -> list[Path]:
    found: list[Path] = []
    waiting = [folder]
    while waiting:
        for path in waiting.pop().iterdir():
            if path.name in NOT_CODE or path.is_symlink():
                continue
            if path.is_dir():
                waiting.append(path)
            else:
                found.append(path)
    return found


def redirect(request: Request, copy: Copy) -> Request:
    """The same request for the copy."""
    inputs_from = request.inputs_from
    if inputs_from is not None:
        where, _, attribute = inputs_from.rpartition(":")
        path = Path(request.folder, where)
        if path.is_file() and path.resolve().is_relative_to(copy.original):
            inputs_from = f"{copy.of(path.resolve())}:{attribute}"
    folder = [] if copy.by_path else [request.folder]
    return dataclasses.replace(
        request,
        target=copy.target,
        # A module is looked for in the current folder too, which holds the original: behind the copy.
        paths=[str(copy.import_folder), *folder, *request.paths],
        inputs_from=inputs_from,
        trace_roots=[str(copy.root)],
        save_outcomes=None,
    )


def as_in_original(run: Run, copy: Copy) -> Run:
    """The run with the original's paths where the copy's were."""
    text = json.dumps(dataclasses.asdict(run))
    before, after = (json.dumps(str(path))[1:-1] for path in (copy.root, copy.original))
    fixed: Run = from_json(Run, json.loads(text.replace(before, after)))
    return fixed


def patch_of(report: Report) -> str:
    """The fixes of all targets, with each file once: what several targets load is fixed alike in all of them."""
    files: dict[str, str] = {}
    for target in report.targets:
        for part in re.split(r"(?m)^(?=--- .*\n\+\+\+ )", target.repair.diff if target.repair is not None else ""):
            files.setdefault(part.partition("\n")[0], part)
    return "".join(files.values())


def add_agreement(repair: Repair, after: Observation) -> None:
    """Judge whether the fixed code computes what the original did, from the worker's comparisons."""
    agreement = after.agreements.get("compiled") or after.agreements.get("eager")
    if agreement is None:
        return
    problems = [text for version in after.agreements.values() for text in version.problems]
    repair.numerics = numerics = agreement.numerics
    what = f"{numerics.compared} tensors" + (f", {numerics.gradients} of them gradients" if numerics.gradients else "")
    if problems:
        repair.agrees = Verdict("agreement", "fail", f"{len(problems)} differences in {what}", problems[:10])
    else:
        text = f"{what} equal those of the original in eager; largest error {numerics.max_error:.1e}"
        repair.agrees = Verdict("agreement", "pass", text)


def rewriting(copy: Copy, roots: Sequence[str], follow: Sequence[str], facts_folder: Path, *, unsafe: bool) -> Rewrite:
    """What fixes the copies of the loaded files, in memory, as they are without fixes; they are so afterwards.

    ``roots`` are those of the original. Facts are those of the copies, and are put into files of ``facts_folder``.
    """
    options = Options(follow=tuple(follow), roots=tuple(map(copy.root_of, roots)))
    as_copied = {path: path.read_bytes() for path in copy.files if path.is_file()}

    def rewrite(without: Collection[Site], facts: Recorded, everything: bool = False) -> FixResult:
        for path, data in as_copied.items():
            if path.read_bytes() != data:
                path.write_bytes(data)
        given = dataclasses.replace(options, facts=merged(facts_folder, None, facts))
        return fix_paths(list(copy.files), given, unsafe or everything, write=False, without=without)

    return rewrite


def told(copy: Copy, result: FixResult, refused: Iterable[Refused], *, unsafe: bool) -> Repair:
    """What fixes make of the copy, and which were taken back."""
    repair = Repair()
    for one in refused:
        where = copy.original_of(Path(one.fix.site.filename).resolve())
        reason = "; ".join(one.problems)
        ran = one.target is not None
        repair.taken_back.append(
            TakenBack(one.fix.site.code, str(where), one.fix.row, one.fix.site.message, reason, ran)
        )
    diffs = []
    levels = placed(result)
    for file in result.files:
        original = copy.original_of(file.source.path.resolve())
        for done, site, row in zip(file.fixed, file.sites, file.rows, strict=True):
            message = done.fix.message if done.fix is not None else done.message
            level = str(levels[site].level.value)
            repair.fixes.append(AppliedFix(done.code, str(original), row, message, level))
        shown = SourceFile(original, file.source.text, file.source.encoding, str(shorten(original)))
        diffs.append(diff(shown, file.text, context=2).decode(errors="replace"))
    repair.diff = "".join(diffs)
    waiting = sum(allowed(diagnostic.fix, unsafe=True) for diagnostic in result.diagnostics)
    notes = [] if repair.fixes else ["check has no safe fix here" if not unsafe else "check has no fix here"]
    if waiting and not unsafe:
        notes.append(f"--unsafe-fixes would fix {waiting} more")
    notes += [str(error).replace(str(copy.root), str(copy.original)) for error in result.errors]
    repair.note = "; ".join(notes)
    return repair
