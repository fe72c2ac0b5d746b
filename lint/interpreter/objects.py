"""Objects of the project's classes: how they are made, and what sets their attributes."""

from __future__ import annotations

import ast
from collections.abc import Hashable, Sequence

from fullgraph.lint.dataflow import reassigned
from fullgraph.lint.domain.events import Construct, HandleUse, SuperInit
from fullgraph.lint.domain.externals import SCRIPTED, TRACED
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.heap import UNSET, Attributes
from fullgraph.lint.domain.values import (
    MEDIUM,
    NONE,
    External,
    ExternalInstance,
    Function,
    HookHandle,
    Instance,
    MappingValue,
    SequenceValue,
    Tensor,
    Value,
    join,
    join_all,
)
from fullgraph.lint.interpreter import (
    aliases,
    budget,
    constructors,
    dataclass_fields,
    held,
    mappings,
    module_containers,
    parameters,
    special_methods,
    states,
)
from fullgraph.lint.interpreter.arguments import ANY_REST, Arguments, Rest
from fullgraph.lint.interpreter.call_stack import CallStack
from fullgraph.lint.interpreter.evaluator import Evaluator
from fullgraph.lint.interpreter.findings import distinct, repeat
from fullgraph.lint.interpreter.static_state import StateOf
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module
from fullgraph.lint.project.module_classes import is_module_class


class Objects:
    """The objects of an interpretation, each constructor's effects computed once for the same arguments."""

    def __init__(self, interp: Evaluator, stack: CallStack) -> None:
        self._interp = interp
        self._stack = stack
        self.sites: dict[object, tuple[Frame, ast.Call, ClassInfo]] = {}
        """The construction of each object: the frame, the call and the class."""
        self._generic: dict[ClassInfo, Instance] = {}
        self._changes: dict[ClassInfo, reassigned.Changes] = {}
        self._made: dict[object, tuple[dict[object, dict[str, Value]], tuple[Finding, ...]]] = {}

    def generic(self, cls: ClassInfo) -> Instance:
        """Return an object of a class, made with arguments of which only the annotations are known."""
        instance = self._generic.get(cls)
        if instance is None:
            instance = self._generic[cls] = Instance(cls, ("class", cls.module.name, cls.qualname))
        heap = self._interp.heap
        if instance.site not in heap:
            heap[instance.site] = {}
            self._initialise(Frame(cls.module), cls.node, instance, [], {}, rest=ANY_REST)
        return instance

    def make(
        self,
        frame: Frame,
        node: ast.Call,
        cls: ClassInfo,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        rest: Rest,
    ) -> Value:
        """Evaluate ``cls(...)``: a new object, its attributes set by ``__new__`` and ``__init__``."""
        site = ("site", *_place(frame.module, node), cls.module.name, cls.qualname, *_called_at(frame))
        instance = Instance(cls, site)
        others = self._others(frame, site)
        self.sites[site] = (frame, node, cls)
        if cls in self._interp.scopes:
            self._interp.scopes_of[site] = self._interp.scopes[cls]
        self._interp.heap[site] = {}
        if frame.tracing:
            self._interp.emit(Construct(node, frame, self._interp, cls, frame.around(node)))
            if frame.function is not None and is_module_class(cls):
                frame.built.setdefault(node, (instance, tuple(frame.conditions)))
            if any(type(value) is HookHandle for value in (*args, *kwargs.values())):
                self._interp.emit(HandleUse(node, frame, self._interp, removes=False))
            args, kwargs = aliases.share_all(self._interp, frame, node, list(args), kwargs)
            if not rest:
                dataclass_fields.tell_factories(self._interp, frame, node, cls, args, kwargs)
        before = len(frame.findings)
        made = self._initialise(frame, node, instance, args, kwargs, rest)
        if others:
            self._interp.heap[site] = _either(others, self._interp.heap.of(site))
        is_new = cls.find_method("__new__") is None  # one of its own may give an object that was there before
        if frame.tracing and is_new and not any(map(held.breaks, frame.findings[before:])):
            frame.made[site] = len(frame.findings)
        return made

    def _others(self, frame: Frame, site: Hashable) -> Attributes:
        """The attributes of the objects that were made at a site before, by the code that is interpreted now.

        Of compiled code none: its variables mostly hold the last one.
        """
        known = self.sites.get(site)
        if frame.tracing or known is None or _outermost(known[0]) is not _outermost(frame):
            return {}
        return self._interp.heap.of(site)

    def changes_of(self, cls: ClassInfo) -> reassigned.Changes:
        """Return what sets the attributes of the objects of a class after construction."""
        if cls not in self._changes:
            self._changes[cls] = reassigned.changes(cls)
        return self._changes[cls]

    def _initialise(
        self,
        frame: Frame,
        node: ast.AST,
        instance: Instance,
        args: Sequence[Value],
        kwargs: dict[str, Value],
        rest: Rest,
    ) -> Value:
        """Run ``__new__`` and ``__init__``, or repeat what they did for the same arguments; return the object."""
        interp, cls = self._interp, instance.cls
        given = (
            tuple(states.context_key(v) for v in args),
            tuple((n, states.context_key(v)) for n, v in kwargs.items()),
            (rest.positional is None, *map(states.context_key, rest.values())),
        )
        key = (cls, frame.root is not None, given, interp.static_key())
        if key in self._made:
            self._repeat(frame, node, instance, key)
            return instance
        init, record = dataclass_fields.own_constructor(cls)
        if init is None and record is None and (args or kwargs or rest):
            passed = Arguments(list(args), dict(kwargs), rest)
            mappings.fill(interp, instance, passed)
            module_containers.fill(interp, frame, node, instance, passed)
        if init is None and cls.find_method("__new__") is None and not dataclass_fields.goes_on(cls, record):
            if record is not None:
                dataclass_fields.initialise(interp, frame, node, instance, record, args, kwargs, rest)
            return instance
        if len(self._stack) >= budget.MAX_DEPTH or key in self._stack:
            return instance
        before = interp.heap.copy()
        host = Frame(frame.module, None if frame.tracing else frame.function, caller=frame, call=node, root=frame.root)
        host.statement = frame.statement
        if interp.observer is not None and frame.tracing:
            interp.observer.entered(host, key)
        self._stack.push(key)
        try:
            made = special_methods.new(interp, host, node, cls, args, kwargs, rest)
            if isinstance(made, Instance) and made.cls == cls:
                interp.heap[instance.site] = interp.heap.of(made.site)
            elif isinstance(made, (Tensor, SequenceValue, MappingValue, Instance)):
                repeat(frame, distinct(host.findings))
                return made
            if record is not None:
                dataclass_fields.initialise(interp, host, node, instance, record, args, kwargs, rest)
            elif init is not None:
                interp.call(host, node, Function(init, instance), args, kwargs, rest)
        finally:
            self._stack.pop()
        if init is not None and host.tracing and host.findings:
            self._report_constructors(host, node, instance, init)
        if not frame.tracing:
            self._widen(instance)
        changed = interp.heap.changes_since(before)
        changed["self"] = changed.pop(instance.site, {})
        findings = distinct(host.findings)
        repeat(frame, findings)
        self._made[key] = (changed, findings)
        return instance

    def _repeat(self, frame: Frame, node: ast.AST, instance: Instance, key: object) -> None:
        """Do again what a constructor did for the same arguments."""
        interp = self._interp
        changed, findings = self._made[key]
        changed = dict(changed)
        repeat(frame, findings)
        if interp.observer is not None:
            interp.observer.again(frame, node, key)
        interp.heap[instance.site] = changed.pop("self", {})
        aliases.make_again(interp.heap, aliases.changed_among(changed))
        for site, values in changed.items():
            if site not in interp.heap or isinstance(site, StateOf):
                interp.heap[site] = values

    def _widen(self, instance: Instance) -> None:
        """Join the attributes with what they are later: compiled code may find the object at any time of its life."""
        changes = self.changes_of(instance.cls)
        heap = self._interp.heap
        heap[instance.site] = {
            name: self._changed(instance.cls, name, value, changes[name]) if name in changes else value
            for name, value in heap.of(instance.site).items()
        }

    def _changed(self, cls: ClassInfo, name: str, value: Value, by: Sequence[ast.AST]) -> Value:
        if value == NONE and by and all(made := [self._made_later(cls, node) for node in by]):
            return join_all([NONE, *(one for one in made if one is not None)])
        return states.changed(value, by, parameters.declared_attribute(self._interp, cls, name))

    def _made_later(self, cls: ClassInfo, node: ast.AST) -> Value | None:
        """The module of a library's class, or of TorchScript, that a method sets an attribute to; None for all else."""
        named = self._interp.evaluate(Frame(cls.module), node.func) if isinstance(node, ast.Call) else None
        if not isinstance(named, External):
            return None
        if named.name in self._interp.torch.modules:
            return ExternalInstance(named.name, confidence=MEDIUM)
        kind = _TORCH_SCRIPT.get(named.name)
        return ExternalInstance(kind, confidence=MEDIUM) if kind is not None else None

    def _report_constructors(self, host: Frame, node: ast.AST, instance: Instance, init: FunctionInfo) -> None:
        """Emit an event for each constructor that calls another one, with the findings of them all."""
        causes = tuple(host.findings)
        for frame, used in constructors.frames(host, node, instance, init):
            self._interp.emit(SuperInit(used, frame, self._interp, instance, causes))
            host.findings += frame.findings


_TORCH_SCRIPT = {"torch.jit.trace": TRACED, "torch.jit.script": SCRIPTED, "torch.jit.load": SCRIPTED}


def _place(module: Module, node: ast.AST) -> tuple[str, int, int]:
    return module.name, getattr(node, "lineno", 0), getattr(node, "col_offset", 0)


def _called_at(frame: Frame) -> tuple[str, int, int] | tuple[()]:
    """Where the function is called that makes an object: what one function makes for two others are two objects."""
    return _place(frame.caller.module, frame.call) if frame.caller is not None and frame.call is not None else ()


def _outermost(frame: Frame) -> Frame:
    while frame.caller is not None:
        frame = frame.caller
    return frame


def _either(one: Attributes, other: Attributes) -> Attributes:
    """The attributes of objects of which each has those of one or of the other."""
    if one == other:
        return other
    return {name: join(one.get(name, UNSET), other.get(name, UNSET)) for name in {**one, **other}}
