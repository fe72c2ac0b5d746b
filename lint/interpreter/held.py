"""What a frame holds while the graph breaks in a call, and TorchDynamo may be unable to hand over the break."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from fullgraph.lint.domain.events import HeldIterator, HeldKind, HeldMethod, HeldObject, HeldSparse, IteratorKind
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.values import (
    NONE,
    UNKNOWN,
    Const,
    External,
    ExternalInstance,
    Function,
    Instance,
    MappingValue,
    Method,
    PyValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    join_all,
)
from fullgraph.lint.interpreter.findings import SuppressedFindings
from fullgraph.lint.project.index import own_nodes
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.lint.source import syntax
from fullgraph.lint.source.syntax import AnyFunction

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator

_BUILTIN = (Tensor, SequenceValue, MappingValue)
"""Values of Python's and torch's own types, whose methods are builtin functions."""
_VIEWS = frozenset(("items", "keys", "values"))
_WALKS = frozenset(
    "parameters named_parameters buffers named_buffers children named_children modules named_modules".split()
)
_OF_MODULES = frozenset(("ModuleList", "sequential"))
_CONSUMING = frozenset(
    (*(f"builtins.{name}" for name in ("sum", "any", "all", "dict")), "collections.OrderedDict", "functools.reduce")
)
"""What takes the items of a generator expression in a loop of TorchDynamo's own."""
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp


def breaks(finding: Finding) -> bool:
    """Return whether a finding says that the graph breaks in the default mode."""
    return "default" in finding.modes and is_about_break(finding.code)


def over_call(interp: Evaluator, frame: Frame, node: ast.Call, callee: Value, before: int) -> None:
    """Tell of the method that is held where something breaks in a call.

    ``before``: the number of findings before its arguments.
    """
    if isinstance(node.func, ast.Attribute) and all(_is_unsourced(frame, one, before) for one in alternatives(callee)):
        owner = join_all(
            one.bound for one in alternatives(callee) if isinstance(one, Function) and one.bound is not None
        )
        interp.emit(HeldObject(node, frame, interp, "method", owner, None, tuple(frame.findings[before:])))


def sparse_over_call(interp: Evaluator, frame: Frame, node: ast.Call, args: Collection[Value], before: int) -> None:
    """Tell of a sparse tensor that the frame holds, for the call or for later, where something breaks in the call."""
    if _loops_around(frame, node):
        return  # the whole function is left to eager, for what breaks in the call
    held_for_call = [value for value in args if _is_sparse(value)]
    kept = {name: value for name, value in frame.env.items() if _is_sparse(value)}
    if not held_for_call and (not kept or frame.function is None):
        return
    later = (
        kept[one.id]
        for one in (own_nodes(frame.function.node) if frame.function is not None else ())
        if isinstance(one, ast.Name) and one.id in kept and isinstance(one.ctx, ast.Load)
        if (one.lineno, one.col_offset) > (node.lineno, node.col_offset)
    )
    value = next(iter(held_for_call), None) or next(later, None)
    if value is not None:
        interp.emit(HeldSparse(node, frame, interp, value, tuple(frame.findings[before:])))


def _is_sparse(value: Value) -> bool:
    return type(value) is Tensor and value.sparse


def over_arguments(
    interp: Evaluator, frame: Frame, node: ast.Call, callee: Method, args: Collection[Value], before: int
) -> None:
    """Tell of a builtin method that is looked up before an argument breaks the graph."""
    if isinstance(callee.owner, _BUILTIN):
        causes = tuple(frame.findings[before:])
        interp.emit(HeldMethod(node, frame, interp, callee.owner, callee.name, tuple(args), causes))


def over_comprehension(interp: Evaluator, frame: Frame, node: Comprehension, value: Value, before: int) -> None:
    """Tell of the iterator of a comprehension, or of a generator expression, where something breaks in a round.

    ``value``: what it goes over.
    """
    place: ast.expr = node
    if isinstance(node, ast.GeneratorExp):
        call = frame.module.parents.get(node)
        if not isinstance(call, ast.Call) or node not in call.args or not _consumes(_again(interp, frame, call.func)):
            return
        place = call
    kind = _iterator(interp, frame, node.generators[0].iter, value)
    is_last_use = isinstance(node, ast.GeneratorExp) and _is_last_use(frame, node)
    if kind is not None or is_last_use:
        held: HeldKind = "generator" if place is not node else "iterator"
        causes = tuple(frame.findings[before:])
        interp.emit(HeldObject(place, frame, interp, held, value, kind, causes, is_last_use))


def generators_over_call(interp: Evaluator, frame: Frame, node: ast.Call, before: int) -> None:
    """Tell of the generators that a call is given, where something breaks in what it calls.

    All that is unpacked is among them where nothing else is passed by position: ``f(*(g(y) for y in ys))``.
    """
    passed = [*node.args, *(keyword.value for keyword in node.keywords)]
    if len(node.args) == 1 and isinstance(node.args[0], ast.Starred):
        passed[0] = node.args[0].value
    for given in passed:
        is_generator, is_last_use = isinstance(given, ast.GeneratorExp), False
        if isinstance(given, ast.GeneratorExp):
            value = _again(interp, frame, given.generators[0].iter)
            kind = _iterator(interp, frame, given.generators[0].iter, value)
            is_last_use = _is_last_use(frame, given)
        elif isinstance(given, ast.Call) and isinstance(given.func, ast.Name):
            value, kind = UNKNOWN, _iterator(interp, frame, given, UNKNOWN)
        else:
            continue
        if kind == "enumerate" or (is_generator and kind is not None) or is_last_use:
            causes = tuple(frame.findings[before:])
            interp.emit(HeldObject(node, frame, interp, "argument", value, kind, causes, is_last_use))
            return


def _is_last_use(frame: Frame, node: ast.GeneratorExp) -> bool:
    """Return whether a generator expression takes a variable of the function that is not used behind it.

    The cell of such a variable is not handed over a break in torch 2.11 to 2.13 (GB0091).
    """
    info = frame.function
    if info is None or _is_in_loop(frame, node):
        return False
    outside = set(ast.walk(node.generators[0].iter))
    names = [one for one in ast.walk(node) if isinstance(one, ast.Name) and one not in outside]
    own = {one.id for one in names if isinstance(one.ctx, ast.Store)}
    taken = {one.id for one in names if one.id in info.local_names} - own
    parent = frame.module.parents.get(node)
    last = parent if isinstance(parent, ast.Call) else node  # the other arguments are there before the call
    end = last.end_lineno or last.lineno, last.end_col_offset or 0
    behind = {
        one.id
        for one in syntax.walk(info.node)
        if isinstance(one, ast.Name) and not isinstance(one.ctx, ast.Store) and (one.lineno, one.col_offset) >= end
    }
    return not taken <= behind


def _is_in_loop(frame: Frame, node: ast.AST) -> bool:
    at = frame.module.parents.get(node)
    while at is not None and not isinstance(at, AnyFunction):
        if isinstance(at, (ast.For, ast.While, *COMPREHENSIONS)):
            return True
        at = frame.module.parents.get(at)
    return False


def note_iterator(interp: Evaluator, frame: Frame, node: ast.Assign) -> None:
    """Note a variable to which an iterator, or a view of a dictionary, is assigned, and nothing else anywhere."""
    target, call = node.targets[0], node.value
    if not isinstance(target, ast.Name) or not isinstance(call, ast.Call) or frame.function is None:
        return
    if isinstance(call.func, ast.Name) and call.func.id in _LAZY:
        callee = _again(interp, frame, call.func)
        made_by = call.func.id if isinstance(callee, External) and callee.name.startswith("builtins.") else None
    elif isinstance(call.func, ast.Attribute) and call.func.attr in ("items", "values") and not call.args:
        made_by = call.func.attr if _has_views(_again(interp, frame, call.func.value)) else None
    else:
        return
    if made_by is not None and sum(map(_stores(target.id), own_nodes(frame.function.node))) == 1:
        frame.iterators[target.id] = made_by, len(frame.findings)


def _stores(name: str) -> Callable[[ast.AST], bool]:
    return lambda node: isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load)


def over_break(interp: Evaluator, frame: Frame, node: ast.Name) -> None:
    """Tell of a variable with an iterator that is gone over behind a break."""
    made_by, before = frame.iterators[node.id]
    parent = frame.module.parents.get(node)
    held_by = frame.module.parents.get(parent) if isinstance(parent, ast.Starred) else parent
    by_call = isinstance(held_by, ast.Call)
    gone_over = (
        isinstance(parent, ast.Starred)
        or (isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node)
        or (isinstance(parent, ast.Assign) and isinstance(parent.targets[0], (ast.Tuple, ast.List)))
        or (isinstance(parent, ast.Call) and isinstance(parent.func, ast.Name) and parent.func.id in _GOING_OVER)
    )
    if gone_over and not leaves_to_eager(frame, node):
        found = (one for one in frame.findings[before:] if is_about_break(one.code))
        causes = tuple(one for one in found if not leaves_to_eager(frame, in_frame(frame, one)))
        if causes:
            interp.emit(HeldIterator(node, frame, interp, made_by, by_call, causes))


def in_frame(frame: Frame, finding: Finding) -> ast.AST | None:
    """Return where in a frame something is found: the call that leads to it; None where another frame's led to it."""
    node: ast.AST | None = finding.event.node
    at: Frame | None = finding.event.frame
    while at is not None and at is not frame:
        node, at = at.call, at.caller
    return node if at is not None else None


def is_in_generator(frame: Frame, finding: Finding) -> bool:
    """Return whether something is found in a generator function that a frame called, or in what that calls."""
    at: Frame | None = finding.event.frame
    while at is not None and at is not frame:
        if at.function is not None and at.function.is_generator:
            return True
        at = at.caller
    return False


def leaves_to_eager(frame: Frame, node: ast.AST | None) -> bool:
    """Return whether a break at a node leaves the whole function to eager.

    One in a loop, a ``try``, a ``with`` or a generator expression does; what such an expression goes over first is
    evaluated in front of it.
    """
    assert frame.function is not None
    if node is None:
        return any(isinstance(one, _LOOPS) for one in own_nodes(frame.function.node))
    at = frame.module.parents.get(node)
    if isinstance(node, ast.While) or (isinstance(at, ast.withitem) and at.context_expr is node):
        return True
    if isinstance(node, ast.Call) and node in frame.left_by:
        return True
    while at is not None and at is not frame.function.node:
        if isinstance(at, ast.comprehension) and node is at.iter:
            node, at = at, frame.module.parents.get(at)
            if isinstance(at, ast.GeneratorExp) and node is at.generators[0]:
                node, at = at, frame.module.parents.get(at)
            continue
        if isinstance(at, ast.GeneratorExp):
            return True
        if isinstance(at, _LOOPS):
            return not (isinstance(at, ast.For) and at.iter is node)
        if at in frame.left_by and isinstance(at, ast.With) and node in at.body:
            return True
        node, at = at, frame.module.parents.get(at)
    return False


def is_in_one_loop(frame: Frame, first: ast.AST | None, second: ast.AST) -> bool:
    """Return whether a loop of a frame's function has both in its body: what comes later runs before the next turn."""
    return first is not None and not _loops_around(frame, first).isdisjoint(_loops_around(frame, second))


def _loops_around(frame: Frame, node: ast.AST) -> set[ast.AST]:
    found: set[ast.AST] = set()
    below, at = node, frame.module.parents.get(node)
    while at is not None and not isinstance(below, AnyFunction):
        if isinstance(at, (ast.For, ast.While)) and below in at.body:
            found.add(at)
        below, at = at, frame.module.parents.get(at)
    return found


def gives_up_front(frame: Frame, node: ast.AST | None) -> bool:
    """Return whether TorchDynamo, at a break that leaves the function to eager, gives up what it has traced before.

    It does at one in a loop or a generator expression; in a ``try`` or a context, also around the loop, it keeps the
    graph up to there (torch 2.10 to 2.15).
    """
    assert frame.function is not None
    at, below, found = node, None, node is None
    while at is not None and at is not frame.function.node:
        if isinstance(at, (ast.Try, ast.withitem)) or (at in frame.left_by and isinstance(at, ast.With)):
            return False
        in_loop = isinstance(at, (ast.For, ast.While)) and below in (*at.body, *at.orelse)
        found = found or in_loop or isinstance(at, ast.GeneratorExp)
        at, below = frame.module.parents.get(at), at
    return found


def is_while_test(frame: Frame, node: ast.AST) -> bool:
    """Return whether a node is a ``while`` statement, of which the test is meant, or in the test of one."""
    at: ast.AST | None = node
    below = node
    while at is not None and isinstance(at, ast.expr):
        below, at = at, frame.module.parents.get(at)
    return isinstance(at, ast.While) and (at is node or at.test is below)


def note_tested_generator(interp: Evaluator, frame: Frame, node: ast.Call, given: Value) -> None:
    """Note a call of ``any`` or ``all`` whose tests leave the function to eager.

    They do where it is given a generator that TorchDynamo cannot hand over: that of a function, or an expression over
    an iterator that has moved on. That of a range, of modules or of a dictionary counts as one that has not (GB8335,
    torch 2.10 to 2.15).
    """
    if not frame.tracing or not node.args:
        return
    generator = node.args[0]
    if isinstance(generator, ast.GeneratorExp):
        over = generator.generators[0].iter
        is_left = _iterator(interp, frame, over, _again(interp, frame, over)) in ("items", "enumerate", "walk")
    else:
        is_left = isinstance(given, SequenceValue) and given.kind == "generator"
    if is_left:
        frame.left_by.add(node)


def is_entered_again(interp: Evaluator, frame: Frame, node: ast.expr, context: Value) -> bool:
    """Return whether the code that goes on behind a break enters a context again; so it counts where it is unknown."""
    if type(context) is Value and isinstance(node, ast.Call):
        maker = _again(interp, frame, node.func)
        return not isinstance(maker, External) or _is_among_entered_again(maker.name)
    return all(
        type(one) is Value or (isinstance(one, ExternalInstance) and _is_among_entered_again(one.cls))
        for one in alternatives(context)
    )


def _is_among_entered_again(name: str) -> bool:
    last = name.rpartition(".")[2]
    return last in _ENTERED_AGAIN or "grad" in last or "autocast" in last


_ENTERED_AGAIN = frozenset(("inference_mode", "record_function", "sdpa_kernel", "nullcontext", "stream"))
"""Contexts that TorchDynamo ends at a break and enters again behind it (torch 2.10 to 2.15), beside ``no_grad`` and
``autocast`` with their like."""


_LOOPS = (ast.For, ast.While, ast.Try)


_LAZY = frozenset(("zip", "map", "filter"))
_GOING_OVER = frozenset(
    "list tuple set frozenset dict next sum any all min max sorted enumerate zip map filter len".split()
)
"""Builtin functions that go over what they are given, or ask for its length."""


def is_handed_over_untraced(interp: Evaluator, frame: Frame, node: ast.expr) -> bool:
    """Return whether a comprehension that goes over this, and breaks, is handed an iterator that is not traced.

    That of a list, as of a tuple, is handed over as one that is; for what is not handed over see ``_iterator``.
    """
    if not isinstance(node, ast.Call):
        return False
    callee = _again(interp, frame, node.func)
    name = callee.name if isinstance(callee, External) else ""
    if name == "builtins.enumerate" and node.args:
        over = _iterator(interp, frame, node.args[0], _again(interp, frame, node.args[0]))
        return over != "range" and not interp.torch.at_least("2.11")
    if name in _REBUILT_SINCE_2_14:
        return interp.torch.at_least("2.14") or (name in _CHAINING and not interp.torch.at_least("2.11"))
    return name in ("builtins.zip", "builtins.map", "builtins.filter", "itertools.accumulate")


_CHAINING = ("itertools.chain", "itertools.zip_longest")
_REBUILT_SINCE_2_14 = (*_CHAINING, "itertools.combinations", "itertools.permutations", "itertools.repeat")


def _consumes(callee: Value) -> bool:
    return isinstance(callee, Function) or (isinstance(callee, External) and callee.name in _CONSUMING)


def _is_unsourced(frame: Frame, callee: Value, before: int) -> bool:
    """Return whether a function is a method of an object that the frame made since the last break, or of a tensor of a
    subclass.

    An object that was there before is found again by where it comes from, and so are its methods.
    """
    owner = callee.bound if isinstance(callee, Function) else None
    if isinstance(owner, Tensor):
        return owner.cls is not None
    if not isinstance(owner, Instance):
        return False
    made = frame.made.get(owner.site)
    return made is not None and not any(map(breaks, frame.findings[made:before]))


def _iterator(interp: Evaluator, frame: Frame, node: ast.expr, value: Value) -> IteratorKind | None:
    """Return what an iterator goes over; None where that is not known, or there are several."""
    if isinstance(node, ast.GeneratorExp):
        over = node.generators[0].iter
        return _of_each(_iterator(interp, frame, over, _again(interp, frame, over)), "generator")
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Attribute) and not node.args and not node.keywords:
            owner = _again(interp, frame, node.func.value)
            if node.func.attr in _VIEWS and _has_views(owner):
                return "mapping"
            if node.func.attr in _WALKS and _is_module(owner):
                return "walk"
        callee = _again(interp, frame, node.func)
        name = callee.name if isinstance(callee, External) else ""
        parts = [_iterator(interp, frame, one, _again(interp, frame, one)) for one in node.args]
        if name == "builtins.enumerate":
            return _of_each(parts[0], "enumerate") if parts and parts[0] != "range" else None
        if name == "builtins.range":
            return "range"
        if name == "builtins.sorted":
            return "items"
        if name == "builtins.reversed":
            return "items" if parts and parts[0] in ("items", "range") else None
        if name in ("builtins.zip", "builtins.map", "builtins.filter"):
            return _of_several(parts[name != "builtins.zip" :])
        if name in _CHAINING:
            return "chain"
        if name == "itertools.islice":
            return _of_each(parts[0], "enumerate") if parts else None
    kinds = {_kind(option) for option in alternatives(value) if option != NONE}
    return kinds.pop() if len(kinds) == 1 else None


def _of_each(over: IteratorKind | None, kind: IteratorKind) -> IteratorKind | None:
    """Return what goes over something one by one, a generator or ``enumerate``; None where that is not known."""
    return "enumerate of others" if over in _REBUILT else kind if over is not None else None


def _of_several(parts: Collection[IteratorKind | None]) -> IteratorKind | None:
    """Return what ``zip`` and ``map`` go over: what cannot be rebuilt in any way comes first; None for what is not
    known."""
    if "chain" in parts:
        return "chain"
    if not {"walk", "generator", "enumerate"}.isdisjoint(parts):
        return "enumerate"
    if None in parts:
        return None
    return next((part for part in parts if part in _REBUILT), "items")


_REBUILT = ("mapping", "set", "modules")
"""What can be rebuilt if something else goes over it, and not by itself (torch 2.13 to 2.15)."""


def _again(interp: Evaluator, frame: Frame, node: ast.expr) -> Value:
    """Return the value of an expression that has been evaluated, where that does nothing."""
    if any(map(_may_do_something, ast.walk(node))):
        return SequenceValue("list") if isinstance(node, (ast.ListComp, ast.List, ast.Tuple)) else UNKNOWN
    with SuppressedFindings(frame):
        return interp.evaluate(frame, node)


def _may_do_something(node: ast.AST) -> bool:
    """Return whether a second evaluation may do something again: calls may, but for those that split or make."""
    if isinstance(node, ast.Call):
        if isinstance(node.func, ast.Name) and node.func.id in _MAKING:
            return False
        return not (isinstance(node.func, ast.Attribute) and node.func.attr in _SPLITTING)
    return isinstance(node, (ast.NamedExpr, ast.Await, ast.Lambda))


_MAKING = frozenset("dict list tuple set frozenset sorted reversed range len OrderedDict".split())
_SPLITTING = frozenset("split chunk unbind tensor_split size".split())


def _kind(value: Value) -> IteratorKind | None:
    if isinstance(value, MappingValue):
        return "mapping"
    if isinstance(value, SequenceValue):
        if value.kind in _OF_MODULES:
            return "modules"
        return "set" if value.kind in ("set", "frozenset") else "items" if value.kind in ("list", "tuple") else None
    text = isinstance(value, Const) and isinstance(value.value, str)
    return "items" if text or isinstance(value, Tensor) or value == PyValue("size") else None


def _has_views(owner: Value) -> bool:
    """Return whether ``items()`` and its like give views of a dictionary, or of modules by their names."""
    options = [option for option in alternatives(owner) if option != NONE]
    return bool(options) and all(isinstance(option, MappingValue) for option in options)


def _is_module(owner: Value) -> bool:
    if isinstance(owner, SequenceValue):
        return owner.kind in _OF_MODULES
    if isinstance(owner, ExternalInstance):
        return owner.cls.startswith("torch.nn.")
    return isinstance(owner, Instance) and is_module_class(owner.cls)
