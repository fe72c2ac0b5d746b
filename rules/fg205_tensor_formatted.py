"""Tensor or object made into text

## What it does
Finds `str(t)`, `repr(t)` and `ascii(t)` on tensors, on containers of tensors and on numbers read from tensors, `"%s"
% t`, and the conversions `!s`, `!r` and `!a` (and so `{t=}`) in f-strings.

It finds `format(t, ".2f")` of tensors, at which compiling raises an error; a number read from a tensor in an f-string
that says how it is written, such as `print(f"{n:.2f}")`, at which it does from torch 2.14 on, once the number
has changed; and `str(x)` and `repr(x)` of objects, and `!s` and `!r` in f-strings, if TorchDynamo cannot trace
what makes their text: of dataclasses without a `__repr__` of their own, of distributions, and of lists and tuples of
these.

## Why the graph breaks
The text of a tensor shows its data, which exists only when the graph runs. TorchDynamo ends the graph there, in the
default mode and under `fullgraph=True` (`repr() on tensor`, `Failed to trace builtin operator`).

For the text of an object, TorchDynamo traces the `__str__` or `__repr__` of its class, but not the `__repr__` that a
dataclass is given, nor that of a distribution; and before torch 2.13, it does not know the `repr` of an object whose
class has none.

`f"{t}"`, `f"{t:.3f}"` and `"{}".format(t)` of tensors are captured: the text is built after the graph has run. So are
texts of shapes, dtypes and devices.

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

For an object, use what tells it apart, such as its name: `self.config.name`.

## The fix
A text that only messages show moves behind their guard: **unsafe**, see FG401.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES
from fullgraph.lint.domain.events import Call, Format
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.tensor_reads import held_number, held_tensor
from fullgraph.lint.domain.values import Value, scalar_part, tensor_part
from fullgraph.rules.shared import object_texts
from fullgraph.rules.shared.common import DEFAULT_ONLY, FULLGRAPH_ONLY, explain
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.reads import is_length, kind_of, read, symbol

REGISTRY = ("GB0059", "GB0569", "GB0208", "GB0088", "GB6053", "GB0124", "GB0007", "GB0156", "GB0005", "GB9493")

_FUNCTIONS = frozenset(
    (
        *(f"builtins.{name}" for name in ("str", "repr", "ascii")),
        *(f"torch.Tensor.{name}" for name in ("__str__", "__repr__")),
    )
)


_CONTAINERS = ("list", "tuple")


@on_calls(*_FUNCTIONS)
def check(event: Call) -> Finding | None:
    if len(event.args) != 1 or event.kwargs:
        return None
    return _made(event, event.args[0], f"{event.name.rpartition('.')[2].strip('_')}()")


@on_calls("builtins.format")
def check_format(event: Call) -> Finding | None:
    """``format(t, ".2f")``, or a number that was read in an f-string that says how it is written: compiling fails."""
    value = event.args[0] if event.args else None
    if isinstance(event.node, ast.FormattedValue):
        return _of_field(event, event.args[0])
    if value is None or tensor_part(value) is None:
        return None
    found = read(event, value, f"format() makes a text of tensor data: {event.text}", "format() asks for its text")
    return replace(found, raises=True)


def _of_field(event: Call, value: Value) -> Finding | None:
    """``print(f"{n:.2f}")``, once the number has changed. A text that only a name holds may never be made."""
    kept = isinstance(event.statement, ast.Assign) and all(isinstance(t, ast.Name) for t in event.statement.targets)
    if symbol(value) is None or is_length(value) or isinstance(event.statement, ast.Raise):
        return None
    if kept or in_versions(event, before="2.14"):
        return None
    message = f"a number read from a tensor, in an f-string that says how it is written: {event.text}"
    found = read(event, value, message, "the f-string has to know it", DEFAULT_ONLY)
    return replace(found, once_changed=True, raises=True)


@on_calls(*object_texts.WAYS)
def check_object(event: Call) -> Finding | None:
    """The text of an object, whose class says what it is."""
    if event.kwargs or len(event.args) != 1 or not object_texts.ends_graph(event, event.args[0]):
        return None
    value = event.args[0]
    message = f"the text of {object_texts.called(value)} breaks the graph: {event.text}"
    return Finding(event, message, explain(event, value, "str() or repr() makes its text"))


def check_operator(event: Format) -> Finding | None:
    return _made(event, event.value, "the operator %")


def _made(event: Call | Format, value: Value, what: str) -> Finding | None:
    """The finding for a value whose text is asked for."""
    number = held_number(value, _CONTAINERS)
    if number is not None and held_tensor(value) is None:
        value = value if scalar_part(value) is not None else number
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
