"""The number in an integer tensor without dimensions that the graph is given is known under ``fullgraph=True``."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("count", torch.tensor(2))

    def forward(self, x: torch.Tensor, step: torch.Tensor) -> torch.Tensor:
        return asked(x, step) + self.counted(x)

    def counted(self, x):
        if self.count.item() == 2:  # break[default]: FG101
            return x + 1
        return x


def asked(x, step):
    if step.item() == 1:  # break[default]: FG101
        return x + 1
    return x


def make():
    return Model()


def inputs():
    return [(torch.ones(2), torch.tensor(1)), (torch.ones(2), torch.tensor(0))]
