"""What rules share: how sure a value is, the chain that shows why, and the way to the rewrites."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import replace

from fullgraph.lint.diagnostics import BOTH_MODES, CONFIDENCES, Applicability, Confidence, Fix, Mode, Step
from fullgraph.lint.events import Assertion, Call, Dispatch, Event, Finding, Index, Test
from fullgraph.lint.interpreter.frame import Frame, render
from fullgraph.lint.project import dotted_name
from fullgraph.lint.values import ExternalInstance, Function, Value, scalar_part, tensor_part
from fullgraph.rules.base import HAZARDS
from fullgraph.rules.draws import layer_drop
from fullgraph.rules.facts import Facts
from fullgraph.rules.rewrite import (
    Obstacle,
    assert_rewrite,
    bind_attribute,
    guard,
    keep_tensor,
    mask_rewrite,
    num_classes,
    output_size,
    where_or_cond,
)
from fullgraph.rules.rewrite.answer import answer as _answer
from fullgraph.rules.rewrite.guard import PRINTED, calls
from fullgraph.rules.rewrite.masks import count_over
from fullgraph.rules.rewrite.nest import inner, nest
from fullgraph.rules.rewrite.sizes import NAMES

DEFAULT_ONLY: tuple[Mode, ...] = ("default",)
"""Since torch 2.10 ``fullgraph=True`` captures dynamic shapes and scalars by itself."""
FULLGRAPH_ONLY: tuple[Mode, ...] = ("fullgraph",)
"""By default the graph has ended where a number was read, and what follows sees a number."""
READING = "FG2"
"""The rules about tensor data that Python reads."""


APART = "Give the test of tensor data an if of its own, inside of that of the other conditions, then rewrite it"


def breaks(finding: Finding) -> bool:
    """Whether a finding is about a graph break, and not about recompiles, the way of compiling or results."""
    return finding.code[:3] not in ("FG7", "FG8") and finding.code not in HAZARDS


def confidence_of(value: Value) -> Confidence:
    """How sure it is that the value is tensor data."""
    part = tensor_part(value) or scalar_part(value)
    return CONFIDENCES[part.confidence] if part is not None else "low"


def explain(event: Event, value: Value, last: str) -> tuple[Step, ...]:
    """The chain from where the tensor comes from to what breaks."""
    part = tensor_part(value) or scalar_part(value)
    steps = render(part.evidence) if part is not None else ()
    return (*steps, Step(last, event.frame.source.display, event.node.lineno))


def within(inner: ast.AST, outer: ast.expr) -> bool:
    """Whether a node stands inside of an expression of the same file."""
    start = (outer.lineno, outer.col_offset)
    end = (outer.end_lineno or outer.lineno, outer.end_col_offset or outer.col_offset)
    return start <= (getattr(inner, "lineno", 0), getattr(inner, "col_offset", 0)) < end


def tested_value(event: Test, what: str, fix: Callable[[Test], Callable[[], Fix]] | None) -> Finding | None:
    """The finding for ``bool()`` on tensor data; None where the test only sees a number that was read elsewhere.

    Where the number is read in the test itself, the graph ends there by default: that is told as the test's break.
    """
    tensor, scalar = tensor_part(event.value), scalar_part(event.value)
    modes: tuple[Mode, ...] = BOTH_MODES
    reads: tuple[Finding, ...] = ()
    if tensor is None:
        if scalar is None:
            return None
        rows = range(event.node.lineno, (event.node.end_lineno or event.node.lineno) + 1)
        if scalar.read not in rows:
            if not scalar.captured:
                return None
            modes = FULLGRAPH_ONLY
        else:
            reads = tuple(
                one
                for one in event.frame.findings
                if one.code.startswith(READING)
                and one.event.frame is event.frame
                and within(one.event.node, event.operand)
            )
    kind = "tensor data" if tensor is not None else "a number read from a tensor"
    if tensor is None and scalar is not None and scalar.size:
        kind, fix = "a length that depends on tensor data", None
    if tensor is not None and tensor.random:
        kind = "a random draw, which is tensor data"
    return Finding(
        event,
        f"{what} depends on {kind}: {event.frame.text(event.operand)}",
        explain(event, event.value, f"{what} calls bool() on it"),
        confidence_of(event.value),
        modes,
        fix=fix(event) if fix is not None else None,
        absorbs=reads,
    )


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
        result = where_or_cond(event.statement, event.frame.source, facts, facts.following)
        if isinstance(result, Obstacle) and (apart := _taken_apart(event, facts)) is not None:
            result = apart
        tensor = tensor_part(event.value)
        if isinstance(result, Obstacle) and tensor is not None and tensor.random:
            advice = layer_drop(event.statement, event.frame.source, event.operand, facts.parents)
            result = Obstacle(advice) if advice is not None else result
        return _branch(facts, result)

    return make


def _taken_apart(event: Test, facts: Facts) -> Fix | None:
    """``if flag and tensor:`` as two, where the inner one can be rewritten then."""
    alone = inner(event.statement)
    if alone is None or event.operand not in list(ast.walk(alone.test)) or not isinstance(event.statement, ast.If):
        return None
    source = event.frame.source
    result = where_or_cond(alone, source, facts)
    if isinstance(result, Obstacle) or result.applicability is Applicability.DISPLAY:
        return None
    edit = nest(event.statement, source.segment(alone.test), source)
    return None if isinstance(edit, Obstacle) else Fix(result.applicability, f"{APART}. {result.message}", (edit,))


def expression_fix(event: Test) -> Callable[[], Fix]:
    """``torch.where`` for a conditional expression."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        for node in ast.walk(event.statement):
            if isinstance(node, ast.IfExp) and event.node in list(ast.walk(node.test)):
                return _branch(facts, where_or_cond(node, event.frame.source, facts))
        return _answer(Obstacle("the test stands in no conditional expression"))

    return make


def assert_fix(event: Assertion) -> Callable[[], Fix]:
    """The form of an assert that is captured."""
    facts = Facts(event, event.statement)
    return lambda: _answer(assert_rewrite(event.statement, event.frame.source, facts))


def number_fix(event: Call) -> Callable[[], Fix]:
    """The tensor itself, detached, where a number is read from it."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.expr):
            return _answer(Obstacle("it is no expression"))
        return _answer(keep_tensor(event.node, event.frame.source, facts))

    return make


def _text(result: Fix | Obstacle) -> str:
    return "" if isinstance(result, Obstacle) else "".join(edit.content for edit in result.edits)


def mask_fix(event: Index) -> Callable[[], Fix]:
    """``torch.where`` on whole tensors, where elements are updated or reduced through a boolean mask."""
    facts = Facts(event, event.statement)

    def make() -> Fix:
        if not isinstance(event.node, ast.Subscript):
            return _answer(Obstacle("it is no subscript"))
        tested = isinstance(event.statement, ast.If) and within(event.node, event.statement.test)
        if isinstance(event.statement, ast.If) and tested and count_over(event.node, facts) is not None:
            return _branch(facts, where_or_cond(event.statement, event.frame.source, facts, facts.following))
        result = mask_rewrite(event.node, event.statement, event.frame.source, facts)
        writes = isinstance(event.statement, (ast.Assign, ast.AugAssign)) and ".copy_(" not in _text(result)
        return _branch(facts, result) if writes else _answer(result)

    return make


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


def guard_fix(event: Call, skipped: str = PRINTED) -> Callable[[], Fix]:
    """``if not torch.compiler.is_compiling():`` around a statement; around messages that follow each other, one.

    ``skipped`` is a clause that says what is lost.
    """
    facts = Facts(event, event.statement)
    known: dict[ast.stmt, Fix] = event.machine.memory.setdefault("guards", {})

    def make() -> Fix:
        if event.statement not in known:
            known.update(_guards(facts, skipped))
        return known[event.statement]

    return make


def _guards(facts: Facts, skipped: str) -> dict[ast.stmt, Fix]:
    """The guard for the statement and for the neighbours that it is put around too."""
    statement, block, source = facts.statement, facts.block, facts.frame.source
    if not _message(facts, statement):
        return {statement: _answer(guard([statement], source, facts, skipped))}
    first = last = block.index(statement)
    while first > 0 and _message(facts, block[first - 1]):
        first -= 1
    while last + 1 < len(block) and _message(facts, block[last + 1]):
        last += 1
    together = guard(block[first : last + 1], source, facts)
    if isinstance(together, Obstacle) and last > first:
        return {statement: _answer(guard([statement], source, facts))}
    return dict.fromkeys(block[first : last + 1], _answer(together))


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


def construction(event: Dispatch) -> tuple[Frame, ast.Call] | None:
    """Where, in code that was given, the object of a look-up is made."""
    made = event.machine.sites.get(event.owner.site)
    if made is None or made[0].module.origin != "given":
        return None
    return made[:2]


def bind_fix(event: Dispatch, frame: Frame, node: ast.expr | ast.stmt) -> Fix:
    """``object.attribute = function`` after the statement that makes the object."""
    target = event.target
    if target is None:
        return _answer(Obstacle("the look-up can give more than one function"))
    if target.bound is not None or target.info.owner is not None or target.closure is not None:
        return _answer(Obstacle(f"`{target.info.qualname}` is no function of a module, to be imported"))
    obstacle = _unproved(event, target)
    if obstacle is not None:
        return _answer(obstacle)
    statement = next((s for s in ast.walk(frame.module.tree) if isinstance(s, ast.stmt) and _makes(s, node)), None)
    if statement is None:
        return _answer(Obstacle("the object is not made in a statement of its own"))
    facts = Facts(replace(event, frame=frame, node=node), statement)
    module, name = target.info.module.name, target.info.name
    return _answer(bind_attribute(statement, frame.source, event.attribute, module, name, facts))


def _makes(statement: ast.stmt, node: ast.AST) -> bool:
    """Whether the statement's whole value is the call."""
    return isinstance(statement, (ast.Assign, ast.AnnAssign, ast.Return)) and statement.value is node


def _unproved(event: Dispatch, target: Function) -> Obstacle | None:
    """Bind only what cannot change: a new object's look-up gives the function, and a set attribute is given back."""
    machine, owner, name = event.machine, event.owner, event.attribute
    setter = owner.cls.find_setter(name)
    if setter is None:
        return Obstacle(f"`{name}` has no setter")
    if not owner.exact:
        return Obstacle("the object's class is not known exactly")
    read = {node.attr for node in ast.walk(event.getter.node) if isinstance(node, ast.Attribute)}
    read |= {
        node.value
        for node in ast.walk(event.getter.node)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for attribute in sorted(read):
        others = [m for m in owner.cls.assigners(attribute) if m.name != "__init__" and m is not setter]
        if others and attribute in machine.heap.of(owner.site):
            return Obstacle(f"`{others[0].qualname}` changes `{attribute}`, on which the look-up depends")
    host = Frame(event.frame.module)
    kept, machine.heap = machine.heap, machine.heap.copy()
    try:
        machine.call(host, event.node, Function(setter, owner), [target], {})
        bound = machine.call(host, event.node, Function(event.getter, owner), [], {})
    finally:
        machine.heap = kept
    return None if bound == target else Obstacle(f"a set `{name}` is not given back as it is")
