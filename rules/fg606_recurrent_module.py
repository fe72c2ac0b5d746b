"""Recurrent modules in compiled code

## What it does
Finds `nn.LSTM`, `nn.GRU` and `nn.RNN`, and classes that inherit from them, at their first use in a compiled function.

## Why the graph breaks
TorchDynamo refuses these modules on purpose (`torch._dynamo.config.allow_rnn` is False). It breaks as soon as the
code reads the attribute that holds one, and the whole enclosing function runs uncompiled; `check` reports only the
first such line. `super().forward(x)` in a class that inherits from one does the same, and so does what goes over the
modules, such as `self.parameters()` and `self.eval()`. Cells (`nn.LSTMCell`, `nn.GRUCell`, `nn.RNNCell`) are traced,
and so is `pad_sequence`.

## Example
```python
def forward(self, x):
    x = self.embedding(x)
    x, _ = self.lstm(x)
    return self.head(x).softmax(-1)
```

Use instead a separate function for the recurrent module, so that the code around it is compiled:
```python
def encode(self, x):
    x, _ = self.lstm(x)
    return x

def forward(self, x):
    x = self.encode(self.embedding(x))
    return self.head(x).softmax(-1)
```

That leaves one break. `torch._dynamo.config.allow_rnn = True` traces the modules into the graph; if the file sets it,
they are not reported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, SubmoduleRead
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.path_condition import PathCondition, of_choice
from fullgraph.lint.domain.values import (
    HIGH,
    MEDIUM,
    ExternalInstance,
    Instance,
    SequenceValue,
    Value,
    alternatives,
    replace,
)
from fullgraph.rules.shared.names import in_versions

REGISTRY = ("GB0014", "GB0148", "GB4841", "GB0175", "GB0150", "GB7000")

_KINDS = ("LSTM", "GRU", "RNN")
_MODULES = {
    **{f"torch.nn.{kind}": kind for kind in _KINDS},
    **{f"torch.nn.modules.rnn.{kind}": kind for kind in _KINDS},
}
_GIVING = ("children", "modules", "parameters", "buffers")
"""What the names of methods end in that give parts of a module, and change none."""
_SWITCH = "allow_rnn"
_ASKED = "FG606 asks what else may be called"


def check_part(event: SubmoduleRead) -> Finding | None:
    value = event.value
    func = event.node.func if isinstance(event.node, ast.Call) else None
    gives = isinstance(func, ast.Attribute) and func.attr.endswith(_GIVING)
    if event.walked and gives and in_versions(event, before="2.11"):
        return None
    names = [value.cls] if isinstance(value, ExternalInstance) else value.cls.external_bases()
    if _MODULES.keys().isdisjoint(names):
        return None
    parent = event.frame.module.parents.get(event.node)
    called = event.walked or (isinstance(parent, ast.Call) and parent.func is event.node)
    used = called or isinstance(parent, ast.Attribute)
    if not used and not in_versions(event, before="2.15"):
        return None  # a module that is only looked up is not wrapped yet
    confidence = value.confidence if isinstance(value, ExternalInstance) else HIGH
    return _finding(event, names, confidence)


@on_calls("torch.nn.Module.super.forward", "torch.nn.Module.forward")
def check_super(event: Call) -> Finding | None:
    """``super().forward(...)`` in a class that inherits from one."""
    owner = event.args[0] if event.args else None
    return _finding(event, owner.cls.external_bases(), HIGH) if isinstance(owner, Instance) else None


@on_calls(*(f"{module}.*" for module in _MODULES))
def check_call(event: Call) -> Finding | None:
    """One that is no attribute itself: an item of a list, a variable, a part of a Sequential."""
    owner = event.name.rpartition(".")[0]
    return _finding(event, [owner], event.confidence) if owner in _MODULES else None


@on_calls(*(f"builtins.{name}" for name in ("isinstance", "type", "hasattr", "getattr", "callable")))
def check_asked(event: Call) -> Finding | None:
    """One that is asked about, which is a variable or an item of a list: an attribute breaks where it is read."""
    node = event.node.args[0] if isinstance(event.node, ast.Call) and event.node.args else None
    if not event.args or isinstance(node, ast.Attribute):
        return None
    for option in alternatives(event.args[0]):
        names = [option.cls] if isinstance(option, ExternalInstance) else []
        names = option.cls.external_bases() if isinstance(option, Instance) else names
        if not _MODULES.keys().isdisjoint(names):
            return _finding(event, names, option.confidence if isinstance(option, ExternalInstance) else HIGH)
    return None


@on_calls("?.flatten_parameters")
def check_flattened(event: Call) -> Finding | None:
    """A module of which nothing else is known: only recurrent ones have that method."""
    found = _finding(event, ["torch.nn.LSTM"], MEDIUM)
    message = f"a recurrent module breaks the graph: {event.text}"
    return None if found is None else replace(found, message=message)


def _finding(event: Event, names: list[str], confidence: int) -> Finding | None:
    kind = next((_MODULES[name] for name in names if name in _MODULES), None)
    if kind is None or _allowed(event):
        return None
    whole = in_versions(event, before="2.15")
    more = ", and the function around it runs uncompiled" if whole else ""
    message = f"nn.{kind} breaks the graph{more}: {event.text}"
    conditions = _choice(event, kind)
    return Finding(event, message, confidence=CONFIDENCES[confidence], uncompiled=whole, conditions=conditions)


def _choice(event: Event, kind: str) -> tuple[PathCondition, ...]:
    """The tests under which a constructor puts the module where it is called or read, and not another one."""
    node = event.node.func if isinstance(event.node, ast.Call) else event.node
    state = event.interp.rule_state
    if not isinstance(node, (ast.Name, ast.Attribute)) or _ASKED in state:
        return ()
    state[_ASKED] = True  # what is evaluated is met again here
    try:
        with event.interp.muted(event.frame):
            options = alternatives(event.interp.evaluate(event.frame, node))
    finally:
        del state[_ASKED]
    modules = [one for one in options if isinstance(one, (ExternalInstance, Instance, SequenceValue))]
    made = {one.site for option in modules for one in _parts(option) if _MODULES.get(one.cls) == kind}
    site = made.pop() if len(modules) > 1 and len(made) == 1 else None
    if not isinstance(site, tuple) or site[:1] != ("site",):
        return ()
    _, name, line, column, *_ = site
    module = event.interp.project.modules.get(name)
    return of_choice(module, (line, column)) if module is not None else ()


def _parts(option: Value) -> Iterator[ExternalInstance]:
    """A layer, or the layers of a container of them."""
    if isinstance(option, ExternalInstance):
        yield option
    elif isinstance(option, SequenceValue):
        for item in option.items or ():
            yield from _parts(item)


def _allowed(event: Event) -> bool:
    root = event.frame.root
    return _SWITCH in event.frame.source.text or (root is not None and _SWITCH in root.module.source.text)
