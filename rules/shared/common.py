"""Helpers of all rules: the confidence in a value, and its chain of evidence."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES, Confidence, Fix, Mode
from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.events import Test
from fullgraph.lint.domain.frame import Event, Finding, render
from fullgraph.lint.domain.values import External, Method, Tensor, Value, alternatives, scalar_part, tensor_part
from fullgraph.lint.project.index import Module, own_nodes
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.analysis.trees import within

DEFAULT_ONLY: tuple[Mode, ...] = ("default",)
"""Since torch 2.10 ``fullgraph=True`` captures dynamic shapes and scalars by itself."""
FULLGRAPH_ONLY: tuple[Mode, ...] = ("fullgraph",)
"""By default the graph has ended where a number was read, and what follows sees a number."""
READING = "FG2"
"""The rules about tensor data that Python reads."""


def breaks(finding: Finding) -> bool:
    """Return whether a finding is about a graph break, and not about recompiles, the way of compiling or results."""
    return is_about_break(finding.code)


def broken_since(event: Event, earlier: ast.AST) -> bool:
    """Return whether the graph ends between two places of compiled code, or may where they are in two functions."""
    row, function = getattr(earlier, "lineno", 0), event.frame.function
    if function is not None and earlier not in set(own_nodes(function.node)):
        row = function.node.lineno
    return any(breaks(one) and row <= one.event.node.lineno <= event.node.lineno for one in event.frame.findings)


def is_of_library(event: Event, function: ast.expr) -> bool:
    """Return whether a called function is an operation of the graph, or one that Python itself answers."""
    with event.interp.muted(event.frame):
        called = event.interp.evaluate(event.frame, function)
    return all(
        isinstance(one, External) or (isinstance(one, Method) and isinstance(one.owner, Tensor))
        for one in alternatives(called)
    )


def is_only_held(event: Event) -> bool:
    """Return whether a name or an attribute is read only to be held elsewhere."""
    parents = event.frame.module.parents
    parent = parents.get(event.node)
    if isinstance(parent, ast.keyword):
        parent = parents.get(parent)
    if isinstance(parent, (ast.Tuple, ast.List, ast.Dict, ast.Set, ast.Starred)):
        return True
    return isinstance(parent, ast.Assign) and all(isinstance(target, ast.Name) for target in parent.targets)


def confidence_of(value: Value) -> Confidence:
    """Return how sure it is that the value is tensor data."""
    part = tensor_part(value) or scalar_part(value)
    return CONFIDENCES[part.confidence] if part is not None else "low"


def explain(event: Event, value: Value, last: str) -> tuple[Step, ...]:
    """The chain from where the tensor comes from to what breaks."""
    part = tensor_part(value) or scalar_part(value)
    steps = render(part.evidence) if part is not None else ()
    return (*steps, event.frame.source.step(last, event.node))


def _on_rows(read: tuple[ast.AST, Module], event: Event) -> bool:
    """Return whether a number is read on a row of the event's node."""
    node, module = read
    rows = range(event.node.lineno, (event.node.end_lineno or event.node.lineno) + 1)
    return module is event.frame.module and getattr(node, "lineno", None) in rows


def _equals_integer(node: ast.expr) -> bool:
    """Return whether a test asks for one integer, or a size, which is asked of integers."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1:
        return False
    if any(map(_is_size, (node.left, *node.comparators))):
        return True
    if not isinstance(node.ops[0], (ast.Eq, ast.NotEq)):
        return False
    wanted = [side.value for side in (node.left, *node.comparators) if isinstance(side, ast.Constant)]
    return len(wanted) == 1 and type(wanted[0]) is int


def _is_size(node: ast.expr) -> bool:
    """Return whether an expression is written as a size: ``x.shape[0]``, ``x.size(0)``, ``len(x)``."""
    if isinstance(node, ast.Subscript):
        return isinstance(node.value, ast.Attribute) and node.value.attr == "shape"
    if not isinstance(node, ast.Call):
        return False
    func = node.func
    return (isinstance(func, ast.Attribute) and func.attr in ("size", "numel")) or (
        isinstance(func, ast.Name) and func.id == "len"
    )


def tested_value(event: Test, what: str, fix: Callable[[Test], Callable[[], Fix]] | None) -> Finding | None:
    """The finding for ``bool()`` on tensor data; None where the test only sees a number that was read elsewhere.

    Where the number is read in the test itself, the graph ends there by default: that is told as the test's break.
    """
    tensor, scalar = tensor_part(event.value), scalar_part(event.value)
    modes: tuple[Mode, ...] = BOTH_MODES
    reads: tuple[Finding, ...] = ()
    if tensor is None:
        if scalar is None:
            return None
        if scalar.read is None or not _on_rows(scalar.read, event):
            if not scalar.captured:
                return None
            # Sorting is traced with no symbol, not even with one that has a value.
            modes = BOTH_MODES if event.kind == "sort" else FULLGRAPH_ONLY
        else:
            if scalar.given and (scalar.whole or _equals_integer(event.operand)):
                modes = DEFAULT_ONLY  # a full graph knows the number, and guards on it
            reads = tuple(
                one
                for one in event.frame.findings
                if one.code.startswith(READING)
                and one.event.frame is event.frame
                and within(one.event.node, event.operand)
            )
    kind = "tensor data" if tensor is not None else "a number read from a tensor"
    if tensor is None and scalar is not None and scalar.size:
        kind = "a length that depends on tensor data"
        fix = fix if fixes.raises(event.statement) else None
    if tensor is not None and tensor.random:
        kind = "a random draw, which is tensor data"
    return Finding(
        event,
        f"{what} depends on {kind}: {event.frame.text(event.operand)}",
        explain(event, event.value, f"{what} calls bool() on it"),
        confidence_of(event.value),
        modes,
        fix=fix(event) if fix is not None else None,
        absorbs=reads,
        once_changed=event.kind == "sort" and tensor is None,
    )
