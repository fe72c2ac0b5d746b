"""CUDA graphs recorded again for every size

## What it does
Finds `dynamic=True` together with CUDA graphs: `mode="reduce-overhead"`, `mode="max-autotune"` or
`options={"triton.cudagraphs": True}`.

## Why it matters
`dynamic=True` compiles once for all sizes. A CUDA graph has fixed addresses and launch sizes, so one is recorded and
kept for every distinct size. The first calls with a size are slower than without CUDA graphs (on one H200 and a stack
of 12 linear layers, 6 ms versus 0.8 ms), and each recording takes memory. PyTorch warns after the first eight. It
pays off if a few sizes repeat often.

## Example
```python
compiled = torch.compile(model, mode="max-autotune", dynamic=True)
```

Use instead tuning without CUDA graphs, or CUDA graphs with inputs padded to a few sizes:
```python
compiled = torch.compile(model, mode="max-autotune-no-cudagraphs", dynamic=True)
```

## The fix
Unsafe, for a literal `mode="max-autotune"` in the call: the same tuning without CUDA graphs, whose small kernels then
cost a launch each. With `"reduce-overhead"` and the option, you have to decide which of the two you want.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Compile
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import TRUE, Const, MappingValue, Value
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.soundness import answer

REGISTRY = ()

_MODES = ("reduce-overhead", "max-autotune")


def check(event: Compile) -> Finding | None:
    if event.given.get("dynamic") != TRUE or event.given.get("backend", Const("inductor")) != Const("inductor"):
        return None
    mode, options = event.given.get("mode"), event.given.get("options")
    asked = ""
    if isinstance(mode, Const) and mode.value in _MODES:
        asked = f"mode={mode.value!r}"
    elif isinstance(options, MappingValue) and options.get(Const("triton.cudagraphs")) == TRUE:
        asked = "triton.cudagraphs"
    if not asked:
        return None
    message = f"a CUDA graph is recorded for every distinct size: {asked} with dynamic=True"
    return Finding(event, message, confidence="medium", fix=lambda: answer(_fix(event, mode)))


def _fix(event: Compile, mode: Value | None) -> Fix | Obstacle:
    if mode == Const("max-autotune"):
        launched = Kind.COMPILING.open("each kernel is launched")
        return fixes.give(event, "mode", "max-autotune-no-cudagraphs", "Tune without CUDA graphs", launched)
    return Obstacle("drop dynamic=True if few sizes repeat often, otherwise drop CUDA graphs")
