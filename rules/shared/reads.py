"""Helpers of the rules about reading: the value while it is traced, the confidence, the finding."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES, Fix, Mode
from fullgraph.lint.domain.events import Index
from fullgraph.lint.domain.frame import Event, Finding, Frame
from fullgraph.lint.domain.tensor_reads import given, held_tensor
from fullgraph.lint.domain.values import (
    LOW,
    MEDIUM,
    NONE,
    Const,
    Evidence,
    Origin,
    Scalar,
    Tensor,
    Value,
    alternatives,
    scalar_part,
    tensor_part,
)
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.names import in_versions

__all__ = [
    "computed",
    "given",
    "held_tensor",
    "is_length",
    "is_number_captured",
    "kind_of",
    "read",
    "resumed",
    "sure",
    "symbol",
]


def is_number_captured(event: Index) -> bool:
    """Return whether ``x[t] = 0`` is captured, with whatever tensor: before torch 2.11 numbers are filled in."""
    number = event.kind == "write" and isinstance(event.assigned, Const)
    return number and in_versions(event, before="2.11")


def sure(value: Value, part: Tensor | Scalar) -> int:
    """Return the confidence that a value is this part of it: lower where it may be something else than that or None."""
    others = [option for option in alternatives(value) if not isinstance(option, (Tensor, Scalar)) and option != NONE]
    return min(part.confidence, MEDIUM) if others else part.confidence


def computed(value: Value) -> Tensor | None:
    """The tensor that a value is, if the graph computes it: one that the graph is given may have a known number.

    TorchDynamo knows the number in an argument, or an attribute, that is a CPU tensor without dimensions.
    """
    part = tensor_part(value)
    return None if part is None or (given(part) and part.dtype not in _NEVER_KNOWN) else part


_NEVER_KNOWN = frozenset(("torch.int32", "torch.int16", "torch.int8", "torch.uint8"))
"""The dtypes of whole numbers in tensors that TorchDynamo does not look into, also where they are given."""


def resumed(event: Event, part: Tensor) -> bool:
    """Return whether, by default, the graph has ended since the tensor was computed.

    What follows is compiled on its own and is given the tensor, whose number TorchDynamo then knows.
    """
    links = _until_computed(part.evidence)
    if not links or part.dtype in _NEVER_KNOWN:
        return False
    frames: list[Frame] = []
    outer: Frame | None = event.frame
    while outer is not None:
        frames.append(outer)
        outer = outer.caller
    home = next((level for level, frame in enumerate(frames) if _is_in(links[0], frame)), len(frames))
    for level, frame in enumerate(frames):
        here = {(one.text, one.holds) for one in frame.conditions}
        for finding in frame.findings:
            if not here.issuperset((one.text, one.holds) for one in finding.conditions):
                continue  # the break is on another way, or on one of several
            node = finding.event.node
            if "default" not in finding.modes or not is_about_break(finding.code) or node is event.node:
                continue
            if level == 0 and finding.event.frame is frame and node.lineno >= event.node.lineno:
                continue
            if home < len(frames) and (level < home or (level == home and _is_behind(_led(frame, finding), links[0]))):
                return True
            if any(_is_in(link, finding.event.frame) and _is_behind(node, link) for link in links):
                return True
            if level > 0 and finding.event.frame is frame and any(_are_in_a_loop(node, link) for link in links):
                return True
    return False


def _until_computed(evidence: Evidence | None) -> list[Evidence]:
    """The calls that returned a tensor, outermost first, and the operation that made it."""
    links: list[Evidence] = []
    while evidence is not None:
        if not isinstance(evidence.node, ast.arg):
            links.append(evidence)
            if evidence.origin is not Origin.RETURNED:
                break
        evidence = evidence.parent
    return links


def _is_in(link: Evidence, frame: Frame) -> bool:
    """Return whether a link of evidence stands in a frame's function."""
    if frame.module is not link.module or frame.function is None:
        return False
    node = frame.function.node
    return node.lineno <= getattr(link.node, "lineno", 0) <= (node.end_lineno or 0)


def _is_behind(node: ast.AST | None, link: Evidence) -> bool:
    return node is not None and getattr(node, "lineno", 0) > getattr(link.node, "lineno", 0)


def _are_in_a_loop(node: ast.AST, link: Evidence) -> bool:
    """Return whether a break stands in a loop in which a tensor is computed: eager runs the whole loop then."""
    parents = link.module.parents
    around: ast.AST | None = link.node
    while around is not None and not isinstance(around, syntax.AnyFunction):
        if isinstance(around, (ast.For, ast.While)):
            return around.lineno <= getattr(node, "lineno", 0) <= (around.end_lineno or 0)
        around = parents.get(around)
    return False


def _led(frame: Frame, finding: Finding) -> ast.AST | None:
    """Where a frame's function breaks, or makes the call that does; None where that was another's call."""
    node: ast.AST | None = finding.event.node
    inner: Frame | None = finding.event.frame
    while inner is not None and inner.function is not frame.function:
        node, inner = inner.call, inner.caller
    return node if inner is not None else None


def symbol(value: Value) -> Scalar | None:
    """The number that a value is, if it has no value while it is traced under ``fullgraph=True``."""
    part = scalar_part(value)
    if part is None or tensor_part(value) is not None or not part.captured or part.given:
        return None
    return part


def is_length(value: Value) -> bool:
    """Return whether it is a length that depends on data: by default, the graph has ended where that was computed."""
    part = symbol(value)
    return part is not None and part.size


def kind_of(value: Value) -> str:
    """Return how messages call a symbol."""
    return "a length that depends on tensor data" if is_length(value) else "a number read from a tensor"


def read(
    event: Event,
    value: Value,
    message: str,
    step: str,
    modes: tuple[Mode, ...] = BOTH_MODES,
    fix: Callable[[], Fix] | None = None,
) -> Finding:
    """The finding for a value that Python reads: a tensor, a number read from one, or what holds tensors."""
    part = tensor_part(value) or scalar_part(value)
    if part is not None:
        confidence = sure(value, part)
    else:
        part = held_tensor(value)
        confidence = part.confidence if part is not None else LOW
    steps = explain(event, part or value, step)
    return Finding(event, message, steps, CONFIDENCES[confidence], modes, fixes.skip_fix(event, fix))
