"""A branch as a tree of choices, whose leaves are straight runs of assignments, perhaps with a ``return``."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.trees import names_in


@dataclass(frozen=True)
class Step:
    """One assignment of an arm; of a value that is unpacked, ``parts`` read what each target got."""

    targets: tuple[str, ...]
    """Names, and attributes as text."""
    value: ast.expr
    seen: int
    """How many steps of the arm have run before: of ``a, b = b, a`` the second does not see the first."""
    in_place: bool = False
    parts: tuple[ast.Name, ...] = ()


@dataclass(frozen=True)
class Leaf:
    """One way through the branch."""

    steps: tuple[Step, ...] = ()
    returned: ast.expr | None = None

    @property
    def sequential(self) -> bool:
        """Whether a later expression needs an earlier assignment of the leaf."""
        assigned: set[str] = set()
        for step in self.steps:
            if step.parts or targets_of(self.steps[: step.seen]) & reads(step.value) or assigned & set(step.targets):
                return True
            assigned |= set(step.targets)
        return self.returned is not None and bool(self.steps)

    @property
    def targets(self) -> dict[str, None]:
        return dict.fromkeys(target for step in self.steps for target in step.targets)

    @property
    def exprs(self) -> list[ast.expr]:
        return [expr for expr, _ in self.evaluated]

    @property
    def evaluated(self) -> list[tuple[ast.expr, tuple[Step, ...]]]:
        """Its expressions, each with the steps that have run before."""
        found = [(step.value, self.steps[: step.seen]) for step in self.steps]
        return found if self.returned is None else [*found, (self.returned, self.steps)]


@dataclass(frozen=True)
class Choice:
    """One test and what happens on either side."""

    test: ast.expr
    then: Tree
    other: Tree
    before: tuple[Step, ...] = ()
    """What has run in front of the test since the outermost test; its leaves begin with the same steps."""


Tree = Leaf | Choice


def reads(expr: ast.expr) -> set[str]:
    """The names and attributes, as text, that an expression reads."""
    return names_in(expr) | {ast.unparse(node) for node in ast.walk(expr) if isinstance(node, ast.Attribute)}


def targets_of(steps: Iterable[Step]) -> set[str]:
    return {target for step in steps for target in step.targets}


def leaves(tree: Tree) -> Iterator[Leaf]:
    if isinstance(tree, Choice):
        yield from leaves(tree.then)
        yield from leaves(tree.other)
    else:
        yield tree


def choices(tree: Tree) -> list[Choice]:
    if not isinstance(tree, Choice):
        return []
    return [tree, *choices(tree.then), *choices(tree.other)]


def expression(node: ast.expr) -> Tree:
    """The tree of a conditional expression; any other expression is a leaf that returns it."""
    if isinstance(node, ast.IfExp):
        return Choice(node.test, expression(node.body), expression(node.orelse))
    return Leaf(returned=node)


def behind(steps: Sequence[Step], leaf: Leaf) -> Leaf:
    """A leaf in front of which steps run."""
    return Leaf((*steps, *(replace(one, seen=one.seen + len(steps)) for one in leaf.steps)), leaf.returned)


def structured(tree: Tree, kept: Sequence[ast.expr], at: ast.stmt | ast.expr) -> list[ast.stmt]:
    """Statements that do what the tree says, for the interpreter: they hold its expressions, not copies of them."""
    built = [*(ast.Expr(read) for read in kept), *_built(tree)]
    for statement in built:
        ast.copy_location(statement, at)
        ast.fix_missing_locations(statement)
    return built


def _built(tree: Tree, done: int = 0) -> list[ast.stmt]:
    """The statements of a tree, of whose steps the first ones have run."""
    if isinstance(tree, Choice):
        count = max(done, len(tree.before))
        then, other = _built(tree.then, count) or [ast.Pass()], _built(tree.other, count)
        return [*_assigned(tree.before[done:]), ast.If(tree.test, then, other)]
    built = _assigned(tree.steps[done:])
    return [*built, ast.Return(tree.returned)] if tree.returned is not None else built


def _assigned(steps: Sequence[Step]) -> list[ast.stmt]:
    built: list[ast.stmt] = []
    index = 0
    while index < len(steps):
        together = [step for step in steps[index:] if step.seen == steps[index].seen]
        first = together[0]
        if len(together) > 1:
            targets = [quote.target(step.targets[0]) for step in together]
            value = ast.Tuple([step.value for step in together], ast.Load())
            built.append(ast.Assign([ast.Tuple(targets, ast.Store())], value))
        elif first.parts:
            targets = [quote.target(target) for target in first.targets]
            built.append(ast.Assign([ast.Tuple(targets, ast.Store())], first.value))
            built += [ast.Expr(part) for part in first.parts]
        else:
            built.append(ast.Assign([quote.target(first.targets[0])], first.value))
        index += len(together)
    return built
