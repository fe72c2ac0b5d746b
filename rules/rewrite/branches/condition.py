"""The tensor that decides a branch, as one element of dtype bool."""

from __future__ import annotations

import ast
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.grade import CONSTANT, NEEDLESS, Grade, Judge, Level
from fullgraph.rules.rewrite.analysis.number import ORDERING, keeps_value, read_of
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, TensorFacts
from fullgraph.rules.rewrite.analysis.trees import is_not
from fullgraph.rules.rewrite.masks.reduction import counted_by


@dataclass(frozen=True)
class Condition:
    """``expr`` is a boolean tensor; ``one`` says that its shape is surely ``()``."""

    expr: ast.expr
    one: bool
    eager: Grade = CONSTANT
    """The grade of what is evaluated although ``and``/``or`` would have skipped it."""

    @property
    def scalar(self) -> ast.expr:
        """A zero-dimensional tensor. As with ``bool()``, more than one element is an error."""
        return self.expr if self.one else quote.expression("TEST.reshape(())", TEST=self.expr)


def condition(test: ast.expr, judge: Judge, torch: str) -> Condition | Obstacle:
    """The condition of a test, with its ``not``, ``and``, ``or`` and chained comparisons as tensor operations."""
    if isinstance(test, ast.NamedExpr):
        return Obstacle("its test binds a name with `:=`")
    if isinstance(test, ast.BoolOp):
        return _combined("logical_and" if isinstance(test.op, ast.And) else "logical_or", test.values, judge, torch)
    if is_not(test):
        inner = condition(test.operand, judge, torch)
        if isinstance(inner, Obstacle):
            return inner
        negated = quote.expression("TORCH.logical_not(TEST)", TORCH=torch, TEST=inner.expr)
        return Condition(negated, inner.one, inner.eager)
    if isinstance(test, ast.Compare) and len(test.ops) > 1:
        pairs = chain(test, judge)
        if isinstance(pairs, Obstacle):
            return pairs
        numbers = all(judge.oracle.number(last) is not None for last in test.comparators[1:])
        return _combined("logical_and", pairs, judge, torch, [CONSTANT] * (len(pairs) - 1) if numbers else None)
    if (among := _among(test, judge, torch)) is not None:
        return among
    if isinstance(test, ast.Call) and (asked := _question(test, judge, torch)) is not None:
        return asked
    if isinstance(test, ast.Compare) and (wrong := _incomparable(test, judge)) is not None:
        return Obstacle(f"a tensor is compared with `{judge.text(wrong)}`, which is neither a tensor nor a number")
    facts = judge.facts(test)
    if facts is None:
        read = of_number(test, judge, torch)
        return read if read is not None else Obstacle(f"`{judge.text(test)}` is not known to be a tensor")
    return _true(test, facts, judge)


def _true(test: ast.expr, facts: TensorFacts, judge: Judge) -> Condition:
    """What ``bool()`` says of a tensor."""
    guess = Kind.PLAIN.open(f"that `{judge.text(test)}` is a tensor is inferred from how it is used")
    eager = CONSTANT if facts.confidence == "high" else CONSTANT.at_least(Level.CHEAP, guess)
    return Condition(test if facts.boolean else quote.expression("TEST != 0", TEST=test), facts.zero_dim, eager)


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
    made: list[ast.expr] = []
    shapes, notes = [], []
    tensors: list[TensorFacts] = []
    for index, side in enumerate(sides):
        mask = counted_by(side, judge.oracle)
        if mask is not None:
            shapes.append(True)
            tensors.append(TensorFacts((), "torch.int64", False))
            made.append(quote.expression("MASK.sum()", MASK=mask))
            continue
        read = read_of(side, judge.oracle)
        facts = judge.facts(read.tensor) if read is not None else None
        if read is None or facts is None:
            number = judge.oracle.number(side)
            if number is None:
                return None
            if isinstance(number.value, int) and not -(2**63) <= number.value < 2**63:
                return Obstacle(f"`{judge.text(side)}` is larger than any number that a tensor holds")
            counts = counted_by(sides[1 - index], judge.oracle) is not None and isinstance(number.value, int)
            if not counts and not exact(number.value):
                notes.append(
                    Kind.VALUE.open(f"`{judge.text(side)}` is rounded to the tensor's dtype before it is compared")
                )
            made.append(side)
            continue
        if not keeps_value(read, facts):
            return None
        tensors.append(facts)
        shapes.append(facts.zero_dim)
        made.append(read.tensor)
    if not tensors:
        return None
    if len(tensors) == 2 and (tensors[0].dtype != tensors[1].dtype or not isinstance(tensors[0].dtype, tuple)):
        notes.append(
            Kind.DTYPE.open("where the two differ in dtype one of them is rounded, and they must be on one device")
        )
    if len(tensors) == 2 and not all(shapes):
        return Obstacle("it is not known that both tensors have no dimensions")
    eager = CONSTANT
    for note in notes:
        eager = eager.at_least(Level.CHEAP, note)
    return Condition(ast.Compare(made[0], test.ops, [made[1]]), all(shapes), eager)


def exact(value: float | None) -> bool:
    """Whether a number is the same in all dtypes of real numbers that it can be compared with."""
    if value is None or not math.isfinite(value):
        return False
    return value in (0, 0.5, 0.25, 0.125) or (value == int(value) and 0 <= value <= 127)


def _among(test: ast.expr, judge: Judge, torch: str) -> Condition | Obstacle | None:
    """``t.item() in (1, 2)``, and ``not in``: an equality for each of the numbers that are written there."""
    if not isinstance(test, ast.Compare) or not isinstance(test.ops[0], (ast.In, ast.NotIn)):
        return None
    numbers = test.comparators[0]
    if not isinstance(numbers, (ast.Tuple, ast.List, ast.Set)) or not 0 < len(numbers.elts) <= MANY:
        return None
    if not all(judge.oracle.number(one) is not None for one in numbers.elts):
        return None
    if len(numbers.elts) > 1 and not _repeatable(test.left, judge):
        return Obstacle(f"`{judge.text(test.left)}` would be evaluated for each number; give it a name first")
    negated = isinstance(test.ops[0], ast.NotIn)
    equals: list[ast.expr] = [
        ast.Compare(test.left, [ast.NotEq() if negated else ast.Eq()], [one]) for one in numbers.elts
    ]
    if len(equals) == 1:
        return condition(equals[0], judge, torch)
    name = "logical_and" if negated else "logical_or"
    return _combined(name, equals, judge, torch, [CONSTANT] * (len(equals) - 1))


def _question(call: ast.Call, judge: Judge, torch: str) -> Condition | Obstacle | None:
    """What ``any``, ``all``, ``torch.equal``, ``torch.allclose`` and ``torch.is_nonzero`` say, as a tensor."""
    name = judge.oracle.qualname(call.func) or ""
    if name in ("any", "all") and len(call.args) == 1 and not call.keywords:
        return _of_each(name, call.args[0], judge, torch)
    given = list(call.args)
    if isinstance(call.func, ast.Attribute) and not name and judge.facts(call.func.value) is not None:
        name = f"torch.{call.func.attr}"
        given.insert(0, call.func.value)
    if any(isinstance(one, ast.Starred) for one in given) or any(one.arg is None for one in call.keywords):
        return None
    if name in ("torch.is_nonzero", "operator.truth") and len(given) == 1 and not call.keywords:
        return condition(given[0], judge, torch)
    if name not in ("torch.equal", "torch.allclose") or any(judge.facts(one) is None for one in given[:2]):
        return None
    if name == "torch.equal" and len(given) == 2 and not call.keywords:
        return _equal(call, given[0], given[1], judge)
    if name == "torch.allclose" and len(given) >= 2:
        close = ast.Call(quote.name(f"{torch}.isclose"), given, call.keywords)
        return Condition(quote.method(close, "all"), True)
    return None


def _equal(call: ast.Call, left: ast.expr, right: ast.expr, judge: Judge) -> Condition:
    """``torch.equal(a, b)`` as ``(a == b).all()``: NaN equals nothing in both, and numbers compare across dtypes."""
    one, two = judge.facts(left), judge.facts(right)
    eager = CONSTANT
    if one is None or two is None or one.shape is None or one.shape != two.shape:
        eager = eager.at_least(Level.CHEAP, APART.about(judge.text(call), judge.text(left), judge.text(right)))
    if one is None or two is None or one.dtype is None or one.dtype != two.dtype:
        eager = eager.at_least(Level.CHEAP, COMMON.about(judge.text(left), judge.text(right)))
    return Condition(quote.expression("(LEFT == RIGHT).all()", LEFT=left, RIGHT=right), True, eager)


def _of_each(name: str, items: ast.expr, judge: Judge, torch: str) -> Condition | Obstacle | None:
    """``any`` or ``all`` of tests of tensors that are written one by one, or of one for each item of a sequence."""
    combining = "logical_or" if name == "any" else "logical_and"
    if isinstance(items, (ast.List, ast.Tuple)) and not any(isinstance(one, ast.Starred) for one in items.elts):
        if not items.elts:
            return None
        found = _combined(combining, items.elts, judge, torch) if len(items.elts) > 1 else None
        return found if found is not None else condition(items.elts[0], judge, torch)
    if isinstance(items, (ast.GeneratorExp, ast.ListComp)):
        return _of_comprehension(name, items, judge, torch)
    facts = judge.facts(items)
    if facts is None:
        return None
    eager = CONSTANT.at_least(Level.CHEAP, ROWS.about(judge.text(items), name))
    tests = items if facts.boolean else quote.expression("ITEMS != 0", ITEMS=items)
    return Condition(quote.method(tests, name), True, eager)


def _of_comprehension(
    name: str, items: ast.GeneratorExp | ast.ListComp, judge: Judge, torch: str
) -> Condition | Obstacle | None:
    """``any(test for name in sequence)``: the tests one by one where the sequence is written out, else stacked."""
    test, loop = items.elt, items.generators[0]
    if len(items.generators) > 1 or loop.is_async or not isinstance(loop.target, ast.Name):
        return Obstacle(f"`{name}` goes through more than one sequence at a time")
    if loop.ifs:
        return Obstacle(f"what `{name}` goes through is chosen by `{judge.text(loop.ifs[0])}`")
    item = loop.target.id
    inside = replace(judge, numbers={**judge.numbers, item: None})
    part = condition(test, inside, torch)
    if isinstance(part, Obstacle):
        return part
    each = grade_of(test, inside)
    through = CONSTANT if _lists_module(loop.iter, judge) else judge.grade(loop.iter)
    if (stop := _always(each.join(through))) is not None:
        return stop
    eager = part.eager.join(each)
    uses = [node for node in ast.walk(test) if isinstance(node, ast.Name) and node.id == item]
    written = isinstance(loop.iter, (ast.Tuple, ast.List)) and 0 < len(loop.iter.elts) <= MANY
    if written and isinstance(loop.iter, (ast.Tuple, ast.List)) and part.expr is test:
        named = [one for one in loop.iter.elts if isinstance(one, (ast.Name, ast.Attribute))]
        if len(named) == len(loop.iter.elts) and all(judge.facts(one) is not None for one in named):
            if not part.one and any((known := judge.facts(one)) is None or known.shape != () for one in named):
                eager = eager.at_least(Level.CHEAP, SKIPPED.about(name))
            tests = [quote.replaced(test, dict.fromkeys(uses, one)) for one in named]
            combining = "logical_or" if name == "any" else "logical_and"
            return Condition(_folded(combining, [Condition(one, part.one) for one in tests], torch), True, eager)
    if judge.oracle.may_consume(loop.iter) and not isinstance(loop.iter, (ast.Call, ast.Tuple, ast.List)):
        return Obstacle(f"`{judge.text(loop.iter)}` may be an iterator, of which all would be taken")
    if not written:
        eager = eager.at_least(Level.CHEAP, EMPTY.about(name, judge.text(loop.iter)))
    elif not part.one:
        eager = eager.at_least(Level.CHEAP, SKIPPED.about(name))
    stacked = quote.expression("TORCH.stack(TESTS)", TORCH=torch, TESTS=ast.ListComp(part.scalar, items.generators))
    return Condition(quote.method(stacked, name), True, eager)


def _folded(combining: str, parts: Sequence[Condition], torch: str) -> ast.expr:
    found = parts[0].scalar
    for other in parts[1:]:
        found = quote.call(f"{torch}.{combining}", found, other.scalar)
    return found


APART = Kind.SHAPE.open(
    "if the shapes of `{1}` and `{2}` differ, `{0}` was False; comparing them now broadcasts or raises"
)
COMMON = Kind.VALUE.open(
    "where `{}` and `{}` differ in dtype they are compared in a common one, to which one is rounded"
)
ROWS = Kind.EXCEPTION.open("where `{}` has no dimension, or more than one, `{}` raised, and gives a result now")
EMPTY = Kind.EXCEPTION.open("`{}` of no tests, where `{}` is empty, is an error now; its tensors must be on one device")
SKIPPED = Kind.EXCEPTION.open("a test that `{}` would have skipped raises now where it has not one element")
MANY = 4
"""So many tests are written out."""


def _lists_module(expr: ast.expr, judge: Judge) -> bool:
    """Whether an expression goes through what a module has: ``self.parameters()``."""
    if not isinstance(expr, ast.Call) or not isinstance(expr.func, ast.Attribute) or expr.args or expr.keywords:
        return False
    own = expr.func.attr in ("parameters", "buffers") and isinstance(expr.func.value, (ast.Name, ast.Attribute))
    return own and judge.oracle.definition(expr.func) is None


def grade_of(test: ast.expr, judge: Judge) -> Grade:
    """The grade of a test that is evaluated although it may decide nothing, by the tensors that it combines.

    What it depends on gets no gradients from it, and it is computed in front of the selection: how fragile it is, or
    whether it may raise, says nothing about the arms.
    """
    if isinstance(test, ast.BoolOp):
        return CONSTANT.join(*(grade_of(value, judge) for value in test.values))
    if is_not(test):
        return grade_of(test.operand, judge)
    grade = judge.grade(test)
    notes = tuple(note for note in grade.notes if note.kind is not Kind.DERIVATIVE)
    if grade.level is Level.PURE and not notes:
        notes = (NEEDLESS.about(judge.text(test)),)
    return replace(grade, level=Level.CHEAP if notes else Level.TOTAL, notes=notes, leaves=frozenset())


def _always(eager: Grade) -> Obstacle | None:
    """Why a test that is evaluated as a whole cannot be: Python may not have evaluated all of it."""
    if eager.random:
        return Obstacle("its test would be evaluated as a whole, and draw random numbers always")
    if eager.effect is not None:
        return Obstacle(f"its test would be evaluated as a whole, and {eager.effect}")
    return None


def _repeatable(expr: ast.expr, judge: Judge) -> bool:
    """Whether an expression can be written twice: each time it gives the same, and does nothing else."""
    read = read_of(expr, judge.oracle)
    grade = judge.grade(read.tensor if read is not None else expr)
    fixed = grade.effect is None and not grade.random and grade.runs is None
    return fixed and len(judge.text(expr)) <= 40


def chain(test: ast.Compare, judge: Judge) -> list[ast.expr] | Obstacle:
    """``a < t < b`` as the comparisons ``a < t`` and ``t < b``; what stands in the middle is then read twice."""
    operands = [test.left, *test.comparators]
    for middle in operands[1:-1]:
        node = middle
        while isinstance(node, ast.Attribute):
            node = node.value
        if not isinstance(node, (ast.Name, ast.Constant)) and not _repeatable(middle, judge):
            return Obstacle(f"`{judge.text(middle)}` would be evaluated twice; give it a name first")
    return [ast.Compare(left, [op], [right]) for left, op, right in zip(operands, test.ops, operands[1:], strict=False)]


def _combined(
    name: str, tests: list[ast.expr], judge: Judge, torch: str, grades: list[Grade] | None = None
) -> Condition | Obstacle:
    """Several tests as one; ``grades``: of what those behind the first evaluate although Python may not have."""
    parts = []
    for test in tests:
        part = condition(test, judge, torch)
        if isinstance(part, Obstacle):
            mixed = judge.facts(test) is None and any(judge.facts(other) is not None for other in tests)
            return Obstacle("its test mixes tensor data with Python values") if mixed else part
        parts.append(part)
    eager = parts[0].eager
    for test, part, grade in zip(
        tests[1:], parts[1:], grades or [grade_of(test, judge) for test in tests[1:]], strict=True
    ):
        eager = eager.join(grade, part.eager)
        if not part.one:
            eager = eager.at_least(Level.CHEAP, NEEDLESS.about(judge.text(test)))
    if (stop := _always(eager)) is not None:
        return stop
    return Condition(_folded(name, parts, torch), True, eager)
