"""Modules built in compiled code that TorchDynamo cannot build while it traces

## What it does
Finds modules of the project created in a compiled function, if that ends the graph:

- `super().__init__()`, or what the constructor uses of the module before, where the constructor does something that
  breaks, such as creating a parameter, setting an `nn.Buffer` or printing
- the same of modules that are made behind a break in a loop, a `try` or their like, where eager runs the function
- `nn.Module.__init__(self)` instead of `super().__init__()`
- calls of a new module's methods that are decorated with `torch.no_grad()`, `torch.inference_mode()`,
  `torch.enable_grad()` or `torch.autocast(...)`

## Why the graph breaks
TorchDynamo builds a module in compiled code by tracing its constructor. If something in it breaks, the constructor
runs again as a separate function, on a module that is not initialized yet, and TorchDynamo ends the graph at its
first line too. A decorated method is a closure, which TorchDynamo does not accept from an object that it has only
traced.

Modules whose constructors only set attributes, create modules without parameters and register buffers
(`register_buffer`) are built without a break, and so are `nn.Sequential`, `nn.ModuleList` and `nn.ModuleDict` of such
modules.

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

If the module must be built in each call, use `self.register_buffer("weight", ...)` in its constructor, and `with
torch.no_grad():` inside the method.

## The fix
For a decorated method: the method enters the context around its whole body except the docstring, instead of the
decorator. Safe if the decorator is the innermost one and takes only constants, if the method is not a generator, and
if an `autocast` is one of the CPU with a dtype: others look for the device, or at the default dtype, in every call.

For a constructor that breaks: the module is created once, in `__init__`, and kept in an attribute. Unsafe: its
buffers then belong to the model, in its state dict too, and its constructor draws random numbers only once. This
applies only to a module without parameters, such as a loss. A method of a class with an `__init__` must create it,
from globals and from attributes that only `__init__` sets, and what breaks in the constructor must have no fix of its
own. For a function that creates its loss, the only way is to pass the loss in.

`nn.Module.__init__(self)` in a class without another base becomes `super().__init__()`. In a class whose only base
has no other base, it becomes `super(Base, self).__init__()`, which skips the base's own constructor as before.
Unsafe: in a subclass with more bases, the next one gets initialized.
"""

from __future__ import annotations

import ast
import functools

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES, Fix, Mode
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call, Decorated, EagerConstructor, SuperInit
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import (
    External,
    ExternalInstance,
    Instance,
    SequenceValue,
    Tensor,
    Value,
    alternatives,
)
from fullgraph.lint.project.index import ClassInfo
from fullgraph.lint.project.module_classes import is_module_class
from fullgraph.lint.source.syntax import is_super_init
from fullgraph.rules.codemod import quote
from fullgraph.rules.codemod.change import replace_expression
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.rewrite.analysis.oracle import Obstacle
from fullgraph.rules.rewrite.soundness import answer
from fullgraph.rules.shared.common import breaks
from fullgraph.rules.shared.names import in_versions

REGISTRY = ("GB0119", "GB0007", "GB0116", "GB2710", "GB6956")

_ONCE = "Make it once, in `__init__`"
_CHANGES = (
    Kind.EFFECT.open("its buffers then belong to the model"),
    Kind.DRAW.open("what its constructor draws is drawn once"),
)
_WITHOUT_PARAMETERS = ("Loss", "ReLU", "GELU", "SiLU", "Sigmoid", "Tanh", "Softmax", "Identity", "Dropout", "Flatten")
MAX_DEPTH = 4
"""The depth to which the modules of a module are searched."""
_MODULE_INIT = frozenset(("torch.nn.Module.__init__", "torch.nn.modules.module.Module.__init__"))
_CONTEXTS = frozenset(f"torch.{name}" for name in "no_grad inference_mode enable_grad autocast amp.autocast".split())

_TRACED = frozenset(("torch.no_grad", "torch.enable_grad"))
"""The contexts that are traced since torch 2.15."""


def check_constructor(event: SuperInit) -> Finding | None:
    causes = [cause for cause in event.causes if breaks(cause)]
    if not causes or not is_module_class(event.owner.cls):
        return None
    modes: tuple[Mode, ...] = tuple(mode for mode in BOTH_MODES if any(mode in cause.modes for cause in causes))
    confidence = CONFIDENCES[max(CONFIDENCES.index(cause.confidence) for cause in causes)]
    name = event.owner.cls.name
    message = f"{name} is built in compiled code, where its constructor breaks the graph: {event.text} breaks it too"
    learns = _learns(event, event.owner)
    fix = functools.partial(_built_once, event, causes, learns)
    return Finding(event, message, confidence=confidence, modes=modes, fix=lambda: answer(fix()))


def check_in_eager(event: EagerConstructor) -> Finding:
    first = min(event.causes, key=lambda cause: len(cause.conditions))
    name = event.owner.cls.name
    return Finding(
        event,
        f"{name} is built where a break leaves the code to eager, which calls its constructor: {event.text} breaks it",
        confidence=CONFIDENCES[max(CONFIDENCES.index(cause.confidence) for cause in event.causes)],
        modes=tuple(mode for mode in BOTH_MODES if any(mode in cause.modes for cause in event.causes)),
        conditions=event.conditions or first.conditions,
    )


def _learns(event: SuperInit, owner: Instance, depth: int = 0) -> bool:
    """Return whether a module may have parameters, which are new in each call of what makes it."""
    for value in event.interp.heap.of(owner.site).values():
        for one in alternatives(value):
            if isinstance(one, Instance) and is_module_class(one.cls):
                if depth > MAX_DEPTH or _learns(event, one, depth + 1):
                    return True
            elif isinstance(one, ExternalInstance) and one.cls.startswith("torch.nn."):
                if not one.cls.rpartition(".")[2].endswith(_WITHOUT_PARAMETERS):
                    return True
            elif (isinstance(one, SequenceValue) and one.kind != "tuple") or _is_parameter(one):
                return True
    return False


def _is_parameter(value: Value) -> bool:
    return isinstance(value, Tensor) and any("parameter" in str(source) for source in value.sources or ())


def _built_once(event: SuperInit, causes: list[Finding], learns: bool) -> Fix | Obstacle:
    """The module made in the constructor of what uses it."""
    if learns:
        return Obstacle("it has parameters, which are new in each call; make it once, where the model is made")
    offered = [cause.fix() for cause in causes if cause.fix is not None]
    if len([fix for fix in offered if fix is not None and fix.edits]) == len(causes):
        return Obstacle("what breaks in the constructor has a fix itself")
    made = event.interp.sites.get(event.owner.site)
    if made is None or not isinstance(made[1], ast.expr):
        return Obstacle("it is not known where it is made")
    frame, call = made[:2]
    if frame.module is not event.frame.module:
        where = f"{frame.source.display}:{frame.source.at(call.lineno)}"
        return Obstacle(f"make it once, where the model is made; here that is done in {where}")
    edits = fixes.in_constructor(call, frame.function, fixes.stem_of(event.owner.cls.name), frame.source)
    return edits if isinstance(edits, Obstacle) else Fix(_ONCE, edits, _CHANGES)


@on_calls(*_MODULE_INIT)
def check_base(event: Call) -> Finding | None:
    if is_super_init(event.node):
        return None
    message = "nn.Module.__init__(self) in compiled code breaks the graph; super().__init__() does not"
    return Finding(event, message, fix=lambda: answer(_by_super(event)))


def _by_super(event: Call) -> Fix | Obstacle:
    """``super().__init__()`` for the constructor of ``nn.Module`` by its name."""
    call, function = event.node, event.frame.function
    owner = function.owner if function is not None else None
    arguments = function.node.args.args if function is not None else []
    if not isinstance(call, ast.Call) or owner is None or len(call.args) != 1:
        return Obstacle("it is not in a constructor")
    own = [cls for cls in owner.mro if isinstance(cls, ClassInfo)]
    if any(len(cls.node.bases) != 1 for cls in own) or owner.mro[len(own) :] != ["torch.nn.Module"] or len(own) > 2:
        return Obstacle("which class comes next is unknown")
    given = call.args[0]
    if call.keywords or not (arguments and isinstance(given, ast.Name) and given.id == arguments[0].arg):
        return Obstacle("it initializes another object")
    new = quote.expression("super().__init__()")
    if len(own) > 1:  # not the constructor of the base between
        new = quote.expression("super(BASE, SELF).__init__()", BASE=owner.node.bases[0], SELF=given)
    more = Kind.EFFECT.open("in a subclass with more bases, the next one gets initialized")
    return Fix("Call super()", (replace_expression(event.frame.source, call, new),), (more,))


def check_decorated(event: Decorated) -> Finding | None:
    made = event.interp.sites.get(event.owner.site)
    if made is None or not made[0].tracing or not event.owner.exact or _left(event, made[0], made[1]):
        return None
    context = next(filter(None, (_context(event, decorator) for decorator in event.method.decorators)), None)
    if context is None:
        return None
    what = f"{event.owner.cls.name}.{event.method.name}"
    message = f"calling {what} breaks the graph: {context} decorates it, and the object is made in compiled code"
    return Finding(event, message, fix=lambda: answer(_entered(event)))


def _entered(event: Decorated) -> Fix | Obstacle:
    """The context inside of the method."""
    function, module = event.method.node, event.method.module
    if module is not event.frame.module:
        where = f"{module.source.display}:{module.source.at(function.lineno)}"
        return Obstacle(f"enter it inside the method, in {where}")
    if not isinstance(function, ast.FunctionDef):
        return Obstacle("it is not a plain method")
    found = [one for one in function.decorator_list if _context(event, one) is not None]
    if len(found) != 1:
        return Obstacle("there is more than one context around the method")
    return fixes.context_inside(function, found[0], event.method.local_names, module.source)


def _context(event: Decorated, decorator: ast.expr) -> str | None:
    """torch's context that a decorator is."""
    named = decorator.func if isinstance(decorator, ast.Call) else decorator
    found = event.interp.evaluate(Frame(event.method.module), named)
    if not isinstance(found, External) or found.name not in _CONTEXTS:
        return None
    return found.name if found.name not in _TRACED or in_versions(event, before="2.15") else None


def _left(event: Decorated, home: Frame, made: ast.Call) -> bool:
    """Return whether the graph may have ended since the object was made: what follows is given a real object."""
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
