"""Statements: assignments, branches, loops, ``try``, ``with``, ``match``."""

from __future__ import annotations

import ast
import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.events import Define, Enter, FailedImport, Iterate, Unbind
from fullgraph.lint.domain.frame import Env, Frame, Loop, Raised
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import (
    NEVER,
    NONE,
    UNKNOWN,
    BreakPolicy,
    ClassValue,
    Const,
    External,
    Function,
    MappingValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
    join_all,
    replace,
    with_conditions,
)
from fullgraph.lint.interpreter import (
    aliases,
    asserts,
    containers,
    contexts,
    exceptions,
    expressions,
    held,
    narrowing,
    operators,
    parameters,
    patterns,
    special_methods,
    states,
)
from fullgraph.lint.interpreter.findings import PathConditions
from fullgraph.lint.interpreter.models import ranks
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator, State


def _assign(interp: Evaluator, frame: Frame, node: ast.Assign) -> bool:
    value = interp.evaluate(frame, node.value)
    if type(value) in aliases.SHARED:
        value = aliases.share_assigned(interp, frame, node, value)
    for target in node.targets:
        containers.store(interp, frame, target, value)
        if frame.tracing and type(target) is ast.Tuple:
            _tell_rank(frame, target, node.value)
    if frame.tracing and type(node.value) is ast.Call:
        held.note_iterator(interp, frame, node)
    return True


def _tell_rank(frame: Frame, target: ast.Tuple, source: ast.expr) -> None:
    """``b, t, c = x.shape`` says how many dimensions ``x`` has."""
    if isinstance(source, ast.Call) and not source.args and not source.keywords:
        asked = "size"
        source = source.func
    else:
        asked = "shape"
    if not isinstance(source, ast.Attribute) or source.attr != asked or not isinstance(source.value, ast.Name):
        return
    name = source.value.id
    value = frame.env.get(name)
    if value is None or any(isinstance(one, ast.Starred) for one in target.elts):
        return
    if any(isinstance(one, Tensor) and ranks.of(one) is None for one in alternatives(value)):
        frame.env[name] = join_all(
            ranks.ranked(one, len(target.elts)) if isinstance(one, Tensor) and ranks.of(one) is None else one
            for one in alternatives(value)
        )


def _annotated(interp: Evaluator, frame: Frame, node: ast.AnnAssign) -> bool:
    if node.value is not None:
        value = interp.evaluate(frame, node.value)
        if value is UNKNOWN:
            value = parameters.annotated(interp, frame.module, node.annotation)
        containers.store(interp, frame, node.target, value)
    return True


def _augmented(interp: Evaluator, frame: Frame, node: ast.AugAssign) -> bool:
    load: ast.expr
    if isinstance(node.target, ast.Name):
        load = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
    elif isinstance(node.target, ast.Attribute):
        load = ast.copy_location(ast.Attribute(node.target.value, node.target.attr, ast.Load()), node.target)
    else:
        load = ast.copy_location(ast.Subscript(node.target.value, node.target.slice, ast.Load()), node.target)
    both = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
    value = operators.augmented(interp, frame, both)
    if isinstance(value, Tensor) and value.fresh:
        with interp.muted(frame):
            before = interp.evaluate(frame, load)
        if not isinstance(before, Tensor) or not before.fresh:  # written in place, where it is a tensor already
            value = replace(value, fresh=False)
    if not isinstance(node.target, ast.Subscript):
        if type(value) in aliases.KINDS:
            with interp.muted(frame):
                value = aliases.change(interp.heap, interp.evaluate(frame, load), value)
        containers.store(interp, frame, node.target, value)
        return True
    with interp.muted(frame):
        owner = interp.evaluate(frame, node.target.value)
        if isinstance(owner, (SequenceValue, MappingValue)):
            containers.store(interp, frame, node.target, value)
    return True


def _expression(interp: Evaluator, frame: Frame, node: ast.Expr) -> bool:
    value = interp.evaluate(frame, node.value)
    return value is not NEVER and not _failing_check(interp, frame, node.value)


def _failing_check(interp: Evaluator, frame: Frame, node: ast.expr) -> bool:
    """Return whether a statement is ``torch._assert(False, message)``, which always raises."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "_assert":
        return False
    if not node.args or not isinstance(node.args[0], ast.Constant) or node.args[0].value is not False:
        return False
    with interp.muted(frame):
        return interp.evaluate(frame, node.func) == External("torch._assert")


def _if(interp: Evaluator, frame: Frame, node: ast.If) -> bool:
    known = operators.condition(interp, frame, node.test, "if")
    if interp.observer is not None:
        interp.observer.tested(frame, node, known)
    if known is not None:
        narrowing.assume(interp, frame, node.test, known)
        end = interp.run_branch(frame, node.body if known else node.orelse)
        if end is not None:
            interp.restore(frame, end)
        return end is not None
    before = interp.save(frame)
    ends: list[tuple[Env, Heap]] = []
    goes_on = {True: False, False: False}
    for holds, body in ((True, node.body), (False, node.orelse)):
        if not holds:
            interp.restore(frame, before)
        narrowing.assume(interp, frame, node.test, holds)
        begin = dict(frame.env)
        with interp.assuming(frame, node.test, holds, known) as added:
            end = interp.run_branch(frame, body)
        if end is not None:
            ends.append((_bound_under(end[0], begin, added), end[1]))
            goes_on[holds] = True
    if not ends:
        return False
    interp.merge(frame, ends)
    if len(ends) == 1 and frame.tracing and node.test not in frame.data_tests:
        left = node.orelse if goes_on[True] else node.body
        raises = bool(left) and isinstance(left[-1], ast.Raise)
        frame.conditions += PathCondition.of(node.test, goes_on[True], frame.module, raises)  # until the block ends
    return True


def _bound_under(env: Env, before: Env, conditions: Sequence[PathCondition]) -> Env:
    """The names after an arm: what it bound holds what it does under its conditions alone."""
    if not conditions:
        return env
    return {
        name: value if before.get(name) is value else with_conditions(value, conditions) for name, value in env.items()
    }


def _loop(interp: Evaluator, frame: Frame, node: ast.For | ast.AsyncFor | ast.While) -> bool:
    """Interpret a loop: its items one by one where these are known and few, else up to a fixpoint."""
    element: Value = UNKNOWN
    if not isinstance(node, ast.While):
        iterable = interp.evaluate(frame, node.iter)
        if frame.tracing:
            interp.emit(Iterate(node.iter, frame, interp, iterable, "for", node))
        element = containers.iterate(interp, frame, node.iter, iterable)
        if isinstance(iterable, SequenceValue) and iterable.items == ():
            if interp.observer is not None:
                interp.observer.tested(frame, node, False)
            return interp.run(frame, node.orelse)
        if isinstance(iterable, SequenceValue) and iterable.items is not None and _differ(iterable.items):
            return _unrolled(interp, frame, node, iterable.items)
    loop = Loop()
    frame.loops.append(loop)
    exits = _fixpoint(interp, frame, node, loop, element)
    frame.loops.pop()
    if exits:
        interp.merge(frame, exits)
        exits = [interp.save(frame)] if interp.run(frame, node.orelse) else []
    exits += loop.breaks
    if exits:
        interp.merge(frame, exits)
    return bool(exits)


def _fixpoint(
    interp: Evaluator, frame: Frame, node: ast.For | ast.AsyncFor | ast.While, loop: Loop, element: Value
) -> list[State]:
    """Run a loop's body until the state at its head no longer changes; return the states in which the loop ends."""
    head = interp.save(frame)
    exits: list[State] = []
    for _ in range(MAX_TURNS):
        interp.restore(frame, head)
        loop.continues.clear()
        frame.statement = node
        exits = []
        known: bool | None = None
        if isinstance(node, ast.While):
            known = operators.condition(interp, frame, node.test, "while")
            if interp.observer is not None:
                interp.observer.tested(frame, node, known)
        if known is not True:
            exits.append(interp.save(frame))
        if known is False:
            break
        if isinstance(node, ast.While):
            narrowing.assume(interp, frame, node.test, True)
        else:
            containers.store(interp, frame, node.target, element)
        end = interp.run_branch(frame, node.body)
        ends = [*loop.continues, *([end] if end is not None else [])]
        if not ends:
            break
        interp.merge(frame, [head, *ends])
        after = interp.save(frame)
        if known is not True:
            exits.append(after)
        if after == head:
            break
        head = after
    return exits


MAX_TURNS = 4
"""Turns of a loop's body; a state that still changes then is taken as it is."""
MAX_UNROLLED = 8
"""Items up to which a loop over different ones runs for each of them, as Dynamo unrolls it."""


def _differ(items: Sequence[Value]) -> bool:
    return len(items) <= MAX_UNROLLED and len({states.context_key(item) for item in items}) > 1


def _unrolled(interp: Evaluator, frame: Frame, node: ast.For | ast.AsyncFor, items: Sequence[Value]) -> bool:
    """A loop over known items, one after the other."""
    loop = Loop()
    frame.loops.append(loop)
    exits: list[tuple[Env, Heap]] = []
    goes_on = True
    for item in items:
        loop.continues.clear()
        frame.statement = node
        containers.store(interp, frame, node.target, item)
        end = interp.run_branch(frame, node.body)
        ends = [*loop.continues, *([end] if end is not None else [])]
        if not ends:
            goes_on = False
            break
        interp.merge(frame, ends)
    frame.loops.pop()
    if goes_on and interp.run(frame, node.orelse):
        exits.append(interp.save(frame))
    exits += loop.breaks
    if not exits:
        return False
    interp.merge(frame, exits)
    return True


def _try(interp: Evaluator, frame: Frame, node: ast.Try) -> bool:
    before = interp.save(frame)
    ends: list[tuple[Env, Heap]] = []
    raised: dict[Raised, list[State]] = {}
    frame.tries.append(raised)
    completes = interp.run(frame, node.body)
    frame.tries.pop()
    after = interp.save(frame)
    if completes and interp.run(frame, node.orelse):
        ends.append(interp.save(frame))
    for handler in node.handlers:
        caught = exceptions.handled(interp, frame, handler, raised)
        if caught:
            interp.merge(frame, [state for one in caught for state in raised.pop(one)])
            if handler.name:
                frame.env[handler.name] = UNKNOWN
            with PathConditions(frame, _conditions_of(caught)):
                end = interp.run_branch(frame, handler.body)
            ends += [end] if end is not None else []
            continue
        interp.merge(frame, [before, after])
        if handler.name:
            frame.env[handler.name] = UNKNOWN
        with interp.muted(frame):  # a compiled run does not enter it
            ends += _unentered(interp, frame, handler)
    exceptions.passed_on(frame, raised)
    if not ends:
        interp.restore(frame, after)
        interp.run(frame, node.finalbody)
        return False
    interp.merge(frame, ends)
    return interp.run(frame, node.finalbody)


def _conditions_of(raised: Sequence[Raised]) -> list[PathCondition]:
    """The tests under which a handler is entered, where they are the same for all that it is entered for."""
    ways = {one.conditions for one in raised}
    return list(ways.pop()) if len(ways) == 1 else []


def _unentered(interp: Evaluator, frame: Frame, handler: ast.ExceptHandler) -> list[State]:
    """The state behind a handler that is not seen to be entered, if it has an end."""
    escaped, tries = frame.escaped, frame.tries
    frame.escaped, frame.tries = {}, [{} for _ in tries]
    completes = interp.run(frame, handler.body)
    frame.escaped, frame.tries = escaped, tries
    return [interp.save(frame)] if completes else []


def _with(interp: Evaluator, frame: Frame, node: ast.With | ast.AsyncWith) -> bool:
    raised = frame.raises
    managers: list[tuple[ast.expr, Value]] = []
    ways_out = len(frame.heaps)
    for item in node.items:
        value = interp.evaluate(frame, item.context_expr)
        if frame.tracing:
            interp.emit(Enter(item.context_expr, frame, interp, value))
            if not held.is_entered_again(interp, frame, item.context_expr, value):
                frame.left_by.add(node)
        entered = contexts.enter(interp, frame, item.context_expr, value)
        managers.insert(0, (item.context_expr, value))
        if item.optional_vars is not None:
            containers.store(interp, frame, item.optional_vars, entered)
        if isinstance(value, BreakPolicy):
            frame.raises = value.raises
    goes_on = interp.run(frame, node.body)
    for expression, value in managers:
        contexts.leave(interp, frame, expression, value)
    frame.raises = raised
    for number, heap in enumerate(frame.heaps[ways_out:], ways_out):  # of what returned from within
        with interp.muted(frame), interp.on_copy(heap):
            for expression, value in managers:
                contexts.leave(interp, frame, expression, value)
            frame.heaps[number] = interp.heap.copy()
    return goes_on


def _match(interp: Evaluator, frame: Frame, node: ast.Match) -> bool:
    subject = interp.evaluate(frame, node.subject)
    before = interp.save(frame)
    ends: list[State] = []
    others: list[PathCondition] = []
    for case in node.cases:
        interp.restore(frame, before)
        known = patterns.matched(interp, frame, case.pattern, node.subject, subject)
        if known is False:
            continue
        chosen = known
        if case.guard is not None:
            holds = operators.condition(interp, frame, case.guard, "if")
            if holds is False:
                continue
            chosen = known and holds
            narrowing.assume(interp, frame, case.guard, True)
        test = case.guard or patterns.as_test(case.pattern, node.subject)
        with PathConditions(frame, others), interp.assuming(frame, test, True, chosen):
            end = interp.run_branch(frame, case.body)
        ends += [end] if end is not None else []
        if chosen:
            break
        if frame.tracing and test is not node.subject and test not in frame.data_tests:
            others += PathCondition.of(test, False, frame.module)
    else:
        ends.append(before)
    if ends:
        interp.merge(frame, ends)
    return bool(ends)


def _return(interp: Evaluator, frame: Frame, node: ast.Return) -> bool:
    frame.returns.append(interp.evaluate(frame, node.value) if node.value is not None else NONE)
    frame.heaps.append(interp.heap.copy())
    return False


def _raise(interp: Evaluator, frame: Frame, node: ast.Raise) -> bool:
    handled = frame.is_tried or bool(frame.tries)
    with contextlib.nullcontext() if handled else interp.muted(frame):  # the run ends here, if nothing handles it
        for part in (node.exc, node.cause):
            if part is not None:
                interp.evaluate(frame, part)
    exceptions.stated(interp, frame, node)
    return False


def _assert(interp: Evaluator, frame: Frame, node: ast.Assert) -> bool:
    known = asserts.assertion(interp, frame, node)
    if known is not False:
        narrowing.assume(interp, frame, node.test, True)
    return known is not False


def _function(interp: Evaluator, frame: Frame, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    info = frame.module.function_info(node, prefix)
    expressions.evaluate_defaults(interp, frame, node.args)
    value: Value = Function(info, closure=frame if frame.function else None, plain=True)
    for decorator in reversed(node.decorator_list):
        value = expressions.decorate(interp, frame, decorator, value)
    frame.env[node.name] = value
    return True


def _class(interp: Evaluator, frame: Frame, node: ast.ClassDef) -> bool:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    interp.emit(Define(node, frame, interp))
    cls = frame.module.class_info(node, prefix)
    if frame.function is not None:
        interp.scopes[cls] = frame
        declared = (one for one in syntax.walk(node) if isinstance(one, ast.Nonlocal))
        frame.env.update((name, UNKNOWN) for one in declared for name in one.names if name in frame.env)
    frame.env[node.name] = ClassValue(cls)
    return True


def _import(interp: Evaluator, frame: Frame, node: ast.Import | ast.ImportFrom) -> bool:
    if frame.tracing and exceptions.may_be_handled(frame):
        _note_missing(interp, frame, node)
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            if alias.name != "*":
                frame.env[alias.asname or alias.name] = interp.member(frame.module.absolute(node), alias.name)
        elif alias.asname:
            frame.env[alias.asname] = interp.imported(alias.name)
        else:
            top = alias.name.split(".")[0]
            frame.env[top] = interp.member(top, "")
    return True


def _note_missing(interp: Evaluator, frame: Frame, node: ast.Import | ast.ImportFrom) -> None:
    """Emit an import that fails, unless the function only raises another error then."""
    names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else [frame.module.absolute(node)]
    for name in names:
        package = name.partition(".")[0]
        if isinstance(interp.member(package, ""), External) and interp.project.finder.is_missing(package):
            if not _raises_again(frame, node):
                interp.emit(FailedImport(node, frame, interp, package))
            return


def _raises_again(frame: Frame, node: ast.stmt) -> bool:
    """Return whether all handlers of the ``try`` around a statement, in its function, end in ``raise``."""
    inner: ast.AST = node
    while not isinstance(inner, syntax.AnyFunction) and (around := frame.module.parents.get(inner)) is not None:
        if isinstance(around, ast.Try) and inner in around.body and around.handlers:
            return all(isinstance(handler.body[-1], ast.Raise) for handler in around.handlers)
        inner = around
    return False


def _delete(interp: Evaluator, frame: Frame, node: ast.Delete) -> bool:
    for target in node.targets:
        if isinstance(target, ast.Name):
            if frame.tracing:
                interp.emit(Unbind(target, frame, interp))
            frame.env.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            containers.delete(interp, frame, target)
        elif isinstance(target, ast.Attribute):
            owner = interp.evaluate(frame, target.value)
            special_methods.call(interp, frame, target, owner, "delattr", Const(target.attr))
    return True


def _break(interp: Evaluator, frame: Frame, node: ast.Break) -> bool:
    if frame.loops:
        frame.loops[-1].breaks.append(interp.save(frame))
    return False


def _continue(interp: Evaluator, frame: Frame, node: ast.Continue) -> bool:
    if frame.loops:
        frame.loops[-1].continues.append(interp.save(frame))
    return False


RUNNERS: dict[type[ast.stmt], Callable[..., bool]] = {
    ast.Assign: _assign,
    ast.AnnAssign: _annotated,
    ast.AugAssign: _augmented,
    ast.Expr: _expression,
    ast.If: _if,
    ast.For: _loop,
    ast.AsyncFor: _loop,
    ast.While: _loop,
    ast.Try: _try,
    ast.With: _with,
    ast.AsyncWith: _with,
    ast.Match: _match,
    ast.Return: _return,
    ast.Raise: _raise,
    ast.Assert: _assert,
    ast.FunctionDef: _function,
    ast.AsyncFunctionDef: _function,
    ast.ClassDef: _class,
    ast.Import: _import,
    ast.ImportFrom: _import,
    ast.Delete: _delete,
    ast.Break: _break,
    ast.Continue: _continue,
}
if sys.version_info >= (3, 11):
    RUNNERS[ast.TryStar] = _try
