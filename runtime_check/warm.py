"""Imported in the process that the processes of `fullgraph.runtime_check.proof` are forked from.

Loads what the first compile loads, with a compile that breaks once; leaves no thread behind, so that forking is safe.
What is forked here runs on the CPU: a process cannot use CUDA after the one that it was forked from has.
"""

from __future__ import annotations

import os

os.environ["CUDA_VISIBLE_DEVICES"] = ""

import torch
import torch._dynamo
from fullgraph.runtime_check.capture import capture


def _trial(x: torch.Tensor) -> torch.Tensor:
    if x.sum() > 0:
        x = x + 1
    return x * 2


torch.set_num_threads(1)
with capture():
    torch.compile(_trial, backend="eager")(torch.ones(2))
torch._dynamo.reset()
