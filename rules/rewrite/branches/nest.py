"""Take ``if flag and test:`` apart: ``test`` in an ``if`` of its own, inside of that of ``flag``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, replace_statements
from fullgraph.rules.rewrite.analysis.trees import both


def inner(node: ast.stmt) -> ast.If | None:
    """The ``if`` of the last operand alone, where ``node`` can be taken apart: an ``else`` would belong to both."""
    if not isinstance(node, ast.If) or node.orelse:
        return None
    if not isinstance(node.test, ast.BoolOp) or not isinstance(node.test.op, ast.And):
        return None
    return ast.copy_location(ast.If(node.test.values[-1], node.body, []), node)


def nest(
    node: ast.If,
    tests: Sequence[ast.expr],
    source: SourceFile,
    outer: Sequence[ast.expr] | None = None,
    following: Sequence[ast.stmt] = (),
) -> Change:
    """The change; ``tests`` stay inside. It does the same, whatever the operands are.

    ``outer``: the operands that the outer ``if`` asks; without it, all but the last. ``following``: the code behind it
    that returns, of ``if flag and test: return a``; under ``if flag:`` it is the other arm, and it stays where it is.
    """
    assert isinstance(node.test, ast.BoolOp)
    asked = both(node.test.values[:-1] if outer is None else outer)
    within = [quote.changed(node, test=both(tests)), *following]
    return replace_statements(source, [node], [quote.statement("if ASKED:\n    WITHIN", ASKED=asked, WITHIN=within)])
