"""Modules built in compiled code that TorchDynamo cannot build while it traces

## What it does
Finds modules of the project that are made in a function that is compiled, where that ends the graph:

- `super().__init__()` of a module whose constructor does something that breaks, such as making a parameter, setting
  an `nn.Buffer` or printing;
- `nn.Module.__init__(self)` instead of `super().__init__()`;
- calls of a new module's methods that are decorated with `torch.no_grad()`, `torch.inference_mode()`,
  `torch.enable_grad()` or `torch.autocast(...)`.

## Why the graph breaks
A module that is built in compiled code is built by tracing its constructor. Where something in there breaks, the
constructor runs again as a function of its own, on a module of which nothing is initialised yet: TorchDynamo ends the
graph at its first line too. A decorated method is a closure, which it does not take from an object that it has only
traced.

Modules whose constructors only set attributes, make modules without parameters and register buffers
(`register_buffer`) are built without a break, also `nn.Sequential`, `nn.ModuleList` and `nn.ModuleDict` of such.

## Example
```python
class Loss(nn.Module):
    def __init__(self, classes):
        super().__init__()
        self.weight = nn.Buffer(torch.ones(classes))


def forward(self, x, labels):
    return Loss(10)(x, labels)
```

Use instead:
```python
def __init__(self):
    ...
    self.loss = Loss(10)


def forward(self, x, labels):
    return self.loss(x, labels)
```

Where the module has to be built anew, use `self.register_buffer("weight", ...)` in its constructor, and
`with torch.no_grad():` inside of the method.
"""

from __future__ import annotations

import ast

from fullgraph.lint.diagnostics import BOTH_MODES, CONFIDENCES, Mode
from fullgraph.lint.events import Call, Decorated, Finding, Initialised
from fullgraph.lint.interpreter import expressions
from fullgraph.lint.interpreter.attributes import is_module_class
from fullgraph.lint.interpreter.calls import is_super_init
from fullgraph.lint.interpreter.frame import Frame
from fullgraph.lint.values import External
from fullgraph.rules.common import breaks
from fullgraph.rules.names import in_versions

REGISTRY = ("GB0119", "GB0007", "GB0116", "GB2710", "GB6956")

_MODULE_INIT = frozenset(("torch.nn.Module.__init__", "torch.nn.modules.module.Module.__init__"))
_CONTEXTS = frozenset(f"torch.{name}" for name in "no_grad inference_mode enable_grad autocast amp.autocast".split())

_TRACED = frozenset(("torch.no_grad", "torch.enable_grad"))
"""Those that are traced since torch 2.15."""


def check_constructor(event: Initialised) -> Finding | None:
    causes = [cause for cause in event.causes if breaks(cause)]
    if not causes or not is_module_class(event.owner.cls):
        return None
    modes: tuple[Mode, ...] = tuple(mode for mode in BOTH_MODES if any(mode in cause.modes for cause in causes))
    confidence = CONFIDENCES[max(CONFIDENCES.index(cause.confidence) for cause in causes)]
    name = event.owner.cls.name
    message = f"{name} is built in compiled code, where its constructor breaks the graph: {event.text} breaks it too"
    return Finding(event, message, confidence=confidence, modes=modes)


def check_base(event: Call) -> Finding | None:
    if event.name not in _MODULE_INIT or is_super_init(event.node):
        return None
    return Finding(event, "nn.Module.__init__(self) in compiled code breaks the graph; super().__init__() does not")


def check_decorated(event: Decorated) -> Finding | None:
    made = event.machine.sites.get(event.owner.site)
    if made is None or not made[0].tracing or not event.owner.exact or _left(event, made[0], made[1]):
        return None
    context = next(filter(None, (_context(event, decorator) for decorator in event.method.decorators)), None)
    if context is None:
        return None
    what = f"{event.owner.cls.name}.{event.method.name}"
    message = f"calling {what} breaks the graph: {context} decorates it, and the object is made in compiled code"
    return Finding(event, message)


def _context(event: Decorated, decorator: ast.expr) -> str | None:
    """torch's context that a decorator is."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    found = expressions.evaluate(event.machine, Frame(event.method.module), named)
    if not isinstance(found, External) or found.name not in _CONTEXTS:
        return None
    return found.name if found.name not in _TRACED or in_versions(event, before="2.15") else None


def _left(event: Decorated, home: Frame, made: ast.Call) -> bool:
    """Whether the graph may have ended since the object was made: what follows is given a real object."""
    frame: Frame | None = event.frame
    while frame is not None:
        for finding in frame.findings:
            here = finding.event.frame.function is home.function
            if breaks(finding) and not (here and finding.event.node.lineno < made.lineno):
                return True
        if frame is home:
            return False
        frame = frame.caller
    return True
