"""Loss or other callable looked up at run time in a way that breaks

## What it does
Finds calls of functions that compiled code looks up by name at run time, if the lookup itself breaks the graph:
through `globals()[name]`, or through a property of a library's model that falls back and logs.

## Why the graph breaks
The lookup itself is traced; what it does on the way is not. transformers selects a model's loss by the name of its
class. For a class without an entry, it calls `logger.warning_once` inside `forward`.

## Example
```python
model = VisionEncoderDecoderModel(config=config)
compiled = torch.compile(model, fullgraph=True)  # GB0291, in modeling_utils.py
```

Use instead:
```python
model = VisionEncoderDecoderModel(config=config)
model.loss_function = ForCausalLMLoss
compiled = torch.compile(model, fullgraph=True)
```

## The fix
Safe, if the class of the object is known, the lookup on a new object always gives one function, and the property has
a setter after which the lookup gives exactly that function: the function is bound where the object is created. The
only effect lost is the message about the fallback, which the binding makes unnecessary.

`globals()[name]` and `globals().get(name)` become `getattr(sys.modules[__name__], name)`, which is traced. Unsafe: a
missing name raises another exception, or goes to the module's `__getattr__`. `globals()["name"]` becomes `name`,
which is safe. Other uses of `globals()` stay. Tables of functions, registries filled by decorators and `getattr(self,
name)` are traced and need no binding.
"""

from __future__ import annotations

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call, Dispatch
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.rules.rewrite import fixes

REGISTRY = ("GB0291", "GB0059")


def check_property(event: Dispatch) -> Finding | None:
    if event.getter.module.origin != "followed":
        return None  # the line that breaks is the user's own: it is reported there
    place = fixes.construction(event)
    cause = event.causes[0]
    target = f", always {event.target.info.name}," if event.target is not None else ""
    cls = event.owner.cls.name
    message = f"{cls} looks up {event.attribute} at run time{target} in a way that breaks the graph"
    frame = cause.event.frame
    steps = (
        event.frame.source.step(f"{event.text} is looked up", event.node),
        event.getter.module.source.step(f"{event.getter.qualname} runs", event.getter.node),
        *cause.evidence,
        frame.source.step(f"{cause.event.text}: {cause.message}", cause.event.node),
    )
    return Finding(
        event,
        message,
        steps,
        cause.confidence,
        fix=(lambda: fixes.bind_fix(event, *place)) if place is not None else None,
        at=place,
        absorbs=event.causes,
    )


@on_calls("builtins.globals")
def check_globals(event: Call) -> Finding | None:
    message = "globals() breaks the graph: bind what it looks up where the model is built"
    return Finding(event, message, confidence=CONFIDENCES[event.confidence], fix=fixes.globals_fix(event))
