"""Which tensors get a gradient wherever another one does: those that it was differentiably computed from."""

from __future__ import annotations

import ast
from collections.abc import Collection

from fullgraph.rules.rewrite.bindings import binding_before, place, stores, unchanged
from fullgraph.rules.rewrite.bindings import function_of as _function_of
from fullgraph.rules.rewrite.oracle import Oracle

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
_CUTTING = frozenset("detach_ requires_grad_ requires_grad data set_ no_grad inference_mode set_grad_enabled".split())
"""What changes who gets gradients without binding a name."""


def reached(leaves: Collection[str], statement: ast.stmt, oracle: Oracle) -> frozenset[str]:
    """The tensors, as text, that get a gradient before a statement wherever all of ``leaves`` do, with these."""
    function = _function_of(statement, oracle)
    found = set(leaves)
    if function is None or any(
        isinstance(node, ast.Attribute) and node.attr in _CUTTING for node in ast.walk(function)
    ):
        return frozenset(found)
    left = list(leaves)
    while left:
        name = left.pop()
        binding = binding_before(statement, name, oracle) if name.isidentifier() else None
        if binding is None or _is_written(name, binding, statement, function):
            continue
        for operand in _operands(binding.value, oracle):
            text = ast.unparse(operand)
            same = unchanged(operand, binding, statement, oracle, inside=False)
            if text not in found and same and not any(store in binding.targets for store in stores(function, text)):
                found.add(text)
                left.append(text)
    return frozenset(found)


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
        if target is not None and any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(target)):
            return True
    return False


def _operands(expr: ast.expr, oracle: Oracle) -> list[ast.Name | ast.Attribute]:
    """The names and attributes of tensors that an expression surely hands its gradient on to."""
    if isinstance(expr, (ast.Name, ast.Attribute)):
        return [expr]
    if isinstance(expr, ast.UnaryOp) and isinstance(expr.op, (ast.USub, ast.UAdd)):
        return _operands(expr.operand, oracle)
    if isinstance(expr, ast.BinOp) and isinstance(expr.op, (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.MatMult)):
        return [*_operands(expr.left, oracle), *_operands(expr.right, oracle)]
    if not isinstance(expr, ast.Call):
        return []
    module = oracle.module_class(expr.func)
    if module is not None:
        passes = module.rpartition(".")[2] in _PASSING_MODULES and len(expr.args) == 1 and not expr.keywords
        return _operands(expr.args[0], oracle) if passes else []
    name = oracle.qualname(expr.func)
    if name is not None:
        passes = name.startswith("torch.") and name.rpartition(".")[2] in _PASSING and bool(expr.args)
        return _operands(expr.args[0], oracle) if passes else []
    if isinstance(expr.func, ast.Attribute) and expr.func.attr in _PASSING:
        return _operands(expr.func.value, oracle)
    return []
