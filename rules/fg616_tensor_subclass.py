"""Tensor of a subclass

## What it does
Finds what TorchDynamo does not trace of tensors of a subclass of `torch.Tensor`: `as_subclass` where it makes a plain
tensor again, `x.as_subclass(torch.Tensor)`, or where the tensor is of a subclass already, and some arithmetic:
`x ** 2`, `x // 2`, and `1 - x`, `1 / x` and `2 % x` with a number on the left.

## Why the graph breaks
TorchDynamo traces `as_subclass` only from a plain tensor to a subclass of `torch.Tensor`. For `torch.Tensor` itself
(`Argument of `as_subclass` must be a non-dispatcher-style tensor subclass`) and for a tensor of a subclass (`Unhandled
args for method`) it ends the graph. The operators lead to methods of Python's that it does not find (`All
__torch_function__ overrides returned NotImplemented`); `x.pow(2)`, `x - 1`, `x / 2` and `2 * x` are traced.

The result of an operation on a tensor of a subclass is of that subclass too, so that as a rule `as_subclass` behind
one is not needed.

## Example
```python
def forward(self, signal):
    plain = signal.as_subclass(torch.Tensor)
    return self.layer(plain).as_subclass(Signal)
```

Use instead: plain tensors in compiled code; change the class around it.
```python
def forward(self, plain):
    return self.layer(plain)
```
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, SubclassOperand
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import MEDIUM, ClassValue, External, Tensor, tensor_part
from fullgraph.lint.project.module_classes import is_parameter_class
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.reads import sure

REGISTRY = ("GB0000", "GB0001", "GB0117")

_PLAIN = External("torch.Tensor")


@on_calls("torch.Tensor.as_subclass")
def check(event: Call) -> Finding | None:
    owner, wanted = event.argument(0), event.argument(1, "cls")
    tensor = tensor_part(owner) if owner is not None else None
    if owner is None or tensor is None:
        return None
    if wanted == _PLAIN:
        message = f"as_subclass() to a plain tensor breaks the graph: {event.text}"
        confidence = sure(owner, tensor)
    elif isinstance(tensor, Tensor) and tensor.cls is not None and isinstance(wanted, ClassValue):
        message = f"as_subclass() of a {tensor.cls.name} breaks the graph: {event.text}"
        confidence = min(sure(owner, tensor), MEDIUM)  # what is said to be of a subclass can be a plain tensor
    else:
        return None
    return Finding(event, message, explain(event, tensor, "as_subclass() changes its class"), CONFIDENCES[confidence])


_ALWAYS, _REFLECTED = (ast.Pow, ast.FloorDiv), (ast.Sub, ast.Div, ast.Mod)
"""Operators that are not traced, and those that are not where a number stands on their left."""


def check_operator(event: SubclassOperand) -> Finding | None:
    tensor = event.tensor
    untraced = isinstance(event.op, _ALWAYS) or (event.reflected and isinstance(event.op, _REFLECTED))
    if tensor.cls is None or not untraced or is_parameter_class(tensor.cls):
        return None
    message = f"the operator on a {tensor.cls.name} breaks the graph: {event.text}"
    confidence = min(tensor.confidence, MEDIUM)  # what is said to be of a subclass can be a plain tensor
    return Finding(event, message, explain(event, tensor, "the operator is not traced"), CONFIDENCES[confidence])
