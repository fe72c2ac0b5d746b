"""What can tell a branch by torch.where from the branch that the program has: one function for each kind of thing."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.rules.rewrite.analysis.bindings import statement_of
from fullgraph.rules.rewrite.analysis.grade import NEEDLESSLY, Level
from fullgraph.rules.rewrite.analysis.gradient import Paths
from fullgraph.rules.rewrite.analysis.layout import LAYOUT, layout
from fullgraph.rules.rewrite.analysis.memory import Write
from fullgraph.rules.rewrite.analysis.oracle import TensorFacts
from fullgraph.rules.rewrite.analysis.trees import loads, names_in, outward
from fullgraph.rules.rewrite.branches.examined import Branch
from fullgraph.rules.rewrite.branches.obligations import (
    COPIED,
    COSTLY,
    DRAWN,
    GUESSED,
    HISTORY,
    PRINTED,
    WRITTEN,
    ZERO,
)
from fullgraph.rules.rewrite.branches.structure import Hole, Slot

ASSIGNED = Kind.EFFECT.open("`{}` is assigned in both cases, and holds a copy where it was left alone")
HELD = Kind.ALIAS.open("`{}` holds a copy where it was another tensor itself")

_Known = Sequence[TensorFacts | None]
"""What is known of the tensors that one of is chosen."""


def differences(branch: Branch) -> list[Obligation]:
    """All that the torch.where form does not keep."""
    notes = [*_needless(branch), *_twins(branch)]
    for slot, hole in branch.holes:
        known = [branch.exprs.facts(expr) for expr in hole.values()]
        notes += _gradients(branch, hole, known)
        if not slot.in_place:
            notes += _aliases(branch, slot, hole, known)
            notes += _layouts(branch, hole, known)
        if any(fact is not None and fact.confidence != "high" for fact in known):
            notes.append(GUESSED)
    return notes


def effects(branch: Branch) -> Iterator[Obligation]:
    """What differs in any form: attributes that are always assigned, and gradient history."""
    exprs, switch = branch.exprs, branch.oracle.gradient_switch()
    for slot, hole in branch.holes:
        for expr in hole.values():
            if slot.target is not None and slot.is_attribute and not slot.in_place and exprs.grade(expr).alias:
                yield (ASSIGNED if exprs.is_kept(expr) else HELD).about(slot.target)
            fact = exprs.facts(expr)
            if switch and fact is not None and fact.is_floating is not False and exprs.grade(expr).alias:
                yield HISTORY.about(switch, branch.judge.text(expr))


def _needless(branch: Branch) -> Iterator[Obligation]:
    """What is computed although the program would not have."""
    for grade in branch.grades:
        yield from grade.notes
    if any(grade.level is Level.PURE or (grade.level and not grade.notes) for grade in branch.grades):
        yield from NEEDLESSLY
    if branch.level is Level.PURE:
        yield COSTLY
    if branch.random:
        yield DRAWN


def _twins(branch: Branch) -> Iterator[Obligation]:
    """Results that are one tensor in an arm, and two afterwards."""
    for leaf in branch.parsed.leaves:
        seen: dict[str | int, bool] = {}
        for slot, hole in branch.holes:
            escapes = _escapes(branch, slot)
            origin = branch.exprs.whole(hole[id(leaf)])
            while (made := branch.judge.values.get(origin, origin)) is not origin:
                origin = made
            which = origin.id if isinstance(origin, ast.Name) else id(origin)
            if which in seen and (escapes or seen[which]):
                yield COPIED.about(branch.judge.text(hole[id(leaf)]))
            seen[which] = escapes or seen.get(which, False)


def _escapes(branch: Branch, slot: Slot) -> bool:
    """Whether somebody may tell a result from a copy of it."""
    name = _bound_to(branch, slot)
    return name is None or not slot.is_whole or branch.oracle.escapes(name)


def _bound_to(branch: Branch, slot: Slot) -> str | None:
    """What a result is bound to: its target, or the one name to which a conditional expression is assigned."""
    assigned = branch.oracle.parent(branch.parsed.node)
    if slot.target is not None or not isinstance(assigned, ast.Assign) or len(assigned.targets) > 1:
        return slot.target
    name = assigned.targets[0]
    return name.id if isinstance(name, ast.Name) and assigned.value is branch.parsed.node else None


def _gradients(branch: Branch, hole: Hole, known: _Known) -> Sequence[Obligation]:
    """What differs in gradients where the arms do not depend on the same tensors.

    The arm not taken gets a gradient of zero, and hands it on: to leaves that would have none, and through what
    lies between them and the arm, where a derivative that is not finite makes NaN of it. Neither is seen where the
    arm that is taken reaches the same tensors.
    """
    facts = [fact for fact in known if fact is not None]
    if all(fact.is_floating is False or fact.boolean or fact.sources == frozenset() for fact in facts):
        return ()
    depends = [frozenset(map(str, branch.exprs.grade(expr).leaves)) for expr in hole.values()]
    together: frozenset[str] = frozenset().union(*depends)
    statement = statement_of(branch.parsed.node, branch.oracle)
    if statement is None:
        return () if all(one == together for one in depends) else ZERO
    paths = Paths(statement, branch.oracle)
    return () if all(paths.reach(one, together) for one in depends) else ZERO


def _aliases(branch: Branch, slot: Slot, hole: Hole, known: _Known) -> Iterator[Obligation]:
    """What tells the result, which is new memory, from the tensor that it was where an arm only names one."""
    if all(fact is None for fact in known):
        return
    read = names_in(*branch.parsed.exprs, *(choice.test for choice in branch.parsed.choices))
    name = _bound_to(branch, slot)
    target = {name.partition(".")[0]} if name is not None else set()
    if branch.oracle.written_later(read | target) is not Write.NO:
        yield from WRITTEN
    if name is not None and branch.oracle.shown(name):
        yield PRINTED.about(name)
    if not _escapes(branch, slot):
        return
    for expr, fact in zip(hole.values(), known, strict=True):
        if fact is not None and branch.exprs.grade(expr).alias and not _is_sole(branch, expr, slot):
            yield COPIED.about(branch.judge.text(expr))
            return


def _is_sole(branch: Branch, expr: ast.expr, slot: Slot) -> bool:
    """Whether nothing but the result can hold what an arm names: new memory, in a local name."""
    if not isinstance(expr, ast.Name) or branch.exprs.whole(expr) is not expr:
        return False
    if branch.exprs.bound_before(expr.id, expr) or branch.oracle.shared(expr.id):
        return False
    if expr.id == _bound_to(branch, slot):
        return True
    if branch.oracle.captured(expr.id) or _is_read_beside(branch, expr.id):
        return False
    return not branch.oracle.escapes(expr.id, {expr})


def _is_read_beside(branch: Branch, name: str) -> bool:
    """Whether the statement of a conditional expression reads a name outside it, or evaluates it more than once."""
    whole, node = statement_of(branch.parsed.node, branch.oracle), branch.parsed.node
    if whole is None:
        return True
    if whole is node:
        return False
    repeated = any(isinstance(above, _REPEATING) for above in outward(node, branch.oracle.parent, whole))
    within = set(ast.walk(node))
    return repeated or any(loads(one, name) and one not in within for one in ast.walk(whole))


_REPEATING = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda)


def _layouts(branch: Branch, hole: Hole, known: _Known) -> Sequence[Obligation]:
    """The result has the strides of the arm that comes first, whichever is taken."""
    if all(fact is None or fact.zero_dim for fact in known):
        return ()
    wholes = [branch.exprs.whole(expr) for expr in hole.values()]
    layouts = {layout(whole, branch.judge, follow=False) for whole in wholes}
    if len(layouts) > 1:
        layouts = {layout(whole, branch.judge, follow=True) for whole in wholes}
    return () if len(layouts) == 1 else (LAYOUT,)
