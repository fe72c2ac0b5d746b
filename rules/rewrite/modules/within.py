"""Enter a context inside of a function instead of by a decorator around it."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.project.index import dotted_name
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.analysis.trees import given_to, names_in

INSIDE = "Enter `{}` inside the method instead of around it, which is traced"


def context_inside(
    function: ast.FunctionDef, decorator: ast.expr, local_names: frozenset[str], source: SourceFile
) -> Fix | Obstacle:
    """``with context():`` around a function's body in place of the decorator ``@context()``. Safe."""
    if decorator is not function.decorator_list[-1]:
        return Obstacle("another decorator is between it and the method")
    if any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in ast.walk(function)):
        return Obstacle("the method may be a generator, which a `with` leaves later than a decorator does")
    called, given = decorator, list[ast.expr]()
    if isinstance(decorator, ast.Call):
        called, given = decorator.func, given_to(decorator)
    names = names_in(called)
    constant = all(isinstance(one, ast.Constant) or dotted_name(one).partition(".")[0] in names for one in given)
    if not constant or names & local_names:
        return Obstacle("the decorator's arguments are evaluated once, and may be something else when it is called")
    context = decorator if isinstance(decorator, ast.Call) else quote.call(decorator)
    has_docstring = ast.get_docstring(function) is not None and len(function.body) > 1
    around = quote.statement("with CONTEXT:\n    BODY", CONTEXT=context, BODY=function.body[has_docstring:])
    body = [*function.body[:has_docstring], around]
    new = quote.changed(function, decorator_list=function.decorator_list[:-1], body=body)
    return Fix(INSIDE.format(ast.unparse(context)), (replace_statements(source, [function], [new]),))
