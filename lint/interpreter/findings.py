"""Findings of one frame: which of them count, and where they are dropped."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.lint.diagnostics.reach import Repeats
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import replace


class PathConditions:
    """A context whose code runs under further path conditions."""

    __slots__ = ("added", "count", "frame")

    def __init__(self, frame: Frame, added: list[PathCondition]) -> None:
        self.frame, self.added, self.count = frame, added, len(frame.conditions)

    def __enter__(self) -> list[PathCondition]:
        self.frame.conditions += self.added
        return self.added

    def __exit__(self, *_: object) -> None:
        del self.frame.conditions[self.count :]


class SuppressedFindings:
    """A context whose findings are dropped."""

    __slots__ = ("count", "frame")

    def __init__(self, frame: Frame) -> None:
        self.frame, self.count = frame, len(frame.findings)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        del self.frame.findings[self.count :]


def uncompiled_modes(frame: Frame, node: ast.AST) -> set[Mode]:
    """Return the modes in which an earlier finding, under no other conditions, leaves the whole function to eager."""
    return {
        mode
        for finding in frame.findings
        if finding.uncompiled
        and finding.event.frame is frame
        and finding.event.node is not node
        and finding.conditions == tuple(frame.conditions[: len(finding.conditions)])
        for mode in finding.modes
    }


def without_modes(finding: Finding, modes: set[Mode]) -> Finding:
    """A finding that does not hold in some modes."""
    return replace(finding, modes=tuple(mode for mode in finding.modes if mode not in modes))


def distinct(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Return each finding once, under the fewest conditions: a function that is called twice has all of its twice.

    It repeats as that of the call which repeats it most does.

    A finding that holds whichever way a test comes out does not depend on the test.
    """
    best: dict[object, Finding] = {}
    others: dict[object, dict[int, Finding]] = {}
    for finding in findings:
        node = finding.at[1] if finding.at is not None else finding.event.node
        key = (id(node), id(finding.event.node), finding.code, finding.confidence, finding.modes)
        known = best.get(key)
        repeats = finding.repeats if known is None else max(known.repeats, finding.repeats)
        if known is not None and (opposite := _opposite(known.conditions, finding.conditions)) is not None:
            kept = tuple(condition for condition in known.conditions if condition.test is not opposite)
            best[key] = replace(known, conditions=kept)
        elif known is None or len(finding.conditions) < len(known.conditions):
            best[key] = finding
        raises = finding.raises if known is None else _either(known.raises, finding.raises)
        if (best[key].repeats, best[key].raises) != (repeats, raises):
            best[key] = replace(best[key], repeats=repeats, raises=raises)
        if known is not None and (known.event.frame is not finding.event.frame or finding.elsewhere):
            found = others.setdefault(key, {id(one.event.frame): one for one in (known, *known.elsewhere)})
            found.update((id(one.event.frame), one) for one in (finding, *finding.elsewhere))
    for of, found in others.items():
        frame = best[of].event.frame
        elsewhere = (replace(one, elsewhere=()) for one in found.values() if one.event.frame is not frame)
        best[of] = replace(best[of], elsewhere=tuple(elsewhere))
    return tuple(best.values())


def _either(one: bool | None, other: bool | None) -> bool | None:
    """Whether a finding raises on one of two ways that lead to it; None where neither does and one does not tell."""
    if one or other:
        return True
    return None if None in (one, other) else False


def _opposite(left: Sequence[PathCondition], right: Sequence[PathCondition]) -> ast.expr | None:
    """Return the one test that comes out differently in conditions that are the same otherwise."""
    if len(left) != len(right):
        return None
    differing = [(one, two) for one, two in zip(left, right, strict=True) if one != two]
    if len(differing) != 1:
        return None
    ((one, two),) = differing
    return one.test if one.test is two.test else None


def repeat(frame: Frame, findings: Sequence[Finding], repeats: Repeats = Repeats.ONCE) -> None:
    """Add the findings of a call to those of its caller, under the caller's root and conditions.

    ``repeats``: how the caller repeats the call.
    """
    conditions = tuple(frame.conditions)
    for finding in findings:
        raises = frame.raises if finding.raises is None else finding.raises
        if (conditions or finding.root is not frame.root or finding.repeats < repeats) or raises != finding.raises:
            finding = replace(
                finding,
                root=frame.root,
                conditions=(*conditions, *finding.conditions),
                repeats=max(repeats, finding.repeats),
                raises=raises,
            )
        frame.findings.append(finding)
