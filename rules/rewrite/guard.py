"""Put statements that only have an effect behind ``if not torch.compiler.is_compiling():``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics import Applicability, Edit, Fix
from fullgraph.lint.source import SourceFile
from fullgraph.rules.rewrite.grade import Judge
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.text import after, alone, before, indentation, reindent, unit
from fullgraph.rules.rewrite.torch_name import torch_name

PRINTED = "the message is not printed"
MESSAGE = "Skip it while compiling; {} while compiled"


def guard(statements: Sequence[ast.stmt], source: SourceFile, oracle: Oracle, skipped: str = PRINTED) -> Fix | Obstacle:
    """Put consecutive statements of one block, each a call whose value is not used, behind one guard. Unsafe.

    ``skipped`` is a clause that says what is lost.
    """
    for statement in statements:
        obstacle = _unfit(statement, source, oracle)
        if obstacle is not None:
            return obstacle
    first, last = statements[0], statements[-1]
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    torch, edits = name
    header = f"if not {torch}.compiler.is_compiling():"
    indent = indentation(source, first.lineno)
    if not all(alone(source, statement) for statement in statements):
        if len(statements) > 1 or not _only_one_in_suite(first, source):
            return Obstacle("it shares its line with another statement; put it on a line of its own")
        indent += unit(source, indent)
        colon = len(before(source, first).rstrip()) + 1
        start = source.start(first)
        edits += (Edit(type(start)(start.row, colon), start, f"{source.newline}{indent}"),)
    more = unit(source, indent)
    body = reindent(source, source.start(first), source.end(last), more)
    content = f"{header}{source.newline}{indent}{more}{body}"
    edits += (Edit(source.start(first), source.end(last), content),)
    return Fix(Applicability.UNSAFE, MESSAGE.format(skipped), edits)


def _unfit(statement: ast.stmt, source: SourceFile, oracle: Oracle) -> Obstacle | None:
    """Why skipping the statement would change more than its output."""
    if not isinstance(statement, ast.Expr) or not isinstance(statement.value, ast.Call):
        return Obstacle("the value of the call is used")
    function = statement.value.func
    if isinstance(function, ast.Attribute) and any(isinstance(node, ast.Call) for node in ast.walk(function.value)):
        grade = Judge(source, oracle).grade(function.value)
        if grade.effect is not None:
            return Obstacle(f"skipping it would also skip a call, and {grade.effect}")
    arguments = [*statement.value.args, *(keyword.value for keyword in statement.value.keywords)]
    for argument in arguments:
        grade = Judge(source, oracle).grade(argument.value if isinstance(argument, ast.Starred) else argument)
        if grade.effect is not None:
            return Obstacle(f"skipping it would also skip its argument, and {grade.effect}")
        if grade.random:
            return Obstacle("skipping it would also skip a random draw in its arguments")
    return None


def _only_one_in_suite(statement: ast.stmt, source: SourceFile) -> bool:
    """``if flag: print(x)``: a suite on the line of its header, and nothing else in it."""
    rest = after(source, statement).strip()
    return before(source, statement).rstrip().endswith(":") and (not rest or rest.startswith("#"))
