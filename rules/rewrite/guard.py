"""Put statements that only have an effect behind ``if not torch.compiler.is_compiling():``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_statements
from fullgraph.rules.rewrite.grade import Judge
from fullgraph.rules.rewrite.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.slices import calls, evaluated, unfit
from fullgraph.rules.rewrite.torch_name import torch_name

PRINTED = "the message is not printed"
SKIP = "Skip it while compiling"
SKIPPED = Kind.EFFECT.open("{} while compiled")


def guard(statements: Sequence[ast.stmt], source: SourceFile, oracle: Oracle, skipped: str = PRINTED) -> Fix | Obstacle:
    """Put consecutive statements of one block, each a call whose value is not used, behind one guard. Unsafe.

    ``skipped`` is a clause that says what is lost.
    """
    for statement in statements:
        obstacle = _unfit(statement, Judge(source, oracle))
        if obstacle is not None:
            return obstacle
    return behind_guard(statements, source, oracle, skipped)


def behind_guard(
    statements: Sequence[ast.stmt], source: SourceFile, oracle: Oracle, skipped: str = PRINTED
) -> Fix | Obstacle:
    """The same for statements of any kind, of which nothing else is lost than ``skipped`` says."""
    name = torch_name(source, oracle)
    if isinstance(name, Obstacle):
        return name
    torch, imports = name
    change = replace_statements(source, statements, [guarded(statements, question(torch))])
    return Fix(SKIP, (*imports, change), (SKIPPED.about(skipped),), skips_messages=True)


def question(torch: str) -> ast.expr:
    """Whether code runs uncompiled."""
    return quote.expression("not TORCH.compiler.is_compiling()", TORCH=torch)


def guarded(statements: Sequence[ast.stmt], asked: ast.expr) -> ast.stmt:
    return quote.statement("if ASKED:\n    BODY", ASKED=asked, BODY=statements)


def _unfit(statement: ast.stmt, judge: Judge) -> Obstacle | None:
    """Why skipping the statement would change more than its output."""
    parts = calls(statement.value) if isinstance(statement, ast.Expr) else None
    if not parts:
        return Obstacle("the value of the call is used")
    for expr in (one for part in parts for one in evaluated(part)):
        if isinstance(expr, ast.Lambda) and not (expr.args.defaults or expr.args.kw_defaults):
            continue  # evaluating it does nothing
        if (reason := unfit(judge.grade(expr))) is not None:
            return Obstacle(f"skipping it would also skip `{judge.text(expr)}`, and {reason}")
    return None
