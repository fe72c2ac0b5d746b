"""The loop is always left before its counter is behind the last layer."""

import torch
from torch import nn


class Model(nn.Module):
    def __init__(self):
        super().__init__()
        self.scales = [0.5, 2.0, 20.0]

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = x * 1
        for index in range(9):
            y = y * self.scales[index] + 1
            if y.max() > 5:
                break
        return y


def make():
    torch.manual_seed(0)
    return Model()


def inputs():
    torch.manual_seed(1)
    return [(torch.rand(3),), (torch.ones(3) * 9,)]
