"""The interpreter: one state, and the parts that evaluate code in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.lint.diagnostics.reach import Repeats
from fullgraph.lint.domain.events import Call, Compile, Test, TestKind
from fullgraph.lint.domain.faults import Faults
from fullgraph.lint.domain.frame import Env, Event, Finding, Frame, Probe, Root
from fullgraph.lint.domain.heap import Heap, Steps
from fullgraph.lint.domain.listening import Listener, Listeners
from fullgraph.lint.domain.loop_variance import is_repeated
from fullgraph.lint.domain.observer import Observer
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import (
    NONE,
    TRUE,
    UNKNOWN,
    Value,
    alternatives,
    draw_part,
    path_conditions,
    replace,
    scalar_part,
    tensor_part,
    truth,
)
from fullgraph.lint.facts.observed import Observed
from fullgraph.lint.interpreter import calls, expressions, overloads, states
from fullgraph.lint.interpreter.budget import Budget
from fullgraph.lint.interpreter.call_stack import CallStack
from fullgraph.lint.interpreter.findings import PathConditions, SuppressedFindings, uncompiled_modes
from fullgraph.lint.interpreter.functions import Functions
from fullgraph.lint.interpreter.global_names import GlobalNames
from fullgraph.lint.interpreter.hooks import Hooks
from fullgraph.lint.interpreter.models import numpy
from fullgraph.lint.interpreter.objects import Objects
from fullgraph.lint.interpreter.parameter_facts import ParameterFacts
from fullgraph.lint.interpreter.statements import RUNNERS
from fullgraph.lint.interpreter.static_state import StaticState
from fullgraph.lint.project.index import ClassInfo, Module, Project

if TYPE_CHECKING:
    from fullgraph.lint.torch_data import TorchData


class Interpreter:
    """Evaluates functions on abstract values and collects what rules find in the events on the way."""

    def __init__(
        self, project: Project, torch: TorchData, listeners: Listeners, observed: Observed | None = None
    ) -> None:
        self.project = project
        self.torch = torch
        self.listeners = listeners
        self.observed = observed or Observed()
        """What recorded runs saw."""
        self.hooks = Hooks()
        self.faults = Faults()
        """Failures of rules, and of the interpreter itself."""
        self.checked: frozenset[Module] = frozenset()
        """The modules of which the roots are interpreted."""
        self.budget = Budget()
        self.heap = Heap()
        self.contexts: dict[object, tuple[Steps, Steps]] = {}
        self.scopes: dict[ClassInfo | None, Frame] = {}
        self.scopes_of: dict[object, Frame] = {}
        self.filling = False
        self.parameters = ParameterFacts()
        self.rule_state: dict[object, Any] = {}
        """Results that rules keep for later findings, by what they are about."""
        self.probe: Probe | None = None
        """What is recorded for rewrites."""
        self._observer: Observer | None = None
        self.viewer: Observer | None = None
        """The observer, where it wants each expression's value."""
        names = GlobalNames(self)
        self.global_name = names.value
        self.counters = names.counters
        self.define = names.define
        self.imported = names.imported
        self.member = names.member
        state = StaticState(self)
        self.set_on_class = state.find
        self.set_on_function = state.of_function
        self.set_on = state.put
        self.set_global = state.put_global
        self.static_key = state.key
        self.literal = state.literal
        self.registered = state.registered
        self.registered_of_class = state.registered_of_class
        self._put_into_global = state.of_global
        stack = CallStack()
        self._functions = Functions(self, stack, state)
        self.call = self._functions.call
        self.execute = self._functions.execute
        self.decorated = self._functions.decorated
        self.runs_of = self._functions.runs_of
        self.calls_of = self._functions.calls_of
        objects = Objects(self, stack)
        self.sites = objects.sites
        self.generic = objects.generic
        self.make = objects.make
        self.changes_of = objects.changes_of

    @property
    def observer(self) -> Observer | None:
        """Notified of what is interpreted, for ``explain``."""
        return self._observer

    @observer.setter
    def observer(self, observer: Observer | None) -> None:
        self._observer = observer
        self.viewer = observer if observer is not None and observer.sees_values else None

    def release(self) -> None:
        """Forget everything; to be called when nothing more is asked of it."""
        self._functions.release()
        vars(self).clear()

    def start(self) -> None:
        """Begin with another root or host."""
        self.budget.start()
        self.heap.settle()

    def forget_calls(self) -> None:
        """Interpret every call anew: what is known of parameters has changed."""
        self._functions.forget()

    # Events

    def emit(self, event: Event) -> None:
        """Ask the rules; outside of compile scope only about what is said to happen there."""
        frame = event.frame
        if not frame.tracing:
            self._emit_host(event)
            return
        for listener in self._listeners_to(event):
            finding = self._answer(listener, event)
            if finding is None:
                continue
            uncompiled = set() if event.in_eager else uncompiled_modes(frame, event.node)
            modes = tuple(mode for mode in finding.modes if mode not in uncompiled)
            if uncompiled and not modes:
                continue
            held = path_conditions(getattr(event, "value", UNKNOWN))
            conditions = tuple(dict.fromkeys((*held, *frame.conditions, *finding.conditions)))
            repeats = Repeats.LOOP if is_repeated(event.node, frame.module) else Repeats.ONCE
            finding = replace(
                finding,
                code=listener.code,
                root=frame.root,
                modes=modes,
                conditions=conditions,
                repeats=repeats,
                raises=frame.raises if finding.raises is None else finding.raises,
            )
            frame.findings.append(finding)
            if self.observer is not None:
                self.observer.found(frame, finding)

    def _listeners_to(self, event: Event) -> Sequence[Listener]:
        if isinstance(event, Call):
            return self.listeners.to_call(type(event), event.name)
        return self.listeners.to(type(event))

    def _answer(self, listener: Listener, event: Event) -> Finding | None:
        """Call a rule's function: the one place where rules are called. One that fails finds nothing."""
        try:
            return listener.handler(event)
        except Exception as failure:
            self.faults.add("rule", failure, event.frame.source, event.node, listener.code)
            return None

    def _emit_host(self, event: Event) -> None:
        """Ask about code that compiles, in files to check: what a package does is not the user's to change."""
        if not event.host or self.hooks.on_finding is None or event.frame.module.origin != "given":
            return
        for listener in self._listeners_to(event):
            finding = self._answer(listener, event)
            if finding is not None:
                mode: Mode = "default"
                if isinstance(event, Compile) and event.given.get("fullgraph") == TRUE:
                    mode = "fullgraph"
                root = Root(event.text, event.frame.module, event.node, mode)
                self.hooks.on_finding(replace(finding, code=listener.code, root=root))

    def test(
        self, frame: Frame, node: ast.expr, value: Value, kind: TestKind, whole: ast.expr | None = None
    ) -> bool | None:
        """``bool(value)``: its truth where it is known, and an event where tensor data or a drawn number decides."""
        value = numpy.as_traced(frame, overloads.truth(self, frame, node, value))
        known = truth(value)
        if known is None and frame.tracing and (tensor_part(value) or scalar_part(value) or draw_part(value)):
            frame.data_tests.add(whole or node)
            optional = (
                isinstance(node, (ast.Name, ast.Attribute))
                and NONE in alternatives(value)
                and not path_conditions(value)
            )
            with PathConditions(frame, PathCondition.of(node, True, frame.module) if optional else []):
                self.emit(Test(whole or node, frame, self, node, value, kind, frame.around(whole or node)))
        return known

    # Names

    def name(self, frame: Frame, name: str) -> Value:
        """Return what a name holds, from the innermost scope out."""
        scope: Frame | None = frame
        while scope is not None:
            if name in scope.env:
                return scope.env[name]
            scope = scope.closure
        held = self._put_into_global(frame.module, name)
        return self.global_name(frame.module, name) if held is None else held

    # State

    def save(self, frame: Frame) -> tuple[Env, Heap]:
        return dict(frame.env), self.heap.copy()

    def restore(self, frame: Frame, state: tuple[Env, Heap]) -> None:
        frame.env, self.heap = dict(state[0]), state[1].copy()

    def merge(self, frame: Frame, ends: Sequence[tuple[Env, Heap]]) -> None:
        """Go on in a state that covers all of these."""
        env, heap = self._joined(ends)
        frame.env, self.heap = dict(env), heap.copy()

    @staticmethod
    def _joined(ends: Sequence[tuple[Env, Heap]]) -> tuple[Env, Heap]:
        env, heap = ends[0]
        for other_env, other_heap in ends[1:]:
            env = states.join_env(env, other_env)
            heap = heap.joined(other_heap)
        return env, heap

    def assuming(self, frame: Frame, test: ast.expr, holds: bool, known: bool | None) -> PathConditions:
        """Return what happens in here depends on a test that came out as ``holds``, unless its outcome is known.

        Gives the conditions that this adds.
        """
        adds = known is None and frame.tracing and test not in frame.data_tests
        return PathConditions(frame, PathCondition.of(test, holds, frame.module) if adds else [])

    def muted(self, frame: Frame) -> SuppressedFindings:
        """Drop what the rules say in here."""
        return SuppressedFindings(frame)

    @contextmanager
    def on_copy(self, heap: Heap) -> Iterator[None]:
        """Go on with a copy of a heap, and drop it at the end."""
        kept, self.heap = self.heap, heap.copy()
        try:
            yield
        finally:
            self.heap = kept

    def probed(
        self,
        frame: Frame,
        code: Sequence[ast.stmt] | ast.expr,
        heap: Heap,
        supposed: Mapping[ast.AST, Value] | None = None,
        watched: ast.stmt | None = None,
    ) -> Probe:
        """Run code once more, on a copy of a heap; ``supposed``: the values that some expressions are said to have."""
        self.start()
        probe = self.probe = Probe(frame, supposed or {}, watched)
        try:
            with self.on_copy(heap):
                if isinstance(code, ast.expr):
                    self.evaluate(frame, code)
                else:
                    self.run(frame, code)
            if len(probe.states) > 1:
                probe.states = [self._joined(probe.states)]
        finally:
            self.probe = None
        return probe

    # Expressions

    evaluate = expressions.evaluate
    call_value = calls.call_value

    # Statements

    def run(self, frame: Frame, body: Sequence[ast.stmt]) -> bool:
        """Interpret statements; whether control can reach what follows them."""
        budget, observer, probe, tracing = self.budget, self._observer, self.probe, frame.tracing
        for statement in body:
            if budget.take(tracing):
                if observer is not None:
                    observer.stopped(frame, statement)
                return True
            frame.statement = statement
            if observer is not None:
                observer.statement(frame, statement)
            if probe is not None:
                probe.reach(frame, statement, self.heap)
            runner = RUNNERS.get(type(statement))
            goes_on = runner is None or runner(self, frame, statement)
            if frame.stopped:
                frame.stopped = goes_on = False
            if not goes_on:
                if observer is not None:
                    observer.ended(frame, statement)
                return False
        return True

    def run_branch(self, frame: Frame, body: Sequence[ast.stmt]) -> tuple[Env, Heap] | None:
        """Interpret one arm; its state at the end, or None. An arm that only ends in ``raise`` is no traced code."""
        before, conditions = len(frame.findings), len(frame.conditions)
        leaves = _ways_out(frame)
        completes = self.run(frame, body)
        del frame.conditions[conditions:]
        if completes:
            return self.save(frame)
        if leaves == _ways_out(frame):
            del frame.findings[before:]
            if self._observer is not None:
                self._observer.dropped(frame, body)
        return None


def _ways_out(frame: Frame) -> tuple[int, ...]:
    """The number of ways that statements so far take elsewhere than to the next one.

    An exception counts where a ``try`` of the function or of a caller is around it.
    """
    of_loops = sum(len(loop.breaks) + len(loop.continues) for loop in frame.loops)
    return len(frame.returns), of_loops, sum(map(len, frame.tries)), len(frame.escaped)
