"""Events that several parts of the interpreter emit, and the evidence that they attach."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Literal

from fullgraph.lint.domain import sparse, tensor_reads
from fullgraph.lint.domain.events import Call, Compile, Hashed, HostCall
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import HIGH, Evidence, Origin, Value, scalar_part
from fullgraph.lint.interpreter import special_methods
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.source import syntax


def emit_call(
    interp: Evaluator,
    frame: Frame,
    node: ast.Call,
    name: str,
    given: Arguments,
    confidence: int = HIGH,
    owner: Value | None = None,
) -> None:
    """Emit a call; a method's object is its first argument."""
    if not frame.tracing and frame.module.origin != "given":
        return  # what a package does while nothing is compiled is not the user's to change
    event = Call if frame.tracing else HostCall
    if frame.tracing and name.startswith("torch."):
        used = sparse.parameter_used(name, given.args if owner is None else (owner, *given.args))
        if used is not None and not _is_told_apart(frame):
            interp.parameters.sparse.add(used)
    if interp.listeners.to_call(event, name):
        args = (owner, *given.args) if owner is not None else tuple(given.args)
        statement = frame.around(node)
        more = (given.kwargs, bool(given.rest), given.rest.positional)
        interp.emit(event(node, frame, interp, name, args, confidence, statement, *more))


def _is_told_apart(frame: Frame) -> bool:
    """Return whether the function, or a test of a class on the way, tells sparse tensors from others."""
    if frame.function is not None and sparse.asks_about_layout(frame.function.node):
        return True
    named = {getattr(node, "id", "") for condition in frame.conditions for node in syntax.walk(condition.test)}
    return "isinstance" in named


def emit_compile(
    interp: Evaluator,
    frame: Frame,
    node: ast.Call,
    target: Value,
    given: dict[str, Value],
    how: Literal["function", "decorator", "method"],
    is_open: bool,
) -> None:
    """Emit a ``torch.compile``."""
    interp.emit(Compile(node, frame, interp, target, given, how, frame.around(node), is_open))


def note(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> Value:
    """Record an expression's value for rewrites and observers."""
    if interp.probe is not None:
        value = interp.probe.note(frame, node, value)
    if interp.viewer is not None:
        interp.viewer.value(frame, node, value)
    return value


def because(
    frame: Frame, node: ast.AST, note: str, parent: Value | None = None, origin: Origin | None = None
) -> Evidence:
    return Evidence(node, frame.module, note, parent.evidence if parent is not None else None, origin=origin)


def emit_hashed(interp: Evaluator, frame: Frame, node: ast.expr, values: Iterable[Value]) -> None:
    """Python hashes the items of sets and the keys of dictionaries."""
    for value in values:
        special_methods.hashed(interp, frame, node, value)
        number = tensor_reads.held_number(value) if frame.tracing else None
        if number is not None:
            interp.emit(Hashed(node, frame, interp, value if scalar_part(value) is not None else number))
            return
