"""Models of the builtins that stand for a special method: ``str``, ``hash``, ``iter``, ``next``, ``abs`` and others."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    INT,
    STR,
    UNKNOWN,
    NumpyNumber,
    SequenceValue,
    Value,
    alternatives,
    join,
    join_all,
)
from fullgraph.lint.interpreter import special_methods
from fullgraph.lint.interpreter.models import itertools, numpy

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator, Model


def _text(name: str) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        if (first := given.get(0, "object")) is not None:
            special_methods.text(interp, frame, node, first, name)
        return STR

    return model


def _method(name: str, other: Value | None = None) -> Model:
    """What the method of that name gives; of all other values ``other``, or else the value itself."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        first = given.get(0)
        if first is None:
            return UNKNOWN
        own = special_methods.call(interp, frame, node, first, name, *given.args[1:])
        return own if own is not None else first if other is None else other

    return model


def _abs(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0) or UNKNOWN
    return numpy.of_builtin(frame, node, [first]) or special_methods.call(interp, frame, node, first, "abs") or first


def _next(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``next(iterator[, default])``."""
    iterator = given.get(0) or UNKNOWN
    own = special_methods.call(interp, frame, node, iterator, "next")
    options = [] if own is not None else [itertools.next_of(interp, frame, node, one) for one in alternatives(iterator)]
    found = own or join_all(options)
    return join(found, given.args[1]) if len(given.args) > 1 else found


def _reversed(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0) or UNKNOWN
    own = special_methods.call(interp, frame, node, first, "reversed")
    if own is None and isinstance(first, SequenceValue) and first.items is not None:
        return SequenceValue("list", first.items[::-1])
    return first if own is None else own


def _round(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    first = given.get(0) or UNKNOWN
    if isinstance(first, NumpyNumber) and len(given.args) == 1:
        return INT
    own = special_methods.call(interp, frame, node, first, "round", *given.args[1:])
    return first if own is None else own


MODELS: dict[str, Model] = {
    "builtins.str": _text("str"),
    "builtins.repr": _text("repr"),
    "builtins.hash": _method("hash", INT),
    "builtins.iter": _method("iter"),
    "builtins.next": _next,
    "builtins.reversed": _reversed,
    "builtins.abs": _abs,
    "builtins.divmod": _method("divmod", UNKNOWN),
    "builtins.round": _round,
}
