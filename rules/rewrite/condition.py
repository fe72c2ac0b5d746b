"""The tensor that decides a branch, as one element of dtype bool."""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass

from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.rules.rewrite.grade import CONSTANT, NEEDLESS, Grade, Judge, Level
from fullgraph.rules.rewrite.mask_reduce import counted_by
from fullgraph.rules.rewrite.number import ORDERING, keeps_value, read_of
from fullgraph.rules.rewrite.oracle import Obstacle, TensorFacts
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
    if isinstance(test, ast.Compare) and (wrong := _incomparable(test, judge)) is not None:
        return Obstacle(f"a tensor is compared with `{judge.text(wrong)}`, which is no tensor and no number")
    facts = judge.facts(test)
    if facts is None:
        read = of_number(test, judge, torch)
        return read if read is not None else Obstacle(f"`{judge.text(test)}` is not known to be a tensor")
    return _true(test, facts, judge)


def _true(test: ast.expr, facts: TensorFacts, judge: Judge) -> Condition:
    """What ``bool()`` says of a tensor."""
    text = judge.segment(test)
    guess = Kind.PLAIN.open(f"that `{judge.text(test)}` is a tensor is inferred from how it is used")
    eager = CONSTANT if facts.confidence == "high" else CONSTANT.at_least(Level.CHEAP, guess)
    if facts.boolean:
        simple = postfix(text, test, "") == text
        return Condition(text, facts.zero_dim, simple, eager)
    return Condition(postfix(text, test, " != 0"), facts.zero_dim, False, eager)


def _incomparable(test: ast.Compare, judge: Judge) -> ast.expr | None:
    """An operand that no tensor can be compared with: None, or text."""
    if any(isinstance(op, (ast.Is, ast.IsNot)) for op in test.ops):
        return None
    for operand in (test.left, *test.comparators):
        if isinstance(operand, ast.Constant) and not isinstance(operand.value, (int, float, complex)):
            return operand
    return None


def of_number(test: ast.expr, judge: Judge, torch: str) -> Condition | Obstacle | None:
    """The condition of a number that the test itself reads from a tensor: that of the tensor.

    None where the test reads no tensor in a way that is understood.
    """
    read = read_of(test, judge.oracle)
    if read is not None:
        if read.how == "bool":
            return condition(read.tensor, judge, torch)
        facts = judge.facts(read.tensor)
        if facts is None or not keeps_value(read, facts):
            return None
        return _true(read.tensor, facts, judge)
    if not isinstance(test, ast.Compare) or len(test.ops) > 1 or not isinstance(test.ops[0], ORDERING):
        return None
    return _compared(test, judge)


def _compared(test: ast.Compare, judge: Judge) -> Condition | Obstacle | None:
    """``t.item() > 0`` as ``t > 0``: the number is then rounded to the tensor's dtype, where it is not exact in it."""
    sides = [test.left, test.comparators[0]]
    texts, shapes, notes = [], [], []
    tensors: list[TensorFacts] = []
    for index, side in enumerate(sides):
        mask = counted_by(side, judge.oracle)
        if mask is not None:
            shapes.append(True)
            tensors.append(TensorFacts((), "torch.int64", False))
            texts.append(postfix(judge.segment(mask), mask, ".sum()"))
            continue
        read = read_of(side, judge.oracle)
        facts = judge.facts(read.tensor) if read is not None else None
        if read is None or facts is None:
            number = judge.oracle.number(side)
            if number is None:
                return None
            counts = counted_by(sides[1 - index], judge.oracle) is not None and isinstance(number.value, int)
            if not counts and not exact(number.value):
                notes.append(
                    Kind.VALUE.open(f"`{judge.text(side)}` is rounded to the tensor's dtype before it is compared")
                )
            texts.append(judge.segment(side))
            continue
        if not keeps_value(read, facts):
            return None
        tensors.append(facts)
        shapes.append(facts.zero_dim)
        text = judge.segment(read.tensor)
        texts.append(postfix(text, read.tensor, ""))
    if not tensors or any("\n" in text for text in texts):
        return None
    if len(tensors) == 2 and (tensors[0].dtype != tensors[1].dtype or not isinstance(tensors[0].dtype, tuple)):
        notes.append(
            Kind.DTYPE.open("where the two differ in dtype one of them is rounded, and they have to be on one device")
        )
    if len(tensors) == 2 and not all(shapes):
        return Obstacle("it is not known that both tensors have no dimensions")
    text = f"{texts[0]} {_SIGNS[type(test.ops[0])]} {texts[1]}"
    eager = CONSTANT
    for note in notes:
        eager = eager.at_least(Level.CHEAP, note)
    return Condition(text, all(shapes), False, eager)


_SIGNS: dict[type[ast.cmpop], str] = {
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Eq: "==",
    ast.NotEq: "!=",
}


def exact(value: float | None) -> bool:
    """Whether a number is the same in all dtypes of real numbers that it can be compared with."""
    if value is None or not math.isfinite(value):
        return False
    return value in (0, 0.5, 0.25, 0.125) or (value == int(value) and 0 <= value <= 127)


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
            eager = eager.at_least(Level.CHEAP, NEEDLESS.about(judge.text(test)))
    if eager.random:
        return Obstacle("its test would be evaluated as a whole, and draw random numbers always")
    if eager.effect is not None:
        return Obstacle(f"its test would be evaluated as a whole, and {eager.effect}")
    text = parts[0].scalar
    for part in parts[1:]:
        text = f"{torch}.{name}({text}, {part.scalar})"
    return Condition(text, True, True, eager)
