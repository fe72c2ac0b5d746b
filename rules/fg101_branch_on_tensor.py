"""Branch on tensor data

## What it does
Finds `if` and `elif` whose condition calls `bool()` on a tensor, or on a number read from one in the same
statement.

## Why the graph breaks
The branch to take depends on data that exists only when the graph runs, so TorchDynamo cannot know which one
to trace. It ends the graph there, in the default mode and under `fullgraph=True` alike (`Unsupported:
Data-dependent branching`). Branches on shapes, dtypes, devices, `None` and other Python values are decided
while tracing and do not break.

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
`torch.where` where both arms are proved to be pure and total, of one shape and dtype, with the same
differentiable inputs: safe, for tensors that are on one device. `torch.cond` where an arm calls modules or
can fail on the inputs that do not take it: unsafe, since it costs one to two milliseconds a call in eager
mode and makes inductor skip CUDA graphs. Where it could not be proved that both arms have the same shape and dtype the
fix is unsafe and says so; where they are known to differ it is only a suggestion. Python numbers that an arm computes
for itself, `limit = torch.finfo(x.dtype).max`, are computed in front. Under `torch.no_grad()` a tensor that the branch
leaves alone keeps its gradient history, which a new one has not: unsafe there. Otherwise the finding says what stands
in the way.

Arms of several steps compute what their later steps need in front of the choice. Tuples, dictionaries and named tuples
of one structure are chosen element by element. Attributes are assigned what is chosen. An update in place, `x += 1` or
`x.clamp_(0, 1)`, gives a new tensor where nobody else holds the old one, and is written by `x.copy_(torch.where(...))`
where somebody may; that is unsafe. A Python number that an arm gives, `scale = 1.0`, becomes a tensor without
dimensions where it only meets tensors afterwards: unsafe, since what is computed with it may be rounded otherwise or
get another dtype; as a size or an index it stays a number, and the branch stays. A flag, `found = True`, or a counter,
`n += 1`, becomes a tensor too where only tests, comparisons and arithmetic read it. Arms that draw random numbers are
both drawn, which is unsafe. A divisor, and what a square root or a logarithm is taken of, is 1 where its arm is not
taken, so that gradients stay finite there: `torch.where(c, x / torch.where(c, n, 1), x)`. `if test: continue` takes the
rest of the loop's body as its other arm; `if test: break` and `if test: return x` of a loop whose rounds are known
become a tensor that says whether the loop has ended, `stopped = torch.logical_or(stopped, test)`, and the rounds behind
are computed without effect, `h = torch.where(stopped, h, layer(h))`, which is unsafe. A test that follows the branch
and that each arm decides, such as `if bias is not None:`, moves into the arms. `if test: return x` in front of more
than an arm can hold computes what follows in any case, and each `return` there chooses,
`return torch.where(returns_early, x, h)`: unsafe, since what follows may raise; not where it prints, writes or updates
buffers.

`if mask.any(): x[mask] = 0`, and other tests of what a mask selects around writes of numbers through that mask, lose
the test: unsafe, since a write that changes nothing is one too.

A branch that only raises, `if bad.any(): raise ValueError(...)`, also where it first computes its message, keeps eager
mode as it is and gets an assert in the graph beside it:
```python
if torch.compiler.is_compiling():
    assert torch.logical_not(bad.any()), "bad"
elif bad.any():
    raise ValueError(f"bad: {bad}")
```
Unsafe: in a compiled run a violation raises `RuntimeError`, when the graph runs and with a message without values
read from tensors, and on CUDA as a device-side assert after which nothing more runs. Numbers that are known while
tracing stay in the message, by `torch._assert_async(check, f"NaN after block {i}")`. Tests of Python values become an
`if` around the assert; `len(torch.unique(t)) > 1`, whose length would depend on data, becomes `(t == t[0]).all()`,
for a `t` of one dimension.

A condition may ask several tensors: `and`, `or`, `not`, chained comparisons, `t.item() in (1, 2)`, `any` and `all` over
tests that are written out or over a comprehension (`torch.stack([...]).any()`), `torch.equal` (`(a == b).all()`: unsafe
where equal shapes and dtypes are not proved) and `torch.allclose` (`torch.isclose(...).all()`). What Python would not
have evaluated, because an earlier test decided, is evaluated then: unsafe where that may raise. A flag that is computed
in front of its branches, `large = bool((x > 1).any())`, is rewritten together with them: FG201 and FG202.

A number that the condition reads, `t.item() > 0`, is first taken for its tensor, `t > 0`; that is unsafe where the
other side is a number that not every dtype can hold, such as `0.1`: it is rounded to the tensor's dtype.

`if self.training and tensor > 0:` without `else` becomes two, one inside of the other, which is always the same; the
inner one is then rewritten as above. That is done only where it can be. Where a random draw decides which layers run
(LayerDrop), every layer runs and `torch.where` chooses between what it is given and what it gives; FG407's page says
what differs.
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
    if any(syntax.walk_kinds(event.statement, (ast.Break, ast.Return))):
        fixes.note_loop(event)
