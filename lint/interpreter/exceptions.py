"""Exceptions that code raises while it is traced, and the handlers that TorchDynamo enters for them."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame, Raised
from fullgraph.lint.domain.values import ClassValue, External, SequenceValue, Value
from fullgraph.lint.project.index import ClassInfo

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator, State

KEY, INDEX, ATTRIBUTE = "builtins.KeyError", "builtins.IndexError", "builtins.AttributeError"


def may_be_handled(frame: Frame) -> bool:
    """Return whether a ``try`` is around the statement, in its function or in one above."""
    return frame.is_tried or bool(frame.tries)


def stated(interp: Evaluator, frame: Frame, node: ast.Raise) -> None:
    """A ``raise`` statement. One of something that is not known, or of what is handled already, is not followed."""
    named = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    if not frame.tracing or named is None or not may_be_handled(frame):
        return
    with interp.muted(frame):
        kind = _kind(interp.evaluate(frame, named))
    if kind is not None and not (frame.function is not None and frame.function.is_abstract):
        _note(interp, frame, Raised(kind, tuple(frame.conditions)))


def met(interp: Evaluator, frame: Frame, node: ast.expr, kind: str) -> None:
    """An expression that always raises, such as ``{}["key"]``: what follows in a ``try`` is not reached."""
    if not frame.tracing or not may_be_handled(frame) or not _always_runs(frame, node):
        return
    _note(interp, frame, Raised(kind, tuple(frame.conditions)))
    frame.stopped = bool(frame.tries)


def called(interp: Evaluator, frame: Frame, node: ast.AST, escaped: Iterable[Raised]) -> None:
    """A call of a function that these leave by."""
    for one in escaped:
        _note(interp, frame, Raised(one.kind, tuple(dict.fromkeys((*frame.conditions, *one.conditions)))))
        if not one.conditions and one.surely and _always_runs(frame, node):
            frame.stopped = bool(frame.tries)


def handled(interp: Evaluator, frame: Frame, handler: ast.ExceptHandler, raised: Collection[Raised]) -> list[Raised]:
    """Those of the exceptions that a handler is for."""
    if not raised or handler.type is None:
        return list(raised)
    with interp.muted(frame):
        given = interp.evaluate(frame, handler.type)
    options = given.items if isinstance(given, SequenceValue) and given.items is not None else (given,)
    kinds = [kind for kind in map(_kind, options) if kind is not None]
    return [one for one in raised if any(_is_subclass(one.kind, kind) for kind in kinds)]


def passed_on(frame: Frame, raised: Mapping[Raised, Sequence[State]]) -> None:
    """What no handler of a ``try`` is for goes on to the one around it, or to the function's caller."""
    for one, states in raised.items():
        for state in states:
            _add(frame, one, state)


def _note(interp: Evaluator, frame: Frame, raised: Raised) -> None:
    _add(frame, raised, interp.save(frame) if frame.tries else None)


def _add(frame: Frame, raised: Raised, state: State | None) -> None:
    if not frame.tries:
        if len(frame.escaped) < MOST:
            frame.escaped[raised] = None
    elif state is not None and (raised in frame.tries[-1] or len(frame.tries[-1]) < MOST):
        states = frame.tries[-1].setdefault(raised, [])
        states[1:] = [state]


MOST = 8
"""Exceptions of a function, or of a ``try``, that are followed."""


def _kind(value: Value) -> ClassInfo | str | None:
    """The class of an exception: of the project, or of Python by its dotted name."""
    if isinstance(value, ClassValue):
        return value.cls
    return value.name if isinstance(value, External) and _builtin(value.name) is not None else None


def _builtin(name: str) -> type[BaseException] | None:
    found = getattr(builtins, name.removeprefix("builtins."), None)
    return found if isinstance(found, type) and issubclass(found, BaseException) else None


def is_exception(cls: ClassInfo) -> bool:
    """Return whether the objects of a class can be raised."""
    return any(_builtin(base) is not None for base in cls.external_bases())


def _is_subclass(kind: ClassInfo | str, of: ClassInfo | str) -> bool:
    if isinstance(of, ClassInfo):
        return isinstance(kind, ClassInfo) and kind.is_subclass(of)
    bases = kind.external_bases() if isinstance(kind, ClassInfo) else [kind]
    wanted = _builtin(of)
    found = [one for one in map(_builtin, bases) if one is not None]
    return wanted is not None and any(issubclass(one, wanted) for one in found)


def _always_runs(frame: Frame, node: ast.AST) -> bool:
    """Return whether an expression runs wherever its statement does."""
    at: ast.AST | None = node
    while isinstance(at, (ast.expr, ast.keyword, ast.comprehension)):
        if isinstance(at, (ast.IfExp, ast.BoolOp, ast.Lambda, ast.comprehension, *_COMPREHENSIONS)):
            return False
        at = frame.module.parents.get(at)
    return True


_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
