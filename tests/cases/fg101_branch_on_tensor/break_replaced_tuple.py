from typing import NamedTuple

import torch
from torch import nn


class State(NamedTuple):
    hidden: torch.Tensor
    steps: int

class Model(nn.Module):
    def forward(self, x: torch.Tensor) -> torch.Tensor:
        state = State(x, 2)
        state = state._replace(steps=3)
        hidden, steps = state
        if state.hidden.sum() > 0:  # break: FG101
            return hidden * steps
        return hidden


def make():
    return Model()


def inputs():
    return [(torch.randn(2, 4),)]
