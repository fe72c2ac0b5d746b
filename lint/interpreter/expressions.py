"""What an expression evaluates to."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from fullgraph.lint.events import (
    Assertion,
    Call,
    Condition,
    Drawn,
    Format,
    Index,
    Iterate,
    Product,
    Read,
    Test,
    TestKind,
)
from fullgraph.lint.interpreter import attributes, calls, lengths, narrowing, parameters, reading, torch_model
from fullgraph.lint.interpreter.frame import Frame
from fullgraph.lint.project import dotted_name
from fullgraph.lint.values import (
    BOOL,
    FALSE,
    FLOAT,
    HIGH,
    INT,
    LOW,
    MEDIUM,
    NONE,
    SIZE,
    STR,
    UNKNOWN,
    AnyOf,
    ClassValue,
    Const,
    Counted,
    Draw,
    DynamicSize,
    Evidence,
    External,
    Function,
    Instance,
    Mapping,
    Py,
    Scalar,
    Sequence,
    Tensor,
    Value,
    join,
    join_all,
    options,
    scalar_part,
    tensor_part,
    truth,
    under,
)

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.machine import Interpreter


def evaluate(machine: Interpreter, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression; UNKNOWN for what is not understood."""
    handler = _HANDLERS.get(type(node))
    if handler is None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                evaluate(machine, frame, child)
        return UNKNOWN
    value = handler(machine, frame, node)
    if machine.recording is not None and machine.recording[0] is frame:
        noted = machine.recording[1]
        noted[node] = join(noted[node], value) if node in noted else value
    if machine.observer is not None:
        machine.observer.value(frame, node, value)
    return value


def because(frame: Frame, node: ast.AST, note: str, parent: Value | None = None) -> Evidence:
    return Evidence(node, frame.module, note, parent.evidence if parent is not None else None)


# Tests


def condition(
    machine: Interpreter, frame: Frame, node: ast.expr, kind: TestKind, whole: ast.expr | None = None
) -> bool | None:
    """Evaluate for truth, telling the rules of every ``bool()`` call on the way; None where it depends."""
    whole = whole or node
    if isinstance(node, ast.BoolOp):
        stop = isinstance(node.op, ast.Or)
        before, conditions = dict(frame.env), len(frame.conditions)
        result: bool | None = not stop
        for operand in node.values:
            known = condition(machine, frame, operand, kind, whole)
            if known is stop:
                result = stop  # whatever came before it, the whole has this truth
                break
            if known is None:
                result = None
                _depends(machine, frame, operand, not stop)
            narrowing.assume(machine, frame, operand, not stop)
        del frame.conditions[conditions:]
        frame.env = {**frame.env, **before}
        return result
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        known = condition(machine, frame, node.operand, kind, whole)
        return None if known is None else not known
    if isinstance(node, ast.Compare) and len(node.ops) > 1:
        value = _compare(machine, frame, node, kind)
    else:
        value = evaluate(machine, frame, node)
    return machine.test(frame, node, value, kind, whole)


def _depends(machine: Interpreter, frame: Frame, operand: ast.expr, holds: bool) -> None:
    """The operands that follow are evaluated only if this one comes out as ``holds``."""
    if frame.tracing and operand not in frame.data_tests:
        frame.conditions += Condition.of(operand, holds, frame.module)


def assertion(machine: Interpreter, frame: Frame, node: ast.Assert) -> bool | None:
    """An assert: Dynamo captures a plain tensor test with no message or a literal one, and breaks on other forms."""
    value: Value
    if isinstance(node.test, (ast.BoolOp, ast.UnaryOp)) or (
        isinstance(node.test, ast.Compare) and len(node.test.ops) > 1
    ):
        probe: list[Value] = []
        known = _assert_operands(machine, frame, node.test, probe)
        data = [value for value in probe if _is_data(value)]
        if data:
            machine.emit(Assertion(node.test, frame, machine, data[0], "operator", node))
            return None
        return known
    value = evaluate(machine, frame, node.test)
    known = truth(value)
    if known is None and _is_data(value) and node.msg is not None and not _literal(node.msg):
        machine.emit(Assertion(node.msg, frame, machine, value, "message", node))
    return known


def _is_data(value: Value) -> bool:
    """Whether a value is tensor data while it is traced, in one of the modes."""
    scalar = scalar_part(value)
    return tensor_part(value) is not None or (scalar is not None and scalar.captured and not scalar.size)


def _assert_operands(machine: Interpreter, frame: Frame, node: ast.expr, found: list[Value]) -> bool | None:
    """The values that an assert's operators test on their way."""
    if isinstance(node, ast.BoolOp):
        stop = isinstance(node.op, ast.Or)
        result: bool | None = not stop
        for operand in node.values:
            known = _assert_operands(machine, frame, operand, found)
            if known is stop:
                return stop
            if known is None:
                result = None
            narrowing.assume(machine, frame, operand, not stop)
        return result
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        known = _assert_operands(machine, frame, node.operand, found)
        return None if known is None else not known
    kept = len(frame.findings)
    value = evaluate(machine, frame, node)
    # The assert is the finding, not the operators inside of it.
    frame.findings[kept:] = [one for one in frame.findings[kept:] if not isinstance(one.event, Test)]
    found.append(value)
    return truth(value)


def _literal(node: ast.expr) -> bool:
    if isinstance(node, ast.JoinedStr):
        return all(isinstance(part, ast.Constant) for part in node.values)
    return isinstance(node, ast.Constant)


# Names, constants, containers


def _constant(machine: Interpreter, frame: Frame, node: ast.Constant) -> Value:
    return Const(node.value)


def _name(machine: Interpreter, frame: Frame, node: ast.Name) -> Value:
    value = machine.name(frame, node.id)
    if frame.tracing and node.id in machine.counters(frame.module) and not _is_local(frame, node.id):
        machine.emit(Read(node, frame, machine, frame.module, node.id, value, frame.statement or ast.Pass()))
    return value


def _is_local(frame: Frame, name: str) -> bool:
    scope: Frame | None = frame
    while scope is not None:
        if name in scope.env or (scope.function is not None and name in scope.function.local_names):
            return True
        scope = scope.closure
    return False


def _attribute(machine: Interpreter, frame: Frame, node: ast.Attribute) -> Value:
    dotted = dotted_name(node)
    if dotted and dotted in frame.env:
        return frame.env[dotted]
    owner = evaluate(machine, frame, node.value)
    return attributes.load(machine, frame, node, owner, node.attr)


def _tuple(machine: Interpreter, frame: Frame, node: ast.Tuple | ast.List | ast.Set) -> Value:
    kind = {ast.Tuple: "tuple", ast.List: "list", ast.Set: "set"}[type(node)]
    items: list[Value] = []
    whole = True
    for element in node.elts:
        if isinstance(element, ast.Starred):
            value = evaluate(machine, frame, element.value)
            if isinstance(value, Sequence) and value.items is not None:
                items.extend(value.items)
            else:
                items.append(iterate(machine, frame, element.value, value))
                whole = False
        else:
            items.append(evaluate(machine, frame, element))
    if whole and len(items) <= 64:
        return Sequence(kind, tuple(items))
    return Sequence(kind, None, join_all(items))


def _dict(machine: Interpreter, frame: Frame, node: ast.Dict) -> Value:
    items: dict[Value, Value] = {}
    is_open = False
    others: list[Value] = []
    for key, expr in zip(node.keys, node.values, strict=True):
        value = evaluate(machine, frame, expr)
        if key is None:
            if isinstance(value, Mapping):
                items.update(dict(value.items))
                is_open |= value.open
                if value.open:
                    others.append(value.element)
            else:
                is_open = True
                others.append(UNKNOWN)
            continue
        name = evaluate(machine, frame, key)
        if isinstance(name, (Const, ClassValue, External)):
            items[name] = value
        else:
            is_open = True
            others.append(value)
    if len(items) > 512:
        return Mapping((), True, join_all(items.values()))
    return Mapping(tuple(items.items()), is_open, join_all(others) if others else UNKNOWN)


def _joined(machine: Interpreter, frame: Frame, node: ast.JoinedStr) -> Value:
    parts: list[str] = []
    known = True
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
            continue
        value = evaluate(machine, frame, part)
        if isinstance(value, Const) and isinstance(value.value, str):
            parts.append(value.value)
        else:
            known = False
    return Const("".join(parts)) if known else STR


def _formatted(machine: Interpreter, frame: Frame, node: ast.FormattedValue) -> Value:
    value = evaluate(machine, frame, node.value)
    if node.conversion in _CONVERSIONS and frame.tracing:
        name = f"builtins.{_CONVERSIONS[node.conversion]}"
        machine.emit(Call(node, frame, machine, name, (value,), HIGH, frame.statement or ast.Pass()))
    if node.format_spec is not None:
        evaluate(machine, frame, node.format_spec)
        return STR
    plain = isinstance(value, Const) and isinstance(value.value, (str, int, bool)) and node.conversion == -1
    return Const(str(value.value)) if plain and isinstance(value, Const) else STR


_CONVERSIONS = {ord("s"): "str", ord("r"): "repr", ord("a"): "ascii"}
"""What ``!s``, ``!r`` and ``!a`` call."""


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


def _binary(machine: Interpreter, frame: Frame, node: ast.BinOp) -> Value:
    left = evaluate(machine, frame, node.left)
    right = evaluate(machine, frame, node.right)
    if isinstance(node.op, ast.Mod) and _is(left, "str") and frame.tracing:
        machine.emit(Format(node, frame, machine, right, frame.statement or ast.Pass()))
        return STR
    return arithmetic(machine, frame, node, left, right, node.op)


def arithmetic(
    machine: Interpreter, frame: Frame, node: ast.expr, left: Value, right: Value, op: ast.operator
) -> Value:
    bitwise = isinstance(op, (ast.BitOr, ast.BitAnd))
    if bitwise and left == Const(isinstance(op, ast.BitOr)) and not isinstance(right, Tensor):
        return left
    one, two = tensor_part(left), tensor_part(right)
    if one is not None or two is not None:
        if (
            one is not None
            and two is not None
            and frame.tracing
            and isinstance(op, (ast.Mult, ast.MatMult, ast.Div, ast.Pow))
        ):
            machine.emit(Product(node, frame, machine, one, two, isinstance(op, ast.MatMult)))
        return torch_model.operator_result(frame, node, left, right, op)
    if any(isinstance(side, Scalar) and side.size for side in (left, right)):
        return lengths.arithmetic(frame, node, left, right, op)
    for side in (left, right):
        scalar = scalar_part(side)
        if scalar is not None:
            return replace(scalar, evidence=because(frame, node, "a number read from a tensor", scalar))
    for side in (left, right):
        if isinstance(side, Draw) and frame.tracing:
            machine.emit(Drawn(node, frame, machine, side, frame.statement or ast.Pass()))
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
    if isinstance(left, Sequence) and isinstance(right, Sequence) and isinstance(op, ast.Add):
        if left.items is not None and right.items is not None:
            return Sequence(left.kind, left.items + right.items)
        return Sequence(left.kind, None, join(left.each(), right.each()))
    if isinstance(left, Sequence) and isinstance(op, ast.Mult):
        return Sequence(left.kind, None, left.each())
    if isinstance(op, ast.Mod) and _is(left, "str"):
        return STR
    kinds = {_kind(left), _kind(right)}
    for side in (left, right):
        if isinstance(side, Counted) and kinds <= {"int", "float", "bool"} and not isinstance(op, ast.Mod):
            return replace(side, kind="float" if isinstance(op, ast.Div) or "float" in kinds else "int")
    if kinds <= {"int", "float", "bool", "str"}:
        if isinstance(op, ast.Div) or "float" in kinds:
            return FLOAT
        return STR if "str" in kinds else INT
    if "size" in kinds:
        return SIZE
    return UNKNOWN


def _is(value: Value, kind: str) -> bool:
    return _kind(value) == kind


def _kind(value: Value) -> str:
    if isinstance(value, Const):
        return value.kind.__name__
    return value.kind if isinstance(value, Py) else "?"


def _unary(machine: Interpreter, frame: Frame, node: ast.UnaryOp) -> Value:
    if isinstance(node.op, ast.Not):
        known = condition(machine, frame, node.operand, "not")
        return BOOL if known is None else Const(not known)
    value = evaluate(machine, frame, node.operand)
    tensor = tensor_part(value)
    if tensor is not None:
        return torch_model.unary_result(frame, node, tensor)
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and isinstance(node.op, ast.USub):
        return Const(-value.value)
    return value if isinstance(value, (Scalar, Py)) else UNKNOWN


def _compare(machine: Interpreter, frame: Frame, node: ast.Compare, kind: TestKind = "comparison") -> Value:
    left = evaluate(machine, frame, node.left)
    result: Value = UNKNOWN
    for position, (op, expr) in enumerate(zip(node.ops, node.comparators, strict=True)):
        right = evaluate(machine, frame, expr)
        result = compared(machine, frame, node, left, op, right)
        if position + 1 < len(node.ops) and machine.test(frame, node, result, kind) is False:
            return FALSE
        left = right
    return result


def compared(machine: Interpreter, frame: Frame, node: ast.expr, left: Value, op: ast.cmpop, right: Value) -> Value:
    if isinstance(op, (ast.Is, ast.IsNot)):
        same = _identical(left, right)
        return BOOL if same is None else Const(same is isinstance(op, ast.Is))
    if isinstance(op, (ast.In, ast.NotIn)):
        container = tensor_part(right)
        if container is not None and not _is(left, "str"):  # a text is in no tensor: what holds it is something else
            if frame.tracing:
                statement = frame.statement or ast.Pass()
                name = "torch.Tensor.__contains__"
                machine.emit(Call(node, frame, machine, name, (container, left), container.confidence, statement))
            evidence = because(frame, node, "`in` reads the tensor", container)
            return replace(reading.number(frame, node, container, "bool"), evidence=evidence)
        held = tensor_part(right.each()) if isinstance(right, Sequence) else None
        if held is not None and tensor_part(left) is not None:
            evidence = because(frame, node, "`in` compares it with tensors", held)
            return Scalar("bool", read=node.lineno, confidence=held.confidence, evidence=evidence)
        inside = _contains(left, right)
        if inside is None:
            return BOOL
        return Const(inside is isinstance(op, ast.In))
    if tensor_part(left) is not None or tensor_part(right) is not None:
        return torch_model.comparison_result(frame, node, left, right)
    if any(isinstance(side, Scalar) and side.size for side in (left, right)):
        return lengths.compared(frame, node, left, op, right)
    if isinstance(left, DynamicSize):
        return lengths.compared_shapes(frame, node, left, op, right)
    for side in (left, right):
        scalar = scalar_part(side)
        if scalar is not None:
            return replace(
                scalar, kind="bool", evidence=because(frame, node, "compares a number read from a tensor", scalar)
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
            if isinstance(one, AnyOf):
                answers = {_identical(option, two) for option in one.options}
                return answers.pop() if len(answers) == 1 else None
            if two.value is None and _never_none(one):
                return False
            return None
    if isinstance(left, ClassValue) and isinstance(right, ClassValue):
        return left == right
    return None


def _never_none(value: Value) -> bool:
    if isinstance(value, Tensor):
        return value.confidence > LOW
    return (
        type(value) is not Value
        and not isinstance(value, (External, AnyOf))
        and value != Py("object")
        and value != Py("unset")
    )


def _contains(item: Value, container: Value) -> bool | None:
    if isinstance(container, Const) and isinstance(container.value, str):
        return item.value in container.value if isinstance(item, Const) and isinstance(item.value, str) else None
    if isinstance(item, AnyOf):
        answers = {_contains(option, container) for option in item.options}
        return answers.pop() if len(answers) == 1 else None
    if not isinstance(item, Const):
        return None
    if isinstance(container, Mapping):
        if container.get(item) is not None:
            return None if item in container.maybe else True
        return None if container.open else False
    if isinstance(container, Sequence) and container.items is not None:
        if item in container.items:
            return True
        return False if all(isinstance(known, Const) for known in container.items) else None
    return None


def _boolean(machine: Interpreter, frame: Frame, node: ast.BoolOp) -> Value:
    """``a and b`` as a value: every operand but the last is tested."""
    stop = isinstance(node.op, ast.Or)
    before, conditions = dict(frame.env), len(frame.conditions)
    values: list[Value] = []
    for operand in node.values[:-1]:
        if isinstance(operand, (ast.BoolOp, ast.UnaryOp)):
            value = evaluate(machine, frame, operand)
            known = truth(value)
        else:
            value = evaluate(machine, frame, operand)
            known = machine.test(frame, operand, value, "boolean")
        if known is stop:
            values.append(value)
            break
        if known is None:
            kept = [option for option in options(value) if truth(option) is not (not stop)]
            values.append(join_all(kept) if kept else value)
            _depends(machine, frame, operand, not stop)
        narrowing.assume(machine, frame, operand, not stop)
    else:
        values.append(under(evaluate(machine, frame, node.values[-1]), frame.conditions[conditions:]))
    del frame.conditions[conditions:]
    frame.env = {**frame.env, **before}
    return join_all(values)


def _conditional(machine: Interpreter, frame: Frame, node: ast.IfExp) -> Value:
    known = condition(machine, frame, node.test, "conditional")
    if machine.observer is not None:
        machine.observer.tested(frame, node, known)
    before = dict(frame.env)
    values = []
    for holds, arm in ((True, node.body), (False, node.orelse)):
        if known is not (not holds):
            frame.env = dict(before)
            narrowing.assume(machine, frame, node.test, holds)
            with machine.under(frame, node.test, holds, known) as added:
                values.append(under(evaluate(machine, frame, arm), added))
    frame.env = before
    return join_all(values)


def _walrus(machine: Interpreter, frame: Frame, node: ast.NamedExpr) -> Value:
    value = evaluate(machine, frame, node.value)
    store(machine, frame, node.target, value)
    return value


# Items


def _subscript(machine: Interpreter, frame: Frame, node: ast.Subscript) -> Value:
    owner = evaluate(machine, frame, node.value)
    index = indexed(machine, frame, node, owner, "read")
    return join_all(item(machine, frame, node, option, index) for option in options(owner))


def indexed(
    machine: Interpreter,
    frame: Frame,
    node: ast.Subscript,
    owner: Value,
    kind: Literal["read", "write", "delete"],
    assigned: Value | None = None,
) -> Value:
    """Evaluate the index of a subscript, part by part, and tell the rules of it."""
    whole = node.slice
    expressions = whole.elts if isinstance(whole, ast.Tuple) else [whole]
    parts: list[tuple[ast.expr, Value]] = []
    bounds: list[tuple[ast.expr, Value]] = []
    for part in expressions:
        if isinstance(part, ast.Slice):
            given = [bound for bound in (part.lower, part.upper, part.step) if bound is not None]
            bounds += [(bound, evaluate(machine, frame, bound)) for bound in given]
            parts.append((part, Py("slice")))
        else:
            parts.append((part, evaluate(machine, frame, part)))
    by_tensor = any((tensor := tensor_part(value)) is not None and tensor.confidence > LOW for _, value in parts)
    if by_tensor and isinstance(owner, Tensor) and owner.confidence == LOW:
        owner = replace(owner, confidence=MEDIUM)  # what a tensor indexes is one
    if frame.tracing:
        statement = frame.statement or ast.Pass()
        machine.emit(Index(node, frame, machine, owner, tuple(parts), tuple(bounds), kind, statement, assigned))
    if not isinstance(whole, ast.Tuple):
        return parts[0][1]
    if any(isinstance(part, ast.Starred) for part in expressions):
        return Sequence("tuple", None, UNKNOWN)
    return Sequence("tuple", tuple(value for _, value in parts))


def item(machine: Interpreter, frame: Frame, node: ast.Subscript, owner: Value, index: Value) -> Value:
    """``owner[index]``."""
    if isinstance(owner, Tensor):
        return torch_model.index_result(frame, node, owner, index)
    if isinstance(owner, Sequence):
        if isinstance(node.slice, ast.Slice):
            return _sliced(owner, node.slice)
        if isinstance(index, Const) and isinstance(index.value, int) and owner.items is not None:
            try:
                return owner.items[index.value]
            except IndexError:
                return UNKNOWN
        return unsure(_one_of(owner)) if owner.kind == "tuple" and index is UNKNOWN else _one_of(owner)
    if isinstance(owner, Mapping):
        known = owner.get(index)
        if known is not None:
            return known
        if isinstance(index, AnyOf):
            return join_all(item(machine, frame, node, owner, option) for option in index.options)
        if isinstance(index, Const):
            return parameters.anonymous(owner.element) if owner.open else UNKNOWN
        some = parameters.anonymous(owner.each())
        return unsure(some) if owner.items else some
    if isinstance(owner, Const) and isinstance(owner.value, str):
        return STR
    if isinstance(owner, DynamicSize) and not isinstance(node.slice, ast.Slice):
        return lengths.item(owner, index)
    if isinstance(owner, Py) and owner.kind == "size":
        return SIZE if isinstance(node.slice, ast.Slice) else INT
    if isinstance(owner, Instance):
        method = owner.cls.find_method("__getitem__")
        if method is not None:
            return machine.call(frame, node, Function(method, owner), [index], {})
        return attributes.item(machine, frame, node, owner, index)
    return UNKNOWN


def unsure(value: Value) -> Value:
    """Some item of things that differ, such as ``args[position]`` or ``kwargs[name]``: not likely just a tensor."""
    return join_all(
        replace(option, confidence=LOW) if isinstance(option, (Tensor, Scalar)) else option for option in options(value)
    )


def _one_of(owner: Sequence) -> Value:
    """Some item: two of them need not agree in shape or dtype."""
    return parameters.anonymous(owner.each())


def _sliced(owner: Sequence, index: ast.Slice) -> Value:
    bounds: list[int | None] = []
    for part in (index.lower, index.upper, index.step):
        if part is None:
            bounds.append(None)
            continue
        try:
            bound = ast.literal_eval(part)
        except (ValueError, TypeError):
            bound = "?"
        if not isinstance(bound, int):
            return Sequence(owner.kind, None, owner.each())
        bounds.append(bound)
    if owner.items is None or bounds[2] == 0:
        return owner
    return Sequence(owner.kind, owner.items[slice(*bounds)])


def _slice(machine: Interpreter, frame: Frame, node: ast.Slice) -> Value:
    for part in (node.lower, node.upper, node.step):
        if part is not None:
            evaluate(machine, frame, part)
    return Py("slice")


ITEM = "an item of a Tensor"


def iterate(machine: Interpreter, frame: Frame, node: ast.expr, value: Value) -> Value:
    """What one item of an iterable can be."""
    found = []
    for option in options(value):
        if isinstance(option, Sequence):
            found.append(option.each() if option.items is not None and len(option.items) == 1 else _one_of(option))
        elif isinstance(option, Mapping):
            found.append(UNKNOWN if option.open else join_all(key for key, _ in option.items))
        elif isinstance(option, Tensor):
            found.append(
                Tensor(
                    dtype=option.dtype,
                    floating=option.floating,
                    sources=option.sources,
                    confidence=option.confidence,
                    evidence=because(frame, node, ITEM, option),
                )
            )
        elif isinstance(option, Py) and option.kind in ("size", "range"):
            found.append(INT)
        elif isinstance(option, Const) and isinstance(option.value, str):
            found.append(STR)
        elif isinstance(option, Scalar):
            found.append(option)
        elif isinstance(option, Instance):
            found.append(attributes.element(machine, frame, node, option))
        elif option != NONE:
            found.append(UNKNOWN)
    return join_all(found)


def store(machine: Interpreter, frame: Frame, target: ast.expr, value: Value) -> None:
    """Assign to a target."""
    if machine.observer is not None:
        machine.observer.stored(frame, target, value)
    if isinstance(target, ast.Name):
        scope = frame
        if frame.function is not None and target.id not in frame.function.local_names:
            outer: Frame | None = frame.closure
            while outer is not None:
                if target.id in outer.env:
                    scope = outer
                    break
                outer = outer.closure
        scope.env[target.id] = value
        _forget(scope, target.id)
    elif isinstance(target, (ast.Tuple, ast.List)):
        if frame.tracing:
            machine.emit(Iterate(target, frame, machine, value, "unpack", frame.statement or ast.Pass()))
        parts = _unpacked(machine, frame, target, value)
        for element, part in zip(target.elts, parts, strict=True):
            if isinstance(element, ast.Starred):
                store(machine, frame, element.value, Sequence("list", None, part))
            else:
                store(machine, frame, element, part)
    elif isinstance(target, ast.Attribute):
        owner = evaluate(machine, frame, target.value)
        _forget(frame, dotted_name(target) or "?")
        attributes.assign(machine, frame, target, owner, target.attr, value)
    elif isinstance(target, ast.Subscript):
        owner = evaluate(machine, frame, target.value)
        key = indexed(machine, frame, target, owner, "write", value)
        changed = owner
        if isinstance(owner, Mapping):
            if isinstance(key, Const):
                others = tuple((k, v) for k, v in owner.items if k != key)
                changed = replace(owner, items=(*others, (key, value)), maybe=owner.maybe - {key})
            else:
                changed = replace(owner, open=True, element=join(owner.element, value) if owner.open else value)
        elif isinstance(owner, Sequence):
            changed = Sequence(owner.kind, None, join(owner.each(), value))
        if changed is not owner and isinstance(target.value, (ast.Name, ast.Attribute)):
            store(machine, frame, target.value, changed)
    elif isinstance(target, ast.Starred):
        store(machine, frame, target.value, Sequence("list", None, value))


def _forget(frame: Frame, name: str) -> None:
    """What a test said of attributes of ``name`` no longer holds."""
    prefix = f"{name}."
    for known in [key for key in frame.env if key.startswith(prefix) or (key == name and "." in key)]:
        del frame.env[known]


def _unpacked(machine: Interpreter, frame: Frame, target: ast.Tuple | ast.List, value: Value) -> list[Value]:
    count = len(target.elts)
    star = next((i for i, element in enumerate(target.elts) if isinstance(element, ast.Starred)), None)
    each: list[list[Value]] = [[] for _ in range(count)]
    for option in options(value):
        if option == NONE:
            continue
        items = attributes.positional(machine, option) if isinstance(option, Instance) else None
        if isinstance(option, Sequence):
            items = option.items
        if items is not None and star is None and len(items) == count:
            parts = list(items)
        elif items is not None and star is not None and len(items) >= count - 1:
            behind = len(items) - (count - star - 1)
            parts = [*items[:star], join_all(items[star:behind]), *items[behind:]]
        elif isinstance(option, DynamicSize) and star is None:
            parts = lengths.unpacked(option, count)
        else:
            parts = [iterate(machine, frame, target, option)] * count
        for slot, part in zip(each, parts, strict=True):
            slot.append(part)
    return [join_all(slot) for slot in each]


# Scopes of their own


def _lambda(machine: Interpreter, frame: Frame, node: ast.Lambda) -> Value:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    return Function(frame.module.function_info(node, prefix), closure=frame)


def _comprehension(
    machine: Interpreter, frame: Frame, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
) -> Value:
    before = dict(frame.env)
    whole: tuple[Value, ...] | None = None
    for generator in node.generators:
        iterable = evaluate(machine, frame, generator.iter)
        if frame.tracing:
            statement = frame.statement or ast.Pass()
            machine.emit(Iterate(generator.iter, frame, machine, iterable, "comprehension", statement))
        only = len(node.generators) == 1 and not generator.ifs
        if only and isinstance(iterable, Sequence) and iterable.items is not None and len(iterable.items) <= 16:
            whole = iterable.items
        store(machine, frame, generator.target, iterate(machine, frame, generator.iter, iterable))
        for test in generator.ifs:
            condition(machine, frame, test, "comprehension")
            narrowing.assume(machine, frame, test, True)
    result: Value
    if isinstance(node, ast.DictComp):
        evaluate(machine, frame, node.key)
        result = Mapping((), True, evaluate(machine, frame, node.value))
    elif whole is not None:
        items = []
        for part in whole:
            store(machine, frame, node.generators[0].target, part)
            items.append(evaluate(machine, frame, node.elt))
        result = Sequence("list", tuple(items))
    else:
        result = Sequence("set" if isinstance(node, ast.SetComp) else "list", None, evaluate(machine, frame, node.elt))
    frame.env = {
        **{k: v for k, v in frame.env.items() if k in before},
        **{k: before[k] for k in before if k not in frame.env},
    }
    for generator in node.generators:
        for name in ast.walk(generator.target):
            if isinstance(name, ast.Name):
                if name.id in before:
                    frame.env[name.id] = before[name.id]
                else:
                    frame.env.pop(name.id, None)
    return result


def _yield(machine: Interpreter, frame: Frame, node: ast.Yield | ast.YieldFrom) -> Value:
    if node.value is not None:
        value = evaluate(machine, frame, node.value)
        if isinstance(node, ast.YieldFrom):
            value = iterate(machine, frame, node.value, value)
        frame.yields.append(value)
    return UNKNOWN


def _await(machine: Interpreter, frame: Frame, node: ast.Await) -> Value:
    return evaluate(machine, frame, node.value)


def _starred(machine: Interpreter, frame: Frame, node: ast.Starred) -> Value:
    return evaluate(machine, frame, node.value)


def decorate(machine: Interpreter, frame: Frame, decorator: ast.expr, value: Value) -> Value:
    """What a decorator makes of a function that is defined inside another."""
    maker = evaluate(machine, frame, decorator)
    called = ast.copy_location(calls.Decoration(decorator, [], []), decorator)
    return calls.decorated(machine, frame, called, maker, value)


_HANDLERS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: lambda machine, frame, node: calls.evaluate_call(machine, frame, node),
    ast.BinOp: _binary,
    ast.UnaryOp: _unary,
    ast.Compare: _compare,
    ast.BoolOp: _boolean,
    ast.IfExp: _conditional,
    ast.Subscript: _subscript,
    ast.Slice: _slice,
    ast.Tuple: _tuple,
    ast.List: _tuple,
    ast.Set: _tuple,
    ast.Dict: _dict,
    ast.JoinedStr: _joined,
    ast.FormattedValue: _formatted,
    ast.NamedExpr: _walrus,
    ast.Lambda: _lambda,
    ast.ListComp: _comprehension,
    ast.SetComp: _comprehension,
    ast.GeneratorExp: _comprehension,
    ast.DictComp: _comprehension,
    ast.Yield: _yield,
    ast.YieldFrom: _yield,
    ast.Await: _await,
    ast.Starred: _starred,
}
