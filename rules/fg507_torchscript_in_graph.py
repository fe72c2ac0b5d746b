"""TorchScript in compiled code

## What it does
Finds, in compiled functions, calls of scripted, traced and loaded modules (`torch.jit.script(module)`,
`torch.jit.trace(module, ...)`, `torch.jit.load`, classes that derive from `torch.jit.ScriptModule`), and calls of
`torch.jit`'s own functions: `script`, `trace`, `fork`, `wait`, `isinstance` and `set_fusion_strategy`.

## Why the graph breaks
A TorchScript module is a separate compiled program, without Python code to trace. TorchDynamo ends the graph there,
and for scripted and loaded modules the whole enclosing function runs uncompiled. It skips the functions of
`torch.jit`.

Functions under `@torch.jit.script` are traced as the Python functions they are made from, so their breaks are
ordinary ones. Traced functions, `script_if_tracing`, `ignore`, `unused`, `export`, `annotate`, `is_scripting()` and
`is_tracing()` are captured.

## Example
```python
def __init__(self):
    super().__init__()
    self.encoder = torch.jit.script(Encoder())

def forward(self, x):
    return self.head(self.encoder(x))
```

Use instead the Python code that TorchScript is made from, which is compiled with the rest:
```python
def __init__(self):
    super().__init__()
    self.encoder = Encoder()
```
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, SubmoduleRead
from fullgraph.lint.domain.externals import SCRIPT_CLASS, SCRIPTED, TRACED
from fullgraph.lint.domain.frame import Event, Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import ExternalInstance
from fullgraph.rules.shared.names import Names, each

REGISTRY = ("GB4695", "GB0007", "GB0008", "GB0098", "GB0357")

NAMES = Names(each("torch.jit.", "script trace fork wait set_fusion_strategy isinstance"))

_KINDS = {
    SCRIPTED: "a TorchScript module",
    TRACED: "a module that torch.jit.trace made",
    SCRIPT_CLASS: "a module of a class that derives from torch.jit.ScriptModule",
}


@on_calls(*NAMES.all, f"{SCRIPTED}.*", f"{TRACED}.__call__", f"{SCRIPT_CLASS}.__call__")
def check(event: Call) -> Finding | None:
    owner, _, method = event.name.rpartition(".")
    if owner in _KINDS and (owner == SCRIPTED or method == "__call__"):
        return _module(event, owner, event.confidence)
    return NAMES.finding(event)


def check_part(event: SubmoduleRead) -> Finding | None:
    value = event.value
    if not isinstance(value, ExternalInstance) or value.cls != SCRIPTED or event.walked:
        return None
    return _module(event, value.cls, value.confidence)


def _module(event: Event, cls: str, confidence: int) -> Finding:
    message = f"{_KINDS[cls]} breaks the graph: {event.text}"
    return Finding(event, message, confidence=CONFIDENCES[confidence], uncompiled=cls == SCRIPTED)
