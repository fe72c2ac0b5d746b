"""fullgraph=True around DistributedDataParallel or FullyShardedDataParallel

## What it does
Finds `torch.compile(DistributedDataParallel(model), fullgraph=True)` and the same with `FullyShardedDataParallel`.

## Why it matters
The wrappers launch communication and wait for it from Python, around the module's forward, so compiling around them
always breaks. With `fullgraph=True`, the first call raises.

## Example
```python
model = DistributedDataParallel(Model())
compiled = torch.compile(model, fullgraph=True)
```

Use instead: compile the module inside the wrapper. It is traced as one graph, which TorchDynamo still splits at the
buckets of `DistributedDataParallel`, so that communication overlaps with the backward.
```python
model = DistributedDataParallel(torch.compile(Model(), fullgraph=True))
```
"""

from __future__ import annotations

from fullgraph.lint.domain.events import Compile
from fullgraph.lint.domain.frame import Finding
from fullgraph.lint.domain.values import TRUE, ExternalInstance

REGISTRY = ("GB0156", "GB0208")

_WRAPPERS = {
    "torch.nn.parallel.DistributedDataParallel": "DistributedDataParallel",
    "torch.nn.parallel.distributed.DistributedDataParallel": "DistributedDataParallel",
    "torch.distributed.fsdp.FullyShardedDataParallel": "FullyShardedDataParallel",
    "torch.distributed.fsdp.fully_sharded_data_parallel.FullyShardedDataParallel": "FullyShardedDataParallel",
}


def check(event: Compile) -> Finding | None:
    target = event.target
    if event.given.get("fullgraph") != TRUE or not isinstance(target, ExternalInstance):
        return None
    wrapper = _WRAPPERS.get(target.cls)
    return Finding(event, f"fullgraph=True raises: {wrapper} breaks the graph around its module") if wrapper else None
