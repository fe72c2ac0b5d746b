"""Take a branch apart: a tree of choices whose leaves assign names or return a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fullgraph.rules.rewrite.oracle import Obstacle


@dataclass(frozen=True)
class Leaf:
    """A straight run of ``name = expression`` statements, perhaps with a ``return`` behind it."""

    assigns: tuple[tuple[str, ast.expr], ...] = ()
    returned: ast.expr | None = None

    @property
    def sequential(self) -> bool:
        """Whether a later expression needs an earlier assignment of the leaf."""
        seen: set[str] = set()
        for name, expr in self.assigns:
            if seen & names_read(expr) or name in seen:
                return True
            seen.add(name)
        return self.returned is not None and bool(self.assigns)


@dataclass(frozen=True)
class Choice:
    """One test and what happens on either side."""

    test: ast.expr
    then: Tree
    other: Tree


Tree = Leaf | Choice

_REST = "one arm returns and the code behind the other is more than a few assignments and a return"


def names_read(expr: ast.expr) -> set[str]:
    return {node.id for node in ast.walk(expr) if isinstance(node, ast.Name)}


def leaves(tree: Tree) -> Iterator[Leaf]:
    if isinstance(tree, Choice):
        yield from leaves(tree.then)
        yield from leaves(tree.other)
    else:
        yield tree


def parse(statement: ast.If, following: Sequence[ast.stmt]) -> tuple[Tree, ast.stmt] | Obstacle:
    """The tree of an ``if``, and the last statement that it takes in.

    ``following`` is what comes behind it in its block; as much of it as leads to a ``return`` is taken in where an
    arm returns and the other one falls through.
    """
    rest = _to_return(following)
    tree = _choice(statement, rest)
    if isinstance(tree, Obstacle):
        return tree
    returning = {leaf.returned is not None for leaf in leaves(tree)}
    if len(returning) > 1:
        return Obstacle(_REST)
    took_rest = returning == {True} and _falls_through(statement)
    return tree, rest[-1] if took_rest and rest else statement


def expression(node: ast.expr) -> Tree:
    """The tree of a conditional expression; any other expression is a leaf that returns it."""
    if isinstance(node, ast.IfExp):
        return Choice(node.test, expression(node.body), expression(node.orelse))
    return Leaf(returned=node)


def _to_return(following: Sequence[ast.stmt]) -> tuple[ast.stmt, ...]:
    """The statements up to the first ``return``; none where there is no ``return``."""
    for index, statement in enumerate(following):
        if isinstance(statement, ast.Return):
            return tuple(following[: index + 1])
    return ()


def _falls_through(statement: ast.stmt) -> bool:
    """Whether some way through the statement reaches the one behind it."""
    if isinstance(statement, ast.If):
        return not statement.orelse or _falls(statement.body) or _falls(statement.orelse)
    return not isinstance(statement, ast.Return)


def _falls(block: Sequence[ast.stmt]) -> bool:
    return all(_falls_through(statement) for statement in block)


def _choice(statement: ast.If, rest: Sequence[ast.stmt]) -> Tree | Obstacle:
    then = _block(statement.body)
    if isinstance(then, Obstacle):
        return then
    other = _block(statement.orelse)
    if isinstance(other, Obstacle):
        return other
    # An arm that falls through to a return is a returning arm; two that both fall through need not be.
    if any(leaf.returned is None for leaf in leaves(then)) and any(leaf.returned is None for leaf in leaves(other)):
        return Choice(statement.test, then, other)
    return _join_rest(statement.test, then, other, rest)


def _join_rest(test: ast.expr, then: Tree, other: Tree, rest: Sequence[ast.stmt]) -> Tree | Obstacle:
    """Put the statements behind the ``if`` at the end of the arm that falls through to them."""
    sides: list[Tree] = []
    for side in (then, other):
        if isinstance(side, Leaf) and side.returned is None and rest:
            tail = _block(rest)
            if isinstance(tail, Obstacle):
                return Obstacle(_REST)
            if isinstance(tail, Choice):
                if side.assigns:
                    return Obstacle("an arm does more than assign names or return a value")
                side = tail
            else:
                side = Leaf(side.assigns + tail.assigns, tail.returned)
        sides.append(side)
    return Choice(test, sides[0], sides[1])


def _block(block: Sequence[ast.stmt]) -> Tree | Obstacle:
    """One arm. A nested ``if`` must stand alone in it, or end it by taking in all that is behind it."""
    assigns: list[tuple[str, ast.expr]] = []
    for index, statement in enumerate(block):
        if isinstance(statement, ast.Pass) or _is_text(statement):
            continue
        if isinstance(statement, ast.Return):
            if statement.value is None:
                return Obstacle("an arm returns None")
            return Leaf(tuple(assigns), statement.value)
        if isinstance(statement, ast.If):
            behind = block[index + 1 :]
            if assigns:
                return Obstacle("an arm does more than assign names or return a value")
            nested = _choice(statement, behind)
            if isinstance(nested, Obstacle):
                return nested
            if behind and any(leaf.returned is None for leaf in leaves(nested)):
                return Obstacle("an arm does more than assign names or return a value")
            return nested
        pair = _assignment(statement)
        if isinstance(pair, Obstacle):
            return pair
        assigns.append(pair)
    return Leaf(tuple(assigns))


def _is_text(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _assignment(statement: ast.stmt) -> tuple[str, ast.expr] | Obstacle:
    target: ast.expr | None = None
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target = statement.targets[0]
    elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
        target = statement.target
    if isinstance(target, ast.Name):
        assert isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None
        return target.id, statement.value
    if isinstance(statement, ast.AugAssign):
        return Obstacle("an arm updates a value in place; `x = x + y` instead of `x += y` can be rewritten")
    if isinstance(target, ast.Attribute):
        return Obstacle("an arm writes to an attribute")
    if isinstance(target, ast.Subscript):
        return Obstacle("an arm writes into a tensor or container")
    if isinstance(statement, ast.Raise):
        return Obstacle("an arm raises an exception; a check of tensor data inside the graph is an `assert`")
    if isinstance(statement, ast.Expr):
        return Obstacle("an arm calls something for its effect")
    return Obstacle("an arm does more than assign names or return a value")
