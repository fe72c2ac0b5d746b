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
that stands before them where there is one, so that no loop and no branch becomes empty. `print(x) if verbose else None`
and `verbose and print(x)` are guarded as a whole. Where an `if` without `else` has nothing but messages for its body,
its own test asks that first, `if not torch.compiler.is_compiling() and verbose:`, so that a test of tensor data is not
traced either; a flag that such a branch sets to say it once (`self.warned = True`) and nothing else reads is skipped
with it. There is no fix where something else goes with the print: a value that is used, a call in its arguments or its
condition that may have effects, a random draw, another statement on the same line.
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.fixing.guards import guard_fix

REGISTRY = ("GB0059",)

_REORDERED = "torch._dynamo.config.reorderable_logging_functions.add(print) keeps it instead, behind the graph"


@on_calls("builtins.print")
def check(event: Call) -> Finding | None:
    return Finding(event, "print breaks the graph", fix=guard_fix(event, instead=_REORDERED))
