"""Keep a number that changes between calls in a tensor: a graph takes that as an input, not as a constant."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from fullgraph.lint.diagnostics.diagnostic import Edit
from fullgraph.lint.diagnostics.obligation import Kind, Obligation
from fullgraph.lint.source.source_file import SourceFile
from fullgraph.rules.rewrite.oracle import Obstacle
from fullgraph.rules.rewrite.text import replace

_OPERATORS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_FUNCTIONS = frozenset(f"torch.{name}" for name in "add sub mul div pow where full_like zeros_like".split())
"""Functions of torch that take a tensor without dimensions where they take a number."""
_MATH = frozenset("exp log sqrt sin cos tan tanh sinh cosh atan log2 log10 log1p expm1".split())
"""Functions that ``math`` and torch have under one name."""
_METHODS = frozenset("add sub mul div pow add_ sub_ mul_ div_".split())


INFINITE = Kind.EXCEPTION.open("`{}` gives infinity or NaN where `{}` raises")
PROMOTED = Kind.DTYPE.open("`{}` gives a tensor of one dtype where `{}` gave a whole number or a float")


@dataclass(frozen=True)
class Number:
    """A whole number that an attribute or a global variable holds."""

    text: str
    """How it is read: ``self.calls``."""
    references: Sequence[ast.Attribute | ast.Name]
    """Every reading and setting of it but the first setting."""
    parents: Mapping[ast.AST, ast.AST]
    torch: str
    """The name of torch."""
    is_tensor: Callable[[ast.expr], bool | None]
    """Whether an expression is a tensor; None where that is not known."""
    qualname: Callable[[ast.expr], str | None]
    notes: list[Obligation] = field(default_factory=list)
    """What differs where its readings are computed otherwise."""


def start_value(value: ast.expr, torch: str, source: SourceFile, whole: bool) -> str | Obstacle:
    """The tensor for the first value; ``whole``: it is known to be a whole number."""
    if isinstance(value, ast.Constant) and type(value.value) is int:
        return f"{torch}.zeros((), dtype={torch}.long)" if value.value == 0 else f"{torch}.tensor({value.value})"
    if isinstance(value, ast.Name) and whole:
        return f"{torch}.tensor({source.segment(value)})"
    return Obstacle(f"`{source.segment(value)}`, its first value, is no whole number that is written out")


def only_counted(number: Number) -> bool:
    """Whether nothing reads the number but the statements that count it."""
    return all(
        not isinstance(node.ctx, ast.Load) or _own_count(number.parents.get(number.parents[node]), node)
        for node in number.references
    )


def _own_count(statement: ast.AST | None, node: ast.Attribute | ast.Name) -> bool:
    """Whether a statement is ``self.calls = self.calls + 1``, of which ``node`` is the reading."""
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.BinOp):
        return False
    sides = statement.value.left is node and type(statement.value.op) in _OPERATORS
    return sides and len(statement.targets) == 1 and _same(statement.targets[0], node)


def as_tensor(number: Number, source: SourceFile, *, in_place: bool = False) -> tuple[Edit, ...] | Obstacle:
    """The edits after which each setting gives a tensor, where no reading needs a number.

    ``in_place``: counting changes the tensor, which no graph may read that gradients go through.
    """
    edits: list[Edit] = []
    for node in number.references:
        counting = _counting(node, number, source) if in_place else None
        if counting is not None:
            edits += counting
            continue
        found = _reading(node, number, source) if isinstance(node.ctx, ast.Load) else _setting(node, number, source)
        if isinstance(found, Obstacle):
            return found
        edits += found
    return tuple(edits)


def _counting(node: ast.Attribute | ast.Name, number: Number, source: SourceFile) -> list[Edit] | None:
    """``self.calls += 1`` as it is, and in place of ``self.calls = self.calls + 1``; None for what does not count."""
    statement = number.parents.get(node)
    if isinstance(statement, ast.AugAssign) and statement.target is node and type(statement.op) in _OPERATORS:
        whole = not isinstance(statement.value, ast.Constant) or type(statement.value.value) is int
        return [] if whole else None
    if isinstance(node.ctx, ast.Load):
        return [] if _own_count(number.parents.get(number.parents[node]), node) else None
    value = statement.value if isinstance(statement, ast.Assign) else None
    if not isinstance(value, ast.BinOp) or not isinstance(value.left, (ast.Attribute, ast.Name)):
        return None
    if not _own_count(statement, value.left):
        return None
    sign = _OPERATORS[type(value.op)]
    return [Edit(source.end(node), source.start(value.right), f" {sign}= ")]


def _setting(node: ast.Attribute | ast.Name, number: Number, source: SourceFile) -> list[Edit] | Obstacle:
    statement = number.parents.get(node)
    text = source.segment(node)
    if isinstance(statement, ast.AugAssign) and type(statement.op) in _OPERATORS:
        value = statement.value
        if isinstance(value, ast.Constant) and type(value.value) is not int:
            return Obstacle(f"`{source.segment(statement)}` makes more of it than a whole number")
        sign = _OPERATORS[type(statement.op)]
        start, end = source.end(node), source.start(value)
        between = source.slice(start, end)
        simple = isinstance(value, (ast.Constant, ast.Name, ast.Attribute, ast.Call, ast.Subscript)) or "(" in between
        edits = [Edit(start, end, between.replace(f"{sign}=", f"= {text} {sign}", 1) + ("" if simple else "("))]
        return edits if simple else [*edits, Edit(source.end(value), source.end(value), ")")]
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1 or statement.targets[0] is not node:
        return Obstacle(f"`{text}` is set in a statement that sets more")
    value = statement.value
    if any(_same(part, node) for part in ast.walk(value)):
        return []  # its readings are looked at one by one
    if isinstance(value, ast.Constant):
        if type(value.value) is not int:
            return Obstacle(f"`{source.segment(statement)}` sets no whole number")
        like = "zeros_like({})" if value.value == 0 else f"full_like({{}}, {value.value})"
        return [replace(source, value, f"{number.torch}.{like.format(text)}")]
    if not isinstance(value, (ast.Name, ast.Attribute, ast.Call, ast.BinOp, ast.Subscript)):
        return Obstacle(f"`{source.segment(statement)}` may set no number")
    known = number.qualname(value.func) if isinstance(value, ast.Call) else None
    if known is not None and known.startswith("torch."):
        return []
    return [replace(source, value, f"{number.torch}.full_like({text}, {source.segment(value)})")]


def _same(node: ast.AST, other: ast.Attribute | ast.Name) -> bool:
    """Whether two nodes are about one attribute of one name, or one variable."""
    if not isinstance(node, (ast.Attribute, ast.Name)) or type(node) is not type(other):
        return False
    return ast.unparse(node) == ast.unparse(other)


def _reading(node: ast.expr, number: Number, source: SourceFile) -> list[Edit] | Obstacle:
    """The edits with which a tensor can stand where the number stood, or what needs a number there."""
    edits: list[Edit] = []
    obstacle = _use(node, number, source, False, 0, edits)
    return edits if obstacle is None else obstacle


def _use(
    node: ast.expr, number: Number, source: SourceFile, mixed: bool, depth: int, edits: list[Edit]
) -> Obstacle | None:
    """Why a tensor cannot stand where the number stood; ``mixed``: it was computed with what may be a tensor.

    ``edits`` gets what has to be written otherwise.
    """
    parent = number.parents.get(node)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, _ARITHMETIC):
        other = parent.right if parent.left is node else parent.left
        if isinstance(other, (ast.List, ast.Tuple, ast.JoinedStr, ast.ListComp)) or _is_text(other):
            return _needed(parent, number, source)
        known = number.is_tensor(other)
        return None if known else _use(parent, number, source, mixed or known is None, depth, edits)
    if isinstance(parent, ast.UnaryOp) and isinstance(parent.op, (ast.USub, ast.UAdd)):
        return _use(parent, number, source, mixed, depth, edits)
    if isinstance(parent, ast.IfExp) and node is not parent.test:
        return _use(parent, number, source, mixed, depth, edits)
    if isinstance(parent, ast.Compare):
        chosen = number.parents.get(parent)
        if isinstance(chosen, ast.IfExp) and parent is chosen.test and _selected(chosen, parent, number, source, edits):
            return _use(chosen, number, source, mixed, depth, edits)
        return Obstacle(f"`{source.segment(parent)}` tests it: the graph would end there, at tensor data")
    if isinstance(parent, ast.keyword):
        node, parent = parent.value, number.parents.get(parent)
    if isinstance(parent, ast.Call) and node is not parent.func:
        if _takes_tensor(parent, number):
            return None
        if _computed(parent, node, number, source, edits):
            return _use(parent, number, source, mixed, depth, edits)
        return _needed(parent, number, source)
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and parent.value is node:
        return _assigned(parent, number, source, mixed, depth, edits)
    if isinstance(parent, ast.AugAssign) and parent.value is node:
        own = any(_same(parent.target, one) for one in number.references)
        return None if own or number.is_tensor(parent.target) else _needed(parent, number, source)
    if isinstance(parent, ast.Return):
        return None if mixed else Obstacle("it is returned, and would be a tensor there")
    if isinstance(parent, ast.Expr):
        return None
    return _needed(parent if isinstance(parent, ast.expr) else node, number, source)


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))


def _needed(node: ast.expr | ast.stmt, number: Number, source: SourceFile) -> Obstacle:
    text = " ".join(source.segment(node).split())
    return Obstacle(f"`{text if len(text) <= 60 else text[:59] + '…'}` needs `{number.text}` as a number")


def _takes_tensor(call: ast.Call, number: Number) -> bool:
    if number.qualname(call.func) in _FUNCTIONS:
        return True
    func = call.func
    return isinstance(func, ast.Attribute) and func.attr in _METHODS and number.is_tensor(func.value) is True


def _is_number(expr: ast.expr, number: Number) -> bool:
    """Whether an expression is a number, and stays one."""
    own = any(_same(part, one) for part in ast.walk(expr) for one in number.references)
    return not own and number.is_tensor(expr) is False


def _computed(call: ast.Call, node: ast.expr, number: Number, source: SourceFile, edits: list[Edit]) -> bool:
    """Whether torch has what a call computes of numbers: of ``min(1, n)`` and ``math.exp(n)``, with the edits."""
    name = (number.qualname(call.func) or "").removeprefix("builtins.")
    if name.removeprefix("math.") in _MATH and name.startswith("math.") and len(call.args) == 1 and not call.keywords:
        function = f"{number.torch}.{name.removeprefix('math.')}"
        edits.append(replace(source, call.func, function))
        number.notes.append(INFINITE.about(function, name))
        return True
    if name not in ("min", "max") or len(call.args) != 2 or call.keywords:
        return False
    first, second = call.args
    other = second if node is first else first
    if not _is_number(other, number) or isinstance(other, ast.Starred):
        return False
    bound = f".clamp({'max' if name == 'min' else 'min'}={source.segment(other)})"
    loose = not isinstance(node, (ast.Name, ast.Attribute, ast.Call))
    edits.append(Edit(source.start(call), source.start(node), "(" * loose))
    edits.append(Edit(source.end(node), source.end(call), ")" * loose + bound))
    number.notes.append(PROMOTED.about("clamp", name))
    return True


def _selected(chosen: ast.IfExp, test: ast.Compare, number: Number, source: SourceFile, edits: list[Edit]) -> bool:
    """Whether a conditional expression selects one of two numbers, with the edits that let ``torch.where`` do that."""
    sides = [test.left, *test.comparators]
    if len(sides) != 2 or not isinstance(test.ops[0], (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)):
        return False
    own = [side for side in sides if any(_same(side, one) for one in number.references)]
    plain = all(_is_number(side, number) for side in (chosen.body, chosen.orelse, *sides) if side not in own)
    if len(own) != 1 or not plain or source.segment(chosen).count("\n"):
        return False
    start, end = source.start(chosen), source.end(chosen)
    if any(start <= edit.location < end for edit in edits):
        return False
    parts = ", ".join(map(source.segment, (test, chosen.body, chosen.orelse)))
    edits.append(replace(source, chosen, f"{number.torch}.where({parts})"))
    number.notes.append(PROMOTED.about(f"{number.torch}.where", "if"))
    return True


def _assigned(
    statement: ast.Assign, number: Number, source: SourceFile, mixed: bool, depth: int, edits: list[Edit]
) -> Obstacle | None:
    """The same of a variable that holds what was computed with it."""
    target = statement.targets[0]
    if any(_same(target, one) for one in number.references):
        return None
    if isinstance(target, ast.Subscript) and number.is_tensor(target.value):
        return None
    if not isinstance(target, ast.Name) or depth > 4:
        return _needed(statement, number, source)
    scope: ast.AST = statement
    while not isinstance(scope, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Module)):
        scope = number.parents[scope]
    names = [node for node in ast.walk(scope) if isinstance(node, ast.Name) and node.id == target.id]
    if sum(not isinstance(name.ctx, ast.Load) for name in names) > 1:
        return None if mixed else Obstacle(f"`{target.id}`, which is computed with it, is set more than once")
    uses = (_use(name, number, source, mixed, depth + 1, edits) for name in names if isinstance(name.ctx, ast.Load))
    return next((obstacle for obstacle in uses if obstacle is not None), None)
