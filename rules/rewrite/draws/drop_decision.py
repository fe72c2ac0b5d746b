"""The decision of a LayerDrop: the draw, the flags that hold it, and where it is asked for."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import is_name, is_not

Holds = Callable[[str], Literal["tensor", "none", "other"]]
"""What a name may hold where the loop is entered."""
Drawer = Callable[[ast.Call, str], ast.expr | None]
"""How a call draws a number in the graph, on the device of a name; None where it draws nothing."""


@dataclass(frozen=True)
class Condition:
    """A part of a conjunction: an expression that holds, or that does not."""

    expr: ast.expr
    holds: bool
    decides: bool
    """Whether the draw decides it."""


@dataclass
class Use:
    """An ``if`` that asks for the decision."""

    node: ast.If
    guards: list[Condition]
    """The Python tests under which the layer is dropped by it."""
    decision: Condition
    around: list[ast.If]
    """The ``if`` statements around it, outermost first."""
    leaves: bool
    """Whether it ends the turn."""
    region: list[ast.stmt]
    """What is skipped and stands inside of it."""
    named: str = ""
    """The name for the outcome of a draw in the test."""

    @property
    def idle(self) -> list[ast.stmt]:
        """What is done instead of it."""
        return [statement for statement in (*self.node.body, *self.node.orelse) if is_idle(statement)]


@dataclass
class Flag:
    """A name that holds the decision."""

    guards: list[Condition]
    replaces: ast.expr | ast.If | None = None
    """What is written as ``value``: a conditional expression, or a branch that sets the flag."""
    value: ast.expr | None = None


@dataclass
class Decision:
    loop: ast.For
    source: SourceFile
    oracle: Oracle
    scope: ast.AST
    tensor: Holds
    host: Drawer
    notes: list[Obligation] = field(default_factory=list)
    draws: dict[str, ast.Call] = field(default_factory=dict)
    flags: dict[str, Flag] = field(default_factory=dict)
    uses: list[Use] = field(default_factory=list)
    called: list[ast.Call] = field(default_factory=list)
    """The calls that draw."""

    # --- what it is ---

    def find(self) -> bool:
        """Fill in the draws, the flags and the uses; whether there is a decision that is understood."""
        for statement, _ in self._statements(self.loop.body, []):
            if isinstance(statement, ast.Assign) and self._draws(statement.value):
                name = statement.targets[0]
                assert isinstance(statement.value, ast.Call)
                if len(statement.targets) == 1 and isinstance(name, ast.Name):
                    self.draws[name.id] = statement.value
                    self.called.append(statement.value)
        for statement, around in self._statements(self.loop.body, []):
            if isinstance(statement, ast.Assign):
                self._assigned(statement, around)
                continue
            if not isinstance(statement, ast.If) or not self._decided(statement.test):
                continue
            if not self._raised(statement, around) and not self._use(statement, around):
                return False
        return bool(self.uses)

    def _statements(self, block: Sequence[ast.stmt], around: list[ast.If]) -> Iterator[tuple[ast.stmt, list[ast.If]]]:
        """The statements of the loop's block and of the bodies of its tests of Python values."""
        for statement in block:
            yield statement, around
            if isinstance(statement, ast.If) and not self._decided(statement.test):
                yield from self._statements(statement.body, [*around, statement])

    def _draws(self, expr: ast.expr) -> bool:
        if not isinstance(expr, ast.Call):
            return False
        return self.oracle.qualname(expr.func) == "torch.rand" or self.host(expr, "x") is not None

    def _decision(self, expr: ast.expr) -> bool:
        """Whether an expression is a comparison with a draw, or a flag."""
        if isinstance(expr, ast.Name):
            return expr.id in self.flags
        if not isinstance(expr, ast.Compare) or len(expr.ops) > 1:
            return False
        sides = (expr.left, expr.comparators[0])
        return any((isinstance(side, ast.Name) and side.id in self.draws) or self._draws(side) for side in sides)

    def _decided(self, expr: ast.expr) -> bool:
        return any(isinstance(part, ast.expr) and self._decision(part) for part in ast.walk(expr))

    def _conjunction(self, test: ast.expr, holds: bool) -> list[Condition] | None:
        """What together says that a test holds, or does not."""
        if is_not(test):
            return self._conjunction(test.operand, not holds)
        if self._decision(test):
            return [Condition(test, holds, True)]
        if not self._decided(test):
            return [Condition(test, holds, False)]
        if isinstance(test, ast.BoolOp) and holds is isinstance(test.op, ast.And):
            found: list[Condition] = []
            for value in test.values:
                part = self._conjunction(value, holds)
                if part is None:
                    return None
                found += part
            return found
        return None

    def _one(self, test: ast.expr, holds: bool) -> tuple[list[Condition], Condition] | None:
        """The tests of Python values in a conjunction, and its one decision."""
        found = self._conjunction(test, holds)
        if found is None:
            return None
        decisions = [literal for literal in found if literal.decides]
        return ([one for one in found if not one.decides], decisions[0]) if len(decisions) == 1 else None

    def _under(self, around: Sequence[ast.If]) -> list[Condition]:
        return [Condition(node.test, True, False) for node in around]

    def _assigned(self, statement: ast.Assign, around: list[ast.If]) -> None:
        """``flag = self.training and draw < p``, also written ``True if ... else False``."""
        target, value = statement.targets[0], statement.value
        if not self._decided(value) or len(statement.targets) > 1 or not isinstance(target, ast.Name):
            return
        whole: ast.expr | None = None
        if isinstance(value, ast.IfExp) and (ast.unparse(value.body), ast.unparse(value.orelse)) == ("True", "False"):
            whole, value = value, value.test
        found = self._one(value, True)
        if found is not None and found[1].holds:
            self.called += self._drawing(found[1].expr)
            self.flags[target.id] = Flag([*self._under(around), *found[0]], whole, value)

    def _raised(self, node: ast.If, around: list[ast.If]) -> bool:
        """``if draw < p: flag = True``."""
        statement = node.body[0]
        if len(node.body) > 1 or node.orelse or not isinstance(statement, ast.Assign) or len(statement.targets) > 1:
            return False
        target = statement.targets[0]
        if not isinstance(target, ast.Name) or ast.unparse(statement.value) != "True":
            return False
        found = self._one(node.test, True)
        if found is None or not found[1].holds or found[0]:
            return False
        self.called += self._drawing(found[1].expr)
        self.flags[target.id] = Flag(self._under(around), node, found[1].expr)
        return True

    def _drawing(self, decision: ast.expr) -> list[ast.Call]:
        """The draws inside of a comparison."""
        return [part for part in ast.walk(decision) if isinstance(part, ast.Call) and self._draws(part)]

    def _use(self, node: ast.If, around: list[ast.If]) -> bool:
        leaves = isinstance(node.body[-1], ast.Continue)
        idle = all(is_idle(statement) for statement in node.body)
        if leaves and not all(is_idle(statement) for statement in node.body[:-1]):
            return False
        other = all(is_idle(statement) for statement in node.orelse)
        skipped = leaves or idle
        if not skipped and not other:
            return False
        found = self._one(node.test, skipped)
        if found is None:
            return False
        guards, decision = found
        if isinstance(decision.expr, ast.Name):
            guards = [*self.flags[decision.expr.id].guards, *guards]
        region = (node.orelse if not other else []) if skipped else node.body
        self.uses.append(Use(node, [*self._under(around), *guards], decision, around, leaves, list(region)))
        return True


def is_idle(statement: ast.stmt) -> bool:
    """Whether a statement only says that there is nothing: ``outputs = (None, None)``."""
    if isinstance(statement, ast.Pass):
        return True
    if not isinstance(statement, ast.Assign) or not all(isinstance(target, ast.Name) for target in statement.targets):
        return False
    items = statement.value.elts if isinstance(statement.value, ast.Tuple) else [statement.value]
    return all(isinstance(item, ast.Constant) and item.value is None for item in items)


def collection_of(node: ast.AST) -> str | None:
    """The name of ``xs += (x,)`` and ``xs = xs + (x,)``."""
    if isinstance(node, ast.AugAssign) and isinstance(node.op, ast.Add) and isinstance(node.target, ast.Name):
        return node.target.id if isinstance(node.value, (ast.Tuple, ast.List)) else None
    if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
        value, name = node.value, node.targets[0].id
        if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Add):
            same = is_name(value.left, name)
            return name if same and isinstance(value.right, (ast.Tuple, ast.List)) else None
    return None
