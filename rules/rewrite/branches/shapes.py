"""Whether the arms of a branch give tensors of one shape and dtype."""

from __future__ import annotations

import ast
from collections.abc import Collection, Hashable

from fullgraph.lint.diagnostics.obligation import Obligation
from fullgraph.rules.rewrite.analysis.oracle import Oracle, TensorFacts
from fullgraph.rules.rewrite.analysis.trees import given_to
from fullgraph.rules.rewrite.branches.examined import Branch
from fullgraph.rules.rewrite.branches.expressions import Expressions
from fullgraph.rules.rewrite.branches.obligations import DTYPES, SHAPES

_KEEPING = frozenset(
    f"torch.{name}" for name in "clamp clip clamp_min clamp_max relu tanh sigmoid abs neg nan_to_num".split()
)
"""Functions of one tensor and of numbers that keep its shape and, of floating-point numbers, its dtype."""
_MAKING = frozenset(f"torch.{name}" for name in ("zeros", "ones", "empty", "rand", "randn"))


def unproved(branch: Branch) -> list[Obligation] | None:
    """What of the arms is not proved to be the same, for all results; None where it is known to differ."""
    found: dict[Obligation, None] = {}
    for slot, hole in branch.holes:
        exprs = list(hole.values())
        facts = [fact for fact in map(branch.exprs.facts, exprs) if fact is not None]
        if len(facts) < len(exprs):
            continue  # a number
        shapes, dtypes = {fact.shape for fact in facts}, {fact.dtype for fact in facts}
        written = {_written(expr, branch.oracle) for expr in exprs} - {None}
        if _known_to_differ(written or shapes) or len({dtype for dtype in dtypes if isinstance(dtype, str)}) > 1:
            return None
        alike = all(keeps(expr, slot.target, branch.exprs) for expr in exprs)
        if (len(shapes) > 1 or None in shapes) and not alike:
            found[SHAPES] = None
        if (len(dtypes) > 1 or None in dtypes) and not (alike and all(fact.is_floating for fact in facts)):
            found[DTYPES] = None
    return list(found)


def keeps_kind(expr: ast.expr, target: str, before: TensorFacts | None, exprs: Expressions) -> bool:
    """Whether the value that takes the place of an update has the shape and dtype of what is updated."""
    new = exprs.facts(expr)
    if new is not None and before is not None and new.shape is not None and new.dtype is not None:
        return new.shape == before.shape and new.dtype == before.dtype
    return before is not None and bool(before.is_floating) and keeps(expr, target, exprs)


def keeps(expr: ast.expr, target: str | None, exprs: Expressions) -> bool:
    """Whether an expression is the target, element by element, with Python numbers; so it keeps its shape."""
    if isinstance(expr, (ast.Name, ast.Attribute)) and ast.unparse(expr) == target:
        return not exprs.bound_before(target, expr)
    is_number = exprs.judge.is_number
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult, ast.Div)):
        sides = (expr.left, expr.right)
        # A number divided by a tensor is its reciprocal, which autocast computes in another dtype.
        ways = (sides,) if isinstance(expr.op, ast.Div) else (sides, sides[::-1])
        return any(keeps(one, target, exprs) and is_number(other) for one, other in ways)
    if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.USub):
        return keeps(expr.operand, target, exprs)
    if not isinstance(expr, ast.Call):
        return False
    function, bounds = expr.func, given_to(expr)
    called = exprs.judge.oracle.qualname(function) or ""
    if called in _KEEPING and bounds:
        operand, bounds = bounds[0], bounds[1:]
    elif isinstance(function, ast.Attribute) and f"torch.{function.attr}" in _KEEPING and not called:
        operand = function.value
    else:
        return False
    return keeps(operand, target, exprs) and all(map(is_number, bounds))


def _written(expr: ast.expr, oracle: Oracle) -> tuple[int, ...] | None:
    """The shape that the call of a function that makes a tensor is given in figures."""
    if not isinstance(expr, ast.Call) or oracle.qualname(expr.func) not in _MAKING or not expr.args:
        return None
    sizes = expr.args[0].elts if isinstance(expr.args[0], (ast.Tuple, ast.List)) else expr.args
    figures = [size.value for size in sizes if isinstance(size, ast.Constant) and isinstance(size.value, int)]
    return tuple(figures) if len(figures) == len(sizes) else None


def _known_to_differ(shapes: Collection[Hashable]) -> bool:
    """Whether two of the shapes are written down, and are not the same."""
    known = {shape for shape in shapes if isinstance(shape, tuple) and all(isinstance(size, int) for size in shape)}
    return len(known) > 1
