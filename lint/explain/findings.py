"""The findings of a line: those that ``check`` reports, and those that it does not, with the reason."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics import cells
from fullgraph.lint.diagnostics.condition import restriction
from fullgraph.lint.diagnostics.diagnostic import Confidence, Diagnostic, Fix, Mode
from fullgraph.lint.diagnostics.measured import Measured
from fullgraph.lint.domain.faults import Faults
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.engine import api
from fullgraph.lint.explain import words
from fullgraph.lint.explain.places import Part
from fullgraph.lint.explain.watch import Run, Watch
from fullgraph.lint.explain.ways import Ways
from fullgraph.lint.project.index import Module
from fullgraph.lint.registry.rule import Rule
from fullgraph.lint.suppression import comments as suppress


@dataclass(frozen=True)
class Claim:
    """A rule's finding on the line."""

    code: str
    name: str
    message: str
    row: int
    confidence: Confidence
    modes: tuple[Mode, ...]
    hidden: tuple[str, ...] = ()
    """Why ``check`` does not report it; empty where it does."""
    fix: Fix | None = None
    """Of one that is reported."""
    measured: Measured | None = None
    """What breaks there cost, of one that is reported."""

    @property
    def reported(self) -> bool:
        return not self.hidden


def claims(
    found: Sequence[Finding],
    watch: Watch,
    ways: Ways,
    stands: Sequence[Part],
    module: Module,
    modules: Sequence[Module],
    rules: Mapping[str, Rule],
    options: Options,
    faults: Faults,
) -> list[Claim]:
    """All that rules said of the statements on the line, reported findings first. ``found`` are those that count."""
    rows = {row for part in stands for row in range(part.first, part.last + 1)}
    sieve = _Sieve(found, module, modules, rules, options, rows, faults)
    result = {(claim.row, claim.code): claim for claim in sieve.counted()}
    counted = {api.place_of(finding) for finding in found}
    for run, finding in watch.findings:
        key = (finding.event.node.lineno, finding.code)
        if api.place_of(finding) in counted or key in result:
            continue
        if finding.event.frame.module is module and key[0] in rows:
            result[key] = _claim(finding, rules, _dropped(run, finding, ways))
    return sorted(result.values(), key=lambda claim: (not claim.reported, claim.row, claim.code))


def _dropped(run: Run, finding: Finding, ways: Ways) -> str:
    """Why a finding does not even count."""
    if run.assumed:
        return "the line is not in compile scope"
    node = finding.event.node
    silent = run.silent(node)
    if silent is not None:
        return silent
    if not ways.count(run):
        return "its function is only called where a compiled run is taken not to come"
    around: ast.AST | None = node
    while around is not None and not isinstance(around, ast.stmt):
        around = run.module.parents.get(around)
    if isinstance(around, ast.Assert):
        return "what is said of the whole `assert` stands for it"
    return "check leaves it out"


class _Sieve:
    """Finds out which of the reasons to leave out a finding holds, by asking again without that reason."""

    def __init__(
        self,
        found: Sequence[Finding],
        module: Module,
        modules: Sequence[Module],
        rules: Mapping[str, Rule],
        options: Options,
        rows: set[int],
        faults: Faults,
    ) -> None:
        self.module = module
        self.rules = rules
        self.options = options
        self.rows = rows
        mine = [finding for finding in found if self._place(finding) is not None]
        near = [*mine, *(finding for finding in found if finding.absorbs and self._place(finding) is None)]
        selected = [finding for finding in near if options.selects(finding.code)]
        self.mine = mine
        self.shown = _by_place(api.reported(selected, rules, modules, options, faults))
        self.unsilenced = _by_place(api.diagnose(selected, rules, options, faults))
        unsure = replace(options, confidence="low")
        self.unsure = _by_place(api.diagnose(selected, rules, unsure, faults))
        self.not_assumed = _by_place(api.diagnose(selected, rules, replace(unsure, assume=()), faults))
        self.all = _by_place(api.diagnose(near, rules, replace(unsure, assume=()), faults))
        self.absorbed = {api.place_of(cause): finding.code for finding in found for cause in finding.absorbs}

    def _place(self, finding: Finding) -> tuple[str, int, str] | None:
        """Return where a finding is reported, if it is about the line."""
        event = finding.event
        there = event.frame.module is self.module and event.node.lineno in self.rows
        located = api.where(finding)
        if located is not None:
            frame, node, _ = located
            if there or (frame.module is self.module and node.lineno in self.rows):
                return (frame.source.display, node.lineno, finding.code)
        return (event.frame.source.display, event.node.lineno, finding.code) if there else None

    def counted(self) -> list[Claim]:
        result: dict[tuple[str, int, str], Claim] = {}
        hidden: dict[tuple[str, int, str], dict[str, None]] = {}
        for finding in self.mine:
            key = self._place(finding)
            assert key is not None
            shown = self.shown.get(key)
            if shown is not None:
                elsewhere = "" if key[0] == self.module.source.display and key[1] in self.rows else _elsewhere(shown)
                result[key] = _claim_of(shown, (elsewhere,) if elsewhere else ())
                continue
            hidden.setdefault(key, {}).update(dict.fromkeys(self._reasons(finding, key)))
            result.setdefault(key, _claim(finding, self.rules, ""))
        return [
            replace(claim, hidden=tuple(hidden[key])) if key in hidden and key not in self.shown else claim
            for key, claim in result.items()
        ]

    def _reasons(self, finding: Finding, key: tuple[str, int, str]) -> list[str]:
        if not self.options.selects(finding.code):
            given = "--ignore" if finding.code.startswith(self.options.ignore or ("\0",)) else "--select"
            return [f"{given} leaves out {finding.code}"]
        if key in self.unsilenced:
            comments = suppress.silencing(self.unsilenced[key], self.module.source.text)
            named = self.module.source.named
            return [f"the comment `{comment.text}` in {named(comment.row)} silences it" for comment in comments]
        if key in self.unsure:
            confidence = self.unsure[key].confidence
            return [f"it is of {confidence} confidence: --confidence {confidence} shows it"]
        if key in self.not_assumed:
            return [f"it holds {restriction(self.not_assumed[key].conditions)}, which is not assumed (--assume)"]
        if finding.root is not None and (finding.root.mode or self.options.mode) not in finding.modes:
            return [_wrong_mode(finding)]
        absorber = self.absorbed.get(api.place_of(finding))
        if absorber is not None:
            return [f"{absorber} is reported instead, at the line where it can be fixed"]
        if api.where(finding) is None:
            return ["it is in a file that was not given to check"]
        return ["check leaves it out"]


def _wrong_mode(finding: Finding) -> str:
    if finding.modes == ("fullgraph",):
        return "it breaks only under fullgraph=True, and here the mode is the default one (--mode fullgraph sets it)"
    return "it breaks only in the default mode, and here the mode is fullgraph=True"


def _elsewhere(diagnostic: Diagnostic) -> str:
    row = cells.at(diagnostic.cells, diagnostic.location.row)
    return f"it is reported at {words.short(diagnostic.filename)}:{row}, which leads here"


def _by_place(diagnostics: Sequence[Diagnostic]) -> dict[tuple[str, int, str], Diagnostic]:
    return {(d.filename, d.location.row, d.code): d for d in diagnostics}


def _claim_of(diagnostic: Diagnostic, hidden: tuple[str, ...]) -> Claim:
    row = diagnostic.location.row
    about = diagnostic.code, diagnostic.name, diagnostic.message, row, diagnostic.confidence, diagnostic.modes
    return Claim(*about, hidden, diagnostic.fix, diagnostic.measured)


def _claim(finding: Finding, rules: Mapping[str, Rule], hidden: str) -> Claim:
    name = rules[finding.code].name
    row = finding.event.node.lineno
    return Claim(finding.code, name, finding.message, row, finding.confidence, finding.modes, (hidden,))
