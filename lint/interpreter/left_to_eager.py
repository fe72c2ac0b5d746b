"""What a break in a loop or a ``try`` does to its function, which runs in eager from the last break before it on."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.lint.domain.events import EagerComprehension, EagerConstructor
from fullgraph.lint.domain.frame import EarlierBreak, Finding, Frame
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import replace
from fullgraph.lint.interpreter import constructors, held
from fullgraph.lint.interpreter.compiled_alone import goes_with
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.lint.source.syntax import AnyFunction

Place = tuple[int, int]
"""A line and column of a function."""


class _Breaks(NamedTuple):
    """The breaks of a function that are there whatever runs, by where in it they happen."""

    leaving: list[tuple[Place, Finding, EarlierBreak]]
    """Those that leave the function to eager."""
    giving_up: set[int]
    """Of these, by their ids, those that leave what is in front of them to eager too."""
    resumed: list[tuple[Place, Finding]]
    """Those behind which TorchDynamo goes on."""


def mark(interp: Evaluator, frame: Frame) -> None:
    """Say of what is found behind a break that leaves the function to eager that it waits for that one to be gone.

    Then tell of the comprehensions and the constructors that eager runs.
    """
    breaks = _breaks(frame)
    if not breaks.leaving:
        return
    frame.findings = [_behind(frame, one, breaks, frame.findings[:index]) for index, one in enumerate(frame.findings)]
    for node, conditions in frame.compiled_alone.items():
        if causes := _leading(frame, node, conditions, breaks):
            interp.emit(EagerComprehension(node, frame, interp, causes, conditions))
    for node, (instance, conditions) in frame.built.items():
        init = instance.cls.find_method("__init__")
        if init is not None and (causes := _leading(frame, node, conditions, breaks)):
            for constructor, used in constructors.frames(frame, node, instance, init):
                interp.emit(EagerConstructor(used, constructor, interp, instance, causes, conditions))
                frame.findings += constructor.findings


def _leading(frame: Frame, node: ast.expr, conditions: Sequence[PathCondition], breaks: _Breaks) -> tuple[Finding, ...]:
    """The breaks by which eager runs an expression, if it does: none behind which TorchDynamo goes on comes between."""
    place = _place(node)
    resumed = (at for at, one in breaks.resumed if at > place and held.breaks(one) and goes_with(one, conditions))
    last = min(resumed, default=None)
    leaving = (
        one
        for at, one, earlier in breaks.leaving
        if not held.is_while_test(frame, earlier.node)  # TorchDynamo goes on behind the first test
        and (last is None or at < last)
        and (at < place or id(one) in breaks.giving_up or held.is_in_one_loop(frame, earlier.node, node))
    )
    return tuple(one for one in leaving if held.breaks(one) and goes_with(one, conditions))


def _breaks(frame: Frame) -> _Breaks:
    breaks = _Breaks([], set(), [])
    for finding in frame.findings:
        if not is_about_break(finding.code) or finding.confidence == "low" or finding.once_changed:
            continue
        at = held.in_frame(frame, finding)
        if at is not None:
            uncompiled = finding.escapes or (finding.uncompiled and finding.event.frame is frame)
            leaves = uncompiled or held.leaves_to_eager(frame, at) or held.is_in_generator(frame, finding)
            place = _place_of_break(frame, finding, at)
            if leaves:
                breaks.leaving.append((place, finding, EarlierBreak(frame.module, at, finding.modes)))
                in_generator = held.is_in_generator(frame, finding) or at in frame.left_by
                if not uncompiled and (in_generator or held.gives_up_front(frame, at)):
                    breaks.giving_up.add(id(finding))
            else:
                breaks.resumed.append((place, finding))
    breaks.leaving.sort(key=lambda known: known[0])
    return breaks


def _behind(frame: Frame, finding: Finding, breaks: _Breaks, earlier: Sequence[Finding]) -> Finding:
    """A finding with the break that has to be gone before the compiler gets to it.

    It is one of the function's own code, or of code that TorchDynamo meets only as a part of this function. Within a
    statement what is found first, and so is in ``earlier``, comes first.
    """
    if finding.behind or finding.event.in_eager:
        return finding
    own = finding.event.frame is frame
    node = finding.event.node if own else held.in_frame(frame, finding) if finding.in_caller else None
    if node is None:
        return finding
    place, statement = _place(node), _statement(frame, node)
    first: dict[Mode, EarlierBreak] = {}
    for at, one, leaving in breaks.leaving:
        in_front = at < place
        if statement is not None and _statement(frame, leaving.node) is statement:
            in_front = any(one is known for known in earlier)
        if in_front and goes_with(one, finding.conditions) and one.event.node is not finding.event.node:
            for mode in one.modes:
                first.setdefault(mode, leaving)
    return replace(finding, behind=tuple(first.values())) if first else finding


def _statement(frame: Frame, node: ast.AST) -> ast.stmt | None:
    """The statement that an expression is a part of."""
    at: ast.AST | None = node
    while isinstance(at, (ast.expr, ast.comprehension, ast.keyword, ast.withitem)):
        at = frame.module.parents.get(at)
    return at if isinstance(at, ast.stmt) and at is not node else None


def _place_of_break(frame: Frame, finding: Finding, node: ast.AST) -> Place:
    """Where a break stands: behind the loop around it where the first round may pass it.

    So it is with the test of a ``while``, and with numbers that ``fullgraph=True`` captures, which may be constants
    before the loop has computed with them.
    """
    captured = "default" not in finding.modes
    inner, at = node, frame.module.parents.get(node)
    while at is not None and not isinstance(at, AnyFunction):
        if isinstance(at, ast.While) and (captured or inner is at.test):
            return at.end_lineno or at.lineno, at.end_col_offset or 0
        if isinstance(at, ast.For) and captured and inner is not at.iter:
            return at.end_lineno or at.lineno, at.end_col_offset or 0
        inner, at = at, frame.module.parents.get(at)
    return _place(node)


def _place(node: ast.AST) -> Place:
    return getattr(node, "lineno", 0), getattr(node, "col_offset", 0)
