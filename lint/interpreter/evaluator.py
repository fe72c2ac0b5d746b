"""The interpreter, as its parts see it."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from fullgraph.lint.dataflow.reassigned import Changes
from fullgraph.lint.domain.events import TestKind
from fullgraph.lint.domain.faults import Faults
from fullgraph.lint.domain.frame import Analysis, Env, Event, Frame, Probe
from fullgraph.lint.domain.heap import Heap, Steps
from fullgraph.lint.domain.listening import Listeners
from fullgraph.lint.domain.observer import Observer
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import ClassValue, Function, Instance, Value
from fullgraph.lint.interpreter.arguments import NO_REST, Arguments, Rest
from fullgraph.lint.interpreter.budget import Budget
from fullgraph.lint.interpreter.hooks import Hooks
from fullgraph.lint.interpreter.parameter_facts import ParameterFacts
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module

State = tuple[Env, Heap]
"""The variables of a frame, and the attributes of all objects."""


Model = Callable[["Evaluator", Frame, ast.Call, Arguments], Value]
"""A model of a library's function: evaluates a call of it."""


class Evaluator(Analysis, Protocol):
    """The interpreter, as its parts see it."""

    parameters: ParameterFacts
    hooks: Hooks
    budget: Budget
    faults: Faults
    heap: Heap
    contexts: dict[object, tuple[Steps, Steps]]
    """What entering and leaving a context changes, by the sites of contexts."""
    scopes: dict[ClassInfo | None, Frame]
    """The variables around each class that a function defines, as they were there last."""
    scopes_of: dict[object, Frame]
    """The same as they were when an object was made, by its site."""
    checked: frozenset[Module]
    filling: bool
    """Whether the statements are interpreted that fill a registry."""

    @property
    def listeners(self) -> Listeners:
        """The rules' functions, by the events that they listen to."""

    @property
    def sites(self) -> dict[object, tuple[Frame, ast.Call, ClassInfo]]: ...

    @property
    def observer(self) -> Observer | None: ...

    @property
    def viewer(self) -> Observer | None:
        """The observer where it is told of each expression's value."""

    @property
    def probe(self) -> Probe | None:
        """What is recorded while rewrites ask about code."""

    # What happens

    def emit(self, event: Event) -> None: ...

    def test(
        self, frame: Frame, node: ast.expr, value: Value, kind: TestKind, whole: ast.expr | None = None
    ) -> bool | None: ...

    # Expressions, statements, calls

    def run(self, frame: Frame, body: Sequence[ast.stmt]) -> bool: ...

    def run_branch(self, frame: Frame, body: Sequence[ast.stmt]) -> State | None: ...

    def call(
        self,
        frame: Frame,
        node: ast.AST,
        function: Function,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        rest: Rest = NO_REST,
    ) -> Value: ...

    def call_value(self, frame: Frame, node: ast.Call, callee: Value, given: Arguments) -> Value: ...

    def make(
        self,
        frame: Frame,
        node: ast.Call,
        cls: ClassInfo,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        rest: Rest,
    ) -> Value: ...

    # Names, classes

    def imported(self, target: str) -> Value: ...

    def set_on_class(self, cls: ClassInfo, name: str) -> Value | None:
        """Return what was set on a class, or on one that it derives from; None where a class's body says it."""

    def set_on_function(self, info: FunctionInfo, name: str) -> Value | None:
        """Return what was set on a function."""

    def set_on(self, owner: ClassValue | Function, name: str, value: Value) -> None:
        """``owner.name = value``."""

    def define(self, module: Module, name: str, value: Value) -> None:
        """Say what a global name holds, where its statement gives something else by now."""

    def static_key(self) -> object:
        """What calls may read of classes, functions and global names at the moment."""

    def set_global(self, frame: Frame, name: str, value: Value) -> bool:
        """Put a container or an object into a global name; False where that is not followed."""

    def registered(self, module: Module, name: str, value: Value) -> Value:
        """Return a registry with what the statements of its package put into it, under the keys that they give."""

    def registered_of_class(self, cls: ClassInfo, name: str, value: Value) -> Value:
        """Return a container that a class holds with what the statements of its package put into it."""

    def literal(self, module: Module, name: str) -> Value | None:
        """Return what a module's only statement about a global name sets it to."""

    def decorated(self, info: FunctionInfo) -> Value | None:
        """Return what the project's decorators make of a function; None where they leave it as it is."""

    def member(self, module_name: str, name: str) -> Value: ...

    def generic(self, cls: ClassInfo) -> Instance: ...

    def changes_of(self, cls: ClassInfo) -> Changes: ...

    # States

    def save(self, frame: Frame) -> State: ...

    def restore(self, frame: Frame, state: State) -> None: ...

    def merge(self, frame: Frame, ends: Sequence[State]) -> None: ...

    def assuming(
        self, frame: Frame, test: ast.expr, holds: bool, known: bool | None
    ) -> AbstractContextManager[list[PathCondition]]: ...
