"""Numbers, lists, masks and sizes that are read from tensors: the way from the event to its rewrite."""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.domain.events import Call, Index, Test
from fullgraph.lint.domain.frame import Event, Frame
from fullgraph.lint.domain.values import Const, PyValue, SequenceValue, Value
from fullgraph.lint.project.index import dotted_name
from fullgraph.rules.codemod.change import Change
from fullgraph.rules.common import fix_factory, within
from fullgraph.rules.facts import Facts
from fullgraph.rules.fixing.branches import branch, selected, written
from fullgraph.rules.fixing.guards import skipped_slice
from fullgraph.rules.fixing.loops import rows_fix
from fullgraph.rules.fixing.soundness import vetted
from fullgraph.rules.rewrite import Obstacle, guard, keep_tensor, mask_rewrite, num_classes, output_size, where_or_cond
from fullgraph.rules.rewrite.answer import answer as _answer
from fullgraph.rules.rewrite.counting import counted
from fullgraph.rules.rewrite.host_math import by_math
from fullgraph.rules.rewrite.lists import list_rewrite
from fullgraph.rules.rewrite.mask_reduce import count_over
from fullgraph.rules.rewrite.sizes import NAMES, SIZES, counted_bins
from fullgraph.rules.rewrite.web import Earlier, is_flag


@fix_factory
def number_fix(event: Call) -> Callable[[], Fix]:
    """The tensor itself, detached, where a number is read from it."""
    facts = Facts(event, event.statement)
    _readings(event)[event.frame, event.node] = facts

    def make() -> Fix:
        if not isinstance(event.node, ast.expr):
            return _answer(Obstacle("it is no expression"))
        counted = by_math(event.node, event.frame.source, facts, lambda expr: _numbers(facts.value(expr)))
        if counted is not None:
            return vetted(_answer(counted), facts, computes=False)
        return web(event.node, facts, _readings(event))

    return make


@fix_factory
def truth_fix(event: Test) -> Callable[[], Fix]:
    """A tensor of the answer, where an expression of truth values gets a name, or decides a branch."""
    facts = Facts(event, event.statement)
    top: ast.AST = event.node
    while is_flag(above := facts.parents[top]):
        top = above
    _readings(event)[event.frame, top] = facts

    def make() -> Fix:
        if (skipped := skipped_slice(event)) is not None:
            return skipped
        holder = facts.parents[top]
        if isinstance(holder, (ast.If, ast.IfExp)) and holder.test is top:
            return branch(facts, selected(holder, facts))
        if not isinstance(top, ast.expr) or not is_flag(top):
            return _answer(Obstacle("it is no expression of its own"))
        return web(top, facts, _readings(event))

    return make


Readings = dict[tuple[Frame, ast.AST], Facts]
"""What is known where numbers and truth values are read, by the run of the function and the expression that reads."""


def _readings(event: Event) -> Readings:
    known: Readings = event.interp.rule_state.setdefault("readings", {})
    return known


def web(node: ast.expr, facts: Facts, known: Readings) -> Fix:
    """The rewrite of what is read and of all its uses, from where the first of the readings that meet is."""
    seen: set[ast.AST] = set()
    frame = facts.frame
    while node not in seen:
        seen.add(node)
        result = keep_tensor(node, frame.source, facts, selected)
        if not isinstance(result, Earlier) or result.node is None:
            return vetted(_answer(result), facts)
        inside = next((one for one in ast.walk(result.node) if (frame, one) in known), None)
        if not isinstance(inside, ast.expr):
            return _answer(result)
        node, facts = inside, known[frame, inside]
    return _answer(Obstacle("it meets readings of which none is the first"))


@fix_factory
def count_fix(event: Call) -> Callable[[], Fix]:
    """The number of elements as a tensor, where indices are only counted; else all rows, where data selects some."""
    facts, rows = Facts(event, event.statement), rows_fix(event, event.statement)

    def make() -> Fix:
        if isinstance(event.node, ast.expr):
            found = counted(event.node, event.frame.source, facts, selected)
            if found is not None:
                return vetted(_answer(found), facts)
        return rows()

    return make


@fix_factory
def list_fix(event: Call) -> Callable[[], Fix]:
    """The tensor itself, where a list of its numbers is made."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return _answer(Obstacle("it is no call"))
        return vetted(_answer(list_rewrite(event.node, event.frame.source, facts)), facts)

    return make


@fix_factory
def size_fix(event: Call | Index) -> Callable[[], Fix]:
    """``math.prod`` where NumPy multiplies sizes; else what to do about a size that is data."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        for node in ast.walk(event.node):
            if isinstance(node, ast.Call):
                found = by_math(node, event.frame.source, facts, lambda expr: _numbers(facts.value(expr)))
                if found is not None:
                    return vetted(_answer(found), facts, computes=False)
        return _answer(Obstacle(SIZES))

    return make


def _numbers(value: Value | None) -> bool:
    """Whether Python holds whole numbers together: a shape, a list or a tuple of them."""
    if isinstance(value, SequenceValue):
        items = [value.element] if value.items is None else list(value.items)
        return bool(items) and all(
            (isinstance(item, PyValue) and item.kind == "int") or (isinstance(item, Const) and type(item.value) is int)
            for item in items
        )
    return isinstance(value, PyValue) and value.kind == "size"


@fix_factory
def mask_fix(event: Index | Call) -> Callable[[], Fix]:
    """``torch.where`` on whole tensors, where elements are updated or reduced through a boolean mask."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, (ast.Subscript, ast.Call)):
            return _answer(Obstacle("it is no expression of its own"))
        tested = isinstance(event.statement, ast.If) and within(event.node, event.statement.test)
        if isinstance(event.statement, ast.If) and tested and count_over(event.node, facts) is not None:
            return branch(facts, where_or_cond(event.statement, event.frame.source, facts, facts.following))
        if _checks(facts, event.statement):
            return _answer(guard([event.statement], event.frame.source, facts, CHECKED))
        result = mask_rewrite(event.node, event.statement, event.frame.source, facts)
        if isinstance(event.statement, (ast.Assign, ast.AugAssign)) and not _stores_in_place(result, event.statement):
            return written(facts, result)
        return vetted(_answer(result), facts)

    return make


def _stores_in_place(result: Fix | Obstacle, statement: ast.stmt) -> bool:
    """Whether an assignment becomes a call that puts the values into a tensor's memory."""
    changes = [one for one in result.edits if isinstance(one, Change)] if isinstance(result, Fix) else []
    return any(change.old[0] is statement and isinstance(change.new[0], ast.Expr) for change in changes)


def _checks(facts: Facts, statement: ast.stmt) -> bool:
    """Whether a statement only has a condition checked, by torch or by what transformers has for that."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return False
    name = dotted_name(statement.value.func).rpartition(".")[2]
    return name == "torch_compilable_check" or (facts.qualname(statement.value.func) or "") in _CHECKS


_CHECKS = frozenset(f"torch.{name}" for name in ("_check", "_check_value", "_check_index", "_check_with"))
CHECKED = "the condition is not checked"


@fix_factory
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
        return vetted(_answer(output_size(call, given[0], event.frame.source, facts)), facts)

    return make


@fix_factory
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


@fix_factory
def bins_fix(event: Call) -> Callable[[], Fix]:
    """``scatter_add`` instead of ``bincount``."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Call):
            return _answer(Obstacle("it is no call"))
        return _answer(counted_bins(event.node, event.frame.source, facts))

    return make
