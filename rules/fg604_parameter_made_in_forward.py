"""Parameters and layers made in compiled code

## What it does
Finds `nn.Parameter(...)` of a tensor created in the graph, layers with parameters (`nn.Linear(...)`,
`nn.LayerNorm(...)`) built in compiled functions, also by the constructor of a module built there, and `self.x =
nn.Buffer(...)`.

## Why the graph breaks
A parameter is a new leaf of autograd, which a graph cannot create. TorchDynamo ends the graph there. Modules without
parameters are traced, such as `nn.ReLU()`, `nn.Dropout()`, `nn.CrossEntropyLoss()` and norms without an affine part,
and so are your own modules with buffers from `register_buffer`. `nn.Parameter(x)` of an input of the graph is traced.

## Example
```python
def forward(self, x):
    if self.projection is None:
        self.projection = nn.Linear(x.shape[-1], 64)
    return self.projection(x)
```

Use instead:
```python
def __init__(self, size):
    super().__init__()
    self.projection = nn.Linear(size, 64)
```

If the size is only known from the input, `nn.LazyLinear(64)` in `__init__` finds it in a first run. For a computed
tensor, use the tensor itself or `register_buffer`.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Write
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import FALSE, HIGH, MEDIUM, TRUE, UNKNOWN, Instance, Value, tensor_part
from fullgraph.lint.project.index import dotted_name
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.origin import is_buffer, origin

REGISTRY = ("GB0264", "GB0116", "GB4841")

_PARAMETERS = frozenset(("torch.nn.Parameter", "torch.nn.parameter.Parameter"))

_DIMENSIONS = tuple(f"{n}d" for n in (1, 2, 3))
_ALWAYS = frozenset(
    f"torch.nn.{name}"
    for name in (
        *"Linear LazyLinear Bilinear Embedding EmbeddingBag PReLU RNN LSTM GRU RNNCell LSTMCell GRUCell".split(),
        *"MultiheadAttention TransformerEncoderLayer TransformerDecoderLayer Transformer".split(),
        *(f"{kind}{n}" for kind in ("Conv", "ConvTranspose") for n in _DIMENSIONS),
    )
)
_UNLESS = {
    **{f"torch.nn.{name}": "elementwise_affine" for name in ("LayerNorm", "RMSNorm")},
    **{f"torch.nn.{name}": "affine" for name in ("GroupNorm", *(f"BatchNorm{n}" for n in _DIMENSIONS))},
}
"""Layers that have parameters unless this argument is False."""
_IF = {f"torch.nn.InstanceNorm{n}": "affine" for n in _DIMENSIONS}
"""Layers that have some only if it is True."""


@on_calls(*_PARAMETERS)
def check_parameter(event: Call) -> Finding | None:
    given = event.argument(0, "data")
    tensor = tensor_part(given) if given is not None else None
    confidence = HIGH
    if tensor is not None:
        if origin(tensor) != "made":
            return None
        confidence = tensor.confidence
    elif given is not None:
        if type(given) is not Value or not _is_called(event):
            return None
        confidence = MEDIUM
    steps = explain(event, tensor, "a parameter is made of it") if tensor is not None else ()
    return Finding(event, f"making a parameter breaks the graph: {event.text}", steps, CONFIDENCES[confidence])


def _is_called(event: Call) -> bool:
    """Return whether the argument is the result of a call: any other unknown value may be an input of the graph."""
    return isinstance(event.node, ast.Call) and bool(event.node.args) and isinstance(event.node.args[0], ast.Call)


@on_calls(*_ALWAYS, *_UNLESS, *_IF)
def check_layer(event: Call) -> Finding | None:
    name = event.name
    if name in _UNLESS:
        holds = event.kwargs.get(_UNLESS[name]) != FALSE and not event.open
    else:
        holds = name in _ALWAYS or (name in _IF and event.kwargs.get(_IF[name]) == TRUE)
    if not holds:
        return None
    return Finding(event, f"building {name.removeprefix('torch.')} makes parameters, which breaks the graph")


def _is_registered(event: Write) -> bool:
    """Return whether the constructor of a module that is made in compiled code has registered the attribute before."""
    function = event.frame.function
    if function is None or function.name != "__init__" or not isinstance(event.owner, Instance):
        return False
    held = tensor_part(event.interp.heap.of(event.owner.site).get(event.attribute, UNKNOWN))
    return held is not None and is_buffer(held)


def check_buffer(event: Write) -> Finding | None:
    tensor = tensor_part(event.value)
    if tensor is not None and _is_registered(event):
        return Finding(event, f"setting a registered buffer in a constructor breaks the graph: {event.text}")
    node = tensor.evidence.node if tensor is not None and tensor.evidence is not None else None
    if not isinstance(node, ast.Call) or dotted_name(node.func).rpartition(".")[2] != "Buffer":
        return None
    return Finding(event, f"setting an nn.Buffer as attribute breaks the graph: {event.text}")
