"""Put statements that only have an effect behind ``if not torch.compiler.is_compiling():``."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import Change, insert_before, replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.trees import COMPREHENSIONS, is_not
from fullgraph.rules.rewrite.messages.slices import calls, evaluated, unfit
from fullgraph.rules.rewrite.messages.vocabulary import PRINTED
from fullgraph.rules.rewrite.torch_name import torch_name

SKIP = "Skip it while compiling"
_EVALUATED = (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr, ast.Assert, ast.If, ast.For)
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
    if isinstance(name := torch_name(source, oracle), Obstacle):
        return name
    torch, imports = name
    change = replace_statements(source, statements, [guarded(statements, question(torch))])
    return Fix(SKIP, (*imports, change), (SKIPPED.about(skipped),), skips_messages=True)


def moved(call: ast.Call, statement: ast.stmt, source: SourceFile, oracle: Oracle, skipped: str) -> Fix | Obstacle:
    """A message whose value, which is None, an expression uses: it moves behind a guard in front of the statement.

    Where it is not said first of all and always, the guard stays in the expression.
    """
    judge = Judge(source, oracle)
    around: ast.AST | None = call
    while around is not None and around is not statement:
        around = oracle.parent(around)
        if isinstance(around, ast.JoinedStr):
            return Obstacle("it is in an f-string")
    if isinstance(name := _unfit(ast.Expr(call), judge) or torch_name(source, oracle), Obstacle):
        return name
    torch, imports = name
    changes: list[Change]
    if not _is_first(call, statement, judge):
        either = quote.expression("None if TORCH.compiler.is_compiling() else CALL", TORCH=torch, CALL=call)
        changes = [replace_expression(source, call, either)]
    else:
        guard_before, (node, value) = guarded([ast.Expr(call)], question(torch)), _without(call, oracle)
        if isinstance(statement, (ast.If, ast.For)):
            changes = [insert_before(source, statement, [guard_before]), replace_expression(source, node, value)]
        else:
            rest = [] if statement is oracle.parent(node) and isinstance(statement, ast.Expr) else [statement]
            new = [quote.replaced(one, {node: value}) for one in rest]
            changes = [replace_statements(source, [statement], [guard_before, *new])]
    return Fix(SKIP, (*imports, *changes), (SKIPPED.about(skipped),), skips_messages=True)


def _is_first(call: ast.Call, statement: ast.stmt, judge: Judge) -> bool:
    """Whether a statement always evaluates a call, and before it nothing that has an effect."""
    node: ast.AST = call
    while (parent := judge.oracle.parent(node)) is not None and parent is not statement:
        parts = [part for part in ast.iter_child_nodes(parent) if isinstance(part, (ast.expr, ast.keyword))]
        place = next((index for index, part in enumerate(parts) if part is node), len(parts))
        always = {ast.BoolOp: 1, ast.IfExp: 1, ast.Compare: 2}.get(type(parent), len(parts))
        if isinstance(parent, (ast.Lambda, *COMPREHENSIONS)) or place >= always:
            return False
        before = [part.value if isinstance(part, ast.keyword) else part for part in parts[:place]]
        if any(unfit(judge.grade(one)) is not None for one in before):
            return False
        node = parent
    evaluated_first = any(getattr(statement, name, None) is node for name in ("value", "test", "iter"))
    is_branch = isinstance(statement, ast.If) and is_elif(statement, judge.source)
    return evaluated_first and isinstance(statement, _EVALUATED) and not is_branch


def _without(call: ast.Call, oracle: Oracle) -> tuple[ast.expr, ast.expr]:
    """The expression around a call that None decides, and what it is then."""
    node, value = call, ast.Constant(None)  # type: tuple[ast.expr, ast.expr]
    while isinstance(value, ast.Constant):
        parent = oracle.parent(node)
        if is_not(parent):
            node, value = parent, ast.Constant(not value.value)
        elif isinstance(parent, ast.BoolOp) and isinstance(parent.op, ast.Or) is not bool(value.value):
            rest = parent.values[1:]
            node, value = parent, rest[0] if len(rest) == 1 else quote.changed(parent, values=rest)
        elif isinstance(parent, ast.BoolOp):
            node = parent
        elif isinstance(parent, ast.Compare) and parent.left is node and _is_none(parent.comparators):
            node, value = parent, ast.Constant((value.value is None) is isinstance(parent.ops[0], ast.Is))
        elif isinstance(parent, ast.IfExp) and parent.test is node:
            node, value = parent, parent.body if value.value else parent.orelse
        else:
            break
    return node, value


def _is_none(exprs: Sequence[ast.expr]) -> bool:
    return len(exprs) == 1 and isinstance(exprs[0], ast.Constant) and exprs[0].value is None


def is_elif(branch: ast.If, source: SourceFile) -> bool:
    return source.slice(source.start(branch), source.end(branch)).startswith("elif")


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
