"""Attributes that may have another value than the constructor gave them, once the object is in use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.dataflow.counters import building
from fullgraph.lint.project.index import MUTATORS, ClassInfo, FunctionInfo, Module
from fullgraph.lint.source import syntax

MUTATED = ast.Pass()
"""Stands for a change of what an attribute holds."""

Changes = dict[str, list[ast.AST]]
"""By attribute, the expressions that are assigned to it, else the nodes that change it, or ``MUTATED``."""


def changes(cls: ClassInfo) -> Changes:
    """Statements that set attributes of objects: in methods after construction, and elsewhere in the class's file."""
    found: Changes = {}
    before = building(cls)
    for base in cls.mro:
        if isinstance(base, ClassInfo):
            for method in (*base.methods.values(), *base.setters.values()):
                if method.name not in before:
                    _add(found, _by_method(method))
    _add(found, _from_outside(cls.module))
    return found


def _add(found: Changes, more: Changes) -> None:
    for name, nodes in more.items():
        found.setdefault(name, []).extend(nodes)


def _by_method(method: FunctionInfo) -> Changes:
    def find() -> Changes:
        arguments = [*method.node.args.posonlyargs, *method.node.args.args]
        found: Changes = {}
        for owner, name, node in _stores(method.node) if arguments else ():
            if isinstance(owner, ast.Name) and owner.id == arguments[0].arg:
                found.setdefault(name, []).append(node)
        return found

    return syntax.remembered(method.node, "attributes changed", find)


def _from_outside(module: Module) -> Changes:
    def find() -> Changes:
        found: Changes = {}
        for owner, name, node in _stores(module.tree):
            if not isinstance(owner, ast.Name) or owner.id not in ("self", "cls"):
                found.setdefault(name, []).append(node)
        return found

    return syntax.remembered(module.tree, "attributes changed", find)


_STORING = frozenset((ast.Assign, ast.AnnAssign, ast.Attribute, ast.Subscript, ast.Call))


def _stores(root: ast.AST) -> Iterator[tuple[ast.expr, str, ast.AST]]:
    """The object, the attribute, and what it is set to."""
    counted: set[ast.AST] = set()
    for node in syntax.walk_kinds(root, _STORING):
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Attribute):
                    counted.add(target)
                    yield target.value, target.attr, node.value
        elif isinstance(node, ast.Attribute):
            if not isinstance(node.ctx, ast.Load) and node not in counted:
                yield node.value, node.attr, node
        elif isinstance(node, ast.Subscript):
            if not isinstance(node.ctx, ast.Load) and isinstance(node.value, ast.Attribute):
                yield node.value.value, node.value.attr, MUTATED
        elif isinstance(node, ast.Call):
            yield from _called(node)


def _called(node: ast.Call) -> Iterator[tuple[ast.expr, str, ast.AST]]:
    """``setattr(object, "name", value)`` and ``object.name.append(item)``."""
    func = node.func
    if isinstance(func, ast.Name) and func.id == "setattr" and len(node.args) == 3:
        name = node.args[1]
        if isinstance(name, ast.Constant) and isinstance(name.value, str):
            yield node.args[0], name.value, node.args[2]
    elif isinstance(func, ast.Attribute) and func.attr in MUTATORS and isinstance(func.value, ast.Attribute):
        yield func.value.value, func.value.attr, MUTATED
