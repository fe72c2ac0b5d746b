"""A branch that has been examined: its results, and what can be seen of computing both arms."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.grade import Grade, Judge, Level
from fullgraph.rules.rewrite.analysis.new_names import NewNames
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.branches.condition import Condition
from fullgraph.rules.rewrite.branches.ended_loop import EndedLoop
from fullgraph.rules.rewrite.branches.expressions import Expressions
from fullgraph.rules.rewrite.branches.lines import Line
from fullgraph.rules.rewrite.branches.parse import Parsed
from fullgraph.rules.rewrite.branches.structure import Hole
from fullgraph.rules.rewrite.branches.tree import Choice, Leaf, Tree

_MANY = 2
"""How many operands are masked at most; torch.cond reads better than more."""


@dataclass(frozen=True)
class Slot:
    """One result of the branch: a name or attribute, or, without a target, the value that is returned."""

    target: str | None
    values: Mapping[int, ast.expr]
    """The value at each leaf, by the leaf's identity."""
    holes: list[Hole]
    """The places in it that are chosen; one where it is a tensor."""
    in_place: bool = False
    """Whether the tensor that the target holds is written."""

    @property
    def is_whole(self) -> bool:
        """Whether all of the result is one tensor."""
        return len(self.holes) == 1 and self.holes[0] == self.values

    @property
    def is_tuple(self) -> bool:
        """Whether the result is a tuple of which every element is chosen."""
        first = next(iter(self.values.values()))
        return isinstance(first, ast.Tuple) and [next(iter(hole.values())) for hole in self.holes] == first.elts

    @property
    def is_attribute(self) -> bool:
        return self.target is not None and "." in self.target


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
    lines: tuple[Line, ...]
    renamed: Mapping[ast.expr, Mapping[str, str]]
    """By an arm's expression, the names under which lines keep what the arm has bound before."""
    called: Mapping[ast.expr, str]
    """By a made expression that reads what a line computes, the name that it has there."""
    new_names: NewNames
    notes: tuple[Obligation, ...] = ()
    """What differs in every form."""
    numbers: bool = False
    """Whether it gives Python numbers."""
    updates: tuple[ast.AugAssign, ...] = ()
    """What updates a number afterwards, which is a tensor then."""
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
