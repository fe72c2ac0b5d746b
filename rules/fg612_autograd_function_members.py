"""Members and arguments of an autograd.Function that TorchDynamo does not trace

## What it does
Finds `apply` of a `torch.autograd.Function` that defines `jvp` or `vjp`, or whose `forward` or `backward` is a
`classmethod`, in compiled functions; since torch 2.13, `apply` with one tensor as two arguments; calls of
`ctx.name()`, `ctx.register_hook` and other methods of the context that are not meant for a function's own code; and
uses of a class attribute of such a function, such as `Spike.threshold` or `Spike.__name__`; `super()` in a
`classmethod` of one, with which compiling fails.

## Why the graph breaks
If an argument needs gradients, TorchDynamo traces `forward` and `backward` into the graph as one operator. This
operator cannot have a forward-mode derivative (`jvp`) or a `vjp`, and `forward` and `backward` must be static
methods. Its gradients belong to its inputs one by one, so no input can appear twice. These are captured:
`setup_context`, `vmap`, `once_differentiable`, `mark_dirty`, `mark_non_differentiable`, `set_materialize_grads`,
`save_for_forward` and attributes of `ctx`.

TorchDynamo knows of the class only how to apply it, and calls its static and class methods. What its other attributes
are is not looked up, so any use of them ends the graph.

## Example
```python
class Scale(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x): ...

    @staticmethod
    def backward(ctx, gradient): ...

    @staticmethod
    def jvp(ctx, tangent): ...
```

Use instead: a class without `jvp` for compiled code, from which the class with `jvp` inherits. Instead of
`Product.apply(x, x)`, pass `Product.apply(x, x.clone())`. Keep constants in the module, not in the class.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, FunctionRead
from fullgraph.lint.domain.externals import SUPER_OF_FUNCTION
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import ClassValue, External, Method, tensor_part
from fullgraph.lint.project.index import ClassInfo, dotted_name
from fullgraph.rules.shared.names import in_versions
from fullgraph.rules.shared.origin import of_parameters

REGISTRY = ("GB4841", "GB6215", "GB0156", "GB0055", "GB0139", "GB0144", "GB0145", "GB7312", "GB6297", "GB0088")


_CONTEXT = "torch.autograd.function.FunctionCtx"
_UNTRACED = ("maybe_clear_saved_tensors", "name", "register_hook", "register_prehook")


@on_calls(
    *(f"{_CONTEXT}.{name}" for name in ("maybe_clear_saved_tensors", "name", "register_hook", "register_prehook"))
)
def check_context(event: Call) -> Finding | None:
    """Methods of the context."""
    return Finding(event, f"this method of the context breaks the graph: {event.text}")


@on_calls("torch.autograd.Function.apply")
def check(event: Call) -> Finding | None:
    owner = event.args[0] if event.args else None
    if not isinstance(owner, ClassValue):
        return None
    member = _member(owner.cls)
    tensors = [tensor for value in event.args[1:] if (tensor := tensor_part(value)) is not None]
    needed = [tensor for tensor in tensors if tensor.sources != frozenset()]
    why = f"{owner.cls.name} has {member}" if member is not None else _twice(event)
    if why is None or not needed:
        return None
    # What a caller gives seldom requires gradients, but for what a layer with parameters gave it.
    most = 2 if any(map(of_parameters, needed)) else 0
    confidence = CONFIDENCES[min(most, max(tensor.confidence for tensor in needed))]
    return Finding(event, f"{event.text} breaks the graph: {why}", confidence=confidence)


@on_calls(SUPER_OF_FUNCTION)
def check_super(event: Call) -> Finding:
    """``super()`` in a ``classmethod``, for which TorchDynamo asks the class for what it is."""
    message = f"super() in a classmethod of an autograd.Function makes TorchDynamo fail: {event.text}"
    return Finding(event, message, raises=True)


def check_read(event: FunctionRead) -> Finding | None:
    """A class attribute, where it is used: not where it is only assigned, returned or passed on."""
    parents = event.frame.module.parents
    used = parents.get(event.node)
    while isinstance(used, (ast.keyword, ast.Tuple, ast.List)):
        used = parents.get(used)
    if isinstance(used, (ast.Assign, ast.AnnAssign, ast.Return, ast.Expr, ast.FormattedValue)):
        return None
    if isinstance(used, ast.Compare) and all(isinstance(one, (ast.Is, ast.IsNot)) for one in used.ops):
        return None
    if isinstance(used, ast.Call):
        callee = event.interp.evaluate(event.frame, used.func)
        if not isinstance(callee, (External, Method)):
            return None
    return Finding(event, f"a class attribute of an autograd.Function breaks the graph: {event.text}")


def _twice(event: Call) -> str | None:
    """Return what is said of a tensor that needs gradients and is passed twice, by one name."""
    if not isinstance(event.node, ast.Call) or not in_versions(event, since="2.13"):
        return None
    seen = set()
    for node, value in zip(event.node.args, event.args[1:], strict=False):
        tensor, name = tensor_part(value), dotted_name(node)
        if tensor is None or not of_parameters(tensor) or not name:
            continue
        if name in seen:
            return f"it is given `{name}` twice"
        seen.add(name)
    return None


def _member(cls: ClassInfo) -> str | None:
    for name in ("jvp", "vjp"):
        if cls.find_method(name) is not None:
            return name
    for name in ("forward", "backward"):
        method = cls.find_method(name)
        if method is not None and "classmethod" in method.decorator_names:
            return f"a classmethod {name}"
    return None
