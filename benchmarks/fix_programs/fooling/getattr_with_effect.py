"""__getattr__ makes what is missing."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.made = 0

    def __getattr__(self, name):
        if name == "offset":
            self.made += 1
            return 1.5
        return super().__getattr__(name)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        h = torch.tanh(x)
        if h.sum() > 0:
            h = h + self.offset
        return h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (-torch.rand(3),)]
