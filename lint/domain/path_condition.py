"""The Python tests under which a line is reached."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.records import dataclass
from fullgraph.lint.project.index import Module
from fullgraph.lint.source import syntax


@dataclass(frozen=True)
class PathCondition:
    """A test of Python values, and how it comes out on the way to a line: a path condition of symbolic execution."""

    test: ast.expr
    holds: bool
    module: Module
    is_check: bool = False
    """Whether it comes out the other way only where an error is raised."""

    @property
    def excludes(self) -> bool:
        """Whether the test tells one thing from all others and fails, so that it is that one."""
        if self.holds or not isinstance(self.test, ast.Compare) or len(self.test.ops) > 1:
            return False
        return isinstance(self.test.ops[0], (ast.NotEq, ast.IsNot, ast.NotIn))

    @property
    def text(self) -> str:
        """The test on one line, negated where it has to fail."""
        if isinstance(self.test, ast.Compare) and len(self.test.ops) == 1:
            sign, opposite = _SIGNS.get(type(self.test.ops[0]), ("", ""))
            if sign:
                return f"{self._line(self.test.left)} {sign if self.holds else opposite} {self._compared(self.test)}"
        text = self._line(self.test)
        if self.holds:
            return text
        return f"not {text}" if isinstance(self.test, (ast.Name, ast.Attribute, ast.Call)) else f"not ({text})"

    def _compared(self, test: ast.Compare) -> str:
        """The right side; that of a ``case`` of several values is in the source no tuple."""
        right = test.comparators[0]
        if isinstance(right, ast.Tuple):
            return f"({', '.join(map(self._line, right.elts))})"
        return self._line(right)

    def _line(self, node: ast.expr) -> str:
        return " ".join(self.module.source.segment(node).split())

    @staticmethod
    def of(test: ast.expr, holds: bool, module: Module, is_check: bool = False) -> list[PathCondition]:
        """A test as conditions without ``not`` in front and, where all operands are decided, without operators."""
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            return PathCondition.of(test.operand, not holds, module, is_check)
        if isinstance(test, ast.BoolOp) and holds is isinstance(test.op, ast.And):
            operands = (PathCondition.of(operand, holds, module, is_check) for operand in test.values)
            return [condition for conditions in operands for condition in conditions]
        return [PathCondition(test, holds, module, is_check)]


def of_choice(module: Module, place: tuple[int, int]) -> tuple[PathCondition, ...]:
    """The tests in its function under which alone a call is made. ``place``: the line and column of the call."""

    def calls() -> dict[tuple[int, int], ast.Call]:
        return {(one.lineno, one.col_offset): one for one in syntax.walk(module.tree) if isinstance(one, ast.Call)}

    found: list[PathCondition] = []
    node: ast.AST | None = syntax.remembered(module.tree, "calls by place", calls).get(place)
    while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
        around = module.parents.get(node)
        if isinstance(around, ast.If) and node is not around.test:
            found[:0] = PathCondition.of(around.test, node in around.body, module)
        elif isinstance(around, ast.IfExp) and node is not around.test:
            found[:0] = PathCondition.of(around.test, node is around.body, module)
        node = around
    return tuple(found)


_SIGNS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
}
"""Operators as they are written, and their opposites."""
