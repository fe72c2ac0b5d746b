"""The reading of a tensor as a Python number: ``.item()``, ``float(t)``, ``int(t)``, ``math.exp(t)``."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from fullgraph.lint.diagnostics.obligation import Kind, Question
from fullgraph.rules.codemod import quote
from fullgraph.rules.rewrite.analysis.bindings import function_of
from fullgraph.rules.rewrite.analysis.oracle import Oracle, TensorFacts

ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div)
ORDERING = (ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.Eq, ast.NotEq)
MATH = frozenset("exp sqrt log log2 log10 log1p expm1 sin cos tan tanh sinh cosh atan".split())
"""Functions of ``math`` that torch has under the same name, and that give a float."""

LAST_DIGIT = Kind.VALUE.open(
    "CUDA divides by a number by multiplying with its reciprocal, so the last digit can differ"
)
RECIPROCAL = Kind.VALUE.open(
    "a number divided by a tensor is multiplied by the tensor's reciprocal, so the last digit can differ"
)
FLOATS = "`float()` makes floats of whole numbers"
DEVICES = Kind.DEVICE.open("{} and {} must be on one device").asking(Question.ONE_DEVICE)
GUESS = Kind.PLAIN.open("that both are tensors is only a guess")


_CONVERSIONS = frozenset("__len__ __length_hint__ __bool__ __int__ __index__ __float__ __complex__ __hash__".split())
"""Methods of which Python takes nothing but a number (Data model, "Special method names")."""


def converting(node: ast.AST, oracle: Oracle) -> str | None:
    """The method around a node whose result Python takes for a number; None where it is in another function."""
    function = function_of(node, oracle)
    return function.name if isinstance(function, ast.FunctionDef) and function.name in _CONVERSIONS else None


@dataclass(frozen=True)
class Read:
    """``tensor`` is read by ``node``.

    ``how``: ``item``, ``float``, ``int``, ``bool``, a function of ``math``, or ``truth`` for an expression of truth
    values.
    """

    node: ast.expr
    tensor: ast.expr
    how: str
    reduced: str = ""
    """What is done with its elements before: ``max``, ``min`` or ``sum``; ``each``: they are taken one by one."""
    by_item: bool = False
    """``.item()`` reads it, and ``node`` converts what that gives."""


def read_of(node: ast.AST, oracle: Oracle) -> Read | None:
    """The reading of a tensor as a number, if the node is one that is understood."""
    if not isinstance(node, ast.Call) or node.keywords:
        return None
    func = node.func
    if isinstance(func, ast.Attribute) and func.attr == "item" and not node.args:
        return Read(node, func.value, "item") if oracle.tensor(func.value) is not None else None
    if len(node.args) != 1 or isinstance(node.args[0], ast.Starred) or oracle.tensor(node.args[0]) is None:
        return None
    name = (oracle.qualname(func) or "").removeprefix("builtins.")
    if name in ("float", "int", "bool"):
        return Read(node, node.args[0], name)
    module, _, function = name.partition(".")
    return Read(node, node.args[0], function) if module == "math" and function in MATH else None


def detached(read: Read, facts: TensorFacts, needed: bool = True) -> ast.expr:
    """The tensor, where it is ``needed`` without gradients, and, as a number, without dimensions."""
    tensor = read.tensor
    done = isinstance(tensor, ast.Call) and isinstance(tensor.func, ast.Attribute) and tensor.func.attr == "detach"
    constant = facts.boolean or (facts.is_floating is False and facts.sources == frozenset())
    if not done and not constant and needed:
        tensor = quote.method(tensor, "detach")
    if read.reduced and read.reduced != "each":
        return quote.method(tensor, read.reduced)
    return tensor if read.reduced or facts.zero_dim else quote.expression("TENSOR.reshape(())", TENSOR=tensor)


def whole(facts: TensorFacts) -> bool:
    """Whether the dtype is one of whole numbers."""
    return facts.dtype in ("torch.int64", "torch.int32", "torch.int16", "torch.int8", "torch.uint8")


def keeps_value(read: Read, facts: TensorFacts) -> bool:
    """Whether the number is the value of the tensor's one element."""
    return read.how in ("item", "float") or (read.how == "int" and whole(facts))


def one_device(left: ast.expr, right: ast.expr, oracle: Oracle) -> bool:
    """Whether two tensors are computed from a common one, and so are on its device: a number has none."""
    one, two = oracle.tensor(left), oracle.tensor(right)
    if one is None or two is None:
        return False
    if one.dtype is not None and one.dtype == two.dtype and not isinstance(one.dtype, str):
        return True  # a dtype that has no name is that of one tensor
    if one.sources and two.sources and one.sources & two.sources:
        return True
    return bool(_tensors_in(left, oracle) & _tensors_in(right, oracle))


def _tensors_in(expr: ast.expr, oracle: Oracle) -> set[str]:
    return {node.id for node in ast.walk(expr) if isinstance(node, ast.Name) and oracle.tensor(node) is not None}


def is_flag(node: ast.AST) -> bool:
    """Whether an expression combines truth values, or asks several things for theirs, by its form."""
    if isinstance(node, ast.UnaryOp):
        return isinstance(node.op, ast.Not)
    if isinstance(node, ast.Call):
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        return name in ("any", "all", "equal", "allclose", "is_nonzero") and bool(node.args)
    if isinstance(node, ast.Compare):
        return len(node.ops) > 1 or isinstance(node.ops[0], (ast.In, ast.NotIn))
    return isinstance(node, ast.BoolOp)


def combines(node: ast.AST | None) -> bool:
    """Whether an expression asks its operands for their truth, or compares one with several."""
    return node is not None and not isinstance(node, ast.Call) and is_flag(node)


def whole_read(read: Read, oracle: Oracle) -> Read:
    """``float(t.item())`` reads ``t`` as ``float(t)`` does."""
    outer = oracle.parent(read.node)
    if read.how != "item" or not isinstance(outer, ast.Call) or outer.args != [read.node] or outer.keywords:
        return read
    name = (oracle.qualname(outer.func) or "").removeprefix("builtins.")
    return Read(outer, read.tensor, name, by_item=True) if name in ("float", "int", "bool") else read


_NUMERIC = frozenset("range isinstance int float bool len str repr round print hash slice".split())


def takes_tensor(function: ast.FunctionDef | ast.AsyncFunctionDef, name: str) -> bool:
    """Whether a function only computes, compares or passes on what a parameter holds."""
    parents = {child: node for node in ast.walk(function) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(function):
        if not isinstance(node, ast.Name) or node.id != name:
            continue
        parent = parents.get(node)
        call = parents.get(parent) if isinstance(parent, ast.keyword) else parent
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in _NUMERIC:
            return False
        if not isinstance(parent, (ast.BinOp, ast.Call, ast.keyword)) or (
            isinstance(parent, ast.Call) and parent.func is node
        ):
            return False
        if isinstance(parent, ast.BinOp) and not isinstance(parent.op, ARITHMETIC):
            return False
        above: ast.AST | None = node
        while above is not None and not isinstance(above, ast.stmt):
            below, above = above, parents.get(above)
            tested = isinstance(above, (ast.If, ast.While, ast.IfExp, ast.Assert)) and above.test is below
            if tested or isinstance(above, (ast.Subscript, ast.FormattedValue)):
                return False
    return True
