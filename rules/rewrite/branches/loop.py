"""Rewrite a loop whose length depends on data to one that a graph can hold.

``while step < limit and error > tolerance:`` with a Python counter becomes a ``for`` loop over the counter: all steps
are computed, and ``torch.where`` keeps what was reached once the condition is false. Gradients and CUDA graphs keep
working. Legal where the condition reads nothing that goes on changing then, and the body only computes tensors.

A loop without a bound becomes ``torch.while_loop`` only where gradients are off. Measured on torch 2.13, its gradients
are silently wrong where it takes no step, and where what is carried from step to step requires no gradient before the
first, though a parameter read in the loop does (this on 2.11 and 2.15 too).
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Mapping
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_statements
from fullgraph.rules.rewrite.analysis.grade import Judge, Level
from fullgraph.rules.rewrite.analysis.number import ARITHMETIC
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop, required
from fullgraph.rules.rewrite.analysis.trees import is_before, is_name, is_number, is_text, names_in, targets_of
from fullgraph.rules.rewrite.branches.condition import Condition, condition
from fullgraph.rules.rewrite.branches.rounds import LONGEST, binds_names, bound_by, does_more, selected
from fullgraph.rules.rewrite.torch_name import rewritten

MASK = "Run all steps that the counter allows, and keep the result from when the condition became false"
MASKED = (Kind.COMPILING.open("the steps after that are computed needlessly"),)
WHILE = "Replace the loop by torch.while_loop"
HELD = (
    Kind.SOURCES.open("its result has no gradients, also where it takes no step"),
    Kind.COMPILING.open("inductor skips CUDA graphs with it (on torch 2.11 reduce-overhead fails)"),
)
LOST = (
    "the gradients of torch.while_loop are wrong where it takes no step, or where a carried tensor requires none "
    "before the first one; bound the steps by a counter (`while step < limit and ...`), or loop under torch.no_grad()"
)
_WORDS = frozenset(("super", "locals", "vars", "__class__"))


@dataclass(frozen=True)
class Counter:
    """``step < limit`` and ``step += 1``."""

    name: str
    limit: ast.expr
    test: ast.expr
    increment: ast.AugAssign


def steps(
    loop: ast.While, source: SourceFile, oracle: Oracle, gradients: bool, whole: Mapping[str, int | None] | None = None
) -> Fix | Obstacle:
    """The rewrite of a ``while`` statement whose test is a tensor.

    ``gradients``: whether they may be on; ``whole``: the names that hold a Python ``int`` before it, each with its
    value or, where that is not known, None.
    """
    return rewritten(lambda torch: _Steps(loop, source, oracle, torch, gradients, whole or {}).fix(), source, oracle)


@dataclass
class _Steps:
    loop: ast.While
    source: SourceFile
    oracle: Oracle
    torch: str
    gradients: bool
    whole: Mapping[str, int | None]
    judge: Judge = field(init=False)
    notes: list[Obligation] = field(default_factory=list)
    carried: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.judge = Judge(self.source, self.oracle)

    def fix(self) -> Fix:
        if self.loop.orelse:
            raise Stop("it has an `else`")
        counter = self._counter()
        body = [one for one in self.loop.body if counter is None or one is not counter.increment]
        self._examine(body)
        self._carry(body, counter)
        test = self._test(counter)
        if counter is not None:
            return Fix(MASK, (self._masked(body, counter, test),), tuple(dict.fromkeys([*MASKED, *self.notes])))
        if self.gradients:
            raise Stop(LOST)
        return Fix(WHILE, (self._functions(body, test),), tuple(dict.fromkeys([*HELD, *self.notes])))

    # --- what it is ---

    def _counter(self) -> Counter | None:
        """The operand of the test that bounds the steps."""
        test = self.loop.test
        operands = test.values if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And) else []
        for operand in operands:
            found = self._bound(operand)
            if found is not None:
                return found
        return None

    def _bound(self, operand: ast.expr) -> Counter | None:
        if not isinstance(operand, ast.Compare) or len(operand.ops) != 1:
            return None
        left, op, right = operand.left, operand.ops[0], operand.comparators[0]
        if isinstance(op, (ast.Gt, ast.GtE)):
            left, right = right, left
            op = ast.Lt() if isinstance(op, ast.Gt) else ast.LtE()
        if not isinstance(left, ast.Name) or not isinstance(op, (ast.Lt, ast.LtE)):
            return None
        increments = [
            one
            for one in self.loop.body
            if isinstance(one, ast.AugAssign)
            and is_name(one.target, left.id)
            and isinstance(one.op, ast.Add)
            and is_number(one.value, 1)
        ]
        stored = [n.id for n in self._nodes() if isinstance(n, ast.Name) and not isinstance(n.ctx, ast.Load)]
        written = set(stored)
        if len(increments) != 1 or stored.count(left.id) != 1 or names_in(right) & written or left.id not in self.whole:
            return None
        limit = self.oracle.number(right)
        if limit is None or isinstance(limit.value, float):
            return None
        if limit.value is not None and limit.value > LONGEST:
            raise Stop(f"`{self.judge.text(right)}` steps are too many to be unrolled into a graph")
        late = [n for n in self._nodes() if is_name(n, left.id) and is_before(increments[0], n)]
        if any(n is not increments[0].target for n in late):
            raise Stop(f"`{left.id}` is read behind its increment")
        if self.oracle.used_later(left.id):
            raise Stop(f"`{left.id}` is used after the loop: the number of steps is then not a Python number")
        if isinstance(op, ast.LtE):
            known = isinstance(right, ast.Constant) and limit.value
            right = ast.Constant(int(limit.value or 0) + 1) if known else quote.expression("LIMIT + 1", LIMIT=right)
        return Counter(left.id, right, operand, increments[0])

    def _nodes(self) -> list[ast.AST]:
        return [node for statement in self.loop.body for node in ast.walk(statement)]

    def _examine(self, body: list[ast.stmt]) -> None:
        """The body computes values and gives them names, and does nothing else."""
        for statement in body:
            if is_text(statement):
                continue
            if binds_names(statement):
                self._value(statement.value)
            elif isinstance(statement, ast.AugAssign) and isinstance(statement.target, ast.Name):
                self._augmented(statement, statement.target.id)
            else:
                raise Stop(f"its body does more than compute: `{ast.unparse(statement)[:60]}`")

    def _augmented(self, statement: ast.AugAssign, name: str) -> None:
        if not isinstance(statement.op, ARITHMETIC):
            raise Stop(f"`{ast.unparse(statement)}` has no form that makes a new tensor")
        self._value(statement.value)
        facts = self.oracle.named(name)
        if facts is None or not facts.fresh or self.oracle.shared(name):
            self.notes.append(Kind.ALIAS.open(f"`{name}` is a new tensor where it was written in place"))

    def _value(self, expr: ast.expr) -> None:
        grade = self.judge.grade(expr)
        if grade.effect is not None:
            if "not known" not in grade.effect:
                raise Stop(f"its body has effects: {grade.effect}")
            self.notes.append(Kind.EFFECT.open(f"that it does nothing else was not proved: {grade.effect}"))
        if grade.random:
            raise Stop(f"`{self.judge.text(expr)}` draws random numbers")
        if grade.level > Level.TOTAL:
            self.notes.append(
                Kind.DERIVATIVE.open("where a step that is computed needlessly is not finite, gradients become NaN")
            )
        if does_more(expr):
            raise Stop(f"`{self.judge.text(expr)}` does more than compute")
        if names_in(expr) & _WORDS:
            raise Stop("its body calls `super` or the like")

    def _carry(self, body: list[ast.stmt], counter: Counter | None) -> None:
        """What one step leaves to the next, to the test or to the code behind the loop."""
        written: set[str] = set()
        needed = names_in(self.loop.test)
        stored: dict[str, None] = {}
        for statement in body:
            if not isinstance(statement, (ast.Assign, ast.AugAssign)):
                continue
            names = {n.id: None for one in targets_of(statement) for n in ast.walk(one) if isinstance(n, ast.Name)}
            read = names_in(statement.value) | (set(names) if isinstance(statement, ast.AugAssign) else set())
            needed |= read - written
            written |= set(names)
            stored |= names
        for name in stored:
            if name not in needed and not self.oracle.used_later(name):
                continue
            if not self.oracle.name_bound(name):
                raise Stop(f"`{name}` may not be bound before the loop")
            self._kept(name, body)
            self.carried.append(name)
        if not self.carried:
            raise Stop("its steps leave nothing")

    def _kept(self, name: str, body: list[ast.stmt]) -> None:
        """Whether a name holds a tensor of one shape and dtype."""
        facts = self.oracle.named(name)
        if facts is None:
            raise Stop(f"`{name}` is not known to be a tensor; a number that changes is one, as a tensor")
        for statement in body:
            if not isinstance(statement, ast.Assign) or name not in names_in(statement.targets[0]):
                continue
            if not isinstance(statement.targets[0], ast.Name):
                self.notes.append(Kind.SHAPE.open(f"that `{name}` keeps its shape and dtype was not proved"))
                continue
            later = self.judge.facts(statement.value)
            if later is None:
                if self.oracle.number(statement.value) is not None:
                    raise Stop(f"`{name}` becomes a Python number")
                self.notes.append(Kind.VALUE.open(f"that `{name}` stays a tensor was not proved"))
            elif isinstance(later.dtype, str) and isinstance(facts.dtype, str) and later.dtype != facts.dtype:
                raise Stop(f"`{name}` changes its dtype from {facts.dtype} to {later.dtype}")
            elif None in (facts.shape, facts.dtype) or (later.shape, later.dtype) != (facts.shape, facts.dtype):
                self.notes.append(Kind.SHAPE.open(f"that `{name}` keeps its shape and dtype was not proved"))

    def _test(self, counter: Counter | None) -> Condition:
        """The test as a tensor, without the counter's part."""
        test = self.loop.test
        if counter is not None:
            assert isinstance(test, ast.BoolOp)
            rest = [value for value in test.values if value is not counter.test]
            test = rest[0] if len(rest) == 1 else ast.copy_location(ast.BoolOp(ast.And(), rest), rest[0])
            if counter.name in names_in(test):
                raise Stop(f"its condition depends on `{counter.name}`, which continues after the loop has ended")
        for part in [test] if not isinstance(test, ast.BoolOp) else test.values:
            grade = self.judge.grade(part)
            if grade.effect is not None and "not known" not in grade.effect:
                raise Stop(f"its test has effects: {grade.effect}")
            if grade.random:
                raise Stop("its test draws random numbers")
        return required(condition(test, self.judge, self.torch))

    # --- how it is written ---

    def _masked(self, body: list[ast.stmt], counter: Counter, test: Condition) -> Change:
        going = self.oracle.fresh_name("going")
        rows: list[ast.stmt] = []
        for one in body:
            if isinstance(one, (ast.Assign, ast.AugAssign)) and not bound_by(one).isdisjoint(self.carried):
                select = functools.partial(self._where, going)
                rows += selected(one, self.carried, select, self.oracle.fresh_name)
            else:
                rows.append(one)
        read = any(is_name(node, counter.name) for one in body for node in ast.walk(one))
        name = counter.name if read or self.oracle.fresh_name("_") != "_" else "_"
        start = self.whole[counter.name]
        first = [] if start == 0 else [quote.name(counter.name) if start is None else ast.Constant(start)]
        made = quote.statement(
            "for COUNTER in range(BOUNDS):\n    GOING = TEST\n    ROWS",
            COUNTER=name,
            BOUNDS=[*first, counter.limit],
            GOING=going,
            TEST=test.scalar,
            ROWS=rows,
        )
        return replace_statements(self.source, [self.loop], [made])

    def _where(self, going: str, new: ast.expr, old: str) -> ast.expr:
        return quote.expression("TORCH.where(GOING, NEW, OLD)", TORCH=self.torch, GOING=going, NEW=new, OLD=old)

    def _functions(self, body: list[ast.stmt], test: Condition) -> Change:
        going, step = self.oracle.fresh_name("going"), self.oracle.fresh_name("step")
        rows = [quote.instead(one, quote.out_of_place(one)) if isinstance(one, ast.AugAssign) else one for one in body]
        made = quote.statements(
            "def GOING():\n    return TEST\n"
            "def STEP():\n    ROWS\n    return (RESULTS,)\n"
            "(TARGETS,) = TORCH.while_loop(GOING, STEP, (NAMES,))",
            GOING=going,
            STEP=step,
            TEST=test.scalar,
            ROWS=rows,
            RESULTS=[self._owned(name, body) for name in self.carried],
            TARGETS=[quote.target(name) for name in self.carried],
            TORCH=self.torch,
            NAMES=[quote.name(name) for name in self.carried],
        )
        for one in made:
            if isinstance(one, ast.FunctionDef):
                one.args.args = [ast.arg(name) for name in self.carried]
        return replace_statements(self.source, [self.loop], made)

    def _owned(self, name: str, body: list[ast.stmt]) -> ast.expr:
        """What a step returns must be new memory."""
        last = [one for one in body if isinstance(one, (ast.Assign, ast.AugAssign)) and name in bound_by(one)][-1]
        facts = self.judge.facts(last.value)
        fresh = facts is not None and facts.fresh and not self.judge.grade(last.value).alias
        if isinstance(last, ast.AugAssign) or (fresh and isinstance(last.targets[0], ast.Name)):
            return quote.name(name)
        return quote.expression("NAME.clone()", NAME=name)
