"""Statements, control flow and function calls."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from fullgraph.lint.dataflow import counters as counting
from fullgraph.lint.dataflow import reassigned
from fullgraph.lint.diagnostics.diagnostic import Mode
from fullgraph.lint.domain.condition import Condition
from fullgraph.lint.domain.events import Call, Compile, Construct, Decorated, SuperInit, Test, TestKind, UntracedCall
from fullgraph.lint.domain.faults import Faults
from fullgraph.lint.domain.frame import Env, Event, Finding, Frame, Root
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.listening import Listener, Listeners
from fullgraph.lint.domain.observer import Observer, SkipReason
from fullgraph.lint.domain.values import (
    NONE,
    NOTHING,
    TRUE,
    UNKNOWN,
    ClassValue,
    Const,
    External,
    Function,
    Instance,
    ModuleValue,
    SequenceValue,
    Value,
    draw_part,
    join_all,
    only,
    replace,
    scalar_part,
    tensor_part,
    truth,
)
from fullgraph.lint.interpreter import (
    attributes,
    calls,
    decorators,
    expressions,
    parameters,
    statements,
    states,
)
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.models import torch as torch_model
from fullgraph.lint.interpreter.parameter_facts import ParameterFacts
from fullgraph.lint.project.index import Binding, ClassInfo, FunctionInfo, Module, Project, own_nodes
from fullgraph.lint.source.syntax import is_super_init
from fullgraph.lint.torch_data.compiling import DEFINED, PRESENT

if TYPE_CHECKING:
    from fullgraph.lint.torch_data import TorchData

MAX_DEPTH = 40
"""Frames on top of each other; deeper calls are taken as unknown."""
MAX_HOST_DEPTH = 16
"""The same for code outside of compile scope, of which only constructors and what leads to ``torch.compile`` matter."""
MAX_ASIDE = 3
"""Functions on top of each other that a constructor calls: what is further away seldom makes a part of the object."""
MAX_ASIDE_ELSEWHERE = 1
"""The same where the constructor, or a function that calls another for its effect alone, is of a file not asked about:
what it sets are its own affairs."""
MAX_RECURSION = 2
"""How often one function may run inside of itself."""
MAX_CONTEXTS = 8
"""Different argument lists with which one function is interpreted under one root's mode."""
MAX_STEPS = 100_000
"""Statements and calls that one root may cost; then the rest of it is taken as unknown."""
MAX_HOST_STEPS = 30_000
"""The same for one module or function outside of compile scope."""


class Interpreter:
    """Runs functions on abstract values and collects what the rules say to the events it meets."""

    def __init__(self, project: Project, torch: TorchData, listeners: Listeners) -> None:
        self.project = project
        self.torch = torch
        self.listeners = listeners
        self.heap = Heap()
        self.sites: dict[object, tuple[Frame, ast.Call, ClassInfo]] = {}
        """Where objects were made: the frame, the call and the class."""
        self.on_compiled: Callable[[object, Value, Sequence[Value], dict[str, Value]], None] | None = None
        """Told of calls of compiled callables outside of compile scope: the root, None for that of a decorator, and
        what is compiled."""
        self.on_compile: Callable[[Frame, ast.Call, Value, dict[str, Value]], Value] | None = None
        """Told of ``torch.compile`` calls; gives the compiled value."""
        self.faults = Faults()
        """What went wrong in rules, and in the interpreter itself."""
        self.on_host_finding: Callable[[Finding], None] | None = None
        """Told of what rules find outside of compile scope."""
        self.probe_values: tuple[Frame, dict[ast.AST, Value]] | None = None
        """A frame and the values of its expressions, noted while rewrites ask about them."""
        self._observer: Observer | None = None
        self.viewer: Observer | None = None
        """The observer where it is told of each expression's value."""
        self.checked: frozenset[Module] = frozenset()
        """The modules of which the roots are interpreted."""
        self.steps = 0
        self.limit = MAX_STEPS
        """How many steps the root under way may take; see ``start``."""
        self.rule_state: dict[object, Any] = {}
        """What rules have worked out once for many findings, by what it is about."""
        self._globals: dict[tuple[str, str], Value] = {}
        self._changes: dict[ClassInfo, reassigned.Changes] = {}
        self._counters: dict[Module, dict[str, list[counting.Count]]] = {}
        self._memo: dict[object, tuple[Value, tuple[Finding, ...]]] = {}
        self._contexts: dict[object, int] = {}
        self.parameters = ParameterFacts()
        self._frames: list[Frame] = []
        self._active: list[object] = []
        self._running: Counter[FunctionInfo] = Counter()
        self._met: Counter[FunctionInfo] = Counter()
        self._decorated: dict[FunctionInfo, Value | None] = {}
        self._generic: dict[ClassInfo, Instance] = {}
        self._made: dict[object, tuple[dict[object, dict[str, Value]], tuple[Finding, ...]]] = {}
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 12_000))

    @property
    def observer(self) -> Observer | None:
        """Told of what is interpreted, for ``explain``."""
        return self._observer

    @observer.setter
    def observer(self, observer: Observer | None) -> None:
        self._observer = observer
        self.viewer = observer if observer is not None and observer.sees_values else None

    def release(self) -> None:
        """Forget everything; to be called when nothing more is asked of it.

        Frames hold the functions that are defined in them, which hold their frames: the collector would have to find
        these circles among all else.
        """
        for frame in self._frames:
            vars(frame).clear()
        vars(self).clear()

    def start(self, tracing: bool) -> None:
        """Begin with another root or host: it gets steps of its own."""
        self.steps = 0
        self.heap.settle()
        self.limit = MAX_STEPS if tracing else MAX_HOST_STEPS

    def forget_calls(self) -> None:
        """Interpret every call anew: what is known of parameters has changed."""
        self._memo.clear()
        self._contexts.clear()

    # Events

    def emit(self, event: Event) -> None:
        """Ask the rules; outside of compile scope only about what is said to happen there."""
        frame = event.frame
        if not frame.tracing:
            self._emit_host(event)
            return
        for listener in self._listeners_to(event):
            finding = self._answer(listener, event)
            if finding is not None and not _left(frame, event.node):
                held = only(getattr(event, "value", UNKNOWN))
                conditions = tuple(dict.fromkeys((*held, *frame.conditions)))
                finding = replace(finding, code=listener.code, root=frame.root, conditions=conditions)
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
        if not event.host or self.on_host_finding is None or event.frame.module.origin != "given":
            return
        for listener in self._listeners_to(event):
            finding = self._answer(listener, event)
            if finding is not None:
                mode: Mode = "default"
                if isinstance(event, Compile) and event.given.get("fullgraph") == TRUE:
                    mode = "fullgraph"
                root = Root(event.text, event.frame.module, event.node, mode)
                self.on_host_finding(replace(finding, code=listener.code, root=root))

    def test(
        self, frame: Frame, node: ast.expr, value: Value, kind: TestKind, whole: ast.expr | None = None
    ) -> bool | None:
        """``bool(value)``: its truth where it is known, and an event where tensor data or a drawn number decides."""
        known = truth(value)
        if known is None and frame.tracing and (tensor_part(value) or scalar_part(value) or draw_part(value)):
            frame.data_tests.add(whole or node)
            self.emit(Test(whole or node, frame, self, node, value, kind, frame.around(whole or node)))
        return known

    # Names

    def name(self, frame: Frame, name: str) -> Value:
        """What a name holds, from the innermost scope out."""
        scope: Frame | None = frame
        while scope is not None:
            if name in scope.env:
                return scope.env[name]
            scope = scope.closure
        return self.global_name(frame.module, name)

    def global_name(self, module: Module, name: str) -> Value:
        key = (module.name, name)
        if key not in self._globals:
            self._globals[key] = UNKNOWN  # definitions in a circle end here
            self._globals[key] = self._global(module, name)
        return self._globals[key]

    def _global(self, module: Module, name: str) -> Value:
        found = self.project.lookup(module, name)
        if found is None:
            if name in ("__name__", "__debug__"):
                return Const(module.name if name == "__name__" else True)
            return External(f"builtins.{name}") if name in _BUILTINS else UNKNOWN
        values: list[Value] = []
        for binding in found.bindings:
            if binding.fallback and any(self._is_there(value) for value in values):
                continue
            if binding.kind == "import":
                values.append(self.imported(binding.target))
            elif binding.kind == "from":
                values.append(self._imported_from(module, name, binding))
            elif binding.kind == "function" and isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                values.append(Function(module.function_info(binding.node)))
            elif binding.kind == "class" and isinstance(binding.node, ast.ClassDef):
                values.append(ClassValue(module.class_info(binding.node)))
            elif binding.kind == "value" and isinstance(binding.node, ast.expr):
                value = expressions.evaluate(self, Frame(module), binding.node)
                values.append(states.with_unknown_items(value) if name in module.mutated else value)
            else:
                values.append(UNKNOWN)
        real = [value for value in values if value != NONE]
        return join_all(real if real and len(values) > 1 else values)

    def _is_there(self, value: Value) -> bool:
        return isinstance(value, External) and torch_model.is_there(self, value.name)

    def counters(self, module: Module) -> dict[str, list[counting.Count]]:
        """The global numbers of a module that some of its statements count, with these."""
        if module not in self._counters:
            self._counters[module] = counting.global_counters(module)
        return self._counters[module]

    def _imported_from(self, module: Module, name: str, binding: Binding) -> Value:
        """``from target import name``: in a package's own module, of itself, a submodule is meant."""
        if binding.target == module.name:
            submodule = self.project.submodule(module, binding.name)
            if submodule is not None:
                return ModuleValue(submodule)
            return UNKNOWN if binding.name == name else self.global_name(module, binding.name)
        return self.member(binding.target, binding.name)

    def imported(self, target: str) -> Value:
        """``import target as name``: an attribute of the package comes before its submodule."""
        package, _, last = target.rpartition(".")
        value = self.member(package, last) if package else UNKNOWN
        return self.member(target, "") if value is UNKNOWN or isinstance(value, External) else value

    def member(self, module_name: str, name: str) -> Value:
        """``name`` of a module, the module itself for an empty name."""
        project = self.project
        module = project.find(module_name)
        if module is None:
            return External(f"{module_name}.{name}" if name else module_name)
        if not name:
            return ModuleValue(module)
        value = self.global_name(module, name) if project.binds(module, name) else UNKNOWN
        if value is UNKNOWN and (submodule := project.submodule(module, name)) is not None:
            return ModuleValue(submodule)
        if project.lookup(module, name) is not None:
            return self.global_name(module, name)
        return External(f"{module_name}.{name}")

    # State

    def save(self, frame: Frame) -> tuple[Env, Heap]:
        return dict(frame.env), self.heap.copy()

    def restore(self, frame: Frame, state: tuple[Env, Heap]) -> None:
        frame.env, self.heap = dict(state[0]), state[1].copy()

    def merge(self, frame: Frame, ends: Sequence[tuple[Env, Heap]]) -> None:
        """Go on in a state that covers all of these."""
        env, heap = ends[0]
        for other_env, other_heap in ends[1:]:
            env = states.join_env(env, other_env)
            heap = heap.joined(other_heap)
        frame.env, self.heap = dict(env), heap.copy()

    def under(self, frame: Frame, test: ast.expr, holds: bool, known: bool | None) -> Assuming:
        """What happens in here depends on a test that came out as ``holds``, unless its outcome is known.

        Gives the conditions that this adds.
        """
        adds = known is None and frame.tracing and test not in frame.data_tests
        return Assuming(frame, Condition.of(test, holds, frame.module) if adds else [])

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

    def values_of(self, frame: Frame, code: Sequence[ast.stmt] | ast.expr, heap: Heap) -> dict[ast.AST, Value]:
        """The values of all expressions of code that is run once more, on a copy of a heap."""
        self.start(tracing=True)
        found: dict[ast.AST, Value] = {}
        self.probe_values = (frame, found)
        try:
            with self.on_copy(heap):
                if isinstance(code, ast.expr):
                    self.evaluate(frame, code)
                else:
                    self.run(frame, code)
        finally:
            self.probe_values = None
        return found

    # Expressions

    def evaluate(self, frame: Frame, node: ast.expr) -> Value:
        return expressions.evaluate(self, frame, node)

    def call_value(self, frame: Frame, node: ast.Call, callee: Value, given: Arguments) -> Value:
        """``callee(*given)``."""
        return calls.call_value(self, frame, node, callee, given)

    # Statements

    def run(self, frame: Frame, body: Sequence[ast.stmt]) -> bool:
        """Interpret statements; whether control can reach what follows them."""
        for statement in body:
            self.steps += 1
            if self.steps > self.limit:
                if self._observer is not None:
                    self._observer.stopped(frame, statement)
                return True
            frame.statement = statement
            if self._observer is not None:
                self._observer.statement(frame, statement)
            runner = statements.RUNNERS.get(type(statement))
            if runner is not None and not runner(self, frame, statement):
                if self._observer is not None:
                    self._observer.ended(frame, statement)
                return False
        return True

    def run_branch(self, frame: Frame, body: Sequence[ast.stmt]) -> tuple[Env, Heap] | None:
        """Interpret one arm; its state at the end, or None. An arm that only ends in ``raise`` is no traced code."""
        before, conditions = len(frame.findings), len(frame.conditions)
        leaves = (len(frame.returns), sum(len(loop.breaks) + len(loop.continues) for loop in frame.loops))
        completes = self.run(frame, body)
        del frame.conditions[conditions:]
        if completes:
            return self.save(frame)
        if leaves == (len(frame.returns), sum(len(loop.breaks) + len(loop.continues) for loop in frame.loops)):
            del frame.findings[before:]
            if self._observer is not None:
                self._observer.dropped(frame, body)
        return None

    # Calls

    def call(
        self,
        frame: Frame,
        node: ast.AST,
        function: Function,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        open_arguments: bool = False,
    ) -> Value:
        """Interpret a function on arguments, as Dynamo inlines it."""
        info = function.info
        if info.name in DEFINED:
            return Const(frame.tracing)
        if info.name == PRESENT:
            return TRUE
        if frame.tracing and info.decorator_names & LEAVES_SCOPE:
            if isinstance(node, ast.Call):
                self.emit(UntracedCall(node, frame, self, info))
            if self._observer is not None:
                self._observer.skipped(frame, node, info, "disabled")
            return UNKNOWN
        if frame.tracing and info.decorators and isinstance(function.bound, Instance) and isinstance(node, ast.Call):
            self.emit(Decorated(node, frame, self, function.bound, info))
        if function.plain:
            self._met[info] += 1
        elif frame.tracing and (wrapper := self.decorated(info)) is not None:
            return self._call_wrapper(frame, node, function, wrapper, args, kwargs, open_arguments)
        positional = [function.bound, *args] if function.bound is not None else list(args)
        env = parameters.bind(self, info, positional, kwargs, open_arguments)
        if self._running[info]:
            env = {
                name: states.widened(value) for name, value in env.items()
            }  # so that a recursion meets its other ways
        mode = frame.root.mode if frame.root is not None else None
        key = (info, mode, self._key(env), function.closure)
        too_deep = len(self._active) >= (MAX_DEPTH if frame.tracing else MAX_HOST_DEPTH)
        too_deep |= not frame.tracing and info.name != "__init__" and self._is_far(frame, node)
        recursive = key in self._active or self._running[info] >= MAX_RECURSION
        if too_deep or recursive or self.steps > self.limit:
            if self._observer is not None:
                why: SkipReason = "depth" if too_deep else "recursion" if recursive else "steps"
                self._observer.skipped(frame, node, info, why)
            declared = parameters.declared_return(self, info)
            return NOTHING if recursive and declared is UNKNOWN else declared
        self.steps += 1
        tracing = frame.tracing
        apart = not tracing and function.closure is None and all(states.is_heap_free(value) for value in env.values())
        if (tracing or apart) and key in self._memo:
            value, findings = self._memo[key]
            self._again(frame, findings)
            if self._observer is not None:
                self._observer.again(frame, node, key)
            return self._returned(frame, node, info, env, value)
        before = self.heap.copy() if apart else None
        if tracing:
            contexts = self._contexts.get((info, mode), 0)
            if contexts >= MAX_CONTEXTS:
                env = {name: states.widened(value) for name, value in env.items()}
                key = (info, mode, self._key(env), function.closure)
                if key in self._memo:
                    value, findings = self._memo[key]
                    self._again(frame, findings)
                    if self._observer is not None:
                        self._observer.again(frame, node, key)
                    return self._returned(frame, node, info, env, value)
            self._contexts[(info, mode)] = contexts + 1
        callee = Frame(
            info.module,
            info,
            env,
            closure=function.closure,
            caller=frame,
            call=node,
            root=frame.root,
            owner=function.bound or (positional[0] if info.owner is not None and positional else None),
        )
        self._frames.append(callee)
        if self._observer is not None:
            self._observer.entered(callee, key)
        kept = self.heap.copy()
        self._active.append(key)
        self._running[info] += 1
        try:
            value = self.execute(callee)
        except Exception as failure:
            # Taken as a call that is too deep to follow: what it did by then, in one arm perhaps, does not count.
            self.faults.add("function", failure, info.module.source, callee.statement or info.node, info.qualname)
            self.heap, callee.findings = kept, []
            value = parameters.declared_return(self, info)
        finally:
            self._active.pop()
            self._running[info] -= 1
        if tracing:
            said = distinct(callee.findings)
            self._memo[key] = (value, said)
            self._again(frame, said)
        elif before is not None and not self.heap.changes_since(before):
            self._memo[key] = (value, ())
        return self._returned(frame, node, info, env, value)

    def _key(self, env: Env) -> object:
        """What of the variables that a function begins with makes a difference to what it does."""
        objects = [value for value in env.values() if isinstance(value, Instance)]
        return tuple(states.context_key(value) for value in env.values()), tuple(self._state(one) for one in objects)

    def _state(self, instance: Instance) -> object:
        """What an object's attributes are at the moment, of those that change after construction."""
        held = self.heap.of(instance.site)
        return tuple(states.context_key(held[name]) for name in self.changes_of(instance.cls) if name in held)

    def _is_far(self, frame: Frame, node: ast.AST) -> bool:
        """Whether what a function calls outside of compile scope is too far from its constructor to matter."""
        aside, constructor = frame.aside
        if aside < MAX_ASIDE_ELSEWHERE or constructor is None:
            return False
        if aside >= MAX_ASIDE or self._is_elsewhere(constructor.module):
            return True
        statement = frame.statement
        alone = isinstance(statement, ast.Expr) and statement.value is node
        return alone and self._is_elsewhere(frame.module)

    def _is_elsewhere(self, module: Module) -> bool:
        """Whether a module is neither one of those that are checked here nor followed."""
        if self.checked:
            return module not in self.checked and module.origin != "followed"
        return module.origin == "sibling"

    def decorated(self, info: FunctionInfo) -> Value | None:
        """What the project's decorators make of a function; None where they leave it as it is."""
        if not info.decorators:
            return None
        if info not in self._decorated:
            self._decorated[info] = None  # a decorator that is decorated by itself
            plain = Function(info, plain=True)
            value: Value = plain
            for decorator in reversed(info.decorators):
                value = decorators.wrapped(self, Frame(info.module), decorator, value)
            self._decorated[info] = None if value == plain else value
        return self._decorated[info]

    def _call_wrapper(
        self,
        frame: Frame,
        node: ast.AST,
        function: Function,
        wrapper: Value,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        open_arguments: bool,
    ) -> Value:
        """Call what a function's decorators made of it; the function too, where that is not seen to call it."""
        met = self._met[function.info]
        if isinstance(wrapper, Function):
            bound = replace(wrapper, bound=function.bound, plain=True)
            value = self.call(frame, node, bound, args, kwargs, open_arguments)
        else:
            positional = [function.bound, *args] if function.bound is not None else list(args)
            value = calls.call_any(self, frame, node, wrapper, positional, kwargs, open_arguments)
        if self._met[function.info] == met:
            own = self.call(frame, node, replace(function, plain=True), args, kwargs, open_arguments)
            return own if value is UNKNOWN else value
        return value

    def execute(self, frame: Frame) -> Value:
        """Run a frame's function to its end; what it returns."""
        assert frame.function is not None
        node = frame.function.node
        try:
            if isinstance(node, ast.Lambda):
                return expressions.evaluate(self, frame, node.body)
            completes = self.run(frame, node.body)
        except RecursionError:
            return parameters.declared_return(self, frame.function)
        if frame.heaps:
            heaps = [*frame.heaps, self.heap] if completes else frame.heaps
            heap = heaps[0]
            for other in heaps[1:]:
                heap = heap.joined(other)
            self.heap = heap.copy()
        if frame.function.is_generator:
            return SequenceValue("generator", None, join_all(frame.yields))
        values = [*frame.returns, NONE] if completes else frame.returns
        values = [value for value in values if value is not NOTHING]  # what a recursion gives, its other ways give
        if not values:
            return UNKNOWN
        value = join_all(values)
        if value is UNKNOWN:
            return parameters.declared_return(self, frame.function)
        return value

    def _again(self, frame: Frame, findings: Sequence[Finding]) -> None:
        """What a call said, now or before: it says it under the root and the conditions of its caller."""
        conditions = tuple(frame.conditions)
        for finding in findings:
            if conditions or finding.root is not frame.root:
                finding = replace(finding, root=frame.root, conditions=(*conditions, *finding.conditions))
            frame.findings.append(finding)

    def _returned(self, frame: Frame, node: ast.AST, info: FunctionInfo, env: Env, value: Value) -> Value:
        """The value in the caller's terms: shapes and dtypes named after parameters become the arguments' own."""
        return parameters.translate(self, frame, node, info, env, value)

    # Objects

    def generic(self, cls: ClassInfo) -> Instance:
        """An object of a class, made with arguments of which only the annotations are known."""
        if cls not in self._generic:
            site = ("class", cls.module.name, cls.qualname)
            instance = Instance(cls, site)
            self._generic[cls] = instance
            if site not in self.heap:
                self.heap[site] = {}
            self.initialise(Frame(cls.module), cls.node, instance, [], {}, open_arguments=True)
        elif self._generic[cls].site not in self.heap:
            self.heap[self._generic[cls].site] = {}
            self.initialise(Frame(cls.module), cls.node, self._generic[cls], [], {}, open_arguments=True)
        return self._generic[cls]

    def make(
        self,
        frame: Frame,
        node: ast.Call,
        cls: ClassInfo,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        is_open: bool,
    ) -> Instance:
        """``cls(...)``: a new object, its attributes set by ``__init__``."""
        site = ("site", frame.module.name, node.lineno, node.col_offset, cls.module.name, cls.qualname)
        instance = Instance(cls, site)
        self.sites[site] = (frame, node, cls)
        self.heap[site] = {}
        if frame.tracing:
            self.emit(Construct(node, frame, self, cls, frame.around(node)))
        self.initialise(frame, node, instance, args, kwargs, is_open)
        return instance

    def initialise(
        self,
        frame: Frame,
        node: ast.AST,
        instance: Instance,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        open_arguments: bool,
    ) -> None:
        """Run ``__init__``; its effects are kept, so that the same call costs once."""
        cls = instance.cls
        mode = frame.root.mode if frame.root is not None else None
        given = (
            tuple(states.context_key(v) for v in args),
            tuple((n, states.context_key(v)) for n, v in kwargs.items()),
            open_arguments,
        )
        key = (cls, mode, given)
        if key in self._made:
            made, findings = dict(self._made[key][0]), self._made[key][1]
            self._again(frame, findings)
            if self._observer is not None:
                self._observer.again(frame, node, key)
            self.heap[instance.site] = made.pop("self", {})
            for site, values in made.items():
                if site not in self.heap:
                    self.heap[site] = values
            return
        init = cls.find_method("__init__")
        if init is None or (init.owner is not None and attributes.field_names(init.owner)):
            self.heap[instance.site] = attributes.fields(self, cls, args, kwargs)
            return
        if len(self._active) >= MAX_DEPTH or key in self._active:
            return
        before = self.heap.copy()
        host = Frame(frame.module, None if frame.tracing else frame.function, caller=frame, call=node, root=frame.root)
        host.statement = frame.statement
        if self._observer is not None and frame.tracing:
            self._observer.entered(host, key)
        self._active.append(key)
        try:
            self.call(host, node, Function(init, instance), args, kwargs, open_arguments)
        finally:
            self._active.pop()
        if host.tracing and host.findings:
            self._tell_of_constructors(host, node, instance, init)
        if not frame.tracing:
            self._widen(instance)
        changed = self.heap.changes_since(before)
        changed["self"] = changed.pop(instance.site, {})
        said = distinct(host.findings)
        self._again(frame, said)
        self._made[key] = (changed, said)

    def _widen(self, instance: Instance) -> None:
        """Let an object's attributes be what they are later too: compiled code meets it at any time of its life."""
        changes = self.changes_of(instance.cls)
        held = self.heap.of(instance.site)
        self.heap[instance.site] = {
            name: states.changed(value, changes[name]) if name in changes else value for name, value in held.items()
        }

    def changes_of(self, cls: ClassInfo) -> reassigned.Changes:
        """What sets the attributes of the objects of a class after construction."""
        if cls not in self._changes:
            self._changes[cls] = reassigned.changes(cls)
        return self._changes[cls]

    def _tell_of_constructors(self, host: Frame, node: ast.AST, instance: Instance, init: FunctionInfo) -> None:
        """Say of each ``super().__init__()`` on the way up what was said of them all."""
        causes = tuple(host.findings)
        constructor: FunctionInfo | None = init
        while constructor is not None and constructor.owner is not None:
            frame = Frame(constructor.module, constructor, caller=host, call=node, root=host.root, owner=instance)
            frame.conditions += host.conditions
            calls_up = [call for call in own_nodes(constructor.node) if is_super_init(call)]
            for call in calls_up:
                self.emit(SuperInit(call, frame, self, instance, causes))
            host.findings += frame.findings
            above = instance.cls.find_method("__init__", after=constructor.owner) if calls_up else None
            constructor = above if above is not constructor else None


class Assuming:
    """What runs in here runs under conditions more."""

    __slots__ = ("added", "count", "frame")

    def __init__(self, frame: Frame, added: list[Condition]) -> None:
        self.frame, self.added, self.count = frame, added, len(frame.conditions)

    def __enter__(self) -> list[Condition]:
        self.frame.conditions += self.added
        return self.added

    def __exit__(self, *_: object) -> None:
        del self.frame.conditions[self.count :]


class SuppressedFindings:
    """What rules say in here is dropped."""

    __slots__ = ("count", "frame")

    def __init__(self, frame: Frame) -> None:
        self.frame, self.count = frame, len(frame.findings)

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        del self.frame.findings[self.count :]


def _left(frame: Frame, node: ast.AST) -> bool:
    """Whether something earlier, under no other conditions, lets the frame's function run uncompiled."""
    return any(
        finding.uncompiled
        and finding.event.frame is frame
        and finding.event.node is not node
        and finding.conditions == tuple(frame.conditions[: len(finding.conditions)])
        for finding in frame.findings
    )


def distinct(findings: Sequence[Finding]) -> tuple[Finding, ...]:
    """Each finding once: the one under the fewest conditions. A function that is called twice says all of its twice.

    What holds whichever way a test comes out does not depend on it.
    """
    best: dict[object, Finding] = {}
    for finding in findings:
        node = finding.at[1] if finding.at is not None else finding.event.node
        key = (id(node), id(finding.event.node), finding.code, finding.confidence, finding.modes)
        known = best.get(key)
        if known is not None and (opposite := _opposite(known.conditions, finding.conditions)) is not None:
            kept = tuple(condition for condition in known.conditions if condition.test is not opposite)
            best[key] = replace(known, conditions=kept)
        elif known is None or len(finding.conditions) < len(known.conditions):
            best[key] = finding
    return tuple(best.values())


def _opposite(left: Sequence[Condition], right: Sequence[Condition]) -> ast.expr | None:
    """The one test that comes out differently in conditions that are the same otherwise."""
    if len(left) != len(right):
        return None
    differing = [(one, two) for one, two in zip(left, right, strict=True) if one != two]
    if len(differing) != 1:
        return None
    ((one, two),) = differing
    return one.test if one.test is two.test else None


_BUILTINS = frozenset(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
LEAVES_SCOPE = {"disable", "custom_op", "allow_in_graph", "nonstrict_trace", "leaf_function", "graph_break"}
