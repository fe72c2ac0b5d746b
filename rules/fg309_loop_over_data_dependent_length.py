"""Loop over a length that depends on data

## What it does
Finds loops, comprehensions and unpackings over a tensor whose number of rows depends on data, `range` of such a
length, and `unbind`, `chunk`, `split` and `tensor_split` along it.

## Why the graph breaks
TorchDynamo unrolls loops and must know the number of iterations while tracing. A length captured without a value, as
under `fullgraph=True`, does not provide it (`Could not extract specialized integer from data-dependent expression`).
By default, the graph has already ended where the length was computed, and the loop sees a number.

## Example
```python
def forward(self, x, group):
    total = x.sum()
    for value in torch.unique(group):
        total = total - x[group == value].max()
    return total
```

Use instead a fixed number of groups, known to the module, or all of them at once:
```python
def forward(self, x, group):
    total = x.sum()
    for value in range(self.groups):
        total = total - torch.where(group == value, x, 0.0).max()
    return total
```

## The fix
Unsafe: a loop over the experts that have a token, `for number in torch.greater(mask.sum(dim=(-1, -2)),
0).nonzero():`, becomes a loop over all of them, as [FG301](FG301.md) describes. For other loops, the finding names
what prevents a fix.
"""

from __future__ import annotations

import ast
from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Iterate
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import Const, Scalar, Tensor, Value, alternatives, is_whole
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import FULLGRAPH_ONLY, explain
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.shapes import shape_calls

REGISTRY = ()

_TAKES_ITEMS = frozenset(f"builtins.{name}" for name in "enumerate zip list tuple reversed".split())

_REPEATS = frozenset(f"builtins.{kind}.__mul__" for kind in ("list", "tuple", "str"))


def check_loop(event: Iterate) -> Finding | None:
    found = _finding(event, "unpacks" if event.kind == "unpack" else "loops over", event.value)
    if found is None or not isinstance(event.statement, ast.For) or event.statement.iter is not event.node:
        return found
    return replace(found, fix=fixes.rows_fix(event, event.statement))


@on_calls("builtins.range", *_REPEATS, *_TAKES_ITEMS)
def check_call(event: Call) -> Finding | None:
    """Return what a loop's call takes its items from, and ``list`` and ``tuple``, which take them at once."""
    if event.name == "builtins.enumerate" and in_versions(event, before="2.11"):
        return None
    if event.name == "builtins.range" or event.name in _REPEATS:
        verb = "counts up to" if event.name == "builtins.range" else "repeats a list by"
        values = [option for value in event.args for option in alternatives(value)]
        lengths = [value for value in values if isinstance(value, Scalar) and value.size]
        return _found(event, verb, lengths[0], lengths[0].confidence) if lengths else None
    return next((found for value in event.args if (found := _finding(event, "takes the items of", value))), None)


@on_calls(*shape_calls("unbind", "chunk", "split", "tensor_split"))
def check_parts(event: Call) -> Finding | None:
    """Return the finding for an operation that gives as many parts as the length says."""
    name = event.name.rpartition(".")[2]
    whole, place = event.args[0] if event.args else Value(), 1 if name == "unbind" else 2
    along = event.argument(place, "dim") or Const(0)
    if not isinstance(whole, Tensor) or whole.dynamic is None or whole.dynamic < 0 or along != Const(whole.dynamic):
        return None
    if name in ("split", "tensor_split") and not _by_number(event):
        return None  # the number of parts is that of the sizes
    return _found(event, f"{name}() gives parts of", whole, whole.confidence)


def _by_number(event: Call) -> bool:
    """Return whether a tensor is split by one number, surely."""
    named = (event.argument(1, name) for name in ("split_size", "split_size_or_sections", "indices_or_sections"))
    return any(is_whole(size) for size in named if size is not None)


def _finding(event: Event, verb: str, value: Value) -> Finding | None:
    for option in alternatives(value):
        if isinstance(option, Tensor) and option.dynamic == 0:
            return _found(event, verb, option, option.confidence)
    return None


def _found(event: Event, verb: str, value: Value, confidence: int) -> Finding:
    return Finding(
        event,
        f"{verb} a length that depends on tensor data: {event.text}",
        explain(event, value, f"{verb} a number of items that depends on data"),
        CONFIDENCES[confidence],
        FULLGRAPH_ONLY,
    )
