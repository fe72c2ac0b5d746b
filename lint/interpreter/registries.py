"""Global dictionaries that a module fills: by statements, and by decorators that register functions and classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import MappingValue, join_all, replace
from fullgraph.lint.project.index import Module, all_arguments, dotted_name
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
