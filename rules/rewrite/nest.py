"""Take ``if flag and test:`` apart: ``test`` in an ``if`` of its own, inside of that of ``flag``."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics import Edit
from fullgraph.lint.source import SourceFile
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.text import comments, reindent, unit


def inner(node: ast.stmt) -> ast.If | None:
    """The ``if`` of the last operand alone, where ``node`` can be taken apart: an ``else`` would belong to both."""
    if not isinstance(node, ast.If) or node.orelse:
        return None
    if not isinstance(node.test, ast.BoolOp) or not isinstance(node.test.op, ast.And):
        return None
    return ast.copy_location(ast.If(node.test.values[-1], node.body, []), node)


def nest(node: ast.If, test: str, source: SourceFile) -> Edit | Obstacle:
    """The edit; ``test`` is the text of the last operand. It does the same, whatever the operands are."""
    operation, last = node.test, node.body[-1]
    assert isinstance(operation, ast.BoolOp)
    rest = source.slice(source.end(operation), source.end(last))
    head = source.slice(source.start(node), source.start(operation))
    outer = " and ".join(_operand(value, source) for value in operation.values[:-1])
    if head.split() != ["if"] or not rest.lstrip().startswith(":") or "\n" in outer + test or "\r" in outer + test:
        return Obstacle("its test stands in parentheses or on several lines")
    start = source.start(node)
    if comments(source, start, source.end(operation)):
        return Obstacle("a comment stands inside its test")
    indent = source.lines[start.row - 1][: start.column - 1]
    if indent.strip():
        return Obstacle("it is an `elif`")
    more = unit(source, indent)
    body = reindent(source, source.end(operation), source.end(last), more)
    return Edit(start, source.end(last), f"if {outer}:{source.newline}{indent}{more}if {test}{body}")


def _operand(value: ast.expr, source: SourceFile) -> str:
    text = source.segment(value)
    return f"({text})" if isinstance(value, (ast.BoolOp, ast.IfExp, ast.Lambda, ast.NamedExpr)) else text
