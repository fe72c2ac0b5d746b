"""Compute by ``math`` what Python numbers are taken through a tensor for.

``float(torch.tensor(n).log2().round())`` becomes ``float(round(math.log2(n)))``. Legal where ``torch.tensor`` is given
something that is no tensor, and only functions follow that ``math`` has too. *Unsafe*: the tensor computes in single
precision. ``torch.round`` and ``round`` both take the even one of two equally near numbers.
"""

from __future__ import annotations

import ast
import math
from dataclasses import dataclass, replace

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.domain.events import Call, Index
from fullgraph.lint.domain.values import Const, External, PyValue, SequenceValue, Value
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.analysis.oracle import Obstacle, Oracle
from fullgraph.rules.rewrite.analysis.text import own_text
from fullgraph.rules.rewrite.analysis.trees import is_name, keywords_of
from fullgraph.rules.rewrite.imports import imported
from fullgraph.rules.rewrite.numbers.sizes import SIZES
from fullgraph.rules.rewrite.offer import offered

MATH = "Compute it with Python's math: a number needs no tensor"
PRECISION = Kind.VALUE.open(
    "it is computed in double instead of single precision, so the last digits, and rounding, can differ"
)
ERRORS = Kind.EXCEPTION.open("where the function is not defined it raises an error instead of giving NaN or infinity")
NUMBER = Kind.PLAIN.open("that `{}` is a Python number could not be proved")

_FLOATING = frozenset("log2 log10 log log1p exp expm1 sqrt sin cos tan atan tanh".split())
_ROUNDING = {"round": "round", "floor": "math.floor", "ceil": "math.ceil", "trunc": "math.trunc"}
_MADE = frozenset(("torch.tensor", "torch.as_tensor"))
_DTYPES = frozenset(f"torch.{name}" for name in "float float32 float64 double".split())


@dataclass(frozen=True)
class _Number:
    """How a number is computed, whether Python gives an int for it, and what that takes."""

    expr: ast.expr
    whole: bool
    computed: bool = False


def number_by_math(
    node: ast.Call, tensor: ast.expr, how: str, source: SourceFile, oracle: Oracle
) -> Fix | Obstacle | None:
    """The rewrite of a reading of ``tensor``; None where it does not hold a Python number."""
    made = _made(tensor, oracle)
    if made is None or how not in ("item", "float", "int"):
        return None
    given = made.args[0]
    number = _number(tensor, made, oracle)
    if number is None or not number.computed:
        return None
    new = number.expr
    if how == "int" and not number.whole:
        new = quote.call("int", new)
    elif how != "int" and number.whole:
        new = quote.call("float", new)
    notes = [PRECISION, ERRORS]
    if oracle.number(given) is None:
        notes.append(NUMBER.about(ast.unparse(given)))
    return _instead(node, new, source, oracle, MATH, *notes)


_OF_NUMBERS = {"numpy.prod": "math.prod", "numpy.sum": "sum", "numpy.max": "max", "numpy.min": "min"}
EMPTY = Kind.DTYPE.open("for no numbers, NumPy gives a float, which is not a size")
ARITHMETIC = Kind.EXCEPTION.open("NumPy's numbers overflow, and divide by zero, where Python's raise or grow")
WHOLE = Kind.VALUE.proved("`{}` holds integers")
GROWN = Kind.VALUE.open("`{}` is passed on in the module, and may get other numbers there")
_FUNCTION = "Compute it with Python instead of a NumPy array"


def by_math(node: ast.expr, source: SourceFile, facts: Facts) -> Fix | Obstacle | None:
    """``math.prod(shape)`` for ``np.prod(shape)``, with or without ``int``."""
    inner = node
    if isinstance(node, ast.Call) and (facts.qualname(node.func) or "") == "int" and len(node.args) == 1:
        inner = node.args[0]
    function = _OF_NUMBERS.get(facts.qualname(inner.func) or "") if isinstance(inner, ast.Call) else None
    if function is None or not isinstance(inner, ast.Call) or len(inner.args) != 1 or inner.keywords:
        return None
    if not _numbers(facts.value(inner.args[0])):
        return None
    notes = [WHOLE.about(ast.unparse(inner.args[0]))]
    if inner is node and function in ("math.prod", "sum"):
        notes.append(EMPTY)
    if _is_passed_on(inner.args[0], facts):
        notes.append(GROWN.about(ast.unparse(inner.args[0])))
    overflows = function in ("math.prod", "sum") and not _fits(facts.value(inner.args[0]), function)
    if overflows or (inner is node and not _is_size(node, facts)):
        notes.append(ARITHMETIC)
    return _instead(node, quote.call(function, inner.args[0]), source, facts, _FUNCTION, *notes)


def _is_passed_on(node: ast.expr, facts: Facts) -> bool:
    """Return whether a global list is given to a function of the project."""
    function = facts.frame.function
    if not isinstance(node, ast.Name) or (function is not None and node.id in function.local_names):
        return False
    calls = (one for one in facts.module_nodes if isinstance(one, ast.Call))
    given = (one for one in calls if any(is_name(argument, node.id) for argument in one.args))
    return any("." not in (facts.qualname(one.func) or "") and not _is_library(one, facts) for one in given)


def _is_size(node: ast.expr, facts: Facts) -> bool:
    """Return whether a number is only an index or a bound, or an argument of what is not the project's."""
    parent = facts.parent(node)
    if isinstance(parent, ast.Slice):
        return True
    if isinstance(parent, (ast.Tuple, ast.List)):
        parent = facts.parent(parent)
    if isinstance(parent, ast.Subscript):
        return parent.value is not node
    return isinstance(parent, ast.Call) and parent.func is not node and _is_library(parent, facts)


def _is_library(call: ast.Call, facts: Facts) -> bool:
    """Return whether a call is of a function of Python or torch, or of a method of a tensor."""
    if isinstance(call.func, ast.Attribute) and facts.tensor(call.func.value) is not None:
        return True
    return isinstance(facts.resolved(call.func), External)


def _numbers(value: Value | None) -> bool:
    """Whether Python holds whole numbers together: a shape, a list or a tuple of them."""
    if isinstance(value, SequenceValue):
        items = [value.element] if value.items is None else list(value.items)
        return bool(items) and all(
            (isinstance(item, PyValue) and item.kind == "int") or (isinstance(item, Const) and type(item.value) is int)
            for item in items
        )
    return isinstance(value, PyValue) and value.kind == "size"


def _fits(value: Value | None, function: str) -> bool:
    """Whether the product or sum of whole numbers surely has 64 bits: that of a shape, or of numbers that are known."""
    if not isinstance(value, SequenceValue):
        return True
    known = [item.value for item in value.items or () if isinstance(item, Const)]
    whole = math.prod(known) if function == "math.prod" else sum(map(abs, known))
    return value.items is not None and len(known) == len(value.items) and abs(whole) < 2**63


def _instead(
    node: ast.expr, new: ast.expr, source: SourceFile, oracle: Oracle, summary: str, *notes: Obligation
) -> Fix | Obstacle:
    """The fix that puts an expression in the place of another, with the import that it needs."""
    if not own_text(node, source):
        return Obstacle("it is inside an f-string")
    needs_import = any(is_name(part, "math") for part in ast.walk(new))
    if isinstance(imports := imported("math", source, oracle) if needs_import else (), Obstacle):
        return imports
    return Fix(summary, (*imports, replace_expression(source, node, new)), notes)


def _made(expr: ast.expr, oracle: Oracle) -> ast.Call | None:
    """The call of ``torch.tensor`` that a chain of functions of one tensor starts with."""
    while True:
        if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, ast.USub):
            expr = expr.operand
        elif not isinstance(expr, ast.Call):
            return None
        elif oracle.qualname(expr.func) in _MADE:
            return expr if _plain(expr, oracle) else None
        elif (inner := _operand(expr, oracle)) is not None:
            expr = inner
        else:
            return None


def _plain(made: ast.Call, oracle: Oracle) -> bool:
    """Whether a tensor is made of one thing that is no tensor and no list, in a floating-point dtype or none said."""
    keywords = keywords_of(made)
    if len(made.args) != 1 or not keywords.keys() <= {"dtype", "device"}:
        return False
    given = made.args[0]
    if isinstance(given, (ast.List, ast.Tuple, ast.Starred, ast.ListComp)) or oracle.tensor(given) is not None:
        return False
    return "dtype" not in keywords or oracle.qualname(keywords["dtype"]) in _DTYPES


def _operand(call: ast.Call, oracle: Oracle) -> ast.expr | None:
    """What a function of one tensor, or a method without arguments, is applied to."""
    name = oracle.qualname(call.func) or ""
    if call.keywords:
        return None
    if name.startswith("torch.") and len(call.args) == 1:
        return call.args[0]
    if isinstance(call.func, ast.Attribute) and not name and not call.args:
        return call.func.value
    return None


def _number(expr: ast.expr, made: ast.Call, oracle: Oracle) -> _Number | None:
    if expr is made:
        known = oracle.number(made.args[0])
        return _Number(made.args[0], known is not None and isinstance(known.value, int))
    operand = expr.operand if isinstance(expr, ast.UnaryOp) else None
    if isinstance(expr, ast.Call):
        operand = _operand(expr, oracle)
    inner = _number(operand, made, oracle) if operand is not None else None
    if inner is None:
        return None
    if not isinstance(expr, ast.Call):
        return replace(inner, expr=quote.expression("-NUMBER", NUMBER=inner.expr))
    function = oracle.qualname(expr.func) or (expr.func.attr if isinstance(expr.func, ast.Attribute) else "")
    name = function.rpartition(".")[2]
    if name in _FLOATING:
        return _Number(quote.call(f"math.{name}", inner.expr), whole=False, computed=True)
    if name in _ROUNDING:
        return _Number(quote.call(_ROUNDING[name], inner.expr), whole=True, computed=True)
    if name == "abs":
        return replace(inner, expr=quote.call("abs", inner.expr), computed=True)
    return inner if name in ("float", "double", "detach", "cpu") else None


@offered(ast.AST, "names")
def size_fix(event: Call | Index, facts: Facts, node: ast.AST) -> Fix | Obstacle:
    """``math.prod`` where NumPy multiplies sizes; else what to do about a size that is data."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and (found := by_math(inner, event.frame.source, facts)) is not None:
            return found
    return Obstacle(SIZES)
