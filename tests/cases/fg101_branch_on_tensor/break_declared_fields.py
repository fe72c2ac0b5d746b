"""An argument that is declared as a dataclass holds what its fields are declared as."""

from dataclasses import dataclass

import torch
from torch import nn


@dataclass
class State:
    values: torch.Tensor
    mask: torch.Tensor | None = None
    count: int = 0


class Model(nn.Module):
    def forward(self, state: State) -> torch.Tensor:
        x = state.values
        if state.count > 1:
            x = x + 1
        if state.values.sum() > 0:  # break: FG101
            x = x + 1
        if state.mask is not None and state.mask.any():  # break: FG101
            x = x * 2
        return x


def make():
    return Model()


def inputs():
    return [(State(torch.ones(2), torch.ones(2)),), (State(-torch.ones(2), torch.zeros(2)),)]
