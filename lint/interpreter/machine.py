"""Statements, control flow and function calls."""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from fullgraph.lint import counting
from fullgraph.lint.diagnostics import Mode
from fullgraph.lint.events import (
    Compile,
    Condition,
    Construct,
    Decorated,
    Define,
    Enter,
    Event,
    Finding,
    Initialised,
    Iterate,
    Opaque,
    Test,
    TestKind,
)
from fullgraph.lint.interpreter import attributes, calls, decorators, expressions, narrowing, parameters, torch_model
from fullgraph.lint.interpreter.dtypes import BOOLEAN
from fullgraph.lint.interpreter.frame import Env, Frame, Loop, Root
from fullgraph.lint.interpreter.heap import Heap
from fullgraph.lint.interpreter.observer import Observer, SkipReason
from fullgraph.lint.project import ClassInfo, FunctionInfo, Module, Project, own_nodes
from fullgraph.lint.values import (
    NONE,
    TRUE,
    UNKNOWN,
    AnyOf,
    ClassValue,
    Const,
    External,
    Function,
    Instance,
    Mapping,
    ModuleValue,
    Py,
    Tensor,
    Value,
    draw_part,
    join,
    join_all,
    only,
    options,
    scalar_part,
    tensor_part,
    truth,
    under,
)
from fullgraph.lint.values import Sequence as Items

if TYPE_CHECKING:
    from fullgraph.rules.torch_data import TorchData

Handler = Callable[[Event], Finding | None]

MAX_DEPTH = 40
"""Frames on top of each other; deeper calls are taken as unknown."""
MAX_HOST_DEPTH = 16
"""The same for code outside of compile scope, of which only constructors and what leads to ``torch.compile`` matter."""
MAX_ASIDE = 3
"""Functions on top of each other that a constructor calls: what is further away seldom makes a part of the object."""
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

    def __init__(
        self, project: Project, torch: TorchData, handlers: dict[type[Event], list[tuple[str, Handler]]]
    ) -> None:
        self.project = project
        self.torch = torch
        self.handlers = handlers
        self.heap = Heap()
        self.sites: dict[object, tuple[Frame, ast.Call, ClassInfo]] = {}
        """Where objects were made: the frame, the call and the class."""
        self.on_compiled: Callable[[object, Value, Sequence[Value], dict[str, Value]], None] | None = None
        """Told of calls of compiled callables outside of compile scope: the root, None for that of a decorator, and
        what is compiled."""
        self.on_compile: Callable[[Frame, ast.Call, Value, dict[str, Value]], Value] | None = None
        """Told of ``torch.compile`` calls; gives the compiled value."""
        self.on_host_finding: Callable[[Finding], None] | None = None
        """Told of what rules find outside of compile scope."""
        self.recording: tuple[Frame, dict[ast.AST, Value]] | None = None
        """A frame and the values of its expressions, noted while rewrites ask about them."""
        self.observer: Observer | None = None
        """Told of what is interpreted, for ``explain``."""
        self.steps = 0
        self.limit = MAX_STEPS
        """How many steps the root under way may take; see ``start``."""
        self.memory: dict[object, Any] = {}
        """What rules have worked out once for many findings, by what it is about."""
        self._globals: dict[tuple[str, str], Value] = {}
        self._counters: dict[Module, dict[str, list[counting.Count]]] = {}
        self._memo: dict[object, tuple[Value, tuple[Finding, ...]]] = {}
        self._contexts: dict[object, int] = {}
        self.uses: dict[FunctionInfo, parameters.Uses] = {}
        """What ``parameters`` has found out of functions."""
        self.entry_points: set[FunctionInfo] = set()
        """Functions that are compiled themselves: what callers pass to them is likely tensors."""
        self.received: dict[ast.arg, bool] = {}
        """Of the parameters of a ``forward`` that was called: whether Python values were passed and no tensor."""
        self._active: list[object] = []
        self._running: Counter[FunctionInfo] = Counter()
        self._met: Counter[FunctionInfo] = Counter()
        self._decorated: dict[FunctionInfo, Value | None] = {}
        self._generic: dict[ClassInfo, Instance] = {}
        self._made: dict[object, tuple[dict[object, dict[str, Value]], tuple[Finding, ...]]] = {}
        sys.setrecursionlimit(max(sys.getrecursionlimit(), 12_000))

    def start(self, tracing: bool) -> None:
        """Begin with another root or host: it gets steps of its own."""
        self.steps = 0
        self.heap.settle()
        self.limit = MAX_STEPS if tracing else MAX_HOST_STEPS

    # Events

    def emit(self, event: Event) -> None:
        """Ask the rules; outside of compile scope only about what is said to happen there."""
        frame = event.frame
        if not frame.tracing:
            self._emit_host(event)
            return
        for code, handler in self.handlers.get(type(event), ()):
            finding = handler(event)
            if finding is not None and not _left(frame, event.node):
                held = only(getattr(event, "value", UNKNOWN))
                conditions = tuple(dict.fromkeys((*held, *frame.conditions)))
                finding = replace(finding, code=code, root=frame.root, conditions=conditions)
                frame.findings.append(finding)
                if self.observer is not None:
                    self.observer.found(frame, finding)

    def _emit_host(self, event: Event) -> None:
        """Ask about code that compiles, in files to check: what a package does is not the user's to change."""
        if not event.host or self.on_host_finding is None or event.frame.module.origin != "given":
            return
        for code, handler in self.handlers.get(type(event), ()):
            finding = handler(event)
            if finding is not None:
                mode: Mode = "default"
                if isinstance(event, Compile) and event.given.get("fullgraph") == TRUE:
                    mode = "fullgraph"
                root = Root(event.text, event.frame.module, event.node, mode)
                self.on_host_finding(replace(finding, code=code, root=root))

    def test(
        self, frame: Frame, node: ast.expr, value: Value, kind: TestKind, whole: ast.expr | None = None
    ) -> bool | None:
        """``bool(value)``: its truth where it is known, and an event where tensor data or a drawn number decides."""
        known = truth(value)
        if known is None and frame.tracing and (tensor_part(value) or scalar_part(value) or draw_part(value)):
            frame.data_tests.add(whole or node)
            self.emit(Test(whole or node, frame, self, node, value, kind, frame.statement or ast.Pass()))
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
        if found.external or found.module is None:
            return External(found.external)
        home = found.module
        values: list[Value] = []
        for binding in found.bindings:
            if binding.kind == "import":
                values.append(self.member(binding.target, ""))
            elif binding.kind == "from":
                values.append(self.member(binding.target, binding.name))
            elif binding.kind == "function" and isinstance(binding.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                values.append(Function(home.function_info(binding.node)))
            elif binding.kind == "class" and isinstance(binding.node, ast.ClassDef):
                values.append(ClassValue(home.class_info(binding.node)))
            elif binding.kind == "value" and isinstance(binding.node, ast.expr):
                value = expressions.evaluate(self, Frame(home), binding.node)
                values.append(opened(value) if name in home.mutated else value)
            else:
                values.append(UNKNOWN)
        real = [value for value in values if value != NONE]
        return join_all(real if real and len(values) > 1 else values)

    def counters(self, module: Module) -> dict[str, list[counting.Count]]:
        """The global numbers of a module that some of its statements count, with these."""
        if module not in self._counters:
            self._counters[module] = counting.global_counters(module)
        return self._counters[module]

    def member(self, module_name: str, name: str) -> Value:
        """``name`` of a module, the module itself for an empty name."""
        resolved = self.project.member(module_name, name)
        if resolved.external or resolved.module is None:
            return External(resolved.external)
        if not resolved.bindings:
            return ModuleValue(resolved.module)
        for key, bindings in resolved.module.bindings.items():
            if bindings is resolved.bindings:
                return self.global_name(resolved.module, key)
        return UNKNOWN

    # State

    def save(self, frame: Frame) -> tuple[Env, Heap]:
        return dict(frame.env), self.heap.copy()

    def restore(self, frame: Frame, state: tuple[Env, Heap]) -> None:
        frame.env, self.heap = dict(state[0]), state[1].copy()

    def merge(self, frame: Frame, states: Sequence[tuple[Env, Heap]]) -> None:
        """Go on in a state that covers all of these."""
        env, heap = states[0]
        for other_env, other_heap in states[1:]:
            env = join_env(env, other_env)
            heap = heap.joined(other_heap)
        frame.env, self.heap = dict(env), heap.copy()

    @contextmanager
    def under(self, frame: Frame, test: ast.expr, holds: bool, known: bool | None) -> Iterator[list[Condition]]:
        """What happens in here depends on a test that came out as ``holds``, unless its outcome is known.

        Gives the conditions that this adds.
        """
        count = len(frame.conditions)
        if known is None and frame.tracing and test not in frame.data_tests:
            frame.conditions += Condition.of(test, holds, frame.module)
        yield frame.conditions[count:]
        del frame.conditions[count:]

    @contextmanager
    def muted(self, frame: Frame) -> Iterator[None]:
        """Drop what the rules say in here."""
        kept = len(frame.findings)
        yield
        del frame.findings[kept:]

    # Statements

    def run(self, frame: Frame, body: Sequence[ast.stmt]) -> bool:
        """Interpret statements; whether control can reach what follows them."""
        for statement in body:
            self.steps += 1
            if self.steps > self.limit:
                if self.observer is not None:
                    self.observer.stopped(frame, statement)
                return True
            frame.statement = statement
            if self.observer is not None:
                self.observer.statement(frame, statement)
            runner = _RUNNERS.get(type(statement))
            if runner is not None and not runner(self, frame, statement):
                if self.observer is not None:
                    self.observer.ended(frame, statement)
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
            if self.observer is not None:
                self.observer.dropped(frame, body)
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
        if info.name in torch_model.ANSWERS:
            return torch_model.answer(info.name, frame.tracing)
        if frame.tracing and info.decorator_names & LEAVES_SCOPE:
            if isinstance(node, ast.Call):
                self.emit(Opaque(node, frame, self, info))
            if self.observer is not None:
                self.observer.skipped(frame, node, info, "disabled")
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
            env = {name: widened(value) for name, value in env.items()}  # so that a recursion meets its other ways
        mode = frame.root.mode if frame.root is not None else None
        key = (info, mode, tuple(_key(value) for value in env.values()), function.closure)
        too_deep = len(self._active) >= (MAX_DEPTH if frame.tracing else MAX_HOST_DEPTH)
        too_deep |= not frame.tracing and info.name != "__init__" and frame.aside >= MAX_ASIDE
        recursive = key in self._active or self._running[info] >= MAX_RECURSION
        if too_deep or recursive or self.steps > self.limit:
            if self.observer is not None:
                why: SkipReason = "depth" if too_deep else "recursion" if recursive else "steps"
                self.observer.skipped(frame, node, info, why)
            declared = parameters.declared_return(self, info)
            return NOTHING if recursive and declared is UNKNOWN else declared
        self.steps += 1
        tracing = frame.tracing
        apart = not tracing and function.closure is None and all(_apart(value) for value in env.values())
        if (tracing or apart) and key in self._memo:
            value, findings = self._memo[key]
            self._again(frame, findings)
            if self.observer is not None:
                self.observer.again(frame, node, key)
            return self._returned(frame, node, info, env, value)
        before = self.heap.copy() if apart else None
        if tracing:
            contexts = self._contexts.get((info, mode), 0)
            if contexts >= MAX_CONTEXTS:
                env = {name: widened(value) for name, value in env.items()}
                key = (info, mode, tuple(_key(value) for value in env.values()), function.closure)
                if key in self._memo:
                    value, findings = self._memo[key]
                    self._again(frame, findings)
                    if self.observer is not None:
                        self.observer.again(frame, node, key)
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
        if self.observer is not None:
            self.observer.entered(callee, key)
        self._active.append(key)
        self._running[info] += 1
        try:
            value = self.execute(callee)
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
            return Items("generator", None, join_all(frame.yields))
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
            self.emit(Construct(node, frame, self, cls, frame.statement or ast.Pass()))
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
        given = (tuple(_key(v) for v in args), tuple((n, _key(v)) for n, v in kwargs.items()), open_arguments)
        key = (cls, mode, given)
        if key in self._made:
            made, findings = dict(self._made[key][0]), self._made[key][1]
            self._again(frame, findings)
            if self.observer is not None:
                self.observer.again(frame, node, key)
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
        if self.observer is not None and frame.tracing:
            self.observer.entered(host, key)
        self._active.append(key)
        try:
            self.call(host, node, Function(init, instance), args, kwargs, open_arguments)
        finally:
            self._active.pop()
        if host.tracing and host.findings:
            self._tell_of_constructors(host, node, instance, init)
        changed = self.heap.changes_since(before)
        changed["self"] = changed.pop(instance.site, {})
        said = distinct(host.findings)
        self._again(frame, said)
        self._made[key] = (changed, said)

    def _tell_of_constructors(self, host: Frame, node: ast.AST, instance: Instance, init: FunctionInfo) -> None:
        """Say of each ``super().__init__()`` on the way up what was said of them all."""
        causes = tuple(host.findings)
        constructor: FunctionInfo | None = init
        while constructor is not None and constructor.owner is not None:
            frame = Frame(constructor.module, constructor, caller=host, call=node, root=host.root, owner=instance)
            frame.conditions += host.conditions
            calls_up = [call for call in own_nodes(constructor.node) if calls.is_super_init(call)]
            for call in calls_up:
                self.emit(Initialised(call, frame, self, instance, causes))
            host.findings += frame.findings
            above = instance.cls.find_method("__init__", after=constructor.owner) if calls_up else None
            constructor = above if above is not constructor else None


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


def join_env(left: Env, right: Env) -> Env:
    merged = dict(left)
    for name, value in right.items():
        merged[name] = join(left[name], value) if name in left else value
    for name in [name for name in merged if "." in name and (name not in left or name not in right)]:
        del merged[name]  # what a test said of an attribute holds on both ways or not at all
    return merged


def opened(value: Value) -> Value:
    """A container of which other code may change the contents."""
    if isinstance(value, Mapping):
        return replace(value, open=True)
    if isinstance(value, Items):
        return Items(value.kind, None, join(value.each(), UNKNOWN))
    return value


def widened(value: Value) -> Value:
    """Without a constant's value, so that fewer contexts differ."""
    if isinstance(value, Const) and value.value is not None and not isinstance(value.value, bool):
        return Py(value.kind.__name__)
    return value


def _apart(value: Value) -> bool:
    """Whether no object of the heap can be reached from a value."""
    if isinstance(value, Items):
        return all(map(_apart, value.items)) if value.items is not None else _apart(value.element)
    if isinstance(value, Mapping):
        return _apart(value.each())
    return all(
        isinstance(option, (Const, Py, Tensor, External, ClassValue, ModuleValue)) or type(option) is Value
        for option in options(value)
    )


def _key(value: Value) -> object:
    """What of an argument makes a difference to a callee: of tensors' dtypes and shapes, little."""
    if isinstance(value, Tensor):
        return (Tensor, value.confidence, value.dtype == BOOLEAN, value.dynamic)
    if isinstance(value, Items):
        return (Items, value.kind, None if value.items is None else tuple(map(_key, value.items)), _key(value.element))
    if isinstance(value, Mapping):
        return (Mapping, tuple((key, _key(item)) for key, item in value.items), value.open, _key(value.element))
    if isinstance(value, AnyOf):
        return (AnyOf, frozenset(map(_key, value.options)))
    return value


def _assign(machine: Interpreter, frame: Frame, node: ast.Assign) -> bool:
    value = expressions.evaluate(machine, frame, node.value)
    for target in node.targets:
        expressions.store(machine, frame, target, value)
    return True


def _annotated(machine: Interpreter, frame: Frame, node: ast.AnnAssign) -> bool:
    if node.value is not None:
        value = expressions.evaluate(machine, frame, node.value)
        if value is UNKNOWN:
            value = parameters.annotated(machine, frame.module, node.annotation)
        expressions.store(machine, frame, node.target, value)
    return True


def _augmented(machine: Interpreter, frame: Frame, node: ast.AugAssign) -> bool:
    load: ast.expr
    if isinstance(node.target, ast.Name):
        load = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
    elif isinstance(node.target, ast.Attribute):
        load = ast.copy_location(ast.Attribute(node.target.value, node.target.attr, ast.Load()), node.target)
    else:
        load = ast.copy_location(ast.Subscript(node.target.value, node.target.slice, ast.Load()), node.target)
    both = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
    value = expressions.evaluate(machine, frame, both)
    if not isinstance(node.target, ast.Subscript):
        expressions.store(machine, frame, node.target, value)
        return True
    with machine.muted(frame):
        owner = expressions.evaluate(machine, frame, node.target.value)
        if isinstance(owner, (Items, Mapping)):
            expressions.store(machine, frame, node.target, value)
    return True


def _expression(machine: Interpreter, frame: Frame, node: ast.Expr) -> bool:
    value = expressions.evaluate(machine, frame, node.value)
    return value is not NEVER


NOTHING = Py("nothing")
"""What a call gives that is under way already: what the other ways through the function give."""
NEVER = Py("never")
"""What a call gives that does not return (``sys.exit``)."""


def _if(machine: Interpreter, frame: Frame, node: ast.If) -> bool:
    known = expressions.condition(machine, frame, node.test, "if")
    if machine.observer is not None:
        machine.observer.tested(frame, node, known)
    before = machine.save(frame)
    ends: list[tuple[Env, Heap]] = []
    goes_on = {True: False, False: False}
    for holds, body in ((True, node.body), (False, node.orelse)):
        if known is (not holds):
            continue
        if not holds:
            machine.restore(frame, before)
        narrowing.assume(machine, frame, node.test, holds)
        begin = frame.env if known is not None else dict(frame.env)
        with machine.under(frame, node.test, holds, known) as added:
            end = machine.run_branch(frame, body)
        if end is not None:
            ends.append((_bound_under(end[0], begin, added), end[1]))
            goes_on[holds] = True
    if not ends:
        return False
    machine.merge(frame, ends)
    if known is None and len(ends) == 1 and frame.tracing and node.test not in frame.data_tests:
        frame.conditions += Condition.of(node.test, goes_on[True], frame.module)  # until the block ends
    return True


def _bound_under(env: Env, before: Env, conditions: Sequence[Condition]) -> Env:
    """The names after an arm: what it bound holds what it does under its conditions alone."""
    if not conditions:
        return env
    return {name: value if before.get(name) is value else under(value, conditions) for name, value in env.items()}


def _loop(machine: Interpreter, frame: Frame, node: ast.For | ast.AsyncFor | ast.While) -> bool:
    """Loops run until the state at their head no longer changes."""
    element: Value = UNKNOWN
    if not isinstance(node, ast.While):
        iterable = expressions.evaluate(machine, frame, node.iter)
        if frame.tracing:
            machine.emit(Iterate(node.iter, frame, machine, iterable, "for", node))
        element = expressions.iterate(machine, frame, node.iter, iterable)
        if isinstance(iterable, Items) and iterable.items == ():
            if machine.observer is not None:
                machine.observer.tested(frame, node, False)
            return machine.run(frame, node.orelse)
        if isinstance(iterable, Items) and iterable.items is not None and _differ(iterable.items):
            return _unrolled(machine, frame, node, iterable.items)
    loop = Loop()
    frame.loops.append(loop)
    head = machine.save(frame)
    exits: list[tuple[Env, Heap]] = []
    endless = False
    for _ in range(4):
        machine.restore(frame, head)
        loop.continues.clear()
        frame.statement = node
        exits = []
        if isinstance(node, ast.While):
            known = expressions.condition(machine, frame, node.test, "while")
            if machine.observer is not None:
                machine.observer.tested(frame, node, known)
            endless = known is True
            if known is not True:
                exits.append(machine.save(frame))
            if known is False:
                break
            narrowing.assume(machine, frame, node.test, True)
        else:
            exits.append(machine.save(frame))
            expressions.store(machine, frame, node.target, element)
        end = machine.run_branch(frame, node.body)
        ends = [*loop.continues, *([end] if end is not None else [])]
        if ends:
            machine.merge(frame, [head, *ends])
            after = machine.save(frame)
            exits.append(after)
            if after == head:
                break
            head = after
        else:
            break
    frame.loops.pop()
    if endless:
        exits = []
    if exits:
        machine.merge(frame, exits)
        if not machine.run(frame, node.orelse):
            exits = []
        else:
            exits = [machine.save(frame)]
    exits += loop.breaks
    if not exits:
        return False
    machine.merge(frame, exits)
    return True


MAX_UNROLLED = 8
"""Items up to which a loop over different ones runs for each of them, as Dynamo unrolls it."""


def _differ(items: Sequence[Value]) -> bool:
    return len(items) <= MAX_UNROLLED and len({_key(item) for item in items}) > 1


def _unrolled(machine: Interpreter, frame: Frame, node: ast.For | ast.AsyncFor, items: Sequence[Value]) -> bool:
    """A loop over known items, one after the other."""
    loop = Loop()
    frame.loops.append(loop)
    exits: list[tuple[Env, Heap]] = []
    goes_on = True
    for item in items:
        loop.continues.clear()
        frame.statement = node
        expressions.store(machine, frame, node.target, item)
        end = machine.run_branch(frame, node.body)
        ends = [*loop.continues, *([end] if end is not None else [])]
        if not ends:
            goes_on = False
            break
        machine.merge(frame, ends)
    frame.loops.pop()
    if goes_on and machine.run(frame, node.orelse):
        exits.append(machine.save(frame))
    exits += loop.breaks
    if not exits:
        return False
    machine.merge(frame, exits)
    return True


def _try(machine: Interpreter, frame: Frame, node: ast.Try) -> bool:
    before = machine.save(frame)
    ends: list[tuple[Env, Heap]] = []
    completes = machine.run(frame, node.body)
    after = machine.save(frame)
    if completes and machine.run(frame, node.orelse):
        ends.append(machine.save(frame))
    for handler in node.handlers:
        machine.merge(frame, [before, after])
        if handler.name:
            frame.env[handler.name] = UNKNOWN
        with machine.muted(frame):  # a compiled run does not enter it
            if machine.run(frame, handler.body):
                ends.append(machine.save(frame))
    if not ends:
        machine.restore(frame, after)
        machine.run(frame, node.finalbody)
        return False
    machine.merge(frame, ends)
    return machine.run(frame, node.finalbody)


def _with(machine: Interpreter, frame: Frame, node: ast.With | ast.AsyncWith) -> bool:
    for item in node.items:
        value = expressions.evaluate(machine, frame, item.context_expr)
        if frame.tracing:
            machine.emit(Enter(item.context_expr, frame, machine, value, node))
        entered = calls.enter(machine, frame, item.context_expr, value)
        if item.optional_vars is not None:
            expressions.store(machine, frame, item.optional_vars, entered)
    return machine.run(frame, node.body)


def _match(machine: Interpreter, frame: Frame, node: ast.Match) -> bool:
    subject = expressions.evaluate(machine, frame, node.subject)
    if any(isinstance(part, ast.MatchValue) for case in node.cases for part in ast.walk(case.pattern)):
        machine.test(frame, node.subject, subject, "match")
    before = machine.save(frame)
    ends = [before]
    for case in node.cases:
        machine.restore(frame, before)
        for name in ast.walk(case.pattern):
            if isinstance(name, (ast.MatchAs, ast.MatchStar)) and name.name:
                frame.env[name.name] = UNKNOWN
        if case.guard is not None:
            expressions.condition(machine, frame, case.guard, "if")
        end = machine.run_branch(frame, case.body)
        if end is not None:
            ends.append(end)
    machine.merge(frame, ends)
    return True


def _return(machine: Interpreter, frame: Frame, node: ast.Return) -> bool:
    frame.returns.append(expressions.evaluate(machine, frame, node.value) if node.value is not None else NONE)
    frame.heaps.append(machine.heap.copy())
    return False


def _raise(machine: Interpreter, frame: Frame, node: ast.Raise) -> bool:
    with machine.muted(frame):
        for part in (node.exc, node.cause):
            if part is not None:
                expressions.evaluate(machine, frame, part)
    return False


def _assert(machine: Interpreter, frame: Frame, node: ast.Assert) -> bool:
    known = expressions.assertion(machine, frame, node)
    if known is not False:
        narrowing.assume(machine, frame, node.test, True)
    return known is not False


def _function(machine: Interpreter, frame: Frame, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    info = frame.module.function_info(node, prefix)
    value: Value = Function(info, closure=frame if frame.function else None, plain=True)
    for decorator in reversed(node.decorator_list):
        value = expressions.decorate(machine, frame, decorator, value)
    frame.env[node.name] = value
    return True


def _class(machine: Interpreter, frame: Frame, node: ast.ClassDef) -> bool:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    machine.emit(Define(node, frame, machine))
    frame.env[node.name] = ClassValue(frame.module.class_info(node, prefix))
    return True


def _import(machine: Interpreter, frame: Frame, node: ast.Import | ast.ImportFrom) -> bool:
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            if alias.name != "*":
                frame.env[alias.asname or alias.name] = machine.member(frame.module.absolute(node), alias.name)
        elif alias.asname:
            frame.env[alias.asname] = machine.member(alias.name, "")
        else:
            top = alias.name.split(".")[0]
            frame.env[top] = machine.member(top, "")
    return True


def _delete(machine: Interpreter, frame: Frame, node: ast.Delete) -> bool:
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.env.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            owner = expressions.evaluate(machine, frame, target.value)
            expressions.indexed(machine, frame, target, owner, "delete")
    return True


def _break(machine: Interpreter, frame: Frame, node: ast.Break) -> bool:
    if frame.loops:
        frame.loops[-1].breaks.append(machine.save(frame))
    return False


def _continue(machine: Interpreter, frame: Frame, node: ast.Continue) -> bool:
    if frame.loops:
        frame.loops[-1].continues.append(machine.save(frame))
    return False


_RUNNERS: dict[type[ast.stmt], Callable[..., bool]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Expr: _expression,
    ast.If: _if,
    ast.For: _loop,
    ast.AsyncFor: _loop,
    ast.While: _loop,
    ast.Try: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
    ast.Break: _break,
    ast.Continue: _continue,
}
if sys.version_info >= (3, 11):
    _RUNNERS[ast.TryStar] = _try

_BUILTINS = frozenset(dir(__builtins__) if not isinstance(__builtins__, dict) else __builtins__)
LEAVES_SCOPE = {"disable", "custom_op", "allow_in_graph", "nonstrict_trace", "leaf_function", "graph_break"}
