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
from dataclasses import dataclass

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix, Position
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.bound_names import read_first, set_to_constants, stored, stored_surely, updates
from fullgraph.rules.rewrite.drop_decision import Condition, Decision, Drawer, Holds, Use, collection_of
from fullgraph.rules.rewrite.layout import LAYOUT
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.text import alone, call, comments, indentation, rows_in_strings, unit
from fullgraph.rules.rewrite.torch_name import torch_name

RUN = "Run the layer always and choose by torch.where, since no graph can leave out a part of itself"
DROPPED = (
    Kind.COMPILING.open("a layer that is dropped then takes its time"),
    Kind.DRAW.open("it draws for its dropout"),
    Kind.EFFECT.open("it updates its buffers and cache, and is among the outputs that are collected"),
    Kind.EXCEPTION.open("what it raises is raised always"),
    Kind.SOURCES.open("it gets zero gradients instead of none"),
    Kind.DERIVATIVE.open("where it is not finite, gradients become NaN"),
    Kind.SHAPE.open("that it keeps the shape was not proved"),
    Kind.DTYPE.open("that it keeps the dtype was not proved"),
    LAYOUT,
)
DRAWN = Kind.DRAW.open("the number is drawn on the tensor's device, on CUDA another one")
HOST = Kind.DRAW.open("the number comes from torch's generator, another one than before")


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
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    edits = drop.rewrite(name[0])
    if isinstance(edits, Obstacle):
        return edits
    return Fix(RUN, (*name[1], *edits), tuple(dict.fromkeys([*DROPPED, *drop.notes])))


@dataclass
class _Drop(Decision):
    """The rewrite of one loop."""

    # --- what takes its place ---

    def rewrite(self, torch: str) -> list[Edit] | Obstacle:
        acting = [use for use in self.uses if use.region or use.leaves]
        if not acting:
            return Obstacle("what the draw decides is not a layer that is left out")
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
            return Obstacle("what stands behind its test in the same block is skipped too")
        carried = self._carried(regions)
        if isinstance(carried, Obstacle):
            return carried
        if not carried:
            return Obstacle("what the layer gives is not known to be carried from one layer to the next")
        for literal in (*first.guards, first.decision):
            if (obstacle := self._late(literal, regions)) is not None:
                return obstacle
        edits = [self._device(drawn, carried[0]) for drawn in dict.fromkeys(self.called)]
        for flag in self.flags.values():
            if flag.place is not None and flag.value is not None:
                text = self._with_device(flag.value, carried[0])
                edits.append(Edit(*flag.place, f"{flag.before}{text}{flag.after}"))
        if self._drawing(first.decision.expr):
            named = self._named(first, carried[0])
            if isinstance(named, Obstacle):
                return named
        insertions = self._choices(first, carried, regions, torch)
        for use in self.uses:
            found = self._removed(use, insertions)
            if isinstance(found, Obstacle):
                return found
            edits += found
        for statement, (before, after) in insertions.items():
            if statement not in first.region:
                edits += self._inserted(statement, before, after)
        return edits

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
                    return Obstacle("the part that is skipped leaves the loop in another way too")
                if isinstance(part, (ast.Attribute, ast.Subscript)) and not isinstance(part.ctx, ast.Load):
                    text = " ".join(self.source.segment(part).split())
                    return Obstacle(f"the part that is skipped writes to `{text}`")
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
                return Obstacle(f"`{name}`, which is no tensor, depends on which layers run")
            if kind == "none":
                self.notes.append(Kind.VALUE.open(f"`{name}` is that of a dropped layer too"))
                continue
            if any(name in stored(statement) for use in self.uses for statement in use.idle):
                return Obstacle(f"`{name}` is None behind a layer that was skipped")
            names.append(name)
        return names

    def _needed(self, name: str, regions: Sequence[ast.stmt]) -> bool:
        """Whether what the name held before can be read: behind the loop, or in its body before it is assigned."""
        end = (self.loop.end_lineno or 0, self.loop.end_col_offset or 0)
        first = next(statement for statement in regions if name in stored(statement))
        surely = name in stored_surely(first)
        begin, here = (self.loop.lineno, self.loop.col_offset), (first.lineno, first.col_offset)
        for node in ast.walk(self.scope):
            if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                place = (node.lineno, node.col_offset)
                if place >= end or begin <= place < here or (begin <= place and not surely):
                    return True
        return read_first(first, name)

    def _bound(self, name: str) -> bool:
        """Whether the name is surely bound where the loop begins."""
        arguments = getattr(self.scope, "args", None)
        if arguments is not None:
            given = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            if any(argument.arg == name for argument in given):
                return True
        begin = (self.loop.lineno, self.loop.col_offset)
        return any(
            isinstance(node, ast.Name)
            and node.id == name
            and isinstance(node.ctx, ast.Store)
            and (node.lineno, node.col_offset) < begin
            for node in ast.walk(self.scope)
        )

    def _late(self, literal: Condition, regions: Sequence[ast.stmt]) -> Obstacle | None:
        """Why a test cannot be asked behind the layer."""
        if any(
            isinstance(part, ast.Call) and part not in self._drawing(literal.expr) for part in ast.walk(literal.expr)
        ):
            return Obstacle(f"`{ast.unparse(literal.expr)}` would be asked behind the layer")
        read = {part.id for part in ast.walk(literal.expr) if isinstance(part, ast.Name)}
        for name in sorted(read & {name for statement in regions for name in stored(statement)}):
            return Obstacle(f"`{name}` decides which layers run and is changed by them")
        return None

    # Text

    def _device(self, drawn: ast.Call, like: str) -> Edit:
        """The draw, on the device of a tensor."""
        start, end = self.source.start(drawn), self.source.end(drawn)
        text = self.host(drawn, like)
        if text is not None:
            self.notes.append(HOST)
            return Edit(start, end, text)
        text = self.source.segment(drawn)
        if drawn.args and not any(keyword.arg in ("device", "generator") for keyword in drawn.keywords):
            self.notes.append(DRAWN)
            text = f"{text[:-1].rstrip().rstrip(',')}, device={like}.device)"
        return Edit(start, end, text)

    def _with_device(self, expr: ast.expr, like: str) -> str:
        """The text of an expression, with its draws on the device of a tensor."""
        text, place = "", self.source.start(expr)
        for drawn in self._drawing(expr):
            edit = self._device(drawn, like)
            text += self.source.slice(place, edit.location) + edit.content
            place = edit.end_location
        return text + self.source.slice(place, self.source.end(expr))

    def _named(self, use: Use, like: str) -> Obstacle | None:
        """Give the outcome of a draw in the test itself a name, so that it is drawn where it was."""
        test = use.node.test
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test = test.operand
        whole = isinstance(test, ast.BoolOp) and test.values[-1] is use.decision.expr
        if test is not use.decision.expr and not whole:
            return Obstacle("its test mixes the draw with other conditions; give the draw a name first")
        use.name = self.oracle.fresh_name("dropped" if use.decision.holds else "kept")
        use.drawn = f"{use.name} = {self._with_device(test, like)}"
        return None

    def _choices(
        self, use: Use, carried: Sequence[str], regions: Sequence[ast.stmt], torch: str
    ) -> dict[ast.stmt, tuple[list[str], list[str]]]:
        """What to write before and behind statements of the region."""
        kept: dict[ast.stmt, tuple[list[str], list[str]]] = {}
        guards = list(dict.fromkeys(self._text(literal) for literal in use.guards))
        indent = indentation(self.source, self.loop.body[0].lineno)
        more = unit(self.source, indent) if guards else ""
        chosen: dict[ast.stmt, list[str]] = {}
        for name in carried:
            storing = [statement for statement in regions if name in stored(statement)]
            old = self.oracle.fresh_name(f"previous_{name}")
            copy = ".clone()" if any(updates(part, name) for part in regions) else ""
            kept.setdefault(storing[0], ([], []))[0].append(f"{old} = {name}{copy}")
            arms = [old, name] if use.decision.holds else [name, old]
            text = use.name or self.source.segment(use.decision.expr)
            arguments = [f"({text})" if "\n" in text else text, *arms]
            left = f"{name} = "
            used = len(indent) + len(more) + len(left)
            line = left + call(f"{torch}.where", arguments, self.source, indent + more, used)
            chosen.setdefault(storing[-1], []).append(line)
        for statement, lines in chosen.items():
            after = kept.setdefault(statement, ([], []))[1]
            if guards:
                after.append(f"if {' and '.join(guards)}:")
            after += [more + line for line in lines]
        return kept

    def _text(self, literal: Condition) -> str:
        text = " ".join(self.source.segment(literal.expr).split())
        if isinstance(literal.expr, (ast.Name, ast.Attribute, ast.Call)):
            return text if literal.holds else f"not {text}"
        if literal.holds and isinstance(literal.expr, ast.Compare):
            return text
        return f"({text})" if literal.holds else f"not ({text})"

    def _removed(self, use: Use, kept: dict[ast.stmt, tuple[list[str], list[str]]]) -> list[Edit] | Obstacle:
        """The edits that take an ``if`` away, and put what it held in its place."""
        node = use.node
        if not alone(self.source, node) or self._crowded(node):
            return Obstacle("it shares its line with another statement; put it on a line of its own")
        lost = self._lost(use)
        if use.region:
            indent = indentation(self.source, node.lineno)
            if use.drawn:
                lost.append(use.drawn)
            lines = [*(indent + text for text in lost), *self._dedented(use, kept)]
            text = self.source.newline.join(lines)
            return [Edit(self.source.start(node), self._end(node), text[len(indent) :])]
        if use.drawn:
            content = f"{self.source.newline}{indentation(self.source, node.lineno)}".join([*lost, use.drawn])
            return [Edit(self.source.start(node), self._end(node), content)]
        removed: ast.If = node
        for outer in reversed(use.around):
            if outer.body != [removed] or outer.orelse:
                break
            removed = outer
            lost = [text for _, text in comments(self.source, self.source.start(removed), self._end(removed))]
        around = self.oracle.parent(removed)
        block = getattr(around, "body", [])
        indent = indentation(self.source, removed.lineno)
        if lost:
            content = f"{self.source.newline}{indent}".join(lost)
            if block and block[-1] is removed and block == [removed]:
                content += f"{self.source.newline}{indent}pass"
            return [Edit(self.source.start(removed), self._end(removed), content)]
        first = removed.lineno
        if block and block[-1] is removed:  # the empty rows in front of it would end the block
            while self._empty(first - 1):
                first -= 1
        last = removed.end_lineno or removed.lineno
        if self._empty(first - 1) and self._empty(last + 1):
            last += 1
        if last >= len(self.source.lines):
            return [Edit(Position(first, 1), self._end(removed), "")]
        return [Edit(Position(first, 1), Position(last + 1, 1), "")]

    def _empty(self, row: int) -> bool:
        return 0 < row <= len(self.source.lines) and not self.source.lines[row - 1].strip()

    @staticmethod
    def _crowded(node: ast.If) -> bool:
        """Whether a block stands on the row of its head."""
        heads = [(node.body, node.test.end_lineno or 0)]
        if node.orelse:
            heads.append((node.orelse, node.body[-1].end_lineno or 0))
        return any(block[0].lineno <= row for block, row in heads) and any(
            not isinstance(block[0], ast.Continue) for block, _ in heads
        )

    def _lost(self, use: Use) -> list[str]:
        """The comments of an ``if`` outside of the part that stays."""
        node = use.node
        start, end = self.source.start(node), self._end(node)
        if not use.region:
            return [text for _, text in comments(self.source, start, end)]
        rows = self._rows(use)
        return [text for place, text in comments(self.source, start, end) if place.row not in rows]

    def _rows(self, use: Use) -> range:
        """The rows of the part that stays: those behind the head of its block."""
        node, region = use.node, use.region
        end = region[-1].end_lineno or region[-1].lineno
        if region[0] is node.body[0]:
            head = node.test.end_lineno or node.lineno
            while not self.source.lines[head - 1].split("#")[0].rstrip().endswith(":"):
                head += 1
            return range(head + 1, end + 1)
        head = region[0].lineno - 1
        while not self.source.lines[head - 1].lstrip().startswith("else"):
            head -= 1
        return range(head + 1, end + 1)

    def _dedented(self, use: Use, kept: dict[ast.stmt, tuple[list[str], list[str]]]) -> list[str]:
        """The rows of the part that stays, one level further left, with what is written between them."""
        indent = indentation(self.source, use.node.lineno)
        less = len(indentation(self.source, use.region[0].lineno)) - len(indent)
        fixed = rows_in_strings(self.source)
        before = {statement.lineno: lines for statement, (lines, _) in kept.items() if statement in use.region}
        after = {statement.end_lineno: lines for statement, (_, lines) in kept.items() if statement in use.region}
        lines: list[str] = []
        for row in self._rows(use):
            lines += [indent + line for line in before.get(row, ())]
            line = self.source.lines[row - 1].rstrip("\r\n")
            lines.append(line if row in fixed or not line.strip() else line[less:])
            lines += [indent + line for line in after.get(row, ())]
        return lines

    def _inserted(self, statement: ast.stmt, before: Sequence[str], after: Sequence[str]) -> list[Edit]:
        newline = self.source.newline + indentation(self.source, statement.lineno)
        edits = []
        if before:
            start = self.source.start(statement)
            edits.append(Edit(start, start, newline.join([*before, ""])))
        if after:
            end = self._end(statement)
            edits.append(Edit(end, end, newline.join(["", *after])))
        return edits
