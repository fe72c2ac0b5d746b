"""``check --fix --verify``: rewritten functions run as they were and as rewritten; a fix that fails is taken back.

What is run is what `fullgraph.runtime_check.target.target` can give inputs to: the targets that are named, and in each
file with something to rewrite the names with inputs of their own. Nothing else in a file is called. What the runs of
the code as it was see is known to the fixes, as facts are; `fullgraph.runtime_check.session.holding` says which hold.
"""

from __future__ import annotations

import ast
import dataclasses
import tempfile
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path

from fullgraph.lint.config import input_names
from fullgraph.lint.diagnostics.diagnostic import InputError
from fullgraph.lint.facts.schema import Recorded
from fullgraph.lint.fixes.apply import FixedFile, FixResult, Site
from fullgraph.lint.fixes.confirmed import Confirmed, Function, Kept, Rewrite, Trial, files_of, placed
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.runtime_check.process.supervise import Observation, observe
from fullgraph.runtime_check.session import repair
from fullgraph.runtime_check.session.holding import OnCopy, Progress, Settling, facts_of, reached_in, runs_body
from fullgraph.runtime_check.session.verify import Settings, make_request, source_root
from fullgraph.runtime_check.target.target import Spec, TargetError, parse_spec


def confirm(
    rewrite: Rewrite,
    settings: Settings,
    targets: Sequence[str] = (),
    progress: Progress = lambda _line: None,
) -> Confirmed:
    """Keep of the fixes what holds; nothing is written. Raises `TargetError` for a target that is none.

    ``targets`` are run beside those with inputs of their own.
    """
    named = [(name, parse_spec(name), True) for name in targets]
    sources: dict[str, SourceFile] = {}

    def noting(without: Collection[Site], facts: Recorded, everything: bool = False) -> FixResult:
        result = rewrite(without, facts, everything)
        for file in result.files:
            sources.setdefault(file.source.display, file.source)
        return result

    possible = noting((), Recorded(), everything=True)
    missing = {(site.filename, site.function) for file in possible.files for site in file.sites}
    with tempfile.TemporaryDirectory(prefix="fullgraph-fix-") as folder:
        trials: list[_Trial] = []
        recorded = Recorded()
        for name, spec, wanted in [*named, *_with_inputs(possible)]:
            if wanted or missing:
                trial = _Trial(name, spec, settings, Path(folder, str(len(trials))), progress)
                trials.append(trial)
                recorded = recorded.join(trial.recorded)
                missing -= trial.reached(missing, files_of(possible))
        settling = Settling(noting, [], recorded)
        files = {**files_of(possible), **settling.files}
        functions = {(site.filename, site.function) for file in files.values() for site in file.sites}
        for trial in trials:
            trial.make_copy(functions, files)
        settling.trials = [trial.copy for trial in trials if trial.copy is not None]
        settling.run()
        confirmed = _confirmed(settling, trials, targets)
    _same_sources(sources, confirmed.result)
    return confirmed


def _confirmed(settling: Settling, trials: Sequence[_Trial], named: Collection[str]) -> Confirmed:
    """The end of it, in the terms of `check`. Of targets that nobody has ``named`` those count that tell something."""
    confirmed = Confirmed(settling.result, refused=list(settling.refused.values()))
    for one in placed(settling.result).values():
        confirmed.kept.append(Kept(one, settling.ran_by(one.site)))
    fixes = [*(one.fix for one in confirmed.kept), *(one.fix for one in confirmed.refused)]
    functions = sorted({(one.site.filename, one.site.function) for one in fixes})
    for trial in trials:
        outcome = trial.outcome
        if trial.copy is not None:
            outcome.functions = [one for one in functions if settling.runs(trial.copy, one)]
            outcome.compared = trial.copy.last.compared if trial.copy.last is not None else ""
        if outcome.functions or outcome.not_run is not None or trial.name in named:
            confirmed.trials.append(outcome)
    seen = {one for trial in trials for one in trial.outcome.functions}
    confirmed.unrun = [one for one in functions if one not in seen]
    return confirmed


def _with_inputs(result: FixResult) -> Iterable[tuple[str, Spec, bool]]:
    """The targets of the rewritten files that have inputs; with each, whether a fix lies in it."""
    found = []
    for file in result.files:
        if file.source.path.suffix != ".py":
            continue
        holders = {site.function.partition(".")[0] for site in file.sites}
        for name in names_with_inputs(file.source.tree, holders):
            spec = Spec(str(file.source.path), name)
            found.append((f"{file.source.display}:{name}", spec, name in holders))
    return sorted(found, key=lambda target: not target[2])


def names_with_inputs(tree: ast.Module, holders: Collection[str] = ()) -> list[str]:
    """The functions and classes of a file that have inputs of their own, and ``holders`` where the file has some."""
    defined = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    names = {node.name for node in defined}
    declared: set[str] = set()
    for node in tree.body:
        for target in _targets(node):
            if isinstance(target, ast.Name):
                names.add(target.id)
            if isinstance(target, ast.Attribute) and target.attr == input_names.ATTRIBUTE:
                declared.add(ast.unparse(target.value))
    for one in defined:
        if isinstance(one, ast.ClassDef) and any(input_names.ATTRIBUTE in _bound(part) for part in one.body):
            declared.add(one.name)
    return [
        one.name
        for one in defined
        if one.name in declared
        or f"{one.name}{input_names.OF_TARGET}" in names
        or (one.name in holders and input_names.INPUTS in names and one.name != input_names.INPUTS)
    ]


def _targets(node: ast.stmt) -> list[ast.expr]:
    if isinstance(node, ast.AnnAssign):
        return [node.target] if node.value is not None else []
    return node.targets if isinstance(node, ast.Assign) else []


def _bound(node: ast.stmt) -> set[str]:
    """The names that a statement of a class's body binds."""
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return {node.name}
    return {target.id for target in _targets(node) if isinstance(target, ast.Name)}


class _Trial:
    """One target, run as it is."""

    def __init__(self, name: str, spec: Spec, settings: Settings, folder: Path, progress: Progress) -> None:
        """``folder`` is made, for what is kept of it while others run."""
        self.name = name
        self.spec = spec
        self.settings = settings
        self.folder = folder
        self.progress = progress
        self.outcome = Trial(name)
        self.before: Observation | None = None
        """None where nothing is known of it."""
        self.copy: OnCopy | None = None
        """None where it runs nothing that fixes change."""
        folder.mkdir()
        try:
            self.root = source_root(spec)
        except TargetError as error:
            self.outcome.not_run = str(error)
            return
        self.request = make_request(f"{spec.where}:{spec.attribute}", settings, self.root)
        self.request.facts = True
        self.outcomes = str(folder / "outcomes.pt")
        progress(f"{name}: running as it was")
        before = observe(dataclasses.replace(self.request, save_outcomes=self.outcomes), settings.limits)
        if before.run.failure is not None:
            self.outcome.not_run = before.run.failure.message
        else:
            self.before = before

    @property
    def recorded(self) -> Recorded:
        """What was seen of its functions."""
        return facts_of(self.before) if self.before is not None else Recorded()

    def reached(self, functions: Collection[Function], files: Mapping[str, FixedFile]) -> set[Function]:
        """Those of the functions that it runs."""
        if self.before is None:
            return set()
        rows = reached_in(self.before)
        sources = {name: file.source for name, file in files.items()}
        return {
            (name, function)
            for name, function in functions
            if runs_body(rows.get(sources[name].path.resolve(), ()), sources[name].text, function)
        }

    def make_copy(self, functions: Collection[Function], files: Mapping[str, FixedFile]) -> None:
        """Copy the code of the target, if it runs one of the functions."""
        if self.before is None or not self.reached(functions, files):
            return
        try:
            copy = repair.copy_tree(self.spec, self.root, self.folder / "copy", self.before.files)
        except OSError as error:
            self.outcome.not_run = f"cannot copy {self.root}: {error}"
            return
        again = repair.redirect(self.request, copy)
        again.compare_outcomes = self.outcomes
        self.copy = OnCopy(self.name, self.before, again, copy, self.settings.limits, self.progress)


def _same_sources(known: Mapping[str, SourceFile], last: FixResult) -> None:
    """Leave out what changed on disk while the targets ran: what would be written was not verified."""
    kept = []
    for file in last.files:
        source = known.get(file.source.display)
        if source is None or source.text != file.source.text:
            message = "fixes not written: the file changed on disk while its fixes were verified; run again"
            last.errors.append(InputError(file.source.display, message))
        else:
            kept.append(file)
    last.files = kept
