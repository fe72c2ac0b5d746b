"""Print in compiled code

## What it does
Finds calls of `print` in code that is compiled.

## Why the graph breaks
Printing is an effect on the host. TorchDynamo ends the graph, prints, and starts another; under
`fullgraph=True` it raises.

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

Or keep the output, without an edit, by telling the compiler that prints may be moved, before anything is compiled:
```python
torch._dynamo.config.reorderable_logging_functions.add(print)
```
What was measured of it: one graph under `fullgraph=True`, with every print, in order, behind the graph, also of
tensors, f-strings and constants; a tensor shows the `grad_fn` of the compiled function. Anything else, as the shape in
`print(x.shape)`, still ends the graph (GB0296), while `print(f"{x.shape}")` does not. It is a private name of torch.

## The fix
Unsafe: nothing is printed while compiled. Eager runs print as before. The statement stays where it is, behind
`if not torch.compiler.is_compiling():`, one for prints, log calls and warnings that follow each other, in the guard
that stands next to them where there is one. `print(x) if verbose else None` and `verbose and print(x)` are guarded as a
whole. Where an `if` without `else` makes nothing but messages, its own test asks that first,
`if not torch.compiler.is_compiling() and verbose:`, so that a test of tensor data is not traced either.

What is computed for messages alone goes behind the guard with them, if the graph would end there: numbers, texts and
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
Where that takes several guards, the answer is kept in a variable: a function of which the graph ends halfway goes on in
another frame, which may run uncompiled and would answer otherwise. Errors that what is skipped may raise are not raised
while compiled, and attributes that nothing else in the file reads (`self.warned = True`, `self.calls += 1`) stay as
they are; the message names both.

A print within an expression that is used moves in front of the statement, and leaves the None that it gave:
`y = dbg(print(x)) or x` becomes `y = dbg(None) or x` behind the guarded print. Where it is not said first of all and
always, as in a lambda or behind `and`, the guard stays in its place: `None if torch.compiler.is_compiling() else
print(x)`.

There is no fix where something else goes with the print: a number that is used, also by a closure, `locals()` or a
`try` that catches an error, a call that may have effects, a random draw, an item taken from an iterator, a container
or tensor that others may hold; nor where the program reads what is printed (`print(x, file=buffer)`,
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
