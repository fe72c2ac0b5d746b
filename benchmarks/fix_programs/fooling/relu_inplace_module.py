"""An inplace ReLU in the arm writes the tensor that was there before."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.act = nn.ReLU(inplace=True)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        h = torch.tanh(x)
        y = h
        if h.mean() < 0.2:
            y = self.act(h)
        return y, h


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(4) + 1,), (-torch.rand(4),)]
