"""Rewrite calls of the copy module as what is traced: a container's own method, or a new tensor of the same values."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.analysis.oracle import Obstacle

METHOD = "Copy it by its own method, which is traced"
SUBCLASS = Kind.EFFECT.open("a subclass may define its own copying, and attributes of such an object are not copied")
VALUES = "Copy the tensor's values"
PLAINER = (
    Kind.SOURCES.open("the copy needs no gradient"),
    Kind.PLAIN.open("it is not a Parameter"),
    Kind.LAYOUT.open("it may have other strides"),
    Kind.EXCEPTION.open("a tensor with history, which has no deep copy, raises no error"),
)


def container_copy(call: ast.Call, source: SourceFile, exact: bool) -> Fix | Obstacle:
    """``x.copy()`` for ``copy.copy(x)`` of a list, a dictionary or a set; ``exact``: surely not of a subclass."""
    argument = _argument(call)
    if argument is None:
        return Obstacle("it is not given one argument")
    exact = exact or isinstance(argument, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))
    change = replace_expression(source, call, quote.method(argument, "copy"))
    return Fix(METHOD, (change,), () if exact else (SUBCLASS,))


def tensor_copy(call: ast.Call, source: SourceFile) -> Fix | Obstacle:
    """``x.detach().clone()`` for ``copy.deepcopy(x)`` of a tensor. Unsafe."""
    argument = _argument(call)
    if argument is None:
        return Obstacle("it is not given one argument")
    detached = (
        isinstance(argument, ast.Call)
        and isinstance(argument.func, ast.Attribute)
        and argument.func.attr == "detach"
        and not argument.args
    )
    copied = quote.method(argument if detached else quote.method(argument, "detach"), "clone")
    return Fix(VALUES, (replace_expression(source, call, copied),), PLAINER)


def _argument(call: ast.Call) -> ast.expr | None:
    one = len(call.args) == 1 and not call.keywords and not isinstance(call.args[0], ast.Starred)
    return call.args[0] if one else None
