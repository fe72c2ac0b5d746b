"""What decorators and statements of a module register: in global dictionaries, and for ``functools.singledispatch``."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    Function,
    MappingValue,
    SequenceValue,
    Value,
    alternatives,
    join_all,
    replace,
)
from fullgraph.lint.interpreter import narrowing, states
from fullgraph.lint.project.index import FunctionInfo, Module, all_arguments, dotted_name, own_nodes
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

MOST = 16
"""Registered functions and classes that are followed: of more, none is."""


def filled(interp: Evaluator, module: Module, name: str, value: MappingValue | SequenceValue) -> Value:
    """A global dictionary or list with what the module puts into it; under which keys is not looked at.

    Functions may fill it too: a list may hold more, and a dictionary where it holds more than functions and classes.
    """
    puts = [] if _takes_out(module, name) else list(_registered(module, name))
    if not puts or len(puts) > MOST:
        return states.with_unknown_items(value)
    held = []
    for put, env in puts:
        frame = Frame(module)
        frame.env.update((given, interp.evaluate(Frame(module), node) if node else UNKNOWN) for given, node in env)
        held.append(interp.evaluate(frame, put))
    if isinstance(value, SequenceValue):
        return SequenceValue(value.kind, None, join_all([*(value.items or (value.element,)), *held, UNKNOWN]))
    held += [item for _, item in value.items]
    held += [value.element] if value.open else []
    if not all(isinstance(one, (Function, ClassValue)) for one in held):
        held.append(UNKNOWN)
    return replace(value, open=True, element=join_all(held))


Env = Sequence[tuple[str, ast.expr | None]]
"""The names that an expression is evaluated with, each with what it holds, if that is known."""


def _registered(module: Module, name: str) -> Iterator[tuple[ast.expr, Env]]:
    """What statements, and decorators of what is defined, put into a dictionary or list."""
    for statement in module.tree.body:
        if (put := _put(statement, name)) is not None:
            yield put, ()
    makers = {
        function.name: registered
        for function in module.tree.body
        if isinstance(function, ast.FunctionDef) and (registered := _put_by(function, name)) is not None
    }
    for definition in module.tree.body if makers else ():
        if not isinstance(definition, (ast.FunctionDef, ast.ClassDef)):
            continue
        for one in definition.decorator_list:
            registered = makers.get(dotted_name(one.func if isinstance(one, ast.Call) else one))
            if registered is not None:
                put, given, others = registered
                made = ast.copy_location(ast.Name(definition.name, ast.Load()), definition)
                yield put, [*((other, None) for other in others), (given, made)]


def dispatched(interp: Evaluator, info: FunctionInfo, first: Value) -> Value:
    """The functions that a call of one under ``functools.singledispatch`` may run, by its first argument."""
    sure: list[Value] = []
    others: list[Value] = [Function(info, plain=True)]
    for definition in info.module.tree.body:
        if not isinstance(definition, ast.FunctionDef):
            continue
        for kind in _registered_for(definition, info.name):
            classes = narrowing.classes_of(interp, Frame(info.module), kind)
            answers = {narrowing.is_instance(option, classes) for option in alternatives(first)} if classes else {None}
            if answers != {False}:
                made = Function(info.module.function_info(definition), plain=True)
                (sure if answers == {True} else others).append(made)
    return join_all(sure or others)


def _registered_for(definition: ast.FunctionDef, name: str) -> Iterator[ast.expr]:
    """The classes for which ``@name.register`` registers a function."""
    for decorator in definition.decorator_list:
        maker = decorator.func if isinstance(decorator, ast.Call) else decorator
        if dotted_name(maker) != f"{name}.register":
            continue
        arguments = all_arguments(definition.args)
        if isinstance(decorator, ast.Call) and decorator.args:
            yield decorator.args[0]
        elif arguments and arguments[0].annotation is not None:
            yield arguments[0].annotation


def _takes_out(module: Module, name: str) -> bool:
    """Return whether the module takes something out of a dictionary again."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("clear", "pop", "popitem")
        and isinstance(node.value, ast.Name)
        and node.value.id == name
        for node in syntax.walk(module.tree)
    )


def _put(statement: ast.stmt, name: str) -> ast.expr | None:
    """What a statement puts into a dictionary, ``name[key] = x``, or into a list, ``name.append(x)``."""
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        is_item = isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == name
        return statement.value if is_item else None
    call = statement.value if isinstance(statement, ast.Expr) else None
    if isinstance(call, ast.Call) and dotted_name(call.func) in (f"{name}.append", f"{name}.add") and call.args:
        return call.args[0]
    return None


def _put_by(function: ast.FunctionDef, name: str) -> tuple[ast.expr, str, set[str]] | None:
    """What a decorator, or the maker of one, puts into a dictionary or list of what it is given.

    With the name of the parameter that is given what is decorated, and those of all parameters.
    """
    inner = [function, *(node for node in syntax.walk(function) if isinstance(node, ast.FunctionDef))]
    given = {argument.arg for one in inner for argument in all_arguments(one.args)}
    for one in reversed(inner):
        arguments = [argument.arg for argument in all_arguments(one.args)]
        for node in own_nodes(one):
            put = _put(node, name) if isinstance(node, ast.stmt) else None
            names = [part.id for part in ast.walk(put) if isinstance(part, ast.Name)] if put is not None else []
            if put is not None and arguments and arguments[0] in names:
                return put, arguments[0], given
    return None
