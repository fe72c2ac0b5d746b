"""Contexts: what ``with``, stacks of contexts and functions decorated with one enter and leave."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.externals import PROGRESS_BAR, UNTRACED
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    NONE,
    UNKNOWN,
    ClassValue,
    Context,
    ExternalInstance,
    Function,
    Instance,
    SequenceValue,
    Value,
    replace,
)

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator

MAKERS = frozenset(("contextmanager", "asynccontextmanager"))
"""Decorators of ``contextlib``: what a generator function does in front of its ``yield`` is done where a ``with``
begins, and the rest where it ends."""
STACK = "contextlib.ExitStack"
_ENTERED = "entered"
"""Where a stack has its contexts on the heap."""


def is_maker(value: Value) -> bool:
    """Return whether what a call of a value gives decorates functions, so that they run in a context."""
    if isinstance(value, ClassValue):
        return "contextlib.ContextDecorator" in value.cls.external_bases()
    return isinstance(value, Function) and not value.info.decorator_names.isdisjoint(MAKERS)


def enter(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> Value:
    """Return what ``with value as`` binds."""
    if isinstance(value, Instance):
        method = value.cls.find_method("__enter__")
        return UNKNOWN if method is None else interp.call(frame, node, Function(method, value), [], {})
    if isinstance(value, Context):
        interp.heap.go(interp.contexts[value.site][0])
        return value.entered
    if isinstance(value, ExternalInstance) and value.cls == PROGRESS_BAR:
        return replace(value, site=frame.untraced_site)
    if isinstance(value, ExternalInstance) and value.cls not in UNTRACED:
        return value
    return UNKNOWN


def leave(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> None:
    """Do what a ``with`` does at its end, if no exception was raised."""
    if isinstance(value, Context):
        interp.heap.go(interp.contexts[value.site][1])
    elif isinstance(value, Instance) and (method := value.cls.find_method("__exit__")) is not None:
        interp.call(frame, node, Function(method, value), [NONE, NONE, NONE], {})
    elif isinstance(value, ExternalInstance) and value.cls == STACK and value.site is not None:
        for one in reversed(_entered(interp, value)):
            leave(interp, frame, node, one)
        interp.heap[value.site] = {}


def _entered(interp: Evaluator, stack: ExternalInstance) -> tuple[Value, ...]:
    held = interp.heap.of(stack.site).get(_ENTERED)
    return held.items or () if isinstance(held, SequenceValue) else ()


def stack_of(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``ExitStack()``."""
    site = ("stack", frame.module.name, node.lineno, node.col_offset)
    interp.heap[site] = {}
    return ExternalInstance(STACK, site=site)


def enter_on_stack(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``stack.enter_context(context)``."""
    stack, context = given.get(0), given.get(1, "cm")
    if context is None:
        return UNKNOWN
    entered = enter(interp, frame, node, context)
    if isinstance(stack, ExternalInstance) and stack.site is not None:
        contexts = SequenceValue("list", (*_entered(interp, stack), context))
        interp.heap[stack.site] = {_ENTERED: contexts}
    return entered
