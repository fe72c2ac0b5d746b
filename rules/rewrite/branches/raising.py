"""Give a branch on tensor data that only raises an exception a check in the graph, beside what it does in eager mode.

``if bad.any(): raise E(...)`` becomes ``if torch.compiler.is_compiling(): assert ...`` and an ``elif`` of the branch as
it was: eager mode raises the same exception with the same message. In a compiled run the assert is a node of the graph,
which raises another exception, later, with a message that was made while tracing: always *unsafe*.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Call
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.grade import NEEDLESS, Judge
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle, Stop, required
from fullgraph.rules.rewrite.analysis.trees import both, counted, is_not, within
from fullgraph.rules.rewrite.branches.asserts import CAUGHT, check_of
from fullgraph.rules.rewrite.branches.condition import Condition, condition
from fullgraph.rules.rewrite.messages.messages import Message, message
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.rewrite.torch_name import rewritten

CHECK = "Check it with an assert while compiling, and as before otherwise"
ANOTHER = Kind.EXCEPTION.open(
    "in a compiled run, a violation raises RuntimeError when the graph runs, on CUDA as a device-side assert after "
    "which no more kernels run"
)
NO_VALUES = Kind.EXCEPTION.open("its message has no values")

_FLIPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}


def raises(node: ast.stmt) -> bool:
    """Whether an ``if`` does nothing in one of its arms but raise."""
    return isinstance(node, ast.If) and (_ends(node.body) is not None or _ends(node.orelse) is not None)


def raise_rewrite(node: ast.If, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The check of an ``if`` whose body, or whose ``else``, raises on tensor data."""
    if oracle.is_caught():
        return Obstacle(CAUGHT)
    return rewritten(lambda torch: _fix(node, _Check(Judge(source, oracle), torch)), source, oracle)


def _fix(node: ast.If, check: _Check) -> Fix:
    when = _ends(node.body) is not None
    found = check.required(node.test, negated=when)
    said = check.message(node.body if when else node.orelse, node.test)
    asked = quote.expression("TORCH.compiler.is_compiling()", TORCH=check.torch)
    checks = quote.statement("if COMPILING:\n    CHECKS", COMPILING=asked, CHECKS=check.statements(found, said))
    assert isinstance(checks, ast.If)
    if when and not node.orelse:
        checks.orelse = [node]
        new: list[ast.stmt] = [checks]
    else:
        op, eager = (ast.And(), quote.expression("not ASKED", ASKED=asked)) if when else (ast.Or(), asked)
        same = isinstance(node.test, ast.BoolOp) and isinstance(node.test.op, type(op))
        rest = node.test.values if same and isinstance(node.test, ast.BoolOp) else [node.test]
        new = [checks, quote.changed(node, test=ast.BoolOp(op, [eager, *rest]))]
    left_out = [NO_VALUES] if said is not None and said.leaves_out else []
    obligations = tuple(dict.fromkeys([ANOTHER, *left_out, *check.notes]))
    return Fix(CHECK, (replace_statements(check.judge.source, [node], new),), obligations)


def _ends(block: Sequence[ast.stmt]) -> ast.expr | None:
    """What a block raises at its end, in every case: the exception, or the call or the test of a check that fails."""
    last = block[-1] if block else None
    if isinstance(last, ast.Raise):
        return last.exc
    if isinstance(last, ast.Assert) and _false(last.test):
        return last.msg if last.msg is not None else last.test
    if isinstance(last, ast.Expr) and isinstance(last.value, ast.Call):
        call = last.value
        named = isinstance(call.func, ast.Attribute) and call.func.attr == "_assert"
        return call if named and call.args and _false(call.args[0]) else None
    return None


def _false(expr: ast.expr) -> bool:
    return isinstance(expr, ast.Constant) and expr.value is False


@dataclass(frozen=True)
class _Required:
    """What has to hold where Python's ``guards`` hold."""

    guards: tuple[ast.expr, ...]
    test: ast.expr


class _Check:
    """The conditions of one branch, turned into asserts."""

    def __init__(self, judge: Judge, torch: str) -> None:
        self.judge, self.torch = judge, torch
        self.notes: list[Obligation] = []

    def required(self, test: ast.expr, negated: bool) -> list[_Required]:
        """What together says that ``test`` holds, or, negated, that it does not."""
        if isinstance(test, ast.NamedExpr):
            raise Stop("its test binds a name with `:=`")
        if is_not(test):
            return self.required(test.operand, not negated)
        if isinstance(test, ast.BoolOp):
            if isinstance(test.op, ast.Or if negated else ast.And):
                return [part for value in test.values for part in self.required(value, negated)]
            return self._guarded(test, negated)
        return self._one(test, negated)

    def _guarded(self, test: ast.BoolOp, negated: bool) -> list[_Required]:
        """``flag and tensor``, which has to fail, or ``not flag or tensor``, which has to hold: where flag holds."""
        values = [value for value in test.values if self._data(value)]
        flags = [value for value in test.values if value not in values]
        if not values or any(
            isinstance(part, ast.Call)
            for flag in self._behind(test, values)
            if flag in flags
            for part in ast.walk(flag)
        ):
            raise Stop("its test mixes tensor data with Python values")
        guards = tuple(flag if negated else _not(flag) for flag in flags)
        if len(values) == 1:
            return [_Required((*guards, *one.guards), one.test) for one in self.required(values[0], negated)]
        whole = required(condition(ast.BoolOp(test.op, values), self.judge, self.torch))
        return [_Required(guards, self._said(whole, negated))]

    @staticmethod
    def _behind(test: ast.BoolOp, values: Sequence[ast.expr]) -> Sequence[ast.expr]:
        """The operands behind the first of ``values``: the graph asks them before it."""
        return test.values[test.values.index(values[0]) + 1 :]

    def _data(self, test: ast.expr) -> bool:
        """Whether tensor data decides a test."""
        if isinstance(test, ast.BoolOp):
            return any(self._data(value) for value in test.values)
        if is_not(test):
            return self._data(test.operand)
        if of_unique(test, self.judge) is not None:
            return True
        return not isinstance(condition(test, self.judge, self.torch), Obstacle)

    def _one(self, test: ast.expr, negated: bool) -> list[_Required]:
        counted = of_unique(test, self.judge)
        if counted is not None:
            values, single = counted
            self.notes.append(Kind.SHAPE.open(f"that `{self.judge.text(values)}` has one dimension was not proved"))
            same = quote.expression("(VALUES == VALUES[0]).all()", VALUES=values)
            return [_Required((), same if single is not negated else quote.method(same, "logical_not"))]
        found = required(condition(test, self.judge, self.torch))
        flipped = self._flipped(test) if negated and isinstance(test, ast.Compare) else None
        said = self._said(found, negated)
        return [_Required((), said if flipped is None else flipped)]

    def _said(self, found: Condition, negated: bool) -> ast.expr:
        """What says that a condition holds, or, negated, that it does not."""
        self.notes += [note for note in found.eager.notes if not note.is_like(NEEDLESS)]
        negation = quote.expression("TORCH.logical_not(TEST)", TORCH=self.torch, TEST=found.expr)
        return negation if negated else found.expr

    def _flipped(self, test: ast.Compare) -> ast.expr | None:
        """The opposite comparison; of floating-point numbers, which can be NaN, only that of equality."""
        if len(test.ops) > 1 or type(test.ops[0]) not in _FLIPPED:
            return None
        left, right = test.left, test.comparators[0]
        facts = [self.judge.facts(side) for side in (left, right)]
        if all(fact is None for fact in facts):
            return None  # a number that is read, of which the tensor takes the place
        whole = [self._whole(side) for side in (left, right)]
        if not isinstance(test.ops[0], (ast.Eq, ast.NotEq)) and not all(whole):
            return None
        return ast.Compare(left, [_FLIPPED[type(test.ops[0])]()], [right])

    def _whole(self, expr: ast.expr) -> bool:
        facts = self.judge.facts(expr)
        if facts is not None:
            return facts.is_floating is False
        number = self.judge.oracle.number(expr)
        return number is not None and isinstance(number.value, int)

    def message(self, arm: Sequence[ast.stmt], test: ast.expr) -> Message | None:
        """What the arm raises with."""
        raised = _ends(arm)
        told: ast.expr | None = raised
        if isinstance(raised, ast.Call):
            place = 1 if isinstance(arm[-1], ast.Expr) else 0
            told = raised.args[place] if len(raised.args) > place else None
        elif isinstance(arm[-1], ast.Raise) or (isinstance(arm[-1], ast.Assert) and arm[-1].msg is None):
            told = None
        before = list(arm[:-1])
        if isinstance(told, ast.Name):
            texts = [
                statement
                for statement in arm
                if isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == told.id
            ]
            if texts:
                told = texts[-1].value
                before.remove(texts[-1])
        # What else the arm does may give the values of the message, which the graph asks for without it.
        return None if told is None else message(told, test, self.judge, formats=not before)

    def statements(self, found: Sequence[_Required], said: Message | None) -> list[ast.stmt]:
        """The asserts, those under the same guards together."""
        made: list[ast.stmt] = []
        for _, group in itertools.groupby(found, lambda one: [ast.dump(guard) for guard in one.guards]):
            required = list(group)
            checks = [check_of(one.test, said, self.torch) for one in required]
            guards = required[0].guards
            guarded = "if GUARDS:\n    CHECKS"
            made += [quote.statement(guarded, GUARDS=both(guards), CHECKS=checks)] if guards else checks
        return made


_COUNTS: dict[tuple[type[ast.cmpop], int], bool] = {
    (ast.Eq, 1): True,
    (ast.LtE, 1): True,
    (ast.Lt, 2): True,
    (ast.NotEq, 1): False,
    (ast.Gt, 1): False,
    (ast.GtE, 2): False,
}
_UNIQUE = frozenset(("unique", "unique_consecutive"))


def of_unique(test: ast.expr, judge: Judge) -> tuple[ast.expr, bool] | None:
    """The tensor whose distinct values a test counts, and whether the test says that they are one.

    ``len(torch.unique(t)) > 1``: all elements are equal, or not, which takes no shape that depends on data.
    """
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return None
    count, bound = test.left, test.comparators[0]
    if not isinstance(bound, ast.Constant) or not isinstance(bound.value, int):
        return None
    single = _COUNTS.get((type(test.ops[0]), bound.value))
    if single is None:
        return None
    found = counted(count)
    call = found[0] if found is not None else None
    if not isinstance(call, ast.Call) or call.keywords:
        return None
    name = judge.oracle.qualname(call.func)
    values: ast.expr | None = None
    if name is not None and name in {f"torch.{bare}" for bare in _UNIQUE} and len(call.args) == 1:
        values = call.args[0]
    elif isinstance(call.func, ast.Attribute) and call.func.attr in _UNIQUE and not call.args:
        values = call.func.value
    if values is None or judge.facts(values) is None:
        return None
    grade = judge.grade(values)
    return None if grade.effect is not None or grade.random else (values, single)


def _not(test: ast.expr) -> ast.expr:
    if is_not(test):
        return test.operand
    return quote.expression("not TEST", TEST=test)


@fix_factory
def raised_fix(event: Call) -> Callable[[], Fix] | None:
    """The check in the graph, where a call stands in the test of an ``if`` that only raises."""
    statement = event.statement
    if not isinstance(statement, ast.If) or not raises(statement) or not within(event.node, statement.test):
        return None
    facts = Facts(event, statement)
    return lambda: answer(raise_rewrite(statement, event.frame.source, facts))
