"""From the interpreter's findings to claims: where each is reported, how sure it is, and what stands for it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fullgraph.lint.config.options import Options
from fullgraph.lint.diagnostics.condition import Condition
from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES, CannotWrite, Diagnostic, Edit, Fix, Mode, Position
from fullgraph.lint.diagnostics.measured import Measured
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.diagnostics.reach import EVERY_CALL, Reach
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.events import Dispatch
from fullgraph.lint.domain.faults import Faults
from fullgraph.lint.domain.frame import Event, Finding, Frame
from fullgraph.lint.facts.observed import never_ran
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.lint.registry.rule import Rule
from fullgraph.lint.results import callers
from fullgraph.lint.results.conditions import condition_of_break, condition_of_first, conditions_of
from fullgraph.lint.results.file_result import Lookup, Place, ReportedFinding, Strength
from fullgraph.lint.results.reach import reach_of
from fullgraph.lint.source import syntax
from fullgraph.lint.source.source_file import SourceFile

Located = tuple[Frame, ast.expr | ast.stmt, tuple[Step, ...]]


@dataclass
class _Group:
    """The findings of one place that are the same to whoever reads of them."""

    finding: Finding
    located: Located
    conditions: tuple[Condition, ...]
    shown: bool
    first: bool
    raises: bool = False
    roots: dict[str, None] = field(default_factory=dict)
    all: dict[int, Finding] = field(default_factory=dict)
    """What the rule answered in all runs of the code, by the frames."""
    reach: Reach | None = None
    is_reached: bool = False

    @property
    def strength(self) -> Strength:
        return strength(self.finding, self.conditions)

    def reach_by(self, reach: Reach, is_reached: bool) -> None:
        """Add a way that leads there. What is said to be compiled goes before what is taken to be."""
        if self.reach is None or is_reached > self.is_reached:
            self.reach, self.is_reached = reach, is_reached
        elif is_reached == self.is_reached:
            self.reach = self.reach.joined(reach)


def collect(
    findings: Sequence[Finding],
    first: int,
    rules: Mapping[str, Rule],
    options: Options,
    faults: Faults,
    left_out_too: Callable[[Frame], bool],
) -> list[ReportedFinding]:
    """The claims that findings come to, in each of the modes that the options ask for.

    ``first``: how many of them go before their equals. ``faults`` takes what goes wrong while fixes are made.
    ``left_out_too``: whether, of the file of a frame, those are wanted as well that the options leave out.
    """
    gone = absorbed(findings)
    moved = placed(findings)
    claims: list[ReportedFinding] = []
    for mode in options.modes:
        groups = _grouped(findings, first, options, mode, gone, moved, left_out_too)
        made = (_claim(group, rules[group.finding.code], mode, options, faults) for group in groups)
        claims += [claim for claim in made if claim is not None]
    return claims


def _grouped(
    findings: Sequence[Finding],
    first: int,
    options: Options,
    mode: Mode,
    gone: Container[Place],
    moved: Container[Lookup],
    left_out_too: Callable[[Frame], bool],
) -> Iterable[_Group]:
    """The findings by place, where the code whose mode the settings decide is compiled in this one."""
    groups: dict[object, _Group] = {}
    for number, finding in enumerate(findings):
        located = where(finding) if finding.root is not None else None
        if finding.root is None or located is None:
            continue
        frame, node, _ = located
        lookup = lookup_of(finding) if finding.at is None else None
        place = place_of(finding)
        conditions = conditions_of(finding.conditions, finding.event, options.assume)
        compiled = finding.root.mode or mode
        first_break = next((one for one in finding.behind if compiled in one.modes), None)
        if first_break is not None:
            conditions = (*conditions, condition_of_break(first_break))
        if finding.first_only:
            conditions = (*conditions, condition_of_first(finding.event))
        left_out = _left_out(finding, conditions, compiled, options)
        shown = not left_out and place not in gone and lookup not in moved
        if not shown and not left_out_too(frame):
            continue
        key = (frame.source.display, node.lineno, place, lookup, shown)
        known = groups.get(key)
        if known is None:
            known = groups[key] = _Group(finding, located, conditions, shown, number < first)
        elif known.strength < strength(finding, conditions):
            known.finding, known.located, known.conditions = finding, located, conditions
        known.reach_by(reach_of(finding), not finding.root.is_assumed)
        known.roots[finding.root.text] = None
        known.all.update((id(one.event.frame), one) for one in (finding, *finding.elsewhere))
        known.raises |= finding.raises is True and compiled == "default"
    return groups.values()


def _claim(group: _Group, rule: Rule, mode: Mode, options: Options, faults: Faults) -> ReportedFinding | None:
    """Return what is said of a place; None where that fails."""
    try:
        return _claimed(group, rule, mode, options, faults)
    except Exception as failure:
        frame, node, _ = group.located
        faults.add("rule", failure, frame.source, node, group.finding.code)
        return None


def _claimed(group: _Group, rule: Rule, mode: Mode, options: Options, faults: Faults) -> ReportedFinding:
    finding = group.finding
    return ReportedFinding(
        replace(
            _diagnostic(group, rule, _fix(group, options, faults)),
            reach=group.reach or EVERY_CALL,
            raises=group.raises,
        ),
        place_of(finding),
        group.strength,
        group.first,
        tuple(group.roots),
        group.is_reached,
        mode,
        group.shown,
        lookup_of(finding) if finding.at is None else None,
    )


def absorbed(findings: Iterable[Finding]) -> set[Place]:
    """The places of the findings that others stand for."""
    return {place_of(cause) for finding in findings for cause in finding.absorbs}


def placed(findings: Iterable[Finding]) -> set[Lookup]:
    """The look-ups that are reported where the object is made."""
    return {lookup for finding in findings if finding.at is not None and (lookup := lookup_of(finding)) is not None}


def _left_out(finding: Finding, conditions: Iterable[Condition], mode: Mode, options: Options) -> bool:
    """Return whether the options leave a finding out, in code that is compiled in this mode."""
    if any(condition.under(options.assume) is False for condition in conditions):
        return True
    unsure = CONFIDENCES.index(finding.confidence) < CONFIDENCES.index(options.confidence)
    return mode not in finding.modes or not options.selects(finding.code) or unsure


def strength(finding: Finding, conditions: Iterable[Condition]) -> Strength:
    """The surest finding of a place is told, of those one that something said to be compiled leads to.

    Then the one that holds most widely, then the one nearest a root.
    """
    is_reached = finding.root is not None and not finding.root.is_assumed
    open_ones = sum(condition.is_open for condition in conditions)
    return CONFIDENCES.index(finding.confidence), is_reached, -open_ones, -len(finding.event.frame.chain())


def lookup_of(finding: Finding) -> Lookup | None:
    """Return what a finding about a look-up is about: it is told where the object is made, if that is seen."""
    event = finding.event
    if not isinstance(event, Dispatch):
        return None
    cls = event.owner.cls
    return finding.code, cls.module.source.display, cls.node.lineno, event.attribute


def place_of(finding: Finding) -> Place:
    """Return where the event of a finding happens, and the code of the finding."""
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
    down = [event.frame.source.step(event.text, event.node)]
    frame = event.frame
    while frame.caller is not None and frame.module.origin != "given":
        node, frame = frame.call, frame.caller
        if frame.module.origin == "given" and isinstance(node, (ast.expr, ast.stmt)):
            return frame, node, tuple(down)
    return None


UNWRITTEN = Edit(Position(1, 1), Position(1, 1), "")
"""Stands for the edits of a fix where their texts are not wanted."""


def _fix(group: _Group, options: Options, faults: Faults) -> Fix | None:
    """The fix of a finding: the one place where fixes are made. A finding whose fix fails has none."""
    finding, (frame, node, down) = group.finding, group.located
    if finding.fix is None or down or not group.shown:  # followed code is not the user's to edit
        return None
    try:
        fix = finding.fix()
        if fix is not None and finding.at is None:
            fix = _within_lambda(fix, finding.event)
        if fix is None:
            return None
        computes = any(one.kind in _OF_VALUES for one in fix.obligations)
        fix = _everywhere(_resting(fix, finding.event), group, computes)
        if not options.writes_edits and "\f" not in frame.source.text:
            return replace(fix, edits=(UNWRITTEN,) if fix.edits else ())
        return _writable(replace(fix, edits=fix.written), frame.source)
    except CannotWrite as failure:
        return Fix(f"not rewritten: {failure}", is_suggestion=True)
    except Exception as failure:
        faults.add("fix", failure, frame.source, node, finding.code)
        return None


def _everywhere(fix: Fix, group: _Group, computes: bool) -> Fix:
    """A fix, as far as it is right in all runs of the code: with other arguments, and in other classes.

    ``computes``: whether it does more than leave something out, so that uses that were not interpreted count too.
    """
    for finding in group.all.values():
        if fix.is_suggestion or not fix.edits:
            return fix
        if finding.event.frame is group.finding.event.frame:
            continue
        if fix.open:
            return fix if NOT_ASKED in fix.open else fix.but(NOT_ASKED)
        other = finding.fix() if finding.fix is not None else None
        if other is not None:
            other = _resting(other, finding.event)
        if other is None or other.is_suggestion or not other.edits:
            why = "there is no fix" if other is None else other.summary
            fix = fix.but(Kind.PLAIN.open("where other arguments or classes lead here, {}").about(why))
        elif not other.edits_as(fix):
            fix = fix.but(
                Kind.PLAIN.open("where other arguments or classes lead here, the code would have to be another")
            )
        else:
            fix = fix.but(*other.open, *other.observed)
    if computes and not fix.open and fix.edits:
        event = group.finding.event
        seen = [finding.event.frame for finding in group.all.values()]
        call = callers.unseen(event.interp, event.frame, event.frame.around(event.node), seen)
        if call is not None:
            fix = fix.but(UNSEEN.about(call))
    return fix


NOT_ASKED = Kind.PLAIN.open("other arguments or classes lead here too, for which nothing more was looked at")
UNSEEN = Kind.PLAIN.open("`{}` is another use of the function, for which it was not proved")
_OF_VALUES = frozenset((Kind.VALUE, Kind.SHAPE, Kind.DTYPE, Kind.PLAIN, Kind.EXCEPTION, Kind.DERIVATIVE, Kind.SOURCES))
"""What obligations of fixes are about that compute, and do not only leave something out or take it from elsewhere."""


def _resting(fix: Fix, event: Event) -> Fix:
    """A fix with what its proof takes from recorded runs: what parameters of its functions, and of called ones, are.

    Those of all functions that the interpretation has met as called ones are taken, since any may have given a value.
    """
    observed = event.interp.observed
    if not observed.resting or fix.is_suggestion or not fix.edits:
        return fix
    around = {frame.function.node for frame in event.frame.chain() if frame.function is not None}
    texts = [
        text
        for node, named in observed.resting.items()
        if node in around or node in observed.passed_on
        for text in named.values()
    ]
    return fix.but(*map(Kind.PLAIN.observed, texts))


def _never_taken(finding: Finding) -> int:
    """Return how many recorded calls of a function around a finding took another branch; 0 if not known.

    The innermost function of which facts are known decides: it ran, whatever its callers did.
    """
    observed = finding.event.interp.observed
    frame: Frame | None = finding.event.frame if observed else None
    node: ast.AST | None = finding.event.node
    while frame is not None and node is not None:
        function = frame.function
        if function is not None and isinstance(function.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            fact = observed.of(frame.source.path, function.qualname, function.node)
            if fact is not None:
                nodes = [node] if frame is finding.event.frame else [node, *_calls_like(node, function.node)]
                return fact.calls if all(never_ran(fact, function.node, one) for one in nodes) else 0
        node, frame = frame.call, frame.caller
    return 0


def _measured(finding: Finding, located: Located) -> Measured | None:
    """What the breaks cost that a finding is about: of the line that it is reported at, else of the one that breaks."""
    observed = finding.event.interp.observed
    if not observed or not is_about_break(finding.code) or "default" not in finding.modes:
        return None
    places = (located[0], located[1]), (finding.event.frame, finding.event.node)
    costs = (observed.cost_at(frame.source.path, frame.module.tree, node.lineno) for frame, node in places)
    return next((cost for cost in costs if cost is not None), None)


def _calls_like(call: ast.AST, function: ast.AST) -> Iterator[ast.Call]:
    """The calls in a function of what a call there calls: one that is met again is not followed anew."""
    if isinstance(call, ast.Call):
        wanted = ast.dump(call.func)
        for one in syntax.walk(function):
            if isinstance(one, ast.Call) and one is not call and ast.dump(one.func) == wanted:
                yield one


def _within_lambda(fix: Fix, event: Event) -> Fix:
    """A fix, refused where it takes more than another expression in the body of a lambda.

    The statements around a lambda run at other times than its body: what they would do for it, they do not.
    """
    frame = event.frame
    if frame.function is None or not isinstance(frame.function.node, ast.Lambda):
        return fix
    source, body = frame.source, frame.function.node.body
    outermost: ast.expr | ast.stmt = frame.around(event.node)
    around: ast.AST | None = outermost
    while around is not None:
        outermost = around if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef)) else outermost
        around = frame.module.parents.get(around)
    for edit in fix.edits:
        inside = source.start(body) <= edit.location and edit.end_location <= source.end(body)
        beside = edit.end_location < source.start(outermost) or edit.location > source.end(outermost)
        if not inside and not beside:
            reason = "not rewritten: it is in a lambda, which cannot hold statements; make it a function"
            return Fix(reason, is_suggestion=True)
    return fix


def _diagnostic(group: _Group, rule: Rule, fix: Fix | None) -> Diagnostic:
    finding, located = group.finding, group.located
    frame, node, down = located
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
        trace=finding.event.frame.trace(),
        evidence=(*finding.evidence, *down),
        conditions=group.conditions,
        once_changed=finding.once_changed,
        never_taken=_never_taken(finding),
        measured=_measured(finding, located),
        registry=rule.registry,
        fix=fix,
        url=rule.url,
        cells=source.cells,
        below=down[-1] if down else None,
    )


def _writable(fix: Fix, source: SourceFile) -> Fix:
    """A fix, without its edits where a row of theirs is indented behind a form feed: Python counts from there."""
    if "\f" not in source.text:
        return fix
    rows = {row for edit in fix.edits for row in range(edit.location.row, edit.end_location.row + 1)}
    lines = (source.lines[row - 1] for row in rows if row <= len(source.lines))
    if any("\f" in line[: len(line) - len(line.lstrip())] for line in lines):
        return replace(fix, is_suggestion=True, edits=())
    return fix
