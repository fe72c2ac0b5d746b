"""Rewrite LayerDrop, a loop over layers in which a draw decides whether a layer runs, to ``torch.where``.

No graph can leave out a part of itself, so that the layer runs in every turn and ``torch.where`` chooses what it is
given or what it gives. Always *unsafe*: a layer that was skipped now takes its time, draws for its dropout, updates its
buffers and its cache, is among the outputs that the loop collects, and gets gradients of zero instead of none.

Understood are the forms in which the decision stands in the loop's own block or under tests of Python values there:

- ``if draw < p: continue``, perhaps with ``else``;
- ``if draw > p: x = layer(x)`` and the like;
- a flag, ``skip = self.training and draw < p``, or ``skip = False`` and ``if draw < p: skip = True``, which is then
  asked as above, and by ``if skip: outputs = (None, None)``.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_each
from fullgraph.rules.rewrite.analysis.bound_names import read_first, set_to_constants, stored, stored_surely, updates
from fullgraph.rules.rewrite.analysis.layout import LAYOUT
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import end, is_name, is_not, loads, names_in, place
from fullgraph.rules.rewrite.draws.drop_decision import Condition, Decision, Drawer, Holds, Use, collection_of
from fullgraph.rules.rewrite.torch_name import torch_name

RUN = "Always run the layer and choose by torch.where, since a graph cannot skip a part of itself"
DROPPED = (
    Kind.COMPILING.open("a layer that is dropped then takes its time"),
    Kind.DRAW.open("it draws for its dropout"),
    Kind.EFFECT.open("it updates its buffers and cache, and is among the outputs that are collected"),
    Kind.EXCEPTION.open("its exceptions are always raised"),
    Kind.SOURCES.open("it gets zero gradients instead of none"),
    Kind.DERIVATIVE.open("where it is not finite, gradients become NaN"),
    Kind.SHAPE.open("that it keeps the shape was not proved"),
    Kind.DTYPE.open("that it keeps the dtype was not proved"),
    LAYOUT,
)
DRAWN = Kind.DRAW.open("the number is drawn on the tensor's device, and differs on CUDA")
HOST = Kind.DRAW.open("the number comes from torch's generator, and differs from before")


def layer_drop_rewrite(
    node: ast.stmt, source: SourceFile, oracle: Oracle, scope: ast.AST, tensor: Holds, host: Drawer
) -> Fix | Obstacle | None:
    """The rewrite of the loop around a statement; None where that is no LayerDrop.

    ``scope`` is the function around; ``host`` writes a number that Python or NumPy draws as one that torch draws.
    """
    around = oracle.parent(node)
    while around is not None and not isinstance(around, (ast.For, ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        around = oracle.parent(around)
    if not isinstance(around, ast.For) or around.orelse:
        return None
    drop = _Drop(around, source, oracle, scope, tensor, host)
    found = drop.find()
    if not found:
        return None
    if isinstance(name := torch_name(source, oracle), Obstacle):
        return name
    if isinstance(changes := drop.rewrite(name[0]), Obstacle):
        return changes
    return Fix(RUN, (*name[1], *changes), tuple(dict.fromkeys([*DROPPED, *drop.notes])))


@dataclass
class _Drop(Decision):
    """The rewrite of one loop."""

    drawn: dict[ast.AST, ast.AST] = field(default_factory=dict)
    """The draws in the graph, and the flags that are written anew."""
    before: dict[ast.stmt, list[ast.stmt]] = field(default_factory=dict)
    behind: dict[ast.stmt, list[ast.stmt]] = field(default_factory=dict)
    """What is written in front of statements, and behind them."""

    # --- what takes its place ---

    def rewrite(self, torch: str) -> list[Change] | Obstacle:
        acting = [use for use in self.uses if use.region or use.leaves]
        if not acting:
            return Obstacle("the draw does not decide whether a layer is skipped")
        first = acting[0]
        behind = self._behind(first)
        regions = [*first.region, *(behind if first.leaves else [])]
        for use in acting[1:]:
            rest = [*use.region, *(self._behind(use) if use.leaves else [])]
            if any(not self._gathers(statement) for statement in rest):
                return Obstacle("its draw decides over more than one part of the loop's body")
        if (obstacle := self._unfit(regions) or self._lost_names(regions)) is not None:
            return obstacle
        if first.leaves and self._stops_short(first):
            return Obstacle("the code after its test in the same block is skipped too")
        if isinstance(carried := self._carried(regions), Obstacle):
            return carried
        if not carried:
            return Obstacle("what the layer gives is not known to be carried from one layer to the next")
        for literal in (*first.guards, first.decision):
            if (obstacle := self._late(literal, regions)) is not None:
                return obstacle
        self.called += self._drawing(first.decision.expr)
        self.drawn = {one: self._device(one, carried[0]) for one in dict.fromkeys(self.called)}
        for flag in self.flags.values():
            if isinstance(flag.replaces, ast.expr):
                self.drawn[flag.replaces] = quote.replaced(flag.value, self.drawn)
        if self._drawing(first.decision.expr) and (obstacle := self._named(first)) is not None:
            return obstacle
        self._choose(first, carried, regions, torch)
        return self._changes(self.loop.body)

    def _behind(self, use: Use) -> list[ast.stmt]:
        """The statements of the loop's block behind a use."""
        top: ast.stmt = use.around[0] if use.around else use.node
        return self.loop.body[self.loop.body.index(top) + 1 :]

    @staticmethod
    def _stops_short(use: Use) -> bool:
        """Whether something stands behind an ``if`` within those around it."""
        chain: list[ast.stmt] = [*use.around, use.node]
        return any(
            isinstance(outer, ast.If) and outer.body[-1] is not inner for outer, inner in itertools.pairwise(chain)
        )

    def _lost_names(self, regions: Sequence[ast.stmt]) -> Obstacle | None:
        """What a skipped turn says there is not has to be there in the others."""
        given = {name for statement in regions for name in stored(statement)}
        for use in self.uses:
            for statement in use.idle:
                names = set(stored(statement)) - given
                if names:
                    return Obstacle(f"`{min(names)}` is assigned only where a layer is skipped")
        return None

    def _unfit(self, regions: Sequence[ast.stmt]) -> Obstacle | None:
        """What a part that was skipped must not do."""
        for statement in regions:
            for part in ast.walk(statement):
                if isinstance(part, (ast.Return, ast.Yield, ast.YieldFrom, ast.Break, ast.Continue, ast.Delete)):
                    return Obstacle("the skipped part also leaves the loop in another way")
                if isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load):
                    text = " ".join(self.source.segment(part).split())
                    return Obstacle(f"the skipped part writes to `{text}`")
        return None

    def _gathers(self, statement: ast.stmt) -> bool:
        """Whether a statement only collects outputs: ``all_x += (x,)``, ``all_x = all_x + (x,)``, ``xs.append(x)``."""
        if isinstance(statement, ast.If):
            return all(self._gathers(inner) for inner in (*statement.body, *statement.orelse))
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
            func = statement.value.func
            return isinstance(func, ast.Attribute) and func.attr in ("append", "extend")
        return isinstance(statement, ast.Continue) or collection_of(statement) is not None

    def _carried(self, regions: Sequence[ast.stmt]) -> list[str] | Obstacle:
        """The names that carry a layer's result to what is not skipped with it."""
        names: list[str] = []
        collected = {collection_of(part) for statement in regions for part in ast.walk(statement)}
        for name in dict.fromkeys(name for statement in regions for name in stored(statement)):
            if name in collected or not self._needed(name, regions):
                continue
            if not self._bound(name):
                return Obstacle(f"`{name}` may be read although the layer that gives it was skipped")
            kind = self.tensor(name)
            if kind != "none" and set_to_constants(name, regions):
                self.notes.append(Kind.VALUE.open(f"`{name}` is set by a dropped layer too"))
                continue
            if kind == "other":
                return Obstacle(f"`{name}`, which is not a tensor, depends on which layers run")
            if kind == "none":
                self.notes.append(Kind.VALUE.open(f"`{name}` is that of a dropped layer too"))
                continue
            if any(name in stored(statement) for use in self.uses for statement in use.idle):
                return Obstacle(f"`{name}` is None after a skipped layer")
            names.append(name)
        return names

    def _needed(self, name: str, regions: Sequence[ast.stmt]) -> bool:
        """Whether what the name held before can be read: behind the loop, or in its body before it is assigned."""
        first = next(statement for statement in regions if name in stored(statement))
        surely = name in stored_surely(first)
        begin, here, behind = place(self.loop), place(first), end(self.loop)
        for node in ast.walk(self.scope):
            if loads(node, name):
                spot = place(node)
                if spot >= behind or begin <= spot < here or (begin <= spot and not surely):
                    return True
        return read_first(first, name)

    def _bound(self, name: str) -> bool:
        """Whether the name is surely bound where the loop begins."""
        arguments = getattr(self.scope, "args", None)
        if arguments is not None:
            given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            if any(argument.arg == name for argument in given):
                return True
        return any(
            is_name(node, name) and isinstance(node.ctx, ast.Store) and place(node) < place(self.loop)
            for node in ast.walk(self.scope)
        )

    def _late(self, literal: Condition, regions: Sequence[ast.stmt]) -> Obstacle | None:
        """Why a test cannot be asked behind the layer."""
        if any(
            isinstance(part, ast.Call) and part not in self._drawing(literal.expr) for part in ast.walk(literal.expr)
        ):
            return Obstacle(f"`{ast.unparse(literal.expr)}` would be tested after the layer")
        read = names_in(literal.expr)
        for name in sorted(read & {name for statement in regions for name in stored(statement)}):
            return Obstacle(f"`{name}` decides which layers run and is changed by them")
        return None

    # --- how it is written ---

    def _device(self, drawn: ast.Call, like: str) -> ast.expr:
        """The draw, on the device of a tensor."""
        made = self.host(drawn, like)
        if made is not None:
            self.notes.append(HOST)
            return made
        if drawn.args and not any(keyword.arg in ("device", "generator") for keyword in drawn.keywords):
            self.notes.append(DRAWN)
            device = ast.keyword("device", quote.expression("LIKE.device", LIKE=like))
            return quote.changed(drawn, keywords=[*drawn.keywords, device])
        return drawn

    def _named(self, use: Use) -> Obstacle | None:
        """Give the outcome of a draw in the test itself a name, so that it is drawn where it was."""
        test = _positive(use.node.test)
        whole = isinstance(test, ast.BoolOp) and test.values[-1] is use.decision.expr
        if test is not use.decision.expr and not whole:
            return Obstacle("its test mixes the draw with other conditions; give the draw a name first")
        use.named = self.oracle.fresh_name("dropped" if use.decision.holds else "kept")
        return None

    def _choose(self, use: Use, carried: Sequence[str], regions: Sequence[ast.stmt], torch: str) -> None:
        """Note what to write before and behind statements of the region."""
        asked = {ast.unparse(one): one for one in map(_asked, use.guards)}
        chosen: dict[ast.stmt, list[ast.stmt]] = {}
        for name in carried:
            storing = [statement for statement in regions if name in stored(statement)]
            old = self.oracle.fresh_name(f"previous_{name}")
            copied = any(updates(part, name) for part in regions)
            kept = quote.expression("NAME.clone()" if copied else "NAME", NAME=name)
            self.before.setdefault(storing[0], []).append(quote.assign(old, kept))
            arms = [quote.name(one) for one in ([old, name] if use.decision.holds else [name, old])]
            test = quote.name(use.named) if use.named else use.decision.expr
            choice = quote.assign(name, quote.call(f"{torch}.where", test, *arms))
            chosen.setdefault(storing[-1], []).append(choice)
        for statement, choices in chosen.items():
            self.behind[statement] = choices
            if asked:
                test = next(iter(asked.values())) if len(asked) == 1 else ast.BoolOp(ast.And(), list(asked.values()))
                self.behind[statement] = [quote.statement("if ASKED:\n    CHOICES", ASKED=test, CHOICES=choices)]

    def _changes(self, block: Sequence[ast.stmt]) -> list[Change]:
        """The changes in a block, as small as can be, so that comments stay where they are."""
        new: dict[ast.stmt, list[ast.stmt]] = {}
        found: list[Change] = []
        for statement in block:
            written = self._written(statement)
            if isinstance(statement, ast.If) and len(written) == 1 and getattr(written[0], "origin", None) is statement:
                found += self._changes(statement.body)
            elif written != [statement]:
                new[statement] = written
        return [*replace_each(self.source, block, new), *found]

    def _written(self, statement: ast.stmt) -> list[ast.stmt]:
        """What takes the place of a statement: of an ``if`` that asks for the decision, the part that is skipped."""
        use = next((one for one in self.uses if one.node is statement), None)
        raised = next((name for name, flag in self.flags.items() if flag.replaces is statement), None)
        made: list[ast.stmt]
        if raised is not None:
            made = [quote.assign(raised, quote.replaced(self.flags[raised].value, self.drawn))]
        elif use is not None:
            made = self._block(use.region)
            if use.named:
                outcome = quote.replaced(_positive(use.node.test), self.drawn)
                made.insert(0, quote.assign(use.named, outcome))
        elif isinstance(statement, ast.If):
            body = self._block(statement.body)
            made = [statement] if body == statement.body else [quote.changed(statement, body=body or [ast.Pass()])]
            made = made if body or statement.orelse else []
        else:
            made = [quote.replaced(statement, self.drawn)]
        return [*self.before.get(statement, ()), *made, *self.behind.get(statement, ())]

    def _block(self, block: Sequence[ast.stmt]) -> list[ast.stmt]:
        return [new for one in block for new in self._written(one)]


def _asked(literal: Condition) -> ast.expr:
    return literal.expr if literal.holds else quote.expression("not TEST", TEST=literal.expr)


def _positive(test: ast.expr) -> ast.expr:
    return test.operand if is_not(test) else test
