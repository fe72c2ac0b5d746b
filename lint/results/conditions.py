"""The path conditions of a finding as a reader meets them: what each asks about, and whether it holds by default."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any

from fullgraph.lint.diagnostics.condition import AUTOCAST, DEFAULT_DTYPE, DEVICES, DTYPES, Condition, ConditionKind
from fullgraph.lint.domain.frame import EarlierBreak, Event
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.project.index import Module, all_arguments, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction

_PLAIN = (ast.Name, ast.Attribute, ast.Call)
_ALIASES = {"half": "float16", "float": "float32", "double": "float64"}
"""Other names that torch has for a dtype."""
_DEVICE_FLAGS = {f"is_{device}": device for device in DEVICES}
_AUTOCAST_CALLS = frozenset(("is_autocast_enabled", "is_autocast_cpu_enabled"))
_ASKS_FOR_PACKAGE = re.compile(r"_?is_\w+_available|find_spec")
"""What transformers, diffusers and accelerate call a function that asks for a package, and what importlib does."""
_UNKNOWN = object()
_GIVEN = object()
"""An argument that has to be given."""

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], object]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda left, right: left in right,
    ast.NotIn: lambda left, right: left not in right,
}
_POSITIVE = (ast.Eq, ast.Is, ast.In)
_NEGATIVE = (ast.NotEq, ast.IsNot, ast.NotIn)


def conditions_of(paths: Sequence[PathCondition], event: Event, assumed: Collection[str] = ()) -> tuple[Condition, ...]:
    """What has to hold for the event to happen, outermost first, each test once.

    ``assumed``: the modes, dtypes and devices that are met, beside which no others of their kind are.
    """
    rows = range(event.node.lineno, (event.node.end_lineno or event.node.lineno) + 1)
    found: dict[object, Condition] = {}
    for path in paths:
        if path.is_check:
            continue  # no run gets on without it
        known: dict[tuple[ast.expr, bool], Condition] = path.module.asked
        condition = known.get((path.test, path.holds))
        if condition is None:
            condition = known[path.test, path.holds] = _asked(path)
        under = condition.under(assumed)
        # Of the tests that are about nothing in particular, negations tell something only of plain names and calls, of
        # what names one thing alone (``x.ndim != 2``), and of what the event's own line asks before:
        # ``n == 1 or t.any()``.
        here = path.module is event.frame.module and path.test.lineno in rows
        found[condition.step] = replace(
            condition,
            holds=condition.holds if under is None else under,
            is_telling=condition.kind is not ConditionKind.OTHER
            or path.holds
            or here
            or path.excludes
            or isinstance(path.test, _PLAIN),
        )
    return tuple(found.values())


def condition_of_break(earlier: EarlierBreak) -> Condition:
    """That a break does not leave the rest of its function to eager any more."""
    step = earlier.module.source.step("", earlier.node)
    return Condition(replace(step, text=f"line {step.row} no longer breaks"), ConditionKind.BREAK)


def condition_of_first(event: Event) -> Condition:
    """That nothing has called it with the object before."""
    step = event.frame.source.step("it is the first call", event.node)
    return Condition(step, ConditionKind.FIRST)


def _asked(path: PathCondition) -> Condition:
    """The condition, by what its test asks about."""
    step = path.module.source.step(path.text, path.test)
    test, holds = path.test, path.holds
    if isinstance(test, ast.Attribute) and test.attr == "training":
        return Condition(
            step, ConditionKind.MODE, ("training" if holds else "evaluation",), holds=False if holds else None
        )
    if isinstance(test, ast.Call) and _last_name(test.func) in _AUTOCAST_CALLS:
        return Condition(step, ConditionKind.DTYPE, AUTOCAST, holds, not holds)
    if (compared := _compared(test)) is not None:
        subject, values, is_same = compared
        if _last_name(subject) == "dtype" and set(values) <= set(DTYPES):
            is_among = is_same is holds
            return Condition(step, ConditionKind.DTYPE, values, is_among, (DEFAULT_DTYPE in values) is is_among)
        if set(values) <= set(DEVICES) and "device" in dotted_name(subject).split("."):
            return Condition(step, ConditionKind.DEVICE, values, is_same is holds)
    if (device := _device_of(test)) is not None:
        return Condition(step, ConditionKind.DEVICE, (device,), holds)
    scope = _Scope(path.module, _function_around(path.module, test))
    by_default = scope.value(test)
    answer = None if by_default is _UNKNOWN else bool(by_default) is holds
    return Condition(step, scope.kind, holds=answer)


def _last_name(node: ast.AST) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _compared(test: ast.expr) -> tuple[ast.expr, tuple[str, ...], bool] | None:
    """What is compared with names of dtypes or devices, which they are, and whether it is asked to be one of them."""
    if not isinstance(test, ast.Compare) or len(test.ops) > 1 or not isinstance(test.ops[0], (*_POSITIVE, *_NEGATIVE)):
        return None
    other = test.comparators[0]
    items = other.elts if isinstance(other, (ast.Tuple, ast.List, ast.Set)) else [other]
    values = tuple(
        item.value
        if isinstance(item, ast.Constant) and isinstance(item.value, str)
        else dotted_name(item).removeprefix("torch.")
        if dotted_name(item).startswith("torch.")  # another name may mean any dtype
        else ""
        for item in items
    )
    return test.left, tuple(_ALIASES.get(value, value) for value in values), isinstance(test.ops[0], _POSITIVE)


def _device_of(test: ast.expr) -> str | None:
    """The device that a test such as ``x.is_cuda`` or ``torch.cuda.is_available()`` asks for."""
    if isinstance(test, ast.Attribute):
        return _DEVICE_FLAGS.get(test.attr)
    if isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute) and test.func.attr == "is_available":
        name = _last_name(test.func.value)
        return name if name in DEVICES else None
    return None


class _Scope:
    """The function around a test, and what the names in the test are there when nobody says otherwise."""

    def __init__(self, module: Module, function: AnyFunction | None, seen: frozenset[str] = frozenset()) -> None:
        """``seen``: global names whose values are being asked for already."""
        self.module = module
        holder = module.parents.get(function) if function is not None else None
        self.owner = module.classes.get(holder) if isinstance(holder, ast.ClassDef) else None
        self.parameters = _defaults(function) if function is not None else {}
        self.seen = seen
        self.kind = ConditionKind.OTHER

    def value(self, node: ast.expr) -> object:
        """The value by default; `_UNKNOWN` where that cannot be told. Sets the kind by what is asked."""
        if isinstance(node, ast.Constant):
            return node.value
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            value = self.value(node.operand)
            return value if value is _UNKNOWN else not value
        if isinstance(node, ast.BoolOp):
            return self._operators(node)
        if isinstance(node, ast.Compare) and len(node.ops) == 1:
            return self._comparison(node)
        if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
            values = [self.value(item) for item in node.elts]
            return _UNKNOWN if _UNKNOWN in values else values
        if isinstance(node, ast.Call):
            return self._call(node)
        if isinstance(node, ast.Subscript) and dotted_name(node.value) == "os.environ":
            self.kind = ConditionKind.ENVIRONMENT
        return self._named(node) if isinstance(node, (ast.Name, ast.Attribute)) else _UNKNOWN

    def _operators(self, node: ast.BoolOp) -> object:
        values = [self.value(operand) for operand in node.values]
        decides = isinstance(node.op, ast.Or)
        if any(value is not _UNKNOWN and bool(value) is decides for value in values):
            return decides
        return _UNKNOWN if _UNKNOWN in values else not decides

    def _comparison(self, node: ast.Compare) -> object:
        left, right = self.value(node.left), self.value(node.comparators[0])
        is_none = isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value is None
        if is_none and isinstance(node.left, ast.Name) and node.left.id in self.parameters:
            self.kind = ConditionKind.ARGUMENT
            left = _GIVEN if left is _UNKNOWN and self.parameters[node.left.id] is None else left
        if left is _UNKNOWN or right is _UNKNOWN:
            return _UNKNOWN
        try:
            return _COMPARISONS[type(node.ops[0])](left, right)
        except TypeError:
            return _UNKNOWN

    def _call(self, node: ast.Call) -> object:
        name = dotted_name(node.func)
        if name in ("os.environ.get", "os.getenv", "environ.get", "getenv"):
            self.kind = ConditionKind.ENVIRONMENT
            return self.value(node.args[1]) if len(node.args) > 1 else None
        if _ASKS_FOR_PACKAGE.fullmatch(_last_name(node.func)):
            self.kind = ConditionKind.PACKAGE
        return _UNKNOWN

    def _named(self, node: ast.Name | ast.Attribute) -> object:
        if isinstance(node, ast.Attribute):
            return self._attribute(node)
        if node.id in self.parameters:
            self.kind = ConditionKind.OPTION
            default = self.parameters[node.id]
            if isinstance(default, ast.Constant):
                self.kind = ConditionKind.ARGUMENT if default.value is None else ConditionKind.OPTION
                return default.value
            return _UNKNOWN
        return self._global(node.id)

    def _attribute(self, node: ast.Attribute) -> object:
        root = dotted_name(node).partition(".")[0]
        if root != "self" or self.owner is None:
            return _UNKNOWN
        self.kind = ConditionKind.OPTION
        assigners = self.owner.assigners(node.attr) if isinstance(node.value, ast.Name) else []
        if len(assigners) != 1 or isinstance(assigners[0].node, ast.Lambda):
            return _UNKNOWN
        return _assigned(assigners[0].node, node.attr)

    def _global(self, name: str) -> object:
        """A global name says whether a package is there, or what the environment asks for, by what binds it."""
        bindings = self.module.bindings.get(name, [])
        if any(binding.fallback for binding in bindings):
            self.kind = ConditionKind.PACKAGE
        elif len(bindings) == 1 and isinstance(bindings[0].node, ast.expr) and name not in self.seen:
            around = _Scope(self.module, None, self.seen | {name})
            found = around.value(bindings[0].node)
            self.kind = around.kind
            return found
        return _UNKNOWN


def _function_around(module: Module, node: ast.AST) -> AnyFunction | None:
    around = module.parents.get(node)
    while around is not None and not isinstance(around, AnyFunction):
        around = module.parents.get(around)
    return around


def _defaults(function: AnyFunction) -> dict[str, ast.expr | None]:
    """The defaults of the parameters that the function does not assign; None: it has to be given."""
    given = function.args
    positional = [*given.posonlyargs, *given.args]
    found: dict[str, ast.expr | None] = dict.fromkeys([one.arg for one in all_arguments(given)])
    first = len(positional) - len(given.defaults)
    found.update(zip([one.arg for one in positional][first:], given.defaults, strict=True))
    found.update(zip([one.arg for one in given.kwonlyargs], given.kw_defaults, strict=True))
    stored = {
        node.id
        for node in syntax.walk_kinds(function, (ast.Name,))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    return {name: default for name, default in found.items() if name not in stored}


def _assigned(function: ast.FunctionDef | ast.AsyncFunctionDef, attribute: str) -> object:
    """What a function sets an attribute of its object to by default, where it does that once."""
    values = [
        node.value
        for node in syntax.walk_kinds(function, (ast.Assign, ast.AnnAssign))
        if isinstance(node, (ast.Assign, ast.AnnAssign))
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Attribute) and target.attr == attribute
    ]
    value = values[0] if len(values) == 1 else None
    if isinstance(value, ast.Name):
        value = _defaults(function).get(value.id)
    return value.value if isinstance(value, ast.Constant) else _UNKNOWN
