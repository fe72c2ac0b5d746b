"""The fix for numbers that the host draws: a draw in the graph, if all that is done with it can be done there.

A draw that becomes a tensor is right where it meets tensors in arithmetic, and where it is compared in the test of a
branch that can be rewritten once its test is a tensor: that branch is then FG101's. Nothing is gained where it cannot.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.frame import Event
from fullgraph.lint.domain.values import NONE, UNKNOWN, Tensor, alternatives
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.analysis.bindings import binding_of
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.number import ARITHMETIC
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, TensorFacts
from fullgraph.rules.rewrite.analysis.trees import FUNCTIONS, is_name, is_not, loads, nearest, root_of
from fullgraph.rules.rewrite.branches.branch import where_or_cond
from fullgraph.rules.rewrite.branches.nest import inner, nest
from fullgraph.rules.rewrite.draws.draw import DRAWS, torch_draw
from fullgraph.rules.rewrite.draws.layer_drop import layer_drop_rewrite
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.rewrite.torch_name import torch_name

DRAW = "Draw it in the graph, from torch's generator and in float32"
OTHERS = Kind.DRAW.open("the numbers differ from those of {}, and so do later draws of both generators")
LAYER_DROP = (
    "which layers run cannot be decided in the graph. Run each and choose between the results, in training alone: "
    "`x = torch.where({}, {})`; it takes the time of all layers, one that is dropped still draws for its dropout and "
    "updates its buffers, and its parameters get zero gradients instead of none"
)
"""The condition, and the two results."""
WITH_TORCH = "draw the number with `torch.rand((), device=x.device)`"

MAX_NAMES = 3
"""How many assignments away from where the graph breaks the draw is looked for."""


@fix_factory
def draw_fix(event: Event, statement: ast.stmt, node: ast.AST) -> Callable[[], Fix]:
    """The fix for the draw in ``node``, a part of ``statement``, or in what a name in it was assigned."""
    state = Facts(event, statement)

    def make() -> Fix:
        made = Drawing.find(state, node)
        result = made if isinstance(made, Obstacle) else made.fix()
        if isinstance(result, Obstacle) and isinstance(dropped := layer_dropped(state), Fix):
            return dropped
        return answer(result)

    return make


def unfinished(result: Fix | Obstacle) -> bool:
    """Whether a branch has no rewrite, or one that is worse than to run the layer always."""
    if isinstance(result, Obstacle) or result.is_suggestion:
        return True
    return result.operator == "cond"


def layer_dropped(state: Facts) -> Fix | Obstacle | None:
    """The rewrite of the LayerDrop around a statement."""
    name = torch_name(state.frame.source, state)
    torch = "torch" if isinstance(name, Obstacle) else name[0]

    def held(variable: str) -> Literal["tensor", "none", "other"]:
        found = list(alternatives(state.env.get(variable, UNKNOWN)))
        if any(option == UNKNOWN or isinstance(option, Tensor) for option in found):
            return "tensor"
        return "none" if NONE in found else "other"

    def host(call: ast.Call, like: str) -> ast.expr | None:
        called = _named(state, call)
        if called not in DRAWS:
            return None
        place = nearest(call, ast.stmt, state.parents.get)
        assert place is not None
        there = state if place is state.statement else _moved(Facts(state.event, place), state)
        drawn = torch_draw(call, called, torch, like, state.frame.source, there)
        return None if isinstance(drawn, Obstacle) else drawn

    if not isinstance(state.scope, FUNCTIONS):
        return None
    return layer_drop_rewrite(state.statement, state.frame.source, state, state.scope, held, host)


class _Imagined(Facts):
    """What would be known if an expression were a tensor without dimensions."""

    imagined: ast.expr | None = None
    boolean: bool = True

    def tensor(self, expr: ast.expr) -> TensorFacts | None:
        if expr is self.imagined:
            dtype = "torch.bool" if self.boolean else "torch.int64"
            return TensorFacts((), dtype, False, True, frozenset(), self.boolean)
        return super().tensor(expr)


@dataclass
class Drawing:
    """One draw, and all that is done with its number."""

    call: ast.Call
    name: str
    state: Facts
    """What was known when the event happened."""
    place: ast.stmt
    """The statement in which the number is drawn."""
    met: list[ast.expr] = field(default_factory=list)
    """The tensors that it meets."""
    _others: dict[ast.stmt, Facts] = field(default_factory=dict)
    nested: ast.If | None = None
    tests: int = 0
    uses: int = 0

    @staticmethod
    def find(state: Facts, node: ast.AST) -> Drawing | Obstacle:
        parts: list[tuple[ast.stmt, ast.AST]] = [(state.statement, node)]
        for _ in range(MAX_NAMES):
            for place, part in parts:
                for call in ast.walk(part):
                    if isinstance(call, ast.Call):
                        name = state.qualname(call.func) if place is state.statement else _named(state, call)
                        if name in DRAWS:
                            return Drawing(call, name, state, place)
            parts = [found for _, part in parts for found in _assigned(state, part)]
        return Obstacle("where the number is drawn is not known")

    @property
    def source(self) -> SourceFile:
        return self.state.frame.source

    def fix(self) -> Fix | Obstacle:
        obstacle = self._follow(self.call)
        if obstacle is not None:
            return obstacle
        if self.tests and self.uses > 1:
            return Obstacle("the number decides a branch and is used elsewhere too")
        if isinstance(name := torch_name(self.source, self.state), Obstacle):
            return name
        torch, imports = name
        drawn = torch_draw(self.call, self.name, torch, self._like(), self.source, self._at(self.place))
        if isinstance(drawn, Obstacle):
            return drawn
        change = replace_expression(self.source, self.call, drawn)
        changes = [change]
        if self.nested is not None:  # the test of the draw goes into an `if` of its own
            assert isinstance(self.nested.test, ast.BoolOp)
            last = self.nested.test.values[-1]
            test = quote.replaced(last, {self.call: drawn})
            apart = nest(self.nested, [test], self.source)
            changes = [change, apart] if test is last else [apart]
        return Fix(DRAW, (*imports, *changes), (OTHERS.about(f"{self.name}()"),))

    # What is done with the number

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return " ".join(self.source.segment(node).split())

    def _follow(self, expr: ast.expr) -> Obstacle | None:
        """What stands in the way of a tensor in this expression's place."""
        parent = self.state.parents.get(expr)
        if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, (ast.USub, ast.UAdd)):
            return self._follow(parent)
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ARITHMETIC):
            return self._operand(parent, parent.right if expr is parent.left else parent.left)
        if isinstance(parent, ast.AugAssign) and isinstance(parent.op, ARITHMETIC):
            return self._meets(parent.target, parent)
        if isinstance(parent, ast.Compare) and len(parent.ops) == 1:
            other = parent.comparators[0] if expr is parent.left else parent.left
            return self._compared(parent, other)
        if isinstance(parent, (ast.If, ast.IfExp)) and parent.test is expr and self._whole:
            return self._branch(expr, parent)
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
            return self._name(parent, self._follow)
        return self._no_tensor(parent if isinstance(parent, ast.expr) else expr)

    @property
    def _whole(self) -> bool:
        return DRAWS[self.name].kind == "closed"

    def _at(self, statement: ast.stmt) -> Facts:
        """The same knowledge, asked at another statement of the function."""
        if statement is self.state.statement:
            return self.state
        if statement not in self._others:
            self._others[statement] = _moved(Facts(self.state.event, statement), self.state)
        return self._others[statement]

    def _imagine(self, statement: ast.stmt, drawn: ast.expr) -> _Imagined:
        facts = _Imagined(self.state.event, statement)
        _moved(facts, self.state)
        facts.imagined, facts.boolean = drawn, not isinstance(drawn, ast.Call)
        return facts

    def _known(self, expr: ast.expr) -> TensorFacts | None:
        return self._at(self._statement(expr)).tensor(expr)

    def _statement(self, node: ast.AST) -> ast.stmt:
        """The statement around a node that stands in a block of its own."""
        statement = nearest(node, ast.stmt, self.state.parents.get)
        assert statement is not None
        return statement

    def _operand(self, operation: ast.BinOp, other: ast.expr) -> Obstacle | None:
        if self._known(other) is not None:
            self.met.append(other)
            self.uses += 1
            return None
        if self._at(self._statement(other)).number(other) is None:
            return Obstacle(f"`{self._text(other)}` is not known to be a tensor or a number")
        return self._follow(operation)

    def _meets(self, target: ast.expr, statement: ast.AugAssign) -> Obstacle | None:
        if isinstance(target, ast.Name) and self._at(statement).named(target.id) is not None:
            self.met.append(target)
            self.uses += 1
            return None
        return Obstacle(f"`{self._text(target)}` is not known to be a tensor")

    def _name(self, assigned: ast.Assign, follow: Callable[[ast.expr], Obstacle | None]) -> Obstacle | None:
        """What stands in the way of a tensor in a name: ``follow`` is asked of each place that reads it."""
        target = assigned.targets[0]
        if not isinstance(target, ast.Name) or not isinstance(self.state.scope, FUNCTIONS):
            return Obstacle(f"`{self._text(target)}` may be read elsewhere")
        for node in ast.walk(self.state.scope):
            if loads(node, target.id):
                owner = binding_of(node, self.state)
                if owner is None:
                    return Obstacle(f"`{target.id}` is assigned in several places")
                obstacle = follow(node) if owner is assigned else None
                if obstacle is not None:
                    return obstacle
        return None

    def _decides(self, drawn: ast.expr) -> Obstacle | None:
        """The comparison, or a name that holds its outcome, as a test."""
        test = drawn
        parent = self.state.parents[test]
        while is_not(parent):
            test, parent = parent, self.state.parents[parent]
        if isinstance(parent, ast.BoolOp):
            return self._mixed(drawn, test, parent)
        if isinstance(parent, (ast.If, ast.IfExp)) and parent.test is test:
            return self._branch(drawn, parent)
        return self._no_tensor(parent if isinstance(parent, ast.expr) else drawn)

    def _no_tensor(self, expr: ast.expr) -> Obstacle:
        return Obstacle(f"it is not known that a tensor would do in `{self._text(expr)}`")

    def _compared(self, compare: ast.Compare, other: ast.expr) -> Obstacle | None:
        if not isinstance(compare.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE)) and not self._whole:
            return self._no_tensor(compare)
        if self._known(other) is not None:
            self.met.append(other)
            self.uses += 1
            return None
        parent = self.state.parents[compare]
        if isinstance(parent, ast.Assign) and len(parent.targets) == 1:
            return self._name(parent, self._decides)
        return self._decides(compare)

    # Branches

    def _branch(self, drawn: ast.expr, node: ast.If | ast.IfExp) -> Obstacle | None:
        """Whether the branch can be rewritten once its test is a tensor."""
        statement = self._statement(node)
        facts = self._imagine(statement, drawn)
        following = facts.following if isinstance(node, ast.If) and node is statement else ()
        return self._judge(drawn, node, facts, where_or_cond(node, self.source, facts, following))

    def _judge(
        self, drawn: ast.expr, node: ast.If | ast.IfExp, facts: Facts, result: Fix | Obstacle
    ) -> Obstacle | None:
        self.tests += 1
        self.uses += 1
        done = isinstance(result, Fix) and not result.is_suggestion
        if unfinished(result) and isinstance(layer_dropped(self.state), Fix):
            return Obstacle("the branch decides whether a layer runs")
        if not done and (advice := self._layer_drop(node, drawn)) is not None:
            return advice
        if isinstance(result, Obstacle):
            return Obstacle(f"drawn in the graph, it would decide a branch on tensor data, and {result.reason}")
        if result.is_suggestion:
            return Obstacle(
                "drawn in the graph, it would decide a branch on tensor data, and both arms do not have the same shape "
                "and dtype"
            )
        if facts.grad_mode_switch is not None:
            return Obstacle(f"under `{facts.grad_mode_switch}` the result of the branch has no gradient history")
        reads = [part for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)]
        self.met += reads
        return None

    def _mixed(self, drawn: ast.expr, test: ast.expr, operation: ast.BoolOp) -> Obstacle | None:
        """``flag and draw < p``: the flag becomes a branch around that of the draw."""
        node = self.state.parents[operation]
        if (advice := self._layer_drop(node, drawn)) is not None:
            return advice
        alone = inner(node) if isinstance(node, ast.If) and node.test is operation else None
        if alone is None or alone.test is not test or any(self._known(value) for value in operation.values[:-1]):
            return Obstacle(
                f"`{self._text(operation)}` mixes the draw with other conditions; give each an `if` of its own"
            )
        assert isinstance(node, ast.If)
        facts = self._imagine(node, drawn)
        obstacle = self._judge(drawn, alone, facts, where_or_cond(alone, self.source, facts))
        self.nested = node
        return obstacle

    def _layer_drop(self, node: ast.AST, drawn: ast.expr) -> Obstacle | None:
        """The form to write for LayerDrop; ``node`` is what tests the draw, or notes the outcome under a name."""
        tests: list[tuple[ast.AST, ast.expr]] = [(node, drawn)]
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            name = node.targets[0].id
            tests += [
                (self._statement(load), load)
                for load in ast.walk(self.state.scope)
                if is_name(load, name) and binding_of(load, self.state) is node
            ]
        for test, part in tests:
            if isinstance(test, ast.If) and (advice := layer_drop(test, self.source, part, self.state.parents)):
                return Obstacle(f"{advice}; {WITH_TORCH}")
        return None

    # Where it is drawn

    def _like(self) -> str | None:
        """A name that holds one of the tensors that it meets, where the number is drawn."""
        for expr in self.met:
            if not isinstance(expr, ast.Name):
                continue
            here = self._at(self.place)
            between = range(self.place.lineno, expr.lineno)
            stored = any(
                node.id == expr.id and not isinstance(node.ctx, ast.Load) and node.lineno in between
                for node in ast.walk(here.scope)
                if isinstance(node, ast.Name)
            )
            if not stored and here.name_bound(expr.id) and here.named(expr.id) is not None:
                return expr.id
        return None


def _moved(facts: Facts, state: Facts) -> Facts:
    facts.env, facts.heap, facts.closure = dict(state.env), state.heap.copy(), state.closure
    return facts


def layer_drop(node: ast.If, source: SourceFile, drawn: ast.expr, parents: Mapping[ast.AST, ast.AST]) -> str | None:
    """What to say of LayerDrop: a draw in a loop that skips the rest of its body, notes that, or runs a layer."""
    around = nearest(node, (ast.For, *FUNCTIONS), parents.get)
    if not isinstance(around, ast.For) or node.orelse:
        return None
    last = node.body[-1]
    flag = isinstance(last, ast.Assign) and isinstance(last.value, ast.Constant) and last.value.value is True
    results = ["x", "layer(x)"]
    if not isinstance(last, ast.Continue) and not flag:
        if not isinstance(last, ast.Assign) or not isinstance(last.value, (ast.Call, ast.Subscript)):
            return None
        results.reverse()
    text = " ".join(source.segment(drawn).split())
    place: ast.AST = drawn
    while place is not node.test and place in parents:
        place = parents[place]
        if is_not(place):
            results.reverse()
    return LAYER_DROP.format(text, ", ".join(results))


def _named(facts: Facts, call: ast.Call) -> str | None:
    """What a callee in another statement resolves to, if it is a dotted name that the function does not assign."""
    first = root_of(call.func)
    function = facts.frame.function
    if not isinstance(first, ast.Name) or (function is not None and first.id in function.local_names):
        return None
    return facts.qualname(call.func)


def _assigned(facts: Facts, node: ast.AST) -> Iterator[tuple[ast.stmt, ast.AST]]:
    """The assignment of each name that an expression reads."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load):
            owner = binding_of(part, facts)
            if owner is not None:
                yield owner, owner.value
