"""Options of torch.compile that raise

## What it does
Finds `mode=` together with `options=`, modes that do not exist, and a `dynamic=` other than True, False or None.
Tests that expect the exception (`pytest.raises`, `assertRaises`) are ignored.

## Why it matters
`mode` is a name for a set of inductor's options, so only one of the two can be given: `torch.compile` raises a
`RuntimeError`. Tests on a machine without a compiler, where compiling is often switched off, do not show it. An
unknown mode raises too. A `dynamic` of another type raises at the first call.

## Example
```python
compiled = torch.compile(model, mode="max-autotune", options={"triton.cudagraphs": False})
```

Use instead the option that the mode stands for:
```python
compiled = torch.compile(model, options={"max_autotune": True, "coordinate_descent_tuning": True})
```
or a mode that fits, here `"max-autotune-no-cudagraphs"`.

## The fix
Unsafe, because the call raised before. A `mode` next to `options` becomes the options it stands for, and the given
options override them. An unknown mode becomes the one with nearly the same name (`max_autotune`). `dynamic="auto"`
becomes None, and 1 and 0 become True and False. This applies only to literals in the call; there is no fix for other
modes and values.
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Compile
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import NONE, UNKNOWN, Const, MappingValue
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.shared.expected import fails_on_purpose

REGISTRY = ()

MODES = frozenset(("default", "lite", "reduce-overhead", "max-autotune", "max-autotune-no-cudagraphs"))
"""Inductor's modes in all versions of torch that are known."""


def check(event: Compile) -> Finding | None:
    if fails_on_purpose(event):
        return None
    given, options = event.given.get("mode", NONE), event.given.get("options", NONE)
    mode = given.value if isinstance(given, Const) else None
    if not isinstance(mode, str):
        return None
    if isinstance(options, MappingValue):
        message = "raises: mode and options cannot both be given"
        return Finding(event, message, fix=lambda: answer(fixes.mode_as_options(event, mode)))
    if mode not in MODES and _inductor(event):
        message = f"raises: there is no mode {mode!r}; there are {', '.join(sorted(MODES))}"
        return Finding(event, message, fix=lambda: answer(fixes.known_mode(event, mode, MODES)))
    return None


def check_dynamic(event: Compile) -> Finding | None:
    dynamic = event.given.get("dynamic", NONE)
    wrong = isinstance(dynamic, Const) and dynamic != NONE and not isinstance(dynamic.value, bool)
    if isinstance(dynamic, Const) and wrong and not fails_on_purpose(event):
        message = f"raises when it is called: dynamic must be True, False or None, not {dynamic.value!r}"
        return Finding(event, message, fix=lambda: answer(fixes.known_dynamic(event, dynamic.value)))
    return None


def _inductor(event: Compile) -> bool:
    """Return whether inductor compiles: other backends ignore the mode or have their own."""
    backend = event.given.get("backend", UNKNOWN if event.open else NONE)
    return backend == Const("inductor") or backend == NONE
