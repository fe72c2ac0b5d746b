"""Decorators of the project, applied to functions."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    ClassValue,
    Compiled,
    External,
    Function,
    Instance,
    Partial,
    Value,
    alternatives,
)
from fullgraph.lint.interpreter import calls
from fullgraph.lint.interpreter.arguments import NO_REST, Arguments
from fullgraph.lint.interpreter.models import builtins
from fullgraph.lint.project import wrappers

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def wrapped(interp: Evaluator, frame: Frame, decorator: ast.expr, value: Value) -> Value:
    """Return what a decorator of the project makes of a function that it wraps; the value itself for all others."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    maker = interp.evaluate(frame, named)
    if isinstance(maker, Function):
        if not wrappers.wraps(interp.project, maker.info):
            return value
    elif not isinstance(maker, ClassValue) or not any(map(maker.cls.find_method, ("__call__", "__get__"))):
        return value
    if isinstance(decorator, ast.Call):
        maker = interp.evaluate(frame, decorator)
    made = calls.call_any(interp, frame, decorator, maker, [value], {}, NO_REST)
    found = [option for option in alternatives(made) if isinstance(option, (Function, Instance))]
    return found[0] if found else value


def decorated(interp: Evaluator, frame: Frame, node: ast.Call, maker: Value, value: Value) -> Value:
    """Return what ``@maker`` makes of a function; a decorator that is not known is taken to keep it as it is."""
    if isinstance(maker, External) and maker.name == "torch.compile":
        return builtins.compile(interp, frame, node, Arguments([value], {}))
    if isinstance(maker, Partial) and maker.func == External("torch.compile"):
        return builtins.compile(interp, frame, node, Arguments([value, *maker.args], dict(maker.kwargs)))
    if isinstance(maker, Function) and maker.info.module.origin != "followed":
        made = interp.call(frame, node, maker, [value], {})
        return made if isinstance(made, (Function, Compiled, Partial)) else value
    return value
