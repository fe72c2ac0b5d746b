"""Copies of tensors, modules and containers by the copy module

## What it does
Finds `copy.deepcopy` of an object that holds a tensor or is a module, `copy.copy` of a tensor, a module, a list, a
dictionary or a set, and `dataclasses.asdict` and `astuple` of an object that holds a tensor, which make deep copies.
Before torch 2.12, both functions of `copy` end the graph for any argument.

## Why the graph breaks
A deep copy of a tensor creates new memory and a new leaf for autograd, and one of a module creates parameters.
TorchDynamo traces neither. The shallow copy of a list or dictionary is a method of a builtin type, which `copy.copy`
looks up in a way that is not traced. Copies of configuration objects, of constants and tuples, and deep copies of
containers without tensors are traced since torch 2.12.

## Example
```python
def forward(self, x, cache):
    cache = copy.copy(cache)
    initial = copy.deepcopy(x)
    ...
```

Use instead:
```python
def forward(self, x, cache):
    cache = dict(cache)
    initial = x.detach().clone()
    ...
```

Copy modules in `__init__`.

## The fix
`copy.copy` of a list, a dictionary or a set becomes its method `copy`, which is traced. That is safe for literals and
for a function's own `**kwargs`, which cannot be subclasses. It is unsafe for others, since a subclass can define its
own copying and have attributes, which the method does not copy.

`copy.deepcopy` of a tensor becomes `x.detach().clone()`. Unsafe: the copy needs no gradient, is a tensor instead of a
`Parameter`, may have other strides, and a tensor with history is copied where `deepcopy` raises.

There is no fix for modules, or for containers and objects that hold tensors. Copy a module in `__init__`, and rebuild
other objects that hold tensors.

Before torch 2.12, a copy of a configuration that nothing in the function changes is made once, in `__init__`. Unsafe:
all calls share it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES, Fix
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Analysis, Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import (
    HIGH,
    MEDIUM,
    ExternalInstance,
    Instance,
    MappingValue,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
)
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.analysis.bindings import stores
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.names import in_versions

REGISTRY = ("GB4198", "GB0007", "GB0008", "GB0208", "GB0116")
_SHARED = Kind.ALIAS.open("all calls share the copy, made at that time")

_DEEP = frozenset(("copy.deepcopy", "dataclasses.asdict", "dataclasses.astuple"))
_CONTAINERS = {"list": "a list", "set": "a set", "sequential": "a module", "ModuleList": "a module"}
MAX_DEPTH = 4
"""The depth to which a value is searched for tensors."""


@on_calls(*_DEEP, "copy.copy")
def check(event: Call) -> Finding | None:
    given = event.argument(0)
    if given is None:
        return None
    held = list(alternatives(given))
    found = [one for option in held if (one := _held(event, option)) is not None]
    if not found:
        return _any(event)
    what, value = found[0]
    tensor = value if isinstance(value, Tensor) else None
    evidence = explain(event, tensor, f"{event.name}() copies it") if tensor is not None else ()
    confidence = min(HIGH if len(found) == len(held) else MEDIUM, tensor.confidence if tensor is not None else HIGH)
    message = f"{event.name}() of {what} breaks the graph: {event.text}"
    sole = len(found) == len(held)
    return Finding(event, message, evidence, CONFIDENCES[confidence], fix=_fix(event, held) if sole else None)


@fix_factory
def _fix(event: Call, held: list[Value]) -> Callable[[], Fix] | None:
    """Return what to write for the copy of one of these."""
    call, source = event.node, event.frame.source
    if not isinstance(call, ast.Call):
        return None
    if event.name == "copy.copy":
        if all(
            isinstance(one, MappingValue) or (isinstance(one, SequenceValue) and one.kind in ("list", "set"))
            for one in held
        ):
            exact = _own_keywords(event, call)
            return lambda: answer(fixes.container_copy(call, source, exact))
        return None
    if event.name == "copy.deepcopy":
        if all(isinstance(one, Tensor) for one in held):
            return lambda: answer(fixes.tensor_copy(call, source))
        if all(_is_module(one) for one in held):
            return lambda: answer(
                Obstacle("copy the module in `__init__`; what it learns in between is not copied then")
            )
    return None


def _own_keywords(event: Call, call: ast.Call) -> bool:
    """Return whether the ``**kwargs`` of the function around are copied, which are a dictionary of their own."""
    function = event.frame.function
    if function is None or function.node.args.kwarg is None or not call.args or not isinstance(call.args[0], ast.Name):
        return False
    name = function.node.args.kwarg.arg
    own = set(ast.walk(event.statement))
    bound = (node for node in stores(function.node, name) if node is not function.node.args.kwarg)
    return call.args[0].id == name and all(store in own for store in bound)


def _held(event: Call, value: Value) -> tuple[str, Value] | None:
    """Return what of a value cannot be copied while tracing, in words and as it is."""
    return _in_depth(event.interp, value) if event.name in _DEEP else _shallow(value)


def _any(event: Call) -> Finding | None:
    """Before torch 2.12 nothing of the copy module was traced."""
    if not event.name.startswith("copy.") or not in_versions(event, before="2.12"):
        return None
    message = f"{event.name}() breaks the graph: {event.text}"
    return Finding(event, message, fix=fixes.made_once_fix(event, "copied", _SHARED))


def _shallow(value: Value) -> tuple[str, Value] | None:
    if isinstance(value, Tensor):
        return "a tensor", value
    if isinstance(value, MappingValue):
        return "a dictionary", value
    if isinstance(value, SequenceValue) and value.kind in _CONTAINERS:
        return _CONTAINERS[value.kind], value
    return ("a module", value) if _is_module(value) else None


def _in_depth(interp: Analysis, value: Value, depth: int = 0) -> tuple[str, Value] | None:
    prefix = "what holds " if depth else ""
    if isinstance(value, Tensor):
        return f"{prefix}a tensor", value
    if _is_module(value):
        return f"{prefix}a module", value
    parts: Iterable[Value] = ()
    if isinstance(value, (SequenceValue, MappingValue)):
        parts = alternatives(value.each())
    elif isinstance(value, Instance):
        parts = [option for part in interp.heap.of(value.site).values() for option in alternatives(part)]
    if depth == MAX_DEPTH:
        return None
    return next((found for part in parts if (found := _in_depth(interp, part, depth + 1)) is not None), None)


def _is_module(value: Value) -> bool:
    if isinstance(value, Instance):
        return is_module_class(value.cls)
    if isinstance(value, SequenceValue):
        return value.kind == "sequential"
    return isinstance(value, ExternalInstance) and value.cls.startswith("torch.nn.")
