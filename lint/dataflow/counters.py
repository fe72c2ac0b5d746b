"""Statements that count: each time they run, a number that an object or a module holds has another value."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from fullgraph.lint.dataflow import size_expressions
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module, own_nodes
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction
from fullgraph.lint.torch_data.compiling import outcome

_STEPS = (ast.Add, ast.Sub, ast.Mult)


@dataclass(frozen=True)
class Count:
    """A statement that counts a number which outlives the call."""

    statement: ast.stmt
    module: Module
    function: AnyFunction | None
    """The function that it stands in; None for a loop of the module's own."""
    where: str


def counted(statement: ast.AST, function: AnyFunction | None = None) -> ast.expr | None:
    """Return the counter of a statement: ``n`` in ``n += 1`` and ``n = n + 1``, but not in ``n = (n + 1) % 4``."""
    if isinstance(statement, ast.AugAssign) and isinstance(statement.op, _STEPS):
        return statement.target if _is_step(statement.value, function) else None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1 and isinstance(statement.value, ast.BinOp):
        target, value = statement.targets[0], statement.value
        sides = {ast.unparse(value.left): value.right, ast.unparse(value.right): value.left}
        other = sides.get(ast.unparse(target))
        if other is not None and isinstance(value.op, _STEPS) and _is_step(other, function):
            return target
    return None


def _is_step(node: ast.expr, function: AnyFunction | None) -> bool:
    """Return whether an expression is surely a whole number other than zero: a literal, or the length of something."""
    if isinstance(node, ast.Constant):
        return type(node.value) is int and node.value != 0
    if function is not None:
        return size_expressions.length_of(node, function) is not None
    return False


def attribute_counters(cls: ClassInfo, name: str) -> list[Count]:
    """The statements by which methods of a class count ``self.<name>``, but for those that only construction runs."""
    made_by = building(cls)
    found = []
    for method in cls.assigners(name):
        if method.name in made_by:
            continue
        for node in _counting(method.node, method.module):
            target = counted(node, method.node)
            if isinstance(target, ast.Attribute) and target.attr == name and _is_self(target, method):
                found.append(Count(node, method.module, method.node, method.qualname))
    return one_way(found)


def one_way(counts: list[Count]) -> list[Count]:
    """The same, or none where some count up and others down: what one call adds it can have taken away at its end."""
    return counts if len({_is_down(count.statement) for count in counts}) == 1 else []


def _is_down(statement: ast.stmt) -> bool:
    op = getattr(statement, "op", None) or getattr(getattr(statement, "value", None), "op", None)
    return isinstance(op, ast.Sub)


def length_setters(cls: ClassInfo, name: str) -> list[Count]:
    """The statements by which methods of a class keep the length of something in ``self.<name>``."""
    return [
        Count(node, method.module, method.node, method.qualname)
        for method in cls.assigners(name)
        for node in _length_assignments(method.node)
        for target in node.targets
        if isinstance(target, ast.Attribute) and target.attr == name and _is_self(target, method)
    ]


def _is_self(target: ast.Attribute, method: FunctionInfo) -> bool:
    arguments = [*method.node.args.posonlyargs, *method.node.args.args]
    return isinstance(target.value, ast.Name) and bool(arguments) and target.value.id == arguments[0].arg


def _counting(function: AnyFunction, module: Module) -> Iterator[ast.stmt]:
    """The statements of a function that count something and can run while compiling."""
    for node in syntax.remembered(function, "counting", lambda: _counted_in(function)):
        if not _in_eager_only(node, module):
            yield node


def _counted_in(function: AnyFunction) -> list[ast.stmt]:
    return [node for node in own_nodes(function) if isinstance(node, ast.stmt) and counted(node, function) is not None]


def _length_assignments(function: AnyFunction) -> list[ast.Assign]:
    """The assignments of a function of which the value is the length of something."""

    def find() -> list[ast.Assign]:
        assignments = [node for node in own_nodes(function) if isinstance(node, ast.Assign)]
        return [node for node in assignments if size_expressions.length_of(node.value, function) is not None]

    return syntax.remembered(function, "length assignments", find)


def _in_eager_only(node: ast.AST, module: Module) -> bool:
    """Return whether a statement stands in an arm of an ``if`` that is not taken while code is being compiled."""
    parent = module.parents.get(node)
    while parent is not None:
        if isinstance(parent, ast.If):
            taken = outcome(parent.test)
            if (taken is False and node in parent.body) or (taken is True and node in parent.orelse):
                return True
        node, parent = parent, module.parents.get(parent)
    return False


def building(cls: ClassInfo) -> set[str]:
    """``__init__`` and the methods that it calls, directly or through others."""
    found: set[str] = set()
    todo = ["__init__", "__new__", "__post_init__"]
    while todo:
        name = todo.pop()
        if name in found:
            continue
        found.add(name)
        method = cls.find_method(name)
        if method is not None:
            todo += _own_methods_called(method.node)
    return found


def _own_methods_called(function: AnyFunction) -> list[str]:
    def find() -> list[str]:
        called = [node.func for node in syntax.walk(function) if isinstance(node, ast.Call)]
        return [
            func.attr
            for func in called
            if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name) and func.value.id in ("self", "cls")
        ]

    return syntax.remembered(function, "own methods called", find)


def global_counters(module: Module) -> dict[str, list[Count]]:
    """The global whole numbers of a module and the statements that count them: in functions, and in its own loops."""
    starts = {
        name
        for name, bindings in module.bindings.items()
        if any(isinstance(b.node, ast.Constant) and type(b.node.value) is int for b in bindings if b.kind == "value")
    }
    found: dict[str, list[Count]] = {}
    if not starts:
        return found
    for node in module.definitions:
        if not isinstance(node, ast.ClassDef):
            declared = {name for one in own_nodes(node) if isinstance(one, ast.Global) for name in one.names}
            for statement in _counting(node, module) if declared else ():
                target = counted(statement, node)
                if isinstance(target, ast.Name) and target.id in starts & declared:
                    found.setdefault(target.id, []).append(Count(statement, module, node, node.name))
    for loop in module.tree.body:
        for part in syntax.walk(loop) if isinstance(loop, (ast.For, ast.While)) else ():
            target = counted(part)
            if isinstance(target, ast.Name) and target.id in starts and isinstance(part, ast.stmt):
                found.setdefault(target.id, []).append(Count(part, module, None, "a loop of the module"))
    return {name: counts for name, counts in found.items() if one_way(counts)}
