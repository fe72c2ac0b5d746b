"""The functions that tell whether code is being compiled, and what they answer while it is."""

from __future__ import annotations

import ast
from collections.abc import Mapping

WHILE_COMPILING: Mapping[str, bool] = {
    "torch.compiler.is_compiling": True,
    "torch.compiler.is_dynamo_compiling": True,
    "torch._dynamo.is_compiling": True,
    "torch._dynamo.external_utils.is_compiling": True,
    "torch._utils.is_compiling": True,
    "torch.compiler.is_exporting": False,
    "torch.jit.is_scripting": False,
    "torch.jit.is_tracing": False,
    "torch._jit_internal.is_scripting": False,
    "torch.onnx.is_in_onnx_export": False,
}
"""PyTorch's own."""
DEFINED: Mapping[str, bool] = {"is_torchdynamo_compiling": True, "is_dynamo_compiling": True}
"""Those that libraries define, in whichever module."""
PRESENT = "is_torch_available"
"""The function by which libraries ask whether torch is there at all."""


def compiler_answer(name: str) -> bool | None:
    """Return what a function of this dotted name answers in code that is being compiled; None for other functions."""
    bare = name.rpartition(".")[2]
    return True if bare == PRESENT else DEFINED.get(bare, WHILE_COMPILING.get(name))


_BARE = {name.rpartition(".")[2]: answer for name, answer in (*WHILE_COMPILING.items(), *DEFINED.items())}


def outcome(test: ast.expr) -> bool | None:
    """Return how a test comes out in code that is being compiled, by the names of what it calls; None: not known."""
    if isinstance(test, ast.Call) and not test.args:
        return _BARE.get(_bare_name(test))
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        answer = outcome(test.operand)
        return None if answer is None else not answer
    if isinstance(test, ast.BoolOp):
        answers = [outcome(value) for value in test.values]
        decides = isinstance(test.op, ast.Or)
        return decides if decides in answers else None if None in answers else not decides
    return None


def depends(test: ast.expr) -> bool:
    """Whether a test asks, by the names of what it calls, whether code is being compiled: eager goes another way."""
    return any(isinstance(one, ast.Call) and _bare_name(one) in _BARE for one in ast.walk(test))


def _bare_name(call: ast.Call) -> str:
    func = call.func
    return func.attr if isinstance(func, ast.Attribute) else getattr(func, "id", "")
