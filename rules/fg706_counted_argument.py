"""A number that a loop counts, passed to compiled code that needs it as a constant

## What it does
Finds calls of compiled functions and modules in a loop that pass a number counted by the loop (`compiled(x, step)`),
if compiled code needs that number as a constant: as the end of a `range`, to select from a list, a tuple or a
dictionary, for `chunk` and `linspace`, or as the probability of dropout. It is reported where the number is needed.

## Why it recompiles
TorchDynamo makes a changing number symbolic: one recompile, and the second graph works for all numbers. That is
enough for arithmetic, comparisons, slices and shapes, and such numbers are not reported. If the graph's structure
depends on the number, it must be a constant. Then every value recompiles the function, even with `dynamic=True`.
After 8 graphs (`torch._dynamo.config.recompile_limit`), the function silently runs in eager; under `fullgraph=True`,
that is an error.

## Example
```python
@torch.compile
def smooth(x, depth):
    for _ in range(depth):
        x = x * 0.5 + x.roll(1) * 0.5
    return x

for depth in range(20):
    smooth(x, depth)
```

Use instead: compile one iteration of the loop, and loop around it.
```python
@torch.compile
def smooth(x):
    return x * 0.5 + x.roll(1) * 0.5

for depth in range(20):
    y = x
    for _ in range(depth):
        y = smooth(y)
```

If a number selects from a list, keep the list in a tensor (`scales[step]`), or pass the item instead of the number.
For a dropout probability, draw the mask yourself, `x * (torch.rand_like(x) >= p) / (1 - p)`: two graphs for all
values.

## The fix
A suggestion: the call and the compiled code must change together.
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import Call, Index
from fullgraph.lint.domain.frame import Event, Finding, render
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import Counted, MappingValue, SequenceValue, counted_part
from fullgraph.rules.rewrite.offer import suggestion
from fullgraph.rules.shared.recompiles import REGISTRY_LIMIT, THEN

REGISTRY = REGISTRY_LIMIT

_AS_CONSTANT = {
    "torch.Tensor.chunk": (1, "chunks"),
    "torch.chunk": (1, "chunks"),
    "torch.linspace": (2, "steps"),
    "torch.nn.functional.dropout": (1, "p"),
}
"""Arguments that have to be constants, by their place and name."""
_TURN = "compile one iteration of the loop, and loop around it"
_PICKED = "pass the item instead of the number, or keep the items in a tensor, which the number can pick from"
_PASSED = "call it outside compiled code, and pass the result"
_INSTEAD = {"dropout": "draw the mask yourself, which accepts any number: x * (torch.rand_like(x) >= p) / (1 - p)"}


@on_calls("builtins.range", *_AS_CONSTANT)
def check_call(event: Call) -> Finding | None:
    if event.name == "builtins.range":
        found = next((number for value in event.args if (number := counted_part(value))), None)
        return _finding(event, found, "range()", _TURN) if found is not None else None
    value = event.argument(*_AS_CONSTANT[event.name])
    found = counted_part(value) if value is not None else None
    what = event.name.rpartition(".")[2]
    return _finding(event, found, f"{what}()", _INSTEAD.get(what, _PASSED)) if found is not None else None


def check_index(event: Index) -> Finding | None:
    if event.kind != "read" or not isinstance(event.owner, (MappingValue, SequenceValue)):
        return None
    found = next((number for _, value in event.parts if (number := counted_part(value))), None)
    return _finding(event, found, event.frame.text(event.node), _PICKED) if found is not None else None


def _finding(event: Event, number: Counted, what: str, instead: str) -> Finding:
    last = event.frame.source.step(f"{what} needs it as a constant", event.node)
    node = number.evidence.node if number.evidence is not None else None
    name = ast.unparse(node) if node is not None else "the number"
    message = f"every value of {name}, which a loop counts, recompiles, {THEN}: {what} needs a constant"
    return Finding(event, message, (*render(number.evidence), last), fix=suggestion(instead))
