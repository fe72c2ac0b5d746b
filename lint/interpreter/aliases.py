"""Lists, sets and dictionaries that more than one way leads to: what they hold is on the heap.

A container is a value in the one variable that holds it. Once it is put into another one, gets a second name, or is
passed to a function that changes it, it gets a *site*, after the place that shared it. From there on every way to it
reads its contents from the heap, so that all see what one of them changes: allocation sites, made when needed.

A site that is met again stands for several objects. What is done to one of these may have been done to each.

The dictionary of an object's attributes, ``vars(x)``, is such a container too: its contents are the attributes.
"""

from __future__ import annotations

import ast
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.heap import UNSET, Attributes, Heap
from fullgraph.lint.domain.values import (
    TRUE,
    UNKNOWN,
    ClassValue,
    Const,
    ExternalInstance,
    Instance,
    MappingValue,
    Method,
    SequenceValue,
    Tensor,
    UnionValue,
    Value,
    alternatives,
    join,
    join_all,
    replace,
)
from fullgraph.lint.interpreter import states
from fullgraph.lint.project.index import MUTATORS, FunctionInfo
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

Container = SequenceValue | MappingValue

KINDS = frozenset((SequenceValue, MappingValue, UnionValue))
"""The classes of the values that may hold something with a site."""
SHARED = KINDS | {Method}
"""The classes of the values that an assignment may lead another way to."""
REMOVING = frozenset("pop popitem popleft clear remove discard".split())
"""The methods that take something out of a container."""
ADDING = frozenset("append appendleft insert add setdefault".split())
"""The methods that put their last argument into a container."""
_MUTABLE = frozenset(("list", "set", "deque", "ModuleList"))
ANY = "<any>"
"""The heap's name for attributes that are set by names which are not known; no attribute can have it."""
_HELD, _MANY = "[contents]", "[many]"
"""The heap's names for what a container holds, and for that its site stands for several; no attribute is one."""


def share(interp: Evaluator, frame: Frame, node: ast.expr, value: Value, many: bool = False, level: int = 0) -> Value:
    """A value that another way leads to from here on: a container gets a site, in the variable too that holds it.

    ``many``: it stands for several containers. ``level``: how far down it is in what the expression makes.
    """
    if frame.function is None and not interp.filling:
        return value
    if isinstance(node, (ast.IfExp, ast.BoolOp)):
        return _share_arms(interp, frame, node, value)
    if not is_container(value) or value.sites:
        return value
    site = (node, frame.call, level) if level else (node, frame.call)
    held, heap = interp.heap.of(site), interp.heap
    shared: Value = replace(value, sites=frozenset((site,)))
    if held:
        shared = join(held[_HELD], shared)
    heap[site] = {_HELD: shared, _MANY: TRUE} if held or many or not frame.tracing else {_HELD: shared}
    if isinstance(node, ast.Name) and node.id in frame.env:
        frame.env[node.id] = shared
    elif isinstance(node, ast.Attribute):
        with interp.muted(frame):
            owner = interp.evaluate(frame, node.value)
        attributes = heap.of(owner.site) if isinstance(owner, Instance) else {}
        if isinstance(owner, Instance) and node.attr in attributes:
            heap[owner.site] = {**attributes, node.attr: shared}
        elif isinstance(owner, ClassValue) and interp.filling:
            interp.set_on(owner, node.attr, shared)
    elif isinstance(node, ast.Name) and interp.filling:
        interp.set_global(frame, node.id, shared)
    return shared


def _share_arms(interp: Evaluator, frame: Frame, node: ast.IfExp | ast.BoolOp, value: Value) -> Value:
    """``a if test else b``, ``a or b``: each variable that the value can be that of."""
    if not any(map(is_container, alternatives(value))):
        return value
    with interp.muted(frame):
        for source in _sources(node):
            share(interp, frame, source, interp.evaluate(frame, source))
        return interp.evaluate(frame, node)


def _sources(node: ast.expr) -> Iterator[ast.Name | ast.Attribute]:
    """The variables and attributes whose object an expression can give."""
    if isinstance(node, (ast.Name, ast.Attribute)):
        yield node
    elif isinstance(node, ast.IfExp):
        yield from _sources(node.body)
        yield from _sources(node.orelse)
    elif isinstance(node, ast.BoolOp):
        for part in node.values:
            yield from _sources(part)
    elif isinstance(node, ast.NamedExpr):
        yield from _sources(node.target)


def share_assigned(interp: Evaluator, frame: Frame, node: ast.Assign, value: Value) -> Value:
    """What an assignment stores, where it gives a container that is changed a second name, or puts it into another."""
    if isinstance(value, Method) and value.name in MUTATORS and isinstance(node.value, ast.Attribute):
        return replace(value, owner=share(interp, frame, node.value.value, value.owner))  # ``add = xs.append``
    if frame.function is None:
        return value
    if any(isinstance(target, ast.Subscript) for target in node.targets):
        return share(interp, frame, node.value, value)
    names = {_name(part) for part in (*_sources(node.value), *node.targets)}
    if len(names) < 2 or names.isdisjoint(_names_changed_in(frame)):
        return value
    return share(interp, frame, node.value, value)


def share_parts(interp: Evaluator, frame: Frame, nodes: list[ast.expr], parts: list[Value]) -> list[Value]:
    """What a display puts into a container; the same list where it is nothing that can be changed."""
    if frame.function is None or not any(map(is_container, parts)):
        return parts
    return [share(interp, frame, node, part) for node, part in zip(nodes, parts, strict=True)]


def share_arguments(
    interp: Evaluator, frame: Frame, node: ast.AST, info: FunctionInfo, args: list[Value], kwargs: dict[str, Value]
) -> tuple[list[Value], dict[str, Value]]:
    """The arguments of a call, as shared with a function that changes some of its parameters, or passes them on."""
    if not isinstance(node, ast.Call) or not any(map(is_container, (*args, *kwargs.values()))):
        return args, kwargs
    changed = _changed_parameters(info, frame.tracing)
    if not changed:
        return args, kwargs
    args, kwargs = list(args), dict(kwargs)
    names = [name.arg for name in (*info.node.args.posonlyargs, *info.node.args.args)]
    bound = len(args) - len(node.args)  # the object that a method is bound to
    if bound >= 0 and not any(isinstance(one, ast.Starred) for one in node.args):
        for number, (name, expression) in enumerate(zip(names[bound:], node.args, strict=False), bound):
            if name in changed:
                args[number] = share(interp, frame, expression, args[number])
    for keyword in node.keywords:
        if keyword.arg in changed and keyword.arg in kwargs:
            kwargs[keyword.arg] = share(interp, frame, keyword.value, kwargs[keyword.arg])
    return args, kwargs


def share_all(
    interp: Evaluator, frame: Frame, node: ast.Call, args: list[Value], kwargs: dict[str, Value]
) -> tuple[list[Value], dict[str, Value]]:
    """The arguments of a call that keeps them: of a constructor, of ``dict``."""
    if len(args) == len(node.args):
        args = [share(interp, frame, expression, value) for expression, value in zip(node.args, args, strict=True)]
    written = {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg is not None}
    kwargs = {
        name: share(interp, frame, written[name], value) if name in written else value for name, value in kwargs.items()
    }
    return args, kwargs


def _changed_parameters(info: FunctionInfo, tracing: bool) -> frozenset[str]:
    """The names of a function by which it may change containers, or lead other ways to them.

    Outside of compile scope those alone that it changes itself: constructors pass on lists that say how a model is
    built, which stay what they are.
    """
    return _used(info.node).changed | _used(info.node).passed_on if tracing else _used(info.node).changed


def _names_changed_in(frame: Frame) -> frozenset[str]:
    """The names in a function, and with a point the attributes in its class, whose containers may be changed."""
    info = frame.function
    assert info is not None
    found = _changed_parameters(info, frame.tracing)
    return found if info.owner is None else found | _used(info.owner.node).changed


class AttributesOf(NamedTuple):
    """The site of the dictionary of an object's attributes."""

    site: Hashable
    """That of the object."""


def attributes_of(heap: Heap, owner: Instance | ExternalInstance) -> MappingValue:
    """``vars(owner)``, ``owner.__dict__``."""
    return _attributes(heap, AttributesOf(owner.site))


def _attributes(heap: Heap, site: AttributesOf) -> MappingValue:
    pairs, maybe = [], set()
    held = heap.of(site.site)
    for name, value in held.items():
        if not name.isidentifier():
            continue
        options = alternatives(value)
        known = join_all([_as_held(option) for option in options if option != UNSET])
        pairs.append((Const(name), known))
        if UNSET in options:
            maybe.add(pairs[-1][0])
    return MappingValue(
        tuple(pairs), ANY in held, held.get(ANY, UNKNOWN), maybe=frozenset(maybe), sites=frozenset((site,))
    )


def _as_held(value: Value) -> Value:
    return replace(value, fresh=False) if isinstance(value, Tensor) else value


def _set_attributes(heap: Heap, site: AttributesOf, changed: MappingValue) -> None:
    held = {name: value for name, value in heap.of(site.site).items() if not name.isidentifier()}
    for key, value in changed.items:
        if isinstance(key, Const) and isinstance(key.value, str):
            held[key.value] = join(value, UNSET) if key in changed.maybe else value
    if changed.open:
        held[ANY] = changed.element
    heap[site.site] = held


class _Used(NamedTuple):
    """How code uses names, and attributes, whose names have a point in front."""

    changed: frozenset[str]
    """Of which it calls a method that changes a container, or of which it stores an item."""
    passed_on: frozenset[str]
    """Which it passes to calls, puts into containers, stores in attributes or returns."""


def _used(node: ast.AST) -> _Used:
    return syntax.remembered(node, "used containers", lambda: _uses(node))


def _uses(node: ast.AST) -> _Used:
    if isinstance(node, ast.ClassDef):
        parts = [_used(method) for method in node.body if isinstance(method, (ast.FunctionDef, ast.ClassDef))]
        return _Used(*(frozenset().union(*sets) for sets in zip(*parts, strict=True))) if parts else _UNUSED
    changed: set[str] = set()
    passed_on: set[str] = set()
    renamed: list[tuple[str, str]] = []
    for part in syntax.walk(node):
        if isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load):
            changed.add(_name(part.value))
        elif isinstance(part, ast.Call):
            if isinstance(part.func, ast.Attribute) and part.func.attr in MUTATORS:
                changed.add(_name(part.func.value))
            if not (isinstance(part.func, ast.Name) and part.func.id in _ONLY_READING):
                passed_on.update(map(_name, (*part.args, *(keyword.value for keyword in part.keywords))))
        elif isinstance(part, (ast.List, ast.Tuple, ast.Set)):
            passed_on.update(map(_name, part.elts))
        elif isinstance(part, ast.Dict):
            passed_on.update(map(_name, part.values))
        elif isinstance(part, (ast.Return, ast.Yield)) and part.value is not None:
            passed_on.add(_name(part.value))
        elif isinstance(part, ast.Assign):
            sources = [_name(source) for source in _sources(part.value)]
            if any(isinstance(target, ast.Attribute) for target in part.targets):
                passed_on.update(sources)
            renamed += [(_name(target), source) for target in part.targets for source in sources]
        elif isinstance(part, ast.AugAssign):
            changed.add(_name(part.target))
    for _ in renamed:
        more = {source for target, source in renamed if target in changed} - changed
        if not more:
            break
        changed |= more
    return _Used(frozenset(changed - {""}), frozenset(passed_on - {""}))


_UNUSED = _Used(frozenset(), frozenset())
_ONLY_READING = frozenset(
    "len isinstance print range sum max min any all tuple list dict set sorted str repr type hasattr id hash".split()
)


def _name(node: ast.expr) -> str:
    """A variable's name, or an attribute's behind a point; nothing for other expressions."""
    if isinstance(node, ast.Name):
        return node.id
    return f".{node.attr}" if isinstance(node, ast.Attribute) else ""


def current(heap: Heap, value: Value) -> Value:
    """A value with the contents of the moment, where they are on the heap."""
    if type(value) is UnionValue:
        known: bool | None = value.__dict__.get("has_sites")
        if known is None:
            known = any(is_container(option) and bool(option.sites) for option in value.alternatives)
            value.__dict__["has_sites"] = known
        if known:
            return join_all([current(heap, option) for option in value.alternatives])
        return value
    if not isinstance(value, (SequenceValue, MappingValue)) or not value.sites:
        return value
    sites = value.sites if len(value.sites) == 1 else sorted(value.sites, key=_place)
    found: list[Value] = []
    for site in sites:
        if isinstance(site, AttributesOf):
            found.append(_attributes(heap, site))
        elif held := heap.of(site):
            found.append(held[_HELD])
    if len(found) < len(value.sites):
        found.append(value)
    return join_all(found)


def _place(site: Hashable) -> list[tuple[int, int]]:
    """Where a container got its site, and the call that led there.

    Sites are joined in this order: sets of nodes have another in each run, and the first tensor is the one explained.
    """
    parts = site if isinstance(site, tuple) and not isinstance(site, AttributesOf) else ()
    return [
        (part, 0) if isinstance(part, int) else (getattr(part, "lineno", 0), getattr(part, "col_offset", 0))
        for part in parts
    ]


def deep_copy(interp: Evaluator, frame: Frame, node: ast.expr, value: Value, depth: int = 8) -> Value:
    """A copy of a container, and of what it holds at the moment; unknown further down than ``depth``."""

    def inner(part: Value) -> Value:
        return share(interp, frame, node, deep_copy(interp, frame, node, part, depth - 1), many=True, level=depth)

    value = current(interp.heap, value)
    if not depth:
        return UNKNOWN
    if isinstance(value, UnionValue):
        return join_all([deep_copy(interp, frame, node, option, depth - 1) for option in value.alternatives])
    if not isinstance(value, (SequenceValue, MappingValue)):
        return value
    if isinstance(value, MappingValue):
        pairs = tuple((key, inner(item)) for key, item in value.items)
        return replace(value, items=pairs, element=inner(value.element), sites=frozenset())
    items = None if value.items is None else tuple(map(inner, value.items))
    return replace(value, items=items, element=inner(value.element), sites=frozenset(), constant=False)


def detached(heap: Heap, value: Value) -> Value:
    """A container with what it holds at the moment, whatever other ways lead to it."""
    value = current(heap, value)
    if isinstance(value, MappingValue):
        pairs = tuple((key, detached(heap, item)) for key, item in value.items)
        return replace(value, items=pairs, element=detached(heap, value.element), sites=frozenset())
    if isinstance(value, SequenceValue):
        items = None if value.items is None else tuple(detached(heap, item) for item in value.items)
        return replace(value, items=items, element=detached(heap, value.element), sites=frozenset())
    return value


def changed_among(changes: Mapping[object, Attributes]) -> dict[object, Value]:
    """The contents of containers among changes of the heap, by their sites."""
    return {site: held[_HELD] for site, held in changes.items() if _HELD in held}


def change_again(heap: Heap, changes: Mapping[object, Value]) -> None:
    """Do to containers once more what a call did: which items a list has then is not followed."""
    for site, contents in changes.items():
        held = heap.of(site)
        joined = join(held[_HELD], contents) if held else contents
        if isinstance(joined, SequenceValue) and joined.items is not None:
            joined = replace(joined, items=None, element=joined.each())
        heap[site] = {**held, _HELD: joined}


def make_again(heap: Heap, made: Mapping[object, Value]) -> None:
    """Note that containers were made once more where some were made before: their sites stand for several."""
    for site, contents in made.items():
        held = heap.of(site)
        heap[site] = {_HELD: join(held[_HELD], contents) if held else contents, _MANY: TRUE}


def stand_for_several(heap: Heap, value: Value, depth: int = 4) -> None:
    """Note that a value, and what it holds, is made again and again."""
    for option in alternatives(value):
        if not isinstance(option, (SequenceValue, MappingValue)) or not depth:
            continue
        for site in option.sites:
            if held := heap.of(site):
                heap[site] = {**held, _MANY: TRUE}
        parts = [item for _, item in option.items] if isinstance(option, MappingValue) else list(option.items or ())
        for part in (*parts, option.element):
            stand_for_several(heap, part, depth - 1)


def change_one(heap: Heap, owners: Sequence[Value], changes: Sequence[Value]) -> Value:
    """One of several values after a change of it. ``changes``: what each of them would be."""
    if len(owners) == 1:
        return change(heap, owners[0], changes[0])
    before = heap.copy()
    after = join_all([change(heap, owner, changed) for owner, changed in zip(owners, changes, strict=True)])
    for site, held in before.joined(heap).changes_since(heap).items():
        heap[site] = held
    return after


def change(heap: Heap, owner: Value, changed: Value) -> Value:
    """A container after a change, which is noted on the heap."""
    if not is_container(owner) or not owner.sites or not is_container(changed):
        return changed
    changed = states.pruned(replace(changed, sites=owner.sites))
    for site in owner.sites:
        if isinstance(site, AttributesOf) and isinstance(changed, MappingValue):
            _set_attributes(heap, site, changed)
            continue
        held = heap.of(site)
        if not held:
            continue
        contents: Value = replace(changed, sites=frozenset((site,)))
        if len(owner.sites) > 1 or _MANY in held:
            contents = join(held[_HELD], contents)
        heap[site] = {**held, _HELD: contents}
    return changed


def is_container(value: Value) -> TypeGuard[Container]:
    """Return whether a value is a list, a set or a dictionary."""
    return isinstance(value, MappingValue) or (isinstance(value, SequenceValue) and value.kind in _MUTABLE)
