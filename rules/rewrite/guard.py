"""Put statements that only have an effect behind ``if not torch.compiler.is_compiling():``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.grade import Judge
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.text import after, alone, before, indentation, reindent, unit
from fullgraph.rules.rewrite.torch_name import torch_name

PRINTED = "the message is not printed"
WIDEST = 119
"""No row becomes longer than this."""
SKIP = "Skip it while compiling"
SKIPPED = Kind.EFFECT.open("{} while compiled")


def guard(statements: Sequence[ast.stmt], source: SourceFile, oracle: Oracle, skipped: str = PRINTED) -> Fix | Obstacle:
    """Put consecutive statements of one block, each a call whose value is not used, behind one guard. Unsafe.

    ``skipped`` is a clause that says what is lost.
    """
    for statement in statements:
        obstacle = _unfit(statement, source, oracle)
        if obstacle is not None:
            return obstacle
    return behind_guard(statements, source, oracle, skipped)


def behind_guard(
    statements: Sequence[ast.stmt], source: SourceFile, oracle: Oracle, skipped: str = PRINTED
) -> Fix | Obstacle:
    """The same for statements of any kind, of which nothing else is lost than ``skipped`` says."""
    first, last = statements[0], statements[-1]
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    torch, edits = name
    header = f"if not {torch}.compiler.is_compiling():"
    indent = indentation(source, first.lineno)
    head, rest = before(source, first).rstrip(), after(source, last).strip()
    if rest and not rest.startswith("#"):
        return Obstacle("it shares its line with another statement; put it on a line of its own")
    if head:
        if not head.endswith(":"):
            return Obstacle("it shares its line with another statement; put it on a line of its own")
        # ``if flag: print(x)``: a suite on the line of its header, and nothing else in it.
        indent += unit(source, indent)
        colon = len(before(source, first).rstrip()) + 1
        start = source.start(first)
        edits += (Edit(type(start)(start.row, colon), start, f"{source.newline}{indent}"),)
    more = unit(source, indent)
    body = reindent(source, source.start(first), source.end(last), more)
    content = f"{header}{source.newline}{indent}{more}{body}"
    edits += (Edit(source.start(first), source.end(last), content),)
    return _skip(skipped, *edits)


def guarded_test(branch: ast.If, source: SourceFile, oracle: Oracle, skipped: str = PRINTED) -> Fix | Obstacle:
    """The same by the test of the ``if`` that has the statements alone for its body, asked before what it tests.

    A test of tensor data is not traced either, then. Of the body, flags that the test asks (``self.warned = True``) are
    skipped with the messages, which are yet to be said then.
    """
    said = [statement for statement in branch.body if not is_flag(statement, branch)]
    obstacles = [_unfit(statement, source, oracle) for statement in said]
    if branch.orelse or not said or (obstacle := next(filter(None, obstacles), None)) is not None:
        return obstacle if said and not branch.orelse and obstacle is not None else Obstacle("it does more")
    grade = Judge(source, oracle).grade(branch.test)
    if grade.effect is not None or grade.random:
        return Obstacle("its test does more than to give a value")
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    torch, edits = name
    start, end = source.start(branch.test), source.end(branch.test)
    question = f"not {torch}.compiler.is_compiling() and "
    loose = isinstance(branch.test, (ast.IfExp, ast.Lambda, ast.NamedExpr)) or (
        isinstance(branch.test, ast.BoolOp) and isinstance(branch.test.op, ast.Or)
    )
    row = source.lines[start.row - 1].rstrip("\r\n")
    if len(row) + len(question) + 2 * loose > WIDEST or source.slice(start, end).count("\n"):
        return Obstacle("the test is long")
    if loose:
        edits += (Edit(end, end, ")"),)
    return _skip(skipped, *edits, Edit(start, start, question + "(" * loose))


def is_flag(statement: ast.stmt, branch: ast.If) -> bool:
    """Whether a statement sets an attribute that the test asks to True or False: what was said is not said again."""
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return False
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Attribute) or not isinstance(value, ast.Constant) or type(value.value) is not bool:
        return False
    asked = {ast.unparse(node) for node in ast.walk(branch.test) if isinstance(node, ast.Attribute)}
    return ast.unparse(target) in asked


def join_guard(
    before: ast.If, statements: Sequence[ast.stmt], source: SourceFile, oracle: Oracle, skipped: str = PRINTED
) -> Fix | Obstacle:
    """Put statements into the guard that ends right before them."""
    first, last = statements[0], statements[-1]
    obstacle = next(filter(None, (_unfit(statement, source, oracle) for statement in statements)), None)
    if obstacle is not None:
        return obstacle
    apart = before.body[0].lineno == before.lineno or any(not alone(source, one) for one in (first, last))
    if before.orelse or apart or before.end_lineno != first.lineno - 1:
        return Obstacle("it does not stand right behind the guard")
    indent = indentation(source, before.body[0].lineno)
    more = indent.removeprefix(indentation(source, first.lineno))
    body = reindent(source, source.start(first), source.end(last), more)
    return _skip(skipped, Edit(source.start(first), source.end(last), more + body))


def _skip(skipped: str, *edits: Edit) -> Fix:
    return Fix(SKIP, edits, (SKIPPED.about(skipped),), skips_messages=True)


def _unfit(statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Obstacle | None:
    """Why skipping the statement would change more than its output."""
    parts = calls(statement.value) if isinstance(statement, ast.Expr) else None
    if not parts:
        return Obstacle("the value of the call is used")
    judge = Judge(source, oracle)
    for part in parts:
        obstacle = _skipped_call(part, judge) if isinstance(part, ast.Call) else _skipped(part, judge, "its condition")
        if obstacle is not None:
            return obstacle
    return None


def calls(expr: ast.expr) -> list[ast.expr] | None:
    """The calls, of which no value is used, and the conditions of ``f() if c else None`` or ``c and f()``, in order."""
    if isinstance(expr, ast.Call):
        return [expr]
    if isinstance(expr, ast.IfExp):
        arms = [[] if isinstance(arm, ast.Constant) else calls(arm) for arm in (expr.body, expr.orelse)]
        return [expr.test, *arms[0], *arms[1]] if arms[0] is not None and arms[1] is not None else None
    if isinstance(expr, ast.BoolOp):
        last = calls(expr.values[-1])
        return [*expr.values[:-1], *last] if last is not None else None
    return None


def _skipped_call(call: ast.Call, judge: Judge) -> Obstacle | None:
    function = call.func
    if isinstance(function, ast.Attribute) and any(isinstance(node, ast.Call) for node in ast.walk(function.value)):
        grade = judge.grade(function.value)
        if grade.effect is not None:
            return Obstacle(f"skipping it would also skip a call, and {grade.effect}")
    for argument in [*call.args, *(keyword.value for keyword in call.keywords)]:
        value = argument.value if isinstance(argument, ast.Starred) else argument
        if isinstance(value, ast.Lambda) and not (value.args.defaults or value.args.kw_defaults):
            continue  # evaluating it does nothing
        if (obstacle := _skipped(value, judge, "its argument")) is not None:
            return obstacle
    return None


def _skipped(expr: ast.expr, judge: Judge, what: str) -> Obstacle | None:
    grade = judge.grade(expr)
    if grade.effect is not None:
        return Obstacle(f"skipping it would also skip {what}, and {grade.effect}")
    if grade.random:
        return Obstacle(f"skipping it would also skip a random draw in {what}")
    if grade.runs is not None:
        return Obstacle(f"skipping it would also skip {what}, and to read `{grade.runs}` runs code")
    return None
