"""The interpreter's knowledge at one statement, as rewrites query it (``rewrite.oracle.Oracle``)."""

from __future__ import annotations

import ast
import builtins
import copy
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from functools import cached_property

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain import terms
from fullgraph.lint.domain.frame import Env, Event, Frame, Probe
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    UNKNOWN,
    ClassValue,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    ModuleValue,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join_all,
    replace,
    scalar_part,
)
from fullgraph.lint.project.index import ClassInfo, all_arguments, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction
from fullgraph.lint.torch_data import layers
from fullgraph.rules import effects
from fullgraph.rules.effects import Effects, plain_attribute
from fullgraph.rules.memory import OUTSIDE, Effect, Memory, Write
from fullgraph.rules.rewrite import ran
from fullgraph.rules.rewrite.oracle import Number, TensorFacts

_MODES = frozenset("no_grad enable_grad inference_mode set_grad_enabled autocast".split())
"""Contexts that only set a mode of torch."""


@dataclass
class Facts:
    """Made when an event happens; answers later, from the state that held before the event's statement."""

    event: Event
    statement: ast.stmt
    env: Env = field(init=False)
    heap: Heap = field(init=False)
    closure: Frame | None = field(init=False)
    """The functions around that of the event, with what their names hold."""
    supposed: dict[ast.AST, Value] = field(default_factory=dict)
    """The tensors that a rewrite puts in the places of expressions."""
    _always: dict[str, bool] = field(default_factory=dict)
    _made: dict[ast.AST, Value] = field(default_factory=dict)
    """What the expressions of made-up statements hold."""

    def __post_init__(self) -> None:
        self.env = dict(self.event.frame.env)
        self.heap = self.event.interp.heap.copy()
        self.closure = _kept(self.event.frame.closure)

    def supposing(self, tensors: Table[ast.expr, TensorFacts]) -> Facts:
        twin = self._twin(self.statement, self.env, self.heap)
        twin.supposed |= {node: _tensor(facts) for node, facts in tensors.items()}
        return twin

    def at(self, statement: ast.stmt) -> Facts | None:
        if statement is self.statement:
            return self
        before = {**self.env, **self._rebound}  # terms that stand for names mean what these hold at one statement
        states = self._probed([self.statement, *self.following, *self._behind_contexts], before, statement).states
        return self._twin(statement, *states[0]) if states else None

    @property
    def _behind_contexts(self) -> list[ast.stmt]:
        """The statements behind contexts that swallow no exceptions and hold the statement: they surely follow."""
        found: list[ast.stmt] = []
        context = self.parents.get(self.statement)
        while isinstance(context, ast.With) and self.body is None:
            if not all(dotted_name(_called(item.context_expr)).rpartition(".")[2] in _MODES for item in context.items):
                break
            above = self.parents.get(context)
            blocks = [getattr(above, name, []) for name in ("body", "orelse", "finalbody")]
            block = next((one for one in blocks if isinstance(one, list) and context in one), [context])
            found += block[block.index(context) + 1 :]
            context = above
        return found

    def _twin(self, statement: ast.stmt, env: Env, heap: Heap) -> Facts:
        twin = object.__new__(Facts)
        twin.event, twin.statement, twin.closure, twin._always = self.event, statement, self.closure, {}
        twin.env, twin.heap, twin.supposed, twin._made = env, heap, dict(self.supposed), {}
        return twin

    @property
    def frame(self) -> Frame:
        return self.event.frame

    @property
    def scope(self) -> ast.AST:
        """The function around the statement, or the module."""
        return self.frame.function.node if self.frame.function is not None else self.frame.module.tree

    @property
    def body(self) -> ast.expr | None:
        """The body of the lambda in which the event happens.

        It runs when the lambda is called, which may be often, and after all that the functions around it do.
        """
        return self.scope.body if isinstance(self.scope, ast.Lambda) else None

    @property
    def nodes(self) -> list[ast.AST]:
        """The nodes of the function, walked once for all statements in it; of a lambda, those around it too."""
        return self._walked(self.scope, self.scope if self.body is None else self._outermost)

    @property
    def module_nodes(self) -> list[ast.AST]:
        """The nodes of the module, walked once for all fixes in it."""
        return self._walked(self.frame.module.tree, self.frame.module.tree)

    def _walked(self, key: ast.AST, tree: ast.AST) -> list[ast.AST]:
        known: dict[ast.AST, list[ast.AST]] = self.event.interp.rule_state.setdefault("nodes", {})
        if key not in known:
            known[key] = list(syntax.walk(tree))
        return known[key]

    @property
    def _outermost(self) -> ast.AST:
        """The outermost function around the statement, or the module."""
        found: ast.AST = self.frame.module.tree
        around: ast.AST | None = self.statement
        while around is not None:
            if isinstance(around, (ast.FunctionDef, ast.AsyncFunctionDef)):
                found = around
            around = self.parents.get(around)
        return found

    # Where the statement stands

    @property
    def parents(self) -> Table[ast.AST, ast.AST]:
        return self.frame.module.parents

    @cached_property
    def block(self) -> list[ast.stmt]:
        """The statements among which the statement stands; for a lambda, none of those are known to come next."""
        parent = self.parents.get(self.statement) if self.body is None else None
        for name in ("body", "orelse", "finalbody"):
            body = getattr(parent, name, None)
            if isinstance(body, list) and self.statement in body:
                return body
        return [self.statement]

    @property
    def following(self) -> list[ast.stmt]:
        return self.block[self.block.index(self.statement) + 1 :]

    @cached_property
    def grad_mode_switch(self) -> str | None:
        """The name by which the function changes the gradient mode, if it does."""
        for node in self.nodes:
            name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
            if name in ("no_grad", "enable_grad", "inference_mode", "set_grad_enabled"):
                return name
        return None

    @cached_property
    def in_loop(self) -> bool:
        if self.body is not None:
            return True
        node: ast.AST | None = self.statement
        while node is not None:
            node = self.parents.get(node)
            if isinstance(node, (ast.For, ast.AsyncFor, ast.While)):
                return True
        return False

    def _later(self) -> Iterator[ast.AST]:
        """The nodes that may run after the statement: those behind it, and in a loop all of the function's."""
        end = (self.statement.end_lineno or self.statement.lineno, self.statement.end_col_offset or 0)
        for node in self.nodes:
            row = getattr(node, "lineno", None)
            if row is not None and (self.in_loop or (row, node.col_offset) >= end):  # type: ignore[attr-defined]
                yield node

    # What expressions hold

    @cached_property
    def _values(self) -> dict[ast.AST, Value]:
        return self._run([self.statement])

    @cached_property
    def _values_after(self) -> dict[ast.AST, Value]:
        return self._run([self.statement, *self.following])

    def _run(self, statements: list[ast.stmt], env: Env | None = None) -> dict[ast.AST, Value]:
        """The values of all expressions of statements, run once more from the state before the first of them."""
        return self._probed(statements, self.proved if env is None else env).values

    def _probed(self, statements: list[ast.stmt], env: Env, watched: ast.stmt | None = None) -> Probe:
        frame = self.frame
        probe = Frame(
            frame.module,
            frame.function,
            {**self._around, **env},
            closure=self.closure,
            caller=frame.caller,
            call=frame.call,
            root=frame.root,
            owner=frame.owner,
            narrowed=True,
            straight=True,
        )
        probe.serial = frame.serial
        code = self.body if self.body is not None else statements
        return self.event.interp.probed(probe, code, self.heap, self.supposed, watched)

    @cached_property
    def _around(self) -> Env:
        """Return the values of enclosing functions' names in every call; unknown for those that may be bound again."""
        found: Env = {}
        inner, around = self.frame, self.closure
        own = set(inner.function.local_names) if inner.function is not None else set()
        while inner.function is not None and around is not None and around.function is not None:
            later = _bound_later(around.function.node, inner.function.node, self.parents)
            for name in (*around.env, *sorted(later)):
                if name.isidentifier() and name not in own:
                    found[name] = UNKNOWN if name in later else _shared(around.env[name])
            own |= around.function.local_names
            inner, around = around, around.closure
        return found

    def running(self, statements: Sequence[ast.stmt]) -> Facts:
        other = copy.copy(self)
        other._made = self._run(list(statements))
        for name in ("_recorded", "_known_effects"):
            other.__dict__.pop(name, None)
        return other

    def value(self, expr: ast.expr) -> Value | None:
        """The value of an expression, None where it is not reached."""
        if expr in self._made:
            return self._made[expr]
        behind = expr.lineno > (self.statement.end_lineno or self.statement.lineno)
        found = (self._values_after if behind else self._values).get(expr)
        if found is None and isinstance(expr, ast.Name) and self.body is None:
            return self.proved.get(expr.id)
        return found

    def tensor(self, expr: ast.expr) -> TensorFacts | None:
        value = self.value(expr)
        return _facts(value) if value is not None else None

    def named(self, name: str) -> TensorFacts | None:
        value = self.proved.get(name)
        return _facts(value) if value is not None else None

    def shapes(self) -> list[Hashable]:
        return [value.shape for value in self.proved.values() if isinstance(value, Tensor)]

    @cached_property
    def proved(self) -> Env:
        """What names hold right before the statement, with what had to be so for it to be reached.

        A tensor of unknown shape or dtype has a term for it that says only that it is the one of that name.
        """
        before = _Before(self)
        floating = ran.floating(self.statement, before) if self.body is None else frozenset()
        found = {**self.env, **self._rebound}
        for name, value in found.items():
            if isinstance(value, Tensor) and (value.shape is None or value.dtype is None):
                shape, dtype = (("of", name) if term is None else term for term in (value.shape, value.dtype))
                found[name] = replace(value, shape=shape, dtype=dtype)
        for claim in ran.claims(self.statement, before) if self.body is None else ():
            _apply(claim, found)
        tensors = [(name, value) for name, value in found.items() if isinstance(value, Tensor)]
        proved = {value.dtype for name, value in tensors if value.floating or name in floating}
        for name, value in found.items():
            if isinstance(value, Tensor) and value.floating is None and value.dtype in proved:
                found[name] = replace(value, floating=True)
        return found

    @cached_property
    def _rebound(self) -> Env:
        """What the names that loops around the statement bind hold in any round; known is the state of the first."""
        loop = self.parents.get(self.statement)
        found: ast.stmt | None = None
        while loop is not None and loop is not self.scope:
            found = loop if isinstance(loop, (ast.For, ast.AsyncFor, ast.While)) else found
            loop = self.parents.get(loop)
        if found is None or self.body is not None:
            return {}
        inside = set(syntax.walk(found))
        bound = {name: [node for node in nodes if node in inside] for name, nodes in self._bindings.items()}
        first = {name: self.env[name] for name, nodes in bound.items() if nodes and name in self.env}
        values = self._run([found], {**self.env, **{name: _widened(value) for name, value in first.items()}})
        return {
            name: join_all([_widened(value), *(self._bound_to(node, value, values) for node in bound[name])])
            for name, value in first.items()
        }

    def _bound_to(self, store: ast.AST, before: Value, values: Table[ast.AST, Value]) -> Value:
        """What a node binds its name to, which held ``before`` in the first round."""
        statement = self.parents.get(store)
        if isinstance(statement, ast.Tuple) and isinstance(outer := self.parents.get(statement), ast.Assign):
            given = outer.value.elts if isinstance(outer.value, ast.Tuple) else []
            plain = len(given) == len(statement.elts) and not any(isinstance(part, ast.Starred) for part in given)
            index = next(place for place, part in enumerate(statement.elts) if part is store)
            return _widened(values.get(given[index], UNKNOWN)) if plain else UNKNOWN
        if isinstance(statement, ast.AugAssign) and isinstance(before, Tensor):
            return _widened(before)  # of whatever dtype it is, it keeps it
        if isinstance(statement, ast.AugAssign):
            return _updated(before, values.get(statement.value, UNKNOWN), statement.op)
        if isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None:
            made = statement.value
            own = isinstance(made, ast.BinOp) and isinstance(made.left, ast.Name) and isinstance(store, ast.Name)
            if isinstance(made, ast.BinOp) and own and made.left.id == store.id and not isinstance(before, Tensor):  # type: ignore[attr-defined]
                return _updated(before, values.get(made.right, UNKNOWN), made.op)
            return _widened(values.get(made, UNKNOWN))
        if isinstance(statement, ast.Tuple) and isinstance(loop := self.parents.get(statement), ast.For):
            gone_over = values.get(loop.iter, UNKNOWN)
            each = gone_over.each() if isinstance(gone_over, SequenceValue) else UNKNOWN
            items = each.items if isinstance(each, SequenceValue) else None
            if items is None or len(items) != len(statement.elts):
                return UNKNOWN
            return _widened(items[next(place for place, part in enumerate(statement.elts) if part is store)])
        if isinstance(statement, (ast.For, ast.AsyncFor)):
            iterated = values.get(statement.iter, UNKNOWN)
            if isinstance(iterated, SequenceValue):
                return _widened(iterated.each())
            return _widened(before) if isinstance(before, Tensor) or type(before) is PyValue else UNKNOWN
        return UNKNOWN

    def number(self, expr: ast.expr) -> Number | None:
        if isinstance(expr, ast.Constant) and isinstance(expr.value, (int, float)):
            return Number(expr.value)
        value = self.value(expr)
        if isinstance(value, Const) and isinstance(value.value, (int, float)):
            return Number(value.value)
        known = value is not None and all(map(_is_number, alternatives(value)))
        if not known and isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult)):
            known = self.number(expr.left) is not None and self.number(expr.right) is not None
        return Number() if known else None

    def configured(self, expr: ast.expr) -> bool:
        function = self.frame.function
        if not isinstance(expr, ast.Attribute) or function is None or function.owner is None:
            return False
        own = isinstance(expr.value, ast.Name) and expr.value.id == "self" and isinstance(self.frame.owner, Instance)
        known = self.number(expr)
        if not own or known is None or known.value is not None:
            return False
        classes = [cls for cls in function.owner.mro if isinstance(cls, ClassInfo)]
        given = [
            _is_argument(method.node, value)
            for cls in classes
            for method in cls.methods.values()
            for value in _kept_in(method.node, expr.attr)
        ]
        return bool(given) and all(given)

    def reads_number(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        return value is not None and scalar_part(value) is not None

    def unknown(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        return value is None or any(type(option) is Value for option in alternatives(value))

    def qualname(self, expr: ast.expr) -> str | None:
        return _qualname(self._callee(expr))

    def _callee(self, expr: ast.expr) -> Value | None:
        """Return what an expression holds, also one of another statement whose name has one meaning in the function."""
        value = self.value(expr)
        return value if value is not None else self.resolved(expr)

    def resolved(self, expr: ast.expr) -> Value | None:
        """Return what a dotted name holds that has one meaning in the function."""
        dotted = dotted_name(expr)
        if not dotted:
            return None
        first, _, rest = dotted.partition(".")
        if first in self.local_names and not self._bound_once(first):
            return None
        value = self._rebound.get(first) or self.env.get(first) or self.event.interp.name(self.frame, first)
        if isinstance(value, External):
            return External(f"{value.name}.{rest}" if rest else value.name)
        return value if not rest else self._attribute(expr) if isinstance(value, Instance) else None

    def _attribute(self, expr: ast.expr) -> Value | None:
        """Return what an attribute of an object held before the statement."""
        interp = self.event.interp
        with interp.on_copy(self.heap), interp.muted(self.frame):
            return interp.evaluate(self.frame, expr)

    def module_class(self, expr: ast.expr) -> str | None:
        return _module_class(self._callee(expr))

    def runs_code(self, expr: ast.Attribute) -> bool | None:
        owner = self.value(expr.value)
        if isinstance(owner, Instance):
            if not plain_attribute(owner.cls, expr.attr):
                return True
            return False if owner.exact else None
        return (
            False if owner is not None and all(isinstance(option, _PLAIN) for option in alternatives(owner)) else None
        )

    def may_consume(self, expr: ast.expr) -> bool:
        value = self.value(expr)
        if value is None:
            return True
        simple = (Const, PyValue, Tensor, Scalar, SequenceValue, MappingValue, External, ClassValue, ModuleValue)
        made = [self.parents.get(store) for store in self._stores(expr.id)] if isinstance(expr, ast.Name) else []
        given = [getattr(statement, "value", None) for statement in made]
        if any(isinstance(one, ast.GeneratorExp) or self._iterates(one) for one in (expr, *given)):
            return True
        return not all(isinstance(option, simple) for option in alternatives(value))

    def _iterates(self, expr: ast.AST | None) -> bool:
        """Return whether an expression is an iterator by its form, which the values take for a list."""
        return isinstance(expr, ast.Call) and dotted_name(expr.func) in _ITERATORS

    def inplace_module(self, expr: ast.expr) -> bool:
        value = self._callee(expr)
        if not isinstance(value, ExternalInstance) or layers.told(value.cls.rpartition(".")[2]) is None:
            return effects.is_transformed(self.frame.module)
        homes = [self.frame.module]
        owner = self.value(expr.value) if isinstance(expr, ast.Attribute) else None
        if isinstance(owner, Instance):
            homes += [one.module for one in owner.cls.mro if isinstance(one, ClassInfo)]
        return value.writes is not False or any("inplace" in effects.attributes_set(home) for home in homes)

    def is_caught(self) -> bool:
        frame: Frame | None = self.frame
        node: ast.AST | None = self.statement
        while frame is not None:
            while node is not None:
                above = frame.module.parents.get(node)
                if isinstance(above, ast.Try) and node in above.body and above.handlers:
                    return True
                node = above
            node, frame = frame.call, frame.caller
        return False

    def asked_for_its_type(self, name: str) -> bool:
        for node in self.nodes:
            if isinstance(node, ast.Call) and node.args and isinstance(node.func, (ast.Name, ast.Attribute)):
                asks = dotted_name(node.func) in ("isinstance", "type", "torch.is_tensor", "callable", "hasattr")
                if asks and isinstance(node.args[0], ast.Name) and node.args[0].id == name:
                    return True
        return False

    def definition(self, func: ast.expr) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, bool] | None:
        value = self.value(func)
        if not isinstance(value, Function) or not isinstance(value.info.node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return None
        return value.info.node, value.bound is not None

    def effects(self, call: ast.Call) -> Effects:
        known = self._known_effects.get(call)
        if known is None:
            known = self._known_effects[call] = self._effects(call)
        return known

    def _effects(self, call: ast.Call) -> Effects:
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(isinstance(argument, ast.GeneratorExp) or self._may_iterate(argument) for argument in given):
            return effects.not_known(self.frame.text(call.func))
        values: dict[ast.AST, Value] = {}
        for part in [*syntax.walk(call.func), *given]:
            value = self._recorded.get(part)
            if value is None and isinstance(part, (ast.Name, ast.Attribute)) and part not in given:
                value = self.resolved(part)
            if value is not None:
                values[part] = value
        return effects.of_call(self.event.interp, self.frame, self.heap, call, values)

    def _may_iterate(self, expr: ast.expr) -> bool:
        """Return whether an expression, or what its name is bound to, is an iterator by its form."""
        made = [self.parents.get(store) for store in self._stores(expr.id)] if isinstance(expr, ast.Name) else []
        return any(self._iterates(getattr(one, "value", one)) for one in [expr, *made])

    @cached_property
    def _known_effects(self) -> dict[ast.Call, Effects]:
        return {}

    # Names

    def global_name(self, name: str) -> bool:
        if name in self.local_names:
            return False
        return any(
            isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.name == name
            for node in self.frame.module.tree.body
        )

    def means_something(self, name: str) -> bool:
        module = self.frame.module
        return (
            name in self.local_names
            or name in module.bindings
            or self.event.interp.project.lookup(module, name) is not None
            or hasattr(builtins, name)
        )

    def name_bound(self, name: str) -> bool:
        if any(_unbinds(node, name) for node in self.nodes):
            return False
        if self.frame.function is None or name not in self.frame.function.local_names:
            around = self.closure
            while around is not None:
                if name in around.env:
                    return True
                around = around.closure
            module = self.frame.module.tree
            unbound = syntax.remembered(module, "unbound", lambda: frozenset(_unbound_in(module)))
            if name in unbound:
                return False
            return any(_binds(statement, name) for statement in module.body) or (
                hasattr(builtins, name) and name not in self.frame.module.bindings
            )
        arguments = self.frame.function.node.args
        given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
        if any(argument is not None and argument.arg == name for argument in given):
            return True
        if self.body is not None:
            return False
        node: ast.AST = self.statement
        while node in self.parents:
            parent = self.parents[node]
            for field_name in ("body", "orelse", "finalbody", "handlers"):
                body = getattr(parent, field_name, None)
                if isinstance(body, list) and node in body:
                    if any(_binds(statement, name) for statement in body[: body.index(node)]):
                        return True
                    head = parent if field_name == "body" else None
                    if isinstance(head, (ast.For, ast.AsyncFor)) and _stores(head.target, name):
                        return True
            node = parent
        return False

    def used_later(self, name: str) -> bool:
        return any(
            isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Load) for n in self._later()
        ) or any(
            isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name) and n.target.id == name
            for n in self._later()
        )

    # Memory

    @cached_property
    def memory(self) -> Memory:
        """The memory of the function's names, seen from the statement."""
        function = self.frame.function
        return Memory(
            self.nodes,
            self.parents,
            self.statement,
            self.block,
            self.in_loop,
            function.local_names if function is not None else frozenset(),
            _parameters(function.node.args) if function is not None else frozenset(),
            self,
            self.event.interp.torch,
        )

    def written_later(self, names: Iterable[str]) -> Write:
        return self.memory.written_later(names)

    def captured(self, name: str) -> bool:
        return name in self.memory.captured

    def escapes(self, name: str) -> bool:
        return self.memory.escapes(name)

    def shown(self, name: str) -> bool:
        return self.memory.shown(name)

    def needed_backward(self, name: str) -> bool:
        facts = self.named(name)
        return (facts is None or facts.sources != frozenset()) and self.memory.needed_backward(name)

    def shared(self, name: str) -> bool:
        facts = self.named(name)
        return facts is None or not facts.fresh or self.memory.held(name)

    def is_tensor(self, expr: ast.expr) -> bool:
        value = self._recorded.get(expr)
        if value is not None:
            return _facts(value) is not None
        if isinstance(expr, ast.Name):
            value = self.env.get(expr.id)
            known = value is not None and _facts(value) is not None
            return known and (self._bound_once(expr.id) or self._always_tensor(expr.id))
        if isinstance(expr, ast.BinOp):
            return self.is_tensor(expr.left) or self.is_tensor(expr.right)
        if isinstance(expr, (ast.UnaryOp, ast.Subscript)):
            return self.is_tensor(expr.operand if isinstance(expr, ast.UnaryOp) else expr.value)
        if not isinstance(expr, ast.Call) or not isinstance(expr.func, ast.Attribute):
            return False
        data, name = self.event.interp.torch, self.qualname(expr.func)
        if self.module_class(expr.func) is not None:
            return self.memory.effect(expr) is Effect.FRESH
        if name is not None:
            return name in data.pointwise and name in data.functions
        method = expr.func.attr
        return (method in data.pointwise or method in data.views) and self.is_tensor(expr.func.value)

    def _always_tensor(self, name: str) -> bool:
        """Return whether all that the function binds a name to is a tensor by its form, if the name is one before."""
        known = self._always.get(name)
        if known is None:
            self._always[name] = True  # what it is made of itself
            known = self._always[name] = all(map(self._binds_tensor, self._stores(name)))
        return known

    def _stores(self, name: str) -> list[ast.AST]:
        return self._bindings.get(name, [])

    @cached_property
    def _bindings(self) -> dict[str, list[ast.AST]]:
        """By name, the nodes of the function that bind or delete it."""
        found: dict[str, list[ast.AST]] = {}
        for node in self.nodes:
            if isinstance(node, ast.arg):
                found.setdefault(node.arg, []).append(node)
            elif isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
                found.setdefault(node.id, []).append(node)
        return found

    @cached_property
    def _defined(self) -> Counter[str]:
        """Return how often a function or class of a name is defined in the function."""
        inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        return Counter(node.name for node in self.nodes if isinstance(node, inner) and node is not self.scope)

    def _binds_tensor(self, store: ast.AST) -> bool:
        if isinstance(store, ast.arg):
            return store.annotation is not None and dotted_name(store.annotation).rpartition(".")[2] == "Tensor"
        parent = self.parents.get(store)
        if isinstance(parent, ast.AugAssign):
            return True
        return (
            isinstance(parent, (ast.Assign, ast.AnnAssign))
            and parent.value is not None
            and self.is_tensor(parent.value)
        )

    def varies(self, name: str) -> bool:
        """Return whether a name may hold something of another kind, or another number, in another round of the loop.

        What is known of it is what it holds in the first.
        """
        loop: ast.AST | None = self.statement
        found: ast.AST | None = None
        while loop is not None and loop is not self.scope:
            found = loop if isinstance(loop, (ast.For, ast.AsyncFor, ast.While)) else found
            loop = self.parents.get(loop)
        inside = set(syntax.walk(found)) if found is not None else set()
        if found is None or not any(store in inside for store in self._stores(name)):
            return False
        if isinstance(self._rebound.get(name), Tensor):
            return False
        counted = isinstance(found, ast.For) and _is_name_of(found.target, name) and self._counts(found.iter)
        return not counted and not self._always_tensor(name)

    def _counts(self, iterated: ast.expr) -> bool:
        return isinstance(iterated, ast.Call) and self.qualname(iterated.func) == "range"

    def is_plain(self, name: str) -> bool:
        if name in self.local_names:
            if not self._bound_once(name):
                return False
            value = self.env.get(name)
            return value is not None and all(isinstance(option, (Const, PyValue)) for option in alternatives(value))
        value = self.event.interp.name(self.frame, name)
        return all(isinstance(option, _PLAIN) for option in alternatives(value))

    def effect_of(self, call: ast.Call) -> Effect:
        found = self.effects(call)
        if found.unknown is not None or found.assigned or found.kept or OUTSIDE in found.returned:
            return Effect.UNKNOWN
        if found.written:
            first = frozenset({"0"})
            only = isinstance(call.func, ast.Name) and found.written <= first and found.returned <= first
            return Effect.WRITE if only else Effect.UNKNOWN
        if found.shows:
            return Effect.UNKNOWN if found.returned else Effect.SHOW
        return Effect.VIEW if found.returned else Effect.FRESH

    @cached_property
    def _recorded(self) -> dict[ast.AST, Value]:
        """Return what the expressions of the statement and of those behind it in its block hold."""
        return {**self._values_after, **self._values, **self._made}

    def _bound_once(self, name: str) -> bool:
        """Return whether the function gives a name one meaning only, as a parameter or by one statement."""
        return self._defined[name] + len(self._stores(name)) == 1

    def uses(self, name: str) -> list[ast.Name] | None:
        nodes = [node for node in self.nodes if isinstance(node, ast.Name) and node.id == name]
        if sum(not isinstance(node.ctx, ast.Load) for node in nodes) != 1:
            return None
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) and name in n.names for n in self.nodes):
            return None
        reads = [node for node in nodes if isinstance(node.ctx, ast.Load)]
        if self.frame.function is None or any(self._function(node) is not self.scope for node in reads):
            return None
        behind = {node for statement in self.following for node in syntax.walk(statement)}
        return reads if behind.issuperset(reads) else None  # of what is read elsewhere nothing is known

    def _function(self, node: ast.AST) -> ast.AST | None:
        """The function, class or comprehension around a node."""
        inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
        at = self.parents.get(node)
        while at is not None and not isinstance(at, inner) and not hasattr(at, "generators"):
            at = self.parents.get(at)
        return at

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.parents.get(node)

    def is_record(self, func: ast.expr) -> bool:
        value = self.value(func)
        if isinstance(value, External):
            name = value.name.rpartition(".")[2]
            return name[:1].isupper() and not name.isupper() and not value.name.startswith("torch.")
        return isinstance(value, ClassValue) and not any(
            value.cls.find_method(name) is not None for name in ("__new__", "__post_init__", "forward")
        )

    def gradient_switch(self) -> str | None:
        return self.grad_mode_switch

    def torch_alias(self) -> str | None:
        for statement in self.frame.module.tree.body:
            if isinstance(statement, ast.Import):
                for alias in statement.names:
                    if alias.name == "torch" or (alias.name.startswith("torch.") and alias.asname is None):
                        name = alias.asname or "torch"
                        if name not in self.local_names:
                            return name
        known = self.event.interp.name(self.frame, "torch")  # imported under a condition
        return "torch" if "torch" not in self.local_names and known == External("torch") else None

    @cached_property
    def local_names(self) -> frozenset[str]:
        """The names that the function binds, or one around it."""
        found: frozenset[str] = frozenset()
        frame: Frame | None = self.frame
        while frame is not None:
            if frame.function is not None:
                found |= frame.function.local_names
            frame = frame.closure
        return found

    def fresh_name(self, stem: str) -> str:
        tree = self.frame.module.tree
        taken = set(syntax.remembered(tree, "names", lambda: _names_in(tree)))
        taken |= {node.arg for node in self.nodes if isinstance(node, ast.arg)}
        taken |= self.frame.module.bindings.keys() | set(dir(builtins))
        name, count = stem, 2
        while name in taken:
            name, count = f"{stem}_{count}", count + 1
        return name


@dataclass
class _Before:
    """What is known of the expressions in front of the statement (``ran.Known``)."""

    facts: Facts

    def qualname(self, expr: ast.expr) -> str | None:
        return _qualname(self.facts.resolved(expr))

    def module_class(self, expr: ast.expr) -> str | None:
        return _module_class(self.facts.resolved(expr))

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.facts.parents.get(node)


def _qualname(value: Value | None) -> str | None:
    return value.name.removeprefix("builtins.") if isinstance(value, External) else None


def _module_class(value: Value | None) -> str | None:
    return value.cls if isinstance(value, ExternalInstance) and value.cls.startswith("torch.nn.") else None


def _names_in(tree: ast.Module) -> frozenset[str]:
    return frozenset(node.id for node in syntax.walk(tree) if isinstance(node, ast.Name))


def _facts(value: Value) -> TensorFacts | None:
    if not isinstance(value, Tensor) or value.array is not False:
        return None  # `torch.where` takes no arrays.
    boolean = value.dtype == "torch.bool"
    return TensorFacts(
        shape=value.shape,
        dtype=value.dtype,
        is_floating=False if boolean else value.floating,
        fresh=value.fresh,
        sources=value.sources,
        boolean=boolean,
        confidence=CONFIDENCES[value.confidence],
    )


def _apply(claim: ran.Claim, env: Env) -> None:
    """Put what has been checked of tensors into what names hold."""
    one = env.get(claim.name)
    if not isinstance(one, Tensor):
        return
    if claim.what == "floating":
        dtype = claim.value if isinstance(claim.value, str) else one.dtype
        env[claim.name] = replace(one, floating=True, dtype=dtype)
    elif claim.what == "dimensions":
        _rename(env, one.shape, terms.sized(one.shape) if not terms.has_dimensions(one.shape) else one.shape)
    else:
        other = env.get(str(claim.value))
        if isinstance(other, Tensor):
            old, new = (getattr(tensor, claim.what) for tensor in (one, other))
            if claim.what == "dtype" and (one.floating or other.floating):
                env.update({claim.name: replace(one, floating=True), str(claim.value): replace(other, floating=True)})
            if terms.has_dimensions(old) or isinstance(old, str) or old == ():
                old, new = new, old  # of two terms, the one that says more is kept
            _rename(env, old, new)


def _rename(env: Env, old: Hashable, new: Hashable) -> None:
    for name, value in env.items():
        if isinstance(value, Tensor) and old not in ((), None):
            shape, dtype = (terms.renamed(term, old, new) for term in (value.shape, value.dtype))
            env[name] = replace(value, shape=shape, dtype=dtype)


def _kept_in(function: ast.AST, attribute: str) -> Iterator[ast.expr | None]:
    """What a method assigns to an attribute of ``self``; None for what is not a plain assignment."""
    for node in syntax.walk(function):
        targets: list[ast.expr] = []
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        parts = (part for target in targets for part in ast.walk(target) if isinstance(part, ast.Attribute))
        if any(part.attr == attribute for part in parts):
            yield node.value if isinstance(node, (ast.Assign, ast.AnnAssign)) else None


def _is_argument(function: ast.AST, value: ast.expr | None) -> bool:
    """Return whether a value is a constructor's parameter, a number by its annotation, with a finite default if any."""
    if not isinstance(function, ast.FunctionDef) or function.name != "__init__" or not isinstance(value, ast.Name):
        return False
    arguments = function.args
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = dict(zip([one.arg for one in plain][::-1], arguments.defaults[::-1], strict=False))
    only = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    defaults |= {one.arg: default for one, default in only if default is not None}
    annotated = {one.arg for one in [*plain, *arguments.kwonlyargs] if _says_number(one.annotation)}
    default = defaults.get(value.id, ast.Constant(0))
    number = default.value if isinstance(default, ast.Constant) else None
    stored = any(
        isinstance(node, ast.Name) and node.id == value.id and not isinstance(node.ctx, ast.Load)
        for node in syntax.walk(function)
    )
    finite = isinstance(number, (int, float)) and abs(number) <= 1e30
    return value.id in annotated and finite and not stored


def _says_number(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Name) and annotation.id in ("float", "int")


def _tensor(facts: TensorFacts) -> Tensor:
    """The value of which the facts tell."""
    return Tensor(
        shape=facts.shape,
        dtype="torch.bool" if facts.boolean else facts.dtype,
        floating=facts.is_floating,
        fresh=facts.fresh,
        sources=facts.sources,
        confidence=CONFIDENCES.index(facts.confidence),
    )


def _updated(before: Value, by: Value, op: ast.operator) -> Value:
    """What a name that holds a number is bound to by ``name += number``."""
    read = scalar_part(by) or scalar_part(before)
    numbers = [option for value in (before, by) for option in alternatives(value) if not isinstance(option, Scalar)]
    kinds = {
        option.kind if isinstance(option, PyValue) else type(getattr(option, "value", None)).__name__
        for option in numbers
    }
    if not kinds <= {"int", "float", "number"}:
        return UNKNOWN
    if read is not None or kinds != {"int"}:
        return read or (PyValue("float") if "float" in kinds else UNKNOWN)
    return PyValue("int") if isinstance(op, (ast.Add, ast.Sub, ast.Mult)) else UNKNOWN


def _called(expr: ast.expr) -> ast.expr:
    return expr.func if isinstance(expr, ast.Call) else expr


def _is_number(value: Value) -> bool:
    """Return whether a value is a Python number, though perhaps not known which."""
    if isinstance(value, Const):
        return isinstance(value.value, (int, float))
    return isinstance(value, PyValue) and value.kind in ("int", "float", "bool")


def _widened(value: Value) -> Value:
    """A value without what may be another in another round of a loop: a tensor's shape and dtype."""
    if not isinstance(value, Tensor):
        return value
    return replace(
        value,
        shape=() if value.shape == () else None,
        dtype=value.dtype if isinstance(value.dtype, str) else None,
    )


def _kept(frame: Frame | None) -> Frame | None:
    """A frame and those around it, with what their names hold now."""
    if frame is None:
        return None
    kept = copy.copy(frame)
    kept.env, kept.closure = dict(frame.env), _kept(frame.closure)
    return kept


def _shared(value: Value) -> Value:
    """A value that another function holds too, so that its memory is not the reader's own."""
    if isinstance(value, Tensor):
        return replace(value, fresh=False) if value.fresh else value
    if isinstance(value, UnionValue):
        return join_all(map(_shared, value.alternatives))
    if isinstance(value, SequenceValue):
        items = tuple(map(_shared, value.items)) if value.items is not None else None
        return replace(value, items=items, element=_shared(value.element))
    return value


def _bound_later(function: AnyFunction, inner: AnyFunction, parents: Table[ast.AST, ast.AST]) -> set[str]:
    """The names of a function that may be bound again once a function or lambda in it has been made."""
    begin: tuple[int, int] | None = None
    around: ast.AST | None = inner
    while around is not None and around is not function:
        # A loop comes back to what is in front of it.
        loop = isinstance(around, (ast.For, ast.AsyncFor, ast.While))
        if isinstance(around, ast.stmt) and (loop or begin is None):
            begin = (around.lineno, around.col_offset)
        around = parents.get(around)
    found: set[str] = set()
    for node in syntax.walk(function):
        if isinstance(node, ast.Nonlocal):
            found.update(node.names)
        elif isinstance(node, (ast.expr, ast.stmt, ast.ExceptHandler, ast.pattern)) and node is not inner:
            later = begin is None or (node.lineno, node.col_offset) >= begin
            found.update(_bound_by(node) if later else ())
    return found


def _bound_by(node: ast.AST) -> Iterator[str]:
    """The names that a node itself binds, or takes away."""
    if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
        yield node.id
    elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        yield node.name
    elif isinstance(node, (ast.Import, ast.ImportFrom)):
        yield from ((alias.asname or alias.name).split(".")[0] for alias in node.names)
    elif isinstance(node, (ast.ExceptHandler, ast.MatchAs, ast.MatchStar)) and node.name is not None:
        yield node.name


def _is_name_of(target: ast.AST, name: str) -> bool:
    return isinstance(target, ast.Name) and target.id == name


def _stores(target: ast.AST, name: str) -> bool:
    return any(isinstance(n, ast.Name) and n.id == name for n in syntax.walk(target))


_PLAIN = (Const, PyValue, External, ClassValue, ModuleValue, Function)
"""Values without tensors."""


_ITERATORS = frozenset("iter map filter zip enumerate reversed".split())


def _parameters(arguments: ast.arguments) -> frozenset[str]:
    return frozenset(argument.arg for argument in all_arguments(arguments))


def _binds(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement that completed has surely bound the name."""
    if isinstance(statement, ast.Assign):
        return any(_stores(t, name) for t in statement.targets if not isinstance(t, (ast.Attribute, ast.Subscript)))
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None and isinstance(statement.target, ast.Name) and statement.target.id == name
    if isinstance(statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return statement.name == name
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return any((alias.asname or alias.name).split(".")[0] == name for alias in statement.names)
    if isinstance(statement, (ast.With, ast.AsyncWith)):
        heads = [item.optional_vars for item in statement.items if item.optional_vars is not None]
        torch = all("torch" in ast.dump(item.context_expr) for item in statement.items)  # others may end it early
        inner = torch and any(_binds(inner, name) for inner in statement.body)
        return inner or any(_stores(head, name) for head in heads)
    if isinstance(statement, ast.If):
        arms = [statement.body, statement.orelse]
        return all(any(_binds(inner, name) for inner in arm) or (bool(arm) and _leaves(arm[-1])) for arm in arms)
    return False


def _unbinds(node: ast.AST, name: str) -> bool:
    """Return whether a node takes its meaning away from a name: ``del name``, ``except E as name`` at its end."""
    if isinstance(node, ast.ExceptHandler):
        return node.name == name
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del) and node.id == name


def _unbound_in(tree: ast.Module) -> Iterator[str]:
    """The names that are taken their meaning away anywhere in a module."""
    for node in syntax.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            yield node.id
        elif isinstance(node, ast.ExceptHandler) and node.name:
            yield node.name


def _leaves(statement: ast.stmt) -> bool:
    return isinstance(statement, (ast.Return, ast.Raise, ast.Continue, ast.Break))


def called(facts: Facts, frame: Frame, func: ast.expr) -> Value | None:
    """Return what a plain dotted callee resolves to at module level; locals are not known here."""
    dotted = dotted_name(func)
    if not dotted or frame.function is None or dotted.split(".")[0] in frame.function.local_names:
        return None
    interp = facts.event.interp
    with interp.muted(frame):
        return interp.evaluate(frame, func)
