"""What statements do to the state: assignments, branches, loops, ``try``, ``with``, ``match``."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from fullgraph.lint.domain.condition import Condition
from fullgraph.lint.domain.events import Define, Enter, Iterate
from fullgraph.lint.domain.frame import Env, Frame, Loop
from fullgraph.lint.domain.heap import Heap
from fullgraph.lint.domain.values import (
    NEVER,
    NONE,
    UNKNOWN,
    ClassValue,
    External,
    Function,
    Mapping,
    Tensor,
    Value,
    replace,
    under,
)
from fullgraph.lint.domain.values import Sequence as Items
from fullgraph.lint.interpreter import (
    calls,
    containers,
    expressions,
    narrowing,
    operators,
    parameters,
    states,
)
from fullgraph.lint.source import syntax

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.evaluator import Evaluator


def _assign(machine: Evaluator, frame: Frame, node: ast.Assign) -> bool:
    value = machine.evaluate(frame, node.value)
    for target in node.targets:
        containers.store(machine, frame, target, value)
    return True


def _annotated(machine: Evaluator, frame: Frame, node: ast.AnnAssign) -> bool:
    if node.value is not None:
        value = machine.evaluate(frame, node.value)
        if value is UNKNOWN:
            value = parameters.annotated(machine, frame.module, node.annotation)
        containers.store(machine, frame, node.target, value)
    return True


def _augmented(machine: Evaluator, frame: Frame, node: ast.AugAssign) -> bool:
    load: ast.expr
    if isinstance(node.target, ast.Name):
        load = ast.copy_location(ast.Name(node.target.id, ast.Load()), node.target)
    elif isinstance(node.target, ast.Attribute):
        load = ast.copy_location(ast.Attribute(node.target.value, node.target.attr, ast.Load()), node.target)
    else:
        load = ast.copy_location(ast.Subscript(node.target.value, node.target.slice, ast.Load()), node.target)
    both = ast.copy_location(ast.BinOp(load, node.op, node.value), node)
    value = machine.evaluate(frame, both)
    if isinstance(value, Tensor) and value.fresh:
        with machine.muted(frame):
            before = machine.evaluate(frame, load)
        if not isinstance(before, Tensor) or not before.fresh:  # written in place, where it is a tensor already
            value = replace(value, fresh=False)
    if not isinstance(node.target, ast.Subscript):
        containers.store(machine, frame, node.target, value)
        return True
    with machine.muted(frame):
        owner = machine.evaluate(frame, node.target.value)
        if isinstance(owner, (Items, Mapping)):
            containers.store(machine, frame, node.target, value)
    return True


def _expression(machine: Evaluator, frame: Frame, node: ast.Expr) -> bool:
    value = machine.evaluate(frame, node.value)
    return value is not NEVER and not _failing_check(machine, frame, node.value)


def _failing_check(machine: Evaluator, frame: Frame, node: ast.expr) -> bool:
    """Whether a statement is ``torch._assert(False, message)``, which always raises."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr != "_assert":
        return False
    if not node.args or not isinstance(node.args[0], ast.Constant) or node.args[0].value is not False:
        return False
    with machine.muted(frame):
        return machine.evaluate(frame, node.func) == External("torch._assert")


def _if(machine: Evaluator, frame: Frame, node: ast.If) -> bool:
    known = operators.condition(machine, frame, node.test, "if")
    if machine.observer is not None:
        machine.observer.tested(frame, node, known)
    if known is not None:
        narrowing.assume(machine, frame, node.test, known)
        end = machine.run_branch(frame, node.body if known else node.orelse)
        if end is not None:
            machine.restore(frame, end)
        return end is not None
    before = machine.save(frame)
    ends: list[tuple[Env, Heap]] = []
    goes_on = {True: False, False: False}
    for holds, body in ((True, node.body), (False, node.orelse)):
        if not holds:
            machine.restore(frame, before)
        narrowing.assume(machine, frame, node.test, holds)
        begin = dict(frame.env)
        with machine.under(frame, node.test, holds, known) as added:
            end = machine.run_branch(frame, body)
        if end is not None:
            ends.append((_bound_under(end[0], begin, added), end[1]))
            goes_on[holds] = True
    if not ends:
        return False
    machine.merge(frame, ends)
    if len(ends) == 1 and frame.tracing and node.test not in frame.data_tests:
        frame.conditions += Condition.of(node.test, goes_on[True], frame.module)  # until the block ends
    return True


def _bound_under(env: Env, before: Env, conditions: Sequence[Condition]) -> Env:
    """The names after an arm: what it bound holds what it does under its conditions alone."""
    if not conditions:
        return env
    return {name: value if before.get(name) is value else under(value, conditions) for name, value in env.items()}


def _loop(machine: Evaluator, frame: Frame, node: ast.For | ast.AsyncFor | ast.While) -> bool:
    """Loops run until the state at their head no longer changes."""
    element: Value = UNKNOWN
    if not isinstance(node, ast.While):
        iterable = machine.evaluate(frame, node.iter)
        if frame.tracing:
            machine.emit(Iterate(node.iter, frame, machine, iterable, "for", node))
        element = containers.iterate(machine, frame, node.iter, iterable)
        if isinstance(iterable, Items) and iterable.items == ():
            if machine.observer is not None:
                machine.observer.tested(frame, node, False)
            return machine.run(frame, node.orelse)
        if isinstance(iterable, Items) and iterable.items is not None and _differ(iterable.items):
            return _unrolled(machine, frame, node, iterable.items)
    loop = Loop()
    frame.loops.append(loop)
    head = machine.save(frame)
    exits: list[tuple[Env, Heap]] = []
    endless = False
    for _ in range(4):
        machine.restore(frame, head)
        loop.continues.clear()
        frame.statement = node
        exits = []
        if isinstance(node, ast.While):
            known = operators.condition(machine, frame, node.test, "while")
            if machine.observer is not None:
                machine.observer.tested(frame, node, known)
            endless = known is True
            if known is not True:
                exits.append(machine.save(frame))
            if known is False:
                break
            narrowing.assume(machine, frame, node.test, True)
        else:
            exits.append(machine.save(frame))
            containers.store(machine, frame, node.target, element)
        end = machine.run_branch(frame, node.body)
        ends = [*loop.continues, *([end] if end is not None else [])]
        if ends:
            machine.merge(frame, [head, *ends])
            after = machine.save(frame)
            exits.append(after)
            if after == head:
                break
            head = after
        else:
            break
    frame.loops.pop()
    if endless:
        exits = []
    if exits:
        machine.merge(frame, exits)
        if not machine.run(frame, node.orelse):
            exits = []
        else:
            exits = [machine.save(frame)]
    exits += loop.breaks
    if not exits:
        return False
    machine.merge(frame, exits)
    return True


MAX_UNROLLED = 8
"""Items up to which a loop over different ones runs for each of them, as Dynamo unrolls it."""


def _differ(items: Sequence[Value]) -> bool:
    return len(items) <= MAX_UNROLLED and len({states.key(item) for item in items}) > 1


def _unrolled(machine: Evaluator, frame: Frame, node: ast.For | ast.AsyncFor, items: Sequence[Value]) -> bool:
    """A loop over known items, one after the other."""
    loop = Loop()
    frame.loops.append(loop)
    exits: list[tuple[Env, Heap]] = []
    goes_on = True
    for item in items:
        loop.continues.clear()
        frame.statement = node
        containers.store(machine, frame, node.target, item)
        end = machine.run_branch(frame, node.body)
        ends = [*loop.continues, *([end] if end is not None else [])]
        if not ends:
            goes_on = False
            break
        machine.merge(frame, ends)
    frame.loops.pop()
    if goes_on and machine.run(frame, node.orelse):
        exits.append(machine.save(frame))
    exits += loop.breaks
    if not exits:
        return False
    machine.merge(frame, exits)
    return True


def _try(machine: Evaluator, frame: Frame, node: ast.Try) -> bool:
    before = machine.save(frame)
    ends: list[tuple[Env, Heap]] = []
    completes = machine.run(frame, node.body)
    after = machine.save(frame)
    if completes and machine.run(frame, node.orelse):
        ends.append(machine.save(frame))
    for handler in node.handlers:
        machine.merge(frame, [before, after])
        if handler.name:
            frame.env[handler.name] = UNKNOWN
        with machine.muted(frame):  # a compiled run does not enter it
            if machine.run(frame, handler.body):
                ends.append(machine.save(frame))
    if not ends:
        machine.restore(frame, after)
        machine.run(frame, node.finalbody)
        return False
    machine.merge(frame, ends)
    return machine.run(frame, node.finalbody)


def _with(machine: Evaluator, frame: Frame, node: ast.With | ast.AsyncWith) -> bool:
    for item in node.items:
        value = machine.evaluate(frame, item.context_expr)
        if frame.tracing:
            machine.emit(Enter(item.context_expr, frame, machine, value, node))
        entered = calls.enter(machine, frame, item.context_expr, value)
        if item.optional_vars is not None:
            containers.store(machine, frame, item.optional_vars, entered)
    return machine.run(frame, node.body)


def _match(machine: Evaluator, frame: Frame, node: ast.Match) -> bool:
    subject = machine.evaluate(frame, node.subject)
    if any(isinstance(part, ast.MatchValue) for case in node.cases for part in syntax.walk(case.pattern)):
        machine.test(frame, node.subject, subject, "match")
    before = machine.save(frame)
    ends = [before]
    for case in node.cases:
        machine.restore(frame, before)
        for name in syntax.walk(case.pattern):
            if isinstance(name, (ast.MatchAs, ast.MatchStar)) and name.name:
                frame.env[name.name] = UNKNOWN
        known: bool | None = True
        if case.guard is not None:
            known = operators.condition(machine, frame, case.guard, "if")
            if known is False:
                continue
            narrowing.assume(machine, frame, case.guard, True)
        with machine.under(frame, case.guard or node.subject, True, known):
            end = machine.run_branch(frame, case.body)
        if end is not None:
            ends.append(end)
    machine.merge(frame, ends)
    return True


def _return(machine: Evaluator, frame: Frame, node: ast.Return) -> bool:
    frame.returns.append(machine.evaluate(frame, node.value) if node.value is not None else NONE)
    frame.heaps.append(machine.heap.copy())
    return False


def _raise(machine: Evaluator, frame: Frame, node: ast.Raise) -> bool:
    with machine.muted(frame):
        for part in (node.exc, node.cause):
            if part is not None:
                machine.evaluate(frame, part)
    return False


def _assert(machine: Evaluator, frame: Frame, node: ast.Assert) -> bool:
    known = operators.assertion(machine, frame, node)
    if known is not False:
        narrowing.assume(machine, frame, node.test, True)
    return known is not False


def _function(machine: Evaluator, frame: Frame, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    info = frame.module.function_info(node, prefix)
    value: Value = Function(info, closure=frame if frame.function else None, plain=True)
    for decorator in reversed(node.decorator_list):
        value = expressions.decorate(machine, frame, decorator, value)
    frame.env[node.name] = value
    return True


def _class(machine: Evaluator, frame: Frame, node: ast.ClassDef) -> bool:
    prefix = f"{frame.function.qualname}." if frame.function is not None else ""
    machine.emit(Define(node, frame, machine))
    frame.env[node.name] = ClassValue(frame.module.class_info(node, prefix))
    return True


def _import(machine: Evaluator, frame: Frame, node: ast.Import | ast.ImportFrom) -> bool:
    for alias in node.names:
        if isinstance(node, ast.ImportFrom):
            if alias.name != "*":
                frame.env[alias.asname or alias.name] = machine.member(frame.module.absolute(node), alias.name)
        elif alias.asname:
            frame.env[alias.asname] = machine.imported(alias.name)
        else:
            top = alias.name.split(".")[0]
            frame.env[top] = machine.member(top, "")
    return True


def _delete(machine: Evaluator, frame: Frame, node: ast.Delete) -> bool:
    for target in node.targets:
        if isinstance(target, ast.Name):
            frame.env.pop(target.id, None)
        elif isinstance(target, ast.Subscript):
            owner = machine.evaluate(frame, target.value)
            containers.indexed(machine, frame, target, owner, "delete")
    return True


def _break(machine: Evaluator, frame: Frame, node: ast.Break) -> bool:
    if frame.loops:
        frame.loops[-1].breaks.append(machine.save(frame))
    return False


def _continue(machine: Evaluator, frame: Frame, node: ast.Continue) -> bool:
    if frame.loops:
        frame.loops[-1].continues.append(machine.save(frame))
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
