"""requires_grad changed in compiled code

## What it does
Finds writes of a tensor's `requires_grad`, `requires_grad_()` if it changes something, factories with
`requires_grad=True` or a flag that can be true (`requires_grad=self.training`), `retain_grad()`, and
`torch.autograd.Variable`.

## Why the graph breaks
Which tensors are leaves that need a gradient is decided before a graph is compiled: AOTAutograd traces the backward
together with the forward. A tensor that becomes a leaf in the middle of the graph would lose that when it leaves the
graph, so TorchDynamo ends the graph. Setting the attribute of an input or a parameter breaks even if it changes
nothing. `requires_grad_()` breaks only if it changes something, so that freezing a parameter does in the first call
alone, and on a tensor created in the graph only if
something that depends on it leaves the graph with its gradient history.

## Example
```python
def forward(self, x):
    h = self.embed(x)
    h.requires_grad = True
    return self.encoder(h)
```

Use instead, outside the compiled code:
```python
embedded = model.embed(x).detach().requires_grad_()
out = compiled_encoder(embedded)
```

Freeze parameters before compiling. `torch.autograd.Variable(x)` is an old name of a tensor: use `x`.

## The fix
For `h.requires_grad = True`, which models write for gradient checkpointing: it is skipped while compiling, by `if not
torch.compiler.is_compiling():`. Unsafe: in a compiled run, `h` gets no gradient of its own. Those of parameters are
the same, since they do not depend on it. What is computed from `h` and from nothing else that needs gradients then
has no gradient history.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES, Confidence, Fix
from fullgraph.lint.domain.events import UNKNOWN_OWNER, Call, Write
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import BOOL, FALSE, MEDIUM, TRUE, Tensor, Value, tensor_part, truth
from fullgraph.lint.project.index import Module, dotted_name
from fullgraph.lint.source import syntax
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.analysis.facts import Facts
from fullgraph.rules.rewrite.offer import fix_factory
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.shared.common import explain
from fullgraph.rules.shared.names import Names, each
from fullgraph.rules.shared.origin import is_buffer, of_parameters, origin

REGISTRY = ("GB0206", "GB8985", "GB0125", "GB0225", "GB0108", "GB0007")

NAMES = Names(
    each("torch.autograd.", "Variable variable.Variable"),
)


def check_write(event: Write) -> Finding | None:
    if event.attribute != "requires_grad":
        return None
    if not isinstance(event.owner, Tensor) and type(event.owner) is not Value:
        return None
    confidence = event.owner.confidence if isinstance(event.owner, Tensor) else MEDIUM
    steps = explain(event, event.owner, "requires_grad is set")
    message = f"setting requires_grad breaks the graph: {event.text}"
    return Finding(event, message, steps, CONFIDENCES[confidence], fix=_skipped(event))


@fix_factory
def _skipped(event: Write) -> Callable[[], Fix] | None:
    """``h.requires_grad = True`` behind a guard; None for another form."""
    statement = event.statement
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    target, value = statement.targets[0], statement.value
    if not isinstance(target, ast.Attribute) or not isinstance(value, ast.Constant) or value.value is not True:
        return None
    facts = Facts(event, statement)
    lost = f"`{ast.unparse(target.value)}` gets no gradient of its own"
    return lambda: answer(fixes.behind_guard([statement], event.frame.source, facts, lost))


@on_calls(*NAMES.all, "*.requires_grad_", "torch.*")
def check_call(event: Call) -> Finding | None:
    if event.name == "torch.Tensor.retain_grad":
        steps = explain(event, event.args[0], "retain_grad()")
        return Finding(event, "retain_grad() breaks the graph", steps, CONFIDENCES[event.confidence])
    if event.name.endswith(".requires_grad_"):
        return _method(event)
    flag = event.kwargs.get("requires_grad", FALSE)
    if event.name in event.interp.torch.functions and truth(flag) is not False:
        when = "=True breaks the graph" if truth(flag) else " breaks the graph where that is true"
        written = _written(event)
        return Finding(
            event,
            f"{event.name}() with requires_grad{when}",
            confidence=_confidence_in(event, flag),
            conditions=() if written is None or truth(flag) else _where_true(written, event.frame.module),
        )
    return NAMES.finding(event)


def _where_true(flag: ast.expr, module: Module) -> tuple[PathCondition, ...]:
    return tuple(PathCondition.of(flag, True, module))


def _written(event: Call) -> ast.expr | None:
    """Return the flag as the call writes it."""
    named = next((one.value for one in getattr(event.node, "keywords", ()) if one.arg == "requires_grad"), None)
    if named is None and event.name.endswith(".requires_grad_") and isinstance(event.node, ast.Call):
        return next(reversed(event.node.args), None)  # behind the tensor in Tensor.requires_grad_(x, flag)
    return named


def _confidence_in(event: Call, flag: Value) -> Confidence:
    """Return how sure it is that a flag is ever true: training makes those that say how the model runs true."""
    if truth(flag):
        return "high"
    written = _written(event)
    asked = (dotted_name(node).rpartition(".")[2] for node in ast.walk(written or event.node))
    return "medium" if written is not None and not {"training", "is_grad_enabled"}.isdisjoint(asked) else "low"


def _method(event: Call) -> Finding | None:
    flag = event.argument(1, "requires_grad") or TRUE
    tensor = tensor_part(event.args[0])
    if tensor is not None:
        undoes = flag == FALSE and _is_undone(event, before=True)
        if not _changes(tensor, flag) and not (flag == TRUE and _is_undone(event)) and not undoes:
            return None
        sure = flag in (TRUE, FALSE) and origin(tensor) != "attribute"
        confidence = event.confidence if sure else min(event.confidence, MEDIUM)
    elif event.name.startswith(("torch.nn.", UNKNOWN_OWNER)) and (
        flag == FALSE or (flag == TRUE and _is_undone(event))
    ):
        confidence = MEDIUM  # it breaks unless all parameters are frozen before
    else:
        return None
    message = f"requires_grad_() breaks the graph: {event.text}"
    steps = explain(event, event.args[0], "requires_grad_()")
    written = _written(event)
    if truth(flag) is None and written is not None:
        confidence = min(confidence, CONFIDENCES.index(_confidence_in(event, flag)))
        return Finding(
            event, message, steps, CONFIDENCES[confidence], conditions=_where_true(written, event.frame.module)
        )
    first_only = flag == FALSE and (tensor is None or origin(tensor) == "attribute") and not _is_undone(event)
    return Finding(event, message, steps, CONFIDENCES[confidence], first_only=first_only)


def _is_undone(event: Call, before: bool = False) -> bool:
    """Return whether the function sets it to the opposite too, on the same way and of the same object.

    ``before``: in front of the call.
    """
    info, module, node = event.frame.function, event.frame.module, event.node
    if info is None or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return False
    here, owner = _arms(module, node), ast.dump(node.func.value)
    for part in syntax.walk(info.node):
        func = part.func if isinstance(part, ast.Call) else None
        if not isinstance(part, ast.Call) or not isinstance(func, ast.Attribute) or func.attr != node.func.attr:
            continue
        if before and part.lineno >= node.lineno:
            continue
        if ast.dump(func.value) == owner and _freezes(part) is not _freezes(node):
            there = _arms(module, part)
            if all(here.get(at, arm) is arm for at, arm in there.items()):
                return True
    return False


def _freezes(call: ast.Call) -> bool:
    """Return whether a call of ``requires_grad_`` is told ``False``."""
    given = [*call.args, *(word.value for word in call.keywords)]
    return bool(given) and isinstance(given[0], ast.Constant) and given[0].value is False


def _arms(module: Module, node: ast.AST) -> dict[ast.If, bool]:
    """The ``if`` statements around a node, each with whether the node is in its body."""
    found: dict[ast.If, bool] = {}
    below, at = node, module.parents.get(node)
    while at is not None:
        if isinstance(at, ast.If):
            found[at] = below in at.body
        below, at = at, module.parents.get(at)
    return found


def _changes(tensor: Tensor, flag: Value) -> bool:
    """Return whether setting it to this changes what ``requires_grad`` most likely was.

    Inputs and buffers do not need gradients and parameters do; what was made in the graph needs them if an input of it
    does.
    """
    came = origin(tensor)
    if came == "attribute" and not is_buffer(tensor):
        return flag == FALSE
    return flag in (TRUE, BOOL) and (came in ("argument", "attribute") or not of_parameters(tensor))
