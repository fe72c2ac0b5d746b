"""A print that somebody left."""

import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = nn.Conv2d(1, 2, 3)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        x = self.conv(x)
        print("after conv", x.shape)
        return x.relu()


def make():
    torch.manual_seed(0)
    return Net()


def inputs():
    torch.manual_seed(1)
    return [(torch.randn(1, 1, 5, 5),)]
