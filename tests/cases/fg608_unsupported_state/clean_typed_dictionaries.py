from typing import TypedDict

import torch
from torch import nn
from typing_extensions import Required


class Message(TypedDict, total=False):
    value: torch.Tensor
    mask: torch.Tensor


class State(TypedDict):
    hidden: torch.Tensor


class Named(TypedDict, total=False):
    hidden: Required[torch.Tensor]


class Model(nn.Module):
    def forward(self, x):
        message: Message = {"value": x * 2}
        state = State(hidden=x)
        named = Named(hidden=x)
        return x + message["value"] + state["hidden"] * named["hidden"]


def make():
    return Model()


def inputs():
    return [(torch.randn(4, 8),), (torch.randn(4, 8),)]
