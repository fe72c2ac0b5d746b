"""Locks, threads and context variables in compiled code

## What it does
Finds `with lock:` and calls of locks, semaphores, events and queues; threads and pools; `contextvars`; and, for
Python before 3.12, the first read of a `functools.cached_property`, which takes a lock.

## Why the graph breaks
TorchDynamo cannot hold a lock while it traces, and a graph cannot take one. A `with` over a lock is worse than other
breaks: the whole function runs uncompiled. Under `fullgraph=True` it raises.

These are captured: reading and setting attributes of `threading.local()`, and `Event.is_set`.

## Example
```python
def forward(self, x):
    with self.lock:
        return self.layer(x)
```

Use instead: take the lock where you call the compiled function.
```python
with lock:
    y = model(x)
```

A `cached_property` is captured once it has been computed. Read it in `__init__`, or make it an attribute.
"""

from __future__ import annotations

import ast
import sys

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Cached, Call, Enter
from fullgraph.lint.domain.frame import Finding, Frame
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import External, ExternalInstance, alternatives
from fullgraph.rules.shared.names import Breaks, Names, each

REGISTRY = ("GB0142", "GB0156", "GB0007", "GB0147", "GB6815")

_THREADING = "Lock RLock Condition Semaphore BoundedSemaphore"
LOCKS = frozenset(
    f"{module}.{name}"
    for module in ("threading", "multiprocessing", "torch.multiprocessing")
    for name in _THREADING.split()
)

NAMES = Names(
    each("threading.", f"{_THREADING} Event Barrier Thread Timer local"),
    each("threading.", "current_thread get_ident get_native_id active_count enumerate"),
    each("_thread.", "get_ident get_native_id"),
    *(each(f"threading.{name}.", "acquire release") for name in _THREADING.split()),
    each("threading.Lock.", "locked"),
    each("threading.Condition.", "wait notify notify_all"),
    each("threading.Event.", "set clear wait"),
    each("threading.Barrier.", "wait"),
    each("threading.Thread.", "start join"),
    *(each(f"multiprocessing.{name}.", "acquire release") for name in _THREADING.split()),
    each("multiprocessing.", "Queue cpu_count"),
    each("queue.", "Queue"),
    each("queue.Queue.", "put put_nowait get get_nowait empty full qsize task_done join"),
    each("queue.SimpleQueue.", "put get empty"),
    each("concurrent.futures.", "ThreadPoolExecutor"),
    each("concurrent.futures.ThreadPoolExecutor.", "submit shutdown"),
    each("contextvars.", "ContextVar copy_context"),
    each("contextvars.ContextVar.", "set reset"),
    Breaks("contextvars.ContextVar.get", before="2.14"),
)


@on_calls(*NAMES.all)
def check(event: Call) -> Finding | None:
    return NAMES.finding(event)


def check_with(event: Enter) -> Finding | None:
    held = [
        option for option in alternatives(event.value) if isinstance(option, ExternalInstance) and option.cls in LOCKS
    ]
    if not held:
        return None
    sure = len(held) == len(list(alternatives(event.value)))
    confidence = CONFIDENCES[min(held[0].confidence, 2 if sure else 1)]
    return Finding(event, f"with over a {held[0].cls} breaks the graph", confidence=confidence)


def check_property(event: Cached) -> Finding | None:
    if sys.version_info >= (3, 12):
        return None
    getter, interp = event.getter, event.interp
    if isinstance(getter.node, ast.Lambda):
        return None
    home = Frame(getter.module)
    made_by = [interp.evaluate(home, decorator) for decorator in getter.node.decorator_list]
    if made_by != [External("functools.cached_property")]:
        return None
    message = f"the cached property .{event.attribute} takes a lock, which breaks the graph"
    return Finding(event, message, first_only=True)
