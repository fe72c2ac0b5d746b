"""What has surely run before a statement, and what that proves: had it been otherwise, it would have raised."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Protocol

from fullgraph.lint.domain.dtypes import KEPT
from fullgraph.lint.torch_data.operators import FLOATS_ONLY, FLOATS_ONLY_MODULES, NO_INTEGERS
from fullgraph.rules.rewrite.bindings import end, place, stores

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_ORDERED = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_SAME_DTYPE = KEPT | frozenset("mean max min neg relu clone view mT T".split())
"""Methods, and attributes, whose result has the dtype of their object."""


class Known(Protocol):
    """What is asked about the expressions that ran; of what names hold, only what they hold in the whole function."""

    def qualname(self, expr: ast.expr) -> str | None:
        """The dotted name that a function expression resolves to by binding."""

    def module_class(self, expr: ast.expr) -> str | None:
        """The class of the ``torch.nn`` module that an expression evaluates to."""

    def parent(self, node: ast.AST) -> ast.AST | None:
        """The node that a node stands in."""


def evaluated(statement: ast.stmt, known: Known) -> Iterator[ast.expr]:
    """The expressions that have been evaluated, and not raised, wherever the arms of a statement's branch run."""
    yield from _parts(_first_test(statement))
    at: ast.stmt = statement
    while True:
        above = known.parent(at)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(above, name, None)
            if isinstance(block, list) and at in block:
                for earlier in block[: block.index(at)]:
                    yield from _of_statement(earlier)
        if isinstance(above, ast.ExceptHandler):
            above = known.parent(above)
        elif isinstance(above, (ast.If, ast.While)):
            yield from _parts(above.test)
        elif isinstance(above, (ast.With, ast.AsyncWith)):
            for item in above.items:
                yield from _parts(item.context_expr)
        if not isinstance(above, ast.stmt) or isinstance(above, _SCOPES):
            return
        at = above


def _first_test(statement: ast.stmt) -> ast.expr | None:
    """The test that decides which arm of the statement runs."""
    if isinstance(statement, (ast.If, ast.While)):
        return statement.test
    value = getattr(statement, "value", None)
    return value.test if isinstance(value, ast.IfExp) else None


def _of_statement(statement: ast.stmt) -> Iterator[ast.expr]:
    """What a statement that has completed has surely evaluated."""
    if isinstance(statement, (ast.If, ast.Assert)):
        yield from _parts(statement.test)
    elif isinstance(statement, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        yield from _parts(statement.value)


def _parts(expr: ast.expr | None) -> Iterator[ast.expr]:
    """An expression with those inside of it that are evaluated whenever it is."""
    if expr is None or isinstance(expr, (ast.Lambda, ast.Yield, ast.YieldFrom, ast.Await)):
        return
    yield expr
    if isinstance(expr, ast.BoolOp):
        yield from _parts(expr.values[0])
    elif isinstance(expr, ast.IfExp):
        yield from _parts(expr.test)
    elif isinstance(expr, ast.Compare):
        yield from _parts(expr.left)
        yield from _parts(expr.comparators[0])
    elif not hasattr(expr, "generators"):
        for child in ast.iter_child_nodes(expr):
            if isinstance(child, ast.keyword):
                yield from _parts(child.value)
            elif isinstance(child, ast.expr):
                yield from _parts(child)


def still(name: ast.Name, statement: ast.stmt, known: Known) -> bool:
    """Return whether a name that was read before a statement holds the same there."""
    scope: ast.AST | None = known.parent(statement)
    loops: list[ast.AST] = []
    while scope is not None and not isinstance(scope, _SCOPES):
        if isinstance(scope, _LOOPS) and not place(scope) <= place(name) < end(scope):
            loops.append(scope)
        scope = known.parent(scope)
    if scope is None:
        return False
    for store in stores(scope, name.id):
        if isinstance(store, (ast.Global, ast.Nonlocal)):
            return False
        if place(name) < place(store) < place(statement) or any(place(o) <= place(store) < end(o) for o in loops):
            return False
        own = known.parent(store)
        while isinstance(own, (ast.Tuple, ast.List, ast.Starred)):
            own = known.parent(own)
        if not isinstance(own, (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr)) or own is statement:
            continue
        if place(own) <= place(name) < end(own):
            return False  # `x = self.norm(x)`: another one from there on
    return True


def floating(statement: ast.stmt, known: Known) -> frozenset[str]:
    """The names that hold tensors of a real floating-point dtype, as what ran before a statement proves."""
    no_integers: set[str] = set()
    no_complex: set[str] = set()
    for expr in evaluated(statement, known):
        operands: list[ast.expr] = []
        whole, imaginary = True, True
        if isinstance(expr, ast.Compare) and isinstance(expr.ops[0], _ORDERED):
            operands, imaginary = [expr.left, expr.comparators[0]], False
        elif isinstance(expr, ast.Call):
            operands, whole, imaginary = _demands(expr, known)
        for operand in operands:
            name = _of_dtype(operand, known)
            if name is None or not still(name, statement, known):
                continue
            if not whole:
                no_integers.add(name.id)
            if not imaginary:
                no_complex.add(name.id)
    return frozenset(no_integers & no_complex)


def _demands(call: ast.Call, known: Known) -> tuple[list[ast.expr], bool, bool]:
    """The tensor that a call demands a dtype of; whether it may be of integers, or of complex numbers."""
    module = known.module_class(call.func)
    if module is not None:
        floats = module.rpartition(".")[2] in FLOATS_ONLY_MODULES and len(call.args) == 1
        return (list(call.args), False, False) if floats else ([], True, True)
    name = known.qualname(call.func)
    if any(keyword.arg in ("dtype", None) for keyword in call.keywords):
        return [], True, True
    if name is not None:
        bare = name.rpartition(".")[2] if name.startswith("torch.") else ""
        operands = list(call.args[:1])
    else:
        bare = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        operands = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    if bare in FLOATS_ONLY:
        return operands, False, False
    return operands, bare not in NO_INTEGERS, True


def _of_dtype(expr: ast.expr, known: Known) -> ast.Name | None:
    """The name of the tensor whose dtype an expression has."""
    while not isinstance(expr, ast.Name):
        func = expr.func if isinstance(expr, ast.Call) else expr
        if isinstance(expr, ast.Subscript) and isinstance(expr.ctx, ast.Load):
            expr = expr.value
        elif isinstance(func, ast.Attribute) and func.attr in _SAME_DTYPE and known.qualname(func) is None:
            if isinstance(expr, ast.Call) and not _is_plain(expr, func.attr):
                return None
            expr = func.value
        else:
            return None
    return expr


def _is_plain(call: ast.Call, method: str) -> bool:
    """Return whether a method is given nothing that its result's dtype depends on."""
    if any(keyword.arg in ("dtype", "other", None) for keyword in call.keywords):
        return False
    if method == "view":
        return all(isinstance(argument, (ast.Constant, ast.UnaryOp, ast.BinOp)) for argument in call.args)
    return method not in ("max", "min") or not call.args
