"""The web of all readings that meet, with the branches that they decide: what is rewritten with them."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Protocol

from fullgraph.lint.diagnostics.diagnostic import Fix, Pending
from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.bindings import binding_of, function_of, statement_of, stores
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.number import (
    Read,
    is_flag,
    read_of,
    whole_read,
)
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.trees import place
from fullgraph.rules.rewrite.branches.condition import condition
from fullgraph.rules.rewrite.torch_name import torch_name

KEEP = "Keep it a tensor, detached: like a number it has no gradients"
COUNT = "Count the true elements instead of taking their indices, and keep the number a tensor"
COMPARE = "Compare with the tensor instead of its number"
ANSWER = "Keep the answer a tensor"
SELECT = "Keep it a tensor, and select in the graph between the results of the branches it decides"
BOOLEAN = TensorFacts((), "torch.bool", False, True, frozenset(), True)


Branches = Callable[[ast.If | ast.IfExp, Oracle], Fix | Obstacle]
"""The rewrite of a branch whose test is a tensor, by what is known at its statement."""


@dataclass(frozen=True)
class Earlier(Obstacle):
    """The web begins in front of the reading, with ``node``: it is to be asked for from there."""

    node: ast.expr | None = None


class Followed(Protocol):
    """One reading of a web, as the web knows it."""

    read: Read
    known: TensorFacts | None
    differentiable: bool

    def follow(self) -> Obstacle | None:
        """Take the reading into the web, with all that is done with its number."""

    def held(self) -> TensorFacts:
        """What is known of the tensor in the place of the reading."""

    def memory(self) -> Obstacle | None:
        """Whether the tensor can change while it is needed."""

    def write(self) -> Obstacle | None:
        """Put the tensor in the place of the reading."""


@dataclass
class Web:
    """All readings that meet, and what is rewritten with them."""

    source: SourceFile
    oracle: Oracle
    branches: Branches | None
    first: tuple[int, int]
    """Where it begins."""
    begin: Callable[[Read, Web], Followed]
    """How a reading that is met is followed."""
    judge: Judge = field(init=False)
    readings: dict[ast.expr, Followed] = field(default_factory=dict)
    names: set[str] = field(default_factory=set)
    """The names that hold tensors now."""
    visited: set[ast.AST] = field(default_factory=set)
    tests: dict[ast.If | ast.IfExp, None] = field(default_factory=dict)
    """The branches that are decided."""
    flags: dict[ast.expr, ast.stmt] = field(default_factory=dict)
    """The expressions of truth values that get a name, with the statement."""
    kept: dict[ast.expr, TensorFacts] = field(default_factory=dict)
    """What is a tensor now besides the readings."""
    swaps: dict[ast.AST, ast.AST] = field(default_factory=dict)
    """What takes the place of which expressions and statements; what is new may hold others that are replaced."""
    edits: list[Pending] = field(default_factory=list)
    """The imports that it needs, and the branches that are rewritten."""
    notes: list[Obligation] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)

    def join(self, expr: ast.expr) -> Obstacle | None:
        """Take in the readings that an expression holds the numbers of."""
        for node in ast.walk(expr):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id not in self.names:
                if self.oracle.reads_number(node) and (obstacle := self._join_name(node)):
                    return obstacle
            elif isinstance(node, ast.Call) and (read := read_of(node, self.oracle)) is not None:
                whole = whole_read(read, self.oracle)
                if whole.node not in self.readings and (obstacle := self.begin(whole, self).follow()):
                    return obstacle
        return None

    def _join_name(self, node: ast.Name) -> Obstacle | None:
        value = self.definition(node)
        if value is None:
            return Obstacle(f"not all uses of `{node.id}` are known, which was read from a tensor too")
        if place(value) < self.first:
            return Earlier(f"`{node.id}` was read from a tensor too", True, value)
        if is_flag(value):
            return None if value in self.readings else self.begin(Read(value, value, "truth"), self).follow()
        known = node.id in self.names
        obstacle = self.join(value)
        if obstacle is None and not known and node.id not in self.names:
            return Obstacle(f"how `{node.id}` was read from a tensor is not understood")
        return obstacle

    def definition(self, node: ast.Name) -> ast.expr | None:
        """What a name was surely bound to."""
        if (statement := binding_of(node, self.oracle)) is not None:
            return statement.value
        function = function_of(node, self.oracle)
        found = stores(function, node.id) if function is not None else []
        targets = self.oracle.parent(found[0]) if len(found) == 1 else None
        assignment = self.oracle.parent(targets) if isinstance(targets, ast.Tuple) else None
        if not isinstance(assignment, ast.Assign) or not isinstance(assignment.value, ast.Tuple):
            return None
        assert isinstance(targets, ast.Tuple)
        if len(targets.elts) != len(assignment.value.elts):
            return None
        return assignment.value.elts[targets.elts.index(found[0])]  # type: ignore[arg-type]

    def torch(self) -> str | Obstacle:
        """The name of torch, imported where it has none."""
        if isinstance(found := torch_name(self.source, self.oracle), Obstacle):
            return found
        self.edits += [edit for edit in found[1] if edit not in self.edits]
        return found[0]

    def fix(self) -> Fix | Obstacle:
        """The readings, the flags and the branches, rewritten together."""
        if stored := self._seen_elsewhere():
            return Obstacle(f"the number is stored in `{min(stored)}`, which other functions see")
        tops = [*self.flags, *(holder.test for holder in self.tests)]
        within = {node for top in tops for node in ast.walk(top)}
        apart = [reading for node, reading in self.readings.items() if node not in within]
        for reading in self.readings.values():
            if obstacle := reading.memory():
                return obstacle
        tensors = {reading.read.node: reading.held() for reading in apart} | self.kept
        tensors |= dict.fromkeys(self.flags, BOOLEAN)
        after = self.oracle.supposing(tensors) if self.tests or self.flags else self.oracle
        is_suggestion = False
        for holder in sorted(self.tests, key=place):
            if any(edit.location <= self.source.start(holder) < edit.end_location for edit in self.edits):
                continue  # it is an arm of a branch that is rewritten
            if isinstance(found := self._selected(holder, after), Obstacle):
                return found
            self.edits += [edit for edit in found.edits if edit not in self.edits]
            self.notes += found.obligations
            is_suggestion |= found.is_suggestion
        for top, statement in self.flags.items():
            if obstacle := self._flag(top, statement, after):
                return obstacle
        for reading in apart:
            if obstacle := reading.write():
                return obstacle
        edits = [*self.edits, *self._changes()]
        own = sorted((edit.location, edit.end_location) for edit in edits if not edit.is_shared)
        if any(one[1] > two[0] for one, two in pairwise(own)):
            return Obstacle("a branch that it decides also computes with it; give what is computed a name first")
        differentiable = any(reading.differentiable for reading in apart)
        answers = all(reading.read.how in ("bool", "truth") for reading in self.readings.values())
        counts = any(reading.known is not None for reading in apart)
        kept = COUNT if counts else KEEP if differentiable else COMPARE
        summary = SELECT if self.tests else ANSWER if answers else kept
        return Fix(summary, tuple(edits), tuple(dict.fromkeys(self.notes)), is_suggestion)

    def _seen_elsewhere(self) -> set[str]:
        """The names of the module, or of a function around this one, that hold tensors now."""
        functions = {function_of(node, self.oracle) for node in (*self.readings, *self.flags)}
        trees = [function for function in functions if function is not None]
        declared = (one for tree in trees for one in ast.walk(tree) if isinstance(one, (ast.Global, ast.Nonlocal)))
        return {name for one in declared for name in one.names} & self.names

    def _changes(self) -> Iterator[Change]:
        """The outermost of what is replaced, with what is replaced inside of it."""
        inside = {part for old in self.swaps for part in ast.walk(old) if part is not old}
        for old, new in self.swaps.items():
            if old in inside:
                continue
            whole = quote.replaced(new, {part: self.swaps[part] for part in self.swaps if part is not old})
            if isinstance(old, ast.stmt):
                yield replace_statements(self.source, [old], [whole])
            elif isinstance(old, ast.expr):
                yield replace_expression(self.source, old, whole)

    def _selected(self, holder: ast.If | ast.IfExp, after: Oracle) -> Fix | Obstacle:
        statement = statement_of(holder, self.oracle)
        there = after.at(statement) if statement is not None else None
        if there is None or self.branches is None:
            return Obstacle(f"what holds in {self.source.named(holder.lineno)}, which it decides, is not known")
        found = self.branches(holder, there)
        if isinstance(found, Obstacle):
            reason = f"in {self.source.named(holder.lineno)} it decides a branch that is not rewritten: {found.reason}"
            return Obstacle(reason, placed=True)
        return found

    def _flag(self, top: ast.expr, statement: ast.stmt, after: Oracle) -> Obstacle | None:
        torch, there = self.torch(), after.at(statement)
        if isinstance(torch, Obstacle):
            return torch
        if there is None:
            return Obstacle(f"what holds in {self.source.named(top.lineno)} is not known")
        if isinstance(found := condition(top, Judge(self.source, there), torch), Obstacle):
            return found
        self.notes += found.eager.notes
        self.swaps[top] = found.scalar
        return None
