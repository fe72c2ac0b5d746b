"""What has surely run before a statement, and what that proves: had it been otherwise, it would have raised."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, Protocol

from fullgraph.lint.domain.dtypes import KEPT
from fullgraph.lint.torch_data.operators import FLOATS_ONLY, FLOATS_ONLY_MODULES, NO_INTEGERS
from fullgraph.rules.rewrite.analysis.bindings import stores
from fullgraph.rules.rewrite.analysis.trees import LOOPS, SCOPES, end, is_not, place

_LEAVING = (ast.Raise, ast.Return, ast.Continue, ast.Break)
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
        if not isinstance(above, ast.stmt) or isinstance(above, SCOPES):
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
    while scope is not None and not isinstance(scope, SCOPES):
        if isinstance(scope, LOOPS) and not place(scope) <= place(name) < end(scope):
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


class Claim(NamedTuple):
    """What a check that has passed says of the tensor that a name holds."""

    name: str
    what: Literal["shape", "dtype", "floating", "dimensions"]
    value: str | None = None
    """The name of the tensor of the same shape or dtype; of a floating-point one the dtype, where it is named."""


def claims(statement: ast.stmt, known: Known, assumed: Iterable[ast.expr] = ()) -> Iterator[Claim]:
    """What ``assert`` and ``if …: raise`` in front of a statement have checked, and the tests that are assumed."""
    for test, holds in (*_checked(statement, known), *((test, True) for test in assumed)):
        yield from _claims(test, holds, statement, known)


def _checked(statement: ast.stmt, known: Known) -> Iterator[tuple[ast.expr, bool]]:
    """The tests that have come out one way wherever a statement runs."""
    at: ast.stmt = statement
    while True:
        above = known.parent(at)
        for name in ("body", "orelse", "finalbody"):
            block = getattr(above, name, None)
            if isinstance(block, list) and at in block:
                if isinstance(above, ast.If):
                    yield above.test, name == "body"
                for earlier in block[: block.index(at)]:
                    if isinstance(earlier, ast.Assert):
                        yield earlier.test, True
                    elif isinstance(earlier, ast.If) and isinstance(earlier.body[-1], _LEAVING):
                        yield earlier.test, False
        if isinstance(above, ast.ExceptHandler):
            above = known.parent(above)
        if not isinstance(above, ast.stmt) or isinstance(above, SCOPES):
            return
        at = above


def _claims(test: ast.expr, holds: bool, statement: ast.stmt, known: Known) -> Iterator[Claim]:
    if is_not(test):
        yield from _claims(test.operand, not holds, statement, known)
    elif isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And if holds else ast.Or):
        for value in test.values:
            yield from _claims(value, holds, statement, known)
    elif isinstance(test, ast.BoolOp):
        yield from _common([list(_claims(value, holds, statement, known)) for value in test.values])
    elif isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], (ast.In, ast.NotIn)):
        if isinstance(test.ops[0], ast.In) is not holds:
            return
        options = test.comparators[0].elts if isinstance(test.comparators[0], (ast.Tuple, ast.List, ast.Set)) else ()
        yield from _common([list(_equal(test.left, option, statement, known)) for option in options])
    elif isinstance(test, ast.Compare) and (len(test.ops) == 1 or holds):
        for left, op, right in zip([test.left, *test.comparators], test.ops, test.comparators, strict=False):
            if isinstance(op, ast.Eq if holds else ast.NotEq):
                yield from _equal(left, right, statement, known)
    elif holds and (name := _asked(test, known)) is not None and still(name, statement, known):
        yield Claim(name.id, "floating")


def _common(options: Sequence[Iterable[Claim]]) -> Iterator[Claim]:
    """The claims of which every option makes its own, of floating-point tensors without the dtype."""
    if not options:
        return
    made = [{one if one.what != "floating" else one._replace(value=None) for one in claims} for claims in options]
    yield from set.intersection(*made)


def _asked(test: ast.expr, known: Known) -> ast.Name | None:
    """The tensor of which ``x.is_floating_point()`` and its other spellings ask."""
    if isinstance(test, ast.Call) and known.qualname(test.func) == "torch.is_floating_point" and len(test.args) == 1:
        owner: ast.expr = test.args[0]
    elif isinstance(test, ast.Call) and isinstance(test.func, ast.Attribute) and not test.args:
        owner = test.func.value if test.func.attr == "is_floating_point" else test
    elif isinstance(test, ast.Attribute) and test.attr == "is_floating_point" and isinstance(test.value, ast.Attribute):
        owner = test.value.value if test.value.attr == "dtype" else test
    else:
        return None
    return owner if isinstance(owner, ast.Name) else None


def _equal(left: ast.expr, right: ast.expr, statement: ast.stmt, known: Known) -> Iterator[Claim]:
    """What the equality of two expressions says of tensors."""
    one, two = _described(left), _described(right)
    if one is None or not still(one[0], statement, known):
        return
    name, what = one
    if two is not None and two[1] == what and what != "dimensions" and still(two[0], statement, known):
        yield Claim(name.id, what, two[0].id)
    elif what == "dtype" and isinstance(right, ast.Attribute) and known.qualname(right.value) == "torch":
        if (dtype := f"torch.{right.attr}") in _FLOATS:  # a parameter may have another value than its default
            yield Claim(name.id, "floating", _FLOATS[dtype])
    elif what == "dimensions" and isinstance(right, ast.Constant) and isinstance(right.value, int) and right.value > 0:
        yield Claim(name.id, "dimensions")


def _described(expr: ast.expr) -> tuple[ast.Name, Literal["shape", "dtype", "dimensions"]] | None:
    """The tensor, and what of it an expression is: ``x.shape``, ``x.size()``, ``x.dtype``, ``x.ndim``."""
    called = isinstance(expr, ast.Call)
    if isinstance(expr, ast.Call) and (expr.args or expr.keywords):
        return None
    node = expr.func if isinstance(expr, ast.Call) else expr
    if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
        return None
    what = {("shape", False): "shape", ("size", True): "shape", ("dtype", False): "dtype"}.get((node.attr, called))
    if (node.attr, called) in (("ndim", False), ("dim", True), ("ndimension", True)):
        what = "dimensions"
    return (node.value, what) if what is not None else None  # type: ignore[return-value]


_FLOATS = {
    name: f"torch.{dtype}"
    for dtype, names in {
        "float32": ("torch.float32", "torch.float"),
        "float64": ("torch.float64", "torch.double"),
        "float16": ("torch.float16", "torch.half"),
        "bfloat16": ("torch.bfloat16",),
    }.items()
    for name in names
}
