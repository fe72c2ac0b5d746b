"""Batches: dictionaries and objects in which a model is given its inputs, and no annotation says what they hold.

A ``TensorDict`` is one too, of which the annotation says that it holds tensors; TorchDynamo traces its code.
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    LOW,
    MEDIUM,
    NONE,
    SIZE,
    STR,
    UNKNOWN,
    Batch,
    Const,
    Evidence,
    Method,
    SequenceValue,
    Tensor,
    Value,
    join,
    tensor_part,
)
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.project.index import FunctionInfo, Module

_COPIES = frozenset(("to", "cuda", "cpu", "copy", "clone", "detach", "contiguous"))
METHODS = _COPIES | {"get", "pop", "setdefault", "keys", "values", "items", "update"}
"""The methods that are called of a batch."""


def given(info: FunctionInfo, parameter: ast.arg) -> Batch:
    """The batch that a parameter is taken for."""
    evidence = Evidence(parameter, info.module, f"what {info.name} is given its inputs in")
    return Batch((id(info), parameter.arg), evidence=evidence)


TENSOR_DICTS = frozenset(f"tensordict.{name}" for name in ("TensorDict", "TensorDictBase", "base.TensorDictBase"))
_GIVES_ONE = frozenset(
    (
        "set set_ update update_ select exclude reshape view expand unsqueeze squeeze gather contiguous to clone copy "
        "detach cpu cuda apply flatten permute transpose float double half"
    ).split()
)
"""The methods of a ``TensorDict`` that give one."""


def declared(module: Module, annotation: ast.AST | None) -> Batch:
    """The ``TensorDict`` that an annotation declares."""
    place = module.name, getattr(annotation, "lineno", 0), getattr(annotation, "col_offset", 0)
    evidence = Evidence(annotation, module, "TensorDict (annotated)") if annotation is not None else None
    return Batch(place, declared=True, evidence=evidence)


def attribute(frame: Frame, node: ast.AST, owner: Batch, name: str) -> Value:
    """``batch.name``."""
    is_called = isinstance(frame.module.parents.get(node), ast.Call)
    if owner.declared:
        if is_called:
            return Method(owner, name)
        return SIZE if name in ("shape", "batch_size") else UNKNOWN
    return Method(owner, name) if is_called and name in METHODS else part(frame.module, node, owner)


def part(module: Module, node: ast.AST, owner: Batch) -> Tensor:
    """An item or an attribute of a batch: likely a tensor."""
    note = "Tensor (an item of a TensorDict)" if owner.declared else "likely a Tensor (a part of a batch)"
    confidence = MEDIUM if owner.declared else LOW
    return Tensor(confidence=confidence, evidence=Evidence(node, module, note, owner.evidence))


def item(frame: Frame, node: ast.Subscript, owner: Batch, index: Value) -> Value:
    """``batch[index]``."""
    is_key = (isinstance(index, Const) and isinstance(index.value, str)) or index == STR
    if is_key:
        return part(frame.module, node, owner)
    return owner if owner.declared and tensor_part(index) is not None else UNKNOWN


def method(frame: Frame, node: ast.Call, owner: Batch, name: str, arguments: Arguments) -> Value:
    """``batch.name(...)``."""
    if name in _COPIES or (owner.declared and name in _GIVES_ONE):
        return owner
    if name in ("get", "pop", "setdefault"):
        default = arguments.get(1, "default")
        return join(part(frame.module, node, owner), NONE if default is None else default)
    if name == "keys":
        return SequenceValue("list", None, STR)
    if name == "values":
        return SequenceValue("list", None, part(frame.module, node, owner))
    if name == "items":
        return SequenceValue("list", None, SequenceValue("tuple", (STR, part(frame.module, node, owner))))
    return UNKNOWN
