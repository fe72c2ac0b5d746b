"""Tensor read by item()

## What it does
Finds `.item()` on tensors and on NumPy arrays, which are traced as tensors.

## Why the graph breaks
`.item()` converts tensor data to a Python number, and the data exists only when the graph runs. By default,
TorchDynamo ends the graph there (`Unsupported Tensor.item() call with capture_scalar_outputs=False`). Under
`fullgraph=True`, or with `torch._dynamo.config.capture_scalar_outputs`, the number becomes a symbol without a value.
Arithmetic with it is captured; code that needs its value breaks (`if` and `while`: FG101, FG102; `range`: FG206). If
the number decides a branch in the same statement, `check` reports the branch and not the read.

A number that NumPy has made an integer, `np.ceil(n).astype(int).item()`, breaks in both modes (`torch.* op returned
non-Tensor`); use `int(np.ceil(n))`.

The device makes no difference: `x.cpu().item()` and `torch.tensor(3).item()` break as well.

## Example
```python
def forward(self, x):
    scale = x.abs().max().item()
    return x / scale
```

Use instead the tensor, which is a number without dimensions:
```python
def forward(self, x):
    scale = x.abs().max().detach()
    return x / scale
```

`.detach()` keeps gradients as they were: a number has none.

## The fix
The tensor replaces the number, with `.detach()` if gradients could flow through it (a number has none) and
`.reshape(())` if it may have dimensions. Every use must accept a tensor in place of a number: arithmetic and
comparisons with tensors and numbers, the methods for these, a bound of `clamp`, a value of `torch.where` or
`masked_fill`, `max`, `min`, `abs`, `round` and functions of `math`, or a message behind `if not
torch.compiler.is_compiling():`. If a number gets a name, the fix follows all uses of the name and of the names
computed from it. `total += n` becomes `total = total + n`, which changes no tensor in place. Numbers and flags that
meet, in arithmetic or in a test, are rewritten together with the branches they decide:

```python
large = h.max().item() > 1              large = h.max() > 1
small = h.min().item() < -1             small = h.min() < -1
if large and not small:                 h = torch.where(torch.logical_and(large, torch.logical_not(small)), h - 1, h)
    h = h - 1
```

A Python condition next to a flag, `if self.training and large:`, stays an `if` around the selection. The rules of
FG101 for branches apply, and the message includes them.

**Safe** if the tensor provably has the dtype of the tensor it meets, if both come from a common tensor (and so are on
one device), and if nothing else is done with it. What is read must be new memory if something could change it before
the backward pass.

**Unsafe** otherwise, and the finding says why: a division (CUDA multiplies by a number's reciprocal), arithmetic with
other numbers first (Python computes in double precision and raises on division by zero), a bound of `clamp` (a NaN
bound has no effect before torch 2.13), dtypes or devices that may differ, a parameter or buffer, or an unknown
operand. A function of the project may receive the tensor if its source only computes with it or passes it on. That is
**unsafe** too, because the fix does not follow it further.

`torch.tensor(t.item())` becomes `t.detach().clone()`, or with `dtype` and `device` `t.detach().to(...)`. That is
unsafe if the result then stays on another device or keeps another dtype. A number among the results of a function,
`return loss, {"loss": loss.item()}`, or on an attribute that the file does not read, becomes a tensor, which is
unsafe for its readers. A number that is returned alone, put into another container, or used as an index or size stays
a number, and the finding names that use.

A number that only messages show, or that only decides whether there is one, moves behind their guard: **unsafe**, see
FG401.

A Python number that only passes through a tensor is computed by `math`: `torch.tensor(n).log2().item()` becomes
`math.log2(n)`, **unsafe** because the tensor computes in single precision.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import Tensor, Value, tensor_part
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import DEFAULT_ONLY
from fullgraph.rules.shared.reads import read

REGISTRY = ("GB0124", "GB0033", "GB0007", "GB0208")


@on_calls("torch.Tensor.item")
def check(event: Call) -> Finding | None:
    if not event.args or tensor_part(event.args[0]) is None:
        return None
    message = f".item() reads tensor data into Python: {event.text}"
    modes = BOTH_MODES if _is_cast_number(event.args[0]) else DEFAULT_ONLY
    return read(event, event.args[0], message, "item() makes a Python number of it", modes, fixes.number_fix(event))


def _is_cast_number(value: Value) -> bool:
    """Return whether it is a number that NumPy has made an integer, ``np.ceil(n).astype(int)``.

    It is an array without dimensions then, of a value that is known, which no mode reads.
    """
    link = value.evidence if isinstance(value, Tensor) and value.array and value.shape == () else None
    node = link.node if link is not None else None
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "astype"
