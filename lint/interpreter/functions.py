"""Calls of the project's functions: each interpreted once for the same arguments, its summary used again."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Container, Mapping, Sequence
from typing import NamedTuple

from fullgraph.lint.diagnostics.reach import Repeats
from fullgraph.lint.domain.events import Decorated, Enter, UntracedCall
from fullgraph.lint.domain.frame import Env, Finding, Frame, Raised
from fullgraph.lint.domain.heap import Attributes, Heap
from fullgraph.lint.domain.loop_variance import calls_item, is_repeated, is_told_apart
from fullgraph.lint.domain.observer import SkipReason
from fullgraph.lint.domain.values import (
    NONE,
    NOTHING,
    TRUE,
    UNKNOWN,
    BreakPolicy,
    ClassValue,
    Const,
    Context,
    Function,
    Instance,
    SequenceValue,
    Value,
    join_all,
    replace,
)
from fullgraph.lint.interpreter import (
    aliases,
    budget,
    calls,
    compiled_alone,
    contexts,
    decorators,
    emission,
    exceptions,
    held,
    left_to_eager,
    parameters,
    single_dispatch,
    states,
)
from fullgraph.lint.interpreter.arguments import NO_REST, Arguments, Rest, as_call
from fullgraph.lint.interpreter.call_stack import CallStack, Running
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.interpreter.findings import distinct, repeat, uncompiled_modes, without_modes
from fullgraph.lint.interpreter.static_state import StaticState
from fullgraph.lint.project.index import FunctionInfo, Module
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.torch_data.compiling import DEFINED, PRESENT

ERROR_ON_GRAPH_BREAK = "error_on_graph_break"
SINGLE_DISPATCH = frozenset(("singledispatch", "singledispatchmethod"))
LEAVES_SCOPE = {"disable", "custom_op", "allow_in_graph", "nonstrict_trace", "leaf_function", "graph_break"}
"""Decorators whose functions TorchDynamo does not trace."""


class Summary(NamedTuple):
    """The effect of a call of a function with certain arguments."""

    value: Value
    findings: tuple[Finding, ...]
    changed: Mapping[object, Value]
    """The containers that it changed, by their sites, with what they held then."""
    made: Mapping[object, Value]
    """Those that it made."""
    objects: tuple[object, ...]
    """The objects that it made, by their sites; none where it breaks the graph, which hands them over."""
    escaped: tuple[Raised, ...]
    """The exceptions that leave it."""
    static: Mapping[object, Attributes]
    """What it set on classes, functions and modules."""


class Functions:
    """The project's functions, as they are called in one interpretation."""

    def __init__(self, interp: Evaluator, stack: CallStack, state: StaticState) -> None:
        self._interp = interp
        self._stack = stack
        self._static = state
        self._summaries: dict[object, Summary] = {}
        self._contexts: Counter[FunctionInfo] = Counter()
        self._met: Counter[FunctionInfo] = Counter()
        self._decorated: dict[FunctionInfo, Value | None] = {}
        self._around: dict[FunctionInfo, list[tuple[ast.expr, bool]]] = {}
        self._frames: list[Frame] = []
        self._calls: dict[FunctionInfo, set[ast.AST]] = {}
        self._too_long: set[FunctionInfo] = set()

    def forget(self) -> None:
        """Interpret every call anew: what is known of parameters has changed."""
        self._summaries.clear()
        self._contexts.clear()

    def release(self) -> None:
        """Break the circles of frames and the functions defined in them, which the garbage collector would seek."""
        for frame in self._frames:
            vars(frame).clear()

    def runs_of(self, function: FunctionInfo) -> Sequence[Frame]:
        """Return the frames of a function's calls, one for each way in which it was interpreted."""
        return [frame for frame in self._frames if frame.function is function]

    def calls_of(self, function: FunctionInfo) -> Container[ast.AST]:
        """Return the calls in compile scope that led to a function."""
        return self._calls.get(function, ())

    def call(
        self,
        frame: Frame,
        node: ast.AST,
        function: Function,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        rest: Rest = NO_REST,
    ) -> Value:
        """Evaluate a call of a function, as TorchDynamo inlines it."""
        info = function.info
        if function.closure is None and info.owner in self._interp.scopes:
            site = function.bound.site if isinstance(function.bound, Instance) else None
            scope = self._interp.scopes_of.get(site, self._interp.scopes[info.owner])
            function = replace(function, closure=scope)
        if info.name in DEFINED:
            return Const(frame.tracing)
        if info.name == PRESENT:
            return TRUE
        if frame.tracing and info.decorator_names & LEAVES_SCOPE:
            return self._untraced(frame, node, info)
        if frame.tracing and info.decorators and isinstance(function.bound, Instance) and isinstance(node, ast.Call):
            self._interp.emit(Decorated(node, frame, self._interp, function.bound, info))
        if not function.plain and args and (kind := next(iter(SINGLE_DISPATCH & info.decorator_names), None)):
            emission.emit_call(
                self._interp, frame, as_call(node), f"functools.{kind}.__call__", Arguments([args[0]], {})
            )
            chosen = single_dispatch.dispatched(self._interp, function, args[0])
            return calls.call_any(self._interp, frame, node, chosen, list(args), kwargs, rest)
        if function.plain:
            self._met[info] += 1
        elif frame.tracing and (wrapper := self.decorated(info)) is not None:
            return self._call_wrapper(frame, node, function, wrapper, args, kwargs, rest)
        positional = [function.bound, *args] if function.bound is not None else list(args)
        positional, kwargs = aliases.share_arguments(self._interp, frame, node, info, positional, kwargs)
        if function.closure is not None and info.defaults and not rest:
            kwargs = {**self._defaults(function, len(positional)), **kwargs}
        env = parameters.bind(self._interp, info, positional, kwargs, rest)
        owner = function.bound or (positional[0] if info.owner is not None and positional else None)
        if self._stack.is_running(Running.of(info, owner)):
            env = _widened(env)  # a recursion gets the values of its other calls too
        if around := self._contexts_around(info):
            return self._in_contexts(frame, node, function, env, owner, around)
        return self._inline(frame, node, function, env, owner)

    def _in_contexts(
        self,
        frame: Frame,
        node: ast.AST,
        function: Function,
        env: Env,
        owner: Value | None,
        around: Sequence[tuple[ast.expr, bool]],
    ) -> Value:
        """Inline a function in the contexts that its decorators run it in."""
        interp, module = self._interp, function.info.module
        home = Frame(module, caller=frame, call=node, root=frame.root)
        entered = [(one, interp.evaluate(home if is_traced else Frame(module), one)) for one, is_traced in around]
        made_before = function.closure is None or not function.closure.tracing
        for one, context in entered:
            if frame.tracing and made_before and isinstance(context, Instance) and isinstance(node, ast.expr):
                interp.emit(Enter(node, frame, interp, context))
            contexts.enter(interp, Frame(module), one, context)
        repeat(frame, distinct(home.findings))
        value = self._inline(frame, node, function, env, owner)
        for one, context in reversed(entered):
            contexts.leave(interp, Frame(module), one, context)
        return value

    def _contexts_around(self, info: FunctionInfo) -> list[tuple[ast.expr, bool]]:
        """The decorators of a function that run it in a context, each with whether that is made when it is called.

        A generator is. An object of a class is made once, before.
        """
        if not info.decorators:
            return []
        if info not in self._around:
            self._around[info] = []  # a context that is decorated by itself
            for one in info.decorators:
                maker = self._interp.evaluate(Frame(info.module), one.func) if isinstance(one, ast.Call) else None
                if maker is not None and contexts.is_maker(maker):
                    self._around[info].append((one, isinstance(maker, Function)))
        return self._around[info]

    def _defaults(self, function: Function, given: int) -> dict[str, Value]:
        """Return the defaults of a function inside of another that are that one's variables: ``lambda y=x: y``.

        ``given``: the arguments that are passed by position.
        """
        arguments, closure = function.info.node.args, function.closure
        passed = {one.arg for one in [*arguments.posonlyargs, *arguments.args][:given]}
        return {
            parameter.arg: closure.env[default.id]
            for parameter, default in function.info.defaults.items()
            if isinstance(default, ast.Name) and default.id in closure.env and parameter.arg not in passed
        }

    def execute(self, frame: Frame) -> Value:
        """Run a frame's function to its end and return its value."""
        assert frame.function is not None
        interp, node = self._interp, frame.function.node
        if frame.tracing:
            frame.entry = interp.save(frame)
        try:
            if isinstance(node, ast.Lambda):
                return interp.evaluate(frame, node.body)
            completes = interp.run(frame, node.body)
        except RecursionError:
            return parameters.declared_return(interp, frame.function)
        if frame.heaps:
            heaps = [*frame.heaps, interp.heap] if completes else frame.heaps
            heap = heaps[0]
            for other in heaps[1:]:
                heap = heap.joined(other)
            interp.heap = heap.copy()
        if frame.function.is_generator:
            return SequenceValue("generator", None, join_all(frame.yields))
        values = [*frame.returns, NONE] if completes else frame.returns
        if not values:
            frame.escaped = {one._replace(surely=len(frame.escaped) == 1): None for one in frame.escaped}
        values = [value for value in values if value is not NOTHING]  # the other ways out give a recursion's value
        value = join_all(values) if values else UNKNOWN
        return parameters.declared_return(interp, frame.function) if values and value is UNKNOWN else value

    def decorated(self, info: FunctionInfo) -> Value | None:
        """Return what the project's decorators make of a function; None where they leave it as it is."""
        if not info.decorators:
            return None
        if info not in self._decorated:
            self._decorated[info] = None  # a decorator that is decorated by itself
            plain = Function(info, plain=True)
            value: Value = plain
            for decorator in reversed(info.decorators):
                value = decorators.wrapped(self._interp, Frame(info.module), decorator, value)
            self._decorated[info] = None if value == plain else value
        return self._decorated[info]

    def _untraced(self, frame: Frame, node: ast.AST, info: FunctionInfo) -> Value:
        """Emit an event for a call that leaves compile scope."""
        if isinstance(node, ast.Call):
            self._interp.emit(UntracedCall(node, frame, self._interp, info))
        if self._interp.observer is not None:
            self._interp.observer.skipped(frame, node, info, "disabled")
        return parameters.declared_return(self._interp, info)

    def _call_wrapper(
        self,
        frame: Frame,
        node: ast.AST,
        function: Function,
        wrapper: Value,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        rest: Rest,
    ) -> Value:
        """Call what a function's decorators made of it; the function too, where the wrapper is not seen to call it."""
        if rest and not args and isinstance(function.bound, Instance):
            args = parameters.required_of(self._interp, function.info, function.bound)
        met = self._met[function.info]
        if isinstance(wrapper, Function):
            bound = replace(wrapper, bound=function.bound, plain=True)
            value = self.call(frame, node, bound, args, kwargs, rest)
        else:
            positional = [function.bound, *args] if function.bound is not None else list(args)
            value = calls.call_any(self._interp, frame, node, wrapper, positional, kwargs, rest)
        if self._met[function.info] == met:
            own = self.call(frame, node, replace(function, plain=True), args, kwargs, rest)
            return own if value is UNKNOWN else value
        return value

    def _inline(self, frame: Frame, node: ast.AST, function: Function, env: Env, owner: Value | None) -> Value:
        """Interpret a function's body, or use its summary, and return the value in the caller's terms."""
        interp, info, tracing = self._interp, function.info, frame.tracing
        if tracing:
            self._calls.setdefault(info, set()).add(node)
        given = tuple(env.values())
        key = self._key(frame, function, env)
        called = Running.of(info, owner)
        why = self._limit(frame, node, called, key)
        if why is not None:
            if interp.observer is not None:
                interp.observer.skipped(frame, node, info, why)
            declared = parameters.declared_return(interp, info)
            return NOTHING if declared is UNKNOWN and self._stack.is_recursive(called, key) else declared
        interp.budget.take(tracing)
        is_pure = not tracing and function.closure is None and all(map(states.is_heap_free, env.values()))
        summary = self._summaries.get(key) if tracing or is_pure else None
        if tracing and summary is None and self._contexts[info] >= budget.MAX_CONTEXTS:
            env = _widened(env)
            key = self._key(frame, function, env)
            summary = self._summaries.get(key)
        if summary is not None:
            self._repeat(frame, node, summary, function, owner, given)
            aliases.change_again(interp.heap, summary.changed)
            aliases.make_again(interp.heap, summary.made)
            interp.heap.update(summary.static)
            if interp.observer is not None:
                interp.observer.again(frame, node, key)
        else:
            if tracing:
                self._contexts[info] += 1
            before = interp.heap.copy()
            callee = Frame(
                info.module,
                info,
                env,
                closure=function.closure,
                caller=frame,
                call=node,
                root=frame.root,
                owner=owner,
                raises=self._raises(info),
                is_tried=exceptions.may_be_handled(frame),
            )
            if tracing:
                value = self._run(callee, info, key, before)
            elif _asks_library(frame, info):
                refused = interp.budget.refused
                with interp.budget.at_most(budget.MAX_STEPS_ELSEWHERE):
                    value = self._run(callee, info, key, before)
                if interp.budget.refused > refused:
                    self._too_long.add(info)
            else:
                with interp.budget.at_most():
                    value = self._run(callee, info, key, before)
            if callee.suspended is not None and not info.decorator_names.isdisjoint(contexts.MAKERS):
                value = Context(key, join_all(callee.yields))
                steps = callee.suspended.steps_from(before), interp.heap.steps_from(callee.suspended)
                interp.contexts[key] = steps
                interp.heap = before.copy()  # the call by itself does nothing
            changes = interp.heap.changes_since(before)
            contents = aliases.changed_among(changes)
            changed = {site: held for site, held in contents.items() if site in before}
            made = {site: held for site, held in contents.items() if site not in before}
            static = self._static.changed_among(changes)
            objects = tuple(callee.made) if tracing and not any(map(held.breaks, callee.findings)) else ()
            summary = Summary(
                value,
                distinct(callee.findings) if tracing else (),
                changed,
                made,
                objects,
                tuple(callee.escaped),
                static,
            )
            self._repeat(frame, node, summary, function, owner, given)
            if (is_pure and not changes) or (tracing and not _rebinds(callee)):
                self._summaries[key] = summary
        frame.made.update(dict.fromkeys(summary.objects, len(frame.findings)))
        if summary.escaped:
            exceptions.called(interp, frame, node, summary.escaped)
        return parameters.translate(interp, frame, node, info, env, summary.value)

    def _repeat(
        self,
        frame: Frame,
        node: ast.AST,
        summary: Summary,
        function: Function,
        owner: Value | None,
        given: Sequence[Value],
    ) -> None:
        """Add what a call finds to what its caller finds, with how often the caller runs it."""
        if not summary.findings:
            return
        info = function.info
        alone = function.closure is not None or compiled_alone.is_function(self._interp, info, given)
        findings = _met(summary.findings, info, alone)
        if not alone and (uncompiled := uncompiled_modes(frame, node)):
            findings = [without_modes(one, uncompiled) if one.in_caller else one for one in findings]
        findings = [one for one in findings if one.modes]
        repeats = frame.layers
        if repeats is None and is_repeated(node, frame.module) and not is_told_apart(node, frame.conditions):
            is_module = isinstance(owner, Instance) and info.name == "forward" and is_module_class(owner.cls)
            repeats = Repeats.LAYER if is_module and calls_item(node, frame.module) else Repeats.LOOP
        repeat(frame, findings, repeats or Repeats.ONCE)

    def _raises(self, info: FunctionInfo) -> bool | None:
        """Return what ``error_on_graph_break`` as a decorator says of the breaks of a function; None without one."""
        if ERROR_ON_GRAPH_BREAK not in info.decorator_names:
            return None
        made = [self._interp.evaluate(Frame(info.module), decorator) for decorator in reversed(info.decorators)]
        return next((one.raises for one in made if isinstance(one, BreakPolicy)), None)

    def _run(self, callee: Frame, info: FunctionInfo, key: object, before: Heap) -> Value:
        """Execute a function's frame. One that fails counts as a call that is not followed."""
        interp = self._interp
        self._frames.append(callee)
        if interp.observer is not None:
            interp.observer.entered(callee, key)
        called = Running.of(info, callee.owner)
        self._stack.push(key, called)
        try:
            value = self.execute(callee)
            if callee.tracing and callee.findings:
                left_to_eager.mark(interp, callee)
            return value
        except Exception as failure:
            interp.faults.add("function", failure, info.module.source, callee.statement or info.node, info.qualname)
            interp.heap, callee.findings = before.copy(), []
            return parameters.declared_return(interp, info)
        finally:
            self._stack.pop(called)

    def _limit(self, frame: Frame, node: ast.AST, called: Running, key: object) -> SkipReason | None:
        """Return the limit that keeps a call from being followed."""
        info = called.info
        if len(self._stack) >= (budget.MAX_DEPTH if frame.tracing else budget.MAX_HOST_DEPTH):
            return "depth"
        if not frame.tracing and info.name != "__init__" and self._is_far(frame, node):
            return "depth"
        if self._stack.is_recursive(called, key):
            return "recursion"
        is_too_long = info in self._too_long and _asks_library(frame, info)
        return "steps" if is_too_long or self._interp.budget.is_spent(frame.tracing) else None

    def _key(self, frame: Frame, function: Function, env: Env) -> object:
        """Return what makes a difference to a call: the arguments, and what their objects hold at the moment."""
        arguments = tuple(states.context_key(value) for value in env.values())
        held = tuple(self._state(value) for value in env.values() if isinstance(value, Instance))
        around = frame.root is not None, exceptions.may_be_handled(frame)
        return function.info, around, arguments, held, function.closure, self._static.key()

    def _state(self, instance: Instance) -> object:
        """Return the attributes of an object that change after construction, as they are at the moment.

        Of one that compiled code made, what it was made with too: the same statement makes others.
        """
        held = self._interp.heap.of(instance.site)
        made = self._interp.sites.get(instance.site)
        if made is not None and made[0].tracing:
            return tuple((name, value) for name, value in held.items() if type(value) in _TELLING)
        return tuple(states.context_key(held[name]) for name in self._interp.changes_of(instance.cls) if name in held)

    def _is_far(self, frame: Frame, node: ast.AST) -> bool:
        """Return whether a call outside of compile scope is too far from its constructor to matter."""
        aside, constructor = frame.aside
        if aside < budget.MAX_ASIDE_ELSEWHERE or constructor is None:
            return False
        if aside >= budget.MAX_ASIDE or self._is_elsewhere(constructor.module):
            return True
        statement = frame.statement
        alone = isinstance(statement, ast.Expr) and statement.value is node
        return alone and self._is_elsewhere(frame.module)

    def _is_elsewhere(self, module: Module) -> bool:
        """Return whether a module is neither checked nor followed."""
        checked = self._interp.checked
        if checked:
            return module not in checked and module.origin != "followed"
        return module.origin == "sibling"


_TELLING = frozenset((Const, Function, ClassValue, Instance))
"""The kinds of attributes that tell objects of one class apart."""


def _asks_library(frame: Frame, info: FunctionInfo) -> bool:
    """Return whether given code calls a library's function, outside of compile scope and of constructors.

    Constructors, and what they call, have limits of their own.
    """
    leaves = not frame.tracing and frame.module.origin == "given" and info.module.origin != "given"
    return leaves and info.name != "__init__" and frame.aside[1] is None


def _rebinds(callee: Frame) -> bool:
    """Return whether a function changes variables of the one around it, which its next call has to do again."""
    return callee.closure is not None and callee.closure.function is not None and callee.sets_outer


def _met(findings: Sequence[Finding], info: FunctionInfo, alone: bool) -> list[Finding]:
    """Return what a function finds, as TorchDynamo meets it in a call.

    In a function that it does not compile by itself (not ``alone``), and in those that this one calls, nothing is met
    behind the first break: the call runs in eager then.
    """
    met, broken = [], False
    for one in findings:
        if one.event.in_eager:
            met.append(one)
            continue
        in_caller = not alone and (one.event.frame.function is info or one.in_caller)
        if in_caller is not one.in_caller:
            one = replace(one, in_caller=in_caller)
        met.append(without_modes(one, {"default"}) if broken and in_caller else one)
        if not alone and held.breaks(one) and not (one.conditions or one.once_changed or one.confidence == "low"):
            broken = True
    return met


def _widened(env: Env) -> Env:
    return {name: states.widened(value) for name, value in env.items()}
