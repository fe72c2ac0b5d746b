"""The stack, source text and attributes of objects read at run time

## What it does
Finds functions that read the Python stack or source files (`inspect.stack`, `inspect.currentframe`, `sys._getframe`,
`inspect.getsource` and similar), `dir()` of an object, `dataclasses.fields` of a class, and `inspect.signature` of a
method of `None`, where a class was expected.

## Why the graph breaks
While a function is traced, it has no frame on the Python stack, and the compiled code has no source file. TorchDynamo
imitates neither. It ends the graph and calls the function, which then sees the compiled code's own frames, so the
result can differ from that of an uncompiled run. `inspect.signature`, `inspect.isfunction` and similar, `isinstance`,
`hasattr`, `vars(object)`, `object.__dict__` and `dataclasses.fields(object)` are computed while tracing and do not
break.

## Example
```python
def forward(self, x):
    caller = inspect.currentframe().f_back.f_code.co_name
    return self.heads[caller](x)
```

Use instead an argument:
```python
def forward(self, x, head="default"):
    return self.heads[head](x)
```

## The fix
Unsafe, for source text and `dataclasses.fields`: it is read once, in `__init__`, if it depends on global names and on
attributes that only `__init__` sets. There is no fix for the stack, which differs there. An object that holds the
fields can be neither pickled nor deep-copied.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.diagnostics.obligation import Kind
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import (
    HIGH,
    NONE,
    UNKNOWN,
    ClassValue,
    ExternalInstance,
    Instance,
    Method,
    Tensor,
    alternatives,
)
from fullgraph.rules.rewrite import fixes
from fullgraph.rules.shared.names import Breaks, Names, each

REGISTRY = ("GB0007", "GB0059", "GB0150", "GB0180", "GB7786")

_SOURCE = frozenset(f"inspect.{name}" for name in "getsource getsourcelines getsourcefile getfile getdoc".split())
_LATER = Kind.VALUE.open("later changes are not seen")
NAMES = Names(
    each("inspect.", "stack currentframe getframeinfo getouterframes"),
    each("inspect.", "getsource getsourcelines getsourcefile getfile getabsfile findsource getcomments"),
    each("inspect.", "getdoc cleandoc", before="2.14"),
    each("sys.", "_getframe _current_frames gettrace"),
    each("dis.", "dis Bytecode"),
    Breaks("builtins.locals", before="2.12"),
    Breaks("builtins.hash", before="2.13"),
)


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    found = NAMES.finding(event)
    if found is None or event.name not in _SOURCE:
        return found
    return replace(found, fix=fixes.made_once_fix(event, "source_text", _LATER))


@on_calls("builtins.dir", "inspect.getmembers")
def check_dir(event: Call) -> Finding | None:
    """``dir`` is computed of modules and classes, and since torch 2.13 of constants; ``getmembers`` calls it."""
    if event.open:
        return None
    name = f"{event.name.removeprefix('builtins.')}()"
    if not event.args and not event.kwargs:
        return Finding(event, f"{name} breaks the graph")
    held = event.argument(0, "object")
    objects = [
        option for option in alternatives(held or UNKNOWN) if isinstance(option, (Instance, ExternalInstance, Tensor))
    ]
    if len(objects) < len(list(alternatives(held or UNKNOWN))):
        return None
    sure = min(HIGH if isinstance(option, Instance) else option.confidence for option in objects)
    return Finding(event, f"{name} of an object breaks the graph", confidence=CONFIDENCES[sure])


@on_calls("dataclasses.fields")
def check_fields(event: Call) -> Finding | None:
    if not isinstance(event.argument(0), ClassValue):
        return None
    message = "dataclasses.fields() of a class breaks the graph"
    return Finding(event, message, fix=fixes.made_once_fix(event, "field_list", fixes.UNPICKLED))


@on_calls("inspect.signature")
def check_signature(event: Call) -> Finding | None:
    """``inspect.signature(None.__init__)``, as of a class that is optional: Python finds a signature."""
    of = event.argument(0, "obj")
    if not isinstance(of, Method) or of.owner != NONE:
        return None
    return Finding(event, f"inspect.signature() of None.{of.name} breaks the graph")
