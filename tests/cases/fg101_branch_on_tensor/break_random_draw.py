import torch
from torch import nn


class StochasticDepth(nn.Module):
    def __init__(self, block, p=0.5):
        super().__init__()
        self.block = block
        self.p = p

    def forward(self, x):
        if self.training:
            if torch.rand(1) < self.p:  # break: FG101
                return x
        return x + self.block(x)


def make():
    return StochasticDepth(nn.Linear(4, 4))


def inputs():
    return [(torch.randn(2, 4),), (torch.randn(2, 4),)]
