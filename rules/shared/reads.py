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
    Scalar,
    Tensor,
    Value,
    alternatives,
    scalar_part,
    tensor_part,
)
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
    made = part.evidence
    while made is not None and isinstance(made.node, ast.arg):
        made = made.parent
    if made is None or part.dtype in _NEVER_KNOWN:
        return False
    row = getattr(made.node, "lineno", 0)
    frame: Frame | None = event.frame
    while frame is not None:
        here = frame is event.frame
        for finding in frame.findings:
            node, function = finding.event.node, finding.event.frame.function
            if finding.event.frame.module is not made.module or "default" not in finding.modes or function is None:
                continue
            inside = function.node.lineno <= row <= (function.node.end_lineno or row)
            before = node.lineno < event.node.lineno or not here or finding.event.frame is not frame
            if inside and row < node.lineno and before and node is not event.node:
                return True
        frame = frame.caller
    return False


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
