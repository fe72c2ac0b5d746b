"""Module hooks that are not traced

## What it does
Finds calls of modules with hooks on their gradients (`register_full_backward_hook`, `register_full_backward_pre_hook`,
`register_backward_hook`), wherever these were registered. Finds `register_forward_hook`, `register_forward_pre_hook`,
the backward and `state_dict` hooks and the global module hooks (`register_module_forward_hook` and similar), called in
compiled functions, also what removes such a hook of a module, gives its handle to a class, or writes it to an
attribute, and the handle of a tensor's hook kept in a global; before torch 2.11 also `register_hook` of a
tensor computed there.

## Why the graph breaks
Hooks on the gradients of a module need compiled autograd (`torch._dynamo.config.compiled_autograd`): without it, each
call of the module ends the graph. Hooks around its forward that were registered before it is compiled are traced.

Registering a hook creates a handle and changes the module's tables of hooks, which TorchDynamo does not trace. It
ends the graph, registers the hook, and continues. Where the handle is used, to remove the hook or to keep it, the rest
of the function runs uncompiled. Hooks of tensors
(`tensor.register_hook`) are traced, before torch 2.11 only those of inputs and parameters. If the handle of a tensor's
hook is written to a global, the whole function runs uncompiled. Removing the hook of a tensor that the graph computes
makes **compiling fail**, even without `fullgraph=True`; removing that of an input or a parameter is traced.

## Example
```python
def forward(self, x):
    handle = self.layer.register_forward_hook(self.keep)
    x = self.layer(x)
    handle.remove()
    return x
```

Use instead:
```python
def __init__(self):
    ...
    self.layer.register_forward_hook(self.keep)
```

Or let the layer return what the hook would have kept.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import UNKNOWN_OWNER, Call, HandleUse, HookedCall, Write
from fullgraph.lint.domain.externals import HOOK_HANDLE
from fullgraph.lint.domain.frame import Finding, render
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import HookHandle, Tensor, tensor_part
from fullgraph.lint.project.index import all_arguments
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.origin import origin

REGISTRY = ("GB0013", "GB0467", "GB0029", "GB0083", "GB0100", "GB0104")

_OF_MODULES = frozenset(
    (
        "register_forward_hook register_forward_pre_hook register_full_backward_hook register_full_backward_pre_hook "
        "register_state_dict_post_hook register_load_state_dict_pre_hook"
    ).split()
)
_OF_ALL = frozenset(
    f"torch.nn.modules.module.register_module_{name}_hook"
    for name in ("forward", "forward_pre", "full_backward", "full_backward_pre")
)


@on_calls(*_OF_ALL, *(f"*.{method}" for method in _OF_MODULES))
def check(event: Call) -> Finding | None:
    owner, _, method = event.name.rpartition(".")
    of_module = method in _OF_MODULES and f"{owner}.".startswith(("torch.nn.", UNKNOWN_OWNER))
    if not of_module and event.name not in _OF_ALL:
        return None
    at = event.statement
    kept = isinstance(at, ast.Assign) and at.value is event.node and _to_attribute(at.targets)
    left = of_module and kept  # the handle is not written to an attribute behind the break either
    return Finding(event, f"{method}() breaks the graph", confidence=CONFIDENCES[event.confidence], uncompiled=left)


def _to_attribute(targets: list[ast.expr]) -> bool:
    return any(isinstance(target, ast.Attribute) for target in targets)


def check_hooked(event: HookedCall) -> Finding | None:
    """A call of a module that has hooks on its gradients."""
    root = event.frame.root
    if _SWITCH in event.frame.source.text or (root is not None and _SWITCH in root.module.source.text):
        return None
    return Finding(event, f"the module's hook on gradients ({event.method}) breaks the graph: {event.text}")


_SWITCH = "compiled_autograd"
"""What is set so that hooks on gradients are traced."""


@on_calls("torch.Tensor.register_hook")
def check_tensor(event: Call) -> Finding | None:
    """A hook of a tensor that the compiled code makes."""
    tensor = tensor_part(event.args[0]) if event.args else None
    if tensor is None or origin(tensor) != "made" or not in_versions(event, before="2.11"):
        return None
    return Finding(event, "register_hook() of a tensor breaks the graph", confidence=CONFIDENCES[event.confidence])


@on_calls("torch.Tensor.register_hook")
def check_handle(event: Call) -> Finding | None:
    """The handle of a tensor's hook, which cannot be kept in a global."""
    function, statement = event.frame.function, event.statement
    if function is None or not isinstance(statement, ast.Assign) or statement.value is not event.node:
        return None
    names = {target.id for target in statement.targets if isinstance(target, ast.Name)}
    shared = {name for node in ast.walk(function.node) if isinstance(node, ast.Global) for name in node.names}
    if names.isdisjoint(shared):
        return None
    message = f"the handle of a hook in a global breaks the graph: {event.text}"
    return Finding(event, message, confidence=CONFIDENCES[event.confidence], uncompiled=True)


def check_use(event: HandleUse) -> Finding:
    """A handle of a module's hook that compiled code has: it is not traced."""
    what = "removing a module's hook" if event.removes else "the handle of a module's hook"
    return Finding(event, f"{what} breaks the graph: {event.text}", uncompiled=True)


def check_kept(event: Write) -> Finding | None:
    """The same, written to an attribute, in another line than where the hook is registered."""
    at, function = event.frame.module.parents.get(event.node), event.frame.function
    if not isinstance(event.value, HookHandle) or not isinstance(at, ast.Assign) or not isinstance(at.value, ast.Name):
        return None
    if function is None or at.value.id in {parameter.arg for parameter in all_arguments(function.node.args)}:
        return None  # the call that gives it to the function breaks
    return Finding(event, f"the handle of a module's hook breaks the graph: {event.text}", uncompiled=True)


@on_calls(f"{HOOK_HANDLE}.remove")
def check_removed(event: Call) -> Finding | None:
    """A hook that is taken off a tensor of the graph."""
    handle = event.args[0].evidence
    if handle is None or handle.parent is None or origin(Tensor(evidence=handle.parent)) != "made":
        return None
    message = f"removing the hook of a tensor that the graph computes makes TorchDynamo fail: {event.text}"
    return Finding(event, message, render(handle), raises=True)
