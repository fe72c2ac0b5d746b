"""``math`` and ``operator``: functions that make a number of a tensor."""

from __future__ import annotations

import ast

from fullgraph.lint.domain.frame import Frame
from fullgraph.lint.domain.tensor_reads import MATH, SYMBOLIC, held_tensor, number
from fullgraph.lint.domain.values import FLOAT, INT, Scalar, Tensor, Value, join_all, replace, scalar_part, tensor_part
from fullgraph.lint.interpreter import containers
from fullgraph.lint.interpreter.arguments import Arguments
from fullgraph.lint.interpreter.evaluator import Evaluator, Model

_WHOLE = frozenset("ceil comb factorial floor gcd isqrt lcm perm trunc".split())


def _first(given_arguments: Arguments) -> tuple[Tensor | None, Scalar | None]:
    values = [*given_arguments.args, *given_arguments.kwargs.values()]
    tensors = [tensor for value in values if (tensor := held_tensor(value, 1)) is not None]
    scalars = [scalar for value in values if (scalar := scalar_part(value)) is not None]
    return (tensors[0] if tensors else None), (scalars[0] if scalars else None)


def _reads(kind: str, captured: bool, other: Value | None = None) -> Model:
    """A function that makes a number of what it is given."""

    def model(interp: Evaluator, frame: Frame, node: ast.Call, arguments: Arguments) -> Value:
        tensor, scalar = _first(arguments)
        if tensor is not None:
            return number(frame, node, tensor, kind, captured)
        if scalar is not None:
            return replace(scalar, kind=kind, captured=scalar.captured and captured)
        return other if other is not None else Value()

    return model


def _math(name: str) -> Model:
    kind = "bool" if name.startswith("is") and name != "isqrt" else "int" if name in _WHOLE else "float"
    plain = {"int": INT, "float": FLOAT}.get(kind)

    def model(interp: Evaluator, frame: Frame, node: ast.Call, arguments: Arguments) -> Value:
        tensor, scalar = _first(arguments)
        if tensor is not None:
            return number(frame, node, tensor, kind, captured=False)
        if scalar is not None:
            return replace(scalar, kind=kind, captured=scalar.captured and name in SYMBOLIC)
        return plain if plain is not None else Value()

    return model


def _product(interp: Evaluator, frame: Frame, node: ast.Call, arguments: Arguments) -> Value:
    """``math.prod``, which is traced through."""
    from fullgraph.lint.interpreter.models import torch

    first = arguments.get(0)
    if first is None or not node.args:
        return INT
    element = containers.iterate(interp, frame, node.args[0], first)
    tensor, scalar = tensor_part(element), scalar_part(element)
    if tensor is not None:
        return torch.of_kind(frame, node, "tensor", [tensor], tensor.confidence)
    return scalar if scalar is not None else INT


MODELS: dict[str, Model] = {
    "builtins.complex": _reads("complex", captured=False),
    "operator.index": _reads("int", captured=True, other=INT),
    "operator.truth": _reads("bool", captured=False),
    **{f"math.{name}": _math(name) for name in MATH},
    "math.radians": lambda interp, frame, node, arguments: join_all(arguments.args[:1]) if arguments.args else FLOAT,
    "math.prod": _product,
}
"""By the dotted name of a function."""
