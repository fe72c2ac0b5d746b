"""Operators: arithmetic, comparisons, ``and`` and ``or``, conditional expressions; the outcome of tests."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from fullgraph.lint.domain import tensor_reads
from fullgraph.lint.domain.events import Call, Format, Product, RandomArithmetic, SubclassOperand, TestKind
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import (
    BOOL,
    FALSE,
    FLOAT,
    HIGH,
    INT,
    LOW,
    SIZE,
    STR,
    TRUE,
    UNKNOWN,
    ClassValue,
    Const,
    Counted,
    Draw,
    DynamicSize,
    EnumMember,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    Method,
    NumpyNumber,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    draw_part,
    holds_constants,
    is_method,
    is_number,
    is_question,
    join,
    join_all,
    replace,
    scalar_part,
    tensor_part,
    truth,
    usual_text,
    with_conditions,
)
from fullgraph.lint.interpreter import (
    aliases,
    containers,
    dynamic_sizes,
    emission,
    enumerations,
    equality,
    narrowing,
    overloads,
    sizes,
)
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.models import datetimes, numpy, torch

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


# Tests


def condition(
    interp: Evaluator, frame: Frame, node: ast.expr, kind: TestKind, whole: ast.expr | None = None
) -> bool | None:
    """Evaluate for truth, telling the rules of every ``bool()`` call on the way; None where it depends."""
    whole = whole or node
    if isinstance(node, ast.BoolOp):
        stop = isinstance(node.op, ast.Or)
        before, conditions = dict(frame.env), len(frame.conditions)
        result: bool | None = not stop
        for operand in node.values:
            known = condition(interp, frame, operand, kind, whole)
            if known is stop:
                result = stop  # whatever came before it, the whole has this truth
                break
            if known is None:
                result = None
                depends(interp, frame, operand, not stop)
            narrowing.assume(interp, frame, operand, not stop)
        del frame.conditions[conditions:]
        frame.env = narrowing.undone(frame, before, node)
        return result
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        known = condition(interp, frame, node.operand, kind, whole)
        return None if known is None else not known
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        value = compare(interp, frame, node, kind)
    else:
        value = interp.evaluate(frame, node)
    return interp.test(frame, node, value, kind, whole)


def depends(interp: Evaluator, frame: Frame, operand: ast.expr, holds: bool) -> None:
    """The operands that follow are evaluated only if this one comes out as ``holds``."""
    if frame.tracing and operand not in frame.data_tests:
        frame.conditions += PathCondition.of(operand, holds, frame.module)


# Operators


_FOLD: dict[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
MAX_TEXT = 4096


def binary(interp: Evaluator, frame: Frame, node: ast.BinOp) -> Value:
    left = interp.evaluate(frame, node.left)
    right = interp.evaluate(frame, node.right)
    if isinstance(node.op, ast.Mod) and _is(left, "str") and frame.tracing:
        interp.emit(Format(node, frame, interp, right, frame.around(node)))
        return STR
    return arithmetic(interp, frame, node, left, right, node.op)


def augmented(interp: Evaluator, frame: Frame, node: ast.BinOp) -> Value:
    """What ``left op= right`` gives to its target: what an object's own method for it gives, else ``left op right``."""
    left = interp.evaluate(frame, node.left)
    if not overloads.is_augmented(left, node.op):
        return interp.evaluate(frame, node)
    right = interp.evaluate(frame, node.right)
    return overloads.augmented(interp, frame, node, left, right, node.op) or UNKNOWN


def arithmetic(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator) -> Value:
    return sizes.computed(frame, node, _arithmetic(interp, frame, node, left, right, op), left, right)


def _arithmetic(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator) -> Value:
    if (own := overloads.binary(interp, frame, node, left, right, op)) is not None:
        return own
    if (number := numpy.of_operator(frame, left, right, op)) is not None:
        return number
    if (date := datetimes.of_operator(interp, frame, node, left, right, op)) is not None:
        return date
    left, right = numpy.as_traced(frame, left), numpy.as_traced(frame, right)
    bitwise = isinstance(op, (ast.BitOr, ast.BitAnd))
    if bitwise and left == Const(isinstance(op, ast.BitOr)) and not isinstance(right, Tensor):
        return left
    one, two = tensor_part(left), tensor_part(right)
    if one is not None or two is not None:
        product = isinstance(op, (ast.Mult, ast.MatMult, ast.Div, ast.Pow))
        if product and one is not None and two is not None and frame.tracing:
            interp.emit(Product(node, frame, interp, one, two, isinstance(op, ast.MatMult)))
        own = next((part for part in (one, two) if part is not None and part.cls is not None), None)
        if own is not None and frame.tracing:
            interp.emit(SubclassOperand(node, frame, interp, own, op, one is None))
        return torch.operator_result(frame, node, left, right, op)
    if isinstance(op, ast.Mult) and (repeated := _repeated(interp, frame, node, left, right)) is not None:
        return repeated
    if any(isinstance(side, Scalar) and side.size for side in (left, right)):
        return dynamic_sizes.arithmetic(frame, node, left, right, op)
    if isinstance(op, ast.Pow) and frame.tracing and scalar_part(right) is not None:
        interp.emit(Call(node, frame, interp, "builtins.int.__pow__", (left, right), HIGH, frame.around(node)))
    if frame.tracing and (enumerations.is_number(left) or enumerations.is_number(right)):
        name = f"enum.IntEnum.{type(op).__name__}"
        interp.emit(Call(node, frame, interp, name, (left, right), HIGH, frame.around(node)))
    for side in (left, right):
        scalar = scalar_part(side)
        if scalar is not None:
            if scalar.kind == "bool" and not bitwise and frame.tracing:
                interp.emit(Call(node, frame, interp, "builtins.bool.__int__", (side,), HIGH, frame.around(node)))
                scalar = replace(scalar, kind="number")
            return replace(scalar, evidence=emission.because(frame, node, "a number read from a tensor", scalar))
    for side in (left, right):
        if isinstance(side, Draw) and frame.tracing:
            interp.emit(RandomArithmetic(node, frame, interp, side, frame.around(node)))
            break
    if isinstance(left, Const) and isinstance(right, Const):
        numbers = isinstance(left.value, (int, float)) and isinstance(right.value, (int, float))
        texts = isinstance(left.value, str) and isinstance(right.value, str) and isinstance(op, ast.Add)
        fold = _FOLD.get(type(op))
        if fold is not None and (numbers or texts):
            try:
                result = fold(left.value, right.value)
            except Exception:
                return UNKNOWN
            if isinstance(result, (int, float)) or len(result) <= MAX_TEXT:
                return Const(result)
    if isinstance(left, SequenceValue) and isinstance(right, SequenceValue) and isinstance(op, ast.Add):
        if left.items is not None and right.items is not None:
            return SequenceValue(left.kind, left.items + right.items)
        return SequenceValue(left.kind, None, join(left.each(), right.each()))
    if isinstance(op, ast.BitOr) and isinstance(left, MappingValue) and isinstance(right, MappingValue):
        return replace(containers.updated(left, Arguments([right], {})), sites=frozenset())
    if isinstance(op, ast.Mod) and _is(left, "str"):
        return STR
    kinds = {_kind(value) for side in (left, right) for value in alternatives(side)}
    for side in (left, right):
        if isinstance(side, Counted) and kinds <= {"int", "float", "bool"} and not isinstance(op, ast.Mod):
            return replace(side, kind="float" if isinstance(op, ast.Div) or "float" in kinds else "int")
    if kinds <= {"int", "float", "bool", "str"}:
        if isinstance(op, ast.Div) or "float" in kinds:
            return FLOAT
        if "str" not in kinds:
            return INT
        begin, end = usual_text(left), usual_text(right)
        return STR if begin is None or end is None else PyValue("str", usual=begin + end)
    if "size" in (_kind(left), _kind(right)):
        return SIZE
    return UNKNOWN


def _repeated(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value) -> Value | None:
    """``[0] * n`` and ``n * [0]``; None where neither side surely is a list, a tuple or a text."""
    for side, times in ((left, right), (right, left)):
        if not (isinstance(side, SequenceValue) or _is(side, "str")):
            continue
        if frame.tracing and (scalar_part(times) is not None or draw_part(times) is not None):
            kind = side.kind if isinstance(side, SequenceValue) else "str"
            statement = frame.around(node)
            interp.emit(Call(node, frame, interp, f"builtins.{kind}.__mul__", (side, times), HIGH, statement))
        return SequenceValue(side.kind, None, side.each()) if isinstance(side, SequenceValue) else STR
    return None


def _is(value: Value, kind: str) -> bool:
    return _kind(value) == kind


def _kind(value: Value) -> str:
    if isinstance(value, Const):
        return value.kind.__name__
    return value.kind if isinstance(value, PyValue) else "?"


def unary(interp: Evaluator, frame: Frame, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        known = condition(interp, frame, node.operand, "not")
        return BOOL if known is None else Const(not known)
    value = interp.evaluate(frame, node.operand)
    number = None if isinstance(node.op, ast.Invert) else numpy.of_operator(frame, value, value, node.op)
    if number not in (None, UNKNOWN):
        return value
    value = numpy.as_traced(frame, value)
    if (own := overloads.unary(interp, frame, node, value, node.op)) is not None:
        return own
    tensor = tensor_part(value)
    if tensor is not None:
        return torch.unary_result(frame, node, tensor)
    if isinstance(node.op, ast.Invert) and frame.tracing and scalar_part(value) is not None:
        interp.emit(Call(node, frame, interp, "builtins.int.__invert__", (value,), HIGH, frame.around(node)))
    if isinstance(value, Draw) and frame.tracing:
        interp.emit(RandomArithmetic(node, frame, interp, value, frame.around(node)))
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and isinstance(node.op, ast.USub):
        return Const(-value.value)
    return value if isinstance(value, (Scalar, PyValue, NumpyNumber)) else UNKNOWN


def compare(interp: Evaluator, frame: Frame, node: ast.Compare, kind: TestKind = "comparison") -> Value:
    left = interp.evaluate(frame, node.left)
    result: Value = UNKNOWN
    for position, (op, expr) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = interp.evaluate(frame, expr)
        result = compared(interp, frame, node, left, op, right)
        if position + 1 < len(node.ops) and interp.test(frame, node, result, kind) is False:
            return FALSE
        left = right
    return result


def compared(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, op: ast.cmpop, right: Value) -> Value:
    answer = _compared(interp, frame, node, left, op, right)
    return answer if isinstance(op, (ast.Is, ast.IsNot)) else sizes.computed(frame, node, answer, left, right)


def _compared(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, op: ast.cmpop, right: Value) -> Value:
    if isinstance(op, (ast.Is, ast.IsNot)):
        same = _identical(left, right)
        return BOOL if same is None else Const(same is isinstance(op, ast.Is))
    if (own := overloads.compared(interp, frame, node, left, right, op)) is not None:
        return own
    if datetimes.of_operator(interp, frame, node, left, right, op) is not None:
        return BOOL
    left, right = numpy.as_traced(frame, left), numpy.as_traced(frame, right)
    if (number := numpy.of_operator(frame, left, right, op)) is not None:
        return number
    if isinstance(op, (ast.In, ast.NotIn)):
        return _membership(interp, frame, node, left, op, right)
    if isinstance(op, (ast.Eq, ast.NotEq)) and (equal := _equals_word(interp, left, op, right)) is not None:
        return BOOL if equal == BOOL else Const((equal == TRUE) is isinstance(op, ast.Eq))
    if not isinstance(op, (ast.In, ast.NotIn)):
        ordered = not isinstance(op, (ast.Eq, ast.NotEq))
        if equality.of_containers(interp, frame, node, left, right, ordered):
            return BOOL
        if not ordered and _never_equal(left, right):
            return BOOL
    if tensor_part(left) is not None or tensor_part(right) is not None:
        return torch.comparison_result(frame, node, left, right)
    if any(isinstance(side, Scalar) and side.size for side in (left, right)):
        return dynamic_sizes.compared(frame, node, left, op, right)
    if (answer := _compared_items(frame, node, left, right)) is not None:
        return answer
    if isinstance(left, DynamicSize):
        return dynamic_sizes.compared_shapes(frame, node, left, op, right)
    if isinstance(right, DynamicSize):
        return dynamic_sizes.compared_shapes(frame, node, right, op, left)
    for side in (left, right):
        scalar = scalar_part(side)
        if scalar is not None:
            return replace(
                scalar,
                kind="bool",
                evidence=emission.because(frame, node, "compares a number read from a tensor", scalar),
            )
    for side in (left, right):
        if isinstance(side, Draw):
            return Draw("bool", side.source)
    if isinstance(left, Const) and isinstance(right, Const):
        try:
            return Const(bool(_FOLD[type(op)](left.value, right.value)))
        except Exception:
            return BOOL
    if isinstance(op, (ast.Eq, ast.NotEq)) and isinstance(left, (ClassValue, Function)) and left == right:
        return Const(isinstance(op, ast.Eq))
    if left is UNKNOWN or right is UNKNOWN or isinstance(left, Instance) or isinstance(right, Instance):
        return UNKNOWN
    return BOOL


def _identical(left: Value, right: Value) -> bool | None:
    for one, two in ((left, right), (right, left)):
        if isinstance(two, Const) and (two.value is None or isinstance(two.value, bool)):
            if isinstance(one, Const):
                return one == two
            if isinstance(one, UnionValue):
                answers = {_identical(option, two) for option in one.alternatives}
                return answers.pop() if len(answers) == 1 else None
            if two.value is None and _never_none(one):
                return False
            return None
    if isinstance(left, ClassValue) and isinstance(right, ClassValue):
        return left == right
    return None


def _never_equal(left: Value, right: Value) -> bool:
    """Return whether a tensor is compared with a container or an object, which it differs from whatever it holds."""
    for one, two in ((left, right), (right, left)):
        other = isinstance(two, (SequenceValue, MappingValue, Instance)) or two == SIZE
        if isinstance(one, Tensor) and one.array is False and other:
            return True
    return False


def _equals_word(interp: Evaluator, left: Value, op: ast.cmpop, right: Value) -> Value | None:
    """Return whether two values are equal of which one is None, a text or a member of an enumeration.

    None where that is not decided by this.

    No tensor is: it says so without looking at its data. Before torch 2.13 TorchDynamo does not know that of
    ``tensor == None``, and does of ``tensor != None`` and ``None == tensor``.
    """
    value, word = (left, right) if isinstance(right, Const) else (right, left)
    if not isinstance(word, Const) or not (word.value is None or isinstance(word.value, (str, EnumMember))):
        return None
    tensor = tensor_part(value)
    known = interp.torch.at_least("2.13") or isinstance(op, ast.NotEq) or value is right
    if tensor is not None and (tensor.array is not False or not known):
        return None
    answers = {_is_word(option, word) for option in alternatives(value)}
    if None not in answers and len(answers) == 1:
        return Const(answers.pop())
    return BOOL if tensor is not None else None


def _is_word(value: Value, word: Const) -> bool | None:
    """Return whether one alternative is that constant."""
    if isinstance(value, Const):
        return value == word
    if isinstance(value, Tensor):
        return False if value.confidence > LOW else None
    if isinstance(value, (Instance, ExternalInstance)):
        return None  # they may compare in a way of their own
    if word.value is None:
        return False if _never_none(value) else None
    return False if isinstance(value, (SequenceValue, MappingValue)) else None


def _membership(
    interp: Evaluator, frame: Frame, node: ast.expr, left: Value, op: ast.In | ast.NotIn, right: Value
) -> Value:
    """``left in right``."""
    container = tensor_part(right)
    if container is not None and not _is(left, "str"):  # a text is in no tensor: what holds it is something else
        _tell_contains(interp, frame, node, "torch.Tensor", (container, left), container.confidence)
        evidence = emission.because(frame, node, "`in` reads the tensor", container)
        return tensor_reads.number(frame, node, container, "bool", evidence=evidence)
    each = right.each() if isinstance(right, SequenceValue) else UNKNOWN
    if isinstance(right, Instance):
        each = containers.iterate(interp, frame, node, right)
    held, sought = tensor_part(each), tensor_part(left)
    searched = right.items if isinstance(right, SequenceValue) and right.kind in _SEARCHED else None
    if searched is not None and not isinstance(left, Tensor):
        constant = isinstance(left, Const) and not interp.torch.at_least("2.15")
        if not constant and equality.among(interp, frame, node, left, searched):
            return BOOL
    elif isinstance(right, SequenceValue) and right.kind == "set":
        held = None  # a tensor is found there by its identity
    elif searched is not None and interp.torch.at_least("2.14") and any(item is left for item in searched):
        return BOOL
    if held is not None and sought is not None:
        evidence = emission.because(frame, node, "`in` compares it with tensors", held)
        return tensor_reads.number(frame, node, held, "bool", evidence=evidence)
    if sought is not None and any(_compares(sought, option) for option in _compared_with(right)):
        evidence = emission.because(frame, node, "`in` compares it with each", sought)
        return tensor_reads.number(frame, node, sought, "bool", evidence=evidence)
    inside = _contains(left, right)
    if inside is not None:
        return Const(inside is isinstance(op, ast.In))
    number, among = scalar_part(left), scalar_part(each)
    if number is not None and right == PyValue("range"):
        _tell_contains(interp, frame, node, "builtins.range", (right, left), number.confidence)
        return BOOL
    # Before torch 2.15 what is in such a list, and is no such number itself, is silently taken for something else.
    compares = holds_constants(right) or (among is not None and held is None)
    if number is None and among is not None and held is None and isinstance(left, (Const, PyValue)):
        number, compares = among, interp.torch.at_least("2.15")
    if number is None or not compares:
        _tell_hashed(interp, frame, node, left, right)
        return BOOL
    evidence = emission.because(frame, node, "compares a number read from a tensor with each", number)
    return replace(number, kind="bool", evidence=evidence)


def _tell_hashed(interp: Evaluator, frame: Frame, node: ast.expr, left: Value, right: Value) -> None:
    """Tell the rules of a number, or a tuple of numbers, that is looked for in a set or among keys."""
    hashing = "dict" if isinstance(right, MappingValue) else "set"
    if hashing == "dict" or (isinstance(right, SequenceValue) and right.kind == "set"):
        number = tensor_reads.held_number(left)
        if number is not None:
            values = (right, left if scalar_part(left) is not None else number)
            _tell_contains(interp, frame, node, f"builtins.{hashing}", values, number.confidence)


_SEARCHED = frozenset(("list", "tuple", "deque"))
"""The containers that compare what is sought with what they hold."""


def _compared_with(container: Value) -> tuple[Value, ...]:
    """What an item of a container can be, where `in` compares with each and hashes none."""
    if isinstance(container, SequenceValue) and container.kind in _SEARCHED:
        return alternatives(container.each())
    return ()


def _compares(tensor: Tensor, other: Value) -> bool:
    """Return whether ``tensor == other`` looks at data: an array also compares with None and with texts."""
    return is_number(other) or (bool(tensor.array) and isinstance(other, Const))


def _tell_contains(
    interp: Evaluator, frame: Frame, node: ast.expr, owner: str, values: tuple[Value, Value], confidence: int
) -> None:
    if frame.tracing:
        statement = frame.around(node)
        interp.emit(Call(node, frame, interp, f"{owner}.__contains__", values, confidence, statement))


def _compared_items(frame: Frame, node: ast.expr, left: Value, right: Value) -> Scalar | None:
    """The answer of a comparison of two lists or tuples that has to look at a number read from a tensor."""
    if not (isinstance(left, SequenceValue) and isinstance(right, SequenceValue)) or () in (left.items, right.items):
        return None
    if left.items is not None and right.items is not None and len(left.items) != len(right.items):
        return None
    pairs = list(zip(left.items or (), right.items or (), strict=False))
    differ = [pair for pair in pairs if not _is_same_length(*pair)]
    if pairs and not any(scalar_part(value) for pair in differ for value in pair):
        return None
    number = scalar_part(left.each()) or scalar_part(right.each())
    if number is None or tensor_part(left.each()) is not None or tensor_part(right.each()) is not None:
        return None
    evidence = emission.because(frame, node, "compares numbers read from a tensor", number)
    return replace(number, kind="bool", evidence=evidence)


def _is_same_length(left: Value, right: Value) -> bool:
    """Return whether two values are surely one length that depends on data."""
    if not isinstance(left, Scalar) or not isinstance(right, Scalar) or not left.size or not right.size:
        return False
    return left.counted is not None and left == right


def _never_none(value: Value) -> bool:
    if isinstance(value, Tensor):
        return value.confidence > LOW
    if isinstance(value, Method):
        return is_method(value)
    return (
        type(value) is not Value
        and (not isinstance(value, (External, UnionValue)) or is_question(value))
        and value != PyValue("object")
        and value != PyValue("unset")
    )


def _contains(item: Value, container: Value) -> bool | None:
    if isinstance(container, Const) and isinstance(container.value, str):
        return item.value in container.value if isinstance(item, Const) and isinstance(item.value, str) else None
    if isinstance(item, UnionValue):
        answers = {_contains(option, container) for option in item.alternatives}
        return answers.pop() if len(answers) == 1 else None
    if not isinstance(item, Const):
        return None
    if isinstance(container, MappingValue):
        if container.get(item) is not None:
            return None if item in container.maybe else True
        of_object = any(isinstance(site, aliases.AttributesOf) for site in container.sites)
        return None if container.open or of_object else False  # another method may set it
    if isinstance(container, SequenceValue) and container.items is not None:
        if item in container.items:
            return True
        return False if all(isinstance(known, Const) for known in container.items) else None
    return None


def boolean(interp: Evaluator, frame: Frame, node: ast.BoolOp, tested: bool = False) -> Value:
    """``a and b`` as a value: every operand but the last is tested. ``tested``: the last one is too, as that of a part
    of another ``and`` or ``or``."""
    stop = isinstance(node.op, ast.Or)
    before, conditions = dict(frame.env), len(frame.conditions)
    values: list[Value] = []
    for operand in node.values if tested else node.values[:-1]:
        value, known = _tested(interp, frame, operand)
        if known is stop:
            values.append(value)
            break
        if operand is node.values[-1]:
            values.append(with_conditions(value, frame.conditions[conditions:]))
            break
        if known is None:
            # Where it ends here, a bool is what ends it.
            kept = [Const(stop) if option == BOOL else option for option in alternatives(value)]
            kept = [option for option in kept if truth(option) is not (not stop)]
            values.append(join_all(kept) if kept else value)
            depends(interp, frame, operand, not stop)
        narrowing.assume(interp, frame, operand, not stop)
    else:
        values.append(with_conditions(interp.evaluate(frame, node.values[-1]), frame.conditions[conditions:]))
    del frame.conditions[conditions:]
    frame.env = narrowing.undone(frame, before, node)
    return join_all(values)


def _tested(interp: Evaluator, frame: Frame, operand: ast.expr) -> tuple[Value, bool | None]:
    """An operand of ``and`` or ``or`` that is followed by others: its value, and its truth where that is known."""
    if isinstance(operand, ast.BoolOp):
        value = emission.note(interp, frame, operand, boolean(interp, frame, operand, tested=True))
        return value, truth(value)
    value = interp.evaluate(frame, operand)
    return value, interp.test(frame, operand, value, "boolean")


def conditional(interp: Evaluator, frame: Frame, node: ast.IfExp) -> Value:
    known = condition(interp, frame, node.test, "conditional")
    if interp.observer is not None:
        interp.observer.tested(frame, node, known)
    before = dict(frame.env)
    values = []
    for holds, arm in ((True, node.body), (False, node.orelse)):
        if known is not (not holds):
            frame.env = dict(before)
            narrowing.assume(interp, frame, node.test, holds)
            with interp.assuming(frame, node.test, holds, known) as added:
                values.append(with_conditions(interp.evaluate(frame, arm), added))
    frame.env = narrowing.undone(frame, before, node)
    return join_all(values)
