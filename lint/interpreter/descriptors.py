"""Descriptors: objects of the project's classes that stand in a class and answer for its attributes."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import ClassValue, Const, Instance, Value
from fullgraph.lint.interpreter import special_methods

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator
    from fullgraph.lint.project.index import ClassInfo


def read(interp: Evaluator, frame: Frame, node: ast.AST, owner: Instance, name: str, before: bool) -> Value | None:
    """What a descriptor's ``__get__`` gives; None without one.

    ``before``: of those alone that are asked before the object's own attributes, which have a ``__set__`` too.
    """
    held = _held(interp, owner.cls, name)
    if held is None or (before and held.cls.find_method("__set__") is None):
        return None
    return special_methods.call(interp, frame, node, held, "get", owner, ClassValue(owner.cls))


def write(interp: Evaluator, frame: Frame, node: ast.AST, owner: Instance, name: str, value: Value) -> bool:
    """Hand a value to a descriptor's ``__set__``; False without one."""
    held = _held(interp, owner.cls, name)
    return held is not None and special_methods.call(interp, frame, node, held, "set", owner, value) is not None


def _held(interp: Evaluator, cls: ClassInfo, name: str) -> Instance | None:
    """The object of the project that a class holds under a name, where a call or decorator in its body makes it."""
    method = cls.find_method(name)
    if method is not None:
        made = interp.decorated(method) if method.decorators else None
        answers = isinstance(made, Instance) and made.cls.find_method("__call__") is None
        return made if answers and isinstance(made, Instance) else None
    owner, expr = cls.find_attribute(name) or (cls, None)
    if not isinstance(expr, ast.Call):
        return None
    frame = Frame(owner.module)
    held = interp.evaluate(frame, expr)
    if not isinstance(held, Instance):
        return None
    special_methods.call(interp, frame, expr, held, "set_name", ClassValue(owner), Const(name))
    return held
