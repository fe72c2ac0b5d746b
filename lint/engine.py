"""One run of ``check``: files in, diagnostics out."""

from __future__ import annotations

import ast
import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from fullgraph.lint import conditions, suppress
from fullgraph.lint.diagnostics import (
    CONFIDENCES,
    Applicability,
    CheckResult,
    Confidence,
    Diagnostic,
    InputError,
    Mode,
    Step,
)
from fullgraph.lint.events import Dispatch, Event, Finding
from fullgraph.lint.interpreter.frame import Frame
from fullgraph.lint.interpreter.machine import Handler, Interpreter
from fullgraph.lint.project import Module, Project
from fullgraph.lint.scope import Roots, Scope
from fullgraph.lint.source import SourceError
from fullgraph.lint.unused import Reached, unused_in
from fullgraph.rules.base import Rule, load_rules
from fullgraph.rules.torch_data import load as load_torch_data

if TYPE_CHECKING:
    from fullgraph.lint.settings import Patterns


@dataclass(frozen=True)
class Options:
    """What a run looks for."""

    select: tuple[str, ...] = ()
    """Codes or their beginnings; empty for all."""
    ignore: tuple[str, ...] = ()
    follow: tuple[str, ...] = ()
    """Installed packages whose code is read too."""
    mode: Mode = "default"
    """The compile mode of code that no ``torch.compile`` call decides."""
    confidence: Confidence = "medium"
    """Findings less sure than this are left out."""
    scope: Scope = "all"
    """``all``: every ``nn.Module.forward`` is compiled; ``explicit``: only what a ``torch.compile`` reaches."""
    torch_version: str | None = None
    """The torch that compiles, such as ``2.13``; None for the one installed here, else the newest known."""
    per_file_ignores: tuple[tuple[Patterns, tuple[str, ...]], ...] = ()
    """Codes that are ignored in the files that the patterns mean."""
    fixable: tuple[str, ...] = ("FG",)
    """Codes whose fixes may be applied; the fixes of others are suggestions."""
    unfixable: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()
    """What is compiled too, such as ``package.module:name`` or ``/file.py:Class.method``."""
    sources: Mapping[Path, str] = field(default_factory=dict)
    """Text that stands in for what is on disk."""

    def selects(self, code: str) -> bool:
        chosen = not self.select or code.startswith(self.select)
        return chosen and not code.startswith(self.ignore)

    def ignored_in(self, path: Path) -> tuple[str, ...]:
        """The codes that are ignored in this file."""
        resolved = path.resolve() if self.per_file_ignores else path
        return tuple(code for patterns, codes in self.per_file_ignores if patterns.match(resolved) for code in codes)

    def may_fix(self, code: str) -> bool:
        return code.startswith(self.fixable) and not code.startswith(self.unfixable)


def check(files: Sequence[Path], options: Options | None = None) -> CheckResult:
    """Check files. Those that cannot be read or parsed are in ``errors``; the others are checked all the same."""
    options = options or Options()
    result = CheckResult()
    with collector_off():
        project, modules = read(files, options, result.errors)
        result.files_checked = len(modules)
        rules = {rule.code: rule for rule in load_rules()}  # also those not selected: rules build on each other
        machine = interpreter(project, options, rules.values())
        commented = [module for module in modules if suppress.has_own(module.source.text)]
        reached = Reached()
        if commented:
            machine.observer = reached
        findings = Roots(machine, options.mode, options.scope, options.roots).run(modules)
        result.diagnostics = reported(findings, rules, modules, options)
        if commented:
            everything = diagnose(findings, rules, options, every=True)
            for module in commented:
                result.unused += unused_in(module.source, everything, reached, tuple(rules))
        result.involved = set(project.by_path)
    return result


@contextmanager
def collector_off() -> Iterator[None]:
    """Without the garbage collector: a run makes many objects and few cycles."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def read(files: Iterable[Path], options: Options, errors: list[InputError]) -> tuple[Project, list[Module]]:
    """The project and those of its files that were given and could be read; ``errors`` takes the others."""
    project = Project(options.follow, {path.resolve(): text for path, text in options.sources.items()})
    errors += [
        InputError(name, "cannot follow this package: it is not installed here")
        for name in options.follow
        if not project.is_installed(name)
    ]
    modules: list[Module] = []
    for path in files:
        try:
            modules.append(project.add(path))
        except SourceError as failure:
            errors.append(failure.error)
    return project, modules


def interpreter(project: Project, options: Options, rules: Iterable[Rule]) -> Interpreter:
    """One that tells these rules what happens."""
    handlers: dict[type[Event], list[tuple[str, Handler]]] = {}
    for rule in rules:
        for event, function in rule.checks:
            handlers.setdefault(event, []).append((rule.code, function))
    return Interpreter(project, load_torch_data(options.torch_version), handlers)


def reported(
    findings: Sequence[Finding], rules: Mapping[str, Rule], modules: Sequence[Module], options: Options
) -> list[Diagnostic]:
    """What is said of findings, less what comments silence, by file and place."""
    found = diagnose(findings, rules, options)
    kept: list[Diagnostic] = []
    for module in modules:
        mine = [diagnostic for diagnostic in found if diagnostic.filename == module.source.display]
        if mine and (ignored := options.ignored_in(module.source.path)):
            mine = [diagnostic for diagnostic in mine if not diagnostic.code.startswith(ignored)]
        if mine:
            kept += [_as_allowed(one, options) for one in suppress.apply(mine, module.source.text)]
    return sorted(kept, key=lambda diagnostic: diagnostic.sort_key)


def _as_allowed(diagnostic: Diagnostic, options: Options) -> Diagnostic:
    """With its fix as a suggestion where it is not to be applied."""
    fix = diagnostic.fix
    if fix is None or options.may_fix(diagnostic.code):
        return diagnostic
    return replace(diagnostic, fix=replace(fix, applicability=Applicability.DISPLAY))


Located = tuple[Frame, ast.expr | ast.stmt, tuple[Step, ...]]


def diagnose(
    findings: Sequence[Finding], rules: Mapping[str, Rule], options: Options, *, every: bool = False
) -> list[Diagnostic]:
    """One diagnostic for each cause: the surest finding of a place, with the first way that led there.

    ``every``: also those that the options leave out.
    """
    absorbed = {place_of(cause) for finding in findings for cause in finding.absorbs}
    placed = {_dispatch(finding) for finding in findings if finding.at is not None}
    best: dict[object, tuple[Finding, Located]] = {}
    others: dict[object, set[str]] = {}
    for finding in findings:
        if conditions.exceptional(finding.conditions):
            finding = replace(finding, confidence="low")
        root = finding.root
        if root is None or (not every and _left_out(finding, root.mode, options)):
            continue
        if not every and place_of(finding) in absorbed:
            continue
        located = where(finding)
        if located is None or (finding.at is None and _dispatch(finding) in placed):
            continue
        frame, node, _ = located
        key = (frame.source.display, node.lineno, finding.code)
        others.setdefault(key, set()).add(root.text)
        known = best.get(key)
        if known is None or _strength(known[0]) < _strength(finding):
            best[key] = finding, located
    return [
        _diagnostic(finding, located, rules[finding.code], len(others[key]) - 1)
        for key, (finding, located) in best.items()
    ]


def _left_out(finding: Finding, mode: Mode, options: Options) -> bool:
    """Whether the options leave a finding out, in code that is compiled in this mode."""
    unsure = CONFIDENCES.index(finding.confidence) < CONFIDENCES.index(options.confidence)
    return mode not in finding.modes or not options.selects(finding.code) or unsure


def _strength(finding: Finding) -> tuple[int, int, int]:
    """The surest finding of a place is told, of those the one that holds most widely, then the one nearest a root."""
    return CONFIDENCES.index(finding.confidence), -len(finding.conditions), -len(finding.event.frame.chain())


def _dispatch(finding: Finding) -> object:
    """What a finding about a look-up is about: it is told where the object is made, if that is seen."""
    event = finding.event
    return (finding.code, event.owner.cls, event.attribute) if isinstance(event, Dispatch) else id(finding)


def place_of(finding: Finding) -> object:
    event = finding.event
    return (event.frame.source.display, event.node.lineno, event.node.col_offset, finding.code)


def where(finding: Finding) -> Located | None:
    """The frame and node to report at, and the steps from there down to the line that breaks."""
    if finding.at is not None:
        return (*finding.at, ())
    event = finding.event
    if event.frame.module.origin == "given":
        return event.frame, event.node, ()
    if event.frame.module.origin == "sibling":
        return None  # another file of the user's: it is reported when that file is checked
    down = [Step(event.text, event.frame.source.display, event.node.lineno)]
    frame = event.frame
    while frame.caller is not None and frame.module.origin != "given":
        node, frame = frame.call, frame.caller
        if frame.module.origin == "given" and isinstance(node, (ast.expr, ast.stmt)):
            return frame, node, tuple(down)
    return None


def _diagnostic(finding: Finding, located: Located, rule: Rule, more: int) -> Diagnostic:
    frame, node, down = located
    trace = finding.event.frame.trace()
    if more:
        trace = (*trace, Step(f"and {more} more way{'s' if more > 1 else ''}"))
    message = finding.message
    if down:
        message = f"{message} (in {down[-1].filename}:{down[-1].row})"
    source = frame.source
    return Diagnostic(
        code=finding.code,
        name=rule.name,
        message=message,
        filename=source.display,
        location=source.start(node),
        end_location=source.end(node),
        confidence=finding.confidence,
        modes=finding.modes,
        trace=trace,
        evidence=(*finding.evidence, *down),
        conditions=conditions.told(finding.conditions),
        registry=rule.registry,
        fix=finding.fix() if finding.fix is not None and not down else None,  # followed code is not the user's to edit
        url=rule.url,
        cells=source.cells,
    )
