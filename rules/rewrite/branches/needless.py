"""Drop a branch that asks whether a mask selects anything, around writes through that mask.

``if mask.any(): x[mask] = 0`` does nothing where the mask selects nothing, with the test or without. Unsafe: the write
is then one even where it changes nothing, which matters to a leaf that needs gradients, and to NaN in ``x.max() > 3``.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.source import syntax
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression, replace_statements
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import is_name, is_not, names_in

DROP = "Drop the test: the code it guards changes nothing if the mask selects nothing"
WRITES = Kind.EXCEPTION.open("it then always writes, which a leaf that needs gradients does not allow")
COPIES = Kind.ALIAS.open("where the mask selects nothing, it is a copy instead of the tensor itself")
NAN = Kind.VALUE.open("an element may be selected although a NaN makes the test false")

_EXTREMES = {"max": (ast.Gt, ast.GtE), "min": (ast.Lt, ast.LtE)}


def needless(node: ast.stmt, source: SourceFile, oracle: Oracle) -> Fix | None:
    """The statements without the test in front of them; None where it is no such test."""
    if not isinstance(node, ast.If) or node.orelse:
        return None
    flags: list[ast.expr] = []
    test = node.test
    if isinstance(test, ast.BoolOp) and isinstance(test.op, ast.And):
        flags, test = test.values[:-1], test.values[-1]
    judge = Judge(source, oracle)
    found = _mask(test)
    if found is None or not all(_written(statement, found[0], judge) for statement in node.body):
        return None
    mask, whole = found
    grade = judge.grade(mask)
    facts = judge.facts(mask.operand if isinstance(mask, ast.UnaryOp) else mask)
    if grade.effect is not None or grade.random or facts is None or not facts.boolean:
        return None
    changed = {_base(statement) for statement in node.body[:-1]}
    if changed & names_in(mask):
        return None
    if flags:
        rest = flags[0] if len(flags) == 1 else quote.changed(node.test, values=flags)
        change = replace_expression(source, node.test, rest)
    else:
        change = replace_statements(source, [node], node.body)
    copies = [isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name) for one in node.body]
    notes = (*([] if all(copies) else [WRITES]), *([COPIES] if any(copies) else []), *([] if whole else [NAN]))
    return Fix(DROP, (change,), notes)


def _mask(test: ast.expr) -> tuple[ast.expr, bool] | None:
    """The mask of which a test asks whether it selects anything, and whether the test says just that."""
    if is_not(test):
        inner = _of(test.operand, "all")
        return (ast.UnaryOp(ast.Invert(), inner), True) if inner is not None else None
    if (inner := _of(test, "any")) is not None:
        return inner, True
    if not isinstance(test, ast.Compare) or len(test.ops) > 1:
        return None
    bound = test.comparators[0]
    if (inner := _of(test.left, "sum")) is not None:
        some = isinstance(test.ops[0], (ast.Gt, ast.NotEq)) and isinstance(bound, ast.Constant) and bound.value == 0
        return (inner, True) if some else None
    for name, operators in _EXTREMES.items():
        inner = _of(test.left, name)
        if inner is not None and isinstance(test.ops[0], operators):
            return ast.Compare(inner, test.ops, [bound]), False
    return None


def _of(call: ast.expr, name: str) -> ast.expr | None:
    """The tensor in ``tensor.name()`` or ``torch.name(tensor)``."""
    if not isinstance(call, ast.Call) or call.keywords or not isinstance(call.func, ast.Attribute):
        return None
    if call.func.attr != name or len(call.args) > 1:
        return None
    owner = call.func.value
    if call.args:
        return call.args[0] if is_name(owner, "torch") else None
    return owner


def _written(statement: ast.stmt, mask: ast.expr, judge: Judge) -> bool:
    """Whether a statement only writes one number to where the mask selects."""
    if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
        if isinstance(target, ast.Subscript):
            return _same(target.slice, mask) and _number(value, judge)
        filled = _filled(value, "masked_fill", mask, judge)
        return isinstance(target, ast.Name) and is_name(filled, target.id)
    if isinstance(statement, ast.Expr):
        return _filled(statement.value, "masked_fill_", mask, judge) is not None
    return False


def _filled(call: ast.expr, name: str, mask: ast.expr, judge: Judge) -> ast.expr | None:
    """The tensor in ``tensor.name(mask, number)``."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr != name:
        return None
    if call.keywords or len(call.args) != 2 or judge.facts(call.func.value) is None:
        return None
    return call.func.value if _same(call.args[0], mask) and _number(call.args[1], judge) else None


def _same(one: ast.expr, other: ast.expr) -> bool:
    return ast.unparse(one) == ast.unparse(other)


def _number(expr: ast.expr, judge: Judge) -> bool:
    if isinstance(expr, ast.Call) and is_name(expr.func, "float"):
        return len(expr.args) == 1 and isinstance(expr.args[0], ast.Constant)
    return judge.is_number(expr)


def _base(statement: ast.stmt) -> str:
    """The name that a write changes."""
    node: ast.AST = statement
    if isinstance(statement, ast.Assign):
        node = statement.targets[0]
    elif isinstance(statement, ast.Expr):
        node = statement.value
    return syntax.root_name(node)
