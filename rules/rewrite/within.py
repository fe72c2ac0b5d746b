"""Enter a context inside of a function instead of by a decorator around it."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Edit, Fix, Position
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.text import before, comments, indentation, reindent, unit

INSIDE = "Enter `{}` in the method instead of around it, which is traced"


def context_inside(
    function: ast.FunctionDef, decorator: ast.expr, local_names: frozenset[str], source: SourceFile
) -> Fix | Obstacle:
    """``with context():`` around a function's body in place of the decorator ``@context()``. Safe."""
    if decorator is not function.decorator_list[-1]:
        return Obstacle("another decorator stands between it and the method")
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function)):
        return Obstacle("the method may be a generator, which a `with` leaves later than a decorator does")
    context = source.segment(decorator)
    called, given = decorator, list[ast.expr]()
    if isinstance(decorator, ast.Call):
        called, given = decorator.func, [*decorator.args, *(keyword.value for keyword in decorator.keywords)]
    names = {node.id for node in ast.walk(called) if isinstance(node, ast.Name)}
    constant = all(isinstance(one, ast.Constant) or dotted_name(one).partition(".")[0] in names for one in given)
    if not constant or names & local_names or "\n" in context:
        return Obstacle("the decorator's arguments are evaluated once, and may be something else when it is called")
    context = context if isinstance(decorator, ast.Call) else f"{context}()"
    first = source.start(decorator)
    rows = Position(first.row, 1), Position((decorator.end_lineno or first.row) + 1, 1)
    if before(source, function.body[0]).strip() or comments(source, *rows):
        return Obstacle("a comment stands beside the decorator, or the method is written on one line")
    body = function.body
    if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1:
        body = body[1:]  # the docstring stays in front
    indent = indentation(source, body[0].lineno)
    more = unit(source, indent)
    start, end = source.start(body[0]), source.end(body[-1])
    if body[0].decorator_list if isinstance(body[0], (ast.FunctionDef, ast.ClassDef)) else False:
        return Obstacle("the method begins with a decorated definition")
    text = reindent(source, start, end, more)
    content = f"with {context}:{source.newline}{indent}{more}{text}"
    return Fix(INSIDE.format(context), (Edit(*rows, ""), Edit(start, end, content)))
