"""``torch.autograd.Function``: what ``apply`` runs, and what its context holds."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    BOOL,
    MEDIUM,
    NONE,
    UNKNOWN,
    ClassValue,
    Evidence,
    ExternalInstance,
    Function,
    SequenceValue,
    Tensor,
    Value,
    join,
)
from fullgraph.lint.interpreter.arguments import ANY_REST, NO_REST
from fullgraph.lint.project.index import ClassInfo, FunctionInfo

if TYPE_CHECKING:
    from fullgraph.lint.interpreter.arguments import Arguments
    from fullgraph.lint.interpreter.evaluator import Evaluator

BASES = frozenset(("torch.autograd.Function", "torch.autograd.function.Function"))
CONTEXT = ExternalInstance("torch.autograd.function.FunctionCtx")


def is_function(cls: ClassInfo) -> bool:
    return not BASES.isdisjoint(cls.external_bases())


def apply(interp: Evaluator, frame: Frame, node: ast.Call, cls: ClassInfo, given: Arguments) -> Value:
    """Dynamo traces the forward and, where an argument needs gradients, the backward with it."""
    forward = cls.find_method("forward")
    if forward is None:
        return UNKNOWN
    setup, backward = cls.find_method("setup_context"), cls.find_method("backward")
    args = list(given.args) if setup is not None else [CONTEXT, *given.args]
    result = interp.call(frame, node, _of(cls, forward), args, given.kwargs, given.rest)
    if setup is not None:
        inputs = SequenceValue("tuple", None if given.rest else tuple(given.args))
        interp.call(frame, node, _of(cls, setup), [CONTEXT, inputs, result], {})
    if backward is not None:
        several = isinstance(result, SequenceValue) and result.kind == "tuple"
        outputs = len(result.items or ()) if several and isinstance(result, SequenceValue) else 1
        gradient = Tensor(evidence=Evidence(node, frame.module, "Tensor (the gradient of an output)"))
        rest = NO_REST if outputs else ANY_REST
        interp.call(frame, node, _of(cls, backward), [CONTEXT, *[gradient] * outputs], {}, rest)
    return result


def _of(cls: ClassInfo, method: FunctionInfo) -> Function:
    return Function(method, ClassValue(cls) if "classmethod" in method.decorator_names else None)


def of_context(frame: Frame, node: ast.Attribute, name: str) -> Value | None:
    """An attribute that every context has."""
    if name == "saved_tensors":
        tensor = Tensor(confidence=MEDIUM, evidence=Evidence(node, frame.module, "Tensor (saved for the backward)"))
        return SequenceValue("tuple", None, join(tensor, NONE))
    return SequenceValue("tuple", None, BOOL) if name == "needs_input_grad" else None
