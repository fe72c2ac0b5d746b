"""Models of ``functools``, and of the operators that ``operator`` gives as functions."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.externals import CACHED_METHOD, HELD_CALL
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    NONE,
    UNKNOWN,
    Const,
    External,
    Function,
    Partial,
    SequenceValue,
    Value,
    alternatives,
    is_number,
    join,
    join_all,
)
from fullgraph.lint.interpreter import attributes, containers, operators
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.evaluator import Evaluator, Model

_WHOLE = 16
"""Items that are taken one by one."""


def _partial(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    if not given.args:
        return UNKNOWN
    return Partial(given.args[0], tuple(given.args[1:]), tuple(given.kwargs.items()))


def _wraps(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    return UNKNOWN


def _cached(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``lru_cache(function)``: TorchDynamo traces a function that is wrapped, not a bound method."""
    function = given.get(0)
    if isinstance(function, Function):
        return function if function.bound is None else Partial(External(CACHED_METHOD), (function,), ())
    is_size = function is None or function == NONE or is_number(function)
    return Partial(External(_CACHING), (), ()) if is_size else UNKNOWN


def _call_cached(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """What a bound method in a cache gives, which mostly has it already; ``given``: the method, then its arguments."""
    method, *args = given.args
    with interp.muted(frame):
        return interp.call_value(frame, node, method, Arguments(args, given.kwargs, given.rest))


_CACHING = "functools.lru_cache.<decorator>"
"""Stands for what ``functools.lru_cache(maxsize)`` gives."""


def _reduce(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """``reduce(function, items[, initial])``: any result may be met again with any item, where there are many."""
    function, iterable, initial = given.get(0), given.get(1), given.get(2, "initial")
    if function is None or iterable is None:
        return UNKNOWN

    def step(value: Value, item: Value) -> Value:
        return interp.call_value(frame, node, function, Arguments([value, item], {}))

    if isinstance(iterable, SequenceValue) and iterable.items is not None and len(iterable.items) <= _WHOLE:
        items = list(iterable.items)
        value = items.pop(0) if initial is None and items else initial
        for item in items:
            value = step(value or UNKNOWN, item)
        return value or UNKNOWN
    item = containers.iterate(interp, frame, node.args[1] if len(node.args) > 1 else node, iterable)
    value = item if initial is None else initial
    for _ in range(2):
        value = join(value, step(value, item))
    return value


def _binary(operator: type[ast.operator]) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        if len(given.args) != 2:
            return UNKNOWN
        return operators.arithmetic(interp, frame, node, given.args[0], given.args[1], operator())

    return model


def _compared(operator: type[ast.cmpop]) -> Model:
    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        if len(given.args) != 2:
            return UNKNOWN
        return operators.compared(interp, frame, node, given.args[0], operator(), given.args[1])

    return model


def _getter(kind: str) -> Model:
    """``operator.itemgetter(*keys)`` and its like: what it gives says whether it was made before compiled code ran."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
        called = f"operator.{kind}.{'__call__' if frame.tracing else HELD_CALL}"
        return Partial(External(called), tuple(given.args), tuple(given.kwargs.items())) if given.args else UNKNOWN

    return model


def _items(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """What an ``itemgetter`` gives; ``given``: its keys, then the container."""
    *keys, owner = given.args
    written = ast.copy_location(ast.Subscript(ast.Name("container"), ast.Name("key")), node)
    options = list(alternatives(owner))
    found = tuple(join_all(containers.item(interp, frame, written, one, key) for one in options) for key in keys)
    return found[0] if len(found) == 1 else SequenceValue("tuple", found)


def _attributes(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """What an ``attrgetter`` gives; ``given``: its dotted names, then the object."""
    *names, owner = given.args
    found = []
    for name in names:
        value = owner
        for part in name.value.split(".") if isinstance(name, Const) and isinstance(name.value, str) else ("",):
            written = ast.copy_location(ast.Attribute(node, part, ast.Load()), node)
            value = attributes.load(interp, frame, written, value, part) if part else UNKNOWN
        found.append(value)
    return found[0] if len(found) == 1 else SequenceValue("tuple", tuple(found))


def _method_called(interp: Evaluator, frame: Frame, node: ast.Call, given: Arguments) -> Value:
    """What a ``methodcaller`` gives; ``given``: the method's name and arguments, then the object."""
    name, *args, owner = given.args
    if not isinstance(name, Const) or not isinstance(name.value, str):
        return UNKNOWN
    written = ast.copy_location(ast.Attribute(node, name.value, ast.Load()), node)
    method = attributes.load(interp, frame, written, owner, name.value)
    return interp.call_value(frame, node, method, Arguments(args, given.kwargs, given.rest))


_CALLED = {"itemgetter": _items, "attrgetter": _attributes, "methodcaller": _method_called}
_ARITHMETIC: dict[str, type[ast.operator]] = {
    "add": ast.Add,
    "sub": ast.Sub,
    "mul": ast.Mult,
    "matmul": ast.MatMult,
    "truediv": ast.Div,
    "floordiv": ast.FloorDiv,
    "mod": ast.Mod,
    "pow": ast.Pow,
    "and_": ast.BitAnd,
    "or_": ast.BitOr,
    "xor": ast.BitXor,
}
_COMPARISONS: dict[str, type[ast.cmpop]] = {
    "eq": ast.Eq,
    "ne": ast.NotEq,
    "lt": ast.Lt,
    "le": ast.LtE,
    "gt": ast.Gt,
    "ge": ast.GtE,
}

MODELS: dict[str, Model] = {
    **dict.fromkeys(("functools.cache", "functools.lru_cache", _CACHING), _cached),
    CACHED_METHOD: _call_cached,
    "functools.partial": _partial,
    "functools.reduce": _reduce,
    "functools.wraps": _wraps,
    **{f"operator.{kind}": _getter(kind) for kind in _CALLED},
    **{f"operator.{kind}.{name}": model for kind, model in _CALLED.items() for name in ("__call__", HELD_CALL)},
    **{f"operator.{name}": _binary(operator) for name, operator in _ARITHMETIC.items()},
    **{f"operator.{name}": _compared(operator) for name, operator in _COMPARISONS.items()},
}
"""By the dotted name of a function."""
