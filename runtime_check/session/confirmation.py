"""``check --fix --verify``: rewritten functions run as they were and as rewritten; a fix that fails is taken back.

What is run is what `fullgraph.runtime_check.target.target` can give inputs to: the targets that are named, and in each
rewritten file the names with inputs of their own. Nothing else in a file is called. A fix holds if the target's
outputs, gradients and mutated inputs are the original's in eager mode, compiled they are as well, no check that
passed before fails now, and compiled code does what eager does besides, but for the messages that a fix says it skips.
Where a target with all fixes fails, halves of them are tried, until those at fault are found.
"""

from __future__ import annotations

import ast
import dataclasses
import tempfile
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path

from fullgraph.lint.diagnostics.diagnostic import InputError
from fullgraph.lint.fixes.apply import FixResult, Site
from fullgraph.lint.fixes.confirmed import Confirmed, Function, Refused, Trial
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.lint.source.syntax import functions_of
from fullgraph.runtime_check.process.protocol import Request
from fullgraph.runtime_check.process.supervise import Observation, observe
from fullgraph.runtime_check.results import Numerics, Repair, Run
from fullgraph.runtime_check.session import repair
from fullgraph.runtime_check.session.verify import Settings, make_request, source_root
from fullgraph.runtime_check.target.target import Spec, TargetError, parse_spec

Holds = Callable[[Collection[Site]], list[str]]
"""Runs a target with these fixes and says what goes wrong."""
Rewrite = Callable[[Collection[Site]], FixResult]
"""Fixes the files in memory, with all fixes but those given."""
Progress = Callable[[str], None]
"""Called with one line about what runs."""


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
    first = rewrite(())
    rewritten = _functions(first)
    confirmed = Confirmed(first)
    refused: set[Site] = set()
    seen: set[Function] = set()
    for name, spec, wanted in [*named, *_with_inputs(first)]:
        if not rewritten or not (wanted or rewritten.keys() - seen):
            continue
        outcome, mine = _Trial(name, spec, settings, first, rewritten, rewrite, progress).run(refused)
        confirmed.trials.append(outcome)
        confirmed.refused += mine
        refused |= {one.site for one in mine}
        seen |= set(outcome.functions)
    confirmed.unrun = sorted(rewritten.keys() - seen)
    if refused:
        confirmed.result = rewrite(refused)
    _same_sources(first, confirmed.result)
    return confirmed


def _functions(result: FixResult) -> dict[Function, range]:
    """The functions that hold a fix, with their lines in the file as it was."""
    found: dict[Function, range] = {}
    for file in result.files:
        lines = {name: range(first, last + 1) for first, last, name in functions_of(file.source.text)}
        for site in file.sites:
            found[site.filename, site.function] = lines.get(site.function, range(1, len(file.source.lines) + 1))
    return found


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
            if isinstance(target, ast.Attribute) and target.attr == "fullgraph_inputs":
                declared.add(ast.unparse(target.value))
    for one in defined:
        if isinstance(one, ast.ClassDef) and any("fullgraph_inputs" in _bound(part) for part in one.body):
            declared.add(one.name)
    return [
        one.name
        for one in defined
        if one.name in declared
        or f"{one.name}_inputs" in names
        or (one.name in holders and "inputs" in names and one.name != "inputs")
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
    """One target: run as it is, then on a copy with all fixes, then with as many as it takes to find those at fault."""

    def __init__(
        self,
        name: str,
        spec: Spec,
        settings: Settings,
        first: FixResult,
        rewritten: Mapping[Function, range],
        rewrite: Rewrite,
        progress: Progress,
    ) -> None:
        self.name = name
        self.spec = spec
        self.settings = settings
        self.first = first
        self.rewritten = rewritten
        self.rewrite = rewrite
        self.progress = progress
        self.compared = ""
        self.problems: dict[Site, list[str]] = {}

    def run(self, refused: Collection[Site]) -> tuple[Trial, list[Refused]]:
        """Run it: the outcome, and the fixes that do not hold beside those that were ``refused`` before."""
        outcome = Trial(self.name)
        try:
            root = source_root(self.spec)
        except TargetError as error:
            outcome.not_run = str(error)
            return outcome, []
        with tempfile.TemporaryDirectory(prefix="fullgraph-fix-") as folder:
            outcomes = str(Path(folder, "outcomes.pt"))
            target = f"{self.spec.where}:{self.spec.attribute}"
            request = make_request(target, self.settings, root)
            self.progress(f"{self.name}: running as it was")
            before = observe(dataclasses.replace(request, save_outcomes=outcomes), self.settings.limits)
            if before.run.failure is not None:
                outcome.not_run = before.run.failure.message
                return outcome, []
            outcome.functions = self._reached(before)
            if not outcome.functions:
                return outcome, []
            try:
                copy = repair.copy_tree(self.spec, root, Path(folder, "copy"), before.files)
            except OSError as error:
                outcome.not_run, outcome.functions = f"cannot copy {root}: {error}", []
                return outcome, []
            again = repair.redirect(request, copy)
            again.compare_outcomes = outcomes
            mine = [
                site
                for file in self.first.files
                for site in file.sites
                if site not in refused and (site.filename, site.function) in outcome.functions
            ]
            mine = list(dict.fromkeys(mine))

            def holds(chosen: Collection[Site]) -> list[str]:
                without = {*refused, *(site for site in mine if site not in chosen)}
                _install(copy, self.first, self.rewrite(without) if without else self.first)
                count = f"{len(chosen)} fix{'' if len(chosen) == 1 else 'es'}"
                self.progress(f"{self.name}: running a copy with {count}")
                return self._judge(before.run, again, chosen)

            kept = self._narrow(mine, [], holds)
            outcome.compared = self.compared if kept else ""
        return outcome, [Refused(site, self.name, problems) for site, problems in self.problems.items()]

    def _reached(self, before: Observation) -> list[Function]:
        """The rewritten functions that the target runs, by the lines of their bodies."""
        lines = {Path(name).resolve(): rows for name, rows in before.reached.items()}
        paths = {file.source.display: file.source.path.resolve() for file in self.first.files}
        return [
            function
            for function, rows in self.rewritten.items()
            # The head of a function runs where it is defined, its body only when it is called.
            if any(row in lines.get(paths[function[0]], ()) for row in rows[1:] or rows)
        ]

    def _narrow(self, sites: Sequence[Site], kept: list[Site], holds: Holds) -> list[Site]:
        """Return the ``sites`` that hold beside the ones kept so far."""
        if not sites:
            return kept
        problems = holds([*kept, *sites])
        if not problems:
            return [*kept, *sites]
        if len(sites) == 1:
            self.problems[sites[0]] = problems
            return kept
        middle = len(sites) // 2
        kept = self._narrow(sites[:middle], kept, holds)
        return self._narrow(sites[middle:], kept, holds)

    def _skips(self, chosen: Collection[Site]) -> bool:
        """Return whether one of these fixes leaves messages out while compiling."""
        saying = {
            (done.filename, done.code, done.message)
            for file in self.first.files
            for done in file.fixed
            if done.fix is not None and done.fix.skips_messages
        }
        return any((site.filename, site.code, site.message) in saying for site in chosen)

    def _judge(self, before: Run, request: Request, chosen: Collection[Site]) -> list[str]:
        """The problems that the copy has and the original has not, in one line each."""
        after = observe(request, self.settings.limits)
        run = after.run
        if run.failure is not None:
            return [run.failure.message]
        problems = []
        agreement = Repair()
        repair.add_agreement(agreement, after)
        if agreement.agrees is not None and agreement.agrees.status == "fail":
            problems += agreement.agrees.notes or [agreement.agrees.summary]
        problems += [
            f"{verdict.check}: {verdict.summary}"
            for verdict in run.verdicts
            if verdict.status == "fail" and _status(before, verdict.check) == "pass" and verdict.check != "effects"
        ]
        problems += [f"effects: {text}" for text in new_effects(before, run, skips=self._skips(chosen))]
        if len(run.breaks) > len(before.breaks):
            problems.append(f"{len(run.breaks)} graph breaks, and {len(before.breaks)} before")
        if not problems:
            self.compared = _compared(agreement.numerics, len(before.breaks), len(run.breaks))
        return problems


def new_effects(before: Run, after: Run, *, skips: bool) -> list[str]:
    """The side effects that differ since the fixes, but for what these fixes say they leave out while compiling.

    A difference that was there before is not theirs, and where nothing was compiled before nothing is known.
    ``skips``: a fix skips messages while compiling; then they are lost, and the flags that keep them from being
    repeated.
    """
    if _status(before, "effects") not in ("pass", "fail"):
        return []
    known = {one.text for one in before.effects}
    return [
        one.text
        for one in after.effects
        if one.text not in known and not (skips and one.lost and (one.kind == "output" or one.is_flag))
    ]


def _status(run: Run, check: str) -> str | None:
    verdict = run.verdict(check)
    return verdict.status if verdict is not None else None


def _compared(numerics: Numerics | None, before: int, after: int) -> str:
    if numerics is None:
        return "nothing to compare"
    gradients = f", {numerics.gradients} of them gradients" if numerics.gradients else ""
    breaks = f"graph breaks: {before} before, {after} after"
    return f"{numerics.compared} tensors{gradients} equal; {breaks}"


def _install(copy: repair.Copy, first: FixResult, result: FixResult) -> None:
    """Give the copy the texts of ``result``, and the original one where that has no fix."""
    texts = {file.source.path.resolve(): file.text for file in result.files}
    for file in first.files:
        path = file.source.path.resolve()
        if path == copy.original or path.is_relative_to(copy.original):
            copy.of(path).write_bytes(file.source.encode(texts.get(path, file.source.text)))


def _same_sources(first: FixResult, last: FixResult) -> None:
    """Leave out what changed on disk while the targets ran: what would be written was not verified."""
    known: dict[Path, SourceFile] = {file.source.path.resolve(): file.source for file in first.files}
    kept = []
    for file in last.files:
        source = known.get(file.source.path.resolve())
        if source is None or source.text != file.source.text:
            message = "fixes not written: the file changed on disk while its fixes were verified; run again"
            last.errors.append(InputError(file.source.display, message))
        else:
            kept.append(file)
    last.files = kept
