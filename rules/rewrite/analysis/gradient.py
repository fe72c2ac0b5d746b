"""Which tensors get a gradient wherever another one does: those that it was differentiably computed from."""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection
from dataclasses import dataclass

from fullgraph.rules.rewrite.analysis.bindings import binding_before, function_of, stores, unchanged
from fullgraph.rules.rewrite.analysis.oracle import Oracle
from fullgraph.rules.rewrite.analysis.trees import is_name, place

Operand = ast.Name | ast.Attribute

_PASSING = frozenset(
    (
        "add sub subtract mul multiply div divide true_divide neg relu sigmoid tanh exp log sqrt abs clamp clip gelu "
        "silu leaky_relu elu softplus softmax log_softmax layer_norm linear mean sum amax amin view reshape transpose "
        "permute contiguous clone flatten unsqueeze squeeze float half bfloat16 double nan_to_num masked_fill matmul "
        "sin cos pow square rsqrt norm t expand"
    ).split()
)
"""Operations that hand a gradient on to their first operand, whatever its value."""
_PASSING_MODULES = frozenset(
    (
        "Linear Conv1d Conv2d Conv3d ConvTranspose1d ConvTranspose2d ConvTranspose3d LayerNorm GroupNorm RMSNorm "
        "BatchNorm1d BatchNorm2d BatchNorm3d ReLU GELU SiLU Sigmoid Tanh Softmax Softplus LeakyReLU ELU Identity "
        "Dropout"
    ).split()
)
_CUTTING = frozenset(
    "detach_ requires_grad_ requires_grad data set_ retain_grad grad no_grad inference_mode set_grad_enabled".split()
)
"""What changes who gets gradients without binding a name."""


@dataclass
class Paths:
    """The ways of gradients through the straight code in front of a statement."""

    statement: ast.stmt
    oracle: Oracle

    def reach(self, leaves: Collection[str], others: Collection[str]) -> bool:
        """Return whether a gradient of zero for ``others`` changes nothing where ``leaves`` get one.

        ``leaves`` hand theirs on to all that they were differentiably computed from, to which a zero is added. The
        others have to be among these, or hand the zero on to these alone, by derivatives that are always finite.
        """
        known = self._reached(leaves)
        return all(self._ends_in(known, other, 0) for other in others)

    def _reached(self, leaves: Collection[str]) -> frozenset[str]:
        """The tensors, as text, that get a gradient before the statement wherever all of ``leaves`` do, with these."""
        found, left = set(leaves), list(leaves)
        while left:
            name = left.pop()
            for operand in self._made_of(name, _passed_on):
                if operand not in found:
                    found.add(operand)
                    left.append(operand)
        return frozenset(found)

    def _ends_in(self, known: frozenset[str], name: str, depth: int) -> bool:
        if name in known:
            return True
        operands = self._made_of(name, _scaled)
        return bool(operands) and depth < 8 and all(self._ends_in(known, one, depth + 1) for one in operands)

    def _made_of(self, name: str, operands: Callable[[ast.expr, Oracle], list[Operand] | None]) -> list[str]:
        """The tensors that what a name holds was made of, by ``operands``, where they mean the same still."""
        function = function_of(self.statement, self.oracle)
        if function is None or not name.isidentifier() or _cuts(function):
            return []
        binding = binding_before(self.statement, name, self.oracle)
        if binding is None or _is_written(name, binding, self.statement, function):
            return []
        found: list[str] = []
        given = operands(binding.value, self.oracle)
        for operand in given or ():
            text = ast.unparse(operand)
            same = unchanged(operand, binding, self.statement, self.oracle, inside=False)
            if same and not any(store in binding.targets for store in stores(function, text)):
                found.append(text)
            elif operands is _scaled:
                return []
        return found


def _cuts(function: ast.AST) -> bool:
    """Return whether a function changes who gets gradients by other means than by what it computes."""
    words = (getattr(node, "attr", getattr(node, "id", "")) for node in ast.walk(function))
    return any(word in _CUTTING for word in words)


def _is_written(name: str, binding: ast.stmt, statement: ast.stmt, function: ast.AST) -> bool:
    """Whether a tensor is written in place, by its name, between its binding and a statement."""
    for node in ast.walk(function):
        if not place(binding) < place(node) < place(statement):
            continue
        target: ast.expr | None = node.target if isinstance(node, ast.AugAssign) else None
        if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
            target = node.value
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr.endswith("_"):
            target = node.func.value
        if target is not None and any(is_name(part, name) for part in ast.walk(target)):
            return True
    return False


def _passed_on(expr: ast.expr, oracle: Oracle) -> list[Operand]:
    """The names and attributes of tensors that an expression surely hands its gradient on to."""
    if isinstance(expr, (ast.Name, ast.Attribute)):
        return [expr]
    if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, (ast.USub, ast.UAdd)):
        return _passed_on(expr.operand, oracle)
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult)):
        return [*_passed_on(expr.left, oracle), *_passed_on(expr.right, oracle)]
    if not isinstance(expr, ast.Call):
        return []
    module = oracle.module_class(expr.func)
    if module is not None:
        passes = module.rpartition(".")[2] in _PASSING_MODULES and len(expr.args) == 1 and not expr.keywords
        return _passed_on(expr.args[0], oracle) if passes else []
    name = oracle.qualname(expr.func)
    if name is not None:
        passes = name.startswith("torch.") and name.rpartition(".")[2] in _PASSING and bool(expr.args)
        return _passed_on(expr.args[0], oracle) if passes else []
    if isinstance(expr.func, ast.Attribute) and expr.func.attr in _PASSING:
        return _passed_on(expr.func.value, oracle)
    return []


def _scaled(expr: ast.expr, oracle: Oracle) -> list[Operand] | None:
    """The tensors to which an expression hands on a gradient of zero as zero, whatever they hold; None for others.

    It is a sum of them, with factors that are written down, or of what ``_KEEPING_ZERO`` makes of one.
    """
    if isinstance(expr, ast.Constant) or (isinstance(expr, ast.Attribute) and oracle.number(expr) is not None):
        return []
    if isinstance(expr, (ast.Name, ast.Attribute)):
        return [expr]
    if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, (ast.USub, ast.UAdd)):
        return _scaled(expr.operand, oracle)
    if isinstance(expr, ast.BinOp):
        left, right = _scaled(expr.left, oracle), _scaled(expr.right, oracle)
        divides = isinstance(expr.op, ast.Div) and _is_factor(expr.right, smallest=1e-30)
        multiplies = isinstance(expr.op, ast.Mult) and (_is_factor(expr.left) or _is_factor(expr.right))
        linear = isinstance(expr.op, (ast.Add, ast.Sub)) or divides or multiplies
        return [*left, *right] if linear and left is not None and right is not None else None
    if not isinstance(expr, ast.Call) or oracle.module_class(expr.func) is not None:
        return None
    operand, name = operand_of(expr, oracle)
    return _scaled(operand, oracle) if operand is not None and name in _KEEPING_ZERO else None


def operand_of(call: ast.Call, oracle: Oracle) -> tuple[ast.expr | None, str]:
    """The one tensor that an operation of torch is given, and the operation; None where it may be given another."""
    name = oracle.qualname(call.func)
    operands = [*call.args, *(keyword.value for keyword in call.keywords)]
    if name is None and isinstance(call.func, ast.Attribute):
        operands, name = [call.func.value, *operands], f"torch.{call.func.attr}"
    if not operands or name is None or not name.startswith("torch."):
        return None, ""
    if any(isinstance(one, ast.Starred) or oracle.tensor(one) is not None for one in operands[1:]):
        return None, ""
    plain = all(_is_signed_constant(one) or oracle.number(one) is not None for one in operands[1:])
    bare = name.rpartition(".")[2]
    return operands[0] if plain or bare in _OF_SIZES else None, bare


def _is_signed_constant(expr: ast.expr) -> bool:
    """Return whether an expression is a constant, perhaps with a sign."""
    return isinstance(expr.operand if isinstance(expr, ast.UnaryOp) else expr, ast.Constant)


_OF_SIZES = frozenset("view reshape transpose permute expand flatten unsqueeze squeeze".split())
"""Operations whose other arguments are numbers, or sequences of them."""
_KEEPING_ZERO = _OF_SIZES | frozenset(
    (
        "abs bfloat16 clamp clamp_max clamp_min clip clone contiguous double float half leaky_relu max mean min "
        "nan_to_num neg relu relu6 sum"
    ).split()
)
"""Operations whose derivative makes a zero of a zero, of operands that are infinite or NaN too.

Seen in eager mode on all triples of 0, 1, the infinities, NaN, and the smallest and largest numbers. ``amax``,
``norm``, ``std``, ``sigmoid`` and ``exp`` make NaN of some.
"""


def _is_factor(expr: ast.expr, smallest: float = 0.0) -> bool:
    """Return whether an expression is a number of ordinary size."""
    while isinstance(expr, ast.UnaryOp):
        expr = expr.operand
    number = expr.value if isinstance(expr, ast.Constant) else None
    return isinstance(number, (int, float)) and smallest <= abs(number) <= 1e30
