"""The interpreter's knowledge at one statement, as rewrites query it (``Oracle``)."""

from __future__ import annotations

import ast
import copy
from collections.abc import Collection, Iterable, Sequence
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from functools import cached_property

from fullgraph.lint.domain.frame import Env, Frame
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    Const,
    PyValue,
    Tensor,
    Value,
    alternatives,
)
from fullgraph.lint.project.index import all_arguments, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite.analysis.effects.summary import Effects, not_known
from fullgraph.rules.rewrite.analysis.memory import OUTSIDE, Effect, Memory, Write
from fullgraph.rules.rewrite.analysis.oracle import TensorFacts
from fullgraph.rules.rewrite.analysis.trees import block_around, given_to, is_name
from fullgraph.rules.rewrite.analysis.values import PLAIN, Values, as_value, tensor_facts

_MODES = frozenset("no_grad enable_grad inference_mode set_grad_enabled autocast".split())
"""Contexts that only set a mode of torch."""


@dataclass
class Facts(Values):
    """All that rewrites ask, of memory and of calls too."""

    _always: dict[str, bool] = field(default_factory=dict)

    def supposing(self, tensors: Table[ast.expr, TensorFacts]) -> Facts:
        twin = self._twin(self.statement, self.env, self.heap)
        twin.supposed |= {node: as_value(facts) for node, facts in tensors.items()}
        return twin

    def assuming(self, tests: Sequence[ast.expr]) -> Facts:
        """What is known where these tests of the statement have come out true."""
        twin = self._twin(self.statement, self.env, self.heap)
        twin.assumed = tests
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
            block = block_around(above, context)
            found += block[block.index(context) + 1 :]
            context = above
        return found

    def _twin(self, statement: ast.stmt, env: Env, heap: Heap) -> Facts:
        twin = object.__new__(Facts)
        twin.event, twin.statement, twin.closure, twin._always = self.event, statement, self.closure, {}
        twin.env, twin.heap, twin.supposed, twin._made = env, heap, dict(self.supposed), {}
        return twin

    def running(self, statements: Sequence[ast.stmt]) -> Facts:
        other = copy.copy(self)
        other._made = self._run(list(statements))
        for name in ("_recorded", "_known_effects"):
            other.__dict__.pop(name, None)
        return other

    def effects(self, call: ast.Call) -> Effects:
        known = self._known_effects.get(call)
        if known is None:
            known = self._known_effects[call] = self._effects(call)
        return known

    def _effects(self, call: ast.Call) -> Effects:
        given = given_to(call)
        if any(isinstance(argument, ast.GeneratorExp) or self._may_iterate(argument) for argument in given):
            return not_known(self.frame.text(call.func))
        values: dict[ast.AST, Value] = {}
        for part in [*syntax.walk(call.func), *given]:
            value = self._recorded.get(part)
            if value is None and isinstance(part, (ast.Name, ast.Attribute)) and part not in given:
                value = self.resolved(part)
            if value is not None:
                values[part] = value
        from fullgraph.rules.rewrite.analysis.effects import functions  # a run that rewrites nothing asks for none

        return functions.of_call(self.event.interp, self.frame, self.heap, call, values)

    def _may_iterate(self, expr: ast.expr) -> bool:
        """Return whether an expression, or what its name is bound to, is an iterator by its form."""
        made = [self.parents.get(store) for store in self._stores(expr.id)] if isinstance(expr, ast.Name) else []
        return any(self._iterates(getattr(one, "value", one)) for one in [expr, *made])

    @cached_property
    def _known_effects(self) -> dict[ast.Call, Effects]:
        return {}

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

    def escapes(self, name: str, besides: Collection[ast.AST] = ()) -> bool:
        return self.memory.escapes(name, besides)

    def shown(self, name: str) -> bool:
        return self.memory.shown(name)

    def needed_backward(self, name: str) -> bool:
        facts = self.named(name)
        known = facts is not None and facts.sources == frozenset()
        return self.memory.needed_backward(name, is_differentiable=not known)

    def shared(self, name: str) -> bool:
        facts = self.named(name)
        return facts is None or not facts.fresh or self.memory.held(name)

    def is_tensor(self, expr: ast.expr) -> bool:
        value = self._recorded.get(expr)
        if value is not None:
            return tensor_facts(value) is not None
        if isinstance(expr, ast.Name):
            value = self.env.get(expr.id)
            known = value is not None and tensor_facts(value) is not None
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
        found = self._outer_loop(self.statement)
        inside = set(syntax.walk(found)) if found is not None else set()
        if found is None or not any(store in inside for store in self._stores(name)):
            return False
        if isinstance(self._rebound.get(name), Tensor):
            return False
        counted = isinstance(found, ast.For) and is_name(found.target, name) and self._counts(found.iter)
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
        return all(isinstance(option, PLAIN) for option in alternatives(value))

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

    def uses(self, name: str) -> list[ast.Name] | None:
        nodes = [node for node in self.nodes if is_name(node, name)]
        if sum(not isinstance(node.ctx, ast.Load) for node in nodes) != 1:
            return None
        if any(isinstance(n, (ast.Global, ast.Nonlocal)) and name in n.names for n in self.nodes):
            return None
        reads = [node for node in nodes if isinstance(node.ctx, ast.Load)]
        if self.frame.function is None or any(self._function(node) is not self.scope for node in reads):
            return None
        behind = {node for statement in self.following for node in syntax.walk(statement)}
        return reads if behind.issuperset(reads) else None  # of what is read elsewhere nothing is known


def _parameters(arguments: ast.arguments) -> frozenset[str]:
    return frozenset(argument.arg for argument in all_arguments(arguments))


def called(facts: Facts, frame: Frame, func: ast.expr) -> Value | None:
    """Return what a plain dotted callee resolves to at module level; locals are not known here."""
    dotted = dotted_name(func)
    if not dotted or frame.function is None or dotted.split(".")[0] in frame.function.local_names:
        return None
    interp = facts.event.interp
    with interp.muted(frame):
        return interp.evaluate(frame, func)


def _called(expr: ast.expr) -> ast.expr:
    return expr.func if isinstance(expr, ast.Call) else expr
