"""A branch as its rewrite starts from it: the tree of its arms, and what is known of the program there."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.analysis.bindings import function_of, names
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import Oracle, Stop, required
from fullgraph.rules.rewrite.analysis.text import own_text
from fullgraph.rules.rewrite.analysis.trees import end, names_in, place
from fullgraph.rules.rewrite.branches.arms import Arms, reading_before
from fullgraph.rules.rewrite.branches.tree import (
    Choice,
    Leaf,
    Tree,
    choices,
    expression,
    leaves,
    structured,
    targets_of,
)

_MOST_ARMS = 12


@dataclass(frozen=True)
class Parsed:
    """One branch, taken apart."""

    node: ast.If | ast.IfExp
    tree: Tree
    judge: Judge
    torch: str
    """How the module spells ``torch``."""
    statements: Sequence[ast.stmt] = ()
    """What is rewritten: the ``if``, and what it has taken in behind it; none of an expression."""
    kept: Mapping[str, ast.expr] = field(default_factory=dict)
    """What reads a target that not every leaf assigns, in front of the branch."""
    hoisted: tuple[tuple[str, ast.expr], ...] = ()
    """The Python numbers of arms that are computed in front of it."""
    loop: ast.For | None = None
    """The loop that the first arm ends."""

    @property
    def source(self) -> SourceFile:
        return self.judge.source

    @property
    def oracle(self) -> Oracle:
        return self.judge.oracle

    @property
    def last(self) -> ast.stmt | ast.expr:
        return self.statements[-1] if self.statements else self.node

    @property
    def leaves(self) -> list[Leaf]:
        return list(leaves(self.tree))

    @property
    def choices(self) -> list[Choice]:
        return choices(self.tree)

    @property
    def exprs(self) -> list[ast.expr]:
        """All that the arms evaluate."""
        return [expr for leaf in self.leaves for expr in leaf.exprs]

    @property
    def sequential(self) -> bool:
        """Whether an arm, or a test inside of one, needs what the arm has bound before."""
        return any(leaf.sequential for leaf in self.leaves) or any(choice.before for choice in self.choices)

    @property
    def in_round(self) -> list[ast.stmt]:
        """What a round of the loop that the first arm ends runs in front of the branch."""
        return _in_front(self.node, self.loop)

    def is_live(self, name: str) -> bool:
        """Whether what a name holds is read outside of the branch, or in it before the arm binds it."""
        function = function_of(self.node, self.oracle)
        if function is None or not self.statements:
            return True
        if any(isinstance(node, (ast.Global, ast.Nonlocal)) and name in node.names for node in ast.walk(function)):
            return True
        for node in names(function, name):
            updates = isinstance(self.oracle.parent(node), ast.AugAssign)
            inner = place(self.node) <= place(node) < end(self.last)
            if not inner and (isinstance(node.ctx, ast.Load) or updates):
                return True
        read = [(choice.test, choice.before) for choice in self.choices]
        read += [one for leaf in self.leaves for one in leaf.evaluated]
        return any(name in names_in(expr) - targets_of(before) for expr, before in read)


def parse(
    node: ast.If | ast.IfExp, following: Sequence[ast.stmt], source: SourceFile, oracle: Oracle, torch: str
) -> Parsed:
    """Take a branch apart; ``following`` are the statements behind it in its block. Raises ``Stop``."""
    if isinstance(node, ast.IfExp):
        if not own_text(node, source):
            raise Stop("it is inside an f-string")
        tree = expression(node)
        _check_size(tree)
        return Parsed(node, tree, Judge(source, oracle), torch)
    arms = Arms(oracle, torch)
    tree, last = required(arms.parse(node, following))
    _check_size(tree)
    kept = _kept(tree, node)
    nested = any(choice.before for choice in choices(tree))
    if arms.made or kept or nested or arms.restructured or isinstance(oracle.parent(last), (ast.For, ast.While)):
        before = [*kept.values(), *([arms.stopped.iter] if arms.stopped is not None else [])]
        oracle = oracle.running([*_in_front(node, arms.stopped), *structured(tree, before, node)])
    hoisted: dict[str, ast.expr] = {}
    if isinstance(tree, Choice) and not nested:
        tree = _without_numbers(tree, Judge(source, oracle), hoisted)
    judge = Judge(source, oracle, numbers=dict(hoisted))
    statements = [node, *following[: following.index(last) + 1 if last is not node else 0]]
    return Parsed(node, tree, judge, torch, statements, kept, tuple(hoisted.items()), arms.stopped)


def _check_size(tree: Tree) -> None:
    if sum(1 for _ in leaves(tree)) > _MOST_ARMS:
        raise Stop(f"it has more than {_MOST_ARMS} arms, and the selections would be unreadable")


def _in_front(node: ast.AST, loop: ast.For | None) -> list[ast.stmt]:
    """The statements of a loop's body in front of one of them."""
    return [one for one in loop.body if one.lineno < getattr(node, "lineno", 0)] if loop is not None else []


def _kept(tree: Tree, node: ast.If) -> dict[str, ast.expr]:
    """What reads the targets that the branch may leave alone or update, and attributes, in front of it."""
    arms = list(leaves(tree))
    updated = {target for leaf in arms for step in leaf.steps if step.in_place for target in step.targets}
    return {
        target: reading_before(target, node)
        for target in dict.fromkeys(target for leaf in arms for target in leaf.targets)
        if target in updated or "." in target or any(target not in leaf.targets for leaf in arms)
    }


def _without_numbers(side: Tree, judge: Judge, numbers: dict[str, ast.expr]) -> Tree:
    """A tree without the Python numbers that an arm computes for itself first, which are added to ``numbers``."""
    if isinstance(side, Choice):
        then = _without_numbers(side.then, judge, numbers)
        return Choice(side.test, then, _without_numbers(side.other, judge, numbers))
    kept = list(side.steps)
    while len(kept) > 1 or (kept and side.returned is not None):
        name, expr = kept[0].targets[0], kept[0].value
        if kept[0].parts or "." in name or name in numbers or not judge.is_number(expr):
            break
        if judge.oracle.used_later(name) or judge.oracle.name_bound(name):
            break
        grade = judge.grade(expr)
        if grade.effect is not None or grade.random:
            break
        numbers[name] = expr
        del kept[0]
    gone = len(side.steps) - len(kept)
    return Leaf(tuple(replace(one, seen=max(one.seen - gone, 0)) for one in kept), side.returned)
