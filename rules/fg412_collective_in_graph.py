"""Communication between processes in compiled code

## What it does
Finds, in compiled functions, collectives of `torch.distributed` started with `async_op=True`, those that are never
traced (`barrier`, `broadcast`, `reduce`, `gather`, `scatter`, `all_to_all`, and before torch 2.14 `reduce_scatter`),
those of Python objects, messages between processes (`send`, `recv`, `isend`, `irecv`, `P2POp`, `batch_isend_irecv`),
new groups, and the functions of `torch.distributed.nn`.

## Why the graph breaks
TorchDynamo replaces some collectives by functional ones, which return a new tensor and wait at its first use:
`all_reduce`, `all_gather`, `all_gather_into_tensor`, `reduce_scatter_tensor` and `all_to_all_single`, each without
`async_op=True`, whose handle cannot be in a graph. The others are host code that it skips. `get_rank`,
`get_world_size`, `is_initialized` and `get_backend` are constants while it traces.

With collectives of objects, compiling fails with an error, even in the default mode.

## Example
```python
def forward(self, x):
    work = torch.distributed.all_reduce(x, async_op=True)
    y = self.layer(x)
    work.wait()
    return x + y
```

Use instead a blocking collective, which the compiler places and overlaps by itself:
```python
def forward(self, x):
    torch.distributed.all_reduce(x)
    return x + self.layer(x)
```

For one with gradients, use `torch.distributed._functional_collectives.all_gather_tensor_autograd` and similar.
Synchronize, and send objects, outside the compiled code.
"""

from __future__ import annotations

from dataclasses import replace

from fullgraph.lint.diagnostics.diagnostic import CONFIDENCES
from fullgraph.lint.domain.events import Call
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.listening import on_calls
from fullgraph.lint.domain.values import TRUE
from fullgraph.rules.shared.names import Names, each, in_versions

REGISTRY = ("GB0172", "GB0007", "GB0156", "GB2696", "GB1750", "GB9300", "GB0088", "GB2078", "GB0170", "GB0059")

_HOME, _WITH_GRADIENTS = "torch.distributed.", "torch.distributed.nn."
_OTHER_HOMES = ("torch.distributed.distributed_c10d.", "torch.distributed.nn.functional.")

NAMES = Names(
    each(_HOME, "barrier broadcast reduce gather scatter all_to_all new_group"),
    each(_HOME, "reduce_scatter", before="2.14"),
    each(_HOME, "all_gather_object gather_object scatter_object_list broadcast_object_list"),
    each(_HOME, "send recv isend irecv batch_isend_irecv"),
    each(_HOME, "P2POp", since="2.12"),
    each(_WITH_GRADIENTS, "broadcast reduce gather scatter all_to_all reduce_scatter all_gather"),
    each(_WITH_GRADIENTS, "all_reduce all_to_all_single", since="2.12"),
)

_ASYNC = {
    "all_reduce": 3,
    "all_gather": 3,
    "all_gather_into_tensor": 3,
    "reduce_scatter_tensor": 4,
    "all_to_all_single": 5,
}
"""The collectives that are traced, and the place of ``async_op``."""


@on_calls(f"{_HOME}*")
def check(event: Call) -> Finding | None:
    name = event.name.replace(_OTHER_HOMES[0], _HOME).replace(_OTHER_HOMES[1], _WITH_GRADIENTS)
    place = _ASYNC.get(name.removeprefix(_HOME))
    if place is not None:
        if event.argument(place, "async_op") != TRUE:
            return None
        return Finding(event, f"{name}(async_op=True) breaks the graph", confidence=CONFIDENCES[event.confidence])
    found = NAMES.finding(replace(event, name=name))
    if found is None:
        return None
    if "_object" in name:
        return replace(found, raises=in_versions(event, since="2.13"))
    if not name.startswith(_WITH_GRADIENTS):
        return found
    # Their tracing ends in an exception, for which TorchDynamo gives up on the whole frame.
    return replace(found, uncompiled=in_versions(event, since="2.12"))
