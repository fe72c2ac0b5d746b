"""The tensor that decides a branch, as one element of dtype bool."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.rules.rewrite.grade import CONSTANT, Grade, Judge, Level
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.text import postfix


@dataclass(frozen=True)
class Condition:
    """``text`` is a boolean tensor; ``one`` says that its shape is surely ``()``."""

    text: str
    one: bool
    simple: bool
    """Whether a method can be called on the text as it stands."""
    eager: Grade = CONSTANT
    """The grade of what is evaluated although ``and``/``or`` would have skipped it."""

    @property
    def scalar(self) -> str:
        """The text of a zero-dimensional tensor. As with ``bool()``, more than one element is an error."""
        if self.one:
            return self.text
        return f"{self.text}.reshape(())" if self.simple else f"({self.text}).reshape(())"


def condition(test: ast.expr, judge: Judge, torch: str) -> Condition | Obstacle:
    """The condition of a test, with its ``not``, ``and``, ``or`` and chained comparisons as tensor operations."""
    if isinstance(test, ast.NamedExpr):
        return Obstacle("its test binds a name with `:=`")
    if isinstance(test, ast.BoolOp):
        return _combined("logical_and" if isinstance(test.op, ast.And) else "logical_or", test.values, judge, torch)
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        inner = condition(test.operand, judge, torch)
        if isinstance(inner, Obstacle):
            return inner
        return Condition(f"{torch}.logical_not({inner.text})", inner.one, True, inner.eager)
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        pairs = chain(test)
        if isinstance(pairs, Obstacle):
            return pairs
        return _combined("logical_and", pairs, judge, torch)
    facts = judge.facts(test)
    if facts is None:
        return Obstacle(f"`{judge.text(test)}` is not known to be a tensor")
    text = judge.segment(test)
    if facts.boolean:
        simple = postfix(text, test, "") == text
        return Condition(text, facts.zero_dim, simple)
    return Condition(postfix(text, test, " != 0"), facts.zero_dim, False)


def chain(test: ast.Compare) -> list[ast.expr] | Obstacle:
    """``a < t < b`` as the comparisons ``a < t`` and ``t < b``; what stands in the middle is then read twice."""
    operands = [test.left, *test.comparators]
    for middle in operands[1:-1]:
        node = middle
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, (ast.Name, ast.Constant)):
            return Obstacle(f"`{ast.unparse(middle)}` would be evaluated twice; give it a name first")
    return [ast.Compare(left, [op], [right]) for left, op, right in zip(operands, test.ops, operands[1:], strict=False)]


def _combined(name: str, tests: list[ast.expr], judge: Judge, torch: str) -> Condition | Obstacle:
    parts = []
    for test in tests:
        part = condition(test, judge, torch)
        if isinstance(part, Obstacle):
            mixed = judge.facts(test) is None and any(judge.facts(other) is not None for other in tests)
            return Obstacle("its test mixes tensor data with Python values") if mixed else part
        parts.append(part)
    eager = parts[0].eager
    for test, part in zip(tests[1:], parts[1:], strict=True):
        eager = eager.join(judge.grade(test), part.eager)
        if not part.one:
            eager = eager.at_least(Level.CHEAP, f"`{judge.text(test)}` is evaluated even where it decides nothing")
    if eager.effect is not None:
        return Obstacle(f"its test would be evaluated as a whole, and {eager.effect}")
    text = parts[0].scalar
    for part in parts[1:]:
        text = f"{torch}.{name}({text}, {part.scalar})"
    return Condition(text, True, True, eager)
