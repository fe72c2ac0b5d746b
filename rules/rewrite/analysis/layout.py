"""Whose strides the result of an operation has."""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.obligation import Kind, Question
from fullgraph.rules.rewrite.analysis.bindings import binding_of, function_of, statement_of, stores
from fullgraph.rules.rewrite.analysis.grade import Judge
from fullgraph.rules.rewrite.analysis.oracle import TensorFacts
from fullgraph.rules.rewrite.analysis.trees import given_to, names_in, place

LAYOUT = Kind.LAYOUT.open("the result has the strides of one of the tensors it is chosen from").asking(
    Question.CONTIGUOUS
)

_LIKE = frozenset("clone float double half bfloat16 zeros_like ones_like".split())
"""Methods beside the elementwise ones whose result has the strides of their object."""
OWN = frozenset("masked_fill mvlgamma rrelu".split())
"""Elementwise operations whose result is contiguous, whatever the strides of their operands."""


def layout(expr: ast.expr, judge: Judge, *, follow: bool) -> str:
    """The tensors whose strides an expression takes over, as text; an operation that is not known is its own.

    Elementwise operations take the order of the strides of their first operand that has the shape of the result
    (``TensorIterator`` of ATen), but for dimensions of size 1, whose strides mean nothing; where none is known to have
    it, those of several operands decide together, in their order. The result has neither gaps nor overlaps: it has the
    operand's own strides only where that has none. ``follow``: a name stands for what it is bound to.
    """
    if isinstance(expr, ast.Name) and (own := judge.values.get(expr, expr)) is not expr:
        return layout(own, judge, follow=follow)
    if follow and isinstance(expr, ast.Name) and (value := _bound(expr, judge)) is not None:
        return layout(value, judge, follow=True)
    operands = _operands(expr, judge)
    known = [(operand, judge.facts(operand)) for operand in operands]
    tensors = [(operand, fact) for operand, fact in known if fact is not None and not fact.zero_dim]
    if not tensors or any(fact is None and not _is_number(operand, judge) for operand, fact in known):
        return _itself(expr, judge)
    first, one = tensors[0]
    whole = judge.facts(expr)
    same = whole is not None and whole.shape is not None and whole.shape == one.shape
    if not same and len(tensors) > 1:
        return f"{_DENSE}({', '.join(dict.fromkeys(_filled(*each, judge, follow) for each in tensors))})"
    if _is_copy(expr) and not one.dense:
        return _itself(expr, judge)  # what has gaps may stay as it is, or be ordered in another way
    return _filled(first, one, judge, follow)


_DENSE = "dense"


def _filled(operand: ast.expr, fact: TensorFacts, judge: Judge, follow: bool) -> str:
    """The strides of an operand without gaps and overlaps, which dense tensors have not."""
    text = layout(operand, judge, follow=follow)
    return text if fact.dense or text.startswith(_DENSE) else f"{_DENSE}({text})"


def _is_copy(expr: ast.expr) -> bool:
    return isinstance(expr, ast.Call) and isinstance(expr.func, ast.Attribute) and expr.func.attr in _LIKE


def _itself(expr: ast.expr, judge: Judge) -> str:
    """The expression as text; what an arm of a branch has bound means something else in the other arm."""
    own = any(node in judge.values for node in ast.walk(expr) if isinstance(node, ast.expr))
    return f"{ast.unparse(expr)} {id(expr)}" if own else ast.unparse(expr)


def _is_number(expr: ast.expr, judge: Judge) -> bool:
    return isinstance(expr, ast.Constant) or judge.is_number(expr)


def _bound(name: ast.Name, judge: Judge) -> ast.expr | None:
    """The elementwise operation whose result a name holds, where its operands still mean the same."""
    if not hasattr(name, "lineno"):
        return None
    binding, statement = binding_of(name, judge.oracle), statement_of(name, judge.oracle)
    if binding is None or statement is None or not _operands(binding.value, judge):
        return None
    function = function_of(binding, judge.oracle)
    read = names_in(binding.value)
    bound = [node for one in read for node in (stores(function, one) if function is not None else [])]
    between = [
        node for node in bound if place(binding) < place(node) < place(statement) and node not in binding.targets
    ]
    return None if between or function is None else binding.value


def _operands(expr: ast.expr, judge: Judge) -> list[ast.expr]:
    """The operands of an operation that works element by element, in order; of any other none."""
    if isinstance(expr, ast.BinOp):
        return [] if isinstance(expr.op, ast.MatMult) else [expr.left, expr.right]
    if isinstance(expr, ast.Compare):
        return [expr.left, *expr.comparators]
    if isinstance(expr, ast.UnaryOp):
        return [expr.operand]
    if not isinstance(expr, ast.Call):
        return []
    data, name = judge.data, judge.oracle.qualname(expr.func)
    given = given_to(expr)
    bare = expr.func.attr if isinstance(expr.func, ast.Attribute) else (name or "").rpartition(".")[2]
    if bare in OWN:
        return []
    if name is not None:
        like = name in ("torch.zeros_like", "torch.ones_like") and len(given) == 1
        return given if (name in data.pointwise and name not in data.views) or like else []
    if not isinstance(expr.func, ast.Attribute) or judge.oracle.tensor(expr.func.value) is None:
        return []
    method = expr.func.attr
    elementwise = method in data.pointwise and method not in data.views
    return [expr.func.value, *given] if elementwise or method in _LIKE else []
