"""Lists, sets and dictionaries that more than one way leads to: what they hold is on the heap.

A container is a value in the one variable that holds it. Once it is put into another one, gets a second name, or is
passed to a function that changes it, it gets a *site*, after the place that shared it. From there on every way to it
reads its contents from the heap, so that all see what one of them changes: allocation sites, made when needed.

A site that is met again stands for several objects. What is done to one of these may have been done to each.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, TypeGuard

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    TRUE,
    Instance,
    MappingValue,
    SequenceValue,
    UnionValue,
    Value,
    join,
    join_all,
    replace,
)
from fullgraph.lint.project.index import FunctionInfo
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

Container = SequenceValue | MappingValue

KINDS = frozenset((SequenceValue, MappingValue, UnionValue))
"""The classes of the values that may hold something with a site."""
CHANGING = frozenset("append extend insert add update setdefault".split())
"""The methods that are seen to change a container."""
_MUTABLE = frozenset(("list", "set"))
_HELD, _MANY = "contents", "many"
"""The heap's names for what a container holds, and for that its site stands for several; no attribute is one."""


def share(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> Value:
    """A value that another way leads to from here on: a container gets a site, in the variable too that holds it."""
    if not _is_container(value) or value.sites or frame.function is None:
        return value
    site = (node, frame.call)
    held, heap = interp.heap.of(site), interp.heap
    shared: Value = replace(value, sites=frozenset((site,)))
    if held:
        shared = join(held[_HELD], shared)
    heap[site] = {_HELD: shared, _MANY: TRUE} if held or not frame.tracing else {_HELD: shared}
    if isinstance(node, ast.Name) and node.id in frame.env:
        frame.env[node.id] = shared
    elif isinstance(node, ast.Attribute):
        with interp.muted(frame):
            owner = interp.evaluate(frame, node.value)
        attributes = heap.of(owner.site) if isinstance(owner, Instance) else {}
        if isinstance(owner, Instance) and node.attr in attributes:
            heap[owner.site] = {**attributes, node.attr: shared}
    return shared


def share_parts(interp: Evaluator, frame: Frame, nodes: list[ast.expr], parts: list[Value]) -> list[Value]:
    """What a display puts into a container; the same list where it is nothing that can be changed."""
    if frame.function is None or not any(map(_is_container, parts)):
        return parts
    return [share(interp, frame, node, part) for node, part in zip(nodes, parts, strict=True)]


def share_changed(interp: Evaluator, frame: Frame, node: ast.AST, info: FunctionInfo, args: list[Value]) -> list[Value]:
    """The positional arguments of a call, as shared with a function that changes some of its parameters."""
    if not isinstance(node, ast.Call) or not any(map(_is_container, args)):
        return args
    names = [*info.node.args.posonlyargs, *info.node.args.args]
    changed = changed_names(info.node)
    if any(isinstance(one, ast.Starred) for one in node.args) or not changed:
        return args
    bound: list[ast.expr | None] = [None] * (len(args) - len(node.args))
    given = [*bound, *node.args]
    return [
        share(interp, frame, expression, value) if expression is not None and name.arg in changed else value
        for name, expression, value in zip(names, given, args, strict=False)
    ] + args[len(names) :]


def changed_names(node: ast.AST) -> frozenset[str]:
    """The names in a function whose containers it changes."""
    return syntax.remembered(node, "changed names", lambda: frozenset(_changed_names(node)))


def _changed_names(node: ast.AST) -> set[str]:
    found = set()
    for part in syntax.walk(node):
        place: ast.expr | None = None
        if isinstance(part, ast.Subscript) and not isinstance(part.ctx, ast.Load):
            place = part.value
        elif isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute) and part.func.attr in CHANGING:
            place = part.func.value
        if isinstance(place, ast.Name):
            found.add(place.id)
    return found


def current(heap: Heap, value: Value) -> Value:
    """A value with the contents of the moment, where they are on the heap."""
    if type(value) is UnionValue:
        if any(_is_container(option) and option.sites for option in value.alternatives):
            return join_all([current(heap, option) for option in value.alternatives])
        return value
    if not _is_container(value) or not value.sites:
        return value
    found: list[Value] = [held[_HELD] for site in value.sites if (held := heap.of(site))]
    if len(found) < len(value.sites):
        found.append(value)
    return join_all(found)


def change(heap: Heap, owner: Value, changed: Value) -> Value:
    """A container after a change, which is noted on the heap."""
    if not _is_container(owner) or not owner.sites or not _is_container(changed):
        return changed
    changed = replace(changed, sites=owner.sites)
    for site in owner.sites:
        held = heap.of(site)
        if not held:
            continue
        contents: Value = replace(changed, sites=frozenset((site,)))
        if len(owner.sites) > 1 or _MANY in held:
            contents = join(held[_HELD], contents)
        heap[site] = {**held, _HELD: contents}
    return changed


def _is_container(value: Value) -> TypeGuard[Container]:
    return isinstance(value, MappingValue) or (isinstance(value, SequenceValue) and value.kind in _MUTABLE)
