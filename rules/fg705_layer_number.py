"""A number that differs between layers that are compiled one by one

## What it does
Finds integers on a module, such as `self.layer_idx`, that its compiled code reads, if a loop compiles the modules one
by one and each got a different number. Each is reported where compiled code reads it first.

## Why it recompiles
The layers share their code, and so one cache of graphs: a graph compiled for the first layer serves all of them. But
TorchDynamo compiles an `int` of a module in as a constant, with a guard on its value, so each layer with another
number recompiles the code. After 8 graphs (`torch._dynamo.config.recompile_limit`), the remaining layers silently run
in eager; under `fullgraph=True`, that is an error.

## Example
```python
class Layer(nn.Module):
    def __init__(self, index):
        super().__init__()
        self.index = index

    def forward(self, x, cache):
        return x + cache[self.index]

for layer in model.layers:
    layer.compile()
```

Use instead: pass what belongs to the layer.
```python
    def forward(self, x, cached):
        return x + cached
```

If the number must stay, `torch._dynamo.config.allow_unspec_int_on_nn_module = True` makes it symbolic where the code
only computes with it; so does a tensor (`register_buffer`). A number that selects from a list or a dictionary must be
a constant. For that, raise `torch._dynamo.config.recompile_limit` to the number of layers.

## The fix
Unsafe: a buffer for the number, as for FG701 and under the same conditions. It is not in the state dict.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics.step import Step
from fullgraph.lint.domain.events import Read
from fullgraph.lint.domain.frame import Finding, Root
from fullgraph.lint.domain.loop_variance import argument_of, counts, differs
from fullgraph.lint.domain.values import Instance
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.recompiles import LIMIT, REGISTRY_LIMIT, first_read

REGISTRY = REGISTRY_LIMIT


def check(event: Read) -> Finding | None:
    owner, root = event.owner, event.frame.root
    if not isinstance(owner, Instance) or root is None or not is_module_class(owner.cls):
        return None
    if not first_read(event, ("layer", owner.cls)) or not _one_by_one(root):
        return None
    made = event.interp.sites.get(owner.site)
    argument = _argument(owner, event.attribute, made[1]) if made is not None else None
    if made is None or argument is None or not counts(argument, made[0]):
        return None
    frame = made[0]
    return Finding(
        event,
        f"every layer with another self.{event.attribute} recompiles, until the limit of {LIMIT}, "
        "then the others run in eager",
        (
            frame.source.step(f"{frame.text(made[1])}: each gets another number", made[1]),
            root.module.source.step(f"{root.text}: each is compiled", root.node),
            Step("an int of a module is a constant of the graph, which all layers share"),
        ),
        fix=fixes.buffer_fix(event, "raise torch._dynamo.config.recompile_limit to the number of layers"),
    )


def _one_by_one(root: Root) -> bool:
    """Return whether what compiles is a call in a loop, of what the loop is over."""
    node = root.node
    if not isinstance(node, ast.Call):
        return False
    target = node.args[0] if node.args else node.func.value if isinstance(node.func, ast.Attribute) else None
    return target is not None and differs(target, root.module)


def _argument(owner: Instance, attribute: str, call: ast.Call) -> ast.expr | None:
    """Return what the constructor's call passes for the parameter that becomes the attribute."""
    init = owner.cls.find_method("__init__")
    if init is None or any(method is not init for method in owner.cls.assigners(attribute)):
        return None
    for node in ast.walk(init.node):
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name):
            for target in node.targets:
                if isinstance(target, ast.Attribute) and target.attr == attribute:
                    return argument_of(call, init.node, node.value.id)
    return None
