"""A branch that has been examined: its results, and what can be seen of computing both arms."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.grade import Grade, Judge, Level
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.branches.condition import Condition
from fullgraph.rules.rewrite.branches.ended_loop import EndedLoop
from fullgraph.rules.rewrite.branches.expressions import Expressions
from fullgraph.rules.rewrite.branches.given_numbers import GivenNumbers
from fullgraph.rules.rewrite.branches.lines import Lines
from fullgraph.rules.rewrite.branches.parse import Parsed
from fullgraph.rules.rewrite.branches.structure import Hole, Slot
from fullgraph.rules.rewrite.branches.tree import Choice, Leaf, Tree

_MANY = 2
"""How many operands are masked at most; torch.cond reads better than more."""


@dataclass(frozen=True)
class Branch:
    """What the examination of a branch has found."""

    parsed: Parsed
    exprs: Expressions
    conditions: Mapping[int, Condition]
    """By the identity of each choice."""
    always: tuple[Grade, ...]
    """The grades of what is evaluated in front of the choice, tests and numbers."""
    arms: tuple[Grade, ...]
    """The grades of what the arms evaluate."""
    slots: tuple[Slot, ...]
    lines: Lines
    numbers: GivenNumbers
    notes: tuple[Obligation, ...]
    """What differs in every form."""
    ended: EndedLoop | None = None
    masks: Mapping[ast.expr, int] = field(default_factory=dict)
    """The operands that are 1 where their arm is not taken, with the leaf they are in."""
    selected: bool = False
    """Whether both arms are computed although one of them may raise: torch.cond cannot take them."""

    @property
    def tree(self) -> Tree:
        return self.parsed.tree

    @property
    def judge(self) -> Judge:
        return self.parsed.judge

    @property
    def oracle(self) -> Oracle:
        return self.parsed.oracle

    @property
    def grades(self) -> tuple[Grade, ...]:
        return (*self.always, *self.arms)

    @property
    def level(self) -> Level:
        return max((grade.level for grade in self.grades), default=Level.TOTAL)

    @property
    def random(self) -> bool:
        return any(grade.random for grade in self.grades)

    @property
    def holes(self) -> Iterator[tuple[Slot, Hole]]:
        """All that is chosen, with the result that it belongs to."""
        return ((slot, hole) for slot in self.slots for hole in slot.holes)


def computing_both(branch: Branch) -> Branch:
    """The branch with both arms computed, although one of them may raise."""
    return masked(replace(branch, selected=True))


def masked(branch: Branch) -> Branch:
    """Keep derivatives finite in the arm not taken: divide by 1 there, and take the square root of 1."""
    judge, exprs, tree = branch.judge, branch.exprs, branch.tree
    both = isinstance(tree, Choice) and isinstance(tree.then, Leaf) and isinstance(tree.other, Leaf)
    if not both or (branch.level is not Level.FRAGILE and not (branch.selected and branch.level is Level.PURE)):
        return branch
    judge.maskable.clear()
    found: dict[ast.expr, int] = {}
    for leaf in branch.parsed.leaves:
        for expr in leaf.exprs:
            exprs.grade(expr)
            found.update({operand: id(leaf) for operand in judge.maskable if operand not in found})
    found = {operand: leaf for operand, leaf in found.items() if not quote.is_made(operand)}
    judge.masked = frozenset(found)
    arms = tuple(map(exprs.grade, branch.parsed.exprs))
    if len(found) > _MANY or max(grade.level for grade in arms) == Level.FRAGILE:
        judge.masked = frozenset()
        return branch
    return replace(branch, arms=arms, masks=found)
