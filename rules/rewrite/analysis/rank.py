"""How many dimensions a tensor has, as far as the source tells: a number, or so many more or less than another's."""

from __future__ import annotations

import ast
from collections.abc import Hashable
from dataclasses import dataclass

from fullgraph.rules.rewrite.analysis.bindings import binding_of, bound_once
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import keywords_of

_DEPTH = 8
_WRITTEN = frozenset("view reshape new_zeros new_ones new_empty".split())
_CREATING = frozenset("zeros ones rand randn empty".split())
_REDUCING = frozenset("sum mean any all amax amin argmax argmin prod logsumexp norm std var".split())
_KEEPING = frozenset(
    "to float double half bfloat16 long int bool detach clone contiguous cpu cuda abs exp log sqrt sigmoid relu tanh "
    "expand softmax log_softmax cumsum transpose permute ne eq gt lt ge le mul add sub div clamp masked_fill "
    "logical_and logical_or logical_not isnan isfinite isinf zeros_like ones_like full_like rand_like flip roll".split()
)


@dataclass(frozen=True)
class Rank:
    """``more`` dimensions than what ``of`` stands for; of nothing, it is the number of dimensions."""

    of: Hashable
    more: int


def rank(expr: ast.expr, oracle: Oracle, depth: int = 0) -> Rank | None:
    """The rank of a tensor; None where the source does not tell it."""
    if depth > _DEPTH:
        return None
    found = None
    if isinstance(expr, ast.Call):
        found = _of_call(expr, oracle, depth)
    elif isinstance(expr, ast.Subscript):
        found = _of_index(expr, oracle, depth)
    elif isinstance(expr, (ast.BinOp, ast.Compare)):
        found = _of_operands(expr, oracle, depth)
    elif isinstance(expr, ast.UnaryOp):
        found = rank(expr.operand, oracle, depth + 1)
    elif isinstance(expr, ast.Name):
        bound = binding_of(expr, oracle)
        value = bound.value if bound is not None else bound_once(expr, oracle)
        found = rank(value, oracle, depth + 1) if value is not None else None
    if found is not None:
        return found
    facts = oracle.tensor(expr)
    if facts is None or facts.shape is None:
        return None
    return Rank(None, 0) if facts.zero_dim else Rank(facts.shape, 0)


def missing_dimensions(mask: ast.expr, owner: ast.expr, oracle: Oracle) -> int | None:
    """How many dimensions a mask has less than the tensor that it picks from; None where that is not known."""
    one, two = rank(mask, oracle), rank(owner, oracle)
    if one is None or two is None or one.of != two.of or two.more < one.more:
        return None
    return two.more - one.more


def _more(base: Rank | None, more: int) -> Rank | None:
    return None if base is None else Rank(base.of, base.more + more)


def _of_call(call: ast.Call, oracle: Oracle, depth: int) -> Rank | None:
    if any(isinstance(argument, ast.Starred) for argument in call.args) or not isinstance(call.func, ast.Attribute):
        return None
    method, operands = call.func.attr, list(call.args)
    name = oracle.qualname(call.func) or ""
    if name.startswith("torch."):
        if name.startswith("torch.nn.functional.") and method not in _KEEPING:
            return None
        if method in _CREATING:
            return Rank(None, _listed(operands)) if operands and not _sized(operands, oracle) else None
        if method == "full" and (operands or call.keywords):
            size = operands[0] if operands else call.keywords[0].value
            return Rank(None, len(size.elts)) if isinstance(size, (ast.Tuple, ast.List)) else None
        if method == "tensor" and operands and isinstance(operands[0], ast.List):
            return _of_list(operands[0])
    elif not name:
        operands.insert(0, call.func.value)
    else:
        return None
    if not operands:
        return None
    rest = operands[1:]
    if method in ("new", "new_tensor") and rest and isinstance(rest[0], ast.List):
        return _of_list(rest[0])
    if method in _WRITTEN and rest and not _sized(rest, oracle):
        return Rank(None, _listed(rest))
    base = rank(operands[0], oracle, depth + 1)
    keywords = keywords_of(call)
    if method in _KEEPING:
        return base if method != "expand" else None
    if method == "expand_as" and len(rest) == 1:
        return rank(rest[0], oracle, depth + 1)
    if method == "unsqueeze":
        return _more(base, 1)
    if method in _REDUCING and ("dim" in keywords or rest):
        dim = keywords.get("dim", rest[0] if rest else None)
        one = isinstance(_literal(dim), int)
        kept = _literal(keywords.get("keepdim"))
        if not one or len(rest) > 1 or kept not in (None, False, True):
            return None
        return base if kept else _more(base, -1)
    return None


def _of_list(items: ast.List) -> Rank | None:
    return Rank(None, 1) if all(isinstance(item, ast.Constant) for item in items.elts) else None


def _sized(sizes: list[ast.expr], oracle: Oracle) -> bool:
    """Whether sizes may be given as one tuple, whose length is not known."""
    plain = (ast.Tuple, ast.List, ast.Constant, ast.UnaryOp)
    return len(sizes) == 1 and not isinstance(sizes[0], plain) and oracle.number(sizes[0]) is None


def _listed(sizes: list[ast.expr]) -> int:
    first = sizes[0]
    return len(first.elts) if isinstance(first, (ast.Tuple, ast.List)) else len(sizes)


def _literal(expr: ast.expr | None) -> object:
    try:
        return ast.literal_eval(expr) if expr is not None else None
    except ValueError:
        return expr


def _of_index(expr: ast.Subscript, oracle: Oracle, depth: int) -> Rank | None:
    base = rank(expr.value, oracle, depth + 1)
    more = 0
    for part in expr.slice.elts if isinstance(expr.slice, ast.Tuple) else [expr.slice]:
        value = _literal(part)
        if value is None and isinstance(part, ast.Constant):
            more += 1
        elif isinstance(value, int) and not isinstance(value, bool):
            more -= 1
        elif not isinstance(part, ast.Slice) and value is not ...:
            return None
    return _more(base, more)


def _of_operands(expr: ast.BinOp | ast.Compare, oracle: Oracle, depth: int) -> Rank | None:
    operands = [expr.left, expr.right] if isinstance(expr, ast.BinOp) else [expr.left, *expr.comparators]
    found = set()
    for operand in operands:
        if isinstance(operand, ast.Constant) or oracle.number(operand) is not None:
            continue
        if isinstance(operand, ast.UnaryOp) and isinstance(operand.operand, ast.Constant):
            continue
        found.add(rank(operand, oracle, depth + 1))
    found.discard(Rank(None, 0))
    return found.pop() if len(found) == 1 else None
