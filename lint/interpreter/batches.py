"""Batches: dictionaries and objects in which a model is given its inputs, and no annotation says what they hold."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.values import (
    LOW,
    NONE,
    STR,
    UNKNOWN,
    Batch,
    Const,
    Evidence,
    SequenceValue,
    Tensor,
    Value,
    join,
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


def part(module: Module, node: ast.AST, owner: Batch) -> Tensor:
    """An item or an attribute of a batch: likely a tensor."""
    return Tensor(
        confidence=LOW,
        evidence=Evidence(node, module, "likely a Tensor (a part of a batch)", owner.evidence),
    )


def item(frame: Frame, node: ast.Subscript, owner: Batch, index: Value) -> Value:
    """``batch[index]``."""
    is_key = (isinstance(index, Const) and isinstance(index.value, str)) or index == STR
    return part(frame.module, node, owner) if is_key else UNKNOWN


def method(frame: Frame, node: ast.Call, owner: Batch, name: str, arguments: Arguments) -> Value:
    """``batch.name(...)``."""
    if name in _COPIES:
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
