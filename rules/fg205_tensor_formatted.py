"""Tensor made into text

## What it does
Finds `str(t)`, `repr(t)` and `ascii(t)` on tensors, on containers of tensors and on numbers read from tensors, `"%s"
% t`, and the conversions `!s`, `!r` and `!a` (and so `{t=}`) in f-strings.

## Why the graph breaks
The text of a tensor shows its data, which exists only when the graph runs. TorchDynamo ends the graph there, in the
default mode and under `fullgraph=True` (`repr() on tensor`, `Failed to trace builtin operator`).

`f"{t}"`, `f"{t:.3f}"` and `"{}".format(t)` are captured: the text is built after the graph has run. So are texts of
shapes, dtypes and devices.

## Example
```python
def forward(self, x):
    self.note = "mean " + str(x.mean())
    return self.layer(x)
```

Use instead:
```python
def forward(self, x):
    self.note = f"mean {x.mean()}"
    return self.layer(x)
```

## The fix
A text that only messages show moves behind their guard: **unsafe**, see FG401.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES
from fullgraph.lint.domain.events import Call, Format
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import held_tensor
from fullgraph.lint.domain.values import Value, tensor_part
from fullgraph.rules.shared.common import FULLGRAPH_ONLY
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.reads import is_length, kind_of, read, symbol

REGISTRY = ("GB0059", "GB0569", "GB0208", "GB0088", "GB6053", "GB0124")

_FUNCTIONS = frozenset(
    (
        *(f"builtins.{name}" for name in ("str", "repr", "ascii")),
        *(f"torch.Tensor.{name}" for name in ("__str__", "__repr__")),
    )
)


@on_calls(*_FUNCTIONS)
def check(event: Call) -> Finding | None:
    if len(event.args) != 1 or event.kwargs:
        return None
    return _made(event, event.args[0], f"{event.name.rpartition('.')[2].strip('_')}()")


def check_operator(event: Format) -> Finding | None:
    return _made(event, event.value, "the operator %")


def _made(event: Call | Format, value: Value, what: str) -> Finding | None:
    """The finding for a value whose text is asked for."""
    if held_tensor(value) is None and symbol(value) is None:
        return None
    whole = isinstance(event, Call) and tensor_part(value) is None and symbol(value) is None
    if whole and in_versions(event, before="2.13"):
        return None  # a container's text is made while tracing, of fake tensors
    of_number = held_tensor(value) is None
    kind = kind_of(value) if of_number else "tensor data"
    modes = FULLGRAPH_ONLY if of_number and is_length(value) else BOTH_MODES
    found = read(event, value, f"{what} makes a text of {kind}: {event.text}", f"{what} asks for its text", modes)
    return replace(found, once_changed=of_number)
