"""Of two operators one has a fake."""

import torch
from torch import nn

from torch.library import custom_op


@custom_op("fg508b::pair", mutates_args=(), device_types="cpu")
def pair(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    return x * 2, x * 3


@custom_op("fg508b::double", mutates_args=())
def double(x: torch.Tensor) -> torch.Tensor:
    return x * 2


@double.register_fake
def _(x):
    return torch.empty_like(x)


class Model(nn.Module):
    def forward(self, x):
        x = double(x) + 1
        one, two = pair(x)  # fails: FG508
        return one + two


def make():
    return Model()


def inputs():
    return [(torch.ones(2, 4),)]
