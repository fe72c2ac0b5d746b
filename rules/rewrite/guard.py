"""Put statements that only have an effect behind ``if not torch.compiler.is_compiling():``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix, Pending
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.grade import Judge
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.slices import calls
from fullgraph.rules.rewrite.text import after, before, indentation, reindent, unit
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
    torch, imports = name
    edits: tuple[Pending, ...] = imports
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


def _skip(skipped: str, *edits: Pending) -> Fix:
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
