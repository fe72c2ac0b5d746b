from __future__ import annotations

from typing import TypedDict

import torch
from torch import nn
from typing_extensions import NotRequired


class State(TypedDict):
    hidden: torch.Tensor
    cell: NotRequired[torch.Tensor]


class Model(nn.Module):
    def forward(self, x):
        state = State(hidden=x)
        return x + state["hidden"]


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),), (torch.randn(4, 8),)]
