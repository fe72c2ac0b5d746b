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
    Partial,
    SequenceValue,
    Value,
    alternatives,
    join_all,
)
from fullgraph.lint.interpreter.interpreter import Interpreter
from fullgraph.lint.project.index import ClassInfo, Module
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
        self._interpreted: set[ast.AST] = set()

    def held(self, cls: ClassInfo) -> dict[str, Value]:
        """Return the modules and functions that attributes hold of which the class itself does not tell.

        Of a class of a file that is given, and where this file makes its objects.
        """
        interp = self._interp
        known = interp.heap.of(interp.generic(cls).site)
        asked = [name for name, value in known.items() if _says_nothing(value)]
        if not asked or cls.module.origin != "given":
            return {}
        self._interpret(cls)
        made = [site for site, (_, _, of) in interp.sites.items() if of is cls and site in interp.heap]
        held = {}
        for name in asked:
            options = [value for site in made if _is_callable(value := interp.heap.of(site).get(name, UNKNOWN))]
            if options:
                held[name] = join_all(options)
        return held

    def _interpret(self, cls: ClassInfo) -> None:
        module, interp = cls.module, self._interp
        if module not in self._places:
            self._places[module] = _places(module)
        for place in self._places[module].get(cls.name, [])[:MOST]:
            if place in self._interpreted:
                continue
            self._interpreted.add(place)
            with self._apart(module, place, f"what makes {cls.name}"):
                interp.start(tracing=False)
                frame = Frame(module)
                if isinstance(place, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    made_by = Function(module.function_info(place))
                    interp.call(frame, place, made_by, [], {}, open_arguments=True)
                elif isinstance(place, ast.Lambda):
                    frame.env.update((one.arg, UNKNOWN) for one in syntax.walk(place.args) if isinstance(one, ast.arg))
                    interp.evaluate(frame, place.body)
                elif isinstance(place, ast.stmt):
                    interp.run(frame, [place])


def _places(module: Module) -> dict[str, list[ast.AST]]:
    """The functions, lambdas and statements of a module that call something, by its name."""
    places: dict[str, list[ast.AST]] = {}
    for statement in module.tree.body:
        for place, name in _calls(statement, statement):
            known = places.setdefault(name, [])
            if place not in known:
                known.append(place)
    return places


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
    if isinstance(value, SequenceValue):
        return _says_nothing(value.each())
    return type(value) is Value


def _is_callable(value: Value) -> bool:
    """Return whether a value is code to follow: a function, a class, or an object that has more than attributes."""
    if isinstance(value, SequenceValue):
        return _is_callable(value.each())
    return all(map(_is_followed, alternatives(value)))


def _is_followed(value: Value) -> bool:
    if isinstance(value, Instance):
        classes = [base for base in value.cls.mro if isinstance(base, ClassInfo)]
        return any(not name.startswith("__") or name == "__call__" for base in classes for name in base.methods)
    return isinstance(value, _CALLABLE) or (isinstance(value, ExternalInstance) and value.cls.startswith("torch.nn."))
