from typing import TypedDict

import torch
from torch import nn
from typing_extensions import NotRequired


class Message(TypedDict, total=False):
    value: torch.Tensor
    mask: torch.Tensor


class Sampled(Message):
    scale: float


class State(TypedDict):
    hidden: torch.Tensor
    cell: NotRequired[torch.Tensor]


class Model(nn.Module):
    def forward(self, x):
        message = Message(value=x * 2)  # break: FG608
        x = x + message["value"]
        sampled = Sampled(value=x, scale=2.0)  # break: FG608
        x = x * sampled["scale"]
        state = State(hidden=x)  # break: FG608
        return x + state["hidden"]


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
