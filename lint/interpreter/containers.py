"""Items of containers and tensors: subscripts, iteration, and what an assignment stores."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from fullgraph.lint.domain import arrays
from fullgraph.lint.domain.dtypes import BOOLEAN
from fullgraph.lint.domain.events import (
    ArrayRead,
    Index,
    Iterate,
)
from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    INT,
    LOW,
    MEDIUM,
    NONE,
    SIZE,
    STR,
    UNKNOWN,
    Batch,
    ClassValue,
    Const,
    DynamicSize,
    External,
    ExternalInstance,
    Function,
    Globals,
    Instance,
    MappingValue,
    NumpyNumber,
    Origin,
    PyValue,
    Scalar,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join,
    join_all,
    replace,
    tensor_part,
)
from fullgraph.lint.interpreter import (
    aliases,
    attributes,
    batches,
    dynamic_sizes,
    emission,
    enumerations,
    exceptions,
    generics,
    mappings,
    module_containers,
    parameters,
    sizes,
    special_methods,
    states,
)
from fullgraph.lint.interpreter.arguments import Arguments, as_call
from fullgraph.lint.interpreter.models import introspection, ranks, torch
from fullgraph.lint.project.index import dotted_name

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


# Items


def subscript(interp: Evaluator, frame: Frame, node: ast.Subscript) -> Value:
    owner = interp.evaluate(frame, node.value)
    index = indexed(interp, frame, node, owner, "read")
    if isinstance(owner, MappingValue) and owner.factory is not None:
        owner = _with_made(interp, frame, node, owner, index)
    held = [option for option in alternatives(owner) if option != NONE]  # None has no items
    found = join_all(item(interp, frame, node, option, index) for option in held or alternatives(owner))
    if frame.tracing and arrays.is_array(found) and not arrays.is_array(owner):
        interp.emit(ArrayRead(node, frame, interp, found))
    return aliases.current(interp.heap, found) if type(found) in aliases.KINDS else found


def indexed(
    interp: Evaluator,
    frame: Frame,
    node: ast.Subscript,
    owner: Value,
    kind: Literal["read", "write", "delete"],
    assigned: Value | None = None,
) -> Value:
    """Evaluate the index of a subscript, part by part, and tell the rules of it."""
    whole = node.slice
    written = whole.elts if isinstance(whole, ast.Tuple) else [whole]
    parts: list[tuple[ast.expr, Value]] = []
    bounds: list[tuple[ast.expr, Value]] = []
    for part in written:
        if isinstance(part, ast.Slice):
            given = [bound for bound in (part.lower, part.upper, part.step) if bound is not None]
            values = [interp.evaluate(frame, bound) for bound in given]
            bounds += zip(given, values, strict=True)
            parts.append((part, dynamic_sizes.slice_of(values)))
        else:
            parts.append((part, interp.evaluate(frame, part)))
    if isinstance(owner, Tensor):
        owner = _surer(owner, [value for _, value in parts])
    if frame.tracing:
        statement = frame.around(node)
        interp.emit(Index(node, frame, interp, owner, tuple(parts), tuple(bounds), kind, statement, assigned))
    if not isinstance(whole, ast.Tuple):
        return parts[0][1]
    if any(isinstance(part, ast.Starred) for part in written):
        return SequenceValue("tuple", None, UNKNOWN)
    return SequenceValue("tuple", tuple(value for _, value in parts))


def _with_made(interp: Evaluator, frame: Frame, node: ast.Subscript, owner: MappingValue, key: Value) -> Value:
    """A ``defaultdict`` that has been asked for a key: it has the value that its factory makes for a missing one."""
    assert owner.factory is not None
    if owner.get(key) is not None and key not in owner.maybe:
        return owner
    made = interp.call_value(frame, as_call(node), owner.factory, Arguments([], {}))
    given = aliases.change(interp.heap, owner, with_default(owner, key, aliases.share(interp, frame, node, made)))
    if isinstance(node.value, (ast.Name, ast.Attribute)):
        store(interp, frame, node.value, given)
    return given


def _surer(owner: Tensor, parts: Sequence[Value]) -> Tensor:
    """What is indexed: something that may be a tensor is one where a tensor indexes it."""
    if owner.confidence > LOW:
        return owner
    by_tensor = any((part := tensor_part(value)) is not None and part.confidence > LOW for value in parts)
    return replace(owner, confidence=MEDIUM) if by_tensor else owner


def item(interp: Evaluator, frame: Frame, node: ast.Subscript, owner: Value, index: Value) -> Value:
    """``owner[index]``."""
    if isinstance(owner, Tensor):
        several = index.items if isinstance(index, SequenceValue) and index.kind == "tuple" else None
        return torch.index_result(frame, node, _surer(owner, several or [index]), index)
    if isinstance(owner, SequenceValue):
        if isinstance(node.slice, ast.Slice):
            return _sliced(owner, node.slice)
        index = special_methods.call(interp, frame, node, index, "index") or index
        if isinstance(index, Const) and isinstance(index.value, int) and owner.items is not None:
            try:
                return owner.items[index.value]
            except IndexError:
                exceptions.met(interp, frame, node, exceptions.INDEX)
                return UNKNOWN
        return unsure(_one_of(owner)) if owner.kind == "tuple" and index is UNKNOWN else _one_of(owner)
    if arrays.is_array(owner):
        return arrays.part(owner, index) or UNKNOWN
    if isinstance(owner, MappingValue):
        known = owner.get(index)
        if known is not None:
            return known
        if isinstance(index, UnionValue):
            return join_all(item(interp, frame, node, owner, option) for option in index.alternatives)
        if isinstance(index, Const):
            if not owner.open and isinstance(node.ctx, ast.Load):
                exceptions.met(interp, frame, node, exceptions.KEY)
            return parameters.anonymous(owner.element) if owner.open else UNKNOWN
        some = parameters.anonymous(owner.each())
        return unsure(some) if owner.items else some
    if isinstance(owner, Const) and isinstance(owner.value, str):
        return STR
    if isinstance(owner, DynamicSize) and not isinstance(node.slice, ast.Slice):
        return dynamic_sizes.item(owner, index)
    if isinstance(owner, PyValue) and owner.kind == "size":
        return owner if isinstance(node.slice, ast.Slice) else sizes.computed(frame, node, INT, owner)
    if isinstance(owner, Scalar):  # of `t.tolist()`, whose items are lists where the tensor has more dimensions
        return owner
    if isinstance(owner, Instance):
        own = special_methods.call(interp, frame, node, owner, "getitem", index)
        own = mappings.missing(interp, frame, node, owner, index) if own is None else own
        if own is None and (modules := module_containers.held(interp, owner)) is not None:
            return item(interp, frame, node, modules, index)
        return attributes.item(interp, frame, node, owner, index) if own is None else own
    if isinstance(owner, Batch):
        return batches.item(frame, node, owner, index)
    if isinstance(owner, Globals):
        return introspection.item_of_globals(interp, owner, index)
    if owner == External("sys.modules") and isinstance(index, Const):
        return interp.member(str(index.value), "")
    if isinstance(owner, ClassValue) and (getter := owner.cls.find_method("__class_getitem__")) is not None:
        return interp.call(frame, node, Function(getter, owner), [index], {})
    if isinstance(owner, ClassValue) and isinstance(index, Const) and isinstance(index.value, str):
        named = enumerations.by_name(interp, owner.cls, index.value)
        if named is not None:
            return named
    if isinstance(owner, (External, ClassValue)):
        return generics.made(interp, frame, node, owner, index)
    if owner is UNKNOWN and isinstance(node.value, ast.Attribute) and node.value.attr == "shape":
        return SIZE if isinstance(node.slice, ast.Slice) else INT  # a tensor's or an array's, whichever it is
    if owner is UNKNOWN and (mask := tensor_part(index)) is not None and mask.dtype == BOOLEAN:
        selected = Tensor(array=mask.array, confidence=min(mask.confidence, MEDIUM))  # nothing else takes a mask
        return torch.index_result(frame, node, selected, index)
    return UNKNOWN


def with_default(owner: MappingValue, key: Value, default: Value) -> MappingValue:
    """``owner.setdefault(key, default)``."""
    if not isinstance(key, Const):
        return replace(owner, open=True, element=join(owner.element, default) if owner.open else default)
    known = owner.get(key)
    if known is not None:
        value = join(known, default) if key in owner.maybe else known
    else:
        value = join(owner.element, default) if owner.open else default
    others = tuple((name, held) for name, held in owner.items if name != key)
    return replace(owner, items=(*others, (key, value)), maybe=owner.maybe - {key})


def updated(owner: MappingValue, given: Arguments) -> MappingValue:
    """``owner.update(...)``."""
    items = dict(owner.items)
    others = [owner.element] if owner.open else []
    is_open = owner.open or bool(given.rest)
    maybe = owner.maybe
    for value in map(_as_mapping, given.args):
        if isinstance(value, MappingValue):
            maybe = (maybe - (dict(value.items).keys() - value.maybe)) | (value.maybe - items.keys())
            for key, added in value.items:
                items[key] = join(items[key], added) if key in value.maybe and key in items else added
            others += [value.element] if value.open else []
            is_open |= value.open
        else:
            others.append(UNKNOWN)
            is_open = True
    items.update((Const(name), value) for name, value in given.kwargs.items())
    named = {Const(name) for name in given.kwargs}
    return replace(owner, items=tuple(items.items()), open=is_open, element=join_all(others), maybe=maybe - named)


def _as_mapping(value: Value) -> Value:
    """A list of pairs whose keys are known as a dictionary; other values as they are."""
    if not isinstance(value, SequenceValue) or value.items is None:
        return value
    pairs = [one.items for one in value.items if isinstance(one, SequenceValue) and one.items is not None]
    if len(pairs) < len(value.items) or not all(len(pair) == 2 and isinstance(pair[0], Const) for pair in pairs):
        return value
    return MappingValue(tuple({pair[0]: pair[1] for pair in pairs}.items()))


def unsure(value: Value) -> Value:
    """Some item of things that differ, such as ``args[position]`` or ``kwargs[name]``: not likely just a tensor."""
    return join_all(
        replace(option, confidence=LOW) if isinstance(option, (Tensor, Scalar)) else option
        for option in alternatives(value)
    )


def _one_of(owner: SequenceValue) -> Value:
    """Some item: two of them need not agree in shape or dtype."""
    return parameters.anonymous(owner.each())


def _sliced(owner: SequenceValue, index: ast.Slice) -> Value:
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
            return SequenceValue(owner.kind, None, owner.each(), constant=owner.constant)
        bounds.append(bound)
    if owner.items is None or bounds[2] == 0:
        return replace(owner, sites=frozenset())
    return SequenceValue(owner.kind, owner.items[slice(*bounds)], constant=owner.constant)


def slice_object(interp: Evaluator, frame: Frame, node: ast.Slice) -> Value:
    bounds = [part for part in (node.lower, node.upper, node.step) if part is not None]
    return dynamic_sizes.slice_of([interp.evaluate(frame, bound) for bound in bounds])


def iterate(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> Value:
    """Return what one item of an iterable can be."""
    found = []
    for option in alternatives(value):
        if isinstance(option, SequenceValue):
            found.append(option.each() if option.items is not None and len(option.items) == 1 else _one_of(option))
        elif isinstance(option, MappingValue):
            found.append(UNKNOWN if option.open else join_all(key for key, _ in option.items))
        elif isinstance(option, Tensor):
            rank = ranks.of_item(option)
            if rank == 0 and option.array is True and not frame.tracing:
                found.append(NumpyNumber(evidence=option.evidence))
                continue
            found.append(
                Tensor(
                    shape=() if rank == 0 else None,
                    rank=rank,
                    dtype=option.dtype,
                    floating=option.floating,
                    fractional=option.fractional,
                    sources=option.sources,
                    array=option.array,
                    confidence=option.confidence,
                    evidence=emission.because(frame, node, "an item of a Tensor", option, Origin.ITEM),
                )
            )
        elif isinstance(option, PyValue) and option.kind in ("size", "range"):
            found.append(sizes.computed(frame, node, INT, option))
        elif isinstance(option, Const) and isinstance(option.value, str):
            found.append(STR)
        elif isinstance(option, Scalar):
            found.append(option)
        elif isinstance(option, Instance):
            found.append(_items_of(interp, frame, node, option))
        elif option != NONE and not (isinstance(option, ExternalInstance) and option.cls.startswith("torch.nn.")):
            found.append(UNKNOWN)  # a layer has no items: it is there in place of a list of some
    return join_all(found)


def _items_of(interp: Evaluator, frame: Frame, node: ast.expr, owner: Instance) -> Value:
    """Return what iterating an object gives."""
    if (modules := module_containers.held(interp, owner)) is not None and owner.cls.find_method("__iter__") is None:
        return iterate(interp, frame, node, modules)
    items = attributes.positional(interp, owner)
    if items is not None:
        return join_all(items)
    iterator = special_methods.call(interp, frame, node, owner, "iter")
    if iterator is None:
        method = owner.cls.find_method("__getitem__")
        return UNKNOWN if method is None else interp.call(frame, node, Function(method, owner), [INT], {})
    found = []
    for option in alternatives(iterator):
        if isinstance(option, Instance):
            found.append(special_methods.call(interp, frame, node, option, "next") or UNKNOWN)
        else:
            found.append(iterate(interp, frame, node, option))
    return join_all(found)


def store(interp: Evaluator, frame: Frame, target: ast.expr, value: Value) -> None:
    """Assign to a target."""
    if interp.observer is not None:
        interp.observer.stored(frame, target, value)
    if isinstance(target, ast.Name):
        scope = frame
        if frame.function is not None and target.id not in frame.function.local_names:
            outer: Frame | None = frame.closure
            while outer is not None:
                if target.id in outer.env:
                    scope, frame.sets_outer = outer, True
                    break
                outer = outer.closure
        is_global = frame.function is None or target.id not in frame.function.local_names
        is_new = is_global and scope is frame and target.id not in frame.env
        if is_new and interp.set_global(frame, target.id, states.pruned(value)):
            return
        if isinstance(value, Tensor) and value.confidence == LOW and frame.tracing and frame.function is not None:
            value = parameters.confirmed_by_use(interp, frame.function, target.id, value)
        scope.env[target.id] = states.pruned(value)
        _forget(scope, target.id)
    elif isinstance(target, (ast.Tuple, ast.List)):
        if frame.tracing:
            interp.emit(Iterate(target, frame, interp, value, "unpack", frame.around(target)))
        parts = _unpacked(interp, frame, target, value)
        for element, part in zip(target.elts, parts, strict=True):
            if isinstance(element, ast.Starred):
                store(interp, frame, element.value, SequenceValue("list", None, part))
            else:
                store(interp, frame, element, part)
    elif isinstance(target, ast.Attribute):
        owner = interp.evaluate(frame, target.value)
        _forget(frame, dotted_name(target) or "?")
        attributes.assign(interp, frame, target, owner, target.attr, states.pruned(value))
    elif isinstance(target, ast.Subscript):
        owner = interp.evaluate(frame, target.value)
        key = indexed(interp, frame, target, owner, "write", value)
        mappings.put(interp, frame, target, owner, key, value)
        options = alternatives(owner)
        placed = iterate(interp, frame, target, value) if isinstance(target.slice, ast.Slice) else value
        changes = [with_item(option, key, placed) for option in options]
        if any(changed is not option for changed, option in zip(changes, options, strict=True)):
            changed = aliases.change_one(interp.heap, options, changes)
            if isinstance(target.value, (ast.Name, ast.Attribute)):
                store(interp, frame, target.value, changed)
    elif isinstance(target, ast.Starred):
        store(interp, frame, target.value, SequenceValue("list", None, value))


def with_item(owner: Value, key: Value, value: Value) -> Value:
    """A container after ``owner[key] = value``."""
    if isinstance(owner, SequenceValue):
        at = key.value if isinstance(key, Const) and type(key.value) is int else None
        if owner.items is not None and at is not None and -len(owner.items) <= at < len(owner.items):
            items = list(owner.items)
            items[at] = value
            return SequenceValue(owner.kind, tuple(items))
        return SequenceValue(owner.kind, None, join(owner.each(), value))
    if not isinstance(owner, MappingValue):
        return owner
    if isinstance(key, Const):
        others = tuple((k, v) for k, v in owner.items if k != key)
        return replace(owner, items=(*others, (key, value)), maybe=owner.maybe - {key})
    return replace(owner, open=True, element=join(owner.element, value) if owner.open else value)


def without(owner: aliases.Container, method: str, key: Value | None, again: bool) -> aliases.Container:
    """A container from which a method took something out, perhaps ``again`` and again. ``key``: its first argument."""
    if method == "clear":
        if isinstance(owner, MappingValue):
            return replace(owner, items=(), element=UNKNOWN, open=False)
        return replace(owner, items=(), element=UNKNOWN, constant=False, bound=None)
    if isinstance(owner, MappingValue):
        if isinstance(key, Const):
            items = tuple((name, value) for name, value in owner.items if name != key)
            return replace(owner, items=items, maybe=owner.maybe - {key})
        return replace(owner, maybe=frozenset(name for name, _ in owner.items))
    last = key is None or key == Const(-1)
    listed = owner.kind in ("list", "ModuleList")
    if method == "pop" and listed and owner.items and not again and last:
        return replace(owner, items=owner.items[:-1], constant=False)
    if method == "pop" and listed and owner.items and not again and key == Const(0):
        return replace(owner, items=owner.items[1:], constant=False)
    bound = owner.bound and owner.bound.taken()
    return replace(owner, items=None, element=owner.each(), constant=False, bound=bound)


def delete(interp: Evaluator, frame: Frame, target: ast.Subscript) -> None:
    """``del owner[key]``."""
    owner = interp.evaluate(frame, target.value)
    key = indexed(interp, frame, target, owner, "delete")
    if aliases.is_container(owner):
        changed = aliases.change(interp.heap, owner, without(owner, "pop", key, again=frame.in_loop()))
        if isinstance(target.value, (ast.Name, ast.Attribute)):
            store(interp, frame, target.value, changed)
    else:
        special_methods.call(interp, frame, target, owner, "delitem", key)


def _forget(frame: Frame, name: str) -> None:
    """Return what a test said of attributes of ``name`` no longer holds."""
    if not frame.narrowed:
        return
    prefix = f"{name}."
    for known in [key for key in frame.env if key.startswith(prefix) or (key == name and "." in key)]:
        del frame.env[known]


def _unpacked(interp: Evaluator, frame: Frame, target: ast.Tuple | ast.List, value: Value) -> list[Value]:
    count = len(target.elts)
    star = next((i for i, element in enumerate(target.elts) if isinstance(element, ast.Starred)), None)
    each: list[list[Value]] = [[] for _ in range(count)]
    for option in alternatives(value):
        if option == NONE:
            continue
        items = attributes.positional(interp, option) if isinstance(option, Instance) else None
        if isinstance(option, SequenceValue):
            items = option.items
        if items is not None and star is None and len(items) == count:
            parts = list(items)
        elif items is not None and star is not None and len(items) >= count - 1:
            behind = len(items) - (count - star - 1)
            parts = [*items[:star], join_all(items[star:behind]), *items[behind:]]
        elif isinstance(option, DynamicSize) and star is None:
            parts = dynamic_sizes.unpacked(option, count)
        else:
            parts = [iterate(interp, frame, target, option)] * count
        for slot, part in zip(each, parts, strict=True):
            slot.append(part)
    return [join_all(slot) for slot in each]
