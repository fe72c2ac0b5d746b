"""The Python numbers that arms give, as tensors without dimensions."""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Applicability, Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.analysis.bindings import block_of, statement_of
from fullgraph.rules.rewrite.analysis.number import converting
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop, TensorFacts
from fullgraph.rules.rewrite.analysis.trees import end, place
from fullgraph.rules.rewrite.branches.expressions import Expressions
from fullgraph.rules.rewrite.branches.parse import Parsed
from fullgraph.rules.rewrite.branches.scalars import RETURNED, Scalar
from fullgraph.rules.rewrite.branches.structure import Hole, Slot, is_container

MOVED = Kind.COMPILING.open("`{}` ends the graph in {} instead, until the branch there is rewritten too")
BROADCAST = Kind.SHAPE.open("the result has the shape of `{}` also where it was a number")

Rewrite = Callable[[ast.If | ast.IfExp, SourceFile, Oracle, Sequence[ast.stmt]], Fix | Obstacle]
"""What rewrites a branch, given the statements behind it."""


@dataclass
class GivenNumbers:
    """Gathers the numbers of one branch, and what becomes of them afterwards."""

    parsed: Parsed
    exprs: Expressions
    rewrite: Rewrite
    found: bool = False
    notes: list[Obligation] = field(default_factory=list)
    updates: list[ast.AugAssign] = field(default_factory=list)
    """What updates a number afterwards."""

    def add(self, slot: Slot, hole: Hole) -> None:
        """What is chosen in one place of a result, a number in some arm. Raises ``Stop`` where it is needed as one."""
        judge, node = self.parsed.judge, self.parsed.node
        given = {judge.text(expr): self.parsed.oracle.number(expr) for expr in hole.values()}
        numbers = {text: number.value for text, number in given.items() if number is not None}
        text = next(iter(numbers))
        truth = [text for text, value in numbers.items() if isinstance(value, bool)]
        others = [(expr, self.exprs.facts(expr)) for expr in hole.values() if judge.text(expr) not in numbers]
        plain = slot.target is not None and slot.is_whole
        if truth and not (plain and len(truth) == len(numbers) and all(fact and fact.boolean for _, fact in others)):
            raise Stop(f"an arm gives the truth value `{truth[0]}`, not a tensor")
        kinds = {type(value) for value in numbers.values()}
        mixed = bool(others) or len(kinds) > 1 or type(None) in kinds
        name = text if slot.target is None else slot.target
        scalar = Scalar(judge, node.test, numbers, mixed, name, truth=bool(truth))
        scalar.notes += (BROADCAST.about(judge.text(one)) for one, fact in others if fact is None or not fact.zero_dim)
        obstacle: Obstacle | None = None
        if hole is not slot.holes[0] or is_container(next(iter(slot.values.values()))):
            scalar.notes.append(RETURNED.about(text))
            obstacle = None if slot.target is None else Obstacle(f"the number `{text}` is put into a container")
        elif slot.target is not None:
            assert isinstance(node, ast.If)
            obstacle = scalar.named(slot.target, node)
        elif isinstance(node, ast.IfExp):
            obstacle = scalar.used(node)
        elif (method := converting(node, self.parsed.oracle)) is not None:
            obstacle = Obstacle(f"is used by Python's `{method}`")
        else:
            scalar.notes.append(RETURNED.about(text))
        for holder, asked in scalar.tests.items():
            obstacle = obstacle or self._decides(holder, asked)
        if obstacle is not None:
            reason = obstacle.reason if obstacle.placed else f"it {obstacle.reason}"
            what = "truth value" if truth else "Python number"
            raise Stop(f"an arm gives the {what} `{text}`, and {reason}")
        self.found = True
        self.updates += scalar.updates
        self.notes += scalar.notes

    def _decides(self, holder: ast.If | ast.IfExp, asked: ast.expr) -> Obstacle | None:
        """Why a later branch that the number decides cannot be rewritten once it is a tensor."""
        source, oracle = self.parsed.source, self.parsed.oracle
        row = source.named(holder.lineno)
        statement = statement_of(holder, oracle)
        later = TensorFacts((), "torch.bool", False, True, frozenset(), True)
        there = oracle.supposing({asked: later}).at(statement) if statement is not None else None
        if statement is None or there is None or place(holder) < end(self.parsed.node):
            return Obstacle(f"in {row} it decides a branch in front, or in a way that is not known", placed=True)
        block = block_of(statement, oracle)
        following = block[block.index(holder) + 1 :] if isinstance(holder, ast.If) and holder in block else []
        found = self.rewrite(holder, source, there, following)
        if isinstance(found, Obstacle):
            return Obstacle(f"in {row} it decides a branch that is not rewritten: {found.reason}", placed=True)
        if found.is_suggestion:
            return Obstacle(f"in {row} it decides arms that differ", placed=True)
        if found.applicability is not Applicability.SAFE:
            self.notes.append(MOVED.about(self.parsed.judge.text(asked), row))
        return None
