"""Value held over a break

## What it does
Finds calls and comprehensions in which the graph breaks while the code around holds a value that TorchDynamo cannot
hand over the break:

- a method of an object that the same function made, or of a tensor of a subclass: `Boxes(x).clip()`, where `clip`
  breaks, and `boxes.scale(self.factor(x))`, where `factor` does
- the iterator of a comprehension over a dictionary or its `items()`, a set, or an `nn.ModuleList`, since torch 2.13:
  `[layer(x) for layer in self.layers]`; over `self.children()` and its like, or a generator expression; over
  `enumerate(...)`, since torch 2.11; over `itertools.chain(...)`, in torch 2.11 to 2.13
- a generator expression that `sum`, `any`, `all`, `dict` or a function of the project takes, over a list, a tensor,
  `zip(...)` or their like: `sum(self.loss(y) for y in ys)`; before torch 2.13 over dictionaries and modules too
- since torch 2.11, a generator expression over such, or `enumerate(...)`, that is given to a function which breaks
  itself: `self.total(self.loss(y) for y in ys)`, `Boxes(*(scale(y) for y in ys))`; before torch 2.14 over anything,
  where it is the last to use a variable of the function: `self.total(layer(x) for layer in self.layers)`
- a method of a tensor, where a function that computes one of the arguments breaks the graph and gives a tensor:
  `x.index_select(0, self.rows(mask))`. Before torch 2.13 methods of lists, dictionaries and sets too, such as
  `found.append(self.rows(mask))`

Before Python 3.12, it finds comprehensions over lists, dictionaries, sets, `zip(...)` or their like that name a tensor,
a module, or `torch`, where a function that they call breaks the graph, and where the function around them runs
uncompiled because the graph breaks in one of its loops, or in a `try`.

It also finds what goes over an iterator from `zip`, `map` or `filter`, or over a view from `items()` or `values()` of a
dictionary, that a variable has held since before a break.

## Why the graph breaks
When the graph breaks in a function, the one that called it breaks too: TorchDynamo writes code that rebuilds what the
caller holds, calls the function, and goes on. What it has made itself while tracing, and cannot rebuild, such as a
bound method, ends that (`Reconstruction failure`, `Generator reconstruction with mutations`): the calling function runs
uncompiled from there on. The method of a tensor is rebuilt, but the code that goes on does not trace it
(`Attempted to call function marked as skipped`).

An iterator or a view of a dictionary in a variable is handed over, but the code that goes on does not trace it
(`missing tp_iter`, `C-implemented special method without VariableTracker support`).

Before Python 3.12, a comprehension is a function of its own, which is given an iterator. Where eager calls it,
TorchDynamo compiles the comprehension by itself, and cannot trace the iterator (`Missing tp_iternext`).

Once the function no longer breaks, there is nothing to find.

## Example
```python
def forward(self, x, mask):
    boxes = Boxes(x)
    boxes.check()  # breaks the graph
    scales = [layer(x) for layer in self.layers]  # whose forward breaks the graph
    return x.index_select(0, self.rows(mask))  # self.rows breaks the graph
```

Use instead: remove the break. Or take a function in the place of the method, go over a list, and compute the argument
first.
```python
def forward(self, x, mask):
    boxes = Boxes(x)
    check(boxes)
    scales = [layer(x) for layer in list(self.layers)]
    rows = self.rows(mask)
    return x.index_select(0, rows)
```
"""

from __future__ import annotations

import ast
from collections.abc import Sequence

from fullgraph.lint.diagnostics.diagnostic import BOTH_MODES, CONFIDENCES, Mode
from fullgraph.lint.domain.events import EagerComprehension, HeldIterator, HeldMethod, HeldObject
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.path_condition import PathCondition
from fullgraph.lint.domain.values import HIGH, LOW, Instance, Tensor, alternatives
from fullgraph.lint.registry.codes import is_about_break
from fullgraph.rules.shared.common import DEFAULT_ONLY, explain
from fullgraph.rules.shared.names import in_versions

REGISTRY = (
    *("GB0007", "GB0091", "GB0092", "GB0116", "GB0156", "GB0253"),
    *("GB0811", "GB4347", "GB6012", "GB8335", "GB9493"),
)

_ITERATORS = {
    "mapping": ("a dictionary", "2.13", None),
    "set": ("a set", "2.13", None),
    "modules": ("a list of modules", "2.13", None),
    "walk": ("a module's parts", None, None),
    "generator": ("a generator", None, None),
    "enumerate": ("enumerate()", "2.11", None),
    "enumerate of others": ("enumerate()", "2.11", "2.13"),
    "chain": ("itertools.chain()", "2.11", "2.14"),
}
"""What a comprehension goes over, and the versions of torch in which its iterator cannot be rebuilt."""
_IN_DEFAULT_ALONE = ("mapping", "set", "modules")
"""Those that end a graph only where it goes on behind a break."""
_GENERATORS = {
    "items": None,
    "enumerate": None,
    "mapping": "2.13",
    "set": "2.13",
    "modules": "2.13",
}
"""What a generator expression goes over, and the version of torch since which it can be rebuilt."""


def check(event: HeldMethod) -> Finding | None:
    causes = [cause for cause in event.causes if _breaks_elsewhere(event, cause)]
    if not causes or _is_left_to_eager(event):
        return None
    sure = HIGH
    if isinstance(event.owner, Tensor):
        sure = event.owner.confidence
        if sure == LOW or not any(isinstance(value, Tensor) for value in event.args):
            return None
    elif not in_versions(event, before="2.13"):
        return None
    return Finding(
        event,
        f"the graph breaks again at .{event.method}(), which is looked up before an argument breaks it: {event.text}",
        explain(event, event.owner, f".{event.method}() is handed over the break"),
        CONFIDENCES[min(_surest(causes), sure)],
        DEFAULT_ONLY,
        conditions=_conditions(event, causes),
    )


def check_object(event: HeldObject) -> Finding | None:
    causes = [cause for cause in event.causes if _breaks_elsewhere(event, cause)]
    if not causes or _is_left_to_eager(event):
        return None
    sure = HIGH
    modes = DEFAULT_ONLY
    if event.held == "method":
        func = event.node.func if isinstance(event.node, ast.Call) else None
        name = func.attr if isinstance(func, ast.Attribute) else ""
        owners = alternatives(event.value)
        names = dict.fromkeys(
            one.cls.name for one in owners if isinstance(one, (Instance, Tensor)) and one.cls is not None
        )
        what = f".{name}() of {' or '.join(names)}"
        sure = min((one.confidence for one in owners if isinstance(one, Tensor)), default=HIGH)
    elif event.held == "iterator":
        if event.kind not in _ITERATORS:
            return None
        goes_over, since, before = _ITERATORS[event.kind]
        if not in_versions(event, since=since, before=before):
            return None
        what = f"the iterator over {goes_over}"
        if event.kind not in _IN_DEFAULT_ALONE:
            modes = _of_causes(causes)
    else:
        first = "2.11" if event.held == "argument" else None
        known = event.kind in _GENERATORS and in_versions(event, since=first, before=_GENERATORS[event.kind])
        if not known and not (event.is_last_use and in_versions(event, since="2.11", before="2.14")):
            return None
        what = "the generator"
        modes = _of_causes(causes)
    confidence = min(_surest(causes), sure)
    if confidence == LOW:
        return None
    return Finding(
        event,
        f"the graph breaks here too: {what} cannot be handed over the break that is in it: {event.text}",
        explain(event, event.value, f"{what} cannot be rebuilt behind the break"),
        CONFIDENCES[confidence],
        modes,
        uncompiled=True,
        conditions=_conditions(event, causes),
    )


def check_iterator(event: HeldIterator) -> Finding | None:
    causes = [cause for cause in event.causes if set(cause.conditions) <= set(event.frame.conditions)]
    modes = _of_causes(causes)
    if not modes or all(cause.once_changed for cause in causes):
        return None
    return Finding(
        event,
        f"the graph breaks again at what {event.made_by}() gave before a break: {event.text}",
        confidence=CONFIDENCES[_surest(causes)],
        modes=modes,
        uncompiled=not event.by_call,
    )


def check_in_eager(event: EagerComprehension) -> Finding:
    first = min(event.causes, key=lambda cause: len(cause.conditions))
    return Finding(
        event,
        f"the graph breaks here too: eager runs this as a function, whose iterator cannot be traced: {event.text}",
        confidence=CONFIDENCES[_surest([*event.causes])],
        modes=DEFAULT_ONLY,
        conditions=event.conditions or first.conditions,
    )


def _of_causes(causes: Sequence[Finding]) -> tuple[Mode, ...]:
    return tuple(mode for mode in BOTH_MODES if any(mode in cause.modes for cause in causes))


def _surest(causes: list[Finding]) -> int:
    return max(CONFIDENCES.index(cause.confidence) for cause in causes)


def _conditions(event: Event, causes: list[Finding]) -> tuple[PathCondition, ...]:
    """The conditions under which a break is met that leads to another one: those of the break with the fewest."""
    held = set(event.frame.conditions)
    fewest = min(causes, key=lambda cause: len(set(cause.conditions) - held))
    return () if set(fewest.conditions) <= held else tuple(fewest.conditions)


def _breaks_elsewhere(event: Event, cause: Finding) -> bool:
    """Return whether a finding says that a function which the call's frame calls breaks."""
    elsewhere = cause.event.frame is not event.frame and cause.event.frame.function is not None
    return elsewhere and "default" in cause.modes and is_about_break(cause.code) and not cause.once_changed


def _is_left_to_eager(event: Event) -> bool:
    """Return whether a break there leaves the whole function to eager: in a loop, or a ``try``."""
    if event.frame.loops:
        return True
    node: ast.AST | None = event.frame.module.parents.get(event.node)
    while node is not None and not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
        if isinstance(node, _LOOPS):
            return True
        node = event.frame.module.parents.get(node)
    return False


_LOOPS = (ast.For, ast.While, ast.Try, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
