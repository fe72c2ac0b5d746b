"""The functions that ``functools.singledispatch`` chooses from."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Function, Value, alternatives, join_all, replace
from fullgraph.lint.interpreter import narrowing
from fullgraph.lint.project.index import all_arguments, dotted_name

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def dispatched(interp: Evaluator, function: Function, first: Value) -> Value:
    """The functions that a call of one under ``functools.singledispatch`` may run, by its first argument.

    Those of a method are in the body of its class; ``first`` is what follows the object.
    """
    info = function.info
    sure: list[Value] = []
    others: list[Value] = [replace(function, plain=True)]
    for definition in (info.module.tree if info.owner is None else info.owner.node).body:
        if not isinstance(definition, ast.FunctionDef):
            continue
        for kind in _registered_for(definition, info.name, info.owner is not None):
            classes = narrowing.classes_of(interp, Frame(info.module), kind)
            answers = {narrowing.is_instance(option, classes) for option in alternatives(first)} if classes else {None}
            if answers != {False}:
                owner = info.owner
                found = info.module.function_info(definition) if owner is None else owner.method_info(definition)
                made = replace(function, info=found, plain=True)
                (sure if answers == {True} else others).append(made)
    return join_all(sure or others)


def _registered_for(definition: ast.FunctionDef, name: str, is_method: bool) -> Iterator[ast.expr]:
    """The classes for which ``@name.register`` registers a function."""
    arguments = all_arguments(definition.args)
    if is_method:
        arguments = arguments[1:]
    for decorator in definition.decorator_list:
        maker = decorator.func if isinstance(decorator, ast.Call) else decorator
        if dotted_name(maker) != f"{name}.register":
            continue
        if isinstance(decorator, ast.Call) and decorator.args:
            yield decorator.args[0]
        elif arguments and arguments[0].annotation is not None:
            yield arguments[0].annotation
