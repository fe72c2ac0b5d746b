"""The way from an event of a rule to the rewrite of its line."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from fullgraph.lint.diagnostics import Applicability, Fix
from fullgraph.lint.events import Assertion, Call, Index, Test
from fullgraph.lint.project import dotted_name
from fullgraph.lint.values import Const, ExternalInstance, Py, Sequence, Value, tensor_part
from fullgraph.rules.common import within
from fullgraph.rules.draws import layer_drop, layer_dropped, unfinished
from fullgraph.rules.facts import Facts
from fullgraph.rules.rewrite import (
    Obstacle,
    assert_rewrite,
    guard,
    keep_tensor,
    mask_rewrite,
    num_classes,
    output_size,
    where_or_cond,
)
from fullgraph.rules.rewrite.answer import answer as _answer
from fullgraph.rules.rewrite.asserts import call_rewrite
from fullgraph.rules.rewrite.guard import PRINTED, calls, guarded_test, is_flag, join_guard
from fullgraph.rules.rewrite.host_math import by_math
from fullgraph.rules.rewrite.lists import list_rewrite
from fullgraph.rules.rewrite.mask_reduce import count_over
from fullgraph.rules.rewrite.needless import needless
from fullgraph.rules.rewrite.nest import inner, nest, returned
from fullgraph.rules.rewrite.raising import raise_rewrite, raises
from fullgraph.rules.rewrite.sizes import NAMES, SIZES, counted_bins

APART = "Give the test of tensor data an if of its own, inside of that of the other conditions, then rewrite it"


def _branch(facts: Facts, result: Fix | Obstacle) -> Fix:
    """A rewritten branch; only a suggestion where the function switches gradients off or on.

    A value from before the switch keeps its gradient history where the branch leaves it alone; a new tensor has none.
    """
    fix = _answer(result)
    switch = facts.grad_mode_switch
    if fix.applicability is not Applicability.DISPLAY and switch is not None:
        message = f"{fix.message} (a suggestion: under `{switch}` the result has no gradient history)"
        return replace(fix, applicability=Applicability.DISPLAY, message=message)
    return fix


def branch_fix(event: Test) -> Callable[[], Fix]:
    """``torch.where`` or ``torch.cond`` for an if statement."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.statement, ast.If):
            return _answer(Obstacle("the test stands in no if statement"))
        if raises(event.statement):
            return _answer(raise_rewrite(event.statement, event.frame.source, facts))
        result = where_or_cond(event.statement, event.frame.source, facts, facts.following)
        if isinstance(result, Obstacle) and (apart := _taken_apart(event, facts)) is not None:
            result = apart
        proved = isinstance(result, Fix) and result.applicability is Applicability.SAFE
        if not proved and (bare := needless(event.statement, event.frame.source, facts)) is not None:
            return bare
        dropped = layer_dropped(facts) if unfinished(result) else None
        if isinstance(dropped, Fix):
            return dropped
        if isinstance(result, Obstacle) and dropped is not None:
            result = dropped
        tensor = tensor_part(event.value)
        if isinstance(result, Obstacle) and tensor is not None and tensor.random:
            advice = layer_drop(event.statement, event.frame.source, event.operand, facts.parents)
            why = f"{result.reason}; " if result is dropped else ""
            result = Obstacle(f"{why}{advice}") if advice is not None else result
        return _branch(facts, result)

    return make


def raised_fix(event: Call) -> Callable[[], Fix] | None:
    """The check in the graph, where a call stands in the test of an ``if`` that only raises."""
    statement = event.statement
    if not isinstance(statement, ast.If) or not raises(statement) or not within(event.node, statement.test):
        return None
    facts = Facts(event, statement)
    return lambda: _answer(raise_rewrite(statement, event.frame.source, facts))


def _taken_apart(event: Test, facts: Facts) -> Fix | None:
    """``if flag and tensor:`` as two, where the inner one can be rewritten then."""
    alone = inner(event.statement)
    if alone is None or event.operand not in list(ast.walk(alone.test)) or not isinstance(event.statement, ast.If):
        return None
    source = event.frame.source
    leaving = isinstance(alone.body[-1], ast.Return)
    result = where_or_cond(alone, source, facts, facts.following if leaving else ())
    if isinstance(result, Obstacle) or result.applicability is Applicability.DISPLAY:
        return None
    if leaving:
        edit = returned(event.statement, result.edits, facts.following, source)
        others = result.edits[:-1]
    else:
        edit, others = nest(event.statement, source.segment(alone.test), source), ()
    return (
        None if isinstance(edit, Obstacle) else Fix(result.applicability, f"{APART}. {result.message}", (*others, edit))
    )


def expression_fix(event: Test) -> Callable[[], Fix]:
    """``torch.where`` for a conditional expression."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if isinstance(dropped := layer_dropped(facts), Fix):
            return dropped
        for node in ast.walk(event.statement):
            if isinstance(node, ast.IfExp) and event.node in list(ast.walk(node.test)):
                return _branch(facts, where_or_cond(node, event.frame.source, facts))
        return _answer(Obstacle("the test stands in no conditional expression"))

    return make


def assert_fix(event: Assertion) -> Callable[[], Fix]:
    """The form of an assert that is captured."""
    facts = Facts(event, event.statement)
    return lambda: _answer(assert_rewrite(event.statement, event.frame.source, facts))


def assert_call_fix(event: Call) -> Callable[[], Fix]:
    """An assert in the place of ``torch._assert``."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return _answer(Obstacle("it is no call"))
        return _answer(call_rewrite(event.node, event.statement, event.frame.source, facts))

    return make


def number_fix(event: Call) -> Callable[[], Fix]:
    """The tensor itself, detached, where a number is read from it."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.expr):
            return _answer(Obstacle("it is no expression"))
        counted = by_math(event.node, event.frame.source, facts, lambda expr: _numbers(facts.value(expr)))
        if counted is not None:
            return _answer(counted)
        return _answer(keep_tensor(event.node, event.frame.source, facts))

    return make


def list_fix(event: Call) -> Callable[[], Fix]:
    """The tensor itself, where a list of its numbers is made."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return _answer(Obstacle("it is no call"))
        return _answer(list_rewrite(event.node, event.frame.source, facts))

    return make


def size_fix(event: Call | Index) -> Callable[[], Fix]:
    """``math.prod`` where NumPy multiplies sizes; else what to do about a size that is data."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        for node in ast.walk(event.node):
            if isinstance(node, ast.Call):
                found = by_math(node, event.frame.source, facts, lambda expr: _numbers(facts.value(expr)))
                if found is not None:
                    return _answer(found)
        return _answer(Obstacle(SIZES))

    return make


def _numbers(value: Value | None) -> bool:
    """Whether Python holds whole numbers together: a shape, a list or a tuple of them."""
    if isinstance(value, Sequence):
        items = [value.element] if value.items is None else list(value.items)
        return bool(items) and all(
            (isinstance(item, Py) and item.kind == "int") or (isinstance(item, Const) and type(item.value) is int)
            for item in items
        )
    return isinstance(value, Py) and value.kind == "size"


def _text(result: Fix | Obstacle) -> str:
    return "" if isinstance(result, Obstacle) else "".join(edit.content for edit in result.edits)


def mask_fix(event: Index | Call) -> Callable[[], Fix]:
    """``torch.where`` on whole tensors, where elements are updated or reduced through a boolean mask."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, (ast.Subscript, ast.Call)):
            return _answer(Obstacle("it is no expression of its own"))
        tested = isinstance(event.statement, ast.If) and within(event.node, event.statement.test)
        if isinstance(event.statement, ast.If) and tested and count_over(event.node, facts) is not None:
            return _branch(facts, where_or_cond(event.statement, event.frame.source, facts, facts.following))
        if _checks(facts, event.statement):
            return _answer(guard([event.statement], event.frame.source, facts, CHECKED))
        result = mask_rewrite(event.node, event.statement, event.frame.source, facts)
        writes = isinstance(event.statement, (ast.Assign, ast.AugAssign)) and ".copy_(" not in _text(result)
        return _branch(facts, result) if writes else _answer(result)

    return make


def _checks(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement only has a condition checked, by torch or by what transformers has for that."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    name = dotted_name(statement.value.func).rpartition(".")[2]
    return name == "torch_compilable_check" or (facts.qualname(statement.value.func) or "") in _CHECKS


_CHECKS = frozenset(f"torch.{name}" for name in ("_check", "_check_value", "_check_index", "_check_with"))
CHECKED = "the condition is not checked"


def length_fix(event: Call, repeats: int) -> Callable[[], Fix]:
    """``output_size``; ``repeats`` is the place of the repeats, counted with a method's object."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        call = event.node
        if not isinstance(call, ast.Call):
            return _answer(Obstacle("it is no call"))
        place = repeats - event.name.startswith("torch.Tensor.")
        given = [keyword.value for keyword in call.keywords if keyword.arg == "repeats"]
        given += call.args[place : place + 1]
        if len(given) != 1:
            return _answer(Obstacle("its arguments are not known one by one"))
        return _answer(output_size(call, given[0], event.frame.source, facts))

    return make


def classes_fix(event: Call) -> Callable[[], Fix]:
    """``num_classes`` of ``one_hot``."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return _answer(Obstacle("it is no call"))
        function = event.frame.function
        owner = function.owner if function is not None else None
        attributes = {name for name in NAMES if owner is not None and owner.assigners(name)}
        return _answer(num_classes(event.node, event.frame.source, facts, attributes))

    return make


def bins_fix(event: Call) -> Callable[[], Fix]:
    """``scatter_add`` instead of ``bincount``."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return _answer(Obstacle("it is no call"))
        return _answer(counted_bins(event.node, event.frame.source, facts))

    return make


def guard_fix(event: Call, skipped: str = PRINTED, instead: str = "") -> Callable[[], Fix]:
    """``if not torch.compiler.is_compiling():`` around a statement; around messages that follow each other, one.

    ``skipped`` is a clause that says what is lost, ``instead`` a sentence about what else can be done.
    """
    facts = Facts(event, event.statement)
    branch = facts.parents.get(event.statement)
    around = Facts(event, branch) if isinstance(branch, ast.If) and facts.block is branch.body else None
    known: dict[ast.stmt, Fix] = event.machine.memory.setdefault("guards", {})

    def make() -> Fix:
        if event.statement not in known:
            known.update(_guards(facts, around, skipped))
        fix = known[event.statement]
        return replace(fix, message=f"{fix.message} ({instead})") if instead and fix.edits else fix

    return make


def _guards(facts: Facts, around: Facts | None, skipped: str) -> dict[ast.stmt, Fix]:
    """The guard for the statement and for the neighbours that it is put around too."""
    statement, block, source = facts.statement, facts.block, facts.frame.source
    if around is not None and isinstance(around.statement, ast.If) and _only_says(facts, around.statement):
        asked = guarded_test(around.statement, source, around, skipped)
        if not isinstance(asked, Obstacle):
            return dict.fromkeys(block, asked)
    if not _message(facts, statement):
        return {statement: _answer(guard([statement], source, facts, skipped))}
    first = last = block.index(statement)
    while first > 0 and _message(facts, block[first - 1]):
        first -= 1
    while last + 1 < len(block) and _message(facts, block[last + 1]):
        last += 1
    earlier = block[first - 1] if first else None
    if isinstance(earlier, ast.If) and _is_guard(facts, earlier.test):
        joined = join_guard(earlier, block[first : last + 1], source, facts, skipped)
        if not isinstance(joined, Obstacle):
            return dict.fromkeys(block[first : last + 1], joined)
    together = guard(block[first : last + 1], source, facts, skipped)
    if isinstance(together, Obstacle) and last > first:
        return {statement: _answer(guard([statement], source, facts, skipped))}
    return dict.fromkeys(block[first : last + 1], _answer(together))


def _only_says(facts: Facts, branch: ast.If) -> bool:
    """Whether a branch has only messages, and flags that nothing else asks, which keep them from being repeated."""
    flags = [statement for statement in branch.body if is_flag(statement, branch)]
    names = {ast.unparse(one.targets[0]).rpartition(".")[2] for one in flags if isinstance(one, ast.Assign)}
    inner = set(ast.walk(branch))
    asked = any(
        isinstance(node, ast.Attribute) and node.attr in names and isinstance(node.ctx, ast.Load) and node not in inner
        for node in ast.walk(facts.frame.module.tree)
    )
    return not asked and all(one in flags or _message(facts, one) or one is facts.statement for one in branch.body)


_COMPILING = frozenset(
    (
        "torch.compiler.is_compiling torch.compiler.is_dynamo_compiling torch._dynamo.is_compiling "
        "torch._dynamo.external_utils.is_compiling torch._utils.is_compiling"
    ).split()
)


def _is_guard(facts: Facts, test: ast.expr) -> bool:
    """Whether a test asks whether code is not being compiled, and nothing else."""
    if not isinstance(test, ast.UnaryOp) or not isinstance(test.op, ast.Not) or not isinstance(test.operand, ast.Call):
        return False
    return facts.qualname(test.operand.func) in _COMPILING


_MESSAGES = frozenset(("print", "sys.stdout.write", "sys.stderr.write", "warnings.warn", "warnings.warn_explicit"))


def _message(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement only prints, logs or warns."""
    if not isinstance(statement, ast.Expr):
        return False
    found = [part for part in calls(statement.value) or () if isinstance(part, ast.Call)]
    return bool(found) and all(_sends(facts, call.func) for call in found)


def _sends(facts: Facts, func: ast.expr) -> bool:
    """Whether a function prints, logs or warns."""
    if facts.qualname(func) in _MESSAGES:
        return True
    if isinstance(func, ast.Attribute):
        owner = facts.event.machine.name(facts.frame, dotted_name(func.value)) if dotted_name(func.value) else None
        return isinstance(owner, ExternalInstance) and owner.cls.startswith("logging.Logger")
    return False
