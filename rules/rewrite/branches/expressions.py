"""What the expressions of a branch's arms do and hold, each behind what its arm has bound before."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field

from fullgraph.rules.rewrite.analysis.grade import Grade, Judge
from fullgraph.rules.rewrite.analysis.oracle import TensorFacts
from fullgraph.rules.rewrite.analysis.trees import given_to


@dataclass
class Expressions:
    """Answers about the expressions that have been entered, and about what reads a target in front of the branch."""

    judge: Judge
    kept: Mapping[str, ast.expr]
    """By target, what reads it in front of the branch."""
    _bound: dict[ast.expr, Mapping[str, Grade]] = field(default_factory=dict)
    _wholes: dict[ast.expr, ast.expr] = field(default_factory=dict)

    def enter(self, expr: ast.expr, bound: Mapping[str, Grade]) -> None:
        """Note what an arm has bound in front of an expression."""
        self._bound.update((part, bound) for part in ast.walk(expr) if isinstance(part, ast.expr))

    def name(self, read: ast.expr, value: ast.expr) -> None:
        """Note that a made name stands for a value that is computed in front of the choice."""
        self._wholes[read] = value

    def whole(self, expr: ast.expr) -> ast.expr:
        """The value that a made name stands for; any other expression itself."""
        return self._wholes.get(expr, expr)

    def bound_before(self, name: str | None, expr: ast.expr) -> bool:
        """Whether the arm of an expression has bound a target before."""
        return name in self._bound.get(expr, {})

    def is_kept(self, expr: ast.expr) -> bool:
        """Whether an expression reads a target in front of the branch."""
        return any(expr is read for read in self.kept.values())

    def facts(self, expr: ast.expr) -> TensorFacts | None:
        if self.is_kept(expr) and isinstance(expr, ast.Name):
            return self.judge.oracle.named(expr.id)
        return self.judge.facts(self.whole(expr))

    def grade(self, expr: ast.expr) -> Grade:
        """What an expression of an arm does; a target that an arm leaves alone is what it was."""
        if self.is_kept(expr):
            return Grade(leaves=frozenset({ast.unparse(expr)}), alias=True)
        if (whole := self.whole(expr)) is not expr:
            inner = self.grade(whole)
            return Grade(leaves=inner.leaves, alias=inner.alias)
        self.judge.locals = self._bound.get(expr, {})
        if isinstance(expr, ast.Call) and self.judge.oracle.is_record(expr.func):
            # It is made once, from what is chosen for each of its parts.
            return self.judge.all(given_to(expr))
        return self.judge.grade(expr)

    def owns_memory(self, expr: ast.expr) -> bool:
        """Whether what an expression gives is surely new memory."""
        fact = self.facts(expr)
        return fact is not None and fact.fresh and not self.grade(expr).alias
