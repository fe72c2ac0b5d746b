"""Branch on tensor data

## What it does
Finds `if` and `elif` whose condition calls `bool()` on a tensor, or on a number read from one in the same statement.

## Why the graph breaks
The branch depends on data that exists only when the graph runs, so TorchDynamo cannot know which arm to trace. It
ends the graph there, in the default mode and under `fullgraph=True` (`Unsupported: Data-dependent branching`).
Branches on shapes, dtypes, devices, `None` and other Python values are decided while tracing and do not break.

## Example
```python
def forward(self, x):
    if x.abs().max() > self.limit:
        x = x - self.limit
    return x
```

Use instead:
```python
def forward(self, x):
    x = torch.where(x.abs().max() > self.limit, x - self.limit, x)
    return x
```

## The fix
- **Safe**: `torch.where`, if both arms are proved to be pure and total, to have one shape and dtype, and to have the
  same differentiable inputs, for tensors on one device.
- **Unsafe**: `torch.cond`, if an arm calls modules or can fail on inputs that do not take it. It costs one to two
  milliseconds per call in eager mode and makes inductor skip CUDA graphs.
- **Unsafe**: if it could not be proved that both arms have the same shape and dtype; the message says so. If they are
  known to differ, the fix is only a suggestion.
- **Unsafe**: under `torch.no_grad()`, if the branch leaves a tensor alone. That tensor keeps its gradient history; a
  new one has none.

Otherwise, the finding says what prevents a fix.

What the fix does with the parts of a branch:

- Python numbers that an arm computes for itself, such as `limit = torch.finfo(x.dtype).max`, are computed before the
  choice. So is what later steps of an arm with several steps need.
- Tuples, dictionaries and named tuples of one structure are chosen element by element. Attributes are assigned the
  chosen value.
- An in-place update, `x += 1` or `x.clamp_(0, 1)`, gives a new tensor if nothing else holds the old one. Otherwise it
  is written with `x.copy_(torch.where(...))`, which is unsafe.
- A Python number from an arm, `scale = 1.0`, becomes a tensor without dimensions if it only meets tensors afterwards.
  That is unsafe, since results may round differently or get another dtype. As a size or an index, it stays a number,
  and the branch stays.
- A flag, `found = True`, or a counter, `n += 1`, becomes a tensor if only tests, comparisons and arithmetic read it.
- Arms that draw random numbers both draw, which is unsafe.
- A divisor, and the argument of a square root or a logarithm, is 1 if its arm is not taken, so gradients stay finite:
  `torch.where(c, x / torch.where(c, n, 1), x)`.
- `if test: continue` takes the rest of the loop body as its other arm.
- `if test: break` and `if test: return x` in a loop with a known number of iterations become a tensor that says
  whether the loop has ended, `stopped = torch.logical_or(stopped, test)`. Later iterations are computed without
  effect, `h = torch.where(stopped, h, layer(h))`, which is unsafe.
- A test that follows the branch and that each arm decides, such as `if bias is not None:`, moves into the arms.
- If the code after `if test: return x` does not fit into an arm, it is always computed, and each `return` there
  chooses: `return torch.where(returns_early, x, h)`. That is unsafe, since this code may raise. There is no such fix
  if it prints, writes or updates buffers.
- `if mask.any(): x[mask] = 0`, and other tests of what a mask selects around writes of numbers through that mask,
  lose the test. That is unsafe, since a write that changes nothing is still a write.

A branch that only raises, `if bad.any(): raise ValueError(...)`, even if it first computes its message, stays as it
is in eager mode and gets an assert in the graph:
```python
if torch.compiler.is_compiling():
    assert torch.logical_not(bad.any()), "bad"
elif bad.any():
    raise ValueError(f"bad: {bad}")
```
This is unsafe. In a compiled run, a violation raises `RuntimeError` when the graph runs, with a message without
values read from tensors. On CUDA it is a device-side assert, after which nothing more runs. Numbers known while
tracing stay in the message, by `torch._assert_async(check, f"NaN after block {i}")`. Tests of Python values become an
`if` around the assert. `len(torch.unique(t)) > 1`, whose length would depend on data, becomes `(t == t[0]).all()`,
for a `t` of one dimension.

A condition may combine several tensors: `and`, `or`, `not`, chained comparisons, `t.item() in (1, 2)`, `any` and
`all` over listed tests or a comprehension (`torch.stack([...]).any()`), `torch.equal` (`(a == b).all()`: unsafe if
equal shapes and dtypes are not proved) and `torch.allclose` (`torch.isclose(...).all()`). The rewritten condition
also evaluates what Python would have skipped, which is unsafe if it may raise. A flag computed before its branches,
`large = bool((x > 1).any())`, is rewritten together with them: see FG201 and FG202.

A number that the condition reads, `t.item() > 0`, is replaced by its tensor, `t > 0`. That is unsafe if the other
side is a number that not every dtype can hold, such as `0.1`: it is rounded to the tensor's dtype.

`if self.training and tensor > 0:` without `else` becomes two nested `if` statements, which is always equivalent; the
inner one is then rewritten as above. This happens only if the rewrite is possible. If a random draw decides which
layers run (LayerDrop), every layer runs and `torch.where` chooses between its input and its output; FG407 says what
differs.
"""

from __future__ import annotations

import ast

from fullgraph.lint.domain.events import Iterate, Test
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.common import tested_value

REGISTRY = ("GB0170", "GB0124", "GB0033", "GB0208")


def check(event: Test) -> Finding | None:
    if event.kind != "if":
        return None
    return tested_value(event, "if", fixes.branch_fix)


def check_loop(event: Iterate) -> None:
    """Keep what is known in front of a loop that a branch may end."""
    if any(isinstance(one, (ast.Break, ast.Return)) for one in syntax.statements(event.statement)):
        fixes.note_loop(event)
