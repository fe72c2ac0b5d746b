"""What the objects of a class are given where a file makes them: ``Model(Encoder())`` in a function or a lambda."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    Partial,
    SequenceValue,
    Value,
    alternatives,
    join_all,
)
from fullgraph.lint.interpreter.arguments import ANY_REST
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.index import ClassInfo, Module
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.source import syntax

MOST = 8
"""So many places at which a class is called are interpreted."""

_CALLABLE = (Function, ClassValue, External, Partial)

Apart = Callable[[Module, ast.AST, str], AbstractContextManager[None]]


class Constructions:
    """Interprets the code that makes objects of a class, outside of compile scope."""

    def __init__(self, interp: Interpreter, apart: Apart) -> None:
        """``apart``: the context in which an internal error costs no more than the code that it is about."""
        self._interp = interp
        self._apart = apart
        self._places: dict[Module, dict[str, list[ast.AST]]] = {}
        self._made: dict[tuple[Module, ClassInfo], list[dict[str, Value]]] = {}

    def held(self, cls: ClassInfo) -> dict[str, Value]:
        """Return the modules and functions that attributes hold of which the class itself does not tell.

        Of a class of a file that is given, and where this file makes its objects.
        """
        return self._held(cls.module, cls.name, cls)

    def elsewhere(self, module: Module) -> Iterator[tuple[ClassInfo, dict[str, Value]]]:
        """The module classes of other given files whose objects this file makes, with what `held` tells of theirs."""
        for name, cls in self._made_by(module):
            if held := self._held(module, name, cls):
                yield cls, held

    def _made_by(self, module: Module) -> Iterator[tuple[str, ClassInfo]]:
        """The module classes of other files that a module imports and calls, by their names there."""
        for name in self._places_of(module):
            if any(binding.kind == "from" for binding in module.bindings.get(name, ())):
                for value in alternatives(self._interp.global_name(module, name)):
                    if isinstance(value, ClassValue) and value.cls.module is not module and is_module_class(value.cls):
                        yield name, value.cls

    def _held(self, module: Module, name: str, cls: ClassInfo) -> dict[str, Value]:
        if cls.module.origin != "given" or name not in self._places_of(module):
            return {}
        interp = self._interp
        known = interp.heap.of(interp.generic(cls).site)
        asked = [attribute for attribute, value in known.items() if _says_nothing(value)]
        if not asked:
            return {}
        made = self._objects(module, name, cls)
        held = {}
        for attribute in asked:
            options = [value for each in made if _is_callable(value := each.get(attribute, UNKNOWN))]
            if options:
                held[attribute] = join_all(options)
        return held

    def _objects(self, module: Module, name: str, cls: ClassInfo) -> list[dict[str, Value]]:
        """The attributes of the objects of a class, as each place of a module makes them that calls it by a name."""
        if (module, cls) in self._made:
            return self._made[module, cls]
        interp = self._interp
        found = self._made[module, cls] = []
        for place in self._places_of(module)[name][:MOST]:
            with self._apart(module, place, f"what makes {cls.name}"):
                interp.start()
                frame = Frame(module)
                if isinstance(place, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    made_by = Function(module.function_info(place))
                    interp.call(frame, place, made_by, [], {}, rest=ANY_REST)
                elif isinstance(place, ast.Lambda):
                    frame.env.update((one.arg, UNKNOWN) for one in syntax.walk(place.args) if isinstance(one, ast.arg))
                    interp.evaluate(frame, place.body)
                elif isinstance(place, ast.stmt):
                    interp.run(frame, [place])
                sites = [site for site, (_, _, of) in interp.sites.items() if of is cls and site in interp.heap]
                found += [dict(interp.heap.of(site)) for site in sites]
        return found

    def _places_of(self, module: Module) -> dict[str, list[ast.AST]]:
        if module not in self._places:
            self._places[module] = _places(module)
        return self._places[module]


def _places(module: Module) -> dict[str, list[ast.AST]]:
    """The functions, lambdas and statements of a module that call something, by its name, or a function that does."""
    direct: dict[str, list[ast.AST]] = {}
    for statement in module.tree.body:
        for place, name in _calls(statement, statement):
            known = direct.setdefault(name, [])
            if place not in known:
                known.append(place)
    return {name: _with_callers(places, direct) for name, places in direct.items()}


def _with_callers(places: list[ast.AST], direct: dict[str, list[ast.AST]]) -> list[ast.AST]:
    """The places, and those that call the functions among them, these first: they know the arguments."""
    found = dict.fromkeys(places)
    left = list(places)
    while left and len(found) < MOST:
        place = left.pop()
        for caller in direct.get(place.name, []) if isinstance(place, (ast.FunctionDef, ast.AsyncFunctionDef)) else []:
            if caller not in found:
                found[caller] = None
                left.append(caller)
    return [*found][::-1]


def _calls(node: ast.AST, place: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    if isinstance(node, ast.ClassDef):
        return
    if isinstance(node, ast.Lambda) and not isinstance(place, (ast.FunctionDef, ast.AsyncFunctionDef)):
        place = node
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and (node.args or node.keywords):
        yield place, node.func.id
    for child in ast.iter_child_nodes(node):
        yield from _calls(child, place)


def _says_nothing(value: Value) -> bool:
    """Return whether a value is unknown, or a container of what is."""
    if isinstance(value, (SequenceValue, MappingValue)):
        return _says_nothing(value.each())
    return type(value) is Value


def _is_callable(value: Value) -> bool:
    """Return whether a value is code to follow: a function, a class, or an object that has more than attributes."""
    if isinstance(value, (SequenceValue, MappingValue)):
        return _is_callable(value.each())
    return all(map(_is_followed, alternatives(value)))


def _is_followed(value: Value) -> bool:
    if isinstance(value, Instance):
        classes = [base for base in value.cls.mro if isinstance(base, ClassInfo)]
        return any(not name.startswith("__") or name == "__call__" for base in classes for name in base.methods)
    return isinstance(value, _CALLABLE) or (isinstance(value, ExternalInstance) and value.cls.startswith("torch.nn."))
