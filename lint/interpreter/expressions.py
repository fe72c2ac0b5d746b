"""Evaluation of expressions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import TYPE_CHECKING

from fullgraph.lint.domain import arrays
from fullgraph.lint.domain.events import (
    ArrayRead,
    BoundedRead,
    Call,
    Iterate,
    Read,
    SparseRead,
)
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    HIGH,
    STR,
    UNKNOWN,
    ClassValue,
    Const,
    External,
    Function,
    MappingValue,
    PyValue,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    join,
    join_all,
    replace,
    scalar_part,
    usual_text,
)
from fullgraph.lint.interpreter import (
    aliases,
    attributes,
    calls,
    compiled_alone,
    containers,
    decorators,
    emission,
    held,
    narrowing,
    operators,
    special_methods,
)
from fullgraph.lint.interpreter.arguments import Decoration
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def evaluate(interp: Evaluator, frame: Frame, node: ast.expr) -> Value:
    """The value of an expression; UNKNOWN for what is not understood."""
    handler = _HANDLERS.get(type(node))
    if handler is None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                evaluate(interp, frame, child)
        return UNKNOWN
    value = handler(interp, frame, node)
    if interp.probe is None and interp.viewer is None:
        return value
    return emission.note(interp, frame, node, value)


# Names, constants, containers


def _constant(interp: Evaluator, frame: Frame, node: ast.Constant) -> Value:
    known: Const | None = node.__dict__.get("constant")
    if known is None or known.value is not node.value:  # a rewrite's copy of a node has what was kept with that
        known = node.__dict__["constant"] = Const(node.value)
    return known


def _name(interp: Evaluator, frame: Frame, node: ast.Name) -> Value:
    local = frame.env.get(node.id)
    if local is not None:
        if frame.iterators and node.id in frame.iterators:
            held.over_break(interp, frame, node)
        if type(local) is Tensor and local.sparse and frame.tracing:
            interp.emit(SparseRead(node, frame, interp, local))
        elif frame.tracing and arrays.is_array(local):
            interp.emit(ArrayRead(node, frame, interp, local))
        if type(local) is UnionValue or (isinstance(local, (SequenceValue, MappingValue)) and local.sites):
            local = aliases.current(interp.heap, local)
        return _read(interp, frame, node, local)
    value = interp.name(frame, node.id)
    if frame.tracing and arrays.is_array(value):
        interp.emit(ArrayRead(node, frame, interp, value))
    if type(value) in aliases.KINDS:
        value = _read(interp, frame, node, aliases.current(interp.heap, value))
    if frame.tracing and node.id in interp.counters(frame.module) and not _is_local(frame, node.id):
        interp.emit(Read(node, frame, interp, frame.module, node.id, value, frame.around(node)))
    return value


def _is_local(frame: Frame, name: str) -> bool:
    scope: Frame | None = frame
    while scope is not None:
        if name in scope.env or (scope.function is not None and name in scope.function.local_names):
            return True
        scope = scope.closure
    return False


def _read(interp: Evaluator, frame: Frame, node: ast.Name | ast.Attribute, value: Value) -> Value:
    """The value that a variable or an attribute holds, of which the rules are told if it is a deque with a bound."""
    if type(value) is SequenceValue and value.bound is not None and frame.tracing:
        interp.emit(BoundedRead(node, frame, interp, value.bound))
    return value


def _attribute(interp: Evaluator, frame: Frame, node: ast.Attribute) -> Value:
    if frame.narrowed and (dotted := dotted_name(node)) and dotted in frame.env:
        return frame.env[dotted]
    owner = evaluate(interp, frame, node.value)
    value = attributes.load(interp, frame, node, owner, node.attr)
    return _read(interp, frame, node, aliases.current(interp.heap, value)) if type(value) in aliases.KINDS else value


_KINDS: dict[type[ast.expr], str] = {ast.Tuple: "tuple", ast.List: "list", ast.Set: "set"}


def _literal(interp: Evaluator, node: ast.expr) -> Value | None:
    """The value of a display of constants alone, kept with its node: tables of hundreds of entries are met often."""
    if interp.viewer is not None or interp.probe is not None:
        return None  # who asks about the values of the parts is told of them
    return syntax.remembered(node, "literal", lambda: _literal_of(interp, node))


def _literal_of(interp: Evaluator, node: ast.expr) -> Value | None:
    if isinstance(node, ast.Constant):
        return Const(node.value)
    if isinstance(node, ast.Dict):
        keys = [_literal(interp, key) if key is not None else None for key in node.keys]
        values = [_literal(interp, value) for value in node.values]
        pairs = {key: value for key, value in zip(keys, values, strict=True) if key is not None and value is not None}
        if any(part is None or not isinstance(key, Const) for key, part in zip(keys, values, strict=True)):
            return None
        return _mapping(pairs, False, [])
    if isinstance(node, (ast.Tuple, ast.List, ast.Set)):
        items = [item for element in node.elts if (item := _literal(interp, element)) is not None]
        return _display(node, items, True) if len(items) == len(node.elts) else None
    return None


def _display(node: ast.expr, items: list[Value], whole: bool) -> Value:
    kind = _KINDS[type(node)]
    if whole and len(items) <= 64:
        return SequenceValue(kind, tuple(items))
    return SequenceValue(kind, None, join_all(items))


def _mapping(items: dict[Value, Value], is_open: bool, others: list[Value]) -> MappingValue:
    if len(items) > 512:
        return MappingValue((), True, join_all(items.values()))
    return MappingValue(tuple(items.items()), is_open, join_all(others) if others else UNKNOWN)


def _is_sited(value: Value) -> bool:
    return isinstance(value, (SequenceValue, MappingValue)) and bool(value.sites)


def _tuple(interp: Evaluator, frame: Frame, node: ast.Tuple | ast.List | ast.Set) -> Value:
    if (known := _literal(interp, node)) is not None:
        if not isinstance(known, SequenceValue) or known.items is None:
            return known
        items = aliases.share_parts(interp, frame, node.elts, list(known.items))
        return replace(known, items=tuple(items)) if any(map(_is_sited, items)) else known
    items = []
    whole = True
    for element in node.elts:
        if isinstance(element, ast.Starred):
            value = evaluate(interp, frame, element.value)
            if isinstance(value, SequenceValue) and value.items is not None:
                items.extend(value.items)
            else:
                items.append(containers.iterate(interp, frame, element.value, value))
                whole = False
        else:
            items.append(aliases.share(interp, frame, element, evaluate(interp, frame, element)))
    if isinstance(node, ast.Set):
        emission.emit_hashed(interp, frame, node, items)
    return _display(node, items, whole)


def _dict(interp: Evaluator, frame: Frame, node: ast.Dict) -> Value:
    if (known := _literal(interp, node)) is not None:
        if not isinstance(known, MappingValue) or len(known.items) != len(node.values):
            return known
        parts = aliases.share_parts(interp, frame, node.values, [value for _, value in known.items])
        pairs = tuple((key, part) for (key, _), part in zip(known.items, parts, strict=True))
        return replace(known, items=pairs) if any(map(_is_sited, parts)) else known
    items: dict[Value, Value] = {}
    is_open = False
    others: list[Value] = []
    for key, expr in zip(node.keys, node.values, strict=True):
        value = evaluate(interp, frame, expr)
        if key is not None:
            value = aliases.share(interp, frame, expr, value)
        if key is None:
            if isinstance(value, MappingValue):
                items.update(dict(value.items))
                is_open |= value.open
                if value.open:
                    others.append(value.element)
            else:
                is_open = True
                others.append(UNKNOWN)
            continue
        name = evaluate(interp, frame, key)
        emission.emit_hashed(interp, frame, node, [name])
        if isinstance(name, (Const, ClassValue, External)):
            items[name] = value
        else:
            is_open = True
            others.append(value)
    return _mapping(items, is_open, others)


def _joined(interp: Evaluator, frame: Frame, node: ast.JoinedStr) -> Value:
    parts: list[str] = []
    known, usual = True, True
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
            continue
        value = evaluate(interp, frame, part)
        known = known and isinstance(value, Const)
        text = usual_text(value)
        usual = usual and text is not None
        parts.append(text or "")
    if not usual:
        return STR
    return Const("".join(parts)) if known else PyValue("str", usual="".join(parts))


def _formatted(interp: Evaluator, frame: Frame, node: ast.FormattedValue) -> Value:
    value = evaluate(interp, frame, node.value)
    if node.conversion in _CONVERSIONS and frame.tracing:
        name = f"builtins.{_CONVERSIONS[node.conversion]}"
        special_methods.text(interp, frame, node, value, "str" if node.conversion == ord("s") else "repr")
        interp.emit(Call(node, frame, interp, name, (value,), HIGH, frame.around(node)))
    if node.format_spec is not None:
        asked = evaluate(interp, frame, node.format_spec)
        if frame.tracing and node.conversion == -1 and scalar_part(value) is not None:
            interp.emit(Call(node, frame, interp, "builtins.format", (value, asked), HIGH, frame.around(node)))
        return STR
    plain = isinstance(value, Const) and isinstance(value.value, (str, int, bool)) and node.conversion == -1
    if plain and isinstance(value, Const):
        return Const(str(value.value))
    return value if isinstance(value, PyValue) and value.kind == "str" and node.conversion == -1 else STR


_CONVERSIONS = {ord("s"): "str", ord("r"): "repr", ord("a"): "ascii"}
"""The functions that ``!s``, ``!r`` and ``!a`` call."""


def _walrus(interp: Evaluator, frame: Frame, node: ast.NamedExpr) -> Value:
    value = evaluate(interp, frame, node.value)
    containers.store(interp, frame, node.target, value)
    frame.assigned[node.target.id] = value
    return value


# Scopes of their own


def _lambda(interp: Evaluator, frame: Frame, node: ast.Lambda) -> Value:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    evaluate_defaults(interp, frame, node.args)
    return Function(frame.module.function_info(node, prefix), closure=frame)


def evaluate_defaults(interp: Evaluator, frame: Frame, arguments: ast.arguments) -> None:
    """Evaluate the defaults of parameters, where the function is made."""
    for default in (*arguments.defaults, *arguments.kw_defaults):
        if default is not None and not isinstance(default, (ast.Constant, ast.Name)):
            evaluate(interp, frame, default)


def _comprehension(
    interp: Evaluator, frame: Frame, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp
) -> Value:
    before, conditions = dict(frame.env), len(frame.conditions)
    whole: tuple[Value, ...] | None = None
    first: Value = UNKNOWN
    found = 0
    for generator in node.generators:
        iterable = evaluate(interp, frame, generator.iter)
        if frame.tracing:
            statement = frame.around(generator.iter)
            interp.emit(Iterate(generator.iter, frame, interp, iterable, "comprehension", statement))
        if generator is node.generators[0]:
            first, found = iterable, len(frame.findings)
        only = len(node.generators) == 1 and not generator.ifs
        if only and isinstance(iterable, SequenceValue) and iterable.items is not None and len(iterable.items) <= 16:
            whole = iterable.items
        containers.store(interp, frame, generator.target, containers.iterate(interp, frame, generator.iter, iterable))
        for test in generator.ifs:
            if operators.condition(interp, frame, test, "comprehension") is None:
                operators.depends(interp, frame, test, True)
            narrowing.assume(interp, frame, test, True)
    result: Value
    if isinstance(node, ast.DictComp):
        emission.emit_hashed(interp, frame, node, [evaluate(interp, frame, node.key)])
        result = MappingValue((), True, _element(interp, frame, node.value))
    elif whole is not None:
        items = []
        for part in whole:
            containers.store(interp, frame, node.generators[0].target, part)
            items.append(_element(interp, frame, node.elt))
        result = SequenceValue("list", tuple(items))
    else:
        result = SequenceValue(
            "set" if isinstance(node, ast.SetComp) else "list", None, _element(interp, frame, node.elt)
        )
    if isinstance(node, ast.SetComp) and isinstance(result, SequenceValue):
        emission.emit_hashed(interp, frame, node, [result.each()])
    del frame.conditions[conditions:]
    if frame.tracing:
        if len(frame.findings) > found:
            held.over_comprehension(interp, frame, node, first, found)
        if compiled_alone.COMPREHENSIONS_ARE_FUNCTIONS and not isinstance(node, ast.GeneratorExp):
            compiled_alone.note(interp, frame, node, first, found)
    inner, assigned = syntax.remembered(node, "own names", lambda: _own_names(node))
    after = {
        name: value if name in inner or "." in name else frame.env.get(name, value) for name, value in before.items()
    }
    set_here = {name: frame.assigned[name] for name in assigned if name in frame.assigned}
    after.update((name, join(before.get(name, value), value)) for name, value in set_here.items())
    frame.env = after
    return result


def _element(interp: Evaluator, frame: Frame, node: ast.expr) -> Value:
    """What a comprehension gives for each of what it goes over."""
    value = aliases.share(interp, frame, node, evaluate(interp, frame, node), many=True)
    aliases.stand_for_several(interp.heap, value)
    return value


def _own_names(
    node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp,
) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a comprehension binds or tests, which are what they were behind it, and those that ``:=`` sets."""
    parts = [part for one in node.generators for below in (one.target, *one.ifs) for part in syntax.walk(below)]
    assigned = {part.target.id for part in syntax.walk(node) if isinstance(part, ast.NamedExpr)}
    return frozenset(part.id for part in parts if isinstance(part, ast.Name)) - assigned, frozenset(assigned)


def _yield(interp: Evaluator, frame: Frame, node: ast.Yield | ast.YieldFrom) -> Value:
    if node.value is not None:
        value = evaluate(interp, frame, node.value)
        if isinstance(node, ast.YieldFrom):
            value = containers.iterate(interp, frame, node.value, value)
        frame.yields.append(value)
    frame.suspended = interp.heap.copy() if frame.suspended is None else frame.suspended.joined(interp.heap)
    return UNKNOWN


def _await(interp: Evaluator, frame: Frame, node: ast.Await) -> Value:
    return evaluate(interp, frame, node.value)


def _starred(interp: Evaluator, frame: Frame, node: ast.Starred) -> Value:
    return evaluate(interp, frame, node.value)


def decorate(interp: Evaluator, frame: Frame, decorator: ast.expr, value: Value) -> Value:
    """Return what a decorator makes of a function that is defined inside another."""
    maker = evaluate(interp, frame, decorator)
    called = ast.copy_location(Decoration(decorator, [], []), decorator)
    return decorators.decorated(interp, frame, called, maker, value)


_HANDLERS: dict[type[ast.expr], Callable[..., Value]] = {
    ast.Constant: _constant,
    ast.Name: _name,
    ast.Attribute: _attribute,
    ast.Call: calls.evaluate_call,
    ast.BinOp: operators.binary,
    ast.UnaryOp: operators.unary,
    ast.Compare: operators.compare,
    ast.BoolOp: operators.boolean,
    ast.IfExp: operators.conditional,
    ast.Subscript: containers.subscript,
    ast.Slice: containers.slice_object,
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
