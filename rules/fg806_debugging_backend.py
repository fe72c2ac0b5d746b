"""A backend for debugging left in

## What it does
Finds a literal `backend="eager"`, `"aot_eager"` or similar in a call of `torch.compile`. Files named `test_*.py`,
`*_test.py` and `conftest.py` are ignored: these backends are right there.

## Why it matters
They capture graphs and run them as PyTorch does without compiling. No kernel is generated and nothing is fused, and
capturing and checking the guards takes extra time. They ignore `mode` and `options`.

## Example
```python
compiled = torch.compile(model, backend="aot_eager")
```

Use instead:
```python
compiled = torch.compile(model)
```

## The fix
Unsafe: inductor, the default, then compiles, which takes longer at first, needs a C++ compiler or Triton, and may
round differently. The fix removes the argument.
"""

from __future__ import annotations

import ast
import re
from pathlib import PurePath

from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Compile
from fullgraph.lint.domain.frame import Finding
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.soundness import answer

REGISTRY = ()

BACKENDS = frozenset(
    (
        "eager eager_noexcept eager_debug pre_dispatch_eager aot_eager aot_eager_default_partitioner "
        "aot_eager_decomp_partition aot_eager_decomp_partition_with_mode"
    ).split()
)
_INDUCTOR = "Compile by inductor, the default, which needs a C++ compiler or Triton"
_ROUNDED = Kind.VALUE.open("numbers may differ by rounding")
_TEST = re.compile(r"test_.*|.*_test|conftest")


def check(event: Compile) -> Finding | None:
    written = event.node.keywords if isinstance(event.node, ast.Call) else []
    if event.how == "decorator":
        written = [keyword for node in ast.walk(event.node) if isinstance(node, ast.Call) for keyword in node.keywords]
    for keyword in written:
        value = keyword.value
        if keyword.arg == "backend" and isinstance(value, ast.Constant) and value.value in BACKENDS:
            if _TEST.fullmatch(PurePath(event.frame.source.display).stem):
                return None
            message = f"generates no code: backend={value.value!r} is for debugging"
            return Finding(
                event,
                message,
                confidence="medium",
                fix=lambda: answer(fixes.drop(event, "backend", _INDUCTOR, _ROUNDED)),
            )
    return None
