"""Effects of calls of the project's code: interprocedural summaries of what is read, written, kept and returned.

A flow-sensitive mod/ref analysis. Memory is abstracted to the parameters of the function (``Places``) and ``OUTSIDE``,
all that lives longer than the call; what is in neither is the function's own. A summary is made once for the same
function, values of arguments and state of objects; a caller puts its own places in those of the parameters. What is not
understood is in ``Effects.unknown``, and every other answer then means nothing.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from fullgraph.lint.dataflow import reassigned
from fullgraph.lint.domain.frame import Analysis, Frame
from fullgraph.lint.domain.heap import Heap
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
    Method,
    ModuleValue,
    Partial,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    join_all,
    scalar_part,
    tensor_part,
    truth,
)
from fullgraph.lint.project.index import ClassInfo, FunctionInfo, Module, all_arguments, dotted_name
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.source import syntax
from fullgraph.lint.torch_data import layers
from fullgraph.lint.torch_data.compiling import WHILE_COMPILING
from fullgraph.lint.torch_data.operators import ACTIVATIONS, NEW_MEMORY, PREDICATES
from fullgraph.rules.memory import METADATA, OUTSIDE, READING, VIEWING
from fullgraph.rules.rewrite.trees import given_to, is_name

Places = frozenset[str]
"""Parameters, by name, and ``OUTSIDE``."""

NOWHERE: Places = frozenset()
ANY = "*"
"""Stands for an attribute whose name is not known."""
MAX_DEPTH = 6
"""Calls that are followed into each other."""
_ROUNDS = 8
"""Rounds of a loop after which its state is given up; it settles in two or three."""


@dataclass(frozen=True)
class Effects:
    """What a call may do besides reading what it is given."""

    written: Places = NOWHERE
    """The memory that it writes in place."""
    assigned: frozenset[str] = NOWHERE
    """The attributes and global names, as text, that it binds to something else."""
    kept: Places = NOWHERE
    """The memory that something may hold afterwards that did not before."""
    returned: Places = NOWHERE
    """The memory that its result may be, share or hold."""
    sources: frozenset[str] = NOWHERE
    """What its result depends on differentiably: parameters, and what is reached from them (``self.fc``)."""
    exact: bool = True
    """Whether the result depends on all of these, whichever way the call takes."""
    statistics: bool = False
    """It updates running statistics in training mode."""
    draws: bool = False
    """It draws random numbers."""
    raises: bool = False
    """It has a ``raise`` or ``assert`` of its own."""
    shows: bool = False
    """It prints, logs or warns."""
    reads: bool = False
    """It reads tensor data into Python."""
    asks: frozenset[str] = NOWHERE
    """The attributes of objects of unknown classes that it reads: each may be a property."""
    unknown: str | None = None
    """What of it is not understood, as a clause."""

    @property
    def is_quiet(self) -> bool:
        """Whether nothing tells the call from none but its result, the random numbers drawn and exceptions."""
        changes = self.written or self.assigned or self.kept or self.statistics
        return self.unknown is None and not changes and not self.shows

    def clause(self, text: str) -> str | None:
        """What a call of ``text`` does besides giving a value and drawing random numbers; None: nothing."""
        if self.unknown is not None:
            return self.unknown
        if self.written:
            return f"`{text}` writes to a tensor, or to a container, that it does not make"
        if self.assigned:
            return f"`{text}` assigns `{min(self.assigned)}`"
        if self.kept:
            return f"`{text}` keeps what it is given"
        if self.statistics:
            return f"`{text}` updates running statistics in training"
        if self.shows:
            return f"`{text}` prints or logs"
        return f"`{text}` reads tensor data into Python" if self.reads else None


def not_known(text: str) -> Effects:
    """The effects of code of which nothing is known."""
    return Effects(exact=False, unknown=f"it is not known what `{text}` does")


@dataclass(frozen=True)
class Ref:
    """What an expression's value refers to, and what it was computed from."""

    places: Places = NOWHERE
    sources: frozenset[str] = NOWHERE
    exact: bool = True
    holds: bool = False
    """It may be a container, which gets to hold what is put into it under another name."""
    path: str = ""
    """The parameter and the attributes by which an object is reached."""

    def join(self, *others: Ref) -> Ref:
        refs = (self, *others)
        return Ref(
            frozenset().union(*(ref.places for ref in refs)),
            frozenset().union(*(ref.sources for ref in refs)),
            all(ref.exact for ref in refs),
            any(ref.holds for ref in refs),
        )

    def computed(self, exact: bool = True) -> Ref:
        """New memory that was computed from this."""
        return Ref(sources=self.sources, exact=self.exact and exact)


OWN = Ref()
Names = dict[str, Ref]


class _GivenUp(Exception):
    """Something is not understood."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


@dataclass
class Summaries:
    """The summaries of one interpretation."""

    interp: Analysis
    known: dict[object, tuple[object, Effects]] = field(default_factory=dict)
    """By function, arguments and state, with what keeps the state's identity."""
    running: list[FunctionInfo] = field(default_factory=list)
    changed: dict[ClassInfo, frozenset[str]] = field(default_factory=dict)
    made: dict[object, tuple[Heap, Heap, Instance]] = field(default_factory=dict)

    def generic(self, value: Value, heap: Heap) -> tuple[Value, Heap]:
        """A value with objects of its classes, however these are made, in the places of the objects that are known.

        A finding is reported once for all objects whose code it is in, and those that are made at one place share what
        is known of them.
        """
        found = []
        for option in alternatives(value):
            if isinstance(option, Instance) and option.exact and not _is_record(option.cls):
                key = (option.cls, id(heap.base), id(heap.own))
                if key not in self.made:
                    self.made[key] = (heap.copy(), *self._made(option.cls, heap))
                _, heap, option = self.made[key]
            found.append(option)
        return (found[0] if len(found) == 1 else join_all(found)), heap

    def _made(self, cls: ClassInfo, heap: Heap) -> tuple[Heap, Instance]:
        """An object of a class that was made with any arguments, also other ones than the defaults."""
        init = cls.find_method("__init__")
        with self.interp.on_copy(heap):
            if init is None:
                return self.interp.heap.copy(), self.interp.generic(cls)
            instance = Instance(cls, ("any", cls.module.name, cls.qualname))
            self.interp.heap[instance.site] = {}
            given = {one.arg: _of_parameter(one) for one in all_arguments(init.node.args)}
            own, rest = _first(init), (init.node.args.vararg, init.node.args.kwarg)
            given = {
                name: value for name, value in given.items() if name not in {own, *(one.arg for one in rest if one)}
            }
            self.interp.call(Frame(cls.module), cls.node, Function(init, instance), [], given)
            held = dict(self.interp.heap.of(instance.site))
            for name in self.changed_in(cls) & held.keys():
                held[name] = held[name] if _is_tensor(held[name]) else UNKNOWN
            self.interp.heap[instance.site] = held
            return self.interp.heap.copy(), instance

    def changed_in(self, cls: ClassInfo) -> frozenset[str]:
        """The attributes that something sets on objects of a class once they are made."""
        if cls not in self.changed:
            self.changed[cls] = frozenset(reassigned.changes(cls)) | attributes_set(cls.module)
        return self.changed[cls]


def of_call(interp: Analysis, frame: Frame, heap: Heap, call: ast.Call, values: Mapping[ast.AST, Value]) -> Effects:
    """The effects of a call; its arguments are the parameters ``0``, ``1`` … and those of its keywords.

    ``values``: what is known of the parts of its callee, and of its arguments. What the callee is reached by (``self``
    in ``self.net(x)``) keeps its text among the sources.
    """
    text = frame.text(call.func)
    callee = values.get(call.func)
    plain = all(keyword.arg is not None for keyword in call.keywords)
    plain &= not any(isinstance(one, ast.Starred) for one in call.args)
    plain &= callee is not None and not any(type(option) is Value for option in alternatives(callee))
    if callee is None or not plain or any(isinstance(part, ast.Call) for part in ast.walk(call.func)):
        return not_known(text)
    summaries: Summaries = interp.rule_state.setdefault("effects", Summaries(interp))
    values, heap = _of_any_object(summaries, frame, heap, call, values)
    callee = values.get(call.func)
    if callee is None:
        return not_known(text)
    analysis = _Analysis(summaries, frame, heap, values, depth=0)
    outside = Ref(frozenset({OUTSIDE}), exact=False, holds=True)
    for part in ast.walk(call.func):
        if isinstance(part, ast.Name) and part.id in (frame.function.local_names if frame.function else ()):
            analysis.names[part.id] = replace(outside, path=part.id)

    def given(name: str, node: ast.expr) -> tuple[Ref, Value]:
        value = values.get(node, UNKNOWN)
        ref = Ref(frozenset({name}), frozenset({name}), holds=True, path="" if _is_tensor(value) else dotted_name(node))
        return ref, value

    arguments = _Arguments(
        [given(str(place), one) for place, one in enumerate(call.args)],
        {str(keyword.arg): given(str(keyword.arg), keyword.value) for keyword in call.keywords},
    )
    try:
        whole, owner = analysis.callee(call.func, callee)
        return analysis.effects(analysis.apply(callee, whole, owner, arguments, text))
    except _GivenUp as given_up:
        return Effects(exact=False, unknown=given_up.clause)


def _of_any_object(
    summaries: Summaries, frame: Frame, heap: Heap, call: ast.Call, values: Mapping[ast.AST, Value]
) -> tuple[dict[ast.AST, Value], Heap]:
    """What the parts of a call hold whichever objects of their classes the code is run for."""
    found = dict(values)
    for argument in given_to(call):
        value = found.get(argument, UNKNOWN)
        if not isinstance(argument, ast.Constant):
            found[argument] = join_all([_any_number(option) for option in alternatives(value)])
    names: dict[str, Value] = {}
    for part in ast.walk(call.func):
        value = found.get(part, UNKNOWN)
        if isinstance(part, ast.Name) and any(isinstance(option, Instance) for option in alternatives(value)):
            owner = frame.function.owner if frame.function is not None else None
            own = value == frame.owner and owner is not None and is_module_class(owner)
            if own and isinstance(value, Instance) and owner is not None and value.cls is not owner:
                value = join_all([value, Instance(owner, value.site)])  # a method runs for objects of its own class too
            names[part.id], heap = summaries.generic(value, heap)
    if names:
        around = Frame(frame.module, frame.function, names, closure=frame.closure, root=frame.root, owner=frame.owner)
        known = summaries.interp.probed(around, call.func, heap).values
        found |= {part: known[part] for part in ast.walk(call.func) if part in known}
    return found, heap


def _first(info: FunctionInfo) -> str:
    arguments = info.node.args
    return next((one.arg for one in (*arguments.posonlyargs, *arguments.args)), "")


def _of_parameter(argument: ast.arg) -> Value:
    """What a parameter holds, as its annotation says."""
    kind = dotted_name(argument.annotation) if argument.annotation is not None else ""
    return PyValue(kind) if kind in ("int", "float", "bool", "str") else UNKNOWN


def _any_number(value: Value) -> Value:
    """A number or text of which only the kind is known."""
    if not isinstance(value, Const):
        return value
    return UNKNOWN if value.value is None else PyValue(value.kind.__name__)


@dataclass
class _Arguments:
    """What a call is given."""

    args: list[tuple[Ref, Value]] = field(default_factory=list)
    keywords: dict[str, tuple[Ref, Value]] = field(default_factory=dict)
    rest: Ref | None = None
    """What is passed by ``*`` and ``**``."""

    def all(self) -> list[tuple[Ref, Value]]:
        return [*self.args, *self.keywords.values(), *([(self.rest, UNKNOWN)] if self.rest is not None else [])]

    def joined(self) -> Ref:
        return OWN.join(*(ref for ref, _ in self.all()))


@dataclass
class _Loop:
    """The names as they are where a loop is left or begun anew early."""

    left: list[Names] = field(default_factory=list)
    again: list[Names] = field(default_factory=list)


@dataclass
class _Analysis:
    """One function, or one call that is looked at from outside."""

    summaries: Summaries
    frame: Frame
    heap: Heap
    values: Mapping[ast.AST, Value]
    depth: int
    names: Names = field(default_factory=dict)
    results: list[Ref] = field(default_factory=list)
    loops: list[_Loop] = field(default_factory=list)
    bound: frozenset[str] = frozenset()
    """Parameters that hold what the function was given."""
    declared: frozenset[str] = frozenset()
    """Names of the module that the function declares ``global``."""
    found: Effects = field(default_factory=Effects)

    # --- what is noted ---

    def effects(self, result: Ref) -> Effects:
        exact = result.exact and self.found.exact
        return replace(self.found, returned=result.places, sources=result.sources, exact=exact)

    def note(
        self,
        *,
        reads: bool = False,
        draws: bool = False,
        raises: bool = False,
        shows: bool = False,
        trains: bool = False,
    ) -> None:
        now = self.found
        self.found = replace(
            now,
            reads=now.reads or reads,
            draws=now.draws or draws,
            raises=now.raises or raises,
            shows=now.shows or shows,
            statistics=now.statistics or trains,
        )

    def write(self, ref: Ref) -> None:
        self.found = replace(self.found, written=self.found.written | ref.places)

    def keep(self, ref: Ref) -> None:
        """Something outside of the function holds what this refers to."""
        self.found = replace(self.found, kept=self.found.kept | (ref.places - {OUTSIDE}))

    def assign_outside(self, text: str, ref: Ref) -> None:
        self.found = replace(self.found, assigned=self.found.assigned | {text})
        self.keep(ref)

    def put_into(self, container: Ref, item: Ref) -> None:
        """Put an item into a container: one of the function's own may have other names."""
        self.write(container)
        if container.places:
            self.keep(item)
        for name, ref in self.names.items():
            if ref.holds:
                self.names[name] = replace(
                    ref, places=ref.places | item.places, sources=ref.sources | item.sources, exact=False
                )

    def give_up(self, node: ast.AST, why: str = "is more than is followed") -> _GivenUp:
        return _GivenUp(f"`{self.frame.text(node)}` {why}")

    # --- statements ---

    def run(self, body: Sequence[ast.stmt]) -> bool:
        """Run statements; whether control can reach what follows them."""
        for statement in body:
            method = getattr(self, f"_do_{type(statement).__name__.lower()}", None)
            if method is None:
                raise _GivenUp(
                    f"`{self.frame.function.qualname if self.frame.function else ''}` does more than compute"
                )
            if method(statement) is False:
                return False
        return True

    def _do_pass(self, statement: ast.Pass) -> None:
        pass

    def _do_expr(self, statement: ast.Expr) -> None:
        self.evaluate(statement.value)

    def _do_assign(self, statement: ast.Assign) -> None:
        ref = self.evaluate(statement.value)
        for target in statement.targets:
            self.bind(target, ref, statement.value)

    def _do_annassign(self, statement: ast.AnnAssign) -> None:
        if statement.value is not None:
            self.bind(statement.target, self.evaluate(statement.value), statement.value)

    def _do_augassign(self, statement: ast.AugAssign) -> None:
        target, added = statement.target, self.evaluate(statement.value)
        self._runs_nothing(statement.value)
        if isinstance(target, ast.Name):
            before = self.names.get(target.id)
            if before is None or target.id in self.declared:
                self.assign_outside(target.id, added)
            else:
                self._update(before, added)
                if target.id in self.bound:
                    self.bound = self.bound - {target.id}
        elif isinstance(target, ast.Attribute):
            owner = self.evaluate(target.value)
            self._set_attribute(target, added)
            self.write(owner)
        else:
            self.evaluate(target.slice)
            self._update(self._owner_of_items(target), added)

    def _update(self, ref: Ref, added: Ref) -> None:
        """Update in place what a reference is to: a tensor, or a container that may get to hold what is added."""
        self.write(ref)
        if ref.holds:
            self.put_into(ref, added)
        for name, other in self.names.items():  # which of them are the same is not known
            if added.sources - other.sources:
                self.names[name] = replace(other, sources=other.sources | added.sources, exact=False)

    def _owner_of_items(self, target: ast.Subscript) -> Ref:
        owner = self.evaluate(target.value)
        self._runs_nothing(target.value)
        if self.values.get(target.value) is None:
            raise self.give_up(target, "is an item of something that is not known")
        return owner

    def bind(self, target: ast.expr, ref: Ref, value: ast.expr | None = None) -> None:
        if isinstance(target, ast.Name):
            if target.id in self.declared:
                self.assign_outside(target.id, ref)
            else:
                self.names[target.id] = ref
                self.bound = self.bound - {target.id}
        elif isinstance(target, (ast.Tuple, ast.List)):
            parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
            plain = len(parts) == len(target.elts) and not any(isinstance(part, ast.Starred) for part in parts)
            refs = [self.evaluate(part) for part in parts] if plain else [self._part(ref)] * len(target.elts)
            for part, one in zip(target.elts, refs, strict=True):
                self.bind(part.value if isinstance(part, ast.Starred) else part, one)
        elif isinstance(target, ast.Attribute):
            self.evaluate(target.value)
            self._set_attribute(target, ref)
        elif isinstance(target, ast.Subscript):
            self.evaluate(target.slice)
            self._update(self._owner_of_items(target), ref)
        else:
            raise self.give_up(target)

    @staticmethod
    def _part(ref: Ref) -> Ref:
        return replace(ref, path="", holds=True)

    def _set_attribute(self, target: ast.Attribute, ref: Ref) -> None:
        for option in alternatives(self.value(target.value)):
            if not isinstance(option, Instance):
                raise self.give_up(target, "is an attribute of something that is not known")
            cls = option.cls
            if cls.find_setter(target.attr) is not None or cls.find_method("__setattr__") is not None:
                raise self.give_up(target, "runs code when it is set")
        self.assign_outside(self.frame.text(target), ref)

    def _do_return(self, statement: ast.Return) -> bool:
        self.results.append(self.evaluate(statement.value) if statement.value is not None else OWN)
        return False

    def _do_raise(self, statement: ast.Raise) -> bool:
        self.note(raises=True)
        return False  # what only makes the exception is seen by who catches it

    def _do_assert(self, statement: ast.Assert) -> None:
        self.test(statement.test)
        self.note(raises=True)

    def _do_if(self, statement: ast.If) -> bool:
        known = self.test(statement.test)
        before, ends = dict(self.names), []
        for arm, taken in ((statement.body, True), (statement.orelse, False)):
            if known is not None and known is not taken:
                continue
            self.names = dict(before)
            if self.run(arm):
                ends.append(self.names)
        return self._go_on(ends)

    def _go_on(self, ends: Sequence[Names]) -> bool:
        """Go on in a state that covers all of these; whether there is one."""
        if ends:
            self.names = _joined(ends)
        return bool(ends)

    def _do_for(self, statement: ast.For) -> bool:
        iterated = self.evaluate(statement.iter)
        self._iterates(statement.iter, iterated)
        return self._repeat(statement, lambda: self.bind(statement.target, self._item(iterated)))

    def _do_while(self, statement: ast.While) -> bool:
        return self._repeat(statement, lambda: self.test(statement.test))

    def _item(self, iterated: Ref) -> Ref:
        """One of the items of something; which of them is not known, so that nothing depends on all."""
        path = f"{iterated.path}.*" if iterated.path else ""
        return replace(iterated, path=path, exact=False, holds=True)

    def _iterates(self, node: ast.expr, ref: Ref) -> None:
        """Something is gone through: that runs no code that is not followed, and uses up nothing of others."""
        for option in alternatives(self.value(node)):
            known = isinstance(option, (SequenceValue, MappingValue, Tensor, Const, PyValue))
            iterator = isinstance(option, SequenceValue) and option.kind == "generator"
            if not known or (iterator and ref.places):
                raise self.give_up(node, "is gone through in a way that is not known")

    def _repeat(self, statement: ast.For | ast.While, head: Callable[[], object]) -> bool:
        loop = _Loop()
        self.loops.append(loop)
        ends: list[Names] = []
        for _ in range(_ROUNDS):
            before = dict(self.names)
            head()
            ends.append(dict(self.names) if isinstance(statement, ast.While) else before)
            completes = self.run(statement.body)
            again = [*([self.names] if completes else []), *loop.again]
            self.names = _joined([before, *again])
            if self.names == before:
                break
        else:
            raise self.give_up(statement)
        self.loops.pop()
        ends.append(self.names)
        self.names = _joined(ends)
        if statement.orelse and not self.run(statement.orelse):
            return self._go_on(loop.left)
        return self._go_on([self.names, *loop.left])

    def _do_break(self, statement: ast.Break) -> bool:
        self.loops[-1].left.append(dict(self.names))
        return False

    def _do_continue(self, statement: ast.Continue) -> bool:
        self.loops[-1].again.append(dict(self.names))
        return False

    def _do_global(self, statement: ast.Global) -> None:
        self.declared |= set(statement.names)

    def _do_functiondef(self, statement: ast.FunctionDef) -> None:
        if statement.decorator_list:
            raise self.give_up(statement, "is decorated")
        self.names[statement.name] = self._closure(statement)

    def _closure(self, node: ast.FunctionDef | ast.Lambda) -> Ref:
        """A function that is made: it holds what it reads."""
        read = {one.id for one in syntax.walk(node) if isinstance(one, ast.Name)}
        if any(isinstance(one, ast.Nonlocal) for one in syntax.walk(node)):
            raise self.give_up(node, "binds names of the function around it")
        return replace(OWN.join(*(self.names[name] for name in sorted(read & self.names.keys()))), exact=False)

    # --- tests ---

    def test(self, node: ast.expr) -> bool | None:
        """Evaluate a test; its outcome where it is the same in every call that the summary is for."""
        self.evaluate(node)
        self.ask(node)
        return truth(self.value(node)) if self._is_settled(node) else None

    def ask(self, node: ast.expr) -> None:
        """``bool(node)``."""
        value = self.value(node)
        if tensor_part(value) is not None or scalar_part(value) is not None:
            self.note(reads=True)
        for option in alternatives(value):
            if isinstance(option, Instance) and any(map(option.cls.find_method, ("__bool__", "__len__"))):
                raise self.give_up(node, "is tested by code that is not followed")

    def _is_settled(self, node: ast.expr) -> bool:
        """Return whether a test asks only what the function was given, and what objects were made with.

        What the compiler answers is the same in compiled code alone.
        """
        if isinstance(node, ast.Name):
            return node.id in self.bound
        if isinstance(node, ast.Attribute):
            return isinstance(self.value(node.value), Instance) and self._is_settled(node.value)
        if isinstance(node, (ast.UnaryOp, ast.BoolOp, ast.Compare)):
            return all(self._is_settled(part) for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr))
        return isinstance(node, ast.Constant)

    def value(self, node: ast.AST) -> Value:
        return self.values.get(node, UNKNOWN)

    # --- expressions ---

    def evaluate(self, node: ast.expr) -> Ref:
        method = getattr(self, f"_of_{type(node).__name__.lower()}", None)
        if method is None:
            raise self.give_up(node)
        result: Ref = method(node)
        value = self.values.get(node)
        return OWN if value is not None and _is_number(value) else result

    def all(self, nodes: Iterable[ast.expr | None]) -> Ref:
        return OWN.join(*(self.evaluate(node) for node in nodes if node is not None))

    def _of_constant(self, node: ast.Constant) -> Ref:
        return OWN

    def _of_name(self, node: ast.Name) -> Ref:
        if node.id in self.names:
            return self.names[node.id]
        value = self.values.get(node)
        if value is None:
            value = self.summaries.interp.name(self.frame, node.id)
        if all(isinstance(option, _PLAIN) for option in alternatives(value)):
            return OWN
        return Ref(frozenset({OUTSIDE}), frozenset({f"{OUTSIDE}.{node.id}"}), exact=False, holds=True)

    def _of_attribute(self, node: ast.Attribute) -> Ref:
        owner = self.evaluate(node.value)
        known = self.value(node.value)
        if isinstance(known, External):
            return OWN
        refs = [self._attribute(node, owner, option) for option in alternatives(known)]
        return refs[0] if len(refs) == 1 else OWN.join(*refs)

    def _attribute(self, node: ast.Attribute, owner: Ref, option: Value) -> Ref:
        name, value = node.attr, self.value(node)
        if isinstance(option, Tensor):
            if name in METADATA or self.torch.properties.get(name, "tensor") not in ("tensor", "tensor?"):
                return OWN
            return replace(owner.join(), exact=False)
        if isinstance(option, Instance):
            self._check_attribute(node, option)
            path = f"{owner.path}.{name}" if owner.path else ""
            if _is_number(value):
                return OWN
            sources = frozenset({path}) if path and tensor_part(value) is not None else NOWHERE
            exact = bool(path) or tensor_part(value) is None
            places = owner.places | {OUTSIDE}
            return Ref(places, sources, exact, holds=not _is_tensor(value), path=path)
        if isinstance(option, ExternalInstance) and option.cls.startswith("torch.nn."):
            path = f"{owner.path}.{name}" if owner.path else ""
            return Ref(frozenset({OUTSIDE}), frozenset({path} - {""}), bool(path))
        if isinstance(option, (Const, PyValue, Scalar, ModuleValue, External, SequenceValue, MappingValue, Method)):
            plain = all(isinstance(one, _PLAIN) for one in alternatives(value))
            return OWN if plain else owner.join(Ref(frozenset({OUTSIDE}), exact=False))
        if isinstance(option, (ClassValue, Function)):
            if any(not isinstance(one, _PLAIN) for one in alternatives(value)):
                raise self.give_up(node, "is an attribute of a class or function")
            return OWN
        self.found = replace(self.found, asks=self.found.asks | {self.frame.text(node)})
        return Ref(owner.places | {OUTSIDE}, owner.sources, exact=False, holds=True)

    def _check_attribute(self, node: ast.Attribute, owner: Instance) -> None:
        """Give up where an attribute runs code, or may be another object than the constructor put there."""
        cls, name = owner.cls, node.attr
        if not plain_attribute(cls, name):
            raise self.give_up(node, "may be a property")
        if all(isinstance(one, (Const, PyValue, Tensor, Scalar)) for one in alternatives(self.value(node))):
            return
        if not owner.exact:
            raise self.give_up(node, "is an attribute of an object that may be of a subclass")
        if {name, ANY} & (self.summaries.changed_in(cls) | attributes_set(self.frame.module)):
            raise self.give_up(node, "is set elsewhere")
        if cls.find_method(name) is not None and _overridden(cls, name):
            raise self.give_up(node, "is another method in a subclass")

    def _of_binop(self, node: ast.BinOp) -> Ref:
        return self._operation(node, [node.left, node.right])

    def _operation(self, node: ast.expr, operands: Sequence[ast.expr]) -> Ref:
        """An operator: of tensors and numbers it gives new memory, of lists one that holds their items."""
        joined = self.all(operands)
        for operand in operands:
            self._runs_nothing(operand)
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod) and not _is_tensor(self.value(node.left)):
            for value in _with_items(self.value(node.right)):
                self._format(value, self.frame.text(node))
        numeric = any(_is_tensor(self.value(one)) for one in operands) or all(
            _is_number(self.value(one)) for one in operands
        )
        return joined.computed() if numeric else joined

    def _runs_nothing(self, node: ast.expr) -> None:
        for option in alternatives(self.value(node)):
            if isinstance(option, Instance):
                raise self.give_up(node, "is an operand with operators of its own")

    def _of_unaryop(self, node: ast.UnaryOp) -> Ref:
        inner = self.evaluate(node.operand)
        if isinstance(node.op, ast.Not):
            self.ask(node.operand)
            return OWN
        self._runs_nothing(node.operand)
        return inner if isinstance(node.op, ast.UAdd) else inner.computed()

    def _of_compare(self, node: ast.Compare) -> Ref:
        operands = [node.left, *node.comparators]
        self.all(operands)
        by_identity = all(isinstance(op, (ast.Is, ast.IsNot)) for op in node.ops)
        if not by_identity:
            for operand in operands:
                self._runs_nothing(operand)
        asks = any(isinstance(op, (ast.In, ast.NotIn)) for op in node.ops) or (len(operands) > 2 and not by_identity)
        self.note(reads=asks and any(tensor_part(self.value(one)) is not None for one in operands))
        return OWN

    def _of_boolop(self, node: ast.BoolOp) -> Ref:
        refs = [self.evaluate(operand) for operand in node.values]
        for operand in node.values[:-1]:
            self.ask(operand)
        return replace(OWN.join(*refs), exact=not any(ref.sources for ref in refs))

    def _of_ifexp(self, node: ast.IfExp) -> Ref:
        known = self.test(node.test)
        arms = [arm for arm, taken in ((node.body, True), (node.orelse, False)) if known is None or known is taken]
        refs = [self.evaluate(arm) for arm in arms]
        alike = len({ref.sources for ref in refs}) == 1
        joined = refs[0] if len(refs) == 1 else OWN.join(*refs)
        return replace(joined, exact=joined.exact and alike)

    def _of_subscript(self, node: ast.Subscript) -> Ref:
        owner = self.evaluate(node.value)
        self.evaluate(node.slice)
        self._runs_nothing(node.value)
        if tensor_part(self.value(node.slice)) is not None and tensor_part(self.value(node.value)) is None:
            self.note(reads=True)
        if any(_may_be_mask(value) for value in self._indices(node.slice)):
            self.note(reads=True)
        path = f"{owner.path}[{self.frame.text(node.slice)}]" if owner.path else ""
        known = isinstance(node.slice, ast.Constant) or not path
        return replace(owner, path=path if known else "", exact=owner.exact and known)

    def _indices(self, node: ast.expr) -> Iterator[Value]:
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        yield from (self.value(part) for part in parts if not isinstance(part, ast.Slice))

    def _of_slice(self, node: ast.Slice) -> Ref:
        self.all((node.lower, node.upper, node.step))
        return OWN

    def _display(self, parts: Iterable[ast.expr | None]) -> Ref:
        return replace(self.all(parts), holds=True)

    def _of_tuple(self, node: ast.Tuple) -> Ref:
        return self._display(node.elts)

    def _of_list(self, node: ast.List) -> Ref:
        return self._display(node.elts)

    def _of_set(self, node: ast.Set) -> Ref:
        return self._display(node.elts)

    def _of_dict(self, node: ast.Dict) -> Ref:
        return self._display([*node.keys, *node.values])

    def _of_starred(self, node: ast.Starred) -> Ref:
        ref = self.evaluate(node.value)
        self._iterates(node.value, ref)
        return ref

    def _of_joinedstr(self, node: ast.JoinedStr) -> Ref:
        for part in node.values:
            self.evaluate(part)
        return OWN

    def _of_formattedvalue(self, node: ast.FormattedValue) -> Ref:
        self.all((node.value, node.format_spec))
        self._format(self.value(node.value), self.frame.text(node))
        return OWN

    def _format(self, value: Value, text: str) -> None:
        if tensor_part(value) is not None or scalar_part(value) is not None:
            self.note(reads=True)
        if any(isinstance(option, Instance) for option in alternatives(value)):
            raise _GivenUp(f"`{text}` is formatted by code that is not followed")

    def _of_lambda(self, node: ast.Lambda) -> Ref:
        return self._closure(node)

    def _comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> Ref:
        """A comprehension, its items made in any number."""
        kept, bound = dict(self.names), self.bound
        found = OWN
        for _ in range(2):  # what an item puts into a container, the next one may take out
            for generator in node.generators:
                if generator.is_async:
                    raise self.give_up(node)
                iterated = self.evaluate(generator.iter)
                self._iterates(generator.iter, iterated)
                self.bind(generator.target, self._item(iterated))
                for test in generator.ifs:
                    self.test(test)
            found = self.all([node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt])
        targets = {one.id for part in node.generators for one in ast.walk(part.target) if isinstance(one, ast.Name)}
        for name in targets:
            self.names.pop(name, None)
            if name in kept:
                self.names[name] = kept[name]
        self.bound = bound
        return replace(found, holds=True, exact=False, path="")

    _of_listcomp = _of_setcomp = _of_generatorexp = _of_dictcomp = _comprehension

    # --- calls ---

    @property
    def torch(self):  # type: ignore[no-untyped-def]
        return self.summaries.interp.torch

    def _of_call(self, node: ast.Call) -> Ref:
        callee = self.values.get(node.func)
        given = _Arguments()
        for argument in node.args:
            if isinstance(argument, ast.Starred):
                given.rest = self.evaluate(argument).join(*([given.rest] if given.rest is not None else []))
            else:
                given.args.append((self.evaluate(argument), self.value(argument)))
        for keyword in node.keywords:
            ref = self.evaluate(keyword.value)
            if keyword.arg is None:
                given.rest = ref.join(*([given.rest] if given.rest is not None else []))
            else:
                given.keywords[keyword.arg] = (ref, self.value(keyword.value))
        text = self.frame.text(node.func)
        if callee is None:
            raise _GivenUp(f"it is not known what `{text}` does")
        return self.apply(callee, *self.callee(node.func, callee), given, text)

    def callee(self, node: ast.expr, value: Value) -> tuple[Ref, Ref]:
        """What a call calls, and the object whose method that is."""
        outside = Ref(frozenset({OUTSIDE}), exact=False, holds=True)
        if not isinstance(node, ast.Attribute):
            return self.evaluate(node), outside
        receiver = node.value
        if isinstance(receiver, ast.Call) and dotted_name(receiver.func) == "super":
            first = next(iter(self.names), "")
            return outside, self.names.get(first, outside)
        if all(isinstance(one, Method) for one in alternatives(value)):
            return outside, self.evaluate(receiver)
        return self.evaluate(node), self.evaluate(receiver)

    def apply(self, callee: Value, whole: Ref, owner: Ref, given: _Arguments, text: str) -> Ref:
        """The result of a call, with its effects noted.

        ``whole``: what is called; ``owner``: the object whose method it is, where it is one.
        """
        refs = [self._apply(one, whole, owner, given, text) for one in alternatives(callee) if one != NONE]
        if not refs:
            raise _GivenUp(f"it is not known what `{text}` does")
        joined = refs[0] if len(refs) == 1 else OWN.join(*refs)
        return replace(joined, exact=joined.exact and len(refs) == 1)

    def _apply(self, callee: Value, whole: Ref, owner: Ref, given: _Arguments, text: str) -> Ref:
        if isinstance(callee, Function):
            return self._function(callee, owner, given, text)
        if isinstance(callee, Instance):
            return self._object(callee, whole, given, text)
        if isinstance(callee, ExternalInstance):
            return self._layer(callee, whole, given, text)
        if isinstance(callee, SequenceValue) and callee.kind == "sequential":
            return self._sequential(callee, whole, given, text)
        if isinstance(callee, External):
            return self._named(callee.name, given, text)
        if isinstance(callee, Method):
            return self._method(callee, owner, given, text)
        if isinstance(callee, Partial):
            outside = Ref(frozenset({OUTSIDE}), exact=False, holds=True)
            named = {name: (outside, value) for name, value in callee.kwargs}
            more = _Arguments(
                [*((outside, value) for value in callee.args), *given.args], {**named, **given.keywords}, given.rest
            )
            return self.apply(callee.func, outside, outside, more, text)
        if isinstance(callee, ClassValue) and _is_record(callee.cls):
            return replace(given.joined(), holds=True)
        raise _GivenUp(f"it is not known what `{text}` does")

    def _object(self, callee: Instance, owner: Ref, given: _Arguments, text: str) -> Ref:
        """An object of the project is called: a module's ``forward``, and hooks if it has any."""
        cls = callee.cls
        if not callee.exact:
            raise _GivenUp(f"`{text}` may be of a subclass")
        method = cls.find_method("__call__")
        if method is None and is_module_class(cls):
            if _is_observed(cls.module, self.frame.module):
                raise _GivenUp(f"hooks may run where `{text}` is called")
            generic, heap = self.summaries.generic(callee, self.heap)
            sites = {callee.site, *([generic.site] if isinstance(generic, Instance) else [])}
            if any("forward" in heap.of(site) for site in sites) or "forward" in self.summaries.changed_in(cls):
                raise _GivenUp(f"the method that `{text}` calls is set elsewhere")
            method = cls.find_method("forward")
        if method is None:
            raise _GivenUp(f"it is not known what `{text}` does")
        return self._function(Function(method, callee), owner, given, text)

    def _sequential(self, callee: SequenceValue, owner: Ref, given: _Arguments, text: str) -> Ref:
        """A chain of modules: each gets what the one in front of it gave."""
        if len(given.args) != 1 or given.keywords or given.rest is not None:
            raise _GivenUp(f"`{text}` is called in another way than a chain of modules")
        ref, value = given.args[0]
        if callee.items is not None:
            for index, layer in enumerate(callee.items):
                at = Ref(frozenset({OUTSIDE}), path=f"{owner.path}[{index}]" if owner.path else "")
                ref = self.apply(layer, at, at, _Arguments([(ref, value)]), text)
                value = _result_of(value)
            return ref
        if type(callee.element) is Value:
            raise _GivenUp(f"it is not known of what modules `{text}` is made")
        for _ in range(_ROUNDS):
            at = Ref(frozenset({OUTSIDE}), path="")
            given = _Arguments([(ref, _result_of(value))])
            after = ref.join(self.apply(callee.element, at, at, given, text))
            if after == ref:
                break
            ref = after
        return replace(ref, exact=False)

    def _layer(self, callee: ExternalInstance, owner: Ref, given: _Arguments, text: str) -> Ref:
        """A layer of torch, or an object of another library."""
        cls = callee.cls.rpartition(".")[2]
        known = callee.cls.startswith("torch.nn.") and callee.cls in self.torch.modules and not cls.startswith("Lazy")
        if not known or is_transformed(self.frame.module) or _is_observed(self.frame.module):
            raise _GivenUp(f"it is not known what `{text}` does")
        if layers.has_statistics(cls):
            self.note(trains=True)
        if callee.cls in self.torch.random or cls in layers.DRAWING:
            self.note(draws=True)
        if callee.cls in self.torch.data_read or callee.cls in self.torch.dynamic_shape:
            self.note(reads=True)
        joined = given.joined()
        own = frozenset({owner.path} - {""}) if layers.has_parameters(cls) else NOWHERE
        sources = joined.sources | own
        exact = joined.exact and (bool(owner.path) or not layers.has_parameters(cls))
        told = layers.told(cls)
        if told is not None and (callee.writes is not False or "inplace" in attributes_set(self.frame.module)):
            if told[0] == "max_norm":
                self.write(Ref(frozenset({OUTSIDE})))
            else:
                self.write(joined)
                return Ref(joined.places, sources, exact)
        fresh = cls in layers.FRESH or cls in layers.FRESH_UNLESS_IN_PLACE
        return Ref(NOWHERE if fresh else joined.places, sources, exact)

    def _named(self, name: str, given: _Arguments, text: str) -> Ref:
        """A function of torch, of Python's library, or a builtin."""
        bare = name.rpartition(".")[2]
        values = [value for _, value in given.all()]
        data = any(tensor_part(value) is not None or scalar_part(value) is not None for value in values)
        if name.startswith("torch.") and name not in WHILE_COMPILING:
            return self._torch(name, bare, given, text)
        if name in WHILE_COMPILING:
            return OWN
        if name in ("builtins.print",) or name.startswith(("logging.", "warnings.")):
            if given.keywords.keys() & {"file", "extra"}:
                raise _GivenUp(f"it is not known what `{text}` does")
            self.note(shows=True, reads=data)
            return OWN
        if name.startswith("math.") or bare in ("int", "float", "bool", "round", "str", "repr", "format", "range"):
            if any(isinstance(option, Instance) for value in values for option in alternatives(value)):
                raise _GivenUp(f"`{text}` may run code of the project")
            known = name.startswith(("math.", "builtins."))
            if not known:
                raise _GivenUp(f"it is not known what `{text}` does")
            self.note(reads=data)
            return OWN
        if name in _ASKING:
            own = any(isinstance(option, Instance) for value in values for option in alternatives(value))
            if bare == "len" and own:
                raise _GivenUp(f"`{text}` may run code of the project")
            return OWN
        if name in _HOLDING:
            for value in values:
                if not all(_is_plain_container(option) for option in alternatives(value)):
                    raise _GivenUp(f"`{text}` may run code of the project, or use up an iterator")
            if set(given.keywords) - {"strict", "start"}:
                raise _GivenUp(f"it is not known what `{text}` does")
            if bare in ("min", "max", "any", "all", "sorted"):
                self.note(reads=data or _holds_tensors(values))
            return replace(given.joined(), holds=True)
        if name.startswith("einops.") and name in self.torch.functions and given.rest is None:
            return replace(given.joined(), exact=False)
        if name == "typing.cast" and len(given.args) == 2:
            return given.args[1][0]
        raise _GivenUp(f"it is not known what `{text}` does")

    def _torch(self, name: str, bare: str, given: _Arguments, text: str) -> Ref:
        kind = self.torch.functions.get(name)
        family = name.rpartition(".")[0] in (
            "torch",
            "torch.nn.functional",
            "torch.linalg",
            "torch.special",
            "torch.fft",
        )
        if name in _TORCH_FACTS:
            return OWN
        gives = "tensor" in str(kind) or kind in ("bool", "int", "size", "dtype")
        if not family or kind is None or not gives or bare in _DOING_MORE or given.rest is not None:
            raise _GivenUp(f"it is not known what `{text}` does")
        for value in (value for _, value in given.all()):
            if not all(_is_data(option) for option in alternatives(value)):
                raise _GivenUp(f"`{text}` may run what it is given")
        joined = given.joined()
        if "out" in given.keywords:
            raise _GivenUp(f"`{text}` writes into a tensor")
        if "max_norm" in given.keywords or (bare in ("embedding", "embedding_bag") and len(given.args) > 3):
            raise _GivenUp(f"`{text}` may write to the weights")
        if bare.endswith("_"):
            self.write(given.args[0][0] if given.args else joined)
            return replace(joined, exact=False)
        if name != "torch.where" or len(given.args) + len(given.keywords) < 3:
            self._draws_or_reads(name)
        if self._told_to_write(name, bare, given):
            self.write(joined)
            return joined
        return self._computed(name, bare, joined)

    def _told_to_write(self, name: str, bare: str, given: _Arguments) -> bool:
        """Return whether an activation function may be told to write to its argument."""
        if "inplace" in given.keywords:
            return truth(given.keywords["inplace"][1]) is not False
        if bare not in ACTIVATIONS and "dropout" not in bare:
            return False
        first = 3 if "dropout" in bare else 1
        flags = [value for _, value in given.args[first:]]
        return any(not (isinstance(flag, Const) and flag.value is not True) for flag in flags)

    def _draws_or_reads(self, key: str) -> None:
        data = self.torch
        if key in data.random:
            self.note(draws=True)
        if key in data.data_read or key in data.dynamic_shape:
            self.note(reads=True)

    def _computed(self, key: str, bare: str, joined: Ref) -> Ref:
        """The result of a function or method of torch that only reads; ``key`` is its name in the data."""
        data = self.torch
        if bare in PREDICATES or bare in _WITHOUT_GRADIENT:
            sources, exact = NOWHERE, True
        else:
            certain = key in data.pointwise or bare in NEW_MEMORY or key in data.views
            sources, exact = joined.sources, joined.exact and certain and bare not in ("to", "type_as", "type")
        views = key in data.views or bare in VIEWING
        fresh = not views and (key in data.pointwise or bare in NEW_MEMORY or bare in READING)
        return Ref(NOWHERE if fresh else joined.places, sources, exact, holds=not fresh)

    def _method(self, callee: Method, owner: Ref, given: _Arguments, text: str) -> Ref:
        """A method of a tensor, of a Python value, or of ``nn.Module``."""
        of, name = callee.owner, callee.name
        if isinstance(of, Tensor):
            return self._tensor_method(name, owner, given, text)
        if isinstance(of, (SequenceValue, MappingValue)):
            return self._container_method(name, owner, given, text)
        plain = (isinstance(of, Const) and isinstance(of.value, str)) or of in (PyValue("str"), PyValue("size"))
        if plain:
            for _, value in given.all():
                self._format(value, text)
            return OWN
        if isinstance(of, ExternalInstance) and of.cls.startswith("logging.Logger"):
            data = any(tensor_part(value) is not None for _, value in given.all())
            self.note(shows=True, reads=data)
            return OWN
        if isinstance(of, ExternalInstance) and name == "forward":
            return self._layer(of, owner, given, text)
        if isinstance(of, Instance) and is_module_class(of.cls) and name in _LISTING and not given.all():
            return Ref(frozenset({OUTSIDE}), exact=False, holds=True)
        raise _GivenUp(f"it is not known what `{text}` does")

    def _tensor_method(self, name: str, owner: Ref, given: _Arguments, text: str) -> Ref:
        data = self.torch
        if name not in data.methods or name in _DOING_MORE or given.rest is not None or "out" in given.keywords:
            raise _GivenUp(f"it is not known what `{text}` does")
        for value in (value for _, value in given.all()):
            if not all(_is_data(option) for option in alternatives(value)):
                raise _GivenUp(f"`{text}` may run what it is given")
        self._draws_or_reads(name)
        joined = owner.join(given.joined())
        if name in data.inplace:
            self._update(replace(owner, holds=False), given.joined())
            return Ref(owner.places, joined.sources, exact=False)
        return self._computed(name, name, joined)

    def _container_method(self, name: str, owner: Ref, given: _Arguments, text: str) -> Ref:
        if name in _GROWING:
            self.put_into(owner, given.joined())
            return replace(owner.join(given.joined()), exact=False, holds=True)
        if name in _SHRINKING:
            self.write(owner)
            return replace(owner.join(given.joined()), exact=False, holds=True)
        if name in _LOOKING:
            return replace(owner.join(given.joined()), exact=False, holds=True)
        raise _GivenUp(f"it is not known what `{text}` does")

    # --- functions of the project ---

    def _function(self, callee: Function, owner: Ref, given: _Arguments, text: str) -> Ref:
        info = callee.info
        if not info.decorator_names <= _HARMLESS:
            raise _GivenUp(f"`{text}` is decorated")
        if callee.closure is not None and _is_captured(info, callee.closure):
            raise _GivenUp(f"`{text}` reads names of the function around it")
        bound = _bound(self.summaries.interp, callee, owner, given)
        if bound is None:
            raise _GivenUp(f"it is not known what `{text}` is given")
        summary = self._summary(callee, {name: value for name, (_, value) in bound.items()})
        if summary.unknown is not None:
            raise _GivenUp(summary.unknown)
        return self._instantiated(summary, {name: ref for name, (ref, _) in bound.items()})

    def _instantiated(self, summary: Effects, refs: Mapping[str, Ref]) -> Ref:
        """Note the effects of a call, with what it was given in the places of the parameters."""

        def places(names: Places) -> Places:
            found = frozenset({OUTSIDE} & names)
            return found.union(*(refs[name].places for name in names if name in refs))

        found, now = self.found, summary
        self.found = replace(
            found,
            written=found.written | places(now.written),
            assigned=found.assigned | now.assigned,
            kept=found.kept | (places(now.kept) - {OUTSIDE}),
            statistics=found.statistics or now.statistics,
            draws=found.draws or now.draws,
            raises=found.raises or now.raises,
            shows=found.shows or now.shows,
            reads=found.reads or now.reads,
            asks=found.asks | now.asks,
        )
        for name in now.kept:  # one argument may hold another now
            item = replace(refs.get(name, OWN), exact=False)
            for key, ref in self.names.items():
                if ref.holds:
                    self.names[key] = replace(ref, places=ref.places | item.places, exact=False)
        sources: set[str] = set()
        exact = now.exact
        for source in now.sources:
            root = re.split(r"[.\[]", source, maxsplit=1)[0]
            at = refs.get(root)
            if at is None:
                sources.add(source)
                exact = False
            elif root == source:
                sources |= at.sources | ({at.path} - {""})
                exact &= at.exact
            else:
                sources.add(f"{at.path or OUTSIDE}{source[len(root) :]}")
                exact &= bool(at.path)
        return Ref(places(now.returned), frozenset(sources), exact, holds=True)

    def _summary(self, callee: Function, values: Mapping[str, Value]) -> Effects:
        """The summary of a function for such arguments, in terms of its parameters."""
        summaries, info, heap = self.summaries, callee.info, self.heap
        given: dict[str, Value] = {}
        for name, value in values.items():
            given[name], heap = summaries.generic(value, heap)
        key = (info, tuple(given.items()), id(heap.base), id(heap.own), id(callee.closure))
        known = summaries.known.get(key)
        if known is not None:
            return known[1]
        if info in summaries.running or self.depth >= MAX_DEPTH:
            return Effects(exact=False, unknown=f"`{info.qualname}` calls too deep to follow")
        summaries.running.append(info)
        try:
            found = self._summarized(callee, given, heap)
        finally:
            summaries.running.pop()
        if not summaries.running or found.unknown is None:
            summaries.known[key] = ((heap.base, heap.own, callee.closure), found)
        return found

    def _summarized(self, callee: Function, values: Mapping[str, Value], heap: Heap) -> Effects:
        info, node = callee.info, callee.info.node
        if info.is_generator or isinstance(node, ast.AsyncFunctionDef):
            return Effects(exact=False, unknown=f"`{info.qualname}` is a generator or coroutine")
        frame = Frame(
            info.module,
            info,
            dict(values),
            closure=callee.closure,
            root=self.frame.root,
            owner=next(iter(values.values()), None) if callee.bound is not None else None,
        )
        code = node.body
        probe = self.summaries.interp.probed(frame, code, heap)
        inner = _Analysis(self.summaries, frame, heap, probe.values, self.depth + 1)
        for name, value in values.items():
            own = Ref(frozenset({name}), frozenset({name}), holds=not _is_tensor(value), path=name)
            inner.names[name] = OWN if _is_number(value) else own
        inner.bound = frozenset(values)
        try:
            if isinstance(code, ast.expr):
                return inner.effects(inner.evaluate(code))
            completes = inner.run(code)
        except _GivenUp as given_up:
            return Effects(exact=False, unknown=given_up.clause)
        results = inner.results + ([OWN] if completes else [])
        if not results:
            return inner.effects(OWN)
        joined = results[0] if len(results) == 1 else OWN.join(*results)
        alike = len({ref.sources for ref in results}) == 1
        return inner.effects(replace(joined, exact=joined.exact and alike))


def _joined(states: Sequence[Names]) -> Names:
    """The names on any of several ways; what one of them depends on only there is not sure."""
    found = dict(states[0])
    for state in states[1:]:
        for name, ref in state.items():
            mine = found.get(name)
            if mine is None:
                found[name] = ref
            elif mine != ref:
                joined = mine.join(ref)
                found[name] = replace(joined, exact=joined.exact and mine.sources == ref.sources)
    return found


def _bound(interp: Analysis, callee: Function, owner: Ref, given: _Arguments) -> dict[str, tuple[Ref, Value]] | None:
    """What each parameter of a function holds; None where the arguments do not fit it as far as is known."""
    arguments = callee.info.node.args
    positional = [one.arg for one in (*arguments.posonlyargs, *arguments.args)]
    args = [*([(owner, callee.bound)] if callee.bound is not None else []), *given.args]
    found: dict[str, tuple[Ref, Value]] = dict(zip(positional, args, strict=False))
    more = args[len(positional) :]
    if given.rest is not None or (more and arguments.vararg is None):
        return None
    names = {*positional, *(one.arg for one in arguments.kwonlyargs)} - {one.arg for one in arguments.posonlyargs}
    extra = {name: one for name, one in given.keywords.items() if name not in names}
    if (extra and arguments.kwarg is None) or any(name in found for name in given.keywords):
        return None
    found |= {name: one for name, one in given.keywords.items() if name in names}
    if arguments.vararg is not None:
        items = tuple(value for _, value in more)
        found[arguments.vararg.arg] = (
            replace(OWN.join(*(ref for ref, _ in more)), exact=False, holds=True),
            SequenceValue("tuple", items),
        )
    if arguments.kwarg is not None:
        pairs = tuple((Const(name), value) for name, (_, value) in extra.items())
        found[arguments.kwarg.arg] = (
            replace(OWN.join(*(ref for ref, _ in extra.values())), exact=False, holds=True),
            MappingValue(pairs),
        )
    defaults = dict(zip(positional[::-1], arguments.defaults[::-1], strict=False))
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    defaults |= {one.arg: default for one, default in only if default is not None}
    for name in (*positional, *(one.arg for one in arguments.kwonlyargs)):
        if name in found:
            continue
        if name not in defaults:
            return None
        default = defaults[name]
        if isinstance(default, ast.Constant):
            found[name] = (OWN, Const(default.value))
        else:
            value = interp.evaluate(Frame(callee.info.module), default)
            found[name] = (Ref(frozenset({OUTSIDE}), exact=False, holds=True), value)
    return found


def _is_captured(info: FunctionInfo, around: Frame | None) -> bool:
    """Return whether a function reads names of the functions around it."""
    read = {node.id for node in syntax.walk(info.node) if isinstance(node, ast.Name)} - info.local_names
    while around is not None:
        if around.function is not None and read & around.function.local_names:
            return True
        around = around.closure
    return False


def _result_of(value: Value) -> Value:
    """What a layer gives that is given a value: a tensor, of which nothing is known."""
    return Tensor() if tensor_part(value) is not None else UNKNOWN


def _is_number(value: Value) -> bool:
    """Return whether a value is immutable and holds no tensors."""
    return all(
        isinstance(option, Const)
        or (isinstance(option, PyValue) and option.kind in ("int", "float", "bool", "str", "size", "dtype", "device"))
        for option in alternatives(value)
    )


def _is_tensor(value: Value) -> bool:
    return all(isinstance(option, Tensor) for option in alternatives(value))


def _is_data(value: Value) -> bool:
    """Return whether a function of torch that is given a value only reads it: it is nothing that could be called."""
    if isinstance(value, SequenceValue):
        return all(_is_data(option) for option in alternatives(value.each()))
    return isinstance(value, (Const, PyValue, Tensor, Scalar)) or type(value) is Value or isinstance(value, External)


def _is_plain_container(value: Value) -> bool:
    """Return whether to go through a value runs nothing and uses nothing up."""
    if isinstance(value, SequenceValue):
        return value.kind != "generator"
    return isinstance(value, (Const, PyValue, Tensor, Scalar, MappingValue))


def _may_be_mask(value: Value) -> bool:
    """Return whether to index a tensor by a value gives a length that depends on data."""
    tensor = tensor_part(value)
    return tensor is not None and (tensor.dtype == "torch.bool" or not isinstance(tensor.dtype, str))


def _holds_tensors(values: Iterable[Value]) -> bool:
    items = (value.each() for value in values if isinstance(value, (SequenceValue, MappingValue)))
    return any(tensor_part(item) is not None for item in items)


def _with_items(value: Value) -> Iterator[Value]:
    yield value
    if isinstance(value, (SequenceValue, MappingValue)):
        yield value.each()


def _is_record(cls: ClassInfo) -> bool:
    """Return whether an object of a class only holds what it is given."""
    if any(cls.find_method(name) is not None for name in ("__init__", "__new__", "__post_init__", "__setattr__")):
        return False
    return "typing.NamedTuple" in cls.external_bases()


# --- what files do to objects ---


def attributes_set(module: Module) -> frozenset[str]:
    """The attributes that a file sets on other objects than ``self``; those set by a name that is not known are all."""
    return syntax.remembered(module.tree, "attributes stored", lambda: frozenset(_stores(module.tree)))


def _stores(tree: ast.Module) -> Iterator[str]:
    for node in syntax.walk(tree):
        if isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load):
            if not isinstance(node.value, ast.Name) or node.value.id not in ("self", "cls"):
                yield node.attr
        elif isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            if isinstance(node.value, ast.Attribute) and node.value.attr in ("_modules", "__dict__"):
                yield ANY
        elif isinstance(node, ast.Call):
            yield from _set_by(node)


def _set_by(node: ast.Call) -> Iterator[str]:
    """The attributes that a call sets on another object than ``self``."""
    func, name = node.func, dotted_name(node.func).rpartition(".")[2]
    owner: ast.AST | None = None
    if name in ("setattr", "__setattr__"):
        owner = node.args[0] if node.args else func
    elif isinstance(func, ast.Attribute) and func.attr in ("add_module", "register_module"):
        owner = func.value
    if owner is not None and not (is_name(owner, "self")):
        named = [one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str)]
        yield from named or (ANY,)


_OBSERVING = re.compile(r"register_\w*hook|register_module_\w+|\b_forward_(pre_)?hooks\b")
_TRANSFORMING = re.compile(r"spectral_norm|weight_norm|parametrize|parametrizations|utils\.prune|fully_shard")


def _is_observed(*modules: Module) -> bool:
    """Return whether one of the files registers hooks."""
    return any(_matches(_OBSERVING, "observing", one) for one in modules)


def is_transformed(module: Module) -> bool:
    """Return whether a file puts something in front of layers that may write to them, as ``spectral_norm`` does."""
    return _matches(_TRANSFORMING, "transforming", module)


def _matches(pattern: re.Pattern[str], key: str, module: Module) -> bool:
    return syntax.remembered(module.tree, key, lambda: pattern.search(module.source.text) is not None)


def _overridden(cls: ClassInfo, name: str) -> bool:
    """Return whether another class of the file inherits from a class and has a method of its own of that name."""
    for node in cls.module.definitions:
        if isinstance(node, ast.ClassDef) and node is not cls.node:
            other = cls.module.classes.get(node)
            if other is not None and other.is_subclass(cls) and name in other.methods:
                return True
    return False


def plain_attribute(cls: ClassInfo, name: str) -> bool:
    """Return whether reading an attribute of an object of a class surely runs no code of the project."""
    if any(cls.find_method(hook) is not None for hook in ("__getattr__", "__getattribute__")):
        return False
    method = cls.find_method(name)
    if method is not None:
        return method.decorator_names <= _HARMLESS
    found = cls.find_attribute(name)
    if found is not None and not isinstance(found[1], (ast.Constant, ast.Tuple, ast.List, ast.Dict, type(None))):
        return False  # perhaps a descriptor
    return all(base.startswith(_PLAIN_BASES) for base in cls.external_bases())


_PLAIN_BASES = ("torch.nn.", "builtins.object", "object", "abc.ABC", "typing.Generic", "typing.NamedTuple")
"""Classes whose objects run no code of others where an attribute is read."""
_PLAIN = (Const, PyValue, External, ClassValue, ModuleValue, Function)
"""Values without tensors."""
_HARMLESS = frozenset(("staticmethod", "classmethod", "abstractmethod", "override", "final"))
"""Decorators after which a function is what it was."""
_ASKING = frozenset(f"builtins.{name}" for name in "len isinstance issubclass type callable id".split())
_HOLDING = frozenset(
    f"builtins.{name}"
    for name in "zip enumerate min max abs tuple list dict set sum sorted reversed any all divmod".split()
)
_TORCH_FACTS = frozenset(
    f"torch.{name}"
    for name in (
        "finfo iinfo is_tensor is_floating_point is_complex is_grad_enabled get_default_dtype numel Size".split()
    )
)
_DOING_MORE = frozenset(
    "batch_norm instance_norm swap_tensors backward set_ resize_ resize_as_ requires_grad_ retain_grad register_hook "
    "register_post_accumulate_grad_hook detach_ share_memory_ apply_ map_ map2_ from_file from_dlpack resize resize_as "
    "set_default_dtype set_num_threads save module_load names rename_ rename refine_names swapaxes_ swapdims_ t_ "
    "transpose_ unsqueeze_ squeeze_ as_strided_ unsafe_split unsafe_chunk unsafe_split_with_sizes "
    "fused_moving_avg_obs_fake_quant quantized_batch_norm get_rng_state initial_seed seed".split()
)
"""Functions and methods that change more than values, or what others see."""
_WITHOUT_GRADIENT = frozenset(
    "argmax argmin argsort bincount count_nonzero detach any all randn_like rand_like zeros_like ones_like full_like "
    "empty_like new_zeros new_ones new_full new_empty long int bool byte short char nonzero numel size dim".split()
)
_LISTING = frozenset(
    "parameters named_parameters buffers named_buffers children named_children modules named_modules".split()
)
_GROWING = frozenset("append extend insert add update setdefault".split())
_SHRINKING = frozenset("pop popitem remove clear discard sort reverse".split())
_LOOKING = frozenset("get keys values items copy index count children named_children".split())
