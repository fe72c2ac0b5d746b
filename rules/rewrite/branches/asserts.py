"""Rewrite an ``assert`` on tensor data to the forms that are captured: one tensor, and a literal message or none.

A message that has values known while tracing keeps them, by ``torch._assert_async``, which takes any text.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix, Pending
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Assertion, Call
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import is_not, keywords_of, names_in
from fullgraph.rules.rewrite.branches.condition import chain
from fullgraph.rules.rewrite.messages.messages import Message, message
from fullgraph.rules.rewrite.offer import fix_factory, offered
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.rewrite.torch_name import torch_name

CHECK = "Check it inside the graph"
ANOTHER = Kind.EXCEPTION.open("in a compiled run, a violation raises RuntimeError, on CUDA a device-side assert")
CAUGHT = "the exception is caught, and would be a different one in the graph; let a function return the error instead"
NO_VALUES = Kind.EXCEPTION.open("the message has no values")


def assert_rewrite(statement: ast.Assert, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The form of an assert on tensor data that TorchDynamo captures (measured on torch 2.8 to 2.15). Unsafe."""
    if oracle.is_caught():
        return Obstacle(CAUGHT)
    judge = Judge(source, oracle)
    if isinstance(name := torch_name(source, oracle), Obstacle):
        return name
    torch, imports = name
    if isinstance(checks := _conjuncts(statement.test, False, judge, torch), Obstacle):
        return checks
    said = None if statement.msg is None else message(statement.msg, statement.test, judge)
    if checks == [statement.test] and (said is None or not (said.leaves_out or said.is_formatted)):
        return Obstacle("it already has a form that is captured")
    new = [check_of(check, said, torch) for check in checks]
    if said is not None and said.is_formatted:
        apart = "if TORCH.compiler.is_compiling():\n    CHECKS\nelse:\n    STATEMENT"
        new = quote.statements(apart, TORCH=torch, CHECKS=new, STATEMENT=[statement])
    names = names_in(*new)
    edits: tuple[Pending, ...] = (*(imports if torch in names else ()), replace_statements(source, [statement], new))
    return Fix(CHECK, edits, (ANOTHER, NO_VALUES) if said is not None and said.leaves_out else (ANOTHER,))


def call_rewrite(call: ast.Call, statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """``torch._assert(test, message)`` as the statement that it stands for. Unsafe, as that of an assert."""
    given = keywords_of(call)
    given |= dict(zip(("condition", "message"), call.args, strict=False))
    if not isinstance(statement, ast.Expr) or statement.value is not call or given.keys() != {"condition", "message"}:
        return Obstacle("it is not a separate statement with a test and a message")
    if oracle.is_caught():
        return Obstacle(CAUGHT)
    judge = Judge(source, oracle)
    test = given["condition"]
    if _conjuncts(test, False, judge, "torch") != [test]:
        return Obstacle("its test is more than one tensor")
    said = message(given["message"], test, judge, formats=False)
    change = replace_statements(source, [statement], [ast.Assert(test, said.expr)])
    return Fix(CHECK, (change,), (ANOTHER, NO_VALUES) if said.leaves_out else (ANOTHER,))


def check_of(test: ast.expr, said: Message | None, torch: str) -> ast.stmt:
    """The check in the graph; a call where the message has values, since an ``assert`` takes a literal one alone."""
    if said is None or not said.is_formatted:
        return ast.Assert(test, None if said is None else said.expr)
    return quote.statement("TORCH._assert_async(TEST, MESSAGE)", TORCH=torch, TEST=test, MESSAGE=said.expr)


def _conjuncts(test: ast.expr, negated: bool, judge: Judge, torch: str) -> list[ast.expr] | Obstacle:
    """The tests that together say what ``test`` (or its negation) says."""
    if isinstance(test, ast.NamedExpr):
        return Obstacle("its test binds a name with `:=`")
    if is_not(test):
        return _conjuncts(test.operand, not negated, judge, torch)
    parts: list[ast.expr] | None = None
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or if negated else ast.And):
        parts = test.values
    elif isinstance(test, ast.Compare) and len(test.ops) > 1 and not negated:
        if isinstance(pairs := chain(test, judge), Obstacle):
            return pairs
        parts = pairs
    if parts is not None:
        found: list[ast.expr] = []
        for part in parts:
            if isinstance(tests := _conjuncts(part, negated, judge, torch), Obstacle):
                return tests
            found += tests
        return found
    if isinstance(test, ast.BoolOp):
        return _alternatives(test, negated, judge, torch)
    if not negated:
        return [test]
    if judge.facts(test) is None:
        return [quote.expression("not TEST", TEST=test)]
    return [quote.expression("TORCH.logical_not(TEST)", TORCH=torch, TEST=test)]


def _alternatives(test: ast.BoolOp, negated: bool, judge: Judge, torch: str) -> list[ast.expr] | Obstacle:
    """``t or u``, or ``not (t and u)``: one tensor operation."""
    whole: ast.expr | None = None
    for value in test.values:
        if isinstance(parts := _conjuncts(value, negated, judge, torch), Obstacle):
            return parts
        if len(parts) > 1 or judge.facts(_bare(value)) is None:
            return Obstacle("its test mixes tensor data with other conditions in a way that one tensor cannot express")
        grade = judge.grade(value)
        if whole is not None and grade.effect is not None:
            return Obstacle(f"its test would be evaluated as a whole, and {grade.effect}")
        (part,) = parts
        either = "TORCH.logical_or(WHOLE, PART)"
        whole = part if whole is None else quote.expression(either, TORCH=torch, WHOLE=whole, PART=part)
    return [] if whole is None else [whole]


def _bare(test: ast.expr) -> ast.expr:
    while is_not(test):
        test = test.operand
    return test


@fix_factory
def assert_fix(event: Assertion) -> Callable[[], Fix]:
    """The form of an assert that is captured."""
    facts = Facts(event, event.statement)
    return lambda: answer(assert_rewrite(event.statement, event.frame.source, facts))


@offered(ast.Call)
def assert_call_fix(event: Call, facts: Facts, call: ast.Call) -> Fix | Obstacle:
    """An assert in the place of ``torch._assert``."""
    return call_rewrite(call, event.statement, event.frame.source, facts)
