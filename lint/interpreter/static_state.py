"""What is set on classes, functions and modules themselves, beside what their bodies say.

``Layer.scale = 2``, ``setattr(Layer, name, method)`` in a loop, a decorator that replaces a class's ``forward``, and
``cls.count = 1`` or ``STACK.append(self)`` in code that runs. The attributes and names are on the heap, as the
attributes of objects are. Those that a module's own statements set on its classes are there from the beginning: the
statements are interpreted when one of its classes is first asked.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.heap import Attributes
from fullgraph.lint.domain.values import (
    NONE,
    UNKNOWN,
    ClassValue,
    Const,
    Function,
    Instance,
    MappingValue,
    SequenceValue,
    Value,
)
from fullgraph.lint.interpreter import aliases, states
from fullgraph.lint.interpreter.arguments import Arguments, as_call
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.interpreter.hooks import Hooks
from fullgraph.lint.project import patches, registrations
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module


class StateOf(NamedTuple):
    """The site of a class, function or module."""

    owner: ClassInfo | FunctionInfo | Module


class StaticState:
    """The attributes of classes and functions, and the names of modules, in one interpretation."""

    def __init__(self, interp: Evaluator) -> None:
        self._interp = interp
        self._initial: dict[Module, dict[object, Attributes]] = {}
        self._written: dict[StateOf, None] = {}
        """What code has set attributes of, in order."""
        self._registered: dict[tuple[ClassInfo, str], Value] = {}
        """The containers that classes hold, with what statements put into them."""
        self._among: dict[ClassInfo, tuple[ClassInfo, ...]] = {}
        """The classes in a class's line whose attributes may be set."""

    def find(self, cls: ClassInfo, name: str) -> Value | None:
        """Return what was set on a class, or on one that it derives from; None where a class's body says it."""
        among = self._among.get(cls)
        if among is None:
            line = [entry for entry in cls.mro if isinstance(entry, ClassInfo)]
            among = tuple(entry for entry in line if entry.module.patching or StateOf(entry) in self._written)
            self._among[cls] = among
        if not among:
            return None
        for entry in cls.mro:
            if isinstance(entry, ClassInfo):
                if entry in among and (held := self._of(entry).get(name)) is not None:
                    return held
                if name in entry.methods or name in entry.attributes:
                    return None
        return None

    def of_function(self, info: FunctionInfo, name: str) -> Value | None:
        """Return what was set on a function."""
        return self._of(info).get(name) if info.module.patching or StateOf(info) in self._written else None

    def put(self, owner: ClassValue | Function, name: str, value: Value) -> None:
        """``owner.name = value``; where nothing is known of the value, a method of that name stays what it is."""
        if value is UNKNOWN and isinstance(owner, ClassValue) and owner.cls.find_method(name) is not None:
            return
        info = owner.cls if isinstance(owner, ClassValue) else owner.info
        held = {known: other for known, other in self._of(info).items() if known != name}
        if not isinstance(owner, ClassValue) or not self._is_as_defined(owner.cls, name, value):
            held[name] = value
        self._put(StateOf(info), held)

    def _is_as_defined(self, cls: ClassInfo, name: str, value: Value) -> bool:
        """Return whether a constant is what the body of a class sets an attribute to."""
        node = cls.attributes.get(name) if isinstance(value, Const) else None
        return node is not None and self._interp.evaluate(Frame(cls.module), node) == value

    def of_global(self, module: Module, name: str) -> Value | None:
        """Return what traced code has put into a global name; None where it has put in nothing."""
        if not self._written:
            return None
        home, site = self._home(module, name)
        return self._interp.heap.of(site).get(home)

    def put_global(self, frame: Frame, name: str, value: Value) -> bool:
        """Put a container or an object into a global name; False for other values, which are not followed.

        So is it outside of compiled code, where registries are filled before it.
        """
        if not frame.tracing and not self._interp.filling:
            return False
        module = frame.module
        home, site = self._home(module, name)
        held = self._interp.heap.of(site)
        if not isinstance(value, (SequenceValue, MappingValue, Instance)) and not (value == NONE and home in held):
            return False
        if value == self.literal(module, name):
            self._put(site, {known: other for known, other in held.items() if known != home})
        else:
            self._put(site, {**held, home: value})
        return True

    def literal(self, module: Module, name: str) -> Value | None:
        """Return what a module's only statement about a global name sets it to."""
        found = self._interp.project.resolve(module, name)
        if found.module is None or len(found.bindings) != 1 or found.bindings[0].kind != "value":
            return None
        node = found.bindings[0].node
        return self._interp.evaluate(Frame(found.module), node) if isinstance(node, ast.expr) else None

    def _home(self, module: Module, name: str) -> tuple[str, StateOf]:
        """The name of a global in the module that defines it, and the site of that."""
        found = self._interp.project.resolve(module, name)
        if found.module is None or not found.bindings:
            return name, StateOf(module)
        bound = found.module.bindings
        if bound.get(name) != found.bindings:  # ``from stacks import STACK as handlers``
            name = next((known for known, bindings in bound.items() if bindings == found.bindings), name)
        return name, StateOf(found.module)

    def _put(self, site: StateOf, held: Attributes) -> None:
        if site not in self._written:
            self._written[site] = None
            self._among.clear()
        self._interp.heap[site] = held

    def changed_among(self, changes: Mapping[object, Attributes]) -> dict[object, Attributes]:
        """The changes of classes, functions and modules among those of the heap."""
        return {site: held for site, held in changes.items() if isinstance(site, StateOf)} if self._written else {}

    def key(self) -> object:
        """What calls may read of it at the moment."""
        heap = self._interp.heap
        return tuple(
            tuple((name, states.context_key(value)) for name, value in heap.of(site).items()) for site in self._written
        )

    def _of(self, owner: ClassInfo | FunctionInfo) -> Attributes:
        site = StateOf(owner)
        if site in self._interp.heap:
            return self._interp.heap[site]
        initial = self._initial.get(owner.module)
        if initial is None:
            self._initial[owner.module] = {}  # while the statements are interpreted
            initial = self._initial[owner.module] = self._set_by(owner.module)
        return initial.get(site, {})

    def registered(self, module: Module, name: str, value: Value) -> Value:
        """Return a registry with what the statements of its package put into it, under the keys that they give."""
        statements = registrations.of(module, name)
        if not statements or (isinstance(value, Instance) and value.site not in self._interp.heap):
            return value
        return self._filled(StateOf(module), name, value, statements)

    def registered_of_class(self, cls: ClassInfo, name: str, value: Value) -> Value:
        """Return a container that a class holds with what the statements of its package put into it."""
        known = self._registered.get((cls, name))
        if known is None:
            known = self._registered[cls, name] = value  # while the statements are interpreted
            if statements := registrations.of_class(cls, name):
                known = self._registered[cls, name] = self._filled(StateOf(cls), name, value, statements)
        return known

    def _filled(
        self,
        home: StateOf,
        name: str,
        value: Value,
        statements: Sequence[registrations.Registration],
    ) -> Value:
        interp = self._interp
        hooks, written, filling = interp.hooks, dict(self._written), interp.filling
        interp.hooks, interp.filling = Hooks(), True
        try:
            with interp.on_copy(interp.heap):
                interp.heap[home] = {}
                for other, statement, decorators in statements:
                    frame = Frame(other)
                    if not isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
                        interp.run(frame, [statement])
                        continue
                    made = _defined(other, statement)
                    if isinstance(statement, ast.ClassDef):
                        self._derive(frame, statement, made)
                    for decorator in reversed(decorators):
                        maker = interp.evaluate(frame, decorator)
                        interp.call_value(frame, as_call(decorator), maker, Arguments([made], {}))
                found = aliases.detached(interp.heap, interp.heap.of(home).get(name, value))
                held = interp.heap.of(value.site) if isinstance(value, Instance) else {}
        finally:
            interp.hooks, interp.filling = hooks, filling
            self._written = written
            self._among.clear()
        if isinstance(value, Instance):
            interp.heap[value.site] = held
        return found

    def _derive(self, frame: Frame, node: ast.ClassDef, made: Value) -> None:
        """Call the ``__init_subclass__`` that a class derives."""
        hook = made.cls.find_method(registrations.DERIVING, after=made.cls) if isinstance(made, ClassValue) else None
        if hook is not None:
            words = {word.arg: word.value for word in node.keywords if word.arg not in (None, "metaclass")}
            given = {name: self._interp.evaluate(frame, value) for name, value in words.items() if name is not None}
            self._interp.call(frame, node, Function(hook, made), [], given)

    def _set_by(self, module: Module) -> dict[object, Attributes]:
        """Interpret the statements of a module that set something on its classes and functions."""
        interp = self._interp
        hooks, written = interp.hooks, dict(self._written)
        interp.hooks = Hooks()
        try:
            with interp.on_copy(interp.heap):
                before = interp.heap.copy()
                frame = Frame(module)
                for statement in module.patching:
                    if isinstance(statement, ast.ClassDef):
                        for decorator, maker in self._decorators(frame, statement):
                            given = Arguments([ClassValue(module.class_info(statement))], {})
                            interp.call_value(frame, as_call(decorator), maker, given)
                    else:
                        interp.run(frame, [statement])
                changed = interp.heap.changes_since(before)
        finally:
            interp.hooks = hooks
            self._written = written
            self._among.clear()
        for name, value in frame.env.items():
            if isinstance(value, Function):
                interp.define(module, name, value)  # as it was before others replaced it
        return {site: held for site, held in changed.items() if isinstance(site, StateOf)}

    def _decorators(self, frame: Frame, node: ast.ClassDef) -> Iterator[tuple[ast.expr, Value]]:
        """The decorators of a class that are functions which set something on what they are given, innermost first."""
        for decorator in reversed(node.decorator_list):
            named = decorator.func if isinstance(decorator, ast.Call) else decorator
            maker = self._interp.evaluate(frame, named)
            if isinstance(maker, Function) and patches.sets_attributes(maker.info.node):
                yield decorator, self._interp.evaluate(frame, decorator) if isinstance(decorator, ast.Call) else maker


def _defined(module: Module, node: ast.FunctionDef | ast.ClassDef) -> Value:
    if isinstance(node, ast.ClassDef):
        return ClassValue(module.class_info(node))
    return Function(module.function_info(node))
