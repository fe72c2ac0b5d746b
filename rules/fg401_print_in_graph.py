"""Print in compiled code

## What it does
Finds calls of `print` in compiled code.

## Why the graph breaks
Printing is a side effect on the host. TorchDynamo ends the graph, prints, and starts another; under `fullgraph=True`
it raises.

## Example
```python
def forward(self, x):
    print("shape", x.shape)
    return self.layer(x)
```

Use instead:
```python
def forward(self, x):
    if not torch.compiler.is_compiling():
        print("shape", x.shape)
    return self.layer(x)
```

Or keep the output without an edit: before anything is compiled, tell the compiler that prints may be moved:
```python
torch._dynamo.config.reorderable_logging_functions.add(print)
```
Measured: one graph under `fullgraph=True`, with every print, in order, after the graph, including tensors, f-strings
and constants; a tensor shows the `grad_fn` of the compiled function. Anything else, such as the shape in
`print(x.shape)`, still ends the graph (GB0296), while `print(f"{x.shape}")` does not. This is a private name of
torch.

## The fix
Unsafe: nothing is printed while compiled. Eager runs print as before. The statement stays where it is, behind `if not
torch.compiler.is_compiling():`, with one guard for prints, log calls and warnings in a row, and an existing guard
next to them is reused. `print(x) if verbose else None` and `verbose and print(x)` are guarded as a whole. If an `if`
without `else` only emits messages, its own test gets the guard first, `if not torch.compiler.is_compiling() and
verbose:`, so a test of tensor data is not traced either.

Code that only computes messages moves behind the guard with them if the graph would end there: numbers, strings and
lists that nothing else reads, as far back as the function goes.
```python
def forward(self, x):
    norms = []
    eager = not torch.compiler.is_compiling()
    for layer in self.layers:
        x = layer(x)
        if eager:
            norms.append(x.norm().item())
    if eager:
        print(norms)
    return x
```
If that needs several guards, a variable keeps the answer, because after a graph break the function continues in
another frame, which may run uncompiled and answer differently. While compiled, errors in skipped code are not raised,
and attributes that nothing else in the file reads (`self.warned = True`, `self.calls += 1`) do not change; the
message names both.

A print inside an expression that is used moves before the statement and leaves its None: `y = dbg(print(x)) or x`
becomes `y = dbg(None) or x` after the guarded print. If it does not always run first, as in a lambda or behind `and`,
the guard stays in place: `None if torch.compiler.is_compiling() else print(x)`.

There is no fix if something else depends on the print: a number that is used, also by a closure, `locals()` or a
`try` that catches an error, a call that may have effects, a random draw, an item taken from an iterator, or a
container or tensor that others may hold. There is also none if the program reads the output (`print(x, file=buffer)`,
`contextlib.redirect_stdout`, `warnings.catch_warnings(record=True)`).
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes

REGISTRY = ("GB0059",)

_REORDERED = "torch._dynamo.config.reorderable_logging_functions.add(print) keeps it instead, behind the graph"


@on_calls("builtins.print")
def check(event: Call) -> Finding | None:
    return Finding(event, "print breaks the graph", fix=fixes.guard_fix(event, instead=_REORDERED))
