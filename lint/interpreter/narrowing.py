"""Narrowing: what the outcome of a test implies for the values it tested."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.frame import Env, Frame
from fullgraph.lint.domain.values import (
    MAX_OPTIONS,
    MEDIUM,
    NONE,
    UNKNOWN,
    ClassValue,
    Const,
    Evidence,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    join,
    join_all,
    replace,
    truth,
)
from fullgraph.lint.interpreter import enumerations
from fullgraph.lint.project.index import ClassInfo, dotted_name
from fullgraph.lint.project.module_classes import is_tensor_class
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def assume(interp: Evaluator, frame: Frame, test: ast.expr, holds: bool) -> None:
    """Narrow variables by a test that came out as ``holds``."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        assume(interp, frame, test.operand, not holds)
    elif isinstance(test, ast.BoolOp):
        if holds is isinstance(test.op, ast.And):
            for operand in test.values:
                assume(interp, frame, operand, holds)
    elif isinstance(test, ast.Compare) and len(test.ops) == 1:
        _compared(interp, frame, test, holds)
    elif isinstance(test, ast.Call):
        _called(interp, frame, test, holds)
    elif isinstance(test, ast.NamedExpr):
        assume(interp, frame, test.target, holds)
    elif isinstance(test, (ast.Name, ast.Attribute)):
        value = _read(interp, frame, test)
        if value is not None:
            kept = [option for option in alternatives(value) if truth(option) is not (not holds)]
            if kept and len(kept) < len(list(alternatives(value))):
                _write(frame, test, join_all(kept))


def undone(frame: Frame, before: Env, node: ast.BoolOp | ast.IfExp) -> Env:
    """The variables behind an expression of which a test decides what runs: there it says nothing of them."""
    after = dict(before)
    for name, certain in _assigned(node).items():
        if name in frame.assigned:
            value = frame.assigned[name]
            after[name] = value if certain or name not in before else join(before[name], value)
    return after


def _assigned(node: ast.BoolOp | ast.IfExp) -> dict[str, bool]:
    """The names that an expression assigns, and whether it does so in the part that always runs."""

    def find() -> dict[str, bool]:
        first, *others = node.values if isinstance(node, ast.BoolOp) else (node.test, node.body, node.orelse)
        found: dict[str, bool] = {}
        for part in (*others, first):
            targets = (below.target for below in syntax.walk(part) if isinstance(below, ast.NamedExpr))
            found.update((target.id, part is first) for target in targets)
        return found

    return syntax.remembered(node, "assigned", find)


def _read(interp: Evaluator, frame: Frame, node: ast.expr) -> Value | None:
    """The value of a variable or of an attribute of one, without telling the rules."""
    if isinstance(node, ast.NamedExpr):
        node = node.target
    if not dotted_name(node):
        return None
    if isinstance(node, ast.Name):
        return interp.name(frame, node.id)
    with interp.muted(frame):
        return interp.evaluate(frame, node)


def _write(frame: Frame, node: ast.expr, value: Value) -> None:
    if isinstance(node, ast.NamedExpr):
        node = node.target
    name = dotted_name(node)
    frame.env[name] = value
    frame.narrowed = frame.narrowed or "." in name


def _compared(interp: Evaluator, frame: Frame, test: ast.Compare, holds: bool) -> None:
    op, left, right = test.ops[0], test.left, test.comparators[0]
    if isinstance(op, (ast.In, ast.NotIn)):
        _among(interp, frame, left, right, holds is isinstance(op, ast.In))
        return
    if isinstance(left, ast.Constant):
        left, right = right, left
    same = isinstance(op, (ast.Is, ast.Eq))
    if not same and not isinstance(op, (ast.IsNot, ast.NotEq)):
        return
    if isinstance(left, ast.Attribute) and left.attr == "dtype":
        if holds is same:
            _of_dtype(interp, frame, left.value, interp.evaluate(frame, right))
        return
    if not isinstance(right, ast.Constant) or not (right.value is None or isinstance(right.value, (bool, str))):
        return
    value = _read(interp, frame, left)
    if value is None:
        return
    _keep(frame, left, value, [Const(right.value)], holds is same)


def _among(interp: Evaluator, frame: Frame, node: ast.expr, container: ast.expr, inside: bool) -> None:
    """Narrow a variable by ``x in ("a", "b")``: it is one of these texts, or none of them."""
    value = _read(interp, frame, node)
    if value is None:
        return
    if isinstance(container, (ast.List, ast.Tuple, ast.Set)):
        items: Sequence[Value] = [
            Const(item.value) if isinstance(item, ast.Constant) else UNKNOWN for item in container.elts
        ]
    else:
        items = _items(_read(interp, frame, container))
    texts = [item for item in items if isinstance(item, Const) and isinstance(item.value, str)]
    if 0 < len(texts) == len(items) <= MAX_OPTIONS:
        _keep(frame, node, value, texts, inside)


def _items(container: Value | None) -> Sequence[Value]:
    if isinstance(container, SequenceValue):
        return container.items or ()
    if isinstance(container, MappingValue) and not container.open and not container.maybe:
        return [key for key, _ in container.items]
    return []


def _keep(frame: Frame, node: ast.expr, value: Value, constants: Sequence[Const], equal: bool) -> None:
    """Narrow a variable to what may equal one of ``constants``, or to the rest."""
    options = list(alternatives(value))
    if equal:
        equals = [c for c in constants if any(option == c or _may_be(option, c) for option in options)]
        if equals:
            _write(frame, node, join_all(equals))
        return
    kept = [option for option in options if option not in constants]
    if kept and len(kept) < len(options):
        _write(frame, node, join_all(kept))


def _may_be(option: Value, constant: Const) -> bool:
    return option is UNKNOWN or option == PyValue(constant.kind.__name__)


def _of_dtype(interp: Evaluator, frame: Frame, node: ast.expr, dtype: Value) -> None:
    """Narrow a variable by its dtype: of ``bool``, a tensor is a mask."""
    value = _read(interp, frame, node) if dtype == External("torch.bool") else None
    if isinstance(value, Tensor):
        _write(frame, node, replace(value, dtype=BOOLEAN))


def _called(interp: Evaluator, frame: Frame, test: ast.Call, holds: bool) -> None:
    name = dotted_name(test.func)
    if not test.args:
        return
    if name == "all" and holds:
        _each(interp, frame, test.args[0])
    if name in ("torch.is_tensor", "isinstance", "torch.jit.isinstance"):
        value = _read(interp, frame, test.args[0])
        if value is None:
            return
        wanted: list[object] = ["torch.Tensor"]
        if name != "torch.is_tensor":
            wanted = classes_of(interp, frame, test.args[1]) if len(test.args) > 1 else []
        if not wanted:
            return
        verdicts = [(option, is_instance(option, wanted)) for option in alternatives(value)]
        kept = [option for option, verdict in verdicts if verdict is not (not holds)]
        open_only = all(verdict is None for _, verdict in verdicts if verdict is not False) and bool(kept)
        if holds and "torch.Tensor" in wanted and len(wanted) == 1 and open_only:
            evidence = Evidence(test, frame.module, "the branch is taken for a Tensor only")
            kept = [Tensor(confidence=MEDIUM, evidence=evidence)]
        elif holds and open_only and len(wanted) == 1:
            only = wanted[0]
            if isinstance(only, ClassInfo) and is_tensor_class(only):
                evidence = Evidence(test, frame.module, f"the branch is taken for a {only.name} only")
                kept = [Tensor(cls=only, confidence=MEDIUM, evidence=evidence)]
            elif isinstance(only, ClassInfo):
                kept = [Instance(only, ("declared", only.module.name, only.qualname), exact=False)]
            elif only in ("builtins.list", "builtins.tuple"):
                kept = [SequenceValue(str(only).removeprefix("builtins."))]
        if kept:
            _write(frame, test.args[0], join_all(kept))


def _each(interp: Evaluator, frame: Frame, given: ast.expr) -> None:
    """Narrow the items of a variable by ``all(isinstance(x, Layer) for x in xs)``."""
    if not isinstance(given, (ast.GeneratorExp, ast.ListComp)) or len(given.generators) > 1:
        return
    over = given.generators[0]
    if over.ifs or not isinstance(over.target, ast.Name) or not isinstance(given.elt, ast.Call):
        return
    whole = _read(interp, frame, over.iter)
    if whole is UNKNOWN:
        whole = SequenceValue("list")
    if not isinstance(whole, SequenceValue) or whole.items is not None:
        return
    around = dict(frame.env)
    frame.env[over.target.id] = whole.element
    assume(interp, frame, given.elt, holds=True)
    element = frame.env[over.target.id]
    frame.env = around
    if element != whole.element:
        _write(frame, over.iter, replace(whole, element=element, sites=frozenset()))


def classes_of(interp: Evaluator, frame: Frame, node: ast.expr) -> list[object]:
    """The classes that the second argument of ``isinstance`` names; empty where one of them is not known."""
    if isinstance(node, ast.BinOp):
        return [*classes_of(interp, frame, node.left), *classes_of(interp, frame, node.right)]
    value = interp.evaluate(frame, node)
    parts = value.items if isinstance(value, SequenceValue) and value.items is not None else (value,)
    found: list[object] = []
    for part in parts:
        if isinstance(part, ClassValue):
            found.append(part.cls)
        elif isinstance(part, External):
            found.append(part.name)
        else:
            return []
    return found


_KINDS = {
    "builtins.int": {"int", "bool"},
    "builtins.float": {"float"},
    "builtins.bool": {"bool"},
    "builtins.str": {"str"},
    "builtins.dict": {"dict"},
}


_NUMBERS = frozenset(("builtins.int", "builtins.float", "numbers.Number", "numbers.Real", "numbers.Integral"))


def is_instance(value: Value, classes: list[object]) -> bool | None:
    """``isinstance(value, classes)``, None where it is not known."""
    answers = [_is_one(value, cls) for cls in classes]
    if True in answers:
        return True
    return None if None in answers else False


def _is_one(value: Value, cls: object) -> bool | None:
    if isinstance(value, Tensor):
        if cls == "numpy.ndarray":
            return value.array
        if cls in ("torch.Tensor", "torch.FloatTensor"):
            return None if value.array is None else not value.array
        if value.array:
            return None if cls in _NUMBERS else False  # a number of NumPy's may be one of Python's too
        if isinstance(cls, ClassInfo):
            if value.cls is not None and value.cls.is_subclass(cls):
                return True
            return None if is_tensor_class(cls) else False
        return None if cls == "torch.nn.Parameter" or cls == "torch.nn.parameter.Parameter" else False
    if isinstance(value, (Const, PyValue)):
        kind = value.kind.__name__ if isinstance(value, Const) else value.kind
        if value in (enumerations.TEXT, enumerations.NUMBER):
            kind = "str" if value == enumerations.TEXT else "int"
            return True if isinstance(cls, str) and kind in _KINDS.get(cls, ()) else None
        if isinstance(cls, str) and cls in _KINDS and kind != "object":
            return kind in _KINDS[cls]
        if value == NONE or kind in ("int", "float", "bool", "str"):
            return False if cls == "torch.Tensor" or hasattr(cls, "mro") or cls in _KINDS else None
        return False if cls == "torch.Tensor" and kind in ("size", "dtype", "device", "range") else None
    if isinstance(value, Instance):
        if value.cls.is_subclass(cls):  # type: ignore[arg-type]
            return True
        return False if value.exact and "?" not in value.cls.mro and hasattr(cls, "mro") else None
    if isinstance(value, SequenceValue):
        own = f"collections.{value.kind}" if value.kind == "deque" else f"builtins.{value.kind}"
        if cls == own and value.kind in ("list", "tuple", "set", "deque"):
            return True
        return (
            False
            if cls in ("torch.Tensor", "builtins.list", "builtins.tuple", "builtins.dict", "builtins.str")
            else None
        )
    if isinstance(value, MappingValue):
        return True if cls == "builtins.dict" else False if cls in ("torch.Tensor", "builtins.list") else None
    if isinstance(value, ExternalInstance):
        return _is_of(value, cls)
    if isinstance(value, (ClassValue, Function)) and cls == "builtins.type":
        return isinstance(value, ClassValue)
    if isinstance(value, Scalar):
        return False if cls == "torch.Tensor" else None
    return None


def _is_of(value: ExternalInstance, cls: object) -> bool | None:
    """The same of an object of another package: a layer that is made here is of no class but torch's."""
    if value.cls == cls:
        return True
    is_made = isinstance(value.site, tuple) and value.site[:1] == ("site",)
    if not is_made or not value.cls.startswith("torch.nn."):
        return None
    if isinstance(cls, ClassInfo):
        return False
    is_recurrent = value.cls.rpartition(".")[2] in ("LSTM", "GRU", "RNN")
    if is_recurrent and isinstance(cls, str) and cls.startswith("torch.nn."):
        return cls.rpartition(".")[2] in ("Module", "RNNBase")
    return None
