"""Statements of a module that may set attributes of its classes and functions."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator

from fullgraph.lint.source import syntax

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def statements(tree: ast.Module) -> list[ast.stmt]:
    """The statements of a module that may set an attribute of a class or function which it defines, in their order.

    A class with decorators counts as one: what they do is not seen here.
    """
    defined = {
        node.name for node in tree.body if isinstance(node, (ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef))
    }
    return [node for node in tree.body if _may_set(node, defined)] if defined else []


def _may_set(statement: ast.stmt, defined: Collection[str]) -> bool:
    if isinstance(statement, ast.ClassDef):
        return any(not _is_of_library(decorator) for decorator in statement.decorator_list)
    if isinstance(statement, _SCOPES):
        return False
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Attribute):
        # ``original = Layer.forward``, before that is replaced
        written = [one for one in statement.targets if isinstance(one, ast.Attribute)]
        return any(syntax.root_name(one) in defined for one in (statement.value, *written))
    for node in _own(statement):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and syntax.root_name(node) in defined:
            return True
        if isinstance(node, ast.Call):
            named = node.func.id if isinstance(node.func, ast.Name) else ""
            passed = {argument.id for argument in node.args if isinstance(argument, ast.Name)}
            if (named == "setattr" or named in defined) and not passed.isdisjoint(defined):
                return True
    return False


def _own(statement: ast.stmt) -> Iterator[ast.AST]:
    """The nodes of a statement, without those of functions and classes in it."""
    todo: list[ast.AST] = [statement]
    while todo:
        node = todo.pop()
        yield node
        todo += [child for child in syntax.children(node) if not isinstance(child, _SCOPES)]


def _is_of_library(decorator: ast.expr) -> bool:
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    name = named.attr if isinstance(named, ast.Attribute) else named.id if isinstance(named, ast.Name) else ""
    return name in _OF_LIBRARIES


_OF_LIBRARIES = frozenset("dataclass dataclasses define frozen final runtime_checkable total_ordering unique".split())


def sets_attributes(node: ast.AST) -> bool:
    """Return whether a function, or one in it, sets attributes of what is no ``self``."""
    for part in syntax.walk(node):
        if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store) and syntax.root_name(part) != "self":
            return True
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "setattr":
            return True
    return False
