"""What decorators and statements of a module register: in global dictionaries, and for ``functools.singledispatch``."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import Function, MappingValue, Value, alternatives, join_all, replace
from fullgraph.lint.interpreter import narrowing
from fullgraph.lint.project.index import FunctionInfo, Module, all_arguments, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

MOST = 16
"""Registered functions and classes that are followed: of more, none is."""


def filled(interp: Evaluator, module: Module, name: str, value: MappingValue) -> MappingValue:
    """A dictionary with what the module puts into it under keys that are not looked at."""
    nodes = [] if _takes_out(module, name) else list(_registered(module, name))
    if not nodes or len(nodes) > MOST:
        return replace(value, open=True)
    held = [interp.evaluate(Frame(module), node) for node in nodes]
    others = [item for _, item in value.items]
    return replace(value, open=True, element=join_all([*others, *held, *([value.element] if value.open else [])]))


def _registered(module: Module, name: str) -> Iterator[ast.expr]:
    """What is put into a dictionary, by names of its own or by the names of what is decorated."""
    for statement in module.tree.body:
        if isinstance(statement, ast.Assign) and _puts(statement, name):
            yield statement.value
    functions = [one for one in module.tree.body if isinstance(one, ast.FunctionDef)]
    registering = {function.name for function in functions if _registers(function, name)}
    if not registering:
        return
    for definition in module.tree.body:
        if isinstance(definition, (ast.FunctionDef, ast.ClassDef)) and any(
            dotted_name(one.func if isinstance(one, ast.Call) else one) in registering
            for one in definition.decorator_list
        ):
            yield ast.copy_location(ast.Name(definition.name, ast.Load()), definition)


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


def _puts(statement: ast.Assign, name: str) -> bool:
    target = statement.targets[0]
    return isinstance(target, ast.Subscript) and isinstance(target.value, ast.Name) and target.value.id == name


def _registers(function: ast.FunctionDef, name: str) -> bool:
    """Return whether a function, as a decorator or the maker of one, puts what it is given into a dictionary."""
    inner = [function, *(node for node in syntax.walk(function) if isinstance(node, AnyFunction))]
    given = {argument.arg for one in inner for argument in all_arguments(one.args)}
    return any(
        _puts(node, name) and isinstance(node.value, ast.Name) and node.value.id in given
        for node in syntax.walk(function)
        if isinstance(node, ast.Assign)
    )
