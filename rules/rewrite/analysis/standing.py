"""Where a statement stands: its block and function, the names there, and what is bound in front of it."""

from __future__ import annotations

import ast
import builtins
import copy
from collections import Counter
from collections.abc import Iterator
from collections.abc import Mapping as Table
from dataclasses import dataclass, field
from functools import cached_property

from fullgraph.lint.domain.frame import Env, Event, Frame
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    External,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    join_all,
    replace,
)
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite.analysis.trees import (
    COMPREHENSIONS,
    FUNCTIONS,
    LOOPS,
    SCOPES,
    block_around,
    fresh,
    is_name,
    loads,
    nearest,
    outward,
)


@dataclass
class Standing:
    """A statement in its function and module, and the state in which it is reached.

    Made when an event happens; answers later, from the state that held before the event's statement.
    """

    event: Event
    statement: ast.stmt
    env: Env = field(init=False)
    heap: Heap = field(init=False)
    closure: Frame | None = field(init=False)
    """The functions around that of the event, with what their names hold."""

    def __post_init__(self) -> None:
        self.env = dict(self.event.frame.env)
        self.heap = self.event.interp.heap.copy()
        self.closure = _kept(self.event.frame.closure)

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
        around = [node for node in outward(self.statement, self.parent) if isinstance(node, FUNCTIONS)]
        return around[-1] if around else self.frame.module.tree

    @property
    def parents(self) -> Table[ast.AST, ast.AST]:
        return self.frame.module.parents

    @cached_property
    def block(self) -> list[ast.stmt]:
        """The statements among which the statement stands; for a lambda, none of those are known to come next."""
        parent = self.parents.get(self.statement) if self.body is None else None
        return block_around(parent, self.statement)

    @property
    def following(self) -> list[ast.stmt]:
        return self.block[self.block.index(self.statement) + 1 :]

    @cached_property
    def in_loop(self) -> bool:
        return self.body is not None or nearest(self.parent(self.statement), LOOPS, self.parent) is not None

    def _outer_loop(self, node: ast.AST | None) -> ast.stmt | None:
        """The outermost loop that a node is, or stands in, within the function."""
        loops = [one for one in outward(node, self.parent, self.scope) if isinstance(one, LOOPS)]
        return loops[-1] if loops else None

    def _later(self) -> Iterator[ast.AST]:
        """The nodes that may run after the statement: those behind it, and in a loop all of the function's."""
        end = (self.statement.end_lineno or self.statement.lineno, self.statement.end_col_offset or 0)
        for node in self.nodes:
            row = getattr(node, "lineno", None)
            if row is not None and (self.in_loop or (row, node.col_offset) >= end):  # type: ignore[attr-defined]
                yield node

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
        return any(loads(n, name) for n in self._later()) or any(
            isinstance(n, ast.AugAssign) and is_name(n.target, name) for n in self._later()
        )

    def _stores(self, name: str) -> list[ast.AST]:
        return self._bindings.get(name, [])

    @cached_property
    def _bindings(self) -> dict[str, list[ast.AST]]:
        """By name, the nodes of the function that bind or delete it."""
        found: dict[str, list[ast.AST]] = {}
        for node in self.nodes:
            if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Global, ast.Nonlocal)):
                for name in syntax.names_bound(node):
                    found.setdefault(name, []).append(node)
        return found

    @cached_property
    def _defined(self) -> Counter[str]:
        """Return how often a function or class of a name is defined in the function."""
        inner = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        return Counter(node.name for node in self.nodes if isinstance(node, inner) and node is not self.scope)

    def _bound_once(self, name: str) -> bool:
        """Return whether the function gives a name one meaning only, as a parameter or by one statement."""
        return self._defined[name] + len(self._stores(name)) == 1

    def _function(self, node: ast.AST) -> ast.AST | None:
        """The function, class or comprehension around a node."""
        return nearest(self.parents.get(node), (*SCOPES, *COMPREHENSIONS), self.parent)

    def parent(self, node: ast.AST) -> ast.AST | None:
        return self.parents.get(node)

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
        return fresh(stem, taken)


def _names_in(tree: ast.Module) -> frozenset[str]:
    return frozenset(node.id for node in syntax.walk(tree) if isinstance(node, ast.Name))


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


def _stores(target: ast.AST, name: str) -> bool:
    return any(is_name(n, name) for n in syntax.walk(target))


def _binds(statement: ast.stmt, name: str) -> bool:
    """Return whether a statement that completed has surely bound the name."""
    if isinstance(statement, ast.Assign):
        return any(_stores(t, name) for t in statement.targets if not isinstance(t, (ast.Attribute, ast.Subscript)))
    if isinstance(statement, ast.AnnAssign):
        return statement.value is not None and is_name(statement.target, name)
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
