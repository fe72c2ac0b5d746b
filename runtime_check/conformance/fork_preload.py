"""Imported in the process that the processes of `fullgraph.runtime_check.conformance.proof` are forked from.

Loads what the first compiles load, with one that breaks once, one for AOTAutograd and one with a dynamic shape; leaves
no thread behind, so that forking is safe: nothing is compiled to code, and nothing runs or traces backward, for which
a CUDA build of torch starts threads even where it sees no GPU.
What is forked here runs on the CPU: a process cannot use CUDA after the one that it was forked from has.
"""

from __future__ import annotations

import gc
import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""

import torch
import torch._dynamo
import torch._inductor.lowering  # tracing backward loads it
from fullgraph.runtime_check.observe.capture import capture


def _trial(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:
        x = x + 1
    return x * 2


def _plain(x: torch.Tensor) -> torch.Tensor:
    return (x.exp() * x).flatten()


torch.set_num_threads(1)
with capture():
    torch.compile(_trial, backend="eager")(torch.ones(2))
torch.compile(_plain, backend="aot_eager")(torch.ones(2))
torch.compile(_plain, backend="eager", dynamic=True)(torch.ones(3, 2))
torch._dynamo.reset()
gc.collect()
gc.freeze()  # or each process copies what its collector merely looks at
