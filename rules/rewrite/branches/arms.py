"""Take an ``if`` statement apart into the tree of its arms.

What updates a tensor in place, unpacks a value or swaps names becomes assignments of made-up expressions.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fullgraph.lint.torch_data import load
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.bindings import block_of, target_name
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import is_name, is_not, is_path, is_text
from fullgraph.rules.rewrite.branches.tree import Choice, Leaf, Step, Tree, behind, leaves

_REST = "one arm returns and the code after the other is more than a few assignments and a return"
_CONTINUED = "one arm continues with the next iteration and the code after the other is more than a few assignments"
_STOPPED = "one arm ends the loop and the code after the other is more than a few assignments"
_MORE = "an arm does more than assign names or return a value"

_WITHOUT_DERIVATIVE = frozenset(f"{name}_" for name in "acosh arccosh asinh arcsinh atanh arctanh".split())
"""Methods that raise in place where a gradient is asked for, and not as operations (derivatives.yaml of PyTorch)."""
_REPLACED = {"zero_": "zeros_like", "fill_": "full_like"}
"""In-place methods that a function of torch does out of place, where no method does."""
_TENSORS_OWN = frozenset("data grad real imag T mT H mH".split())
"""Attributes that tensors have, and hardly anything else."""
_OUT_OF_PLACE = frozenset("masked_fill index_fill index_add index_copy scatter scatter_add masked_scatter".split())


@dataclass
class Arms:
    """Takes one ``if`` statement apart."""

    oracle: Oracle
    torch: str
    made: bool = False
    """Whether it has made expressions up."""
    stopped: ast.For | None = None
    """The loop that an arm ends."""
    restructured: bool = False
    """Whether its statements stand in other arms than in the program."""

    def parse(self, statement: ast.If, following: Sequence[ast.stmt]) -> tuple[Tree, ast.stmt] | Obstacle:
        """The tree of an ``if``, and the last statement that it takes in.

        ``following`` is what comes behind it in its block; as much of it as leads to a ``return`` is taken in where an
        arm returns and the other one falls through, and all of it where an arm goes on to the next round of a loop.
        """
        if _continues(statement):
            return self._skipping(statement, following)
        if any(isinstance(inner, ast.Break) for inner in (*statement.body, *statement.orelse)):
            return self._stopping(statement, following)
        if (threaded := self._threaded(statement, following)) is not None:
            self.restructured = True
            parsed = self.parse(threaded, following[1:])
            if not isinstance(parsed, Obstacle):
                return parsed[0], following[0] if parsed[1] is threaded else parsed[1]
            self.restructured = False
        rest = _to_return(following)
        tree = self._choice(statement, rest)
        if isinstance(tree, Obstacle):
            return tree
        returning = {leaf.returned is not None for leaf in leaves(tree)}
        if len(returning) > 1:
            return Obstacle(_REST)
        took_rest = returning == {True} and _falls_through(statement)
        return tree, rest[-1] if took_rest and rest else statement

    def _skipping(self, statement: ast.If, following: Sequence[ast.stmt]) -> tuple[Tree, ast.stmt] | Obstacle:
        """``if test: continue``: the rest of the loop's body is the other arm."""
        loop = self.oracle.parent(statement)
        if not isinstance(loop, (ast.For, ast.While)) or statement not in loop.body:
            return Obstacle("an arm continues with the next iteration of a loop from inside another statement")
        arms = []
        for block in (statement.body, statement.orelse):
            skips = bool(block) and isinstance(block[-1], ast.Continue)
            arms.append([*block[:-1]] if skips else [*block, *following])
        found = [self._block(arm) for arm in arms]
        for tree in found:
            if isinstance(tree, Obstacle):
                return Obstacle(_CONTINUED) if tree.reason == _MORE else tree
        then, other = found
        assert not isinstance(then, Obstacle) and not isinstance(other, Obstacle)
        tree = Choice(statement.test, then, other)
        if any(leaf.returned is not None for leaf in leaves(tree)):
            return Obstacle("one arm returns from inside the loop")
        return tree, following[-1] if following else statement

    def _threaded(self, statement: ast.If, following: Sequence[ast.stmt]) -> ast.If | None:
        """The ``if`` with the next one inside of its arms, where each arm decides that (jump threading).

        ``if c: bias = f(x) else: bias = None`` and ``if bias is not None: x = x + bias`` are one choice.
        """
        second = following[0] if following else None
        if not isinstance(second, ast.If):
            return None
        before = _decided(self._in_front(statement), second.test, self.oracle, None)
        arms: list[list[ast.stmt]] = []
        for block in (statement.body, statement.orelse):
            if block and isinstance(block[-1], (ast.If, ast.Return, ast.Raise, ast.Continue, ast.Break)):
                return None
            known = _decided(block, second.test, self.oracle, before)
            if known is None:
                return None
            chosen = second.body if known else second.orelse
            arms.append([*block, *copy.deepcopy(chosen)])
        return ast.copy_location(ast.If(statement.test, arms[0] or [ast.Pass()], arms[1]), statement)

    def _in_front(self, statement: ast.stmt) -> list[ast.stmt]:
        """The statements in front of one in its block."""
        block = block_of(statement, self.oracle)
        return block[: block.index(statement)]

    def _stopping(self, statement: ast.If, following: Sequence[ast.stmt]) -> tuple[Tree, ast.stmt] | Obstacle:
        """``if test: break`` at the head of a loop: once the test has been true, the rest of the body does nothing."""
        loop = self.oracle.parent(statement)
        if not isinstance(loop, ast.For) or loop.orelse or statement not in loop.body or len(statement.body) > 1:
            return Obstacle(
                "an arm ends the loop from a nested statement, does more than that, or the loop has an `else`"
            )
        if statement.orelse or not following or not isinstance(statement.body[0], ast.Break):
            return Obstacle("an arm ends the loop; a flag that the loop keeps as a tensor can take its place")
        other = self._block(following)
        if isinstance(other, Obstacle):
            return Obstacle(_STOPPED) if other.reason == _MORE else other
        if any(leaf.returned is not None for leaf in leaves(other)):
            return Obstacle("one arm returns from inside the loop")
        self.stopped = loop
        return Choice(statement.test, Leaf(), other), following[-1]

    def _choice(self, statement: ast.If, rest: Sequence[ast.stmt]) -> Tree | Obstacle:
        then = self._block(statement.body)
        if isinstance(then, Obstacle):
            return then
        other = self._block(statement.orelse)
        if isinstance(other, Obstacle):
            return other
        # An arm that falls through to a return is a returning arm; two that both fall through need not be.
        if any(leaf.returned is None for leaf in leaves(then)) and any(leaf.returned is None for leaf in leaves(other)):
            return Choice(statement.test, then, other)
        return self._join_rest(statement.test, then, other, rest)

    def _join_rest(self, test: ast.expr, then: Tree, other: Tree, rest: Sequence[ast.stmt]) -> Tree | Obstacle:
        """Put the statements behind the ``if`` at the end of the arm that falls through to them."""
        sides: list[Tree] = []
        for side in (then, other):
            if isinstance(side, Leaf) and side.returned is None and rest:
                tail = self._block(rest)
                if isinstance(tail, Obstacle):
                    return Obstacle(_REST)
                if isinstance(tail, Choice):
                    together = _prefixed(side.steps, tail)
                    if isinstance(together, Obstacle):
                        return together
                    side = together
                else:
                    side = behind(side.steps, tail)
            sides.append(side)
        return Choice(test, sides[0], sides[1])

    def _block(self, block: Sequence[ast.stmt]) -> Tree | Obstacle:
        """One arm. A nested ``if`` must end it, perhaps by taking in all that is behind it."""
        steps: list[Step] = []
        for index, statement in enumerate(block):
            if isinstance(statement, ast.Pass) or is_text(statement):
                continue
            if isinstance(statement, ast.Return):
                if statement.value is None:
                    return Obstacle("an arm returns None")
                return Leaf(tuple(steps), statement.value)
            if isinstance(statement, ast.If):
                behind = block[index + 1 :]
                nested = self._choice(statement, behind)
                if isinstance(nested, Obstacle):
                    return nested
                if behind and any(leaf.returned is None for leaf in leaves(nested)):
                    return Obstacle(_MORE)
                return _prefixed(steps, nested)
            found = self._steps(statement, len(steps))
            if isinstance(found, Obstacle):
                return found
            steps += found
        return Leaf(tuple(steps))

    # --- one statement ---

    def _steps(self, statement: ast.stmt, seen: int) -> list[Step] | Obstacle:
        if (part := next(filter(self._is_of_tensor, _written(statement)), None)) is not None:
            return Obstacle(f"an arm writes to `{ast.unparse(part)}`, which belongs to a tensor")
        target: ast.expr | None = None
        if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
            target = statement.targets[0]
        elif isinstance(statement, ast.AnnAssign) and statement.value is not None:
            target = statement.target
        if target is not None:
            assert isinstance(statement, (ast.Assign, ast.AnnAssign)) and statement.value is not None
            if (key := _key(target)) is not None:
                return [Step((key,), statement.value, seen)]
            if isinstance(target, (ast.Tuple, ast.List)):
                return self._unpacked(target, statement.value, seen)
        if isinstance(statement, ast.AugAssign) and (key := _key(statement.target)) is not None:
            return [self._updated(statement, key, seen)]
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            return self._in_place(statement.value, seen) or Obstacle("an arm calls something for its effect")
        if isinstance(target, ast.Subscript) or isinstance(statement, ast.AugAssign):
            return Obstacle("an arm writes into a tensor or container")
        if isinstance(target, ast.Attribute):
            return Obstacle("an arm writes to an attribute of an expression's result")
        if isinstance(statement, ast.Raise):
            return Obstacle("an arm raises an exception; a check of tensor data inside the graph is an `assert`")
        if isinstance(statement, ast.Break):
            return Obstacle("an arm ends the loop; a flag that the loop keeps as a tensor can take its place")
        return Obstacle(_MORE)

    def _is_of_tensor(self, target: ast.expr) -> bool:
        """Whether an attribute is that of a tensor, with whose memory it goes, whatever the name holds later."""
        while isinstance(target, ast.Attribute):
            if target.attr in _TENSORS_OWN or self.oracle.tensor(target.value) is not None:
                return True
            target = target.value
        return False

    def _unpacked(self, target: ast.Tuple | ast.List, value: ast.expr, seen: int) -> list[Step] | Obstacle:
        keys = [_key(part) for part in target.elts]
        targets = tuple(key for key in keys if key is not None)
        if len(targets) < len(keys) or len(set(targets)) < len(targets):
            return Obstacle("an arm unpacks a value into more than names and attributes")
        if isinstance(value, (ast.Tuple, ast.List)):
            starred = any(isinstance(part, ast.Starred) for part in value.elts)
            if starred or len(value.elts) != len(targets):
                return Obstacle("an arm unpacks a value of another length")
            return [Step((key,), part, seen) for key, part in zip(targets, value.elts, strict=True)]
        if any("." in key for key in targets):
            return Obstacle("an arm unpacks a value into attributes")
        self.made = True
        parts = [quote.placed(ast.Name(key, ast.Load()), target) for key in targets]
        return [Step(targets, value, seen, parts=tuple(parts))]

    def _updated(self, statement: ast.AugAssign, key: str, seen: int) -> Step:
        """``x += y`` as ``x = x + y``."""
        left = reading(key, statement.target)
        self.made = True
        both = quote.placed(ast.BinOp(left, statement.op, statement.value), statement)
        return Step((key,), both, seen, in_place=True)

    def _in_place(self, call: ast.Call, seen: int) -> list[Step]:
        """``x.mul_(y)`` as ``x = x.mul(y)``, ``x.mul_(y).add_(z)`` as two of these; none where it is nothing such."""
        links = [call]
        while isinstance(inner := _owner(links[0]), ast.Call):
            links.insert(0, inner)
        owner = _owner(links[0])
        key = _key(owner) if owner is not None else None
        if owner is None or key is None:
            return []
        steps: list[Step] = []
        for link in links:
            read = reading(key, owner)
            made = self._copied(link, read, owner) or self._out_of_place(link, read)
            if made is None:
                return []
            steps.append(Step((key,), made, seen + len(steps), in_place=True))
        self.made = True
        return steps

    def _out_of_place(self, call: ast.Call, owner: ast.expr) -> ast.expr | None:
        """What a method that writes computes, as a new tensor."""
        func, data = call.func, load()
        assert isinstance(func, ast.Attribute)
        method = func.attr.removesuffix("_")
        if (
            func.attr not in data.inplace
            or func.attr in _WITHOUT_DERIVATIVE
            or any(keyword.arg is None for keyword in call.keywords)
        ):
            return None
        given: list[ast.expr] = list(call.args)
        if (function := _REPLACED.get(func.attr)) is not None:
            module = quote.placed(ast.Name(self.torch, ast.Load()), call)
            made = quote.placed(ast.Attribute(module, function, ast.Load()), call)
            given = [owner, *given]
        elif (method in data.pointwise or method in _OUT_OF_PLACE) and method in data.methods:
            made = quote.placed(ast.Attribute(owner, method, ast.Load()), func)
        else:
            return None
        return quote.placed(ast.Call(made, given, call.keywords), call)

    def _copied(self, call: ast.Call, read: ast.expr, owner: ast.expr) -> ast.expr | None:
        """What ``x.copy_(y)`` puts into ``x``: ``y``, in the dtype of ``x``."""
        assert isinstance(call.func, ast.Attribute)
        plain = len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred)
        if call.func.attr != "copy_" or not plain:
            return None
        before, new = self.oracle.tensor(owner), self.oracle.tensor(call.args[0])
        if before is not None and new is not None and new.dtype is not None and new.dtype == before.dtype:
            return call.args[0]
        method = quote.placed(ast.Attribute(call.args[0], "to", ast.Load()), call)
        dtype = quote.placed(ast.Attribute(read, "dtype", ast.Load()), call)
        return quote.placed(ast.Call(method, [dtype], []), call)


def reading(key: str, place: ast.expr | ast.stmt) -> ast.expr:
    """What reads a target at a place."""
    read = quote.name(key)
    for node in ast.walk(read):
        if isinstance(node, ast.expr):
            quote.placed(node, place)
    return read


def reading_before(key: str, statement: ast.stmt) -> ast.expr:
    """What reads a target in front of a statement."""
    read = reading(key, statement)
    for node in ast.walk(read):
        if isinstance(node, ast.expr):
            node.end_lineno, node.end_col_offset = statement.lineno, statement.col_offset
    return read


def _prefixed(steps: Sequence[Step], tree: Tree) -> Tree | Obstacle:
    """A tree in each of whose ways steps run first: what nested tests have in front of them is computed once."""
    if not steps:
        return tree
    if isinstance(tree, Leaf):
        return behind(steps, tree)
    if any(step.in_place or any("." in target for target in step.targets) for step in steps):
        return Obstacle("an arm writes to an attribute or in place before a test of its own")
    if tree.before:
        return Obstacle(_MORE)
    then, other = _prefixed(steps, tree.then), _prefixed(steps, tree.other)
    if isinstance(then, Obstacle) or isinstance(other, Obstacle):
        return then if isinstance(then, Obstacle) else other
    return Choice(tree.test, then, other, tuple(steps))


def _decided(block: Sequence[ast.stmt], test: ast.expr, oracle: Oracle, before: bool | None) -> bool | None:
    """What a test of one name says once a block has run, as far as its assignments are constants or tensors."""
    if is_not(test):
        inner = _decided(block, test.operand, oracle, None if before is None else not before)
        return None if inner is None else not inner
    name, none = test, False
    if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.Is, ast.IsNot)):
        against = test.comparators[0]
        name, none = test.left, isinstance(against, ast.Constant) and against.value is None
    if not isinstance(name, ast.Name) or (name is not test and not none):
        return None
    for statement in reversed(block):
        if not any(is_name(node, name.id) and not isinstance(node.ctx, ast.Load) for node in ast.walk(statement)):
            continue
        if not isinstance(statement, ast.Assign) or target_name(statement) is None:
            return None
        value = statement.value
        if name is test:
            return value.value if isinstance(value, ast.Constant) and isinstance(value.value, bool) else None
        is_none = isinstance(value, ast.Constant) and value.value is None
        if not is_none and not isinstance(value, ast.Constant) and oracle.tensor(value) is None:
            return None
        assert isinstance(test, ast.Compare)
        return is_none is isinstance(test.ops[0], ast.Is)
    return before


def _written(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement assigns or updates in place."""
    if isinstance(statement, ast.Assign):
        for target in statement.targets:
            yield from target.elts if isinstance(target, (ast.Tuple, ast.List)) else [target]
    elif isinstance(statement, (ast.AnnAssign, ast.AugAssign)):
        yield statement.target
    elif isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        owner: ast.expr | None = statement.value
        while isinstance(owner, ast.Call):
            owner = _owner(owner)
        if owner is not None:
            yield owner


def _key(target: ast.expr) -> str | None:
    """A name, or an attribute of one, as text."""
    return ast.unparse(target) if is_path(target) else None


def _owner(call: ast.Call) -> ast.expr | None:
    """What a method is called of."""
    return call.func.value if isinstance(call.func, ast.Attribute) else None


def _continues(statement: ast.If) -> bool:
    return any(block and isinstance(block[-1], ast.Continue) for block in (statement.body, statement.orelse))


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
