"""Custom operators without a fake implementation

## What it does
Finds calls of custom operators that the project defines without their output shape and type: functions under
`@torch.library.custom_op` that return something and have no `register_fake`, and operators of a
`torch.library.Library` (`define` with `impl`) that are called as `torch.ops.namespace.name` and have no fake or meta
implementation.

## Why the graph breaks
To continue tracing, TorchDynamo must know the output of an operator without running it. For an operator of a
`Library`, it ends the graph there. For one of `custom_op`, **compiling fails with an error**, even without
`fullgraph=True`.

Operators that return nothing need no fake implementation (`mutates_args` says what they change), nor do `triton_op`
and implementations for `CompositeImplicitAutograd` or `CompositeExplicitAutograd`, which are traced.

## Example
```python
@torch.library.custom_op("mylib::scale", mutates_args=())
def scale(x: torch.Tensor, factor: float) -> torch.Tensor:
    return my_extension.scale(x, factor)
```

Use instead:
```python
@torch.library.custom_op("mylib::scale", mutates_args=())
def scale(x: torch.Tensor, factor: float) -> torch.Tensor:
    return my_extension.scale(x, factor)

@scale.register_fake
def _(x, factor):
    return torch.empty_like(x)
```
"""

from __future__ import annotations

import ast
import re

from fullgraph.lint.domain.events import Call, UntracedCall
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.project.index import FunctionInfo, Module, dotted_name

REGISTRY = ("GB4315", "GB0090")

_FAKES = ("register_fake", "impl_abstract", "_register_fake", "register_torch_dispatch")
_TRACED = ("Meta", "CompositeImplicitAutograd", "CompositeExplicitAutograd")
_WORDS = (*_FAKES, "define(", *(f'"{key}"' for key in _TRACED), *(f"'{key}'" for key in _TRACED))
"""A file that has none of these says nothing of an operator."""


def check_function(event: UntracedCall) -> Finding | None:
    function = event.function
    name = _custom_op(function)
    if name is None or _returns_nothing(function) or _has_fake(event, function, name):
        return None
    what = f"{function.name}() is an operator without register_fake"
    return Finding(event, f"{what}: compiling fails, also without fullgraph=True", raises=True)


@on_calls("torch.ops.*")
def check_operator(event: Call) -> Finding | None:
    match = re.fullmatch(r"torch\.ops\.(\w+)\.(\w+)(\.default)?", event.name)
    if match is None:
        return None
    namespace, name = match[1], match[2]
    homes = [module for module in _modules(event) if _defines(module, namespace, name)]
    if not homes or any(_knows(module, namespace, name) for module in _modules(event)):
        return None
    return Finding(event, f"the operator {namespace}::{name} has no fake implementation, which breaks the graph")


def _custom_op(function: FunctionInfo) -> str | None:
    """The name of the operator that a decorator makes of a function."""
    for decorator in function.decorators:
        if isinstance(decorator, ast.Call) and dotted_name(decorator.func).rpartition(".")[2] == "custom_op":
            first = decorator.args[0] if decorator.args else None
            return first.value if isinstance(first, ast.Constant) and isinstance(first.value, str) else None
    return None


def _returns_nothing(function: FunctionInfo) -> bool:
    node = function.node
    returns = None if isinstance(node, ast.Lambda) else node.returns
    if returns is not None:
        return isinstance(returns, ast.Constant) and returns.value in (None, "None")
    for decorator in function.decorators:
        if isinstance(decorator, ast.Call):
            schemas = [keyword.value for keyword in decorator.keywords if keyword.arg == "schema"]
            if schemas and isinstance(schemas[0], ast.Constant) and isinstance(schemas[0].value, str):
                return schemas[0].value.rpartition("->")[2].strip() == "()"
    return True  # without annotation and schema it is no operator that can be made


def _modules(event: Event) -> list[Module]:
    return event.interp.project.holding(_WORDS)


def _has_fake(event: Event, function: FunctionInfo, name: str) -> bool:
    """Return whether something in the project may give it a fake, by its object or by the operator's name."""
    home = function.module.source.text
    if any(f"{function.name}.{fake}" in home for fake in _FAKES):
        return True
    for module in _modules(event):
        text = module.source.text
        if not any(fake in text for fake in _FAKES):
            continue
        imported = module is not function.module and re.search(rf"\b{re.escape(function.name)}\b", text)
        if imported or re.search(rf"(?:{'|'.join(_FAKES)})\(\s*['\"]{re.escape(name)}['\"]", text):
            return True
    return False


def _defines(module: Module, namespace: str, name: str) -> bool:
    """Return whether a module defines the operator, by a ``Library`` of the namespace or ``torch.library.define``."""
    text = module.source.text
    if "define(" not in text:
        return False
    whole = re.search(rf"define\(\s*['\"]{namespace}::{name}\b", text)
    library = re.search(rf"Library\(\s*['\"]{namespace}['\"]", text)
    return bool(whole or (library and re.search(rf"\.define\(\s*['\"]{name}\(", text)))


def _knows(module: Module, namespace: str, name: str) -> bool:
    """Return whether a module may say what the operator gives."""
    text = module.source.text
    if not re.search(rf"['\"](?:{namespace}::)?{name}\b", text):
        return False
    return any(word in text for word in (*_FAKES, *(f'"{key}"' for key in _TRACED), *(f"'{key}'" for key in _TRACED)))
