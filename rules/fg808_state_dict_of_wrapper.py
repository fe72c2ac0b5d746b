"""The state dict of the compiled wrapper

## What it does
Finds `torch.save` (and `safetensors.torch.save_file`) of the `state_dict()` of a module returned by `torch.compile`,
alone or in a dictionary, and loading it into a module that is not compiled.

## Why it matters
`torch.compile(module)` returns a module around the original, so all names in its state dict start with `_orig_mod.`.
Such a checkpoint loads only into a compiled module. Other modules raise because of missing and unexpected keys, or
load nothing with `strict=False`.

## Example
```python
model = torch.compile(Model())
train(model)
torch.save(model.state_dict(), "model.pt")
```

Use instead the original module, or compile it in place, which keeps the names:
```python
model = Model()
model.compile()
train(model)
torch.save(model.state_dict(), "model.pt")
```

## The fix
Unsafe: it reads the state dict of `model._orig_mod`, so the file has other keys than before. Only if `state_dict()`
is in the call itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import HostCall
from fullgraph.lint.domain.externals import COMPILED_MODULE
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import FALSE, Compiled, ExternalInstance, MappingValue, Value, alternatives
from fullgraph.lint.project.index import dotted_name
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite.offer import fix_factory

REGISTRY = ()

_SAVES = frozenset(("torch.save", "safetensors.torch.save_file", "safetensors.torch.save"))
_LOADS = "torch.nn.Module.load_state_dict"
STATE = ExternalInstance(f"{COMPILED_MODULE}.state_dict")


@on_calls(*_SAVES)
def check(event: HostCall) -> Finding | None:
    if (first := event.argument(0)) is not None and _holds(first):
        return Finding(event, "what is saved has the compiled wrapper's names: _orig_mod. …", fix=_fix(event))
    return None


@on_calls(_LOADS)
def check_load(event: HostCall) -> Finding | None:
    """Only where nothing but that can be meant, and the names have to fit."""
    if event.argument(1, "state_dict") != STATE:
        return None
    if event.argument(2, "strict") == FALSE:
        return Finding(event, "loads nothing: the names are the compiled wrapper's, _orig_mod. …", fix=_fix(event))
    return Finding(event, "raises: the names are the compiled wrapper's, _orig_mod. …", fix=_fix(event))


def _holds(value: Value) -> bool:
    """Return whether a value certainly is, or has among its items, the state dict of a compiled module."""
    if isinstance(value, MappingValue):
        return any(_holds(item) for _, item in value.items)
    return all(option == STATE for option in alternatives(value))


@fix_factory
def _fix(event: HostCall) -> Callable[[], Fix] | None:
    """The wrapped module's own state dict, wherever that of the wrapper is written in the call."""
    source = event.frame.source
    edits = []
    for node in ast.walk(event.node):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "state_dict"):
            continue
        wrapper = node.func.value
        if not dotted_name(wrapper):
            return None
        known = event.interp.evaluate(event.frame, wrapper)
        if all(isinstance(option, Compiled) for option in alternatives(known)):
            edits.append(replace_expression(source, wrapper, ast.Attribute(wrapper, "_orig_mod", ast.Load())))
    others = Kind.NAMES.open("a checkpoint made before has others")
    return (lambda: Fix("Take the wrapped module's names", tuple(edits), (others,))) if edits else None
