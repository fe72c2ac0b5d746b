"""Statements that put something into a registry: a container that is global or of a class, or an object that has one.

``@REGISTRY.register("a")``, ``@register_loss("a")`` of a function that fills ``LOSSES``, ``LOSSES["a"] = a``,
``add(LOSSES, a)``, ``Loss.known["a"] = a``, classes derived from one whose ``__init_subclass__`` fills it. They may
stand in any module of the registry's package.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.project.index import ClassInfo, Module

MOST = 200
"""Statements of one registry that are followed; of more, none is."""
DERIVING = "__init_subclass__"
_Statement = ast.FunctionDef | ast.ClassDef | ast.Expr | ast.Assign | ast.AugAssign | ast.For | ast.If


class Registration(NamedTuple):
    """A statement that puts something into a registry."""

    module: Module
    statement: ast.stmt
    decorators: tuple[ast.expr, ...] = ()
    """Of a definition, the decorators that do it, outermost first; it may have others."""


def of(module: Module, name: str) -> list[Registration]:
    """The statements that register something in a module's global, module by module; none where there are too many."""
    return _of(module, {name, *syntax.remembered(module.tree, f"filling {name}", lambda: _filling(module.tree, name))})


def of_class(cls: ClassInfo, name: str) -> list[Registration]:
    """The statements that register something in a container that a class holds."""
    named = f"{cls.name}.{name}"
    filling = syntax.remembered(cls.module.tree, f"filling {named}", lambda: _filling(cls.module.tree, named))
    return _of(cls.module, {cls.name, *filling}, cls)


def _of(module: Module, names: set[str], cls: ClassInfo | None = None) -> list[Registration]:
    found: list[Registration] = []
    for other in module.project.using(module, tuple(sorted(names))):
        found += _statements(other, module, names, cls)
        if len(found) > MOST:
            return []
    return found


def _filling(tree: ast.Module, name: str) -> tuple[str, ...]:
    """The functions of a registry's module that name it, decorators among them, and classes that derived ones fill."""
    found: list[str] = []
    for node in tree.body:
        filling: list[ast.stmt] = [node] if isinstance(node, ast.FunctionDef) else []
        if isinstance(node, ast.ClassDef):
            filling = [one for one in node.body if isinstance(one, ast.FunctionDef) and one.name == DERIVING]
        parts = (part for one in filling for part in syntax.walk(one))
        if any(isinstance(part, (ast.Name, ast.Attribute)) and dotted_name(part) == name for part in parts):
            assert isinstance(node, (ast.FunctionDef, ast.ClassDef))
            found.append(node.name)
    return tuple(found)


def _statements(other: Module, module: Module, names: Collection[str], cls: ClassInfo | None) -> Iterator[Registration]:
    known: dict[str, bool] = {}

    def is_meant(node: ast.expr) -> bool:
        root = syntax.root_name(node)
        if root and root not in known:
            known[root] = root in other.bindings and (
                _is_one_of(other, root, module, names) or (cls is not None and _derives(other, root, cls))
            )
        return known.get(root, False)

    for node in _run(other.tree.body):
        if not isinstance(node, _Statement):
            continue
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            decorators = tuple(one for one in node.decorator_list if any(map(is_meant, _called(one))))
            if decorators or (isinstance(node, ast.ClassDef) and any(map(is_meant, node.bases))):
                yield Registration(other, node, decorators)
        elif any(map(is_meant, _registering(node))):
            yield Registration(other, node)


def _run(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a module that run if nothing is raised, those in a ``try`` one by one."""
    for node in body:
        if isinstance(node, ast.Try):
            yield from _run((*node.body, *node.orelse, *node.finalbody))
        else:
            yield node


def _registering(node: ast.stmt) -> Iterator[ast.expr]:
    """What a statement may register something by.

    A decorator, a base, a function that it calls, what it passes to one, what it writes to.
    """
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        for decorator in node.decorator_list:
            yield from _called(decorator)
        yield from node.bases if isinstance(node, ast.ClassDef) else ()
    elif isinstance(node, ast.Expr):
        yield from _called(node.value)
    elif isinstance(node, ast.Assign):
        yield from _called(node.value) if isinstance(node.value, ast.Call) else ()
        if isinstance(target := node.targets[0], ast.Subscript):
            yield target.value
    elif isinstance(node, ast.AugAssign):
        yield node.target
    elif isinstance(node, (ast.For, ast.If)):
        for statement in (*node.body, *node.orelse):
            yield from _registering(statement)


def _called(node: ast.expr) -> Iterator[ast.expr]:
    """What an expression calls, and passes to it; a decorator is called too."""
    if isinstance(node, ast.Call):
        yield node.func
        yield from node.args
    else:
        yield node


def _is_one_of(other: Module, root: str, module: Module, names: Collection[str]) -> bool:
    """Return whether a name of a module is one of these names of the registry's module, or that module itself."""
    if other is module:
        return root in names
    found = module.project.resolve(other, root)
    if found.module is not module:
        return False
    return not found.bindings or any(
        binding in module.bindings.get(name, ()) for name in names for binding in found.bindings
    )


def _derives(other: Module, root: str, cls: ClassInfo) -> bool:
    """Return whether a name of a module is that of a class that derives from another."""
    found = other.project.resolve(other, root)
    return found.module is not None and any(
        isinstance(binding.node, ast.ClassDef) and found.module.class_info(binding.node).is_subclass(cls)
        for binding in found.bindings
    )
