"""What the objects of a class are given where a file makes them: ``Model(Encoder())`` in a function or a lambda."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    NONE,
    UNKNOWN,
    ClassValue,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    Partial,
    PyValue,
    SequenceValue,
    UnionValue,
    Value,
    alternatives,
)
from fullgraph.lint.interpreter.arguments import ANY_REST
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.index import ClassInfo, Module, dotted_name
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.source import syntax

MOST = 24
"""So many places at which a class is named are interpreted."""
APART = 12
"""So many objects of a class are told apart."""

_ASKS = frozenset({"isinstance", "issubclass", "super"})
"""Builtins that are given a class and make no object of it."""

_CALLABLE = (Function, ClassValue, External, Partial)

Apart = Callable[[Module, ast.AST, str], AbstractContextManager[None]]


@dataclass(frozen=True)
class Made:
    """An object of a class, as a file makes it."""

    held: dict[str, Value]
    """What attributes hold of which the class itself does not tell: modules, functions and texts."""
    scope: Frame | None = None
    """The variables of the function around the class, as they are then."""


class Constructions:
    """Interprets the code that makes objects of a class, outside of compile scope."""

    def __init__(self, interp: Interpreter, apart: Apart) -> None:
        """``apart``: the context in which an internal error costs no more than the code that it is about."""
        self._interp = interp
        self._apart = apart
        self._places: dict[Module, dict[str, list[ast.AST]]] = {}
        self._made: dict[tuple[Module, ClassInfo], list[Made]] = {}

    def here(self, cls: ClassInfo) -> list[Made]:
        """Return the objects of a class of a file that is given, as this file makes them; once for what holds the same.

        Only those of which more is known there than from the class itself.
        """
        return self._told(cls.module, cls.name, cls)

    def elsewhere(self, module: Module) -> Iterator[tuple[ClassInfo, list[Made]]]:
        """The module classes of other given files whose objects this file makes, with these objects."""
        for name, cls in self._made_by(module):
            if made := self._told(module, name, cls):
                yield cls, made

    def _made_by(self, module: Module) -> Iterator[tuple[str, ClassInfo]]:
        """The module classes of other files that a module imports and calls, by their names there."""
        for name in self._places_of(module):
            first, _, rest = name.partition(".")
            kinds = ("from", "import") if rest else ("from",)
            if any(binding.kind in kinds for binding in module.bindings.get(first, ())):
                value = self._interp.evaluate(Frame(module), ast.parse(name, mode="eval").body)
                for one in alternatives(value):
                    if isinstance(one, ClassValue) and one.cls.module is not module and is_module_class(one.cls):
                        yield name, one.cls

    def _told(self, module: Module, name: str, cls: ClassInfo) -> list[Made]:
        if cls.module.origin != "given" or name not in self._places_of(module):
            return []
        interp = self._interp
        known = interp.heap.of(interp.generic(cls).site)
        asked = [attribute for attribute, value in known.items() if _says_nothing(value) or _is_declared(value)]
        if not asked and cls.node not in module.local_classes:
            return []
        # What an annotation declares may be of another class, or hold other things, where others make the object.
        found = [Made({})] if any(_is_declared(known[attribute]) for attribute in asked) else []
        for made in self._objects(module, name, cls):
            told = {attribute: _what_is_told(made.held.get(attribute, UNKNOWN)) for attribute in asked}
            held = {attribute: value for attribute, value in told.items() if value is not None}
            one = Made(held, made.scope)
            if (one.scope is not None or held) and one not in found:
                found.append(one)
        return found[:APART] if found != [Made({})] else []

    def _objects(self, module: Module, name: str, cls: ClassInfo) -> list[Made]:
        """All attributes of the objects of a class, as each place of a module makes them that names it."""
        if (module, cls) in self._made:
            return self._made[module, cls]
        interp = self._interp
        found = self._made[module, cls] = []
        for place in self._places_of(module)[name][:MOST]:
            with self._apart(module, place, f"what makes {cls.name}"):
                interp.start()
                self._interpret(module, place)
                sites = [site for site, (_, _, of) in interp.sites.items() if of is cls and site in interp.heap]
                found += [Made(dict(interp.heap.of(site)), interp.scopes.get(cls)) for site in sites]
        return found

    def _interpret(self, module: Module, place: ast.AST) -> None:
        interp = self._interp
        frame = Frame(module)
        if isinstance(place, (ast.FunctionDef, ast.AsyncFunctionDef)):
            info = module.defined_at(place)
            bound = ClassValue(info.owner) if info.owner is not None and "classmethod" in info.decorator_names else None
            interp.call(frame, place, Function(info, bound), [], {}, rest=ANY_REST)
        elif isinstance(place, ast.Lambda):
            frame.env.update((one.arg, UNKNOWN) for one in syntax.walk(place.args) if isinstance(one, ast.arg))
            interp.evaluate(frame, place.body)
        elif isinstance(place, ast.expr):
            interp.evaluate(frame, place)
        elif isinstance(place, ast.stmt):
            interp.run(frame, [place])

    def _places_of(self, module: Module) -> dict[str, list[ast.AST]]:
        if module not in self._places:
            self._places[module] = _places(module)
        return self._places[module]


def _places(module: Module) -> dict[str, list[ast.AST]]:
    """The functions, lambdas and statements of a module that use a class, by its name, or a function that does.

    Those that call it come first, then those that hand it on: ``build(Model)``, ``{"model": Model}``.
    """
    called: dict[str, list[ast.AST]] = {}
    used: dict[str, list[ast.AST]] = {}
    for statement in module.tree.body:
        for place, name, is_call in _uses(statement, statement):
            for known in [called, used] if is_call else [used]:
                if place not in (places := known.setdefault(name, [])):
                    places.append(place)
    return {
        name: [*dict.fromkeys([*_with_callers(called.get(name, []), used), *_with_callers(places, used)])]
        for name, places in used.items()
    }


def _with_callers(places: list[ast.AST], used: dict[str, list[ast.AST]]) -> list[ast.AST]:
    """The places, and those that use the functions and globals among them, these first: they know the arguments."""
    found = dict.fromkeys(places)
    left = list(places)
    while left and len(found) < MOST:
        place = left.pop()
        for user in (user for name in _bound_by(place) for user in used.get(name, [])):
            if user not in found:
                found[user] = None
                left.append(user)
    return [*found][::-1]


def _bound_by(place: ast.AST) -> list[str]:
    """The names that a function, or an assignment of a module, defines."""
    match place:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [target.id for target in targets if isinstance(target, ast.Name)]
    return []


def _uses(node: ast.AST, place: ast.AST) -> Iterator[tuple[ast.AST, str, bool]]:
    """The names that code calls or hands on, with the place of each, and whether it is called there."""
    if isinstance(node, ast.ClassDef):
        if node is place:
            yield from _builders(node)
        return
    if isinstance(node, ast.Lambda) and not isinstance(place, (ast.FunctionDef, ast.AsyncFunctionDef)):
        place = node
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
        yield place, node.id, False
    left_out: tuple[ast.AST | None, ...] = ()
    match node:
        case ast.Call(func=ast.Name(id="partial") | ast.Attribute(attr="partial"), args=[ast.Name(id=name), *rest]):
            called = ast.copy_location(ast.Call(node.args[0], rest, node.keywords), node)
            yield place if isinstance(place, (ast.FunctionDef, ast.AsyncFunctionDef)) else called, name, True
            left_out = (node.args[0],)
        case ast.Call(func=ast.Name(id=name)):
            yield place, name, True
            left_out = (node.func, *node.args) if name in _ASKS else (node.func,)
        case ast.Call(func=ast.Attribute()) if name := dotted_name(node.func):
            yield place, name, True
            left_out = (node.func,)
        case ast.Attribute() if name := dotted_name(node):
            yield place, name, False
            left_out = (node.value,)
        case ast.arg() | ast.AnnAssign():
            left_out = (node.annotation,)
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            left_out = (node.returns, *node.decorator_list)
    for child in ast.iter_child_nodes(node):
        if child not in left_out:
            yield from _uses(child, place)


def _builders(cls: ast.ClassDef) -> Iterator[tuple[ast.AST, str, bool]]:
    """What the class methods and static methods of a class use."""
    for method in cls.body:
        if isinstance(method, ast.FunctionDef):
            decorators = {one.id for one in method.decorator_list if isinstance(one, ast.Name)}
            if not decorators.isdisjoint(("classmethod", "staticmethod")):
                first = method.args.args[0].arg if method.args.args and "classmethod" in decorators else None
                for place, name, is_call in _uses(method, method):
                    yield place, cls.name if name == first else name, is_call


def _says_nothing(value: Value) -> bool:
    """Return whether a value is unknown, or a container of what is, or perhaps the default None."""
    if isinstance(value, (SequenceValue, MappingValue)):
        return _says_nothing(value.each())
    if isinstance(value, UnionValue):
        return all(one == NONE or _says_nothing(one) for one in alternatives(value))
    return type(value) is Value


def _is_declared(value: Value) -> bool:
    """Return whether a value is a module of which an annotation tells the class alone."""
    return isinstance(value, Instance) and not value.exact and is_module_class(value.cls)


def _what_is_told(value: Value) -> Value | None:
    """What is told of a value that a constructor is given: code to follow, and what a text is there.

    That an object is made without something does not say that none is made with it.
    """
    if isinstance(value, Const) and isinstance(value.value, str):
        return PyValue("str", usual=value.value)
    return value if _is_callable(value) else None


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
