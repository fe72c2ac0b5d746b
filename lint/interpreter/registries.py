"""What decorators, statements and derived classes of a module register in the dictionaries and lists of classes.

And the functions that ``functools.singledispatch`` chooses from; for global registries see `static_state`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence, Set
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
from fullgraph.lint.interpreter import narrowing
from fullgraph.lint.project.index import ClassInfo, Module, all_arguments, dotted_name, own_nodes
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

MOST = 16
"""Registered functions and classes that are followed: of more, none is."""


def filled_of_class(interp: Evaluator, cls: ClassInfo, name: str, value: Value) -> Value:
    """A dictionary or list that a class holds, with what the module of the class puts into it."""
    if not isinstance(value, (MappingValue, SequenceValue)):
        return value
    module, names = cls.module, {f"{cls.name}.{name}", f"cls.{name}", f"self.{name}"}
    if names.isdisjoint(module.mutated) or _takes_out(module, names):
        return value
    puts = list(_registered(module, names, cls))
    return _with(interp, module, value, puts) if puts and len(puts) <= MOST else value


def _with(interp: Evaluator, module: Module, value: MappingValue | SequenceValue, puts: Sequence[Put]) -> Value:
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


Put = tuple[ast.expr, Sequence[tuple[str, ast.expr | None]]]
"""An expression, with the names that it is evaluated with, each with what it holds, if that is known."""


Registered = tuple[ast.expr, str, set[str]]
"""What a decorator puts in, the parameter that is given what is decorated, and the names of all parameters."""


def _registered(module: Module, names: Set[str], owner: ClassInfo | None = None) -> Iterator[Put]:
    """What statements, decorators and derived classes put into a dictionary or list, which a class may hold."""
    for statement in module.tree.body:
        if (put := _put(statement, names)) is not None:
            yield put, ()
    functions = {function.name: function for function in module.tree.body if isinstance(function, ast.FunctionDef)}
    if owner is not None:
        methods = (one for one in owner.node.body if isinstance(one, ast.FunctionDef))
        functions.update((f"{owner.name}.{method.name}", method) for method in methods)
    makers = {
        called: registered
        for called, function in functions.items()
        if (registered := _put_by(function, names)) is not None
    }
    yield from _derived(module, names)
    for definition in module.tree.body:
        if not isinstance(definition, (ast.FunctionDef, ast.ClassDef)):
            continue
        for one in definition.decorator_list:
            registered = makers.get(dotted_name(one.func if isinstance(one, ast.Call) else one))
            if registered is not None:
                put, given, others = registered
                made = ast.copy_location(ast.Name(definition.name, ast.Load()), definition)
                yield put, [*((other, None) for other in others), (given, made)]


def _derived(module: Module, names: Set[str]) -> Iterator[Put]:
    """The classes that a ``__init_subclass__`` puts in."""
    classes = [node for node in module.tree.body if isinstance(node, ast.ClassDef)]
    for base in classes:
        hook = next((one for one in base.body if isinstance(one, ast.FunctionDef) and one.name == _DERIVING), None)
        registered = _put_by(hook, names) if hook is not None else None
        if registered is None:
            continue
        put, given, others = registered
        above = module.class_info(base)
        for node in classes:
            if node is not base and module.class_info(node).is_subclass(above):
                made = ast.copy_location(ast.Name(node.name, ast.Load()), node)
                yield put, [*((other, None) for other in others), (given, made)]


_DERIVING = "__init_subclass__"


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


def _takes_out(module: Module, names: Set[str]) -> bool:
    """Return whether the module takes something out of a dictionary again."""
    return any(
        isinstance(node, ast.Attribute)
        and node.attr in ("clear", "pop", "popitem")
        and dotted_name(node.value) in names
        for node in syntax.walk(module.tree)
    )


def _put(statement: ast.stmt, names: Set[str]) -> ast.expr | None:
    """What a statement puts into a dictionary, ``name[key] = x``, or into a list, ``name.append(x)``."""
    if isinstance(statement, ast.Assign):
        target = statement.targets[0]
        is_item = isinstance(target, ast.Subscript) and dotted_name(target.value) in names
        return statement.value if is_item else None
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or not call.args:
        return None
    adds = call.func.attr in ("append", "add") and dotted_name(call.func.value) in names
    return call.args[0] if adds else None


def _put_by(function: ast.FunctionDef, names: Set[str]) -> Registered | None:
    """What a decorator, or the maker of one, puts into a dictionary or list of what it is given.

    With the name of the parameter that is given what is decorated, and those of all parameters.
    """
    inner = [function, *(node for node in syntax.walk(function) if isinstance(node, ast.FunctionDef))]
    given = {argument.arg for one in inner for argument in all_arguments(one.args)}
    for one in reversed(inner):
        arguments = [argument.arg for argument in all_arguments(one.args)]
        is_bound = one is function and arguments[:1] in (["cls"], ["self"]) and one.name != _DERIVING
        decorated = next(iter(arguments[is_bound:]), None)
        for node in own_nodes(one) if decorated is not None else ():
            put = _put(node, names) if isinstance(node, ast.stmt) else None
            used = [part.id for part in ast.walk(put) if isinstance(part, ast.Name)] if put is not None else []
            if put is not None and decorated in used:
                return put, decorated, given
    return None
