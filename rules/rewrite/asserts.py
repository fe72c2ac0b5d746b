"""Rewrite an ``assert`` on tensor data to the forms that are captured: one tensor, and a literal message or none.

A message that has values known while tracing keeps them, by ``torch._assert_async``, which takes any text.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.condition import chain
from fullgraph.rules.rewrite.grade import Judge
from fullgraph.rules.rewrite.messages import Message, message
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.text import alone, comments, indentation, inside, reindent, unit
from fullgraph.rules.rewrite.torch_name import torch_name

CHECK = "Check it inside the graph"
ANOTHER = Kind.EXCEPTION.open("in a compiled run a violation raises RuntimeError, on CUDA as a device-side assert")
CAUGHT = "the exception is caught, and would be another one in the graph; let a function return what is wrong instead"
NO_VALUES = Kind.EXCEPTION.open("the message has no values")


def assert_rewrite(statement: ast.Assert, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """The form of an assert on tensor data that TorchDynamo captures (measured on torch 2.8 to 2.15). Unsafe."""
    if oracle.is_caught():
        return Obstacle(CAUGHT)
    judge = Judge(source, oracle)
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    torch, imports = name
    checks = _conjuncts(statement.test, False, judge, torch)
    if isinstance(checks, Obstacle):
        return checks
    whole = alone(source, statement)
    said = None if statement.msg is None else message(statement.msg, statement.test, judge, formats=whole)
    if checks == [source.segment(statement.test)] and (said is None or not (said.leaves_out or said.is_formatted)):
        return Obstacle("it has a form that is captured already")
    indent = indentation(source, statement.lineno)
    obligations = (ANOTHER, NO_VALUES) if said is not None and said.leaves_out else (ANOTHER,)
    if said is not None and said.is_formatted:
        more = unit(source, indent)
        lines = [f"if {torch}.compiler.is_compiling():"]
        lines += [f"{indent}{more}{in_graph(check, said, torch)}" for check in checks]
        lines += [f"{indent}else:", f"{indent}{more}"]
        start, end = source.start(statement), source.end(statement)
        content = source.newline.join(lines) + reindent(source, start, end, more)
        return Fix(CHECK, (*imports, Edit(start, end, content)), obligations)
    texts = [_statement(check, said.text if said is not None else None) for check in checks]
    written = "".join(texts)
    kept = [node for node in (statement.test, statement.msg) if node and source.segment(node) in written]
    found = comments(source, source.start(statement), source.end(statement))
    lost = [text for place, text in found if not inside(place, source, kept)]
    if whole:
        content = f"{source.newline}{indent}".join([*lost, *texts])
    elif lost:
        return Obstacle("it shares its line with another statement; put it on a line of its own")
    else:
        content = "; ".join(texts)
    if not any(f"{torch}." in text for text in texts):
        imports = ()
    edit = Edit(source.start(statement), source.end(statement), content)
    return Fix(CHECK, (*imports, edit), obligations)


def call_rewrite(call: ast.Call, statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Fix | Obstacle:
    """``torch._assert(test, message)`` as the statement that it stands for. Unsafe, as that of an assert."""
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    given |= dict(zip(("condition", "message"), call.args, strict=False))
    if not isinstance(statement, ast.Expr) or statement.value is not call or given.keys() != {"condition", "message"}:
        return Obstacle("it is no statement of its own with a test and a message")
    if oracle.is_caught():
        return Obstacle(CAUGHT)
    judge = Judge(source, oracle)
    test = given["condition"]
    checks = _conjuncts(test, False, judge, "torch")
    if checks != [source.segment(test)]:
        return Obstacle("its test is more than one tensor")
    said = message(given["message"], test, judge, formats=False)
    written = _statement(checks[0], said.text)
    if any(
        not inside(place, source, given.values()) for place, _ in comments(source, source.start(call), source.end(call))
    ):
        return Obstacle("a comment stands inside the call")
    edit = Edit(source.start(call), source.end(call), written)
    return Fix(CHECK, (edit,), (ANOTHER, NO_VALUES) if said.leaves_out else (ANOTHER,))


def _statement(check: str, text: str | None) -> str:
    check = _standing(check)
    return f"assert {check}" if text is None else f"assert {check}, {_standing(text)}"


def in_graph(check: str, said: Message, torch: str) -> str:
    """The check as a call that is traced with any message; an ``assert`` is with a literal one alone."""
    return f"{torch}._assert_async({check}, {said.text})"


def _standing(text: str) -> str:
    """Text that can stand outside parentheses."""
    return f"({text})" if "\n" in text or "\r" in text else text


def _conjuncts(test: ast.expr, negated: bool, judge: Judge, torch: str) -> list[str] | Obstacle:
    """The tests, as text, that together say what ``test`` (or its negation) says."""
    if isinstance(test, ast.NamedExpr):
        return Obstacle("its test binds a name with `:=`")
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _conjuncts(test.operand, not negated, judge, torch)
    parts: list[ast.expr] | None = None
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.Or if negated else ast.And):
        parts = test.values
    elif isinstance(test, ast.Compare) and len(test.ops) > 1 and not negated:
        pairs = chain(test, judge)
        if isinstance(pairs, Obstacle):
            return pairs
        parts = pairs
    if parts is not None:
        found: list[str] = []
        for part in parts:
            texts = _conjuncts(part, negated, judge, torch)
            if isinstance(texts, Obstacle):
                return texts
            found += texts
        return found
    if isinstance(test, ast.BoolOp):
        return _alternatives(test, negated, judge, torch)
    text = judge.segment(test)
    if not negated:
        return [text]
    if judge.facts(test) is None:
        return [f"not ({text})"] if not isinstance(test, (ast.Name, ast.Attribute, ast.Call)) else [f"not {text}"]
    return [f"{torch}.logical_not({text})"]


def _alternatives(test: ast.BoolOp, negated: bool, judge: Judge, torch: str) -> list[str] | Obstacle:
    """``t or u``, or ``not (t and u)``: one tensor operation."""
    texts = []
    for index, value in enumerate(test.values):
        parts = _conjuncts(value, negated, judge, torch)
        if isinstance(parts, Obstacle):
            return parts
        if len(parts) > 1 or judge.facts(_bare(value)) is None:
            return Obstacle("its test mixes tensor data with other conditions in a way that no one tensor can say")
        grade = judge.grade(value)
        if index and grade.effect is not None:
            return Obstacle(f"its test would be evaluated as a whole, and {grade.effect}")
        texts.append(parts[0])
    text = texts[0]
    for other in texts[1:]:
        text = f"{torch}.logical_or({text}, {other})"
    return [text]


def _bare(test: ast.expr) -> ast.expr:
    while isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        test = test.operand
    return test
