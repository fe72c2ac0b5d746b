"""What rewrites of loops share: rounds that the program would not have taken are computed, and change nothing."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from typing import TypeGuard

from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.trees import names_in, plain, targets_of

LONGEST = 64
"""More rounds than this are not unrolled."""


def binds_names(statement: ast.stmt) -> TypeGuard[ast.Assign]:
    """Whether a statement is ``names = value``."""
    return isinstance(statement, ast.Assign) and len(statement.targets) == 1 and plain(statement.targets[0])


def bound_by(statement: ast.Assign | ast.AugAssign) -> set[str]:
    return names_in(targets_of(statement)[0])


def does_more(expr: ast.expr) -> bool:
    """Whether an expression does more than compute, by its form."""
    return any(isinstance(node, (ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr)) for node in ast.walk(expr))


def not_ended(flag: str, torch: str, known: str) -> ast.stmt:
    """The row in front of a loop that makes a flag of a tensor; ``known`` is a tensor on the device of the others."""
    template = "TORCH.zeros((), dtype=TORCH.bool, device=KNOWN.device)"
    return quote.assign(flag, quote.expression(template, TORCH=torch, KNOWN=known))


def ended(flag: str, torch: str, test: ast.expr) -> ast.stmt:
    """The row of a loop that sets the flag where the test is true that ended the loop."""
    return quote.assign(flag, quote.expression("TORCH.logical_or(FLAG, TEST)", TORCH=torch, FLAG=flag, TEST=test))


def selected(
    statement: ast.Assign | ast.AugAssign,
    carried: Collection[str],
    select: Callable[[ast.expr, str], ast.expr],
    fresh: Callable[[str], str],
) -> list[ast.stmt]:
    """An assignment that gives names of ``carried`` what ``select`` makes of the new value and the name's old one."""
    if isinstance(statement, ast.AugAssign):
        made = quote.out_of_place(statement)
        name = ast.unparse(statement.target)
        return [quote.instead(statement, quote.assign(name, select(made.value, name)))]
    target = statement.targets[0]
    if isinstance(target, ast.Name):
        return [quote.replaced(statement, {statement.value: select(statement.value, target.id)})]
    parts = [part for part in ast.walk(target) if isinstance(part, ast.Name) and part.id in carried]
    news = {part: fresh(f"new_{part.id}") for part in parts}
    unpacked = quote.replaced(statement, {part: quote.target(new) for part, new in news.items()})
    chosen = {part.id: select(quote.name(new), part.id) for part, new in news.items()}
    return [unpacked, *(quote.assign(name, value) for name, value in chosen.items())]
